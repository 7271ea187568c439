; A constant summand of an index becomes an offset of its own, unless the sum may wrap before it is extended. Elements of
; several arrays in local memory with the same index share its product with their size, and differ in constant addresses.
; RUN: wavec opt %s -passes=separate-offset,gvn -S | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

@a = internal addrspace(3) global [64 x float] poison
@b = internal addrspace(3) global [64 x float] poison

; CHECK-LABEL: @summand
; CHECK: [[I:%.*]] = sext i32 %i to i64
; CHECK-NEXT: [[P:%.*]] = getelementptr float, ptr addrspace(1) %p, i64 [[I]]
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) [[P]], i64 12
define float @summand(ptr addrspace(1) %p, i32 %i) {
  %j = add nsw i32 %i, 3
  %k = sext i32 %j to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %k
  %x = load float, ptr addrspace(1) %q
  ret float %x
}

; CHECK-LABEL: @may_wrap
; CHECK: add i32 %i, 3
define float @may_wrap(ptr addrspace(1) %p, i32 %i) {
  %j = add i32 %i, 3
  %k = sext i32 %j to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %k
  %x = load float, ptr addrspace(1) %q
  ret float %x
}

; CHECK-LABEL: @two_arrays
; CHECK-NEXT: [[BYTES:%.*]] = shl {{.*}}i32 %i, 2
; CHECK-NEXT: getelementptr inbounds i8, ptr addrspace(3) @a, i32 [[BYTES]]
; CHECK-NOT: shl
; CHECK: [[Q:%.*]] = getelementptr {{.*}}i8, ptr addrspace(3) @b, i32 [[BYTES]]
; CHECK-NEXT: getelementptr i8, ptr addrspace(3) [[Q]], i32 4
define float @two_arrays(i32 %i) {
  %p = getelementptr inbounds float, ptr addrspace(3) @a, i32 %i
  %x = load float, ptr addrspace(3) %p
  %j = add i32 %i, 1
  %q = getelementptr inbounds float, ptr addrspace(3) @b, i32 %j
  %y = load float, ptr addrspace(3) %q
  %z = fadd float %x, %y
  ret float %z
}

; CHECK-LABEL: @one_array
; CHECK-NEXT: getelementptr inbounds float, ptr addrspace(3) @a, i32 %i
define float @one_array(i32 %i) {
  %p = getelementptr inbounds float, ptr addrspace(3) @a, i32 %i
  %x = load float, ptr addrspace(3) %p
  ret float %x
}

; The extension of an index without sign is the one that other addresses have.
; CHECK-LABEL: @neighbours
; CHECK: zext nneg i32 %j to i64
; CHECK-NOT: sext
define float @neighbours(ptr addrspace(1) %p, i32 %i) {
  %j = and i32 %i, 255
  %k = zext nneg i32 %j to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  %x = load float, ptr addrspace(1) %a
  %l = add nuw nsw i32 %j, 1
  %m = zext nneg i32 %l to i64
  %b = getelementptr float, ptr addrspace(1) %p, i64 %m
  %y = load float, ptr addrspace(1) %b
  %z = fadd float %x, %y
  ret float %z
}
