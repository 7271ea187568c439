; Booleans of lanes that took different ways are merged as masks, or as numbers in vector registers.
; RUN: wavec opt %s -passes=lower-i1-phis -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.readfirstlane.i32(i32)

; Lanes that did not take the branch have the negated condition.
; CHECK-LABEL: @else
; CHECK-NOT: phi i1
; CHECK: [[NOT:%.*]] = xor i1 %c, true
; CHECK: select i1 [[NOT]]
define i32 @else(i32 %x) {
  %c = icmp slt i32 %x, 10
  br i1 %c, label %arm, label %join
arm:
  br label %join
join:
  %p = phi i1 [ true, %0 ], [ false, %arm ]
  %r = select i1 %p, i32 1, i32 %x
  ret i32 %r
}

; The arm adds its lanes to those that are known before it, of which lanes of the arm keep nothing, not even poison.
; CHECK-LABEL: @arm
; CHECK: [[NOT:%.*]] = xor i1 %c, true
; CHECK: [[BEFORE:%.*]] = freeze i1 %d
; CHECK: [[KNOWN:%.*]] = and i1 [[BEFORE]], [[NOT]]
; CHECK: arm:
; CHECK: [[OWN:%.*]] = and i1 %e, %c
; CHECK: [[ALL:%.*]] = or i1 [[KNOWN]], [[OWN]]
; CHECK: phi i1 [ [[KNOWN]], %0 ], [ [[ALL]], %arm ]
define i32 @arm(i32 %x, i32 %y) {
  %c = icmp slt i32 %x, 10
  %d = icmp slt i32 %y, 10
  br i1 %c, label %arm, label %join
arm:
  %e = icmp sgt i32 %y, 5
  br label %join
join:
  %p = phi i1 [ %d, %0 ], [ %e, %arm ]
  %r = select i1 %p, i32 1, i32 %x
  ret i32 %r
}

; Lanes leave the loop one after another.
; CHECK-LABEL: @loop
; CHECK: after:
; CHECK-NOT: phi i1
; CHECK: ret i32
define i32 @loop(i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 1
  %odd = trunc i32 %i to i1
  %done = icmp sge i32 %next, %n
  br i1 %done, label %after, label %loop
after:
  %p = phi i1 [ %odd, %loop ]
  %r = select i1 %p, i32 1, i32 2
  ret i32 %r
}

; All lanes take the same way.
; CHECK-LABEL: @uniform
; CHECK: %p = phi i1 [ true, %0 ], [ false, %arm ]
; CHECK-NEXT: %r = select i1 %p, i32 1, i32 2
define i32 @uniform(i32 %x) {
  %s = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)
  %c = icmp slt i32 %s, 10
  br i1 %c, label %arm, label %join
arm:
  br label %join
join:
  %p = phi i1 [ true, %0 ], [ false, %arm ]
  %r = select i1 %p, i32 1, i32 2
  ret i32 %r
}
