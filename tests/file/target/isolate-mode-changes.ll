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

; Interpolation to halves rounds towards zero: two bits of MODE from bit 2.
; CHECK-LABEL: @interpolation
; CHECK: call void @llvm.amdgcn.s.setreg(i32 2177, i32 3)
; CHECK-NEXT: br label
; CHECK: call float @llvm.amdgcn.interp.p1.f16
; CHECK-NEXT: call half @llvm.amdgcn.interp.p2.f16
; CHECK-NEXT: br label
; CHECK: call void @llvm.amdgcn.s.setreg(i32 2177, i32 0)
; CHECK-NEXT: br label
; CHECK: fadd half
define amdgpu_ps half @interpolation(float %i, float %j, half %x, i32 inreg %m) {
  %a = call float @llvm.amdgcn.interp.p1.f16(float %i, i32 1, i32 2, i1 true, i32 %m)
  %b = call half @llvm.amdgcn.interp.p2.f16(float %a, float %j, i32 1, i32 2, i1 true, i32 %m)
  %r = fadd half %b, %x
  ret half %r
}
declare float @llvm.amdgcn.interp.p1.f16(float, i32, i32, i1, i32)
declare half @llvm.amdgcn.interp.p2.f16(float, float, i32, i32, i1, i32)

; Lanes that end.
; CHECK-LABEL: @killed
; CHECK: br label
; CHECK: call void @llvm.amdgcn.kill
; CHECK-NEXT: br label
; CHECK: fadd float
define amdgpu_ps float @killed(float %x, i1 %c) {
  call void @llvm.amdgcn.kill(i1 %c)
  %y = fadd float %x, 1.0
  ret float %y
}
declare void @llvm.amdgcn.kill(i1)
