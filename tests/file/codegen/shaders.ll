; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec %s -O2 -mcpu=gfx1100 -S -o - | FileCheck %s --check-prefix=GFX11
; RUN: wavec %s -O2 -S -o - | FileCheck %s --check-prefix=KERNELS
; Shaders: arguments in registers, results left in registers for what the driver places after the code.

; No descriptor and no metadata, which are of kernels.
; KERNELS-NOT: .amdhsa_kernel
; KERNELS: amdhsa.kernels: []

; Uniform arguments are in scalar registers, others in vector registers. Without a result the wave ends.
; CHECK:      .globl arguments
; CHECK-NOT:  .protected
; CHECK:      .p2align 8
; CHECK-NEXT: arguments:
; CHECK-NEXT: v_mov_b32_e32 [[X:v[0-9]+]], s0
; CHECK-NEXT: global_store_dword v[0:1], [[X]], off
; CHECK-NEXT: s_endpgm
; GFX11-LABEL: {{^}}arguments:
; GFX11:      v_mov_b32_e32 [[X:v[0-9]+]], s0
; GFX11:      global_store_b32 v[0:1], [[X]], off
; GFX11:      s_endpgm
define amdgpu_cs void @arguments(ptr addrspace(1) %p, i32 inreg %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; Results: integers in scalar registers, floats in vector registers. There is no instruction after them.
; CHECK-LABEL: {{^}}results:
; CHECK-NEXT: .size results, 0
; GFX11-LABEL: {{^}}results:
; GFX11-NEXT: .size results, 0
define amdgpu_vs { i64, <2 x float> } @results(i64 inreg %a, <2 x float> %b) {
  %x = insertvalue { i64, <2 x float> } poison, i64 %a, 0
  %y = insertvalue { i64, <2 x float> } %x, <2 x float> %b, 1
  ret { i64, <2 x float> } %y
}

; A divergent integer is that of the first lane. Any instruction may follow.
; CHECK-LABEL: {{^}}divergent:
; CHECK-NEXT: v_readfirstlane_b32 s0, v0
; CHECK-NEXT: s_nop 4
; CHECK-NEXT: .size divergent
define amdgpu_ps i32 @divergent(i32 %a) {
  ret i32 %a
}

; Loads are awaited.
; CHECK-LABEL: {{^}}loads:
; CHECK-NEXT: global_load_dword v0, v[0:1], off
; CHECK-NEXT: s_waitcnt vmcnt(0)
; CHECK-NEXT: .size loads
; GFX11-LABEL: {{^}}loads:
; GFX11:      s_waitcnt vmcnt(0)
; GFX11-NEXT: .size loads
define amdgpu_gs float @loads(ptr addrspace(1) %p) {
  %v = load float, ptr addrspace(1) %p
  ret float %v
}

; All paths end after the last instruction.
; CHECK-LABEL: {{^}}branches:
; CHECK:      s_cbranch_scc0 [[ELSE:.LBB[0-9_]+]]
; CHECK:      s_mul_i32 s0, s1, s1
; CHECK-NEXT: s_branch [[END:.LBB[0-9_]+]]
; CHECK-NEXT: [[ELSE]]:
; CHECK-NEXT: s_mov_b32 s0, s1
; CHECK-NEXT: [[END]]:
; CHECK-NEXT: .size branches
define amdgpu_hs i32 @branches(i32 inreg %s, i32 inreg %t) {
  %c = icmp eq i32 %s, 0
  br i1 %c, label %a, label %b
a:
  %m = mul i32 %t, %t
  ret i32 %m
b:
  ret i32 %t
}

; A vector argument of a pixel shader without a use is left out; those that the driver enables are not.
; CHECK-LABEL: {{^}}left_out:
; CHECK-NEXT: v_add_f32_e32 v0, s0, v0
; CHECK-LABEL: {{^}}enabled:
; CHECK-NEXT: v_add_f32_e32 v0, s0, v2
; CHECK-LABEL: {{^}}no_interpolation:
; CHECK-NEXT: v_add_f32_e32 v0, s0, v2
define amdgpu_ps float @left_out(float inreg %s, <2 x float> %unused, float %x) {
  %r = fadd float %x, %s
  ret float %r
}
define amdgpu_ps float @enabled(float inreg %s, <2 x float> %unused, float %x) #0 {
  %r = fadd float %x, %s
  ret float %r
}
; At least one interpolation is enabled: two registers are its.
define amdgpu_ps float @no_interpolation(float inreg %s, <2 x float> %a, <2 x float> %b, <2 x float> %c, <3 x float> %d,
                                         <2 x float> %e, <2 x float> %f, <2 x float> %g, float %h, float %x) {
  %r = fadd float %x, %s
  ret float %r
}
attributes #0 = { "InitialPSInputAddr"="0x1" }
