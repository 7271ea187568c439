; Matrix instructions that came and went, and the passes of those that stayed.
; RUN: wavec %s -mcpu=gfx90a -S -o - | FileCheck %s

; CHECK-LABEL: bf16:
; CHECK: v_mfma_f32_32x32x2bf16
; CHECK: v_mfma_f32_16x16x8bf16
define amdgpu_kernel void @bf16(ptr addrspace(1) %p, <2 x i16> %a, <4 x float> %c, <32 x float> %d) {
  %x = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8bf16(<2 x i16> %a, <2 x i16> %a, <4 x float> %c, i32 0, i32 0, i32 0)
  store <4 x float> %x, ptr addrspace(1) %p
  %y = call <32 x float> @llvm.amdgcn.mfma.f32.32x32x2bf16(<2 x i16> %a, <2 x i16> %a, <32 x float> %d, i32 0, i32 0, i32 0)
  %q = getelementptr i8, ptr addrspace(1) %p, i64 128
  store <32 x float> %y, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: i8:
; CHECK: v_mfma_i32_16x16x16i8
define amdgpu_kernel void @i8(ptr addrspace(1) %p, i32 %a, <4 x i32> %c) {
  %x = call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x16i8(i32 %a, i32 %a, <4 x i32> %c, i32 0, i32 0, i32 0)
  store <4 x i32> %x, ptr addrspace(1) %p
  ret void
}

; Eight passes, and three states more until the result is stored.
; CHECK-LABEL: passes:
; CHECK:      v_mfma_f32_16x16x16f16
; CHECK-NEXT: v_mov_b32
; CHECK-NEXT: s_nop 7
; CHECK-NEXT: s_nop 1
; CHECK-NEXT: global_store_dwordx4
define amdgpu_kernel void @passes(ptr addrspace(1) %p, <4 x half> %a) {
  %x = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  store <4 x float> %x, ptr addrspace(1) %p
  ret void
}
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x8bf16(<2 x i16>, <2 x i16>, <4 x float>, i32, i32, i32)
declare <32 x float> @llvm.amdgcn.mfma.f32.32x32x2bf16(<2 x i16>, <2 x i16>, <32 x float>, i32, i32, i32)
declare <4 x i32> @llvm.amdgcn.mfma.i32.16x16x16i8(i32, i32, <4 x i32>, i32, i32, i32)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32, i32, i32)
