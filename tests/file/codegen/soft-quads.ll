; The helper lanes of a quad would not be work-items: none are enabled.
; RUN: wavec -S -o - %s | FileCheck %s

; CHECK-LABEL: soft:
; CHECK: v_mul_u32_u24_e32 [[V:v[0-9]+]], 5, v0
; CHECK-NOT: exec
; CHECK: global_store_dword v{{[0-9]+}}, [[V]]
define amdgpu_kernel void @soft(ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %x = mul i32 %id, 5
  %w = call i32 @llvm.amdgcn.wqm.i32(i32 %x)
  %y = call i32 @llvm.amdgcn.softwqm.i32(i32 %w)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %y, ptr addrspace(1) %p
  ret void
}
