; Lanes leave a loop at different times through two edges to one block: the phi there is divergent, although its incoming
; values are uniform.
; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:i32[32]:zero --arg buf:i32[1]:zero --arg i32:1 --arg i32:2 --dump 0:32 | FileCheck %s
; RUN: wavec run %s -O1 --kernel k --global 4 --local 4 --arg buf:i32[32]:zero --arg buf:i32[1]:zero --arg i32:1 --arg i32:2 --dump 0:32 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:i32[32]:zero --arg buf:i32[1]:zero --arg i32:1 --arg i32:2 --dump 0:32 | FileCheck %s
; CHECK: 20 10 22 23 24 25 26 27 20 11 22 23 24 25 26 27 20 21 12 23 24 25 26 27 20 21 13 23 24 25 26 27

declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %counter, i32 %early, i32 %late) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %rest ]
  store volatile i32 %i, ptr addrspace(1) %counter
  %all = icmp eq i32 %i, 2
  br i1 %all, label %exit, label %rest
rest:
  %next = add i32 %i, 1
  %again = icmp ule i32 %next, %id
  br i1 %again, label %loop, label %exit
exit:
  %index = phi i32 [ %late, %loop ], [ %early, %rest ]
  %value = add i32 %id, 10
  %vector = insertelement <8 x i32> <i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27>, i32 %value, i32 %index
  %to = getelementptr <8 x i32>, ptr addrspace(1) %out, i32 %id
  store <8 x i32> %vector, ptr addrspace(1) %to
  ret void
}
