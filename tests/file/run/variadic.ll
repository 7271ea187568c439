; Functions with a variable number of arguments: lists of all sizes, copied lists, arguments by value, calls through
; pointers.
; RUN: wavec run %s --kernel k --global 1 --local 1 --arg buf:i32[8]:zero --dump 0:8 | FileCheck %s
; RUN: wavec run %s --kernel k --global 1 --local 1 --arg buf:i32[8]:zero --dump 0:8 -O0 | FileCheck %s

; CHECK: 12 34 1 6 12 3 0 99
%three = type { i32, i32, i32 }

; The first is an i32, the second an i64 four bytes after it, both read again from a copied list.
define i32 @sum(i32 %n, ...) noinline {
  %list = alloca ptr, addrspace(5)
  %copy = alloca ptr, addrspace(5)
  call void @llvm.va_start.p5(ptr addrspace(5) %list)
  call void @llvm.va_copy.p5(ptr addrspace(5) %copy, ptr addrspace(5) %list)
  %first = load ptr, ptr addrspace(5) %list
  %second = getelementptr i8, ptr %first, i64 4
  store ptr %second, ptr addrspace(5) %list
  %a = load i32, ptr %first, align 4
  %next = load ptr, ptr addrspace(5) %list
  %b = load i64, ptr %next, align 4
  call void @llvm.va_end.p5(ptr addrspace(5) %list)
  %again = load ptr, ptr addrspace(5) %copy
  %c = load i32, ptr %again, align 4
  call void @llvm.va_end.p5(ptr addrspace(5) %copy)
  %low = trunc i64 %b to i32
  %ab = add i32 %a, %low
  %abc = add i32 %ab, %c
  %all = sub i32 %abc, %n
  ret i32 %all
}

define i32 @third(ptr addrspace(1) %out, ...) noinline {
  %list = alloca ptr, addrspace(5)
  call void @llvm.va_start.p5(ptr addrspace(5) %list)
  %frame = load ptr, ptr addrspace(5) %list
  ; An i8 takes a whole slot; a struct by value lies there itself.
  %byte = load i8, ptr %frame, align 4
  %at = getelementptr i8, ptr %frame, i64 4
  %x = load i32, ptr %at, align 4
  %aty = getelementptr i8, ptr %frame, i64 8
  %y = load i32, ptr %aty, align 4
  %atz = getelementptr i8, ptr %frame, i64 12
  %z = load i32, ptr %atz, align 4
  %atd = getelementptr i8, ptr %frame, i64 16
  %d = load double, ptr %atd, align 4
  %wide = zext i8 %byte to i32
  %p1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %wide, ptr addrspace(1) %out
  %xy = add i32 %x, %y
  %xyz = add i32 %xy, %z
  store i32 %xyz, ptr addrspace(1) %p1
  %whole = fptosi double %d to i32
  ret i32 %whole
}

define void @none(ptr addrspace(1) %out, ...) noinline {
  store i32 99, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %r0 = call i32 (i32, ...) @sum(i32 5, i32 5, i64 7)
  store i32 %r0, ptr addrspace(1) %out
  %r1 = call i32 (i32, ...) @sum(i32 0, i32 10, i64 14)
  %p1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r1, ptr addrspace(1) %p1
  %object = alloca %three, addrspace(5)
  store %three { i32 1, i32 2, i32 3 }, ptr addrspace(5) %object
  %p2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  %r4 = call i32 (ptr addrspace(1), ...) @third(ptr addrspace(1) %p2, i8 1, ptr addrspace(5) byval(%three) %object, double 12.5)
  %p4 = getelementptr i32, ptr addrspace(1) %out, i64 4
  store i32 %r4, ptr addrspace(1) %p4
  %slot = alloca ptr, addrspace(5)
  store volatile ptr @sum, ptr addrspace(5) %slot
  %pointer = load volatile ptr, ptr addrspace(5) %slot
  %r5 = call i32 (i32, ...) %pointer(i32 0, i32 1, i64 1)
  %p5 = getelementptr i32, ptr addrspace(1) %out, i64 5
  store i32 %r5, ptr addrspace(1) %p5
  %p7 = getelementptr i32, ptr addrspace(1) %out, i64 7
  call void (ptr addrspace(1), ...) @none(ptr addrspace(1) %p7)
  ret void
}
