; Loads of 32 bytes and more are single instructions if the address is uniform; others are split.
; RUN: wavec %s -S -o - | FileCheck %s

declare i32 @llvm.amdgcn.workitem.id.x()

; CHECK-LABEL: uniform:
; CHECK: s_load_dwordx8
define amdgpu_kernel void @uniform(ptr addrspace(1) %out, ptr addrspace(4) %in) {
  %x = load <8 x float>, ptr addrspace(4) %in
  store <8 x float> %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: divergent:
; CHECK-COUNT-2: global_load_dwordx4
define amdgpu_kernel void @divergent(ptr addrspace(1) %out, ptr addrspace(4) %in) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <8 x float>, ptr addrspace(4) %in, i32 %id
  %x = load <8 x float>, ptr addrspace(4) %p
  store <8 x float> %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: once_each:
; CHECK-COUNT-4: global_load_dwordx4
define amdgpu_kernel void @once_each(ptr addrspace(1) %out, ptr addrspace(4) %in) {
  %x = load volatile <16 x i32>, ptr addrspace(4) %in
  store <16 x i32> %x, ptr addrspace(1) %out
  ret void
}
