; Numbers of work-items are less than the size of a work-group.
; RUN: wavec opt %s -passes=bound-work-item-ids -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workgroup.id.x()

; CHECK-LABEL: @flat
; CHECK: call range(i32 0, 256) i32 @llvm.amdgcn.workitem.id.x()
; CHECK: call range(i32 0, 256) i32 @llvm.amdgcn.workitem.id.y()
define amdgpu_kernel void @flat(ptr addrspace(1) %p) "amdgpu-flat-work-group-size"="1,256" {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  store i32 %x, ptr addrspace(1) %p
  store volatile i32 %y, ptr addrspace(1) %p
  ret void
}

; Each dimension has its own bound if the size is required.
; CHECK-LABEL: @required
; CHECK: call range(i32 0, 64) i32 @llvm.amdgcn.workitem.id.x()
; CHECK: call range(i32 0, 4) i32 @llvm.amdgcn.workitem.id.y()
define amdgpu_kernel void @required(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  store i32 %x, ptr addrspace(1) %p
  store volatile i32 %y, ptr addrspace(1) %p
  ret void
}

; A function that only these kernels can call has the largest of their bounds.
; CHECK-LABEL: @called
; CHECK: call range(i32 0, 256) i32 @llvm.amdgcn.workitem.id.x()
define internal i32 @called() noinline {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  ret i32 %x
}

; The number of a work-group has no such bound.
; CHECK-LABEL: @group
; CHECK-NEXT: %x = call i32 @llvm.amdgcn.workgroup.id.x()
define amdgpu_kernel void @group(ptr addrspace(1) %p) "amdgpu-flat-work-group-size"="1,256" {
  %x = call i32 @llvm.amdgcn.workgroup.id.x()
  store i32 %x, ptr addrspace(1) %p
  %y = call i32 @called()
  store volatile i32 %y, ptr addrspace(1) %p
  ret void
}

!0 = !{i32 64, i32 4, i32 1}
