; Remainders of floats are loops over twelve bits of the quotient at a time.
; RUN: wavec opt %s -passes=lower-float-remainder -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @single
; CHECK: call { float, i32 } @llvm.frexp.f32.i32
; CHECK: phi float
; CHECK-NOT: frem
; CHECK: ret float
define float @single(float %a, float %b) {
  %c = frem float %a, %b
  ret float %c
}

; CHECK-LABEL: @double
; CHECK: call { double, i32 } @llvm.frexp.f64.i32
; CHECK-NOT: frem
; CHECK: ret double
define double @double(double %a, double %b) {
  %c = frem double %a, %b
  ret double %c
}

; CHECK-LABEL: @two
; CHECK-NOT: frem
; CHECK: ret float
define float @two(float %a, float %b) {
  %c = frem float %a, %b
  %d = frem float %c, 3.0
  ret float %d
}

; CHECK-LABEL: @division
; CHECK-NEXT: %c = fdiv float %a, %b
; CHECK-NEXT: ret float %c
define float @division(float %a, float %b) {
  %c = fdiv float %a, %b
  ret float %c
}
