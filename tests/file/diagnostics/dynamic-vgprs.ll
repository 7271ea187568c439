; RUN: not wavec %s -mcpu=gfx1200 -S -o %t.s 2>&1 | FileCheck %s
; RUN: wavec %s -mcpu=gfx1100 -S -o %t.s
; CHECK: error: function 'cs' asks for 'amdgpu-dynamic-vgpr-block-size', which is not supported
target triple = "amdgcn-amd-amdpal"

define amdgpu_cs void @cs() #0 {
  ret void
}

; CHECK-NOT: error
define amdgpu_cs void @other() #1 {
  ret void
}

attributes #0 = { "amdgpu-dynamic-vgpr-block-size"="16" }
attributes #1 = { "amdgpu-dynamic-vgpr-block-size"="0" }
