; Nothing asks for whole quads, so neither does what would have them softly.
; RUN: wavec -S -o - %s | FileCheck %s
; RUN: not wavec -S -o /dev/null %S/../inputs/whole-quads.ll 2>&1 | FileCheck %s --check-prefix=QUADS

; QUADS: whole-quads.ll:2:3: error: intrinsic 'llvm.amdgcn.wqm' is not supported: whole quad mode is for graphics
; CHECK-LABEL: soft:
; CHECK: v_mul_u32_u24_e32 [[V:v[0-9]+]], 5, v0
; CHECK-NOT: exec
; CHECK: global_store_dword v{{[0-9]+}}, [[V]]
define amdgpu_kernel void @soft(ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %x = mul i32 %id, 5
  %y = call i32 @llvm.amdgcn.softwqm.i32(i32 %x)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %y, ptr addrspace(1) %p
  ret void
}
