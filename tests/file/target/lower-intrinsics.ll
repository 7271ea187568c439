; Intrinsics that other operations do are replaced by them.
; RUN: wavec opt %s -passes=lower-intrinsics -S | FileCheck %s
; RUN: wavec opt %s -passes=amdgpu-lower-intrinsics -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @reversed
; CHECK-NEXT: shufflevector <4 x i32> %x, <4 x i32> %x, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
define <4 x i32> @reversed(<4 x i32> %x) {
  %r = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %x)
  ret <4 x i32> %r
}

; CHECK-LABEL: @compared
; CHECK-DAG: icmp slt i32 %x, %y
; CHECK-DAG: icmp sgt i32 %x, %y
; CHECK-NOT: llvm.scmp
; CHECK: ret i32
define i32 @compared(i32 %x, i32 %y) {
  %r = call i32 @llvm.scmp.i32.i32(i32 %x, i32 %y)
  ret i32 %r
}

; A constant exponent.
; CHECK-LABEL: @cube
; CHECK: [[SQUARE:%.*]] = fmul float %x, %x
; CHECK-NEXT: fmul float %x, [[SQUARE]]
; CHECK-NOT: llvm.powi
; CHECK: ret float
define float @cube(float %x) {
  %r = call float @llvm.powi.f32.i32(float %x, i32 3)
  ret float %r
}

; An element is accessed if its bit is set.
; CHECK-LABEL: @masked
; CHECK: [[BIT:%.*]] = extractelement <2 x i1> %m, i32 0
; CHECK-NEXT: br i1 [[BIT]]
; CHECK: store i32
; CHECK: [[BIT:%.*]] = extractelement <2 x i1> %m, i32 1
; CHECK: br i1 [[BIT]]
; CHECK: store i32
define void @masked(<2 x i32> %x, ptr addrspace(1) %p, <2 x i1> %m) {
  call void @llvm.masked.store.v2i32.p1(<2 x i32> %x, ptr addrspace(1) %p, i32 4, <2 x i1> %m)
  ret void
}

; There is an instruction for this.
; CHECK-LABEL: @largest
; CHECK-NEXT: %r = call i32 @llvm.smax.i32(i32 %x, i32 %y)
; CHECK-NEXT: ret i32 %r
define i32 @largest(i32 %x, i32 %y) {
  %r = call i32 @llvm.smax.i32(i32 %x, i32 %y)
  ret i32 %r
}
