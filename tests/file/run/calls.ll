; Recursion, calls through divergent pointers and pointers in memory, results in memory, local memory of functions.
; RUN: wavec run %s -O0 --verify-each --kernel recursive --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=RECURSIVE %s
; RUN: wavec run %s -O1 --verify-each --kernel recursive --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=RECURSIVE %s
; RUN: wavec run %s -O2 --verify-each --kernel recursive --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=RECURSIVE %s
; RUN: wavec run %s -O3 --verify-each --kernel recursive --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=RECURSIVE %s
; RUN: wavec run %s -O0 --verify-each --kernel pointers --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=POINTERS %s
; RUN: wavec run %s -O1 --verify-each --kernel pointers --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=POINTERS %s
; RUN: wavec run %s -O2 --verify-each --kernel pointers --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=POINTERS %s
; RUN: wavec run %s -O3 --verify-each --kernel pointers --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=POINTERS %s
; RUN: wavec run %s -O0 --verify-each --kernel local --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=LOCAL %s
; RUN: wavec run %s -O1 --verify-each --kernel local --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=LOCAL %s
; RUN: wavec run %s -O2 --verify-each --kernel local --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=LOCAL %s
; RUN: wavec run %s -O3 --verify-each --kernel local --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=LOCAL %s
; RUN: wavec run %s -O0 --verify-each --kernel large --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=LARGE %s
; RUN: wavec run %s -O1 --verify-each --kernel large --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=LARGE %s
; RUN: wavec run %s -O2 --verify-each --kernel large --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=LARGE %s
; RUN: wavec run %s -O3 --verify-each --kernel large --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck --check-prefix=LARGE %s
; RECURSIVE: 0 1 1 2 3 5 8 13 0 1 1 2 3 5 8 13 0 1 1 2 3 5 8 13 0 1 1 2 3 5 8 13 0 1 1 2 3 5 8 13 0 1 1 2 3 5 8 13 0 1 1 2 3 5 8 13 0 1 1 2 3 5 8 13
; POINTERS: 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2 0 2 6 2
; LOCAL: 127 125 123 121 119 117 115 113 111 109 107 105 103 101 99 97 95 93 91 89 87 85 83 81 79 77 75 73 71 69 67 65 63 61 59 57 55 53 51 49 47 45 43 41 39 37 35 33 31 29 27 25 23 21 19 17 15 13 11 9 7 5 3 1
; LARGE: 21320 22140 22960 23780 24600 25420 26240 27060 27880 28700 29520 30340 31160 31980 32800 33620 34440 35260 36080 36900 37720 38540 39360 40180 41000 41820 42640 43460 44280 45100 45920 46740 47560 48380 49200 50020 50840 51660 52480 53300 54120 54940 55760 56580 57400 58220 59040 59860 60680 61500 62320 63140 63960 64780 65600 66420 67240 68060 68880 69700 70520 71340 72160 72980
target triple = "amdgcn-amd-amdhsa"

@words = internal addrspace(3) global [64 x i32] poison
@table = internal addrspace(4) constant [4 x ptr] [ptr @thrice, ptr @twice, ptr @thrice, ptr @fibonacci]

define internal i32 @fibonacci(i32 %n) {
entry:
  %c = icmp slt i32 %n, 2
  br i1 %c, label %base, label %more
base:
  ret i32 %n
more:
  %a = sub i32 %n, 1
  %b = sub i32 %n, 2
  %x = call i32 @fibonacci(i32 %a)
  %y = call i32 @fibonacci(i32 %b)
  %r = add i32 %x, %y
  ret i32 %r
}

define internal i32 @twice(i32 %n) noinline {
  %r = mul i32 %n, 2
  ret i32 %r
}

define internal i32 @thrice(i32 %n) noinline {
  %r = mul i32 %n, 3
  ret i32 %r
}

define amdgpu_kernel void @recursive(ptr addrspace(1) %out) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %m = and i32 %i, 7
  %v = call i32 @fibonacci(i32 %m)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %v, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @pointers(ptr addrspace(1) %out) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %m = and i32 %i, 3
  %q = getelementptr ptr, ptr addrspace(4) @table, i32 %m
  %f = load ptr, ptr addrspace(4) %q
  %v = call i32 %f(i32 %m)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %v, ptr addrspace(1) %p
  ret void
}

define internal i32 @reversed(i32 %i) noinline {
  %j = sub i32 63, %i
  %p = getelementptr i32, ptr addrspace(3) @words, i32 %j
  %v = load i32, ptr addrspace(3) %p
  ret i32 %v
}

define amdgpu_kernel void @local(ptr addrspace(1) %out) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %w = getelementptr i32, ptr addrspace(3) @words, i32 %i
  %d = mul i32 %i, 2
  %e = add i32 %d, 1
  store i32 %e, ptr addrspace(3) %w
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %v = call i32 @reversed(i32 %i)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %v, ptr addrspace(1) %p
  ret void
}

define internal [40 x i32] @series(i32 %i) noinline {
  %x0 = add i32 %i, 0
  %v0 = insertvalue [40 x i32] poison, i32 %x0, 0
  %x1 = add i32 %i, 1
  %v1 = insertvalue [40 x i32] %v0, i32 %x1, 1
  %x2 = add i32 %i, 2
  %v2 = insertvalue [40 x i32] %v1, i32 %x2, 2
  %x3 = add i32 %i, 3
  %v3 = insertvalue [40 x i32] %v2, i32 %x3, 3
  %x4 = add i32 %i, 4
  %v4 = insertvalue [40 x i32] %v3, i32 %x4, 4
  %x5 = add i32 %i, 5
  %v5 = insertvalue [40 x i32] %v4, i32 %x5, 5
  %x6 = add i32 %i, 6
  %v6 = insertvalue [40 x i32] %v5, i32 %x6, 6
  %x7 = add i32 %i, 7
  %v7 = insertvalue [40 x i32] %v6, i32 %x7, 7
  %x8 = add i32 %i, 8
  %v8 = insertvalue [40 x i32] %v7, i32 %x8, 8
  %x9 = add i32 %i, 9
  %v9 = insertvalue [40 x i32] %v8, i32 %x9, 9
  %x10 = add i32 %i, 10
  %v10 = insertvalue [40 x i32] %v9, i32 %x10, 10
  %x11 = add i32 %i, 11
  %v11 = insertvalue [40 x i32] %v10, i32 %x11, 11
  %x12 = add i32 %i, 12
  %v12 = insertvalue [40 x i32] %v11, i32 %x12, 12
  %x13 = add i32 %i, 13
  %v13 = insertvalue [40 x i32] %v12, i32 %x13, 13
  %x14 = add i32 %i, 14
  %v14 = insertvalue [40 x i32] %v13, i32 %x14, 14
  %x15 = add i32 %i, 15
  %v15 = insertvalue [40 x i32] %v14, i32 %x15, 15
  %x16 = add i32 %i, 16
  %v16 = insertvalue [40 x i32] %v15, i32 %x16, 16
  %x17 = add i32 %i, 17
  %v17 = insertvalue [40 x i32] %v16, i32 %x17, 17
  %x18 = add i32 %i, 18
  %v18 = insertvalue [40 x i32] %v17, i32 %x18, 18
  %x19 = add i32 %i, 19
  %v19 = insertvalue [40 x i32] %v18, i32 %x19, 19
  %x20 = add i32 %i, 20
  %v20 = insertvalue [40 x i32] %v19, i32 %x20, 20
  %x21 = add i32 %i, 21
  %v21 = insertvalue [40 x i32] %v20, i32 %x21, 21
  %x22 = add i32 %i, 22
  %v22 = insertvalue [40 x i32] %v21, i32 %x22, 22
  %x23 = add i32 %i, 23
  %v23 = insertvalue [40 x i32] %v22, i32 %x23, 23
  %x24 = add i32 %i, 24
  %v24 = insertvalue [40 x i32] %v23, i32 %x24, 24
  %x25 = add i32 %i, 25
  %v25 = insertvalue [40 x i32] %v24, i32 %x25, 25
  %x26 = add i32 %i, 26
  %v26 = insertvalue [40 x i32] %v25, i32 %x26, 26
  %x27 = add i32 %i, 27
  %v27 = insertvalue [40 x i32] %v26, i32 %x27, 27
  %x28 = add i32 %i, 28
  %v28 = insertvalue [40 x i32] %v27, i32 %x28, 28
  %x29 = add i32 %i, 29
  %v29 = insertvalue [40 x i32] %v28, i32 %x29, 29
  %x30 = add i32 %i, 30
  %v30 = insertvalue [40 x i32] %v29, i32 %x30, 30
  %x31 = add i32 %i, 31
  %v31 = insertvalue [40 x i32] %v30, i32 %x31, 31
  %x32 = add i32 %i, 32
  %v32 = insertvalue [40 x i32] %v31, i32 %x32, 32
  %x33 = add i32 %i, 33
  %v33 = insertvalue [40 x i32] %v32, i32 %x33, 33
  %x34 = add i32 %i, 34
  %v34 = insertvalue [40 x i32] %v33, i32 %x34, 34
  %x35 = add i32 %i, 35
  %v35 = insertvalue [40 x i32] %v34, i32 %x35, 35
  %x36 = add i32 %i, 36
  %v36 = insertvalue [40 x i32] %v35, i32 %x36, 36
  %x37 = add i32 %i, 37
  %v37 = insertvalue [40 x i32] %v36, i32 %x37, 37
  %x38 = add i32 %i, 38
  %v38 = insertvalue [40 x i32] %v37, i32 %x38, 38
  %x39 = add i32 %i, 39
  %v39 = insertvalue [40 x i32] %v38, i32 %x39, 39
  ret [40 x i32] %v39
}

define internal i32 @weighted([40 x i32] %v) noinline {
  %e0 = extractvalue [40 x i32] %v, 0
  %m0 = mul i32 %e0, 1
  %s0 = add i32 0, %m0
  %e1 = extractvalue [40 x i32] %v, 1
  %m1 = mul i32 %e1, 2
  %s1 = add i32 %s0, %m1
  %e2 = extractvalue [40 x i32] %v, 2
  %m2 = mul i32 %e2, 3
  %s2 = add i32 %s1, %m2
  %e3 = extractvalue [40 x i32] %v, 3
  %m3 = mul i32 %e3, 4
  %s3 = add i32 %s2, %m3
  %e4 = extractvalue [40 x i32] %v, 4
  %m4 = mul i32 %e4, 5
  %s4 = add i32 %s3, %m4
  %e5 = extractvalue [40 x i32] %v, 5
  %m5 = mul i32 %e5, 6
  %s5 = add i32 %s4, %m5
  %e6 = extractvalue [40 x i32] %v, 6
  %m6 = mul i32 %e6, 7
  %s6 = add i32 %s5, %m6
  %e7 = extractvalue [40 x i32] %v, 7
  %m7 = mul i32 %e7, 8
  %s7 = add i32 %s6, %m7
  %e8 = extractvalue [40 x i32] %v, 8
  %m8 = mul i32 %e8, 9
  %s8 = add i32 %s7, %m8
  %e9 = extractvalue [40 x i32] %v, 9
  %m9 = mul i32 %e9, 10
  %s9 = add i32 %s8, %m9
  %e10 = extractvalue [40 x i32] %v, 10
  %m10 = mul i32 %e10, 11
  %s10 = add i32 %s9, %m10
  %e11 = extractvalue [40 x i32] %v, 11
  %m11 = mul i32 %e11, 12
  %s11 = add i32 %s10, %m11
  %e12 = extractvalue [40 x i32] %v, 12
  %m12 = mul i32 %e12, 13
  %s12 = add i32 %s11, %m12
  %e13 = extractvalue [40 x i32] %v, 13
  %m13 = mul i32 %e13, 14
  %s13 = add i32 %s12, %m13
  %e14 = extractvalue [40 x i32] %v, 14
  %m14 = mul i32 %e14, 15
  %s14 = add i32 %s13, %m14
  %e15 = extractvalue [40 x i32] %v, 15
  %m15 = mul i32 %e15, 16
  %s15 = add i32 %s14, %m15
  %e16 = extractvalue [40 x i32] %v, 16
  %m16 = mul i32 %e16, 17
  %s16 = add i32 %s15, %m16
  %e17 = extractvalue [40 x i32] %v, 17
  %m17 = mul i32 %e17, 18
  %s17 = add i32 %s16, %m17
  %e18 = extractvalue [40 x i32] %v, 18
  %m18 = mul i32 %e18, 19
  %s18 = add i32 %s17, %m18
  %e19 = extractvalue [40 x i32] %v, 19
  %m19 = mul i32 %e19, 20
  %s19 = add i32 %s18, %m19
  %e20 = extractvalue [40 x i32] %v, 20
  %m20 = mul i32 %e20, 21
  %s20 = add i32 %s19, %m20
  %e21 = extractvalue [40 x i32] %v, 21
  %m21 = mul i32 %e21, 22
  %s21 = add i32 %s20, %m21
  %e22 = extractvalue [40 x i32] %v, 22
  %m22 = mul i32 %e22, 23
  %s22 = add i32 %s21, %m22
  %e23 = extractvalue [40 x i32] %v, 23
  %m23 = mul i32 %e23, 24
  %s23 = add i32 %s22, %m23
  %e24 = extractvalue [40 x i32] %v, 24
  %m24 = mul i32 %e24, 25
  %s24 = add i32 %s23, %m24
  %e25 = extractvalue [40 x i32] %v, 25
  %m25 = mul i32 %e25, 26
  %s25 = add i32 %s24, %m25
  %e26 = extractvalue [40 x i32] %v, 26
  %m26 = mul i32 %e26, 27
  %s26 = add i32 %s25, %m26
  %e27 = extractvalue [40 x i32] %v, 27
  %m27 = mul i32 %e27, 28
  %s27 = add i32 %s26, %m27
  %e28 = extractvalue [40 x i32] %v, 28
  %m28 = mul i32 %e28, 29
  %s28 = add i32 %s27, %m28
  %e29 = extractvalue [40 x i32] %v, 29
  %m29 = mul i32 %e29, 30
  %s29 = add i32 %s28, %m29
  %e30 = extractvalue [40 x i32] %v, 30
  %m30 = mul i32 %e30, 31
  %s30 = add i32 %s29, %m30
  %e31 = extractvalue [40 x i32] %v, 31
  %m31 = mul i32 %e31, 32
  %s31 = add i32 %s30, %m31
  %e32 = extractvalue [40 x i32] %v, 32
  %m32 = mul i32 %e32, 33
  %s32 = add i32 %s31, %m32
  %e33 = extractvalue [40 x i32] %v, 33
  %m33 = mul i32 %e33, 34
  %s33 = add i32 %s32, %m33
  %e34 = extractvalue [40 x i32] %v, 34
  %m34 = mul i32 %e34, 35
  %s34 = add i32 %s33, %m34
  %e35 = extractvalue [40 x i32] %v, 35
  %m35 = mul i32 %e35, 36
  %s35 = add i32 %s34, %m35
  %e36 = extractvalue [40 x i32] %v, 36
  %m36 = mul i32 %e36, 37
  %s36 = add i32 %s35, %m36
  %e37 = extractvalue [40 x i32] %v, 37
  %m37 = mul i32 %e37, 38
  %s37 = add i32 %s36, %m37
  %e38 = extractvalue [40 x i32] %v, 38
  %m38 = mul i32 %e38, 39
  %s38 = add i32 %s37, %m38
  %e39 = extractvalue [40 x i32] %v, 39
  %m39 = mul i32 %e39, 40
  %s39 = add i32 %s38, %m39
  ret i32 %s39
}

define amdgpu_kernel void @large(ptr addrspace(1) %out) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %v = call [40 x i32] @series(i32 %i)
  %s = call i32 @weighted([40 x i32] %v)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %s, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
