; What gfx942 has an instruction for, and gfx90a has not, takes several.
; RUN: wavec %s -mcpu=gfx90a -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx942 -S -o - | FileCheck %s --check-prefix=GFX942

; CHECK-LABEL:  add64:
; CHECK:        v_add_co_u32
; CHECK:        v_addc_co_u32
; GFX942-LABEL: add64:
; GFX942:       v_lshl_add_u64
define amdgpu_kernel void @add64(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i64, ptr addrspace(1) %p, i32 %id
  %a = load i64, ptr addrspace(1) %q
  %b = add i64 %a, 5000000000
  store i64 %b, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL:  literal_factor:
; CHECK-NOT:    v_fmamk_f32
; CHECK:        v_fma{{c?}}_f32
; GFX942-LABEL: literal_factor:
; GFX942:       v_fmamk_f32
define amdgpu_kernel void @literal_factor(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr <2 x float>, ptr addrspace(1) %p, i32 %id
  %v = load <2 x float>, ptr addrspace(1) %q
  %a = extractelement <2 x float> %v, i32 0
  %b = extractelement <2 x float> %v, i32 1
  %m = call float @llvm.fma.f32(float %a, float 3.0, float %b)
  store float %m, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL:  pair:
; CHECK-NOT:    v_mov_b64
; CHECK:        global_store_dwordx2
; GFX942-LABEL: pair:
; GFX942:       v_mov_b64_e32 v[{{[0-9:]+}}], 0
define amdgpu_kernel void @pair(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i64, ptr addrspace(1) %p, i32 %id
  store i64 0, ptr addrspace(1) %q
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.fma.f32(float, float, float)
