; Copies and fills of unknown or large size are loops.
; RUN: wavec opt %s -passes=lower-memory-intrinsics -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)

; A loop over 16 bytes at a time, and one over the rest.
; CHECK-LABEL: @unknown
; CHECK: lshr i64 %n, 4
; CHECK: load <4 x i32>
; CHECK-NEXT: store <4 x i32>
; CHECK: load i8
; CHECK-NEXT: store i8
; CHECK-NOT: call
; CHECK: ret void
define void @unknown(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n, i1 false)
  ret void
}

; CHECK-LABEL: @fill
; CHECK: phi i64
; CHECK: store
; CHECK-NOT: call
; CHECK: ret void
define void @fill(ptr addrspace(1) %a, i8 %x, i64 %n) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) %a, i8 %x, i64 %n, i1 false)
  ret void
}

; Objects that may overlap are copied from the right end.
; CHECK-LABEL: @move
; CHECK: icmp ult
; CHECK: br i1
; CHECK-NOT: call
; CHECK: ret void
define void @move(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n, i1 false)
  ret void
}

; Selection does small ones.
; CHECK-LABEL: @small
; CHECK-NEXT: call void @llvm.memcpy
; CHECK-NEXT: ret void
define void @small(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %a, ptr addrspace(1) align 4 %b, i64 8, i1 false)
  ret void
}
