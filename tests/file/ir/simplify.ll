; RUN: wavec opt %s -passes=simplify -S | FileCheck %s
; What simplification has to leave alone, and what it drops.

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
