; RUN: wavec %s -mcpu=gfx942 -O1 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx1100 -O1 -S -o - | FileCheck %s
; Lanes that store different values to one place load the same one from there, whichever it is: the value that a lane stored
; does not stand for the value that is loaded, by which all lanes branch.

@flag = addrspace(1) global i32 6
@place = addrspace(1) global i16 5

; CHECK-LABEL: branch:
; CHECK: global_store
; CHECK: {{s|global}}_load
; CHECK: s_cbranch_{{scc|vcc}}
define void @branch(ptr %p) {
  %narrow = load i16, ptr %p, align 2
  %stored = zext i16 %narrow to i32
  store i32 %stored, ptr addrspace(1) @flag
  %loaded = load i32, ptr addrspace(1) @flag
  %is_set = icmp ne i32 %loaded, 0
  br i1 %is_set, label %yes, label %no
yes:
  store i32 4, ptr %p, align 4
  ret void
no:
  store i16 0, ptr addrspace(1) @place, align 2
  ret void
}
