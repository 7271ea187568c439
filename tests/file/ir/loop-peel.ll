; RUN: wavec opt -passes=loop-peel %s -o - | FileCheck %s
; Iterations in which a comparison has another result than in all later ones are peeled.
target triple = "amdgcn-amd-amdhsa"

; After the first iteration, the counter is not 0.
; CHECK-LABEL: @first(
; CHECK: store i32 7
; CHECK: store i32 9
; CHECK-NOT: store i32 7
; CHECK: ret void
define void @first(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = icmp eq i32 %i, 0
  br i1 %c, label %a, label %b
a:
  store i32 7, ptr addrspace(1) %p
  br label %latch
b:
  store i32 9, ptr addrspace(1) %p
  br label %latch
latch:
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Two iterations; the comparison is of a sum.
; CHECK-LABEL: @offset(
; CHECK-COUNT-2: store i32 7
; CHECK: store i32 9
; CHECK-NOT: store i32
; CHECK: ret void
define void @offset(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %k = add nsw i32 %i, -4
  %c = icmp sge i32 %k, 0
  br i1 %c, label %b, label %a
a:
  store i32 7, ptr addrspace(1) %p
  br label %latch
b:
  store i32 9, ptr addrspace(1) %p
  br label %latch
latch:
  %next = add nsw i32 %i, 2
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A flag that is set only at first.
; CHECK-LABEL: @flag(
; CHECK: store i32 7
; CHECK: phi i32 {{.*}}[ 1, %entry ]
; CHECK-NOT: store
; CHECK-NOT: phi i1
; CHECK: ret i32
define i32 @flag(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %new = phi i1 [ true, %entry ], [ false, %latch ]
  br i1 %new, label %a, label %latch
a:
  store i32 7, ptr addrspace(1) %p
  br label %latch
latch:
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %next
}

; Always true: nothing is peeled.
; CHECK-LABEL: @always(
; CHECK: store i32 9
; CHECK-NOT: store i32
; CHECK: ret void
define void @always(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 3, %entry ], [ %next, %latch ]
  %c = icmp ugt i32 %i, 2
  br i1 %c, label %b, label %a
a:
  store i32 7, ptr addrspace(1) %p
  br label %latch
b:
  store i32 9, ptr addrspace(1) %p
  br label %latch
latch:
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A counter that may wrap may be 0 again, and a condition that ends the loop is no reason.
; CHECK-LABEL: @wraps(
; CHECK: icmp eq i8
; CHECK: icmp eq i8
; CHECK-NOT: icmp
; CHECK: ret void
define void @wraps(ptr addrspace(1) %p, i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %latch ]
  %c = icmp eq i8 %i, 0
  br i1 %c, label %a, label %latch
a:
  store i32 7, ptr addrspace(1) %p
  br label %latch
latch:
  %next = add i8 %i, 1
  %done = icmp eq i8 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: @ends(
; CHECK-COUNT-1: store volatile
; CHECK-NOT: store
; CHECK: ret void
define void @ends(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = icmp slt i32 %i, 3
  br i1 %c, label %latch, label %exit
latch:
  store volatile i32 7, ptr addrspace(1) %p
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
