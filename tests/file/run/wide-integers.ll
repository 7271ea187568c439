; Integers of more than 128 bits are computed in digits: products, quotients with and without sign, shifts, what counts
; and reverses bits, conversions to floats and back, arguments and results of functions, variables, and a loop.
; RUN: wavec run %s --kernel arithmetic --global 1 --local 1 --arg buf:i64[12]:zero --arg i64:81985529216486895 --dump 0:12 -O0 | FileCheck %s --check-prefix=ARITHMETIC
; RUN: wavec run %s --kernel arithmetic --global 1 --local 1 --arg buf:i64[12]:zero --arg i64:81985529216486895 --dump 0:12 -O2 | FileCheck %s --check-prefix=ARITHMETIC
; RUN: wavec run %s --kernel bits --global 1 --local 1 --arg buf:i64[10]:zero --arg i64:81985529216486895 --dump 0:10 -O0 --verify-each | FileCheck %s --check-prefix=BITS
; RUN: wavec run %s --kernel bits --global 1 --local 1 --arg buf:i64[10]:zero --arg i64:81985529216486895 --dump 0:10 -O3 --verify-each | FileCheck %s --check-prefix=BITS
; RUN: wavec run %s --kernel factorial --global 2 --local 2 --arg buf:i64[8]:zero --arg i32:50 --dump 0:8 -O0 | FileCheck %s --check-prefix=FACTORIAL
; RUN: wavec run %s --kernel factorial --global 2 --local 2 --arg buf:i64[8]:zero --arg i32:50 --dump 0:8 -O2 | FileCheck %s --check-prefix=FACTORIAL
; RUN: wavec opt -passes=verify %s -S | FileCheck %s --check-prefix=TEXT

; The square of x * (2^132 + 55) + 5, its quotient and remainder by -10^25 with signs, those of the number by 10^20
; without.
; ARITHMETIC: -5338168902317921660 1102249892799434909 -6161667995781302208 109 6578147672725933327 -3731739764871789 7258603207697214084 189358 -6736465158198543871 241978572032667348 6132319015912685150 0
define amdgpu_kernel void @arithmetic(ptr addrspace(1) %out, i64 %x) {
  %a = call i200 @number(i64 %x)
  %b = mul i200 %a, %a
  %q = sdiv i200 %b, -10000000000000000000000000
  %r = srem i200 %b, -10000000000000000000000000
  %u = udiv i200 %a, 100000000000000000000
  %m = urem i200 %a, 100000000000000000000
  %r128 = trunc i200 %r to i128
  %q128 = trunc i200 %q to i128
  %u128 = trunc i200 %u to i128
  %m128 = trunc i200 %m to i128
  %all = zext i200 %b to i256
  store i256 %all, ptr addrspace(1) %out
  %at4 = getelementptr i64, ptr addrspace(1) %out, i32 4
  store i128 %q128, ptr addrspace(1) %at4, align 8
  %at6 = getelementptr i64, ptr addrspace(1) %out, i32 6
  store i128 %r128, ptr addrspace(1) %at6, align 8
  %at8 = getelementptr i64, ptr addrspace(1) %out, i32 8
  store i128 %u128, ptr addrspace(1) %at8, align 8
  %at10 = getelementptr i64, ptr addrspace(1) %out, i32 10
  store i128 %m128, ptr addrspace(1) %at10, align 8
  ret void
}

define i200 @number(i64 %x) noinline {
  %wide = zext i64 %x to i200
  %product = mul i200 %wide, 5444517870735015415413993718908291383351
  %sum = add i200 %product, 5
  ret i200 %sum
}

; The square's bits reversed; how many are set; zeros above it, of the number moved; the square as a double, and what that
; is as an integer.
; BITS: 2301886252787324342 837739961172291586 6175087467827801529 33 98 51 92 5502108602353492964 0 0
define amdgpu_kernel void @bits(ptr addrspace(1) %out, i64 %x) {
  %a = call i200 @number(i64 %x)
  %b = mul i200 %a, %a
  %reversed = call i200 @llvm.bitreverse.i200(i200 %b)
  %all = zext i200 %reversed to i256
  store i256 %all, ptr addrspace(1) %out
  %set = call i200 @llvm.ctpop.i200(i200 %b)
  %down = lshr i200 %b, 50
  %leading = call i200 @llvm.ctlz.i200(i200 %down, i1 false)
  %up = shl i200 %b, 90
  %trailing = call i200 @llvm.cttz.i200(i200 %up, i1 false)
  %set64 = trunc i200 %set to i64
  %leading64 = trunc i200 %leading to i64
  %trailing64 = trunc i200 %trailing to i64
  %v4 = getelementptr i64, ptr addrspace(1) %out, i32 4
  store i64 %set64, ptr addrspace(1) %v4
  %v5 = getelementptr i64, ptr addrspace(1) %out, i32 5
  store i64 %leading64, ptr addrspace(1) %v5
  %v6 = getelementptr i64, ptr addrspace(1) %out, i32 6
  store i64 %trailing64, ptr addrspace(1) %v6
  %double = uitofp i200 %b to double
  %v7 = getelementptr i64, ptr addrspace(1) %out, i32 7
  store double %double, ptr addrspace(1) %v7
  %back = fptoui double %double to i200
  %again = uitofp i200 %back to double
  %same = fcmp une double %again, %double
  %differs = zext i1 %same to i64
  %v8 = getelementptr i64, ptr addrspace(1) %out, i32 8
  store i64 %differs, ptr addrspace(1) %v8
  ret void
}

; TEXT: @factors = addrspace(4) constant [2 x i256] [i256 1, i256 u0x0000000000000001000000000000000000000000000000000000000000000000]
@factors = addrspace(4) constant [2 x i256] [i256 1, i256 6277101735386680763835789423207666416102355444464034512896]

; 50! and, in lane 1, that times 2^192.
; FACTORIAL: -3258495067890909184 -969090134138326111 -7629429298630549772 4845244 0 0 0 -3258495067890909184
define amdgpu_kernel void @factorial(ptr addrspace(1) %out, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %factor = getelementptr i256, ptr addrspace(4) @factors, i32 %id
  %first = load i256, ptr addrspace(4) %factor
  %last = zext i32 %n to i256
  br label %turn

turn:
  %product = phi i256 [ %first, %entry ], [ %next, %turn ]
  %count = phi i256 [ 1, %entry ], [ %more, %turn ]
  %next = mul i256 %product, %count
  %more = add i256 %count, 1
  %again = icmp ule i256 %more, %last
  br i1 %again, label %turn, label %end

end:
  %to = getelementptr i256, ptr addrspace(1) %out, i32 %id
  store i256 %next, ptr addrspace(1) %to
  ret void
}
