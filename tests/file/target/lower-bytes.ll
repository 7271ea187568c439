; Bytes become integers, in types, constants and attributes too; bits of pointers become addresses.
; RUN: wavec opt %s -passes=lower-bytes -S | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK: %record = type { i64, [2 x i8], i32 }
%record = type { b64, [2 x b8], i32 }

; CHECK: @bytes = addrspace(1) global [3 x i8] c"\01\FE\03"
@bytes = addrspace(1) global [3 x b8] [b8 1, b8 -2, b8 3]
; CHECK: @address = addrspace(1) global i64 ptrtoint (ptr addrspace(1) @bytes to i64)
@address = addrspace(1) global b64 bitcast (ptr addrspace(1) @bytes to b64)

; CHECK-LABEL: define i32 @moves(
; CHECK-SAME: i32 %a, <4 x i8> %v, i1 %c)
; CHECK-NEXT: %whole = bitcast <4 x i8> %v to i32
; CHECK-NEXT: %s = select i1 %c, i32 %whole, i32 7
; CHECK-NEXT: %f = freeze i32 %s
define b32 @moves(b32 %a, <4 x b8> %v, i1 %c) {
  %whole = bitcast <4 x b8> %v to b32
  %s = select i1 %c, b32 %whole, b32 7
  %f = freeze b32 %s
  ret b32 %f
}

; CHECK-LABEL: define <8 x i8> @pointers(
; CHECK-NEXT: %[[I:.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK-NEXT: %[[V:.*]] = bitcast i64 %[[I]] to <8 x i8>
; CHECK-NEXT: %[[B:.*]] = bitcast <8 x i8> %[[V]] to i64
; CHECK-NEXT: %[[Q:.*]] = inttoptr i64 %[[B]] to ptr addrspace(1)
; CHECK-NEXT: store i32 7, ptr addrspace(1) %[[Q]]
define <8 x b8> @pointers(ptr addrspace(1) %p) {
  %b = bitcast ptr addrspace(1) %p to <8 x b8>
  %q = bitcast <8 x b8> %b to ptr addrspace(1)
  store i32 7, ptr addrspace(1) %q
  ret <8 x b8> %b
}

; CHECK-LABEL: define void @objects(
; CHECK-SAME: ptr byref(i16) %p)
; CHECK-NEXT: %slot = alloca i16
; CHECK-NEXT: %x = load i16, ptr %p
; CHECK-NEXT: store i16 %x, ptr addrspace(5) %slot
define void @objects(ptr byref(b16) %p) {
  %slot = alloca b16, addrspace(5)
  %x = load b16, ptr %p
  store b16 %x, ptr addrspace(5) %slot
  ret void
}

; CHECK-LABEL: define i32 @integers(
; CHECK-NEXT: %x = bitcast float %f to i32
; CHECK-NEXT: ret i32 %x
define i32 @integers(float %f) {
  %x = bitcast float %f to i32
  ret i32 %x
}

; CHECK-LABEL: define <4 x i8> @intrinsics(
; CHECK: %y = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)
; CHECK: %w = call <4 x i8> @llvm.vector.reverse.v4i8(<4 x i8> %v)
define <4 x b8> @intrinsics(b32 %x) {
  %y = call b32 @llvm.amdgcn.readfirstlane.b32(b32 %x)
  %v = bitcast b32 %y to <4 x b8>
  %w = call <4 x b8> @llvm.vector.reverse.v4b8(<4 x b8> %v)
  ret <4 x b8> %w
}
