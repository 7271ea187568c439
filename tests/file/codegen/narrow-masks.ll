; Comparison masks have as many bits as the call requests, whatever the wave size.
; RUN: wavec %s -S -o - | FileCheck %s

; CHECK-LABEL: narrow:
; CHECK-NOT: global_store_dwordx2
; CHECK: global_store_dword v
; CHECK: s_endpgm
define amdgpu_kernel void @narrow(ptr addrspace(1) %out, float %x) {
  %mask = call i32 @llvm.amdgcn.fcmp.i32.f32(float %x, float 1.0, i32 4)
  store i32 %mask, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: wide:
; CHECK: global_store_dwordx2
define amdgpu_kernel void @wide(ptr addrspace(1) %out, i32 %x) {
  %mask = call i64 @llvm.amdgcn.icmp.i64.i32(i32 %x, i32 1, i32 40)
  store i64 %mask, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.amdgcn.fcmp.i32.f32(float, float, i32 immarg)
declare i64 @llvm.amdgcn.icmp.i64.i32(i32, i32, i32 immarg)
