; Before gfx90a: work-item ids are in a register each, every store is over before a wave waits at a barrier, and arithmetic on
; pairs of f32 is done element by element. A descriptor has no offset of accumulation registers.
; RUN: wavec -mcpu=gfx906 -O2 -S %s -o - | FileCheck %s
; RUN: wavec -mcpu=gfx908 -O2 -S %s -o - | FileCheck --check-prefixes=CHECK,MAI %s
; RUN: wavec -mcpu=gfx900 -O2 -S %s -o - | FileCheck --check-prefix=GFX900 %s
; RUN: wavec -mcpu=gfx90a -O2 -S %s -o - | FileCheck --check-prefix=GFX90A %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: ids:
; CHECK: v_lshl_add_u32 [[V:v[0-9]+]], v2, 2, v0
; GFX90A-LABEL: ids:
; GFX90A: v_bfe_u32
define amdgpu_kernel void @ids(ptr addrspace(1) %out) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %z = call i32 @llvm.amdgcn.workitem.id.z()
  %four = shl i32 %z, 2
  %sum = add i32 %four, %x
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: barrier:
; CHECK: s_waitcnt vmcnt(0)
; CHECK-NEXT: s_barrier
; GFX90A-LABEL: barrier:
; GFX90A: global_store_dword
; GFX90A-NEXT: s_barrier
define amdgpu_kernel void @barrier(ptr addrspace(1) %out) "amdgpu-flat-work-group-size"="256,256" {
  store i32 0, ptr addrspace(1) %out
  call void @llvm.amdgcn.s.barrier()
  store i32 1, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: pairs:
; CHECK: v_fmac_f32_e32
; CHECK: v_fmac_f32_e32
; GFX900-LABEL: pairs:
; GFX900: v_fma_f32
; GFX900: v_fma_f32
; GFX90A-LABEL: pairs:
; GFX90A: v_pk_fma_f32
define amdgpu_kernel void @pairs(ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <2 x float>, ptr addrspace(1) %out, i32 %id
  %b = getelementptr <2 x float>, ptr addrspace(1) %at, i32 1024
  %x = load <2 x float>, ptr addrspace(1) %at
  %y = load <2 x float>, ptr addrspace(1) %b
  %z = call <2 x float> @llvm.fma.v2f32(<2 x float> %x, <2 x float> %y, <2 x float> %x)
  store <2 x float> %z, ptr addrspace(1) %at
  ret void
}
; CHECK: .amdhsa_system_vgpr_workitem_id 2
; CHECK-NOT: accum_offset
; CHECK: .end_amdhsa_kernel
; MAI: .agpr_count:     0
; GFX900-NOT: agpr_count
