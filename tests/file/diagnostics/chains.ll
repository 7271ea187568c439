; What functions of chains, and jumps to them, cannot do.
; RUN: not wavec %s -mcpu=gfx1200 -S -o - 2>&1 | FileCheck %s
; RUN: not wavec %s -mcpu=gfx1030 -S -o - 2>&1 | FileCheck %s --check-prefixes=CHECK,GFX1030

declare void @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr, i32, i32, i32, i32, ...)
declare amdgpu_cs_chain void @next(i32 inreg, i32)
declare amdgpu_gfx void @other()

; CHECK:      [[@LINE+2]]:3: error: 'llvm.amdgcn.cs.chain' with a number of vector registers ('flags' of 1) is not supported
define amdgpu_cs_chain void @registers(i32 inreg %s, i32 %x) {
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr @next, i32 -1, i32 inreg %s, i32 %x, i32 1, i32 64, i32 -1, ptr @next)
  unreachable
}

; CHECK:      [[@LINE+2]]:3: error: 'llvm.amdgcn.cs.chain' has flags, or arguments after them, that are not known
define amdgpu_cs_chain void @flags(i32 inreg %s, i32 %x) {
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr @next, i32 -1, i32 inreg %s, i32 %x, i32 2)
  unreachable
}

; CHECK:      error: 'llvm.amdgcn.cs.chain' has 'inreg' for other arguments than those in scalar registers
define amdgpu_cs_chain void @vectors(i32 inreg %s, i32 %x) {
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr @next, i32 -1, i32 %s, i32 %x, i32 0)
  unreachable
}

; CHECK:      error: 'llvm.amdgcn.cs.chain' jumps to a function of no chain
define amdgpu_cs_chain void @function(i32 inreg %s, i32 %x) {
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr @other, i32 -1, i32 inreg %s, i32 %x, i32 0)
  unreachable
}

; CHECK:      error: 'llvm.amdgcn.cs.chain' has a mask with another number of bits than a wave has lanes
define amdgpu_cs_chain void @mask(i32 inreg %s, i32 %x) {
  call void (ptr, i64, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr @next, i64 -1, i32 inreg %s, i32 %x, i32 0)
  unreachable
}
declare void @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr, i64, i32, i32, i32, ...)

; CHECK:      error: 'llvm.amdgcn.cs.chain' has more arguments than there are registers
define amdgpu_cs_chain void @arguments(i32 inreg %s, i32 %x) {
  call void (ptr, i32, [103 x i32], i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.a103i32.i32(ptr @next, i32 -1, [103 x i32] inreg zeroinitializer, i32 %x, i32 0)
  unreachable
}
declare void @llvm.amdgcn.cs.chain.p0.i32.a103i32.i32(ptr, i32, [103 x i32], i32, i32, ...)

; CHECK:      error: 'llvm.amdgcn.cs.chain' is for compute shaders and functions of chains only
define amdgpu_ps void @pixels(i32 inreg %s, i32 %x) {
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr @next, i32 -1, i32 inreg %s, i32 %x, i32 0)
  unreachable
}

; CHECK:      error: intrinsic 'llvm.amdgcn.cs.chain' is not supported: only shaders and functions of chains jump to others
define amdgpu_kernel void @kernel(i32 %s, i32 %x) {
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr @next, i32 -1, i32 inreg %s, i32 %x, i32 0)
  unreachable
}

; CHECK:      error: 'llvm.amdgcn.init.whole.wave' is for functions of chains only
define amdgpu_cs i32 @shader(i32 %x, i32 %y) {
  %is = call i1 @llvm.amdgcn.init.whole.wave()
  %z = select i1 %is, i32 %x, i32 %y
  ret i32 %z
}
declare i1 @llvm.amdgcn.init.whole.wave()

; CHECK:      error: function 'calls' preserves registers for its chain ('amdgpu_cs_chain_preserve'), and cannot call others
define amdgpu_cs_chain_preserve void @calls(i32 inreg %s, i32 %x) {
  call amdgpu_gfx void @other()
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr @next, i32 -1, i32 inreg %s, i32 %x, i32 0)
  unreachable
}

; GFX1030:    error: 'a call in a function of a chain' is not supported on gfx1030
define amdgpu_cs_chain void @calls2(i32 inreg %s) {
  call amdgpu_gfx void @other()
  ret void
}

; CHECK:      error: function 'parameters' has more arguments than registers
define amdgpu_cs_chain void @parameters([249 x i32] %s, ptr addrspace(1) %p) {
  ret void
}

; GFX1030:    error: 'scratch memory of functions of chains' is not supported on gfx1030
define amdgpu_cs_chain void @stack(i32 %i) {
  %a = alloca [64 x i32], addrspace(5)
  %p = getelementptr i32, ptr addrspace(5) %a, i32 %i
  store volatile i32 1, ptr addrspace(5) %p
  ret void
}

; CHECK:      error: all lanes are active ('llvm.amdgcn.init.whole.wave') from the start of a function only
define amdgpu_cs_chain void @later(i32 inreg %s, i32 %x, ptr addrspace(1) %p) {
  %c = icmp eq i32 %s, 0
  br i1 %c, label %then, label %end
then:
  %is = call i1 @llvm.amdgcn.init.whole.wave()
  %z = select i1 %is, i32 1, i32 %x
  store i32 %z, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
