; Addresses that grow by the same in each iteration are pointers that are added to; those that are constants apart share one.
; RUN: wavec opt %s -passes=loop-addresses,verify -S | FileCheck %s

; CHECK-LABEL: @shared
; CHECK: [[X:%[a-z0-9.]+]] = sext i32 %x to i64
; CHECK: [[B:%[a-z0-9.]+]] = shl i64 [[X]], 2
; CHECK: [[START:%[a-z0-9.]+]] = getelementptr i8, ptr addrspace(1) %p, i64 [[B]]
; CHECK: loop:
; CHECK: [[P:%[a-z0-9.]+]] = phi ptr addrspace(1) [ [[START]], %entry ], [ [[NEXT:%[a-z0-9.]+]], %loop ]
; CHECK-NOT: sext
; CHECK: load i32, ptr addrspace(1) [[P]]
; CHECK: [[Q:%[a-z0-9.]+]] = getelementptr i8, ptr addrspace(1) [[P]], i64 12
; CHECK: store i32 %{{[a-z0-9.]+}}, ptr addrspace(1) [[Q]]
; CHECK: [[NEXT]] = getelementptr i8, ptr addrspace(1) [[P]], i64 4
; CHECK: ret void
define void @shared(ptr addrspace(1) %p, i32 %x, i32 %e) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = add nsw i32 %i, %x
  %w = sext i32 %s to i64
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %w
  %v = load i32, ptr addrspace(1) %a
  %q = getelementptr i8, ptr addrspace(1) %a, i64 12
  store i32 %v, ptr addrspace(1) %q
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %e
  br i1 %c, label %loop, label %end

end:
  ret void
}

; The sum may wrap before it is extended.
; CHECK-LABEL: @wraps
; CHECK: loop:
; CHECK-NOT: phi ptr
; CHECK: sext
; CHECK: ret void
define void @wraps(ptr addrspace(1) %p, i32 %x, i32 %e) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = add i32 %i, %x
  %w = sext i32 %s to i64
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %w
  store i32 1, ptr addrspace(1) %a
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %e
  br i1 %c, label %loop, label %end

end:
  ret void
}

; Rows of a matrix: the step is a product that does not change.
; CHECK-LABEL: @rows
; CHECK: [[N:%[a-z0-9.]+]] = sext i32 %n to i64
; CHECK: [[STEP:%[a-z0-9.]+]] = shl i64 %{{[a-z0-9.]+}}, 3
; CHECK: loop:
; CHECK: [[P:%[a-z0-9.]+]] = phi ptr addrspace(1)
; CHECK-NOT: mul
; CHECK: getelementptr i8, ptr addrspace(1) [[P]], i64 [[STEP]]
; CHECK: ret void
define void @rows(ptr addrspace(1) %p, i32 %s, i32 %n, i32 %e) {
entry:
  br label %loop

loop:
  %i = phi i32 [ %s, %entry ], [ %j, %loop ]
  %m = mul nsw i32 %i, %n
  %w = sext i32 %m to i64
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %w
  store i32 1, ptr addrspace(1) %a
  %j = add nsw i32 %i, 2
  %c = icmp slt i32 %j, %e
  br i1 %c, label %loop, label %end

end:
  ret void
}
