; What would need fat buffer pointers as a whole is refused.
; RUN: not wavec -c -o /dev/null %s 2>&1 | FileCheck %s
; RUN: not wavec -O0 -c -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: fat-pointers.ll:[[@LINE+1]]:13: error: fat buffer pointers (address space 7): a parameter is not supported
define void @parameter(ptr addrspace(7) %p) {
  store i32 0, ptr addrspace(7) %p
  ret void
}

; CHECK: error: fat buffer pointers (address space 7): a comparison of order is not supported
define i1 @order(ptr addrspace(8) %resource, i32 %offset) {
  %p = addrspacecast ptr addrspace(8) %resource to ptr addrspace(7)
  %q = getelementptr i8, ptr addrspace(7) %p, i32 %offset
  %less = icmp ult ptr addrspace(7) %p, %q
  ret i1 %less
}

; CHECK: error: fat buffer pointers (address space 7): this atomic operation is not supported
define i32 @nand(ptr addrspace(8) %resource, i32 %value) {
  %p = addrspacecast ptr addrspace(8) %resource to ptr addrspace(7)
  %old = atomicrmw nand ptr addrspace(7) %p, i32 %value monotonic
  ret i32 %old
}

; CHECK: error: fat buffer pointers (address space 7): ret is not supported
define ptr addrspace(7) @result(ptr addrspace(8) %resource) {
  %p = addrspacecast ptr addrspace(8) %resource to ptr addrspace(7)
  ret ptr addrspace(7) %p
}
