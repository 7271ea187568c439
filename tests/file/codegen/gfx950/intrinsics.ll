; What gfx950 adds and others lack.
; RUN: wavec %s -mcpu=gfx950 -O1 -S -o - | FileCheck %s
; RUN: not wavec %s -mcpu=gfx942 -O1 -S -o - 2>&1 | FileCheck %s --check-prefix=OTHER

declare i32 @llvm.amdgcn.prng.b32(i32)
declare i32 @llvm.amdgcn.bitop3.i32(i32, i32, i32, i32)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half>, <8 x half>, <4 x float>, i32, i32, i32)
declare <16 x i32> @llvm.amdgcn.mfma.i32.32x32x32.i8(<4 x i32>, <4 x i32>, <16 x i32>, i32, i32, i32)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x128.bf8.fp8(<4 x i32>, <8 x i32>, <4 x float>, i32, i32, i32)

; CHECK-LABEL: bits:
; CHECK: v_prng_b32_e32 v
; CHECK: v_bitop3_b32 v{{[0-9]+}}, v{{[0-9]+}}, {{[sv][0-9]+}}, {{[sv][0-9]+}} bitop3:0x96
; OTHER: error: 'llvm.amdgcn.prng.b32' is not supported on gfx942
define amdgpu_kernel void @bits(ptr addrspace(1) %p, i32 %x, i32 %y) {
  %r = call i32 @llvm.amdgcn.prng.b32(i32 %x)
  %b = call i32 @llvm.amdgcn.bitop3.i32(i32 %r, i32 %y, i32 %r, i32 150)
  store i32 %b, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: deep:
; CHECK: v_mfma_f32_16x16x32_f16 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}] blgp:2
; OTHER: error: 'llvm.amdgcn.mfma.f32.16x16x32.f16' is not supported on gfx942
define amdgpu_kernel void @deep(ptr addrspace(1) %p, <8 x half> %a, <8 x half> %b, <4 x float> %c) {
  %d = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %a, <8 x half> %b, <4 x float> %c, i32 0, i32 0, i32 2)
  store <4 x float> %d, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: bytes:
; CHECK: v_mfma_i32_32x32x32_i8 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}], 5
define amdgpu_kernel void @bytes(ptr addrspace(1) %p, <4 x i32> %a, <4 x i32> %b) {
  %d = call <16 x i32> @llvm.amdgcn.mfma.i32.32x32x32.i8(<4 x i32> %a, <4 x i32> %b, <16 x i32> splat (i32 5), i32 0, i32 0, i32 0)
  store <16 x i32> %d, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: sparse:
; CHECK: v_smfmac_f32_16x16x128_bf8_fp8 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}], v{{[0-9]+}} cbsz:1 abid:1
define amdgpu_kernel void @sparse(ptr addrspace(1) %p, <4 x i32> %a, <8 x i32> %b, <4 x float> %c, i32 %i) {
  %d = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x128.bf8.fp8(<4 x i32> %a, <8 x i32> %b, <4 x float> %c, i32 %i, i32 1, i32 1)
  store <4 x float> %d, ptr addrspace(1) %p
  ret void
}
