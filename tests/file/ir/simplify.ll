; RUN: wavec opt %s -passes=simplify -S | FileCheck %s
; Cases that simplification must not change, and cases that it removes.

declare void @llvm.memcpy.p5.p5.i32(ptr addrspace(5), ptr addrspace(5), i32, i1)

; A condition chooses elements of one size only.
; CHECK-LABEL: @cast_of_chosen_elements(
; CHECK: select <8 x i1> %c, <8 x i16>
; CHECK: bitcast <8 x i16> %{{[0-9a-z]+}} to <2 x i64>
define <2 x i64> @cast_of_chosen_elements(<8 x i1> %c) {
  %x = select <8 x i1> %c, <8 x i16> splat (i16 3), <8 x i16> splat (i16 7)
  %y = bitcast <8 x i16> %x to <2 x i64>
  ret <2 x i64> %y
}

; CHECK-LABEL: @cast_of_chosen_vectors(
; CHECK: select i1 %c, <2 x i64> splat (i64 844437815230467), <2 x i64> splat (i64 1970354902204423)
define <2 x i64> @cast_of_chosen_vectors(i1 %c) {
  %x = select i1 %c, <8 x i16> splat (i16 3), <8 x i16> splat (i16 7)
  %y = bitcast <8 x i16> %x to <2 x i64>
  ret <2 x i64> %y
}

; CHECK-LABEL: @copied_to_itself(
; CHECK-NOT: call
; CHECK: call void @llvm.memcpy{{.*}} i1 true)
; CHECK-NOT: call
; CHECK: ret void
define void @copied_to_itself(ptr addrspace(5) %p) {
  call void @llvm.memcpy.p5.p5.i32(ptr addrspace(5) %p, ptr addrspace(5) %p, i32 12, i1 false)
  call void @llvm.memcpy.p5.p5.i32(ptr addrspace(5) %p, ptr addrspace(5) %p, i32 12, i1 true)
  ret void
}

; Two sums without signed wrap are one, whatever signs the constants have, if their sum is a number.
; CHECK-LABEL: @sums_without_wrap(
; CHECK: add nsw i32 %x, -1
; CHECK: {{add|xor}} i8 %y, -128
define void @sums_without_wrap(ptr addrspace(1) %p, i32 %x, i8 %y) {
  %a = add nsw i32 %x, 3
  %b = add nsw i32 %a, -4
  store volatile i32 %b, ptr addrspace(1) %p
  %c = add nsw i8 %y, 64
  %d = add nsw i8 %c, 64
  store volatile i8 %d, ptr addrspace(1) %p
  ret void
}

; Sums with a common operand compare as the others do, if neither wraps in the order; the operand itself is one with zero.
; CHECK-LABEL: @compare_sums(
; CHECK-NEXT: icmp slt i32 %y, %z
; CHECK-NEXT: icmp ne i32 %y, 0
; CHECK-NEXT: icmp eq i32 %z, 0
define <5 x i1> @compare_sums(i32 %x, i32 %y, i32 %z) {
  %a = add nsw i32 %x, %y
  %b = add nsw i32 %z, %x
  %c0 = icmp slt i32 %a, %b
  %d = add nuw i32 %x, %y
  %c1 = icmp ult i32 %x, %d
  %e = add i32 %z, %x
  %c2 = icmp eq i32 %e, %x
  %f = add nsw i32 %x, 4
  %c3 = icmp slt i32 %x, %f
  %c4 = icmp sge i32 %x, %f
  %v0 = insertelement <5 x i1> poison, i1 %c0, i32 0
  %v1 = insertelement <5 x i1> %v0, i1 %c1, i32 1
  %v2 = insertelement <5 x i1> %v1, i1 %c2, i32 2
  %v3 = insertelement <5 x i1> %v2, i1 %c3, i32 3
  %v4 = insertelement <5 x i1> %v3, i1 %c4, i32 4
  ret <5 x i1> %v4
}

; CHECK-LABEL: @compare_sums_that_wrap(
; CHECK-NEXT: add nuw i32 %x, 4
; CHECK-NEXT: icmp slt i32 %x, %a
; CHECK-NEXT: add i32 %x, %y
; CHECK-NEXT: icmp ult i32 %b, %x
define i1 @compare_sums_that_wrap(i32 %x, i32 %y) {
  %a = add nuw i32 %x, 4
  %c0 = icmp slt i32 %x, %a
  %b = add i32 %x, %y
  %c1 = icmp ult i32 %b, %x
  %both = and i1 %c0, %c1
  ret i1 %both
}

; What is known of signs and bits decides in signed order, too.
; CHECK-LABEL: @signed_limits(
; CHECK-NEXT: ret i32 %x
define i32 @signed_limits(i32 %x) {
  %a = call i32 @llvm.smin.i32(i32 %x, i32 2147483647)
  %b = call i32 @llvm.smax.i32(i32 -2147483648, i32 %a)
  ret i32 %b
}

; CHECK-LABEL: @signed_bits(
; CHECK-NEXT: ret <3 x i32> <i32 1, i32 -9, i32 0>
define <3 x i32> @signed_bits(i32 %x) {
  %low = and i32 %x, 7
  %negative = or i32 %x, -8
  %c = icmp slt i32 %negative, %low
  %a = zext i1 %c to i32
  %b = call i32 @llvm.smin.i32(i32 -9, i32 %negative)
  %d = icmp sge i32 %negative, %low
  %e = zext i1 %d to i32
  %v0 = insertelement <3 x i32> poison, i32 %a, i32 0
  %v1 = insertelement <3 x i32> %v0, i32 %b, i32 1
  %v2 = insertelement <3 x i32> %v1, i32 %e, i32 2
  ret <3 x i32> %v2
}

; Two comparisons of one value with constants are one, of a distance.
; CHECK-LABEL: @in_range
; CHECK-NEXT: [[D:%.*]] = add i32 %x, -97
; CHECK-NEXT: [[C:%.*]] = icmp ult i32 [[D]], 26
; CHECK-NEXT: ret i1 [[C]]
define i1 @in_range(i32 %x) {
  %a = icmp sgt i32 %x, 96
  %b = icmp sle i32 %x, 122
  %c = select i1 %a, i1 %b, i1 false
  ret i1 %c
}

; CHECK-LABEL: @out_of_range
; CHECK-NEXT: [[D:%.*]] = add i8 %x, -58
; CHECK-NEXT: [[C:%.*]] = icmp ult i8 [[D]], -10
; CHECK-NEXT: ret i1 [[C]]
define i1 @out_of_range(i8 %x) {
  %a = icmp ult i8 %x, 48
  %b = icmp ugt i8 %x, 57
  %c = or i1 %a, %b
  ret i1 %c
}

; CHECK-LABEL: @adjacent
; CHECK-NEXT: [[C:%.*]] = icmp ult i32 %x, 33
; CHECK-NEXT: ret i1 [[C]]
define i1 @adjacent(i32 %x) {
  %a = icmp eq i32 %x, 32
  %b = icmp ult i32 %x, 32
  %c = select i1 %a, i1 true, i1 %b
  ret i1 %c
}

; Two ranges, and different values, stay.
; CHECK-LABEL: @two_ranges
; CHECK: icmp eq i32 %x, 32
; CHECK: icmp ult i32 %x, 31
; CHECK: icmp ugt i32 %y, 96
define i1 @two_ranges(i32 %x, i32 %y) {
  %a = icmp eq i32 %x, 32
  %b = icmp ult i32 %x, 31
  %c = or i1 %a, %b
  %d = icmp ugt i32 %y, 96
  %e = and i1 %c, %d
  ret i1 %e
}

; A step under a condition is the addition of a bit.
; CHECK-LABEL: @step_up
; CHECK-NEXT: [[B:%.*]] = zext i1 %c to i32
; CHECK-NEXT: add nsw i32 %x, [[B]]
define i32 @step_up(i1 %c, i32 %x) {
  %y = add nsw i32 %x, 1
  %r = select i1 %c, i32 %y, i32 %x
  ret i32 %r
}

; CHECK-LABEL: @step_down_otherwise
; CHECK-NEXT: [[C:%.*]] = icmp uge i32 %x, %k
; CHECK-NEXT: [[B:%.*]] = sext i1 [[C]] to i32
; CHECK-NEXT: add i32 %x, [[B]]
define i32 @step_down_otherwise(i32 %k, i32 %x) {
  %c = icmp ult i32 %x, %k
  %y = add i32 %x, -1
  %r = select i1 %c, i32 %x, i32 %y
  ret i32 %r
}

; A larger step, and one that is used otherwise, stay.
; CHECK-LABEL: @other_steps
; CHECK: select
; CHECK: select
define i32 @other_steps(i1 %c, i32 %x, ptr %p) {
  %y = add i32 %x, 2
  %r = select i1 %c, i32 %y, i32 %x
  %z = add i32 %x, 1
  store i32 %z, ptr %p
  %s = select i1 %c, i32 %z, i32 %x
  %t = xor i32 %r, %s
  ret i32 %t
}

; A clamp has one form, whatever limit came first.
; CHECK-LABEL: @clamp
; CHECK-NEXT: [[A:%.*]] = call i32 @llvm.smax.i32(i32 %x, i32 -100)
; CHECK-NEXT: [[B:%.*]] = call i32 @llvm.smin.i32(i32 [[A]], i32 200)
; CHECK-NEXT: ret i32 [[B]]
define i32 @clamp(i32 %x) {
  %a = call i32 @llvm.smin.i32(i32 %x, i32 200)
  %b = call i32 @llvm.smax.i32(i32 %a, i32 -100)
  ret i32 %b
}

; CHECK-LABEL: @unsigned_clamp
; CHECK-NEXT: [[A:%.*]] = call i32 @llvm.umax.i32(i32 %x, i32 7)
; CHECK-NEXT: call i32 @llvm.umin.i32(i32 [[A]], i32 200)
define i32 @unsigned_clamp(i32 %x) {
  %a = call i32 @llvm.umin.i32(i32 %x, i32 200)
  %b = call i32 @llvm.umax.i32(i32 %a, i32 7)
  ret i32 %b
}

; Limits in the wrong order, and a minimum with another use, stay.
; CHECK-LABEL: @no_clamps
; CHECK-NEXT: [[A:%.*]] = call i32 @llvm.smin.i32(i32 %x, i32 -100)
; CHECK-NEXT: [[B:%.*]] = call i32 @llvm.smax.i32(i32 [[A]], i32 200)
; CHECK-NEXT: [[C:%.*]] = call i32 @llvm.umin.i32(i32 %y, i32 200)
; CHECK-NEXT: store i32 [[C]], ptr %p
; CHECK-NEXT: [[D:%.*]] = call i32 @llvm.umax.i32(i32 [[C]], i32 7)
define i32 @no_clamps(i32 %x, i32 %y, ptr %p) {
  %a = call i32 @llvm.smin.i32(i32 %x, i32 -100)
  %b = call i32 @llvm.smax.i32(i32 %a, i32 200)
  %c = call i32 @llvm.umin.i32(i32 %y, i32 200)
  store i32 %c, ptr %p, align 4
  %d = call i32 @llvm.umax.i32(i32 %c, i32 7)
  %e = xor i32 %b, %d
  ret i32 %e
}

; The product of a condition and a constant is a choice; of two values it is none.
; CHECK-LABEL: @product_of_condition
; CHECK-NEXT: [[Z:%.*]] = zext i1 %c to i32
; CHECK-NEXT: select i1 %c, i32 3, i32 0
; CHECK-NEXT: mul i32 [[Z]], %x
define i32 @product_of_condition(i1 %c, i32 %x) {
  %z = zext i1 %c to i32
  %a = mul i32 %z, 3
  %b = mul i32 %z, %x
  %s = add i32 %a, %b
  ret i32 %s
}

; A counter of a loop has the low zeros of its start and step, and ends at a limit: halves of it and of the next number
; are shifts, and equal.
; CHECK-LABEL: @halves
; CHECK: [[I:%.*]] = phi i32
; CHECK-NOT: sdiv
; CHECK: lshr {{(exact )?}}i32 [[I]], 1
; CHECK-NOT: sdiv
; CHECK: ret void
define void @halves(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %half = sdiv i32 %i, 2
  store volatile i32 %half, ptr %p
  %odd = add i32 %i, 1
  %half.odd = sdiv i32 %odd, 2
  store volatile i32 %half.odd, ptr %p
  %next = add i32 %i, 4
  %again = icmp ult i32 %next, 32
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Bits that are known decide a mask: of a counter in steps of four, and of the numbers after it.
; CHECK-LABEL: @known_low_bits
; CHECK: store volatile i32 0, ptr %p
; CHECK-NEXT: store volatile i32 3, ptr %p
; CHECK-NEXT: [[L:%.*]] = and i32 {{.*}}, 7
; CHECK-NEXT: store volatile i32 [[L]], ptr %p
define void @known_low_bits(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = and i32 %i, 3
  store volatile i32 %a, ptr %p
  %third = add i32 %i, 3
  %b = and i32 %third, 3
  store volatile i32 %b, ptr %p
  %c = and i32 %i, 7
  store volatile i32 %c, ptr %p
  %next = add i32 %i, 4
  %again = icmp ne i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
