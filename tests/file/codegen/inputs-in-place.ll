; Arguments that arrive in registers stay there, although pairs are otherwise allocated before single registers: here the
; pairs that hold the remaining lanes.
; RUN: wavec %s -O2 -S -o - | FileCheck %s

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()

; CHECK-LABEL: rows:
; CHECK: .LBB0_preloaded:
; CHECK-NOT: s_mov_b32 s{{[0-9]+}}, s8
; CHECK: v_cvt_f32_u32_e32 v{{[0-9]+}}, s8
; CHECK: s_endpgm
define amdgpu_kernel void @rows(ptr addrspace(1) inreg %p, ptr addrspace(1) inreg %q, ptr addrspace(1) inreg %r, i32 inreg %n) {
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %is.first = icmp eq i32 %id, 0
  br i1 %is.first, label %first, label %others

first:
  store float 0.0, ptr addrspace(3) null
  ret void

others:
  %is.near = icmp ult i32 %id, 4
  br i1 %is.near, label %near, label %far

near:
  ret void

far:
  %count = uitofp i32 %n to float
  %x = load float, ptr addrspace(1) %q
  %product = fmul float %count, %x
  %group.wide = sext i32 %group to i64
  %at = getelementptr float, ptr addrspace(1) %r, i64 %group.wide
  store float %product, ptr addrspace(1) %at
  ret void
}
