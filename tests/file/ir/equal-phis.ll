; RUN: wavec opt %s -passes=structurize,verify -S | FileCheck %s

; A lane leaves the loop with what it would continue with: one value of each kind is carried through the Flow block. The
; index of the element is uniform, and what leaving lanes do with it does not change that.
define amdgpu_kernel void @sort(ptr addrspace(1) %p, <8 x float> %all, i32 %first) {
; CHECK-LABEL: define amdgpu_kernel void @sort
; CHECK: loop:
; CHECK-NEXT: %v = phi <8 x float> [ %all, %entry ], [ %left, %Flow ]
; CHECK-NEXT: %j = phi i32 [ %first, %entry ], [ %[[NEXT:[0-9]+]], %Flow ]
; CHECK: Flow:
; CHECK-NEXT: phi i1 [ true, %loop ], [ %{{[0-9]+}}, %more ]
; CHECK-NEXT: %left = phi <8 x float> [ %v, %loop ], [ %w, %more ]
; CHECK-NEXT: %[[NEXT]] = phi i32 [ poison, %loop ], [ %next, %more ]
; CHECK-NEXT: br i1
; CHECK: out:
; CHECK-NOT: phi
; CHECK: extractelement <8 x float> %left, i32 3
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %key = uitofp i32 %id to float
  br label %loop

loop:
  %j = phi i32 [ %first, %entry ], [ %next, %more ]
  %v = phi <8 x float> [ %all, %entry ], [ %w, %more ]
  %x = extractelement <8 x float> %v, i32 %j
  %c = fcmp ogt float %x, %key
  br i1 %c, label %more, label %out

more:
  %up = add nsw i32 %j, 1
  %w = insertelement <8 x float> %v, float %x, i32 %up
  %next = add nsw i32 %j, -1
  %again = icmp sgt i32 %next, -1
  br i1 %again, label %loop, label %out

out:
  %left = phi <8 x float> [ %v, %loop ], [ %w, %more ]
  %y = extractelement <8 x float> %left, i32 3
  store float %y, ptr addrspace(1) %p
  ret void
}
