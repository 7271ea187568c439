; Parameters of kernels are loads from the argument segment.
; RUN: wavec opt %s -passes=lower-kernel-arguments -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @words
; CHECK: [[SEGMENT:%.*]] = call ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()
; CHECK-DAG: load ptr addrspace(1), ptr addrspace(4) [[SEGMENT]], align 16, !invariant.load
; CHECK-DAG: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(4) [[SEGMENT]], i64 8
; CHECK-DAG: load i32, ptr addrspace(4) [[AT]], align 8, !invariant.load
; CHECK-NOT: %x
; CHECK: ret void
define amdgpu_kernel void @words(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; Each is aligned as its type is.
; CHECK-LABEL: @aligned
; CHECK: getelementptr inbounds i8, ptr addrspace(4) {{%.*}}, i64 16
; CHECK-NEXT: load <4 x i32>, ptr addrspace(4) {{%.*}}, align 16
; CHECK: getelementptr inbounds i8, ptr addrspace(4) {{%.*}}, i64 32
; CHECK-NEXT: load ptr addrspace(1), ptr addrspace(4) {{%.*}}, align 16
define amdgpu_kernel void @aligned(i8 %unused, <4 x i32> %x, ptr addrspace(1) %p) {
  store <4 x i32> %x, ptr addrspace(1) %p
  ret void
}

; A structure by reference is in the segment itself.
; CHECK-LABEL: @reference
; CHECK: [[SEGMENT:%.*]] = call ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()
; CHECK: load i32, ptr addrspace(4) [[SEGMENT]]
; CHECK: ret void
define amdgpu_kernel void @reference(ptr addrspace(4) byref({ i32, i32 }) align 4 %s, ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(4) %s
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; The arguments of functions that are called are in registers.
; CHECK-LABEL: @function
; CHECK-NEXT: store i32 %x, ptr addrspace(1) %p
define void @function(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
