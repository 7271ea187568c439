; Functions that only look like builtin ones stay undefined.
; RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s
; RUN: wavec %s -emit-ll -o - | FileCheck %s --check-prefix=DECLARED
; CHECK: error: undefined symbol: _Z6ownersi
; CHECK: error: undefined symbol: _Z3sin3own
; CHECK: error: undefined symbol: __ocml_owners_f32
; CHECK: error: undefined symbol: __ockl_owners
; DECLARED: declare i32 @_Z6ownersi(i32)
target triple = "amdgcn-amd-amdhsa"

declare i32 @_Z6ownersi(i32)
declare float @_Z3sin3own(float)
declare float @__ocml_owners_f32(float)
declare i32 @__ockl_owners(i32)

define amdgpu_kernel void @k(ptr addrspace(1) %x, i32 %n) {
  %a = call i32 @_Z6ownersi(i32 %n)
  %b = call float @_Z3sin3own(float 1.0)
  %c = call float @__ocml_owners_f32(float %b)
  %d = call i32 @__ockl_owners(i32 %a)
  store i32 %d, ptr addrspace(1) %x, align 4
  store float %c, ptr addrspace(1) %x, align 4
  ret void
}
