; A call with a type other than the function's is not inlined.
; RUN: wavec opt %s -passes=inline -S | FileCheck %s

; CHECK: call float @number()
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %x = call float @number()
  store float %x, ptr addrspace(1) %out
  ret void
}

define internal i32 @number() {
  ret i32 7
}
