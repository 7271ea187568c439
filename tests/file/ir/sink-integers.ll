; Integer computations move to the nearest block that dominates their uses.
; RUN: wavec opt %s -passes=sink-integers -S | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()

; Addresses, masks and values of masked stores are skipped with them.
; CHECK-LABEL: @masked
; CHECK-NEXT: %id =
; CHECK-NEXT: %first = icmp
; CHECK-NEXT: br i1 %first
; CHECK: one:
; CHECK-NEXT: %q =
; CHECK-NEXT: store i32 1
; CHECK: next:
; CHECK-NEXT: %i = or
; CHECK-NEXT: %second = icmp
; CHECK-NEXT: br i1 %second
; CHECK: two:
; CHECK-NEXT: %offset = mul
; CHECK-NEXT: %r =
; CHECK-NEXT: %even = icmp
; CHECK-NEXT: %value = select
; CHECK-NEXT: store i32 %value
define amdgpu_kernel void @masked(ptr addrspace(1) %p, i32 %n, i32 %stride) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %i = or i32 %id, 64
  %offset = mul i32 %i, %stride
  %first = icmp slt i32 %id, %n
  %second = icmp slt i32 %i, %n
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %r = getelementptr i32, ptr addrspace(1) %p, i32 %offset
  %even = icmp eq i32 %n, %id
  %value = select i1 %even, i32 1, i32 2
  br i1 %first, label %one, label %next
one:
  store i32 1, ptr addrspace(1) %q
  br label %next
next:
  br i1 %second, label %two, label %end
two:
  store i32 %value, ptr addrspace(1) %r
  br label %end
end:
  ret void
}

; An extension is copied to each product that moves.
; CHECK-LABEL: @products
; CHECK: one:
; CHECK-DAG: sext i32 %stride
; CHECK-DAG: sext i32 %id
; CHECK: mul i64
; CHECK: two:
; CHECK-NEXT: sext i32 %stride
; CHECK-NEXT: mul i64
define amdgpu_kernel void @products(ptr addrspace(1) %p, i32 %stride, i1 %c, i1 %d) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %long = sext i32 %stride to i64
  %wide = sext i32 %id to i64
  %a = mul i64 %long, %wide
  %b = mul i64 %long, 100
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %a
  %r = getelementptr i8, ptr addrspace(1) %p, i64 %b
  br i1 %c, label %one, label %next
one:
  store i32 1, ptr addrspace(1) %q
  br label %next
next:
  br i1 %d, label %two, label %end
two:
  store i32 2, ptr addrspace(1) %r
  br label %end
end:
  ret void
}

; What a loop uses moves to the block before it.
; CHECK-LABEL: @before_loop
; CHECK-NEXT: br i1
; CHECK: before:
; CHECK-NEXT: %step = add
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: store
define amdgpu_kernel void @before_loop(ptr addrspace(1) %p, i32 %n, i1 %c, i1 %d) {
  %step = add i32 %n, 9
  br i1 %c, label %before, label %end
before:
  br label %loop
loop:
  store volatile i32 %step, ptr addrspace(1) %p
  br i1 %d, label %loop, label %end
end:
  ret void
}

; What depends on loaded values stays, and so does what takes more registers, and what a phi reads.
; CHECK-LABEL: @stays
; CHECK: %x = load
; CHECK-NEXT: %next = add i32 %x, 1
; CHECK-NEXT: %y = call
; CHECK-NEXT: %z = call
; CHECK-NEXT: %sum = add i32 %y, %z
; CHECK-NEXT: %merged = add i32 %id, 7
; CHECK-NEXT: %step = add i32 %id, 9
; CHECK-NEXT: br
define amdgpu_kernel void @stays(ptr addrspace(1) %p, i1 %c) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %q
  %next = add i32 %x, 1
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %z = call i32 @llvm.amdgcn.workitem.id.z()
  %sum = add i32 %y, %z
  %merged = add i32 %id, 7
  %step = add i32 %id, 9
  br i1 %c, label %then, label %else
then:
  store volatile i32 %next, ptr addrspace(1) %q
  store volatile i32 %sum, ptr addrspace(1) %q
  br label %loop
else:
  br label %loop
loop:
  %m = phi i32 [ %merged, %then ], [ 0, %else ], [ %m, %loop ]
  store volatile i32 %m, ptr addrspace(1) %q
  store volatile i32 %step, ptr addrspace(1) %q
  br i1 %c, label %loop, label %end
end:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
