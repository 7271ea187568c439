; The floating-point environment is in the register MODE, and its flags in TRAPSTS.
; RUN: wavec opt %s -passes=lower-fp-environment -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; Four bits of MODE are an index into a table.
; CHECK-LABEL: @rounding
; CHECK: call i32 @llvm.amdgcn.s.getreg(i32 6145)
; CHECK: lshr i64
; CHECK-NOT: llvm.get.rounding
; CHECK: ret i32
define i32 @rounding() {
  %r = call i32 @llvm.get.rounding()
  ret i32 %r
}

; MODE belongs to the wave.
; CHECK-LABEL: @set
; CHECK: [[FIRST:%.*]] = call i32 @llvm.amdgcn.readfirstlane.i32
; CHECK: call void @llvm.amdgcn.s.setreg(i32 6145, i32 {{%.*}})
; CHECK-NOT: llvm.set.rounding
; CHECK: ret void
define void @set(i32 %r) {
  call void @llvm.set.rounding(i32 %r)
  ret void
}

; CHECK-LABEL: @environment
; CHECK-DAG: call i32 @llvm.amdgcn.s.getreg(i32 45057)
; CHECK-DAG: call i32 @llvm.amdgcn.s.getreg(i32 8195)
; CHECK-NOT: llvm.get.fpenv
; CHECK: ret i64
define i64 @environment() {
  %e = call i64 @llvm.get.fpenv.i64()
  ret i64 %e
}

; CHECK-LABEL: @register
; CHECK-NEXT: %r = call i32 @llvm.amdgcn.s.getreg(i32 6145)
; CHECK-NEXT: ret i32 %r
define i32 @register() {
  %r = call i32 @llvm.amdgcn.s.getreg(i32 6145)
  ret i32 %r
}
