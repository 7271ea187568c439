; Operands that must be scalar but differ between lanes are taken from one lane after another.
; RUN: wavec opt %s -passes=lower-divergent-resources -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8), i32, i32, i32 immarg)
declare i32 @llvm.amdgcn.workitem.id.x()

; The lanes whose resource is that of the first lane load, and leave the loop.
; CHECK-LABEL: @resource
; CHECK: br label %[[TURN:.*]]
; CHECK: [[TURN]]:
; CHECK: call i32 @llvm.amdgcn.readfirstlane.i32
; CHECK: [[SAME:%.*]] = {{.*}}i1
; CHECK: br i1 {{%.*}}, label %[[ACCESS:.*]], label %[[NEXT:.*]]
; CHECK: [[ACCESS]]:
; CHECK: call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %{{[0-9]+}}, i32 0, i32 0, i32 0)
; CHECK: [[NEXT]]:
; CHECK: [[DONE:%.*]] = phi i1
; CHECK: br i1 [[DONE]], label %{{.*}}, label %[[TURN]]
define i32 @resource(ptr addrspace(8) %r) {
  %x = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 0, i32 0, i32 0)
  ret i32 %x
}

; The scalar offset.
; CHECK-LABEL: @offset
; CHECK: [[FIRST:%.*]] = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %id)
; CHECK: icmp eq i32 %id, [[FIRST]]
; CHECK: call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 0, i32 [[FIRST]], i32 0)
define amdgpu_kernel void @offset(ptr addrspace(8) %r, ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %x = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 0, i32 %id, i32 0)
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; A function that lanes choose.
; CHECK-LABEL: @pointer
; CHECK: call i32 @llvm.amdgcn.readfirstlane.i32
; CHECK: call void %{{[0-9]+}}()
define void @pointer(ptr %f) {
  call void %f()
  ret void
}

; The offset of the lane may differ.
; CHECK-LABEL: @uniform
; CHECK-NEXT: %id = call
; CHECK-NEXT: %x = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 %id, i32 0, i32 0)
; CHECK-NEXT: store i32 %x
define amdgpu_kernel void @uniform(ptr addrspace(8) %r, ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %x = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 %id, i32 0, i32 0)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
