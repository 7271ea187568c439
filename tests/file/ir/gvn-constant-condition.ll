; RUN: wavec opt %s -passes=gvn -S -o - | FileCheck %s

; What a branch on a constant would mean by its other edges must not be believed of the constant: the cases of the
; inner switch are those of the outer, not one of them twice.

; CHECK-LABEL: define void @f(
; CHECK: switch i32 0
; CHECK: inner:
; CHECK-NEXT: switch i32 %x, label %other [
; CHECK-NEXT: i32 0, label %other
; CHECK-NEXT: i32 1, label %exit
define void @f(ptr addrspace(1) %p, i32 %x) {
entry:
  switch i32 0, label %exit [
    i32 0, label %other
    i32 1, label %inner
  ]
inner:
  switch i32 %x, label %other [
    i32 0, label %other
    i32 1, label %exit
  ]
other:
  store i32 %x, ptr addrspace(1) %p
  br label %exit
exit:
  ret void
}
