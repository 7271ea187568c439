; Unsupported uses of fat buffer pointers are rejected: only resources with offsets are.
; RUN: not wavec -c -o /dev/null %s 2>&1 | FileCheck %s
; RUN: not wavec -O0 -c -o /dev/null %s 2>&1 | FileCheck %s

@variable = external addrspace(7) global i32

; CHECK: fat-pointers.ll:[[@LINE+2]]:3: error: a cast of a fat buffer pointer to or from this address space is not supported
define ptr @cast(ptr addrspace(7) %p) {
  %q = addrspacecast ptr addrspace(7) %p to ptr
  ret ptr %q
}

; CHECK: fat-pointers.ll:[[@LINE+2]]:3: error: the address of a variable is not supported as a fat buffer pointer
define ptr addrspace(7) @address() {
  ret ptr addrspace(7) @variable
}

; CHECK: fat-pointers.ll:[[@LINE+3]]:3: error: a value of more than 4096 members is not supported
define amdgpu_kernel void @fat_pointer(ptr addrspace(8) %resource) {
  %p = addrspacecast ptr addrspace(8) %resource to ptr addrspace(7)
  %v = load [1000 x { [2 x i8], [3 x i32] }], ptr addrspace(7) %p
  store [1000 x { [2 x i8], [3 x i32] }] %v, ptr addrspace(7) %p
  ret void
}
