; What is compiled has the target's layout, whatever the module names: pointers of address space 0 have 64 bits, and
; stack objects lie in address space 5.
; RUN: not wavec -c -o %t.o %s 2>&1 | FileCheck %s
target datalayout = "e-p:32:32:32-i64:32:64"

; CHECK: error: not in the address space of stack objects: '%kept = alloca i32, align 4'
define amdgpu_kernel void @keeps(ptr addrspace(1) %out) {
  %kept = alloca i32, align 4
  store volatile i32 1, ptr %kept, align 4
  %value = load volatile i32, ptr %kept, align 4
  store i32 %value, ptr addrspace(1) %out, align 4
  ret void
}
