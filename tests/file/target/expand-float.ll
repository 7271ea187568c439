; Division, roots, powers and the like are sequences of what the hardware has, as exact as asked for.
; RUN: wavec opt %s -passes=expand-float -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; Correctly rounded.
; CHECK-LABEL: @quotient
; CHECK: call { float, i1 } @llvm.amdgcn.div.scale.f32
; CHECK: call float @llvm.amdgcn.rcp.f32
; CHECK-COUNT-3: call float @llvm.fma.f32
; CHECK: call float @llvm.amdgcn.div.fmas.f32
; CHECK: call float @llvm.amdgcn.div.fixup.f32
; CHECK-NOT: fdiv
; CHECK: ret float
define float @quotient(float %x, float %y) {
  %q = fdiv float %x, %y
  ret float %q
}

; As exact as the instruction.
; CHECK-LABEL: @approximate
; CHECK: [[R:%.*]] = call {{.*}}float @llvm.amdgcn.rcp.f32(float %y)
; CHECK-NEXT: [[Q:%.*]] = fmul {{.*}}float %x, [[R]]
; CHECK-NEXT: ret float [[Q]]
define float @approximate(float %x, float %y) {
  %q = fdiv afn float %x, %y
  ret float %q
}

; CHECK-LABEL: @root
; CHECK: call double @llvm.amdgcn.rsq.f64
; CHECK-NOT: llvm.sqrt
; CHECK: ret double
define double @root(double %x) {
  %r = call double @llvm.sqrt.f64(double %x)
  ret double %r
}

; The instruction flushes denormals: what may be one is scaled.
; CHECK-LABEL: @power
; CHECK: fcmp
; CHECK: call float @llvm.amdgcn.exp2.f32
; CHECK-NOT: @llvm.exp2
; CHECK: ret float
define float @power(float %x) {
  %r = call float @llvm.exp2.f32(float %x)
  ret float %r
}

; CHECK-LABEL: @product
; CHECK-NEXT: %p = fmul float %x, %y
; CHECK-NEXT: %r = call float @llvm.fabs.f32(float %p)
; CHECK-NEXT: ret float %r
define float @product(float %x, float %y) {
  %p = fmul float %x, %y
  %r = call float @llvm.fabs.f32(float %p)
  ret float %r
}
