; A loaded byte is an offset from a uniform address, in one register.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: counted:
; CHECK: global_load_ubyte [[INDEX:v[0-9]+]],
; CHECK: v_lshlrev_b32_e32 [[OFFSET:v[0-9]+]], 2, [[INDEX]]
; CHECK: global_atomic_add [[OFFSET]], v{{[0-9]+}}, s[{{[0-9:]+}}]
define amdgpu_kernel void @counted(ptr addrspace(1) %p, ptr addrspace(1) %bins) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i8, ptr addrspace(1) %p, i32 %id
  %byte = load i8, ptr addrspace(1) %at
  %index = zext i8 %byte to i64
  %bin = getelementptr i32, ptr addrspace(1) %bins, i64 %index
  %old = atomicrmw add ptr addrspace(1) %bin, i32 1 syncscope("agent") monotonic
  ret void
}

; A shifted dword may lose bits.
; CHECK-LABEL: shifted:
; CHECK: v_lshl_add_u64
; CHECK: global_store_dword v[
define amdgpu_kernel void @shifted(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %word = load i32, ptr addrspace(1) %at
  %index = zext i32 %word to i64
  %to = getelementptr i32, ptr addrspace(1) %q, i64 %index
  store i32 1, ptr addrspace(1) %to
  ret void
}
