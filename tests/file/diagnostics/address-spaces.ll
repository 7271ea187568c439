; Unsupported uses of address spaces are named.
; RUN: not wavec %s -c -o /dev/null 2>&1 | FileCheck %s

; CHECK: error: memory of address space 999 is not supported
define void @far(ptr addrspace(999) %p) {
  store i32 1, ptr addrspace(999) %p
  ret void
}

; CHECK: error: a buffer resource as an address (address space 8) is not supported
define void @resource(ptr addrspace(8) %p) {
  store i32 1, ptr addrspace(8) %p
  ret void
}

; CHECK: error: a buffer resource as an address (address space 8) is not supported
define <4 x float> @constant_resource() {
  %x = load <4 x float>, ptr addrspace(8) getelementptr (<4 x float>, ptr addrspace(8) null, i32 1)
  ret <4 x float> %x
}

; CHECK: error: a buffer resource as an address (address space 9) is not supported
define void @strided(ptr addrspace(9) %p) {
  %x = atomicrmw add ptr addrspace(9) %p, i32 8 monotonic
  ret void
}

; CHECK: error: an atomic operation on constant memory (address space 4) is not supported
define void @constant(ptr addrspace(4) %p) {
  %x = atomicrmw add ptr addrspace(4) %p, i32 8 monotonic
  ret void
}
