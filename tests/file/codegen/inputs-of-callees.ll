; External functions get all inputs that their attributes do not exclude; constants for them are not moved
; twice.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: few:
; CHECK-NOT: s[8:9]
; CHECK-NOT: v31
; CHECK: v_mov_b32_e32 v0, 42
; CHECK-NOT: v_mov_b32
; CHECK: s_swappc_b64
define amdgpu_kernel void @few() {
  call void @needs_nothing(i32 42)
  ret void
}

; CHECK-LABEL: all:
; CHECK-DAG: s[8:9]
; CHECK-DAG: v31
; CHECK: s_swappc_b64
define amdgpu_kernel void @all() {
  call void @needs_all(i32 42)
  ret void
}

; CHECK-LABEL: plane:
; CHECK: s_swappc_b64
; CHECK: .amdhsa_system_vgpr_workitem_id 0
; CHECK: .amdhsa_system_vgpr_workitem_id 2
; CHECK: .amdhsa_system_vgpr_workitem_id 1
define amdgpu_kernel void @plane() {
  call void @needs_plane()
  ret void
}

declare void @needs_nothing(i32) #0
declare void @needs_all(i32)
declare void @needs_plane() #1
attributes #0 = { "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-queue-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" }
attributes #1 = { "amdgpu-no-workitem-id-z" }
