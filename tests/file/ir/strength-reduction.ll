; Products of 64 bits of a counter and what does not change in its loop are added up, if the counter does not wrap where it is
; extended and the product is needed in each iteration.
; RUN: wavec opt %s -passes=strength-reduction,dce,verify -S | FileCheck %s

; CHECK-LABEL: @rows
; CHECK: [[FIRST:%[a-z0-9.]+]] = sext i32 %s to i64
; CHECK: [[START:%[a-z0-9.]+]] = mul i64 [[FIRST]], %n
; CHECK: [[STEP:%[a-z0-9.]+]] = mul i64
; CHECK: loop:
; CHECK-DAG: [[SUM:%[a-z0-9.]+]] = phi i64 [ [[START]], %entry ], [ [[NEXT:%[a-z0-9.]+]], %loop ]
; CHECK-NOT: mul
; CHECK: getelementptr i8, ptr addrspace(1) %p, i64 [[SUM]]
; CHECK: [[NEXT]] = add i64 [[SUM]], [[STEP]]
; CHECK: ret void
define void @rows(ptr addrspace(1) %p, i32 %s, i32 %e, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ %s, %entry ], [ %j, %loop ]
  %w = sext i32 %i to i64
  %m = mul i64 %n, %w
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %m
  store i8 1, ptr addrspace(1) %q
  %j = add nsw i32 %i, 3
  %c = icmp slt i32 %j, %e
  br i1 %c, label %loop, label %end

end:
  ret void
}

; CHECK-LABEL: @wraps
; CHECK: loop:
; CHECK: mul i64
; CHECK: ret void
define void @wraps(ptr addrspace(1) %p, i32 %s, i32 %e, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ %s, %entry ], [ %j, %loop ]
  %w = zext i32 %i to i64
  %m = mul i64 %w, %n
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %m
  store i8 1, ptr addrspace(1) %q
  %j = add nsw i32 %i, 3
  %c = icmp ne i32 %j, %e
  br i1 %c, label %loop, label %end

end:
  ret void
}

; CHECK-LABEL: @sometimes
; CHECK: then:
; CHECK: mul i64
; CHECK: ret void
define void @sometimes(ptr addrspace(1) %p, i64 %e, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %j, %latch ]
  %b = icmp ult i64 %i, 7
  br i1 %b, label %then, label %latch

then:
  %m = mul i64 %i, %n
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %m
  store i8 1, ptr addrspace(1) %q
  br label %latch

latch:
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %e
  br i1 %c, label %loop, label %end

end:
  ret void
}
