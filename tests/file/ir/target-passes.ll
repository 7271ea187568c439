; Passes of the target run by name, alone and among those of the IR.
; RUN: wavec opt %s -passes=lower-kernel-arguments -S | FileCheck %s
; RUN: wavec opt %s "-passes=lower-kernel-arguments,function(gvn),scalarize" -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @kernel
; CHECK: [[SEGMENT:%.*]] = call ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()
; CHECK: load ptr addrspace(1), ptr addrspace(4) [[SEGMENT]], align 16, !invariant.load
; CHECK: load i32
; CHECK-NOT: %x
define amdgpu_kernel void @kernel(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; The arguments of functions that are called are in registers.
; CHECK-LABEL: @function
; CHECK-NEXT: store i32 %x
define void @function(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
