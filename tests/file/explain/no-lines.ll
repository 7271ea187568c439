; IR without lines has those of its text; code that was inlined has those of the call, too.
; RUN: wavec explain %s -o - | FileCheck %s
; RUN: wavec %s -c -o %t.o
; RUN: not wavec explain %t.o -o %t.html 2>&1 | FileCheck %s --check-prefix=KIND
; CHECK: data-title="IR after optimization"
; CHECK: <span class="l" data-l="12 17">  %y = fmul float
; CHECK: <span class="l" data-l="18">  store
; KIND: error: objects cannot be explained, but what they are made of
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
