; Fixed-point products of more than 64 bits.
; RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:u64[4]:iota --arg buf:u64[16]:zero --dump 1:16 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 1 --local 1 --arg buf:u64[4]:iota --arg buf:u64[16]:zero --dump 1:16 | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; Of 3 * 2^64 + 2 (of -2^64 + 2 in 65 bits), with overflow and without.
; CHECK: 9223372036854775808 2305843009213693953 18446744073709551615 18446744073709551615 11529215046068469759 13258597302978740223 18446744071293632511 18446744073709551615 18446744073709551611 18446744073709551615 13 0 18446744073709551615 0 12 9
define amdgpu_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %p = getelementptr i64, ptr addrspace(1) %in, i32 2
  %x = load i128, ptr addrspace(1) %p, align 8
  %a = call i128 @llvm.umul.fix.i128(i128 %x, i128 %x, i32 3)
  store i128 %a, ptr addrspace(1) %out, align 8
  %b = call i128 @llvm.umul.fix.sat.i128(i128 %x, i128 %x, i32 3)
  %q = getelementptr i64, ptr addrspace(1) %out, i32 2
  store i128 %b, ptr addrspace(1) %q, align 8
  %n = sub i128 0, %x
  %c = call i128 @llvm.smul.fix.sat.i128(i128 %n, i128 %x, i32 5)
  %r = getelementptr i64, ptr addrspace(1) %out, i32 4
  store i128 %c, ptr addrspace(1) %r, align 8
  %d = call i128 @llvm.smul.fix.i128(i128 %n, i128 %x, i32 100)
  %s = getelementptr i64, ptr addrspace(1) %out, i32 6
  store i128 %d, ptr addrspace(1) %s, align 8
  %e = call <2 x i128> @llvm.smul.fix.sat.v2i128(<2 x i128> <i128 -5, i128 12>, <2 x i128> <i128 7, i128 9>, i32 3)
  %t = getelementptr i64, ptr addrspace(1) %out, i32 8
  store <2 x i128> %e, ptr addrspace(1) %t, align 8
  %y = trunc i128 %x to i65
  %f = call i65 @llvm.smul.fix.sat.i65(i65 %y, i65 %y, i32 1)
  %g = sext i65 %f to i128
  %u = getelementptr i64, ptr addrspace(1) %out, i32 12
  store i128 %g, ptr addrspace(1) %u, align 8
  %z = zext i128 %x to i200
  %h = call i200 @llvm.smul.fix.i200(i200 %z, i200 %z, i32 64)
  %i = trunc i200 %h to i128
  %v = getelementptr i64, ptr addrspace(1) %out, i32 14
  store i128 %i, ptr addrspace(1) %v, align 8
  ret void
}

declare i128 @llvm.umul.fix.i128(i128, i128, i32)
declare i128 @llvm.umul.fix.sat.i128(i128, i128, i32)
declare i128 @llvm.smul.fix.i128(i128, i128, i32)
declare i128 @llvm.smul.fix.sat.i128(i128, i128, i32)
declare <2 x i128> @llvm.smul.fix.sat.v2i128(<2 x i128>, <2 x i128>, i32)
declare i65 @llvm.smul.fix.sat.i65(i65, i65, i32)
declare i200 @llvm.smul.fix.i200(i200, i200, i32)
