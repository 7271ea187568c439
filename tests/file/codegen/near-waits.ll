; Waits with one short instruction between are merged; a matrix instruction starts before the wait for the next one.
; RUN: wavec %s -O2 -S -o - | FileCheck %s

@lds = internal addrspace(3) global [16384 x i32] undef

declare i32 @llvm.amdgcn.workitem.id.x()
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg)

; CHECK-LABEL: short:
; CHECK: ds_read_u16
; CHECK: ds_read_u16
; CHECK: s_waitcnt lgkmcnt(0)
; CHECK-NOT: s_waitcnt
; CHECK: global_store_dwordx2
define amdgpu_kernel void @short(ptr addrspace(1) inreg %o) "amdgpu-flat-work-group-size"="64,64" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %q = getelementptr i8, ptr addrspace(3) %p, i32 1002
  %a = load i16, ptr addrspace(3) %p
  %b = load i16, ptr addrspace(3) %q
  %a.wide = zext i16 %a to i32
  %b.wide = zext i16 %b to i32
  %x = mul i32 %a.wide, %id
  %y = mul i32 %b.wide, %id
  %v.0 = insertelement <2 x i32> poison, i32 %x, i32 0
  %v = insertelement <2 x i32> %v.0, i32 %y, i32 1
  %at = getelementptr <2 x i32>, ptr addrspace(1) %o, i32 %id
  store <2 x i32> %v, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: matrices:
; CHECK: s_waitcnt lgkmcnt(1)
; CHECK: v_mfma_f32_16x16x16_f16
; CHECK: s_waitcnt lgkmcnt(0)
; CHECK: v_mfma_f32_16x16x16_f16
define amdgpu_kernel void @matrices(ptr addrspace(1) inreg %o) "amdgpu-flat-work-group-size"="64,64" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x half>, ptr addrspace(3) @lds, i32 %id
  %q = getelementptr i8, ptr addrspace(3) %p, i32 60008
  %a = load <4 x half>, ptr addrspace(3) %p
  %b = load <4 x half>, ptr addrspace(3) %q
  %m = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %n = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %b, <4 x half> %b, <4 x float> %m, i32 0, i32 0, i32 0)
  %at = getelementptr <4 x float>, ptr addrspace(1) %o, i32 %id
  store <4 x float> %n, ptr addrspace(1) %at
  ret void
}
