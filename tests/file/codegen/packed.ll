; Two 16-bit elements are computed at once: in any order within a register, with their signs, splat inline constants.
; RUN: wavec %s -S -o - | FileCheck %s

; CHECK-LABEL: halves:
; CHECK: v_pk_add_f16 v0, v0, v1
; CHECK-NEXT: v_pk_mul_f16 v0, v0, v2 op_sel:[0,1] op_sel_hi:[1,0]
; CHECK-NEXT: v_pk_fma_f16 v0, v0, v1, v2 neg_lo:[0,1,0] neg_hi:[0,1,0]
; CHECK-NEXT: v_pk_add_f16 v0, v0, v1 neg_lo:[0,1] neg_hi:[0,1]
; CHECK-NEXT: v_pk_mul_f16 v0, v0, 2.0 op_sel_hi:[1,0]
; CHECK-NEXT: v_pk_max_f16 v0, v0, v1
define <2 x half> @halves(<2 x half> %a, <2 x half> %b, <2 x half> %c) {
  %sum = fadd <2 x half> %a, %b
  %swapped = shufflevector <2 x half> %c, <2 x half> poison, <2 x i32> <i32 1, i32 0>
  %product = fmul <2 x half> %sum, %swapped
  %negative = fneg <2 x half> %b
  %fused = call <2 x half> @llvm.fma.v2f16(<2 x half> %product, <2 x half> %negative, <2 x half> %c)
  %difference = fsub <2 x half> %fused, %b
  %double = fmul <2 x half> %difference, splat (half 0xH4000)
  %largest = call <2 x half> @llvm.maxnum.v2f16(<2 x half> %double, <2 x half> %b)
  ret <2 x half> %largest
}

; A scalar is used for both elements.
; CHECK-LABEL: scaled:
; CHECK: v_pk_mul_f16 v0, v0, v1 op_sel_hi:[1,0]
; CHECK-NEXT: v_pk_mul_lo_u16 v1, v2, v3 op_sel_hi:[1,0]
define { <2 x half>, <2 x i16> } @scaled(<2 x half> %a, half %b, <2 x i16> %c, i16 %d) {
  %low = insertelement <2 x half> poison, half %b, i32 0
  %both = shufflevector <2 x half> %low, <2 x half> poison, <2 x i32> zeroinitializer
  %product = fmul <2 x half> %a, %both
  %int = insertelement <2 x i16> poison, i16 %d, i32 0
  %ints = shufflevector <2 x i16> %int, <2 x i16> poison, <2 x i32> zeroinitializer
  %other = mul <2 x i16> %c, %ints
  %first = insertvalue { <2 x half>, <2 x i16> } poison, <2 x half> %product, 0
  %result = insertvalue { <2 x half>, <2 x i16> } %first, <2 x i16> %other, 1
  ret { <2 x half>, <2 x i16> } %result
}

; CHECK-LABEL: integers:
; CHECK: v_pk_mad_u16 v0, v0, v1, v2
; CHECK-NEXT: v_pk_lshlrev_b16 v0, 3, v0 op_sel_hi:[0,1]
; CHECK-NEXT: v_pk_min_i16 v0, v0, v1
; CHECK-NEXT: v_pk_add_u16 v0, v0, v2 clamp
; CHECK-NEXT: v_xor_b32_e32 v0, v0, v1
define <2 x i16> @integers(<2 x i16> %a, <2 x i16> %b, <2 x i16> %c) {
  %product = mul <2 x i16> %a, %b
  %sum = add <2 x i16> %product, %c
  %shifted = shl <2 x i16> %sum, splat (i16 3)
  %least = call <2 x i16> @llvm.smin.v2i16(<2 x i16> %shifted, <2 x i16> %b)
  %bounded = call <2 x i16> @llvm.uadd.sat.v2i16(<2 x i16> %least, <2 x i16> %c)
  %bits = xor <2 x i16> %bounded, %b
  ret <2 x i16> %bits
}

; Memory is accessed as widely as for dwords, and a loop keeps pairs.
; CHECK-LABEL: memory:
; CHECK: global_load_dwordx4
; CHECK-COUNT-4: v_pk_fma_f16
; CHECK: global_store_dwordx4
define amdgpu_kernel void @memory(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr <8 x half>, ptr addrspace(1) %p, i32 %id
  %a = load <8 x half>, ptr addrspace(1) %from, align 2
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi <8 x half> [ %a, %entry ], [ %y, %loop ]
  %y = call <8 x half> @llvm.fma.v8f16(<8 x half> %x, <8 x half> %a, <8 x half> %a)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %to = getelementptr <8 x half>, ptr addrspace(1) %q, i32 %id
  store <8 x half> %y, ptr addrspace(1) %to, align 2
  ret void
}

; Halves in single-precision multiply-adds need no conversion.
; CHECK-LABEL: dot:
; CHECK: v_fma_mix_f32 [[SUM:v[0-9]+]], v0, v1, v2 op_sel_hi:[1,1,0]
; CHECK-NEXT: v_fma_mixlo_f16 v0, v0, -v1, [[SUM]] op_sel:[1,1,0] op_sel_hi:[1,1,0]
define half @dot(<2 x half> %a, <2 x half> %b, float %c) {
  %x = fpext <2 x half> %a to <2 x float>
  %y = fpext <2 x half> %b to <2 x float>
  %x0 = extractelement <2 x float> %x, i32 0
  %y0 = extractelement <2 x float> %y, i32 0
  %x1 = extractelement <2 x float> %x, i32 1
  %y1 = extractelement <2 x float> %y, i32 1
  %minus = fneg float %y1
  %first = call float @llvm.fma.f32(float %x0, float %y0, float %c)
  %second = call float @llvm.fma.f32(float %x1, float %minus, float %first)
  %half = fptrunc float %second to half
  ret half %half
}

; Elements are the same after a bitcast, and are placed where they are needed.
; CHECK-LABEL: recast:
; CHECK: v_add_f16_e32 v0, v0, v1
; CHECK-NEXT: v_lshl_or_b32 v0, v0, 16, 5
define <2 x i16> @recast(<2 x i16> %a, half %b) {
  %halves = bitcast <2 x i16> %a to <2 x half>
  %low = extractelement <2 x half> %halves, i32 0
  %sum = fadd half %low, %b
  %bits = bitcast half %sum to i16
  %pair = insertelement <2 x i16> <i16 5, i16 poison>, i16 %bits, i32 1
  ret <2 x i16> %pair
}

; Upper elements are read and stored in place.
; CHECK-LABEL: upper:
; CHECK-DAG: v_cvt_f32_f16_sdwa {{v[0-9]+}}, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
; CHECK-DAG: v_add_f16_sdwa {{v[0-9]+}}, v0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:DWORD
; CHECK-DAG: v_sub_f16_sdwa {{v[0-9]+}}, v0, |v1| dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_1
; CHECK-DAG: global_store_short_d16_hi {{.*}}, v0, off
define { float, half, half } @upper(<2 x half> %a, <2 x half> %b, ptr addrspace(1) %p) {
  %x = extractelement <2 x half> %a, i32 1
  %y = extractelement <2 x half> %b, i32 0
  %z = extractelement <2 x half> %b, i32 1
  %wide = fpext half %x to float
  %sum = fadd half %x, %y
  %size = call half @llvm.fabs.f16(half %z)
  %difference = fsub half %x, %size
  store half %x, ptr addrspace(1) %p
  %first = insertvalue { float, half, half } poison, float %wide, 0
  %second = insertvalue { float, half, half } %first, half %sum, 1
  %third = insertvalue { float, half, half } %second, half %difference, 2
  ret { float, half, half } %third
}

; Results of the vector unit are combined there, although they are uniform.
; CHECK-LABEL: uniform:
; CHECK-NOT: v_readfirstlane
; CHECK: global_store_dwordx4
; CHECK: s_endpgm
define amdgpu_kernel void @uniform(<4 x half> %a, ptr addrspace(1) %q) {
  %wide = fpext <4 x half> %a to <4 x float>
  store <4 x float> %wide, ptr addrspace(1) %q
  ret void
}

declare half @llvm.fabs.f16(half)
declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.fma.f32(float, float, float)
declare <2 x half> @llvm.fma.v2f16(<2 x half>, <2 x half>, <2 x half>)
declare <8 x half> @llvm.fma.v8f16(<8 x half>, <8 x half>, <8 x half>)
declare <2 x half> @llvm.maxnum.v2f16(<2 x half>, <2 x half>)
declare <2 x i16> @llvm.smin.v2i16(<2 x i16>, <2 x i16>)
declare <2 x i16> @llvm.uadd.sat.v2i16(<2 x i16>, <2 x i16>)

; A product that is rounded to half is one instruction; -0 is added, which changes no product.
; CHECK-LABEL: rounded_product:
; CHECK: v_fma_mixlo_f16 v{{[0-9]+}}, v{{[0-9]+}}, -v{{[0-9]+}}, neg(0)
define amdgpu_kernel void @rounded_product(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p.at = getelementptr <2 x float>, ptr addrspace(1) %p, i32 %id
  %v = load <2 x float>, ptr addrspace(1) %p.at
  %x = extractelement <2 x float> %v, i32 0
  %y = extractelement <2 x float> %v, i32 1
  %n = fneg float %y
  %m = fmul float %x, %n
  %h = fptrunc float %m to half
  %o.at = getelementptr half, ptr addrspace(1) %o, i32 %id
  store half %h, ptr addrspace(1) %o.at
  ret void
}
