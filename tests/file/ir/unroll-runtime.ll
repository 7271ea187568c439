; RUN: wavec opt -passes=unroll-runtime %s -o - | FileCheck %s
; Loops whose trip count is known when they are entered: a main loop of several copies, then what is left.

; CHECK-LABEL: @uniform(
; CHECK: [[BACK:%[0-9]+]] = freeze i32
; CHECK: [[FEW:%[0-9]+]] = icmp ult i32 [[BACK]], 7
; CHECK: br i1 [[FEW]], label %[[REST:[a-z0-9]+]], label %[[MAIN:[a-z0-9]+]]
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: br i1
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: ret void
define amdgpu_kernel void @uniform(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %at
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Lanes would wait for each other in the main loop and again in the rest.
; CHECK-LABEL: @divergent(
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: ret void
define amdgpu_kernel void @divergent(ptr addrspace(1) %p) {
entry:
  %n = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %at
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @convergent(
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK-NOT: call void @llvm.amdgcn.s.barrier()
; CHECK: ret void
define amdgpu_kernel void @convergent(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.amdgcn.s.barrier()
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
