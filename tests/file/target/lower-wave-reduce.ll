; Reductions over a wave are loops over its active lanes.
; RUN: wavec opt %s -passes=lower-wave-reduce -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.wave.reduce.umin.i32(i32, i32 immarg)
declare i32 @llvm.amdgcn.wave.reduce.umax.i32(i32, i32 immarg)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)

; CHECK-LABEL: @least
; CHECK: [[ACTIVE:%.*]] = call i64 @llvm.amdgcn.ballot.i64(i1 true)
; CHECK: [[LANES:%.*]] = phi i64 [ [[ACTIVE]], {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
; CHECK: phi i32 [ -1,
; CHECK: call i64 @llvm.cttz.i64(i64 [[LANES]], i1 true)
; CHECK: call i32 @llvm.amdgcn.readlane.i32(i32 %x
; CHECK: call i32 @llvm.umin.i32
; CHECK: [[NEXT]] = and i64 [[LANES]]
; CHECK-NOT: wave.reduce
; CHECK: ret i32
define i32 @least(i32 %x) {
  %r = call i32 @llvm.amdgcn.wave.reduce.umin.i32(i32 %x, i32 0)
  ret i32 %r
}

; CHECK-LABEL: @largest
; CHECK: phi i32 [ 0,
; CHECK: call i32 @llvm.umax.i32
; CHECK: ret i32
define i32 @largest(i32 %x) {
  %r = call i32 @llvm.amdgcn.wave.reduce.umax.i32(i32 %x, i32 0)
  ret i32 %r
}

; CHECK-LABEL: @both
; CHECK-COUNT-2: call i64 @llvm.amdgcn.ballot.i64
; CHECK-NOT: ballot
; CHECK: ret i32
define i32 @both(i32 %x) {
  %r = call i32 @llvm.amdgcn.wave.reduce.umax.i32(i32 %x, i32 0)
  %s = call i32 @llvm.amdgcn.wave.reduce.umin.i32(i32 %r, i32 0)
  ret i32 %s
}

; CHECK-LABEL: @first
; CHECK-NEXT: %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)
; CHECK-NEXT: ret i32 %r
define i32 @first(i32 %x) {
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)
  ret i32 %r
}
