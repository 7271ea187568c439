; A builtin function has no overload of the type that its name says.
; RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s
; CHECK: error: too few arguments to function call, expected 2, have 1
; CHECK: { return fract(a0); } // _Z5fractf
target triple = "amdgcn-amd-amdhsa"

declare float @_Z5fractf(float)

define amdgpu_kernel void @k(ptr addrspace(1) %x) {
  %a = call float @_Z5fractf(float 1.0)
  store float %a, ptr addrspace(1) %x, align 4
  ret void
}
