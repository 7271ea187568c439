; An intrinsic whose instruction the processor lacks is an error that names both, where it is called.
; RUN: not wavec %s -mcpu=gfx90a -S -o - 2>&1 | FileCheck %s
; RUN: not wavec %s -mcpu=gfx942 -S -o - 2>&1 | FileCheck %s --check-prefix=GFX942

; CHECK:      [[@LINE+3]]:3: error: 'llvm.amdgcn.cvt.f32.fp8' is not supported on gfx90a
; CHECK-NOT:  error
define amdgpu_kernel void @small(ptr addrspace(1) %p, i32 %x) {
  %f = call float @llvm.amdgcn.cvt.f32.fp8(i32 %x, i32 0)
  store float %f, ptr addrspace(1) %p
  ret void
}

; GFX942: error: 'llvm.amdgcn.mfma.f32.16x16x8bf16' is not supported on gfx942
define amdgpu_kernel void @matrix(ptr addrspace(1) %p, <2 x i16> %a, <4 x float> %c) {
  %x = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8bf16(<2 x i16> %a, <2 x i16> %a, <4 x float> %c, i32 0, i32 0, i32 0)
  store <4 x float> %x, ptr addrspace(1) %p
  ret void
}
declare float @llvm.amdgcn.cvt.f32.fp8(i32, i32)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x8bf16(<2 x i16>, <2 x i16>, <4 x float>, i32, i32, i32)

; RUN: not wavec %s -mcpu=gfx1030 -S -o - 2>&1 | FileCheck %s --check-prefix=GFX1030
; GFX1030: [[@LINE+2]]:3: error: intrinsic 'llvm.amdgcn.update.dpp' is not supported: the control 0x138 is not supported on gfx1030
define amdgpu_kernel void @shift_of_wave(ptr addrspace(1) %p, i32 %x) {
  %y = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %x, i32 312, i32 15, i32 15, i1 false)
  store i32 %y, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)

; RUN: not wavec %s -mcpu=gfx1200 -S -o - 2>&1 | FileCheck %s --check-prefix=GFX1200
; GFX1200: [[@LINE+2]]:3: error: 'llvm.amdgcn.ds.gws.barrier' is not supported on gfx1200
define amdgpu_kernel void @sync(i32 %x) {
  call void @llvm.amdgcn.ds.gws.barrier(i32 %x, i32 1)
  ret void
}
declare void @llvm.amdgcn.ds.gws.barrier(i32, i32)
