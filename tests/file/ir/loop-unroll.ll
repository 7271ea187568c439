; RUN: wavec opt -passes=loop-unroll %s -o - | FileCheck %s
; Complete unrolling by what remains of a loop.
target triple = "amdgcn-amd-amdhsa"

; What depends on the counter alone is constant in each copy, and neighbouring stores of constants are merged later.
; CHECK-LABEL: @constants(
; CHECK-NOT: phi
; CHECK: store i8 -1, ptr
; CHECK-NEXT: ret void
define void @constants(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = trunc i32 %i to i8
  %q = getelementptr i8, ptr addrspace(1) %p, i32 %i
  store i8 %v, ptr addrspace(1) %q
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, 256
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A loop that may end earlier.
; CHECK-LABEL: @breaks(
; CHECK-COUNT-15: load volatile i8
; CHECK-NOT: load volatile
; CHECK: select i1 %{{.*}}, i32 14, i32 15
define i32 @breaks(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %v = load volatile i8, ptr addrspace(1) %p
  %c = icmp eq i8 %v, 3
  br i1 %c, label %exit, label %latch
latch:
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, 15
  br i1 %more, label %loop, label %exit
exit:
  %r = phi i32 [ %i, %loop ], [ %next, %latch ]
  ret i32 %r
}

; The inner loop may end earlier, and has a trip count once the outer one is unrolled.
; CHECK-LABEL: @triangle(
; CHECK-COUNT-6: load volatile i8
; CHECK-NOT: load volatile
; CHECK-NOT: phi
define void @triangle(ptr addrspace(1) %p) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 1, %entry ], [ %i1, %end ]
  br label %inner
inner:
  %j = phi i32 [ %i, %outer ], [ %j1, %latch ]
  %v = load volatile i8, ptr addrspace(1) %p
  %c = icmp eq i8 %v, 3
  br i1 %c, label %end, label %latch
latch:
  %j1 = add nsw i32 %j, -1
  %more = icmp sgt i32 %j1, 0
  br i1 %more, label %inner, label %end
end:
  %i1 = add nsw i32 %i, 1
  %again = icmp slt i32 %i1, 4
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; Most of what the inner loop computes depends on the counter of the outer one.
; CHECK-LABEL: @decided(
; CHECK-COUNT-2: load volatile i32
; CHECK-NOT: load volatile
; CHECK: ret void
define void @decided(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 1, %entry ], [ %i1, %end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  %x = load volatile i32, ptr addrspace(1) %p
  %b = and i32 %i, 1
  %c = icmp eq i32 %b, 0
  %k = select i1 %c, i32 5, i32 9
  %y = mul i32 %x, %k
  store volatile i32 %y, ptr addrspace(1) %p
  %j1 = add nsw i32 %j, 1
  %more = icmp slt i32 %j1, %n
  br i1 %more, label %inner, label %end
end:
  %i1 = add nsw i32 %i, 1
  %again = icmp slt i32 %i1, 3
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; A loop with as many stores of unknown values stays.
; CHECK-LABEL: @unknown(
; CHECK-COUNT-1: store volatile i8
; CHECK-NOT: store volatile
; CHECK: ret void
define void @unknown(ptr addrspace(1) %p, i8 %v) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i8, ptr addrspace(1) %p, i32 %i
  store volatile i8 %v, ptr addrspace(1) %q
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, 509
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; An element of a stack object with an unknown index stays in memory: that is no reason to unroll 41 times.
; CHECK-LABEL: @elements(
; CHECK-COUNT-1: mul i32
; CHECK-NOT: mul i32
; CHECK: ret i32
define i32 @elements(ptr addrspace(1) %p, i32 %k) {
entry:
  %stack = alloca [8 x i32], align 4, addrspace(5)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ %k, %entry ], [ %s2, %loop ]
  %at = and i32 %s, 7
  %q = getelementptr [8 x i32], ptr addrspace(5) %stack, i32 0, i32 %at
  %x = load volatile i32, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(5) %q
  %s1 = mul i32 %s, %x
  %u1 = xor i32 %s1, %x
  %u2 = add i32 %u1, %x
  %u3 = lshr i32 %u2, 3
  %u4 = xor i32 %u3, %u1
  %u5 = sub i32 %u4, %x
  %s2 = or i32 %u5, %u2
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, 41
  br i1 %more, label %loop, label %exit
exit:
  %r = load i32, ptr addrspace(5) %stack
  ret i32 %r
}
