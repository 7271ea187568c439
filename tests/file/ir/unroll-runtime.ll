; RUN: wavec opt -passes=unroll-runtime %s -o - | FileCheck %s
; Loops whose trip count is known on entry: a main loop of several copies, then a remainder loop.

; CHECK-LABEL: @uniform(
; CHECK: [[BACK:%[0-9]+]] = freeze i32
; CHECK: [[FEW:%[0-9]+]] = icmp ult i32 [[BACK]], 7
; CHECK: br i1 [[FEW]], label %[[REST:[a-z0-9]+]], label %[[MAIN:[a-z0-9]+]]
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: br i1
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: ret void
define amdgpu_kernel void @uniform(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %at
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Lanes would wait for each other in the main loop and again in the remainder loop.
; CHECK-LABEL: @divergent(
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: ret void
define amdgpu_kernel void @divergent(ptr addrspace(1) %p) {
entry:
  %n = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %at
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @convergent(
; CHECK: call void @llvm.amdgcn.s.barrier()
; CHECK-NOT: call void @llvm.amdgcn.s.barrier()
; CHECK: ret void
define amdgpu_kernel void @convergent(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.amdgcn.s.barrier()
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; A switch is as large as its cases: a body with one is copied less often.
; CHECK-LABEL: @switch(
; CHECK-COUNT-3: switch i32
; CHECK-NOT: switch i32
define amdgpu_kernel void @switch(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %x = phi i32 [ 1, %entry ], [ %y, %next ]
  switch i32 %x, label %next [
    i32 1, label %b
    i32 2, label %a
    i32 3, label %b
    i32 4, label %a
    i32 5, label %b
    i32 6, label %a
    i32 7, label %b
    i32 8, label %a
    i32 9, label %b
    i32 10, label %a
    i32 11, label %b
    i32 12, label %a
    i32 13, label %b
    i32 14, label %a
    i32 15, label %b
    i32 16, label %a
    i32 17, label %b
    i32 18, label %a
    i32 19, label %b
    i32 20, label %a
    i32 21, label %b
    i32 22, label %a
    i32 23, label %b
    i32 24, label %a
  ]
a:
  br label %next
b:
  br label %next
next:
  %y = phi i32 [ %i, %loop ], [ 2, %a ], [ 3, %b ]
  %j = add nsw i32 %i, 1
  %again = icmp slt i32 %j, %n
  br i1 %again, label %loop, label %end
end:
  store i32 %y, ptr addrspace(1) %p
  ret void
}

; Lanes begin at different places and all go as far from there: one main loop of eight copies.
; CHECK-LABEL: @as_far(
; CHECK: sub i32 %n, 0
; CHECK: icmp slt i32 0, %n
; CHECK: freeze i32
; CHECK-COUNT-8: store i32
; CHECK: br i1
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: ret void
define amdgpu_kernel void @as_far(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %start = mul nsw i32 %id, 100
  %end = add nsw i32 %start, %n
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %at
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The end may be before the start in some lanes, if the sum wraps.
; CHECK-LABEL: @may_wrap(
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: ret void
define amdgpu_kernel void @may_wrap(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %start = mul i32 %id, 100
  %end = add i32 %start, %n
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %at
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; What all copies load is in registers at once: four copies of two loads, and two of four.
; CHECK-LABEL: @two_loads(
; CHECK-COUNT-8: load float
; CHECK: br i1
; CHECK-COUNT-2: load float
; CHECK-NOT: load float
; CHECK: ret void
define amdgpu_kernel void @two_loads(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at.p = getelementptr float, ptr addrspace(1) %p, i32 %i
  %at.q = getelementptr float, ptr addrspace(1) %q, i32 %i
  %x = load float, ptr addrspace(1) %at.p
  %y = load float, ptr addrspace(1) %at.q
  %xy = fmul float %x, %y
  %more = fadd float %sum, %xy
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  store float %more, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @four_words(
; CHECK-COUNT-2: load <4 x float>
; CHECK: br i1
; CHECK: load <4 x float>
; CHECK-NOT: load <4 x float>
; CHECK: ret void
define amdgpu_kernel void @four_words(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = getelementptr <4 x float>, ptr addrspace(1) %p, i32 %i
  %x = load <4 x float>, ptr addrspace(1) %at
  %more = fadd <4 x float> %sum, %x
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  store <4 x float> %more, ptr addrspace(1) %p
  ret void
}

; A loop with at most four iterations stays.
; CHECK-LABEL: @few(
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: ret void
define amdgpu_kernel void @few(ptr addrspace(1) %p, i32 %n) {
entry:
  %most = and i32 %n, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %q
  %next = add nuw nsw i32 %i, 1
  %more = icmp sle i32 %next, %most
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
