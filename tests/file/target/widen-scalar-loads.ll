; Bytes and half-words of the argument segment are parts of dwords, which scalar loads can load.
; RUN: wavec opt %s -passes=widen-scalar-loads -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()

; CHECK-LABEL: @byte
; CHECK: [[DWORD:%.*]] = load i32, ptr addrspace(4) {{%.*}}, align 8, !invariant.load
; CHECK-NEXT: [[SHIFTED:%.*]] = lshr i32 [[DWORD]], 8
; CHECK-NEXT: [[BYTE:%.*]] = trunc i32 [[SHIFTED]] to i8
; CHECK-NEXT: ret i8 [[BYTE]]
define i8 @byte() {
  %s = call ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()
  %at = getelementptr i8, ptr addrspace(4) %s, i64 9
  %x = load i8, ptr addrspace(4) %at, align 1, !invariant.load !0
  ret i8 %x
}

; CHECK-LABEL: @half
; CHECK: [[DWORD:%.*]] = load i32, ptr addrspace(4) {{%.*}}, align 4
; CHECK: [[BITS:%.*]] = trunc i32 {{%.*}} to i16
; CHECK-NEXT: bitcast i16 [[BITS]] to half
define half @half() {
  %s = call ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()
  %at = getelementptr i8, ptr addrspace(4) %s, i64 6
  %x = load half, ptr addrspace(4) %at, align 2
  ret half %x
}

; CHECK-LABEL: @vector
; CHECK: [[DWORDS:%.*]] = load <2 x i32>, ptr addrspace(4) {{%.*}}, align 16
; CHECK-NEXT: bitcast <2 x i32> [[DWORDS]] to <8 x i8>
define <8 x i8> @vector() {
  %s = call ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()
  %at = getelementptr i8, ptr addrspace(4) %s, i64 16
  %x = load <8 x i8>, ptr addrspace(4) %at, align 8
  ret <8 x i8> %x
}

; Other memory, and parts of two dwords.
; CHECK-LABEL: @others
; CHECK-DAG: load i8, ptr addrspace(4) %p, align 1
; CHECK-DAG: load i16, ptr addrspace(4) %at, align 1
; CHECK: ret i16
define i16 @others(ptr addrspace(4) %p) {
  %x = load i8, ptr addrspace(4) %p
  %s = call ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()
  %at = getelementptr i8, ptr addrspace(4) %s, i64 7
  %y = load i16, ptr addrspace(4) %at, align 1
  %wide = zext i8 %x to i16
  %sum = add i16 %wide, %y
  ret i16 %sum
}

!0 = !{}
