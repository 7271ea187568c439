; Atomic operations that no instruction does are loops that compare and exchange.
; RUN: wavec opt %s -passes=lower-atomics -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @nand
; CHECK: [[OLD:%.*]] = load i32
; CHECK: [[SEEN:%.*]] = phi i32 [ [[OLD]],
; CHECK: [[AND:%.*]] = and i32 [[SEEN]], %x
; CHECK: [[NEW:%.*]] = xor i32 [[AND]], -1
; CHECK: cmpxchg ptr addrspace(1) %p, i32 [[SEEN]], i32 [[NEW]] seq_cst seq_cst
; CHECK: br i1
define void @nand(ptr addrspace(1) %p, i32 %x) {
  %a = atomicrmw nand ptr addrspace(1) %p, i32 %x seq_cst
  ret void
}

; The dword that a byte lies in is exchanged.
; CHECK-LABEL: @byte
; CHECK: cmpxchg ptr addrspace(1) {{%.*}}, i32
; CHECK-NOT: atomicrmw
define void @byte(ptr addrspace(1) %p, i8 %x) {
  %a = atomicrmw add ptr addrspace(1) %p, i8 %x seq_cst
  ret void
}

; CHECK-LABEL: @multiple
; CHECK-COUNT-2: cmpxchg
; CHECK-NOT: cmpxchg
; CHECK: ret void
define void @multiple(ptr addrspace(1) %p, i32 %x) {
  %a = atomicrmw nand ptr addrspace(1) %p, i32 %x seq_cst
  %b = atomicrmw nand ptr addrspace(1) %p, i32 %a seq_cst
  ret void
}

; CHECK-LABEL: @add
; CHECK-NEXT: %a = atomicrmw add ptr addrspace(1) %p, i32 %x seq_cst
; CHECK-NEXT: ret void
define void @add(ptr addrspace(1) %p, i32 %x) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 %x seq_cst
  ret void
}
