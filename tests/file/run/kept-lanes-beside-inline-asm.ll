; A function keeps its return address in lanes of a register that its caller does not lose, but not in one that inline assembly
; overwrites.
; RUN: wavec run %s -O0 --kernel k --global 2 --local 2 --arg buf:u32[2]:zero --dump 0:2 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 2 --local 2 --arg buf:u32[2]:zero --dump 0:2 | FileCheck %s
; CHECK: 10 21
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %r = call i32 @outer(i32 %i)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define internal i32 @outer(i32 %x) noinline {
  call void asm sideeffect "v_mov_b32 v40, 0", "~{v40}"()
  %y = call i32 @inner(i32 %x)
  call void asm sideeffect "v_mov_b32 v40, 0", "~{v40}"()
  %z = mul i32 %y, 10
  %s = add i32 %z, %x
  ret i32 %s
}

define internal i32 @inner(i32 %x) noinline {
  %y = add i32 %x, 1
  ret i32 %y
}
declare i32 @llvm.amdgcn.workitem.id.x()
