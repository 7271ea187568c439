; RUN: not wavec %s -mcpu=gfx1100 -S -o %t.s 2>&1 | FileCheck %s
; CHECK: error: malformed PAL metadata:
target triple = "amdgcn-amd-amdpal"

define amdgpu_cs void @cs() {
  ret void
}

!amdgpu.pal.metadata.msgpack = !{!0}
!0 = !{!"\82\AEamdpal.version\92\03"}
