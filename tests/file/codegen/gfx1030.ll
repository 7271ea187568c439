; Code for RDNA 2, with waves of 32 and of 64 lanes.
; RUN: wavec -mcpu=gfx1030 %s -S -o - | FileCheck %s --check-prefixes=CHECK,W32
; RUN: wavec -mcpu=gfx1030 -mwavefrontsize64 %s -S -o - | FileCheck %s --check-prefixes=CHECK,W64

; CHECK-LABEL: branch:
; CHECK: v_cmp_gt_i32_e32 [[MASK:vcc_lo|vcc]], s2, v0
; W32: s_and_saveexec_b32 s{{[0-9]+}}, vcc_lo
; W64: s_and_saveexec_b64 s{{\[[0-9:]+\]}}, vcc
; CHECK: s_cbranch_execz
; W32: v_add_co_u32 v{{[0-9]+}}, [[CARRY:s[0-9]+]], s0, v{{[0-9]+}}
; W64: v_add_co_u32 v{{[0-9]+}}, [[CARRY:s\[[0-9]+:[0-9]+\]]], s0, v{{[0-9]+}}
; CHECK: v_add_co_ci_u32_e64
; CHECK: s_endpgm
define amdgpu_kernel void @branch(ptr addrspace(1) %p, i32 %n) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %id, %n
  br i1 %c, label %then, label %end
then:
  %index = sub i32 %id, %n
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %index
  store i32 %id, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; A wave has as many lanes as its masks have bits: those beyond are 0.
; CHECK-LABEL: ballots:
; W32-DAG: s_mov_b32 [[ZERO:s[0-9]+]], 0
; W32-DAG: v_cmp_lt_i32_e64 [[MASK:s[0-9]+]], v0, s2
; W32-DAG: v_mov_b32_e32 v{{[0-9]+}}, [[ZERO]]
; W64: v_cmp_gt_i32_e32 vcc, s2, v0
; CHECK: global_store_dwordx2
; CHECK: s_endpgm
define amdgpu_kernel void @ballots(ptr addrspace(1) %p, i32 %n) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %id, %n
  %a = call i32 @llvm.amdgcn.ballot.i32(i1 %c)
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 %c)
  store i32 %a, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 8
  store i64 %b, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: select:
; W32: s_cselect_b32 vcc_lo, -1, 0
; W64: s_cselect_b64 vcc, -1, 0
; CHECK: v_cndmask_b32_e32 v0, 7, v0, vcc
; CHECK: s_endpgm
define amdgpu_kernel void @select(ptr addrspace(1) %p, i1 %u) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %s = select i1 %u, i32 %id, i32 7
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %id
  store i32 %s, ptr addrspace(1) %q
  ret void
}

; Stores have a counter of their own, and the waves of a work-group have caches of their own.
; CHECK-LABEL: release:
; CHECK: global_store_dword
; CHECK: s_waitcnt_vscnt null, 0x0
; CHECK-NEXT: global_store_dword
; CHECK: global_load_dword v0, v[0:1], off glc
; CHECK-NEXT: s_waitcnt vmcnt(0)
; CHECK-NEXT: buffer_gl0_inv
; CHECK: s_endpgm
define amdgpu_kernel void @release(ptr addrspace(1) %p, ptr addrspace(1) %f) {
  store i32 1, ptr addrspace(1) %p
  store atomic i32 1, ptr addrspace(1) %f syncscope("agent") release, align 4
  %v = load atomic i32, ptr addrspace(1) %f syncscope("workgroup") acquire, align 4
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; The address of scratch memory is in a hardware register; an access can do without a register.
; CHECK-LABEL: scratch:
; CHECK: s_add_u32 s2, s2, s5
; CHECK-NEXT: s_addc_u32 s3, s3, 0
; CHECK-NEXT: s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), s2
; CHECK-NEXT: s_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI), s3
; CHECK: scratch_store_dword off, v0, s2
; CHECK: s_waitcnt_vscnt null, 0x0
; CHECK-NEXT: scratch_load_dword v0, off, off
; CHECK: s_endpgm
define amdgpu_kernel void @scratch(ptr addrspace(1) %p, i32 %i) {
  %a = alloca [64 x i32], addrspace(5)
  %e = getelementptr [64 x i32], ptr addrspace(5) %a, i32 0, i32 %i
  store volatile i32 5, ptr addrspace(5) %e
  %l = load volatile i32, ptr addrspace(5) %a
  store i32 %l, ptr addrspace(1) %p
  ret void
}

; Vector instructions read two scalar registers, or one and a literal.
; CHECK-LABEL: literals:
; CHECK: v_fma_f32 v1, s2, v1, s3
; CHECK-NEXT: v_fma_f32 v1, v1, 0x42f60000, s2
; CHECK: s_endpgm
define amdgpu_kernel void @literals(ptr addrspace(1) %p, float %a, float %b) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr float, ptr addrspace(1) %p, i32 %id
  %x = load float, ptr addrspace(1) %q
  %s = call float @llvm.fma.f32(float %a, float %x, float %b)
  %t = call float @llvm.fma.f32(float %s, float 123.0, float %a)
  store float %t, ptr addrspace(1) %q
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.ballot.i32(i1)
declare i64 @llvm.amdgcn.ballot.i64(i1)
declare float @llvm.fma.f32(float, float, float)
