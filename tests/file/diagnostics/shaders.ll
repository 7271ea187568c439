; What shaders cannot do is refused by name.
; RUN: not wavec %s -mcpu=gfx1030 -S -o - 2>&1 | FileCheck %s

; CHECK:      [[@LINE+2]]:3: error: intrinsic 'llvm.amdgcn.workitem.id.x' in a shader is not supported: only kernels are given this
define amdgpu_cs void @ids(ptr addrspace(1) inreg %p) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %i, ptr addrspace(1) %p
  ret void
}

; CHECK:      error: a call of 'other' in a shader is not supported: it is no function for shaders ('amdgpu_gfx')
define amdgpu_cs void @calls() {
  call void @other()
  ret void
}
declare void @other()

; CHECK:      error: intrinsic 'llvm.amdgcn.kill' is not supported: only shaders change or ask for their lanes
define amdgpu_kernel void @kill(i1 %c) {
  call void @llvm.amdgcn.kill(i1 %c)
  ret void
}
declare void @llvm.amdgcn.kill(i1)

; CHECK:      error: the number of lanes to begin with is no scalar argument of the shader
define amdgpu_gs void @lanes(i32 inreg %x, i32 inreg %y) {
  %n = add i32 %x, %y
  call void @llvm.amdgcn.init.exec.from.input(i32 %n, i32 8)
  ret void
}
declare void @llvm.amdgcn.init.exec.from.input(i32, i32)

; CHECK:      error: function 'many' has more arguments than registers
define amdgpu_vs float @many([137 x float] %a) {
  %x = extractvalue [137 x float] %a, 0
  ret float %x
}

; CHECK:      error: shader 'results' has more results than registers
define amdgpu_vs [45 x i32] @results([44 x i32] inreg %a) {
  %x = extractvalue [44 x i32] %a, 0
  %r = insertvalue [45 x i32] zeroinitializer, i32 %x, 44
  ret [45 x i32] %r
}

; CHECK:      error: 'scratch memory of shaders' is not supported on gfx1030 without an operating system 'amdpal' or 'mesa3d' in the target triple
define amdgpu_vs void @stack(i32 %i, ptr addrspace(1) %out) {
  %a = alloca [64 x i32], addrspace(5)
  %p = getelementptr i32, ptr addrspace(5) %a, i32 %i
  store volatile i32 1, ptr addrspace(5) %p
  ret void
}

; CHECK:      error: intrinsic 'llvm.amdgcn.workitem.id.x' in a shader is not supported: only kernels are given this
define amdgpu_gfx i32 @function() noinline {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  ret i32 %i
}

; CHECK:      error: intrinsic 'llvm.amdgcn.wqm' is not supported: functions for shaders do not widen the mask of lanes
define amdgpu_gfx i32 @quads(i32 %x) noinline {
  %w = call i32 @llvm.amdgcn.wqm.i32(i32 %x)
  ret i32 %w
}
declare i32 @llvm.amdgcn.wqm.i32(i32)
