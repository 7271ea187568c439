; A function with over-aligned objects calls another one with arguments in memory: these are where the callee's frame
; begins, wherever the aligned objects are.
; RUN: wavec run %s -O0 --kernel k --global 2 --local 2 --arg buf:u32[2]:zero --arg i32:7 --dump 0:2 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 2 --local 2 --arg buf:u32[2]:zero --arg i32:7 --dump 0:2 | FileCheck %s
; CHECK: 27067 27888

declare i32 @llvm.amdgcn.workitem.id.x()

define i32 @sum(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i32 %a7, i32 %a8, i32 %a9, i32 %a10, i32 %a11, i32 %a12, i32 %a13, i32 %a14, i32 %a15, i32 %a16, i32 %a17, i32 %a18, i32 %a19, i32 %a20, i32 %a21, i32 %a22, i32 %a23, i32 %a24, i32 %a25, i32 %a26, i32 %a27, i32 %a28, i32 %a29, i32 %a30, i32 %a31, i32 %a32, i32 %a33, i32 %a34, i32 %a35, i32 %a36, i32 %a37, i32 %a38, i32 %a39) noinline {
  %m1 = mul i32 %a1, 2
  %s1 = add i32 %a0, %m1
  %m2 = mul i32 %a2, 3
  %s2 = add i32 %s1, %m2
  %m3 = mul i32 %a3, 4
  %s3 = add i32 %s2, %m3
  %m4 = mul i32 %a4, 5
  %s4 = add i32 %s3, %m4
  %m5 = mul i32 %a5, 6
  %s5 = add i32 %s4, %m5
  %m6 = mul i32 %a6, 7
  %s6 = add i32 %s5, %m6
  %m7 = mul i32 %a7, 8
  %s7 = add i32 %s6, %m7
  %m8 = mul i32 %a8, 9
  %s8 = add i32 %s7, %m8
  %m9 = mul i32 %a9, 10
  %s9 = add i32 %s8, %m9
  %m10 = mul i32 %a10, 11
  %s10 = add i32 %s9, %m10
  %m11 = mul i32 %a11, 12
  %s11 = add i32 %s10, %m11
  %m12 = mul i32 %a12, 13
  %s12 = add i32 %s11, %m12
  %m13 = mul i32 %a13, 14
  %s13 = add i32 %s12, %m13
  %m14 = mul i32 %a14, 15
  %s14 = add i32 %s13, %m14
  %m15 = mul i32 %a15, 16
  %s15 = add i32 %s14, %m15
  %m16 = mul i32 %a16, 17
  %s16 = add i32 %s15, %m16
  %m17 = mul i32 %a17, 18
  %s17 = add i32 %s16, %m17
  %m18 = mul i32 %a18, 19
  %s18 = add i32 %s17, %m18
  %m19 = mul i32 %a19, 20
  %s19 = add i32 %s18, %m19
  %m20 = mul i32 %a20, 21
  %s20 = add i32 %s19, %m20
  %m21 = mul i32 %a21, 22
  %s21 = add i32 %s20, %m21
  %m22 = mul i32 %a22, 23
  %s22 = add i32 %s21, %m22
  %m23 = mul i32 %a23, 24
  %s23 = add i32 %s22, %m23
  %m24 = mul i32 %a24, 25
  %s24 = add i32 %s23, %m24
  %m25 = mul i32 %a25, 26
  %s25 = add i32 %s24, %m25
  %m26 = mul i32 %a26, 27
  %s26 = add i32 %s25, %m26
  %m27 = mul i32 %a27, 28
  %s27 = add i32 %s26, %m27
  %m28 = mul i32 %a28, 29
  %s28 = add i32 %s27, %m28
  %m29 = mul i32 %a29, 30
  %s29 = add i32 %s28, %m29
  %m30 = mul i32 %a30, 31
  %s30 = add i32 %s29, %m30
  %m31 = mul i32 %a31, 32
  %s31 = add i32 %s30, %m31
  %m32 = mul i32 %a32, 33
  %s32 = add i32 %s31, %m32
  %m33 = mul i32 %a33, 34
  %s33 = add i32 %s32, %m33
  %m34 = mul i32 %a34, 35
  %s34 = add i32 %s33, %m34
  %m35 = mul i32 %a35, 36
  %s35 = add i32 %s34, %m35
  %m36 = mul i32 %a36, 37
  %s36 = add i32 %s35, %m36
  %m37 = mul i32 %a37, 38
  %s37 = add i32 %s36, %m37
  %m38 = mul i32 %a38, 39
  %s38 = add i32 %s37, %m38
  %m39 = mul i32 %a39, 40
  %s39 = add i32 %s38, %m39
  ret i32 %s39
}

define i32 @aligned(i32 %x) noinline {
  %kept = alloca i32, align 64, addrspace(5)
  store volatile i32 %x, ptr addrspace(5) %kept, align 64
  %v0 = add i32 %x, 0
  %v1 = add i32 %x, 1
  %v2 = add i32 %x, 2
  %v3 = add i32 %x, 3
  %v4 = add i32 %x, 4
  %v5 = add i32 %x, 5
  %v6 = add i32 %x, 6
  %v7 = add i32 %x, 7
  %v8 = add i32 %x, 8
  %v9 = add i32 %x, 9
  %v10 = add i32 %x, 10
  %v11 = add i32 %x, 11
  %v12 = add i32 %x, 12
  %v13 = add i32 %x, 13
  %v14 = add i32 %x, 14
  %v15 = add i32 %x, 15
  %v16 = add i32 %x, 16
  %v17 = add i32 %x, 17
  %v18 = add i32 %x, 18
  %v19 = add i32 %x, 19
  %v20 = add i32 %x, 20
  %v21 = add i32 %x, 21
  %v22 = add i32 %x, 22
  %v23 = add i32 %x, 23
  %v24 = add i32 %x, 24
  %v25 = add i32 %x, 25
  %v26 = add i32 %x, 26
  %v27 = add i32 %x, 27
  %v28 = add i32 %x, 28
  %v29 = add i32 %x, 29
  %v30 = add i32 %x, 30
  %v31 = add i32 %x, 31
  %v32 = add i32 %x, 32
  %v33 = add i32 %x, 33
  %v34 = add i32 %x, 34
  %v35 = add i32 %x, 35
  %v36 = add i32 %x, 36
  %v37 = add i32 %x, 37
  %v38 = add i32 %x, 38
  %v39 = add i32 %x, 39
  %sum = call i32 @sum(i32 %v0, i32 %v1, i32 %v2, i32 %v3, i32 %v4, i32 %v5, i32 %v6, i32 %v7, i32 %v8, i32 %v9, i32 %v10, i32 %v11, i32 %v12, i32 %v13, i32 %v14, i32 %v15, i32 %v16, i32 %v17, i32 %v18, i32 %v19, i32 %v20, i32 %v21, i32 %v22, i32 %v23, i32 %v24, i32 %v25, i32 %v26, i32 %v27, i32 %v28, i32 %v29, i32 %v30, i32 %v31, i32 %v32, i32 %v33, i32 %v34, i32 %v35, i32 %v36, i32 %v37, i32 %v38, i32 %v39)
  %back = load volatile i32, ptr addrspace(5) %kept, align 64
  %both = add i32 %sum, %back
  ret i32 %both
}

define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %x = add i32 %n, %i
  %result = call i32 @aligned(i32 %x)
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %result, ptr addrspace(1) %to
  ret void
}
