; RUN: wavec opt -passes=count-bits %s -o - | FileCheck %s
; RUN: wavec run %s -O0 --kernel k --global 8 --local 8 --arg buf:i64[16]:iota --dump 0:16 | FileCheck %s --check-prefix=VALUES
; RUN: wavec run %s -O2 --kernel k --global 8 --local 8 --arg buf:i64[16]:iota --dump 0:16 | FileCheck %s --check-prefix=VALUES
; Loops that clear the lowest bit until none is left. Without any bit the body runs once.
; VALUES: 3 3 3 6 3 6 6 9 8 9 10 11 12 13 14 15
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @counters(
; CHECK: [[BITS:%[0-9]+]] = call i32 @llvm.ctpop.i32({{.*}}%start)
; CHECK: [[TRIPS:%[0-9]+]] = call i32 @llvm.umax.i32({{.*}}[[BITS]]{{.*}}1)
; CHECK-NOT: phi
; CHECK: ret i64
define i64 @counters(i32 %start, i64 %from, ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %start, %entry ], [ %next, %loop ]
  %n = phi i64 [ %from, %entry ], [ %n1, %loop ]
  %n1 = add i64 %n, 3
  %less = add i32 %x, -1
  %next = and i32 %less, %x
  %done = icmp eq i32 %next, 0
  br i1 %done, label %exit, label %loop
exit:
  store i32 %next, ptr addrspace(1) %p
  store i64 %n, ptr addrspace(1) %p
  ret i64 %n1
}

; The last bit is used after the loop.
; CHECK-LABEL: @highest(
; CHECK: phi i32
; CHECK-NOT: ctpop
; CHECK: ret i32
define i32 @highest(i32 %start) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %start, %entry ], [ %next, %loop ]
  %less = add i32 %x, -1
  %next = and i32 %x, %less
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %x
}

; The loop has another effect.
; CHECK-LABEL: @stores(
; CHECK: phi i32
; CHECK-NOT: ctpop
; CHECK: ret void
define void @stores(i32 %start, ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %start, %entry ], [ %next, %loop ]
  store volatile i32 %x, ptr addrspace(1) %p
  %less = add i32 %x, -1
  %next = and i32 %x, %less
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i64, ptr addrspace(1) %p, i32 %id
  %start = load i64, ptr addrspace(1) %at
  br label %loop
loop:
  %x = phi i64 [ %start, %entry ], [ %next, %loop ]
  %n = phi i8 [ 0, %entry ], [ %n1, %loop ]
  %n1 = add i8 %n, 3
  %less = add i64 %x, -1
  %next = and i64 %x, %less
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %exit
exit:
  %wide = zext i8 %n1 to i64
  store i64 %wide, ptr addrspace(1) %at
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
