; Inline assembly operands in reserved registers are errors. Clobbers may be any register.
; RUN: not wavec %s -O0 -S -o - 2>&1 | FileCheck %s
; RUN: not wavec %s -O2 -S -o - 2>&1 | FileCheck %s

; CHECK: error: an operand of inline assembly is in 'exec_lo', which is reserved
define amdgpu_kernel void @result(ptr addrspace(1) %out) {
  %r = call i32 asm sideeffect "s_mov_b32 $0, 1", "={exec_lo}"()
  store i32 %r, ptr addrspace(1) %out
  ret void
}

; CHECK: error: an operand of inline assembly is in 'exec', which is reserved
define amdgpu_kernel void @argument(i64 %x) {
  call void asm sideeffect "s_nop 0 ; $0", "{exec}"(i64 %x)
  ret void
}

; CHECK: error: an operand of inline assembly is in 's32', which is reserved
define void @stack_pointer(ptr addrspace(1) %out) {
  %r = call i32 asm sideeffect "s_mov_b32 $0, 1", "={s32}"()
  store i32 %r, ptr addrspace(1) %out
  ret void
}

; CHECK-NOT: error
define amdgpu_kernel void @fine(ptr addrspace(1) %out) {
  %r = call i32 asm sideeffect "s_mov_b32 $0, 1", "={s32},~{exec}"()
  store i32 %r, ptr addrspace(1) %out
  ret void
}
