; Target ids have the vendor of the triple.
; RUN: wavec %s -mcpu=gfx900 -S -o %t.s
; RUN: FileCheck %s < %t.s
; RUN: wavec mc %t.s -mcpu=gfx900 -triple=amdgcn--amdpal -o - | FileCheck %s
; RUN: not wavec mc %t.s -mcpu=gfx906 -triple=amdgcn--amdpal -o %t.o 2>&1 | FileCheck %s --check-prefixes=OTHER
; CHECK: .amdgcn_target "amdgcn--amdpal--gfx900"
; CHECK: .amd_amdgpu_isa "amdgcn--amdpal--gfx900"
; OTHER: error: target id must match options: expected 'amdgcn--amdpal--gfx906'
target triple = "amdgcn--amdpal"

define amdgpu_cs void @cs() {
  ret void
}
