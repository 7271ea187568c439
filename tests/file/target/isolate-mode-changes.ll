; What changes rounding or denormals is in a block of its own, so that nothing moves across it.
; RUN: wavec opt %s -passes=isolate-mode-changes -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare void @llvm.amdgcn.s.setreg(i32 immarg, i32)

; Rounding: four bits of MODE from bit 0.
; CHECK-LABEL: @rounding
; CHECK-NEXT: br label %[[CHANGE:.*]]
; CHECK: [[CHANGE]]:
; CHECK-NEXT: call void @llvm.amdgcn.s.setreg(i32 6145, i32 3)
; CHECK-NEXT: br label %[[REST:.*]]
; CHECK: [[REST]]:
; CHECK-NEXT: fadd
define float @rounding(float %x) {
  call void @llvm.amdgcn.s.setreg(i32 6145, i32 3)
  %y = fadd float %x, 1.0
  ret float %y
}

; Denormals: four bits from bit 4.
; CHECK-LABEL: @denormals
; CHECK-NEXT: fadd
; CHECK-NEXT: br label
; CHECK: call void @llvm.amdgcn.s.setreg(i32 6401, i32 0)
; CHECK-NEXT: br label
; CHECK: ret float
define float @denormals(float %x) {
  %y = fadd float %x, 1.0
  call void @llvm.amdgcn.s.setreg(i32 6401, i32 0)
  ret float %y
}

; CHECK-LABEL: @two
; CHECK-COUNT-4: br label
; CHECK-NOT: br label
; CHECK: ret float
define float @two(float %x) {
  call void @llvm.amdgcn.s.setreg(i32 6145, i32 3)
  %y = fadd float %x, 1.0
  call void @llvm.amdgcn.s.setreg(i32 6145, i32 0)
  ret float %y
}

; Another register.
; CHECK-LABEL: @other
; CHECK-NEXT: call void @llvm.amdgcn.s.setreg(i32 6146, i32 3)
; CHECK-NEXT: fadd
define float @other(float %x) {
  call void @llvm.amdgcn.s.setreg(i32 6146, i32 3)
  %y = fadd float %x, 1.0
  ret float %y
}
