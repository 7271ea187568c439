; Uniform results of vector instructions stay in vector registers if nothing needs them in the scalar unit.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: stored:
; CHECK-NOT: v_readfirstlane_b32
; CHECK: v_bfe_u32
; CHECK-NOT: v_readfirstlane_b32
; CHECK: ds_write_b128
define amdgpu_kernel void @stored(ptr addrspace(3) %to, ptr addrspace(3) %from) {
  %v = load <4 x i8>, ptr addrspace(3) %from
  %w = zext <4 x i8> %v to <4 x i32>
  store <4 x i32> %w, ptr addrspace(3) %to
  ret void
}

; A branch condition is needed there.
; CHECK-LABEL: decides:
; CHECK: v_readfirstlane_b32
; CHECK: s_cmp
; CHECK: s_cbranch
define amdgpu_kernel void @decides(ptr addrspace(3) %to, ptr addrspace(3) %from) {
  %v = load i32, ptr addrspace(3) %from
  %a = and i32 %v, 12
  %c = icmp ult i32 %a, 7
  store i32 %a, ptr addrspace(3) %to
  br i1 %c, label %then, label %end
then:
  store i32 0, ptr addrspace(3) %from
  br label %end
end:
  ret void
}

; A result is returned in vector registers.
; CHECK-LABEL: returned:
; CHECK-NOT: v_readfirstlane_b32
; CHECK: s_setpc_b64
define <2 x i32> @returned(ptr addrspace(3) inreg %from) {
  %v = load <2 x i32>, ptr addrspace(3) %from
  %w = add <2 x i32> %v, <i32 3, i32 4>
  ret <2 x i32> %w
}

; Values that only the vector unit can compute stay as well.
; CHECK-LABEL: swapped:
; CHECK-NOT: v_readfirstlane_b32
; CHECK: v_perm_b32
; CHECK-NOT: v_readfirstlane_b32
; CHECK: global_store_dwordx2
define amdgpu_kernel void @swapped(<2 x i32> %v, float %f, ptr addrspace(1) %p) {
  %a = extractelement <2 x i32> %v, i32 0
  %s = call i32 @llvm.bswap.i32(i32 %a)
  %i = fptosi float %f to i32
  %t = shl i32 %i, 3
  %w = insertelement <2 x i32> poison, i32 %s, i32 0
  %x = insertelement <2 x i32> %w, i32 %t, i32 1
  store <2 x i32> %x, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.bswap.i32(i32)

; Floating-point numbers are compared by the vector unit, which uses the mask for the selection.
; CHECK-LABEL: selected:
; CHECK-NOT: v_readfirstlane_b32
; CHECK-NOT: s_cselect
; CHECK: v_cmp_
; CHECK-NOT: v_readfirstlane_b32
; CHECK-NOT: s_cselect
; CHECK: v_cndmask_b32
; CHECK-NOT: v_readfirstlane_b32
; CHECK-NOT: s_cselect
; CHECK: s_endpgm
define amdgpu_kernel void @selected(float %a, float %b, ptr addrspace(1) %p) {
  %c = fcmp olt float %a, 4.0
  %scale = select i1 %c, i32 32, i32 0
  %x = call float @llvm.ldexp.f32.i32(float %a, i32 %scale)
  %r = call float @llvm.amdgcn.rcp.f32(float %x)
  %d = fcmp ogt float %r, %b
  %s = select i1 %d, float %r, float %x
  %y = fadd float %s, 1.0
  store float %y, ptr addrspace(1) %p
  ret void
}

; A condition that also decides a branch is a bit; selections by the scalar unit use bits.
; CHECK-LABEL: decides_both:
; CHECK: s_cselect_b32
; CHECK: s_cbranch
define amdgpu_kernel void @decides_both(float %a, i32 %m, i32 %n, ptr addrspace(1) %p) {
  %c = fcmp olt float %a, 4.0
  %s = select i1 %c, i32 %m, i32 %n
  store i32 %s, ptr addrspace(1) %p
  br i1 %c, label %then, label %end
then:
  store i32 0, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
declare float @llvm.ldexp.f32.i32(float, i32)
declare float @llvm.amdgcn.rcp.f32(float)

; 48-bit numbers become pairs of dwords during legalization. Operations that only the scalar unit has are done there.
; CHECK-LABEL: counted_in_parts:
; CHECK-DAG: s_ff1_i32_b64
; CHECK-DAG: s_bcnt1_i32_b64
; CHECK-DAG: s_brev_b64
; CHECK: s_endpgm
define amdgpu_kernel void @counted_in_parts(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) {
  %v = load <2 x i48>, ptr addrspace(1) %p, align 4
  %s = select i1 %c, <2 x i48> %v, <2 x i48> splat (i48 83089309409972)
  %t = call <2 x i48> @llvm.cttz.v2i48(<2 x i48> %s, i1 true)
  %b = call <2 x i48> @llvm.ctpop.v2i48(<2 x i48> %s)
  %r = call <2 x i48> @llvm.bitreverse.v2i48(<2 x i48> %s)
  %sum = add <2 x i48> %t, %b
  %all = add <2 x i48> %sum, %r
  store <2 x i48> %all, ptr addrspace(1) %q, align 4
  ret void
}
declare <2 x i48> @llvm.cttz.v2i48(<2 x i48>, i1)
declare <2 x i48> @llvm.ctpop.v2i48(<2 x i48>)
declare <2 x i48> @llvm.bitreverse.v2i48(<2 x i48>)

; The bits of a number that the vector unit computes are combined there.
; CHECK-LABEL: bits_of_number:
; CHECK-NOT: v_readfirstlane_b32
; CHECK: v_frexp_mant_f16
; CHECK-NOT: v_readfirstlane_b32
; CHECK: global_store_dword
define amdgpu_kernel void @bits_of_number(ptr addrspace(1) %p, half %x) {
  %r = call {half, i16} @llvm.frexp.f16.i16(half %x)
  %m = extractvalue {half, i16} %r, 0
  %e = extractvalue {half, i16} %r, 1
  store half %m, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 2
  store i16 %e, ptr addrspace(1) %q
  ret void
}
declare {half, i16} @llvm.frexp.f16.i16(half)

; A difference of exponents is an operand of the vector unit again.
; CHECK-LABEL: exponents:
; CHECK-NOT: v_readfirstlane_b32
; CHECK: v_sub_u32
; CHECK-NEXT: v_ldexp_f32
; CHECK-NOT: v_readfirstlane_b32
; CHECK: global_store_dword
define amdgpu_kernel void @exponents(float %x, float %y, ptr addrspace(1) %p) {
  %a = call i32 @llvm.amdgcn.frexp.exp.i32.f32(float %x)
  %b = call i32 @llvm.amdgcn.frexp.exp.i32.f32(float %y)
  %d = sub i32 %a, %b
  %r = call float @llvm.ldexp.f32.i32(float %x, i32 %d)
  store float %r, ptr addrspace(1) %p
  ret void
}

; Another block reads a selected float as a scalar: one read, instead of one for each operand and for the condition.
; CHECK-LABEL: selected_before_loop:
; CHECK: v_cndmask_b32
; CHECK-COUNT-1: v_readfirstlane_b32
; CHECK-NOT: v_readfirstlane_b32
; CHECK: global_store_dword
define amdgpu_kernel void @selected_before_loop(float %x, i32 %n, ptr addrspace(1) %p) {
  %small = fcmp olt float %x, 1.0
  %y = fmul float %x, %x
  %z = fadd float %y, 3.0
  %s = select i1 %small, float %y, float %z
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %0 ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %p, i32 %i
  %v = load float, ptr addrspace(1) %at
  %w = fmul float %v, %s
  store float %w, ptr addrspace(1) %at
  %next = add i32 %i, 64
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; One that only the scalar unit's result would need stays there.
; CHECK-LABEL: summed:
; CHECK: v_readfirstlane_b32
; CHECK: s_add_i32
define amdgpu_kernel void @summed(i32 %n, ptr addrspace(3) %from, ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(3) %from
  %s = add i32 %v, %n
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %0 ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %s, ptr addrspace(1) %at
  %next = add i32 %i, 64
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.frexp.exp.i32.f32(float)
