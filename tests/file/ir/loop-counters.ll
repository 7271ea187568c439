; RUN: wavec opt -passes=loop-counters %s -o - | FileCheck %s
; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:i32[8]:iota --dump 0:8 | FileCheck %s --check-prefix=VALUES
; RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:i32[8]:iota --dump 0:8 | FileCheck %s --check-prefix=VALUES
; VALUES: 48 81 114 147 4 5 6 7
target triple = "amdgcn-amd-amdhsa"

; The old value of a counter is tested after its step, which may wrap in the last iteration.
; CHECK-LABEL: @tests_next(
; CHECK: [[I:%[0-9]+|%i]] = phi i32 [ %n, %entry ], [ [[NEXT:%[0-9]+|%next]], %loop ]
; CHECK: [[NEXT]] = add i32 [[I]], -1
; CHECK: icmp ne i32 [[NEXT]], -1
define void @tests_next(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %more = icmp ne i32 %i, 0
  %next = add nsw i32 %i, -1
  store volatile i32 0, ptr addrspace(1) %p
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Other uses of the next value stay after it.
; CHECK-LABEL: @uses_next(
; CHECK: [[NEXT:%[0-9]+|%next]] = add i32 %i, 1
; CHECK-NEXT: store volatile i32 [[NEXT]],
; CHECK-NEXT: icmp eq i32 [[NEXT]], 1
define void @uses_next(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, 1
  store volatile i32 %next, ptr addrspace(1) %p
  %again = icmp eq i32 %i, 0
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; An order is not kept where the counter wraps, and a counter that something else reads stays.
; CHECK-LABEL: @others_stay(
; CHECK: icmp sgt i32 %i, 0
; CHECK: icmp ne i32 %j, 5
define void @others_stay(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %i1, %loop ]
  %j = phi i32 [ %n, %entry ], [ %j1, %loop ]
  %i1 = add nsw i32 %i, -1
  %j1 = add nsw i32 %j, -1
  store volatile i32 %j, ptr addrspace(1) %p
  %a = icmp sgt i32 %i, 0
  %b = icmp ne i32 %j, 5
  %c = and i1 %a, %b
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Of a counter nothing is read but sixteen times its value.
; CHECK-LABEL: @multiples(
; CHECK: [[START:%[0-9]+]] = shl i32 %s, 4
; CHECK: phi i32 [ [[START]], %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: [[NEXT]] = add i32 {{%.*}}, 48
; CHECK-NOT: shl
; CHECK: ret void
define void @multiples(ptr addrspace(1) %p, i32 %s, i32 %n) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %s, %entry ], [ %x1, %loop ]
  %i = phi i32 [ %n, %entry ], [ %i1, %loop ]
  %x1 = add nsw i32 %x, 3
  %a = shl nsw i32 %x, 4
  %b = shl i32 %x1, 4
  store volatile i32 %a, ptr addrspace(1) %p
  store volatile i32 %b, ptr addrspace(1) %p
  %i1 = add i32 %i, -1
  %c = icmp ne i32 %i1, 0
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Nor products of other counters, or products that are read after the loop.
; CHECK-LABEL: @other_products(
; CHECK: mul i32 %x, %n
; CHECK: shl i32 %y, 2
; CHECK: exit:
; CHECK: shl i32 {{.*}}, 3
define void @other_products(ptr addrspace(1) %p, i32 %s, i32 %n) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %s, %entry ], [ %x1, %loop ]
  %y = phi i32 [ %s, %entry ], [ %y1, %loop ]
  %z = phi i32 [ %s, %entry ], [ %z1, %loop ]
  %i = phi i32 [ %n, %entry ], [ %i1, %loop ]
  %x1 = add i32 %x, 3
  %y1 = add i32 %y, 3
  %z1 = add i32 %z, 3
  %a = mul i32 %x, %n
  %b = shl i32 %y, 2
  store volatile i32 %a, ptr addrspace(1) %p
  store volatile i32 %b, ptr addrspace(1) %p
  store volatile i32 %y, ptr addrspace(1) %p
  %i1 = add i32 %i, -1
  %c = icmp ne i32 %i1, 0
  br i1 %c, label %loop, label %exit
exit:
  %d = shl i32 %z1, 3
  store volatile i32 %d, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %n = load i32, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 3, %entry ], [ %i1, %loop ]
  %x = phi i32 [ %n, %entry ], [ %x1, %loop ]
  %sum = phi i32 [ %n, %entry ], [ %sum1, %loop ]
  %a = mul i32 %x, 8
  %b = and i32 %a, 127
  %t = add i32 %sum, %b
  %sum1 = xor i32 %t, %i
  %x1 = add i32 %x, 1
  %i1 = add i32 %i, -1
  %c = icmp ne i32 %i, 0
  br i1 %c, label %loop, label %exit
exit:
  store i32 %sum1, ptr addrspace(1) %at
  ret void
}
