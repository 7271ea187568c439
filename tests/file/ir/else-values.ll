; RUN: wavec opt %s -passes=structurize -S | FileCheck %s
; On the edge to the else side, a value that the then side changes is the old one: one variable for all.

; Neither side's value is copied on the other: the else side does not change %a.
; CHECK-LABEL: @kept(
; CHECK: Flow:
; CHECK: [[V:%[0-9]+]] = phi i32 [ %a, %entry ], [ %b, %then ]
; CHECK: else:
; CHECK: store i32 [[V]], ptr %p
; CHECK: join:
; CHECK-NOT: phi i32
; CHECK: ret i32 [[V]]
define i32 @kept(i32 %a, i32 %c, ptr %p) {
entry:
  %cond = icmp slt i32 %c, 5
  br i1 %cond, label %then, label %else
then:
  %b = add i32 %a, 1
  br label %join
else:
  store i32 %a, ptr %p
  br label %join
join:
  %r = phi i32 [ %b, %then ], [ %a, %else ]
  ret i32 %r
}

; Both sides change it.
; CHECK-LABEL: @changed(
; CHECK: Flow:
; CHECK: [[V:%[0-9]+]] = phi i32 [ %a, %entry ], [ %b, %then ]
; CHECK: else:
; CHECK: [[D:%[a-z0-9]+]] = sub i32 [[V]], 7
; CHECK: phi i32 [ [[V]], %Flow ], [ [[D]], %else ]
define i32 @changed(i32 %x, i32 %c, ptr %p) {
entry:
  %a = mul i32 %x, 3
  %cond = icmp slt i32 %c, 5
  br i1 %cond, label %then, label %else
then:
  %b = add i32 %a, 1
  br label %join
else:
  %d = sub i32 %a, 7
  br label %join
join:
  %r = phi i32 [ %b, %then ], [ %d, %else ]
  ret i32 %r
}

; It is used after both: a variable of its own.
; CHECK-LABEL: @read_later(
; CHECK: Flow:
; CHECK: [[V:%[0-9]+]] = phi i32 [ poison, %entry ], [ %b, %then ]
; CHECK: else:
; CHECK: sub i32 %a, 7
define i32 @read_later(i32 %x, i32 %c, ptr %p) {
entry:
  %a = mul i32 %x, 3
  %cond = icmp slt i32 %c, 5
  br i1 %cond, label %then, label %else
then:
  %b = add i32 %a, 1
  br label %join
else:
  %d = sub i32 %a, 7
  br label %join
join:
  %r = phi i32 [ %b, %then ], [ %d, %else ]
  %s = xor i32 %r, %a
  ret i32 %s
}

; A latch whose condition is a phi is no else side: what its successor joins the value with comes from before the loop.
; CHECK-LABEL: @latch(
; CHECK: loop:
; CHECK: %i = phi i32 [ 0, {{.*}} ], [ %j, %flow ]
; CHECK: %j = phi i32 [ poison, %loop ], [ %i, %body ]
define void @latch(i32 %x) {
  %c = icmp ult i32 %x, 8
  br i1 %c, label %early, label %enter
early:
  ret void
enter:
  br label %loop
loop:
  %i = phi i32 [ 0, %enter ], [ %j, %flow ]
  %d = icmp ult i32 %i, %x
  br i1 %d, label %body, label %flow
body:
  br label %flow
flow:
  %j = phi i32 [ %i, %body ], [ poison, %loop ]
  %done = phi i1 [ false, %body ], [ true, %loop ]
  br i1 %done, label %out, label %loop
out:
  ret void
}

; A then side that contains such an if: the inner else side also works on the value, which the outer one renames.
; CHECK-LABEL: @nested(
; CHECK: Flow:
; CHECK: [[V:%[0-9]+]] = phi i32 [ %a, %then ], [ %b, %first ]
; CHECK: second:
; CHECK: %d = sub i32 [[V]], 7
; CHECK: [[W:%[0-9]+]] = phi i32 [ %a, %entry ], [ {{%[0-9]+}}, %Flow2 ]
; CHECK: else:
; CHECK: %e = mul i32 [[W]], 5
define i32 @nested(i32 %x, i32 %c) {
entry:
  %a = mul i32 %x, 3
  %cond = icmp slt i32 %c, 5
  br i1 %cond, label %then, label %else
then:
  %again = icmp slt i32 %c, 2
  br i1 %again, label %first, label %second
first:
  %b = add i32 %a, 1
  br label %join
second:
  %d = sub i32 %a, 7
  br label %join
else:
  %e = mul i32 %a, 5
  br label %join
join:
  %r = phi i32 [ %b, %first ], [ %d, %second ], [ %e, %else ]
  ret i32 %r
}

; A value that the then side only passes on needs no PHI.
; CHECK-LABEL: @passed_on(
; CHECK: Flow:
; CHECK-NOT: phi i32
; CHECK: else:
; CHECK: %r = phi i32 [ %a, %Flow ], [ %d, %else ]
define i32 @passed_on(i32 %x, i32 %c, ptr %p) {
entry:
  %a = mul i32 %x, 3
  %cond = icmp slt i32 %c, 5
  br i1 %cond, label %then, label %else
then:
  store i32 %c, ptr %p
  br label %join
else:
  %d = sub i32 %a, 7
  br label %join
join:
  %r = phi i32 [ %a, %then ], [ %d, %else ]
  %s = xor i32 %r, %a
  ret i32 %s
}
