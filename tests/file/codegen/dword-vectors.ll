; Vectors of small elements that are only moved stay in dwords.
; RUN: wavec %s -O2 -S -o - | FileCheck %s

; CHECK-LABEL: operands:
; CHECK: global_load_dwordx2 [[B:v\[[0-9]+:[0-9]+\]]], {{.*}} offset:1024
; CHECK: global_load_dwordx2 [[A:v\[[0-9]+:[0-9]+\]]]
; CHECK-NOT: v_perm_b32
; CHECK-NOT: v_l
; CHECK: v_mfma_f32_4x4x4_16b_f16 {{.*}}, [[A]], [[B]], 1.0
define amdgpu_kernel void @operands(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %a.at = getelementptr <4 x half>, ptr addrspace(1) %p, i32 %id
  %b.at = getelementptr i8, ptr addrspace(1) %a.at, i32 1024
  %a = load <4 x half>, ptr addrspace(1) %a.at
  %b = load <4 x half>, ptr addrspace(1) %b.at
  %r = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x4f16(<4 x half> %a, <4 x half> %b, <4 x float> splat (float 1.0), i32 0, i32 0, i32 0)
  %o.at = getelementptr <4 x float>, ptr addrspace(1) %o, i32 %id
  store <4 x float> %r, ptr addrspace(1) %o.at
  ret void
}

; Each dword of the shuffles is one dword of an operand.
; CHECK-LABEL: shuffles:
; CHECK-NOT: v_perm_b32
; CHECK-NOT: shl
; CHECK-NOT: shr
; CHECK: ds_write
; CHECK-NOT: shl
; CHECK-NOT: shr
; CHECK: s_endpgm
define amdgpu_kernel void @shuffles(ptr addrspace(1) %p, ptr addrspace(3) %q) {
  %v = load <8 x bfloat>, ptr addrspace(1) %p
  %low = shufflevector <8 x bfloat> %v, <8 x bfloat> poison, <4 x i32> <i32 6, i32 7, i32 0, i32 1>
  %high = shufflevector <8 x bfloat> %v, <8 x bfloat> poison, <4 x i32> <i32 2, i32 3, i32 4, i32 5>
  store <4 x bfloat> %low, ptr addrspace(3) %q
  %next = getelementptr i8, ptr addrspace(3) %q, i32 64
  store <4 x bfloat> %high, ptr addrspace(3) %next
  ret void
}

; Bytes that are extracted and recombined are the original dwords.
; CHECK-LABEL: bytes:
; CHECK: global_load_dwordx2
; CHECK-NOT: v_perm_b32
; CHECK-NOT: v_lshrrev
; CHECK-NOT: v_or
; CHECK: v_mfma_i32_16x16x32_i8
define amdgpu_kernel void @bytes(ptr addrspace(1) %p, ptr addrspace(1) %o, i1 %c) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <8 x i8>, ptr addrspace(1) %p, i32 %id
  %v = load <8 x i8>, ptr addrspace(1) %at
  br i1 %c, label %then, label %end
then:
  %at2 = getelementptr <8 x i8>, ptr addrspace(1) %at, i32 64
  %w = load <8 x i8>, ptr addrspace(1) %at2
  br label %end
end:
  %x = phi <8 x i8> [ %v, %0 ], [ %w, %then ]
  %x4 = extractelement <8 x i8> %x, i32 4
  %x5 = extractelement <8 x i8> %x, i32 5
  %x6 = extractelement <8 x i8> %x, i32 6
  %x7 = extractelement <8 x i8> %x, i32 7
  %y0 = shufflevector <8 x i8> %x, <8 x i8> poison, <8 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 0, i32 1, i32 2, i32 3>
  %y1 = insertelement <8 x i8> %y0, i8 %x4, i32 0
  %y2 = insertelement <8 x i8> %y1, i8 %x5, i32 1
  %y3 = insertelement <8 x i8> %y2, i8 %x6, i32 2
  %y = insertelement <8 x i8> %y3, i8 %x7, i32 3
  %a = bitcast <8 x i8> %x to i64
  %b = bitcast <8 x i8> %y to i64
  %r = call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %a, i64 %b, <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 0, i32 0, i32 0)
  %o.at = getelementptr <4 x i32>, ptr addrspace(1) %o, i32 %id
  store <4 x i32> %r, ptr addrspace(1) %o.at
  ret void
}

; Two of four elements are combined by one permutation each.
; CHECK-LABEL: elements:
; CHECK-COUNT-2: v_perm_b32
; CHECK-NOT: v_l
; CHECK: v_mfma_f32_4x4x4_16b_f16
define amdgpu_kernel void @elements(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <4 x half>, ptr addrspace(1) %p, i32 %id
  %v = load <4 x half>, ptr addrspace(1) %at
  %at2 = getelementptr i8, ptr addrspace(1) %at, i32 1024
  %w = load <4 x half>, ptr addrspace(1) %at2
  %a = shufflevector <4 x half> %v, <4 x half> %w, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %r = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x4f16(<4 x half> %a, <4 x half> %a, <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, i32 0, i32 0, i32 0)
  %o.at = getelementptr <4 x float>, ptr addrspace(1) %o, i32 %id
  store <4 x float> %r, ptr addrspace(1) %o.at
  ret void
}
