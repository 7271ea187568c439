; RUN: wavec opt %s -passes=constraint-elimination,verify -S | FileCheck %s

; i + k - 4 < n follows from i < n and k < 4, and i - 1 >= 0 from i > 0.
define i1 @sums(i32 %i, i32 %k, i32 %n) {
; CHECK-LABEL: define i1 @sums
; CHECK: inside:
; CHECK-NOT: icmp
; CHECK: ret i1 true
entry:
  %c = icmp slt i32 %i, %n
  %d = icmp slt i32 %k, 4
  %both = and i1 %c, %d
  %e = icmp sgt i32 %i, 0
  %all = select i1 %both, i1 %e, i1 false
  br i1 %all, label %inside, label %out

inside:
  %sum = add nsw i32 %i, %k
  %at = add nsw i32 %sum, -4
  %f = icmp slt i32 %at, %n
  %before = add nsw i32 %i, -1
  %g = icmp sge i32 %before, 0
  %h = and i1 %f, %g
  ret i1 %h

out:
  ret i1 false
}

; Sums that may wrap say nothing.
define i1 @wraps(i32 %i, i32 %k, i32 %n) {
; CHECK-LABEL: define i1 @wraps
; CHECK: inside:
; CHECK: %f = icmp slt i32 %at, %n
; CHECK: ret i1 %f
entry:
  %c = icmp slt i32 %i, %n
  br i1 %c, label %inside, label %out

inside:
  %at = add i32 %i, -4
  %f = icmp slt i32 %at, %n
  ret i1 %f

out:
  ret i1 false
}

; With a lower bound, the sum does not wrap.
define i1 @bounded(i32 %i, i32 %n) {
; CHECK-LABEL: define i1 @bounded
; CHECK: inside:
; CHECK: ret i1 true
entry:
  %c = icmp slt i32 %i, %n
  %d = icmp sgt i32 %i, -100
  %both = and i1 %c, %d
  br i1 %both, label %inside, label %out

inside:
  %at = add i32 %i, -4
  %f = icmp slt i32 %at, %n
  ret i1 %f

out:
  ret i1 false
}

; A counter from 0 to n - 1 is in bounds, in both orders.
define void @counter(i32 %n, ptr %p) {
; CHECK-LABEL: define void @counter
; CHECK: loop:
; CHECK-NOT: icmp ult
; CHECK-NOT: icmp sge
; CHECK: store i32 %i
; CHECK: icmp slt i32 %next, %n
; CHECK: br i1
entry:
  %guard = icmp sgt i32 %n, 0
  br i1 %guard, label %loop, label %out

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %a = icmp ult i32 %i, %n
  %b = icmp sge i32 %i, 0
  %c = and i1 %a, %b
  br i1 %c, label %body, label %latch

body:
  store i32 %i, ptr %p
  br label %latch

latch:
  %next = add nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %out

out:
  ret void
}

; A counter that must not get past its limit stays below it if it starts there.
define void @steps(i32 %n, ptr %p) {
; CHECK-LABEL: define void @steps
; CHECK: loop:
; CHECK: %next = add i32 %i, 1
; CHECK-NOT: icmp sle
; CHECK: store i32 %i
entry:
  %guard = icmp sgt i32 %n, 3
  br i1 %guard, label %loop, label %out

loop:
  %i = phi i32 [ 3, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %a = icmp sle i32 %next, %n
  br i1 %a, label %body, label %latch

body:
  store i32 %i, ptr %p
  br label %latch

latch:
  %again = icmp ne i32 %next, %n
  br i1 %again, label %loop, label %out

out:
  ret void
}

; The limit of the counter may be poison in the first turn, which does not compare with it: the bounds of the maximum
; cannot all be true then.
define void @poison_limit(i32 %a, i32 %x, ptr %p) {
; CHECK-LABEL: define void @poison_limit
; CHECK: loop:
; CHECK: %c = icmp sle i32 %i, 2147483646
; CHECK: br i1 %c
entry:
  %more = add nsw i32 %a, 1
  %limit = call i32 @llvm.smax.i32(i32 %x, i32 %more)
  br label %loop

loop:
  %i = phi i32 [ %a, %entry ], [ %next, %latch ]
  %c = icmp sle i32 %i, 2147483646
  br i1 %c, label %body, label %latch

body:
  store i32 %i, ptr %p
  br label %latch

latch:
  %next = add nsw i32 %i, 1
  %again = icmp slt i32 %next, %limit
  br i1 %again, label %loop, label %out

out:
  ret void
}

; Minima and maxima, and remainders.
define i1 @definitions(i32 %x, i32 %y, i32 %z) {
; CHECK-LABEL: define i1 @definitions
; CHECK: inside:
; CHECK-NOT: icmp
; CHECK-NOT: @llvm.umax
; CHECK: ret i1 true
entry:
  %r = urem i32 %x, %y
  %m = call i32 @llvm.umin.i32(i32 %r, i32 20)
  %c = icmp ule i32 %y, %z
  br i1 %c, label %inside, label %out

inside:
  %d = icmp ult i32 %m, %z
  %max = call i32 @llvm.umax.i32(i32 %m, i32 %z)
  %e = icmp eq i32 %max, %z
  %f = and i1 %d, %e
  ret i1 %f

out:
  ret i1 false
}

; Of a case of a switch, the value is known.
define i1 @switch(i32 %x) {
; CHECK-LABEL: define i1 @switch
; CHECK: five:
; CHECK: ret i1 true
; CHECK: out:
; CHECK: %e = icmp ult i32 %x, 6
entry:
  switch i32 %x, label %out [ i32 5, label %five ]

five:
  %d = icmp ult i32 %x, 6
  ret i1 %d

out:
  %e = icmp ult i32 %x, 6
  ret i1 %e
}

; Of two conditions the weaker one goes, and contradictions are false.
define i1 @combined(i32 %x, i32 %y) {
; CHECK-LABEL: define i1 @combined
; CHECK: entry:
; CHECK-NOT: and
; CHECK: br i1 %a
; CHECK: inside:
; CHECK: ret i1 false
entry:
  %a = icmp slt i32 %x, 10
  %b = icmp slt i32 %x, 20
  %c = and i1 %a, %b
  br i1 %c, label %inside, label %out

inside:
  %d = icmp sgt i32 %y, %x
  %e = icmp slt i32 %y, %x
  %f = and i1 %d, %e
  ret i1 %f

out:
  ret i1 true
}

; Differences that do not wrap say so.
define i32 @difference(i32 %x, i32 %y) {
; CHECK-LABEL: define i32 @difference
; CHECK: inside:
; CHECK: sub nuw i32 %y, %x
; CHECK: out:
; CHECK: sub i32 %y, %x
entry:
  %c = icmp ult i32 %x, %y
  br i1 %c, label %inside, label %out

inside:
  %a = sub i32 %y, %x
  ret i32 %a

out:
  %b = sub i32 %y, %x
  ret i32 %b
}
