; LDS is uninitialized when a work-group starts: only undefined initializers are allowed, used or not.
; RUN: not wavec -c -o /dev/null %s 2>&1 | FileCheck %s

@nothing = internal addrspace(3) global i32 undef
@fields = internal addrspace(3) global { i32, [2 x i32] } { i32 undef, [2 x i32] poison }
@outside = external addrspace(3) global [0 x i32]

; CHECK-NOT: 'nothing'
; CHECK-NOT: 'fields'
; CHECK: initialized-lds.ll:[[@LINE+3]]:1: error: variable 'zero' of address space 3 has an initializer, which is not supported
; CHECK-NEXT: @zero
; CHECK-NEXT: ^~~~~
@zero = internal addrspace(3) global i32 0
; CHECK: error: variable 'part' of address space 3 has an initializer
@part = internal addrspace(3) global { i32, i32 } { i32 undef, i32 7 }
; CHECK-NOT: error

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %a = load volatile i32, ptr addrspace(3) @nothing
  %b = load volatile i32, ptr addrspace(3) @fields
  %c = load volatile i32, ptr addrspace(3) @zero
  %ab = add i32 %a, %b
  %sum = add i32 %ab, %c
  store i32 %sum, ptr addrspace(1) %out
  ret void
}
