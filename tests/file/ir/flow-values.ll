; Behind a flow block, a value is used where the flow block's phi carries it, so that both are one register.
; RUN: wavec opt %s -passes=flow-values -S | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; The arm that leaves %x alone, the phi of both arms, and an operation.
; CHECK-LABEL: @arms(
; CHECK: flow:
; CHECK: [[F:%[a-z0-9]+]] = phi i32 [ %x, %entry ], [ %y, %then ]
; CHECK: else:
; CHECK-NEXT: store i32 [[F]], ptr addrspace(1) %q
; CHECK: end:
; CHECK-NEXT: store i32 [[F]], ptr addrspace(1) %p
define amdgpu_kernel void @arms(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %x = mul i32 %id, 3
  %test = icmp slt i32 %id, 5
  br i1 %test, label %then, label %flow
then:
  %y = add i32 %x, 1
  br label %flow
flow:
  %c = phi i1 [ true, %entry ], [ false, %then ]
  %f = phi i32 [ %x, %entry ], [ %y, %then ]
  br i1 %c, label %else, label %end
else:
  store i32 %x, ptr addrspace(1) %q
  br label %end
end:
  %g = phi i32 [ %f, %flow ], [ %x, %else ]
  store i32 %g, ptr addrspace(1) %p
  ret void
}

; One flow block after the other: the phi of the first one goes on in the second one.
; CHECK-LABEL: @nested(
; CHECK: flow:
; CHECK: [[F:%[a-z0-9]+]] = phi float [ %x, %entry ], [ %y, %then ]
; CHECK: flow2:
; CHECK: [[G:%[a-z0-9]+]] = phi float [ [[F]], %else ], [ %z, %then2 ]
; CHECK: end:
; CHECK-NEXT: phi float [ [[F]], %flow ], [ [[G]], %flow2 ], [ [[G]], %else2 ]
define amdgpu_kernel void @nested(ptr addrspace(1) %p) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %x = uitofp i32 %id to float
  %test = icmp slt i32 %id, 5
  br i1 %test, label %then, label %flow
then:
  %y = fadd float %x, 1.0
  br label %flow
flow:
  %c = phi i1 [ true, %entry ], [ false, %then ]
  %f = phi float [ %x, %entry ], [ %y, %then ]
  br i1 %c, label %else, label %end
else:
  %test2 = icmp slt i32 %id, 9
  br i1 %test2, label %then2, label %flow2
then2:
  %z = fmul float %x, 2.0
  br label %flow2
flow2:
  %c2 = phi i1 [ true, %else ], [ false, %then2 ]
  %g = phi float [ %x, %else ], [ %z, %then2 ]
  br i1 %c2, label %else2, label %end
else2:
  br label %end
end:
  %h = phi float [ %f, %flow ], [ %g, %flow2 ], [ %x, %else2 ]
  store float %h, ptr addrspace(1) %p
  ret void
}

; Uniform values stay in scalar registers, constants need none, and on the other arm it is another value.
; CHECK-LABEL: @left(
; CHECK: else:
; CHECK-NEXT: store i32 %n, ptr addrspace(1) %p
; CHECK: end:
; CHECK: store i32 %x, ptr addrspace(1) %p
define amdgpu_kernel void @left(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %x = mul i32 %id, 3
  %test = icmp slt i32 %id, 5
  br i1 %test, label %then, label %flow
then:
  %y = add i32 %n, %id
  br label %flow
flow:
  %c = phi i1 [ true, %entry ], [ false, %then ]
  %f = phi i32 [ %n, %entry ], [ %y, %then ]
  %g = phi i32 [ 7, %entry ], [ %y, %then ]
  %h = phi i32 [ %y, %then ], [ %x, %entry ]
  br i1 %c, label %else, label %end
else:
  store i32 %n, ptr addrspace(1) %p
  store i32 7, ptr addrspace(1) %p
  br label %end
end:
  store i32 %f, ptr addrspace(1) %p
  store i32 %g, ptr addrspace(1) %p
  store i32 %h, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
