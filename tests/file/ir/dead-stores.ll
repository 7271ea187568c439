; RUN: wavec opt -passes=dead-stores %s -o - | FileCheck %s

; An object that only a removed one was copied from is removed, too.
; CHECK-LABEL: @copied_to_nothing(
; CHECK-NEXT: ret void
define void @copied_to_nothing() {
  %to = alloca [8 x i32], addrspace(5)
  %from = alloca [8 x i32], addrspace(5)
  store i32 1, ptr addrspace(5) %from
  call void @llvm.memcpy.p5.p5.i64(ptr addrspace(5) %to, ptr addrspace(5) %from, i64 32, i1 false)
  ret void
}

; One that is read stays, and so does what is copied to it.
; CHECK-LABEL: @copied_and_read(
; CHECK: store i32 1, ptr addrspace(5) %from
; CHECK: call void @llvm.memcpy
define i32 @copied_and_read() {
  %to = alloca [8 x i32], addrspace(5)
  %from = alloca [8 x i32], addrspace(5)
  store i32 1, ptr addrspace(5) %from
  call void @llvm.memcpy.p5.p5.i64(ptr addrspace(5) %to, ptr addrspace(5) %from, i64 32, i1 false)
  %read = load i32, ptr addrspace(5) %to
  ret i32 %read
}
