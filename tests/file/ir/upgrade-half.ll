; Conversions from before there was `half` are conversions of it.
; RUN: wavec opt %s -o - | FileCheck %s

; CHECK-NOT: declare
; CHECK-LABEL: @to(
; CHECK: [[HALF:%.*]] = fptrunc float %x to half
; CHECK: bitcast half [[HALF]] to i16
define i16 @to(float %x) {
  %r = call i16 @llvm.convert.to.fp16.f32(float %x)
  ret i16 %r
}

; CHECK-LABEL: @from(
; CHECK: [[HALF:%.*]] = bitcast i16 %x to half
; CHECK: fpext half [[HALF]] to double
define double @from(i16 %x) {
  %r = call double @llvm.convert.from.fp16.f64(i16 %x)
  ret double %r
}

declare i16 @llvm.convert.to.fp16.f32(float)
declare double @llvm.convert.from.fp16.f64(i16)
