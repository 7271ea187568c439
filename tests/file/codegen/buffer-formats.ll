; Three halves use the registers of four, and three are converted.
; RUN: wavec %s -S -o - | FileCheck %s
; RUN: wavec %s -O0 -c -o /dev/null

; CHECK-LABEL: three:
; CHECK: buffer_load_format_d16_xyz v[{{[0-9]+}}:{{[0-9]+}}]
; CHECK: buffer_store_format_d16_xyz v[{{[0-9]+}}:{{[0-9]+}}]
; CHECK: tbuffer_store_format_d16_xyz v[{{[0-9]+}}:{{[0-9]+}}]
define amdgpu_kernel void @three(ptr addrspace(8) %from, ptr addrspace(8) %to) {
  %v = call <3 x half> @llvm.amdgcn.raw.ptr.buffer.load.format.v3f16(ptr addrspace(8) %from, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.raw.ptr.buffer.store.format.v3f16(<3 x half> %v, ptr addrspace(8) %to, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.raw.ptr.tbuffer.store.v3f16(<3 x half> %v, ptr addrspace(8) %to, i32 64, i32 0, i32 77, i32 0)
  ret void
}
