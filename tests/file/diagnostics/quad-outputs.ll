; RUN: not wavec %s -mcpu=gfx1100 -S -o %t.s 2>&1 | FileCheck %s
; CHECK: error: function 'ps' asks for 'amdgpu-ps-wqm-outputs', which is not supported
; CHECK-NOT: error
target triple = "amdgcn-amd-amdpal"

define amdgpu_ps float @ps(float %x) #0 {
  ret float %x
}

; Other shaders have no helper lanes.
define amdgpu_cs void @cs() #0 {
  ret void
}

attributes #0 = { "amdgpu-ps-wqm-outputs" }
