; A loop from a number to that number plus a constant has the same trip count as one from zero to the constant.
; RUN: wavec opt -passes=loop-unroll %s -o - | FileCheck %s
; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:i32[16]:iota --dump 0:16 | FileCheck %s --check-prefix=VALUES
; RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:i32[16]:iota --dump 0:16 | FileCheck %s --check-prefix=VALUES
; VALUES: 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @k(
; CHECK-NOT: phi
; CHECK-COUNT-4: store i32
; CHECK-NOT: store
; CHECK: ret void
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %start = mul nsw i32 %id, 4
  %end = add nsw i32 %start, 4
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %old = load i32, ptr addrspace(1) %at
  %new = add i32 %old, %i
  store i32 %new, ptr addrspace(1) %at
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Without a no-wrap flag the sum may wrap.
; CHECK-LABEL: @equal(
; CHECK-NOT: phi
; CHECK-COUNT-4: store volatile
; CHECK: ret void
define void @equal(ptr addrspace(1) %p, i32 %start) {
entry:
  %end = add i32 %start, 4
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr addrspace(1) %p
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, %end
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; With one it may not.
; CHECK-LABEL: @may_wrap(
; CHECK: phi
; CHECK: ret void
define void @may_wrap(ptr addrspace(1) %p, i32 %start) {
entry:
  %end = add i32 %start, 4
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr addrspace(1) %p
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()

; A loop around one that runs as often as it counts is unrolled for that.
; CHECK-LABEL: @triangle(
; CHECK-NOT: phi
; CHECK-COUNT-6: store volatile
; CHECK-NOT: store
; CHECK: ret void
define void @triangle(ptr addrspace(1) %p, i32 %start) {
entry:
  br label %outer
outer:
  %length = phi i32 [ 1, %entry ], [ %longer, %latch ]
  %end = add nsw i32 %start, %length
  br label %loop
loop:
  %i = phi i32 [ %start, %outer ], [ %next, %loop ]
  store volatile i32 %i, ptr addrspace(1) %p
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %latch
latch:
  %longer = add nsw i32 %length, 1
  %again = icmp slt i32 %longer, 4
  br i1 %again, label %outer, label %exit
exit:
  ret void
}
