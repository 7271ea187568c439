; RUN: wavec opt %s -passes=structurize -S | FileCheck %s
; A then side that only selects a constant is removed: the constant is in the phi of the join.

; CHECK-LABEL: @constant(
; CHECK: [[NOT:%[0-9]+]] = xor i1 %c, true
; CHECK-NEXT: br i1 [[NOT]], label %else, label %Flow
; CHECK: else:
; CHECK-NEXT: %v = load i32
; CHECK-NEXT: br label %Flow
; CHECK: Flow:
; CHECK-NEXT: %r = phi i32 [ 7, %entry ], [ %v, %else ]
; CHECK: store i32 %r
define amdgpu_kernel void @constant(ptr addrspace(1) %p) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp eq i32 %id, 1
  br i1 %c, label %then, label %else
then:
  br label %join
else:
  %v = load i32, ptr addrspace(1) %p
  br label %join
join:
  %r = phi i32 [ 7, %then ], [ %v, %else ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; Other instructions of the then side keep it.
; CHECK-LABEL: @effect(
; CHECK: br i1 %c, label %then, label %Flow
; CHECK: then:
; CHECK-NEXT: store i32 1
; CHECK: Flow:
; CHECK-NEXT: [[FLAG:%[0-9]+]] = phi i1 [ true, %entry ], [ false, %then ]
; CHECK-NEXT: br i1 [[FLAG]], label %else, label %Flow1
; CHECK: %r = phi i32 [ 7, %Flow ], [ %v, %else ]
define amdgpu_kernel void @effect(ptr addrspace(1) %p) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp eq i32 %id, 1
  br i1 %c, label %then, label %else
then:
  store i32 1, ptr addrspace(1) %p
  br label %join
else:
  %v = load i32, ptr addrspace(1) %p
  br label %join
join:
  %r = phi i32 [ 7, %then ], [ %v, %else ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}
