; Atomic operations on 64 bits test whether their flat address is private, where the words lie apart.
; RUN: wavec opt %s -passes=lower-flat-atomics -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @add
; CHECK: [[IS:%.*]] = call i1 @llvm.amdgcn.is.private(ptr %p)
; CHECK-NEXT: br i1 [[IS]], label %[[PRIVATE:.*]], label %[[SHARED:.*]]
; CHECK: [[PRIVATE]]:
; CHECK-NEXT: [[OBJECT:%.*]] = addrspacecast ptr %p to ptr addrspace(5)
; CHECK-NEXT: [[A:%.*]] = atomicrmw volatile add ptr addrspace(5) [[OBJECT]], i64 %x syncscope("agent") acq_rel
; CHECK: [[SHARED]]:
; CHECK-NEXT: [[B:%.*]] = atomicrmw volatile add ptr %p, i64 %x syncscope("agent") acq_rel, align 8, !noalias.addrspace ![[RANGE:[0-9]+]]
; CHECK: [[R:%.*]] = phi i64 [ [[A]], %[[PRIVATE]] ], [ [[B]], %[[SHARED]] ]
; CHECK-NEXT: ret i64 [[R]]
define i64 @add(ptr %p, i64 %x) {
  %r = atomicrmw volatile add ptr %p, i64 %x syncscope("agent") acq_rel
  ret i64 %r
}

; CHECK-LABEL: @exchange
; CHECK: call i1 @llvm.amdgcn.is.private
; CHECK: cmpxchg weak ptr addrspace(5) {{%.*}}, i64 %x, i64 %y seq_cst monotonic
; CHECK: cmpxchg weak ptr %p, i64 %x, i64 %y seq_cst monotonic, align 8, !noalias.addrspace !{{[0-9]+}}
; CHECK: phi { i64, i1 }
define { i64, i1 } @exchange(ptr %p, i64 %x, i64 %y) {
  %r = cmpxchg weak ptr %p, i64 %x, i64 %y seq_cst monotonic
  ret { i64, i1 } %r
}

; Metadata that rules out other memory only does not help.
; CHECK-LABEL: @not_local
; CHECK: call i1 @llvm.amdgcn.is.private
define double @not_local(ptr %p, double %x) {
  %r = atomicrmw fmax ptr %p, double %x monotonic, !noalias.addrspace !0
  ret double %r
}

; A pointer that was made of one to the stack may be tested; one to other memory is not.
; CHECK-LABEL: @cast
; CHECK-NOT: is.private
; CHECK: ret void
define void @cast(ptr addrspace(3) %p, i64 %x) {
  %flat = addrspacecast ptr addrspace(3) %p to ptr
  %r = atomicrmw add ptr %flat, i64 %x monotonic
  ret void
}

; CHECK-LABEL: @not_private
; CHECK-NEXT: atomicrmw
; CHECK-NEXT: cmpxchg
; CHECK-NEXT: ret void
define void @not_private(ptr %p, i64 %x) {
  %r = atomicrmw xchg ptr %p, i64 %x monotonic, !noalias.addrspace !1
  %s = cmpxchg ptr %p, i64 %x, i64 %r monotonic monotonic, !noalias.addrspace !2
  ret void
}

; Single words are in one place everywhere.
; CHECK-LABEL: @word
; CHECK-NEXT: atomicrmw
; CHECK-NEXT: atomicrmw
; CHECK-NEXT: ret void
define void @word(ptr %p, ptr addrspace(1) %q, i32 %x, i64 %y) {
  %r = atomicrmw add ptr %p, i32 %x monotonic
  %s = atomicrmw add ptr addrspace(1) %q, i64 %y monotonic
  ret void
}

; CHECK: ![[RANGE]] = !{i32 5, i32 6}
!0 = !{i32 3, i32 4}
!1 = !{i32 5, i32 6}
!2 = !{i32 1, i32 2, i32 4, i32 10}
