; Floating-point options apply to IR input as well.
; RUN: wavec -S -o - %s | FileCheck %s
; RUN: wavec -S -o - -fp-contract=fast %s | FileCheck %s --check-prefix=FAST
; RUN: wavec -S -o - -cl-mad-enable %s | FileCheck %s --check-prefix=FAST
; RUN: wavec -S -o - -fp-contract=off %s | FileCheck %s --check-prefix=OFF
; RUN: wavec -S -o - -cl-denorms-are-zero %s | FileCheck %s --check-prefix=DENORMALS
; RUN: wavec -S -o - -cl-fast-relaxed-math %s | FileCheck %s --check-prefix=RELAXED
; RUN: not wavec -S -o - -fp-contract=sometimes %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

; UNKNOWN: unknown mode 'sometimes' of -fp-contract

; CHECK-LABEL: {{^}}plain:
; CHECK: v_mul_f32
; CHECK: v_add_f32
; FAST-LABEL: {{^}}plain:
; FAST: v_fma{{c?}}{{_|mk|ak}}
; OFF-LABEL: {{^}}plain:
; OFF: v_mul_f32
define float @plain(float %a, float %b, float %c) {
  %ab = fmul float %a, %b
  %sum = fadd float %ab, %c
  ret float %sum
}

; CHECK-LABEL: {{^}}marked:
; CHECK: v_fma
; OFF-LABEL: {{^}}marked:
; OFF: v_mul_f32
; OFF: v_add_f32
define float @marked(float %a, float %b, float %c) {
  %ab = fmul contract float %a, %b
  %sum = fadd contract float %ab, %c
  ret float %sum
}

; CHECK-LABEL: {{^}}either:
; CHECK: v_fma
; OFF-LABEL: {{^}}either:
; OFF: v_mul_f32
; OFF: v_add_f32
define float @either(float %a, float %b, float %c) {
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret float %sum
}

; CHECK-LABEL: {{^}}quotient:
; CHECK: v_div_fixup_f32
; RELAXED-LABEL: {{^}}quotient:
; RELAXED-NOT: v_div_fixup_f32
; RELAXED: v_rcp_f32
define float @quotient(float %a, float %b) {
  %q = fdiv float %a, %b
  ret float %q
}

; CHECK: .amdhsa_float_denorm_mode_32 3
; DENORMALS: .amdhsa_float_denorm_mode_32 0
define amdgpu_kernel void @k() {
  ret void
}
