; IR without lines has those of its text; code that was inlined has those of the call, too.
; RUN: wavec explain %s -o - | FileCheck %s
; RUN: not wavec explain %S/../mc/errors.s -o %t.html 2>&1 | FileCheck %s --check-prefix=KIND
; CHECK: data-title="IR after optimization"
; CHECK: <span class="l" data-l="11 16">  %y = fmul float
; CHECK: <span class="l" data-l="17">  store
; KIND: error: only OpenCL C and IR can be explained
target triple = "amdgcn-amd-amdhsa"

define internal float @twice(float %x) {
  %y = fmul float %x, 2.0
  ret float %y
}
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %v = load float, ptr addrspace(1) %p, align 4
  %w = call float @twice(float %v)
  store float %w, ptr addrspace(1) %p, align 4
  ret void
}
