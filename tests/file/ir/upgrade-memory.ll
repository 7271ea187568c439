; Old spellings about memory: lifetimes with a size, alignment as an argument of copies, attributes that add up, names of
; intrinsics with other suffixes than their types make.
; RUN: wavec opt %s -S | FileCheck %s

target datalayout = "e-i64:32:64"

; CHECK: %word = type { i16, i8 }
%word = type { i16, i8 }
%number = type i64

; CHECK-LABEL: define void @lifetimes(
; CHECK-NEXT: %object = alloca i64, align 8
; CHECK-NEXT: %pair = alloca %word, align 8
; CHECK-NEXT: %cast = addrspacecast ptr %object to ptr addrspace(5)
; CHECK-NEXT: call void @llvm.lifetime.start.p0(ptr %object)
; CHECK-NEXT: ret void
define void @lifetimes(ptr %p) {
  %object = alloca %number
  %pair = alloca %word
  %cast = addrspacecast ptr %object to ptr addrspace(5)
  call void @llvm.lifetime.start.p5(i64 8, ptr addrspace(5) %cast)
  call void @llvm.lifetime.end.p0(i64 8, ptr %p)
  ret void
}

; CHECK-LABEL: define void @copies(
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 16, i1 false)
; CHECK: call void @llvm.memset.p0.i64(ptr align 8 %to, i8 0, i64 16, i1 true)
define void @copies(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i32 4, i1 false)
  call void @llvm.memset.p0.i64(ptr %to, i8 0, i64 16, i32 8, i1 true)
  ret void
}

; CHECK: call i8 @llvm.umin.i8(i8 %x, i8 %y)
define i8 @names(i8 %x, i8 %y) {
  %r = call i8 @llvm.umin(i8 %x, i8 %y)
  ret i8 %r
}

; A group that nothing defines is empty; a number may stand right after `cc`.
; CHECK: declare cc 42 void @group(ptr)
declare cc42 void @group(ptr) #7
; CHECK: declare void @effects(ptr) #[[EFFECTS:[0-9]+]]
declare void @effects(ptr) argmemonly nounwind readonly
; CHECK: attributes #[[EFFECTS]] = { memory(argmem: read) nounwind }

declare void @llvm.lifetime.start.p5(i64, ptr addrspace(5))
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i32, i1)
declare i8 @llvm.umin(i8, i8)
