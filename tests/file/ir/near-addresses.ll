; An address that is as far from another one in all lanes is made from that one; not where the sum may wrap before it is extended.
; RUN: wavec opt %s -passes=near-addresses,verify -S | FileCheck %s

; CHECK-LABEL: @rows
; CHECK: [[P:%[a-z0-9.]+]] = getelementptr i32, ptr addrspace(1) %p
; CHECK: [[W:%[a-z0-9.]+]] = sext i32 %width to i64
; CHECK: [[D:%[a-z0-9.]+]] = shl i64 [[W]], 2
; CHECK: [[Q:%[a-z0-9.]+]] = getelementptr i8, ptr addrspace(1) [[P]], i64 [[D]]
; CHECK: load i32, ptr addrspace(1) [[Q]]
; CHECK: ret void
define amdgpu_kernel void @rows(ptr addrspace(1) %p, i32 %width) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %a = sext i32 %i to i64
  %pa = getelementptr i32, ptr addrspace(1) %p, i64 %a
  %x = load i32, ptr addrspace(1) %pa
  %j = add nsw i32 %i, %width
  %b = sext i32 %j to i64
  %pb = getelementptr i32, ptr addrspace(1) %p, i64 %b
  %y = load i32, ptr addrspace(1) %pb
  %s = add i32 %x, %y
  store i32 %s, ptr addrspace(1) %pa
  ret void
}

; CHECK-LABEL: @wraps
; CHECK: sext i32
; CHECK: sext i32
; CHECK: ret void
define amdgpu_kernel void @wraps(ptr addrspace(1) %p, i32 %width) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %a = sext i32 %i to i64
  %pa = getelementptr i32, ptr addrspace(1) %p, i64 %a
  %x = load i32, ptr addrspace(1) %pa
  %j = add i32 %i, %width
  %b = sext i32 %j to i64
  %pb = getelementptr i32, ptr addrspace(1) %p, i64 %b
  store i32 %x, ptr addrspace(1) %pb
  ret void
}
