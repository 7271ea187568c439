; RUN: wavec opt %s -passes=simplify -S | FileCheck %s

; A call that becomes arithmetic keeps its fast-math flags, but not its tail-call marker.
; CHECK-LABEL: define float @sum
; CHECK: fadd nnan float %x, %y
define float @sum(float %x, float %y) {
  %r = tail call nnan float @llvm.fma.f32(float %x, float 1.0, float %y)
  ret float %r
}

; CHECK-LABEL: define float @product
; CHECK: fmul float %x, %y
define float @product(float %x, float %y) {
  %r = notail call float @llvm.fma.f32(float %x, float %y, float -0.0)
  ret float %r
}

; CHECK-LABEL: define float @square
; CHECK: fmul nsz float %x, %x
define float @square(float %x) {
  %r = tail call nsz float @llvm.powi.f32.i32(float %x, i32 2)
  ret float %r
}
