; An operation that changes nothing on one path is done on the other one.
; RUN: wavec opt -passes=sink-updates %s -o - | FileCheck %s

; CHECK-LABEL: @update(
; CHECK: side:
; CHECK: [[V:%[0-9a-z]+]] = load i32
; CHECK-NEXT: [[Y:%[0-9a-z]+]] = xor i32 %x, [[V]]
; CHECK-NEXT: br label %join
; CHECK: join:
; CHECK-NEXT: [[Z:%[0-9a-z]+]] = phi i32 [ [[Y]], %side ], [ %x, %entry ]
; CHECK-NEXT: ret i32 [[Z]]
define i32 @update(ptr addrspace(1) %p, i32 %x, i1 %c) {
entry:
  br i1 %c, label %side, label %join
side:
  %v = load i32, ptr addrspace(1) %p
  br label %join
join:
  %u = phi i32 [ %v, %side ], [ 0, %entry ]
  %z = xor i32 %x, %u
  ret i32 %z
}

; Not where the other path changes the value, where the operand is computed after it, or where zero is not neutral.
; CHECK-LABEL: @others(
; CHECK: join:
; CHECK: sub i32
; CHECK: add i32
; CHECK: mul i32
define i32 @others(ptr addrspace(1) %p, i32 %x, i1 %c) {
entry:
  br i1 %c, label %side, label %join
side:
  %v = load i32, ptr addrspace(1) %p
  %w = load i32, ptr addrspace(1) %p
  %m = load i32, ptr addrspace(1) %p
  br label %join
join:
  %u = phi i32 [ %v, %side ], [ 0, %entry ]
  %a = phi i32 [ %w, %side ], [ 0, %entry ]
  %n = phi i32 [ %m, %side ], [ 0, %entry ]
  %z = sub i32 %u, %x
  %y = add i32 %z, %a
  %r = mul i32 %y, %n
  ret i32 %r
}
