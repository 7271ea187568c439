; The stack pointer s32 is set before a kernel's call reads its target: the address is in other registers, however many
; registers the arguments use.
; RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:i32[32]:iota --arg buf:i32[1]:zero --dump 1:1 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 1 --local 1 --arg buf:i32[32]:iota --arg buf:i32[1]:zero --dump 1:1 | FileCheck %s
; CHECK: 38

define internal i32 @sum(<32 x i32> %v, i64 %x) noinline {
  %a = extractelement <32 x i32> %v, i32 31
  %b = extractelement <32 x i32> %v, i32 2
  %c = trunc i64 %x to i32
  %d = add i32 %a, %b
  %e = add i32 %d, %c
  ret i32 %e
}

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %p0 = getelementptr i32, ptr addrspace(1) %in, i32 0
  %l0 = load i32, ptr addrspace(1) %p0
  %v0 = insertelement <32 x i32> poison, i32 %l0, i32 0
  %p1 = getelementptr i32, ptr addrspace(1) %in, i32 1
  %l1 = load i32, ptr addrspace(1) %p1
  %v1 = insertelement <32 x i32> %v0, i32 %l1, i32 1
  %p2 = getelementptr i32, ptr addrspace(1) %in, i32 2
  %l2 = load i32, ptr addrspace(1) %p2
  %v2 = insertelement <32 x i32> %v1, i32 %l2, i32 2
  %p3 = getelementptr i32, ptr addrspace(1) %in, i32 3
  %l3 = load i32, ptr addrspace(1) %p3
  %v3 = insertelement <32 x i32> %v2, i32 %l3, i32 3
  %p4 = getelementptr i32, ptr addrspace(1) %in, i32 4
  %l4 = load i32, ptr addrspace(1) %p4
  %v4 = insertelement <32 x i32> %v3, i32 %l4, i32 4
  %p5 = getelementptr i32, ptr addrspace(1) %in, i32 5
  %l5 = load i32, ptr addrspace(1) %p5
  %v5 = insertelement <32 x i32> %v4, i32 %l5, i32 5
  %p6 = getelementptr i32, ptr addrspace(1) %in, i32 6
  %l6 = load i32, ptr addrspace(1) %p6
  %v6 = insertelement <32 x i32> %v5, i32 %l6, i32 6
  %p7 = getelementptr i32, ptr addrspace(1) %in, i32 7
  %l7 = load i32, ptr addrspace(1) %p7
  %v7 = insertelement <32 x i32> %v6, i32 %l7, i32 7
  %p8 = getelementptr i32, ptr addrspace(1) %in, i32 8
  %l8 = load i32, ptr addrspace(1) %p8
  %v8 = insertelement <32 x i32> %v7, i32 %l8, i32 8
  %p9 = getelementptr i32, ptr addrspace(1) %in, i32 9
  %l9 = load i32, ptr addrspace(1) %p9
  %v9 = insertelement <32 x i32> %v8, i32 %l9, i32 9
  %p10 = getelementptr i32, ptr addrspace(1) %in, i32 10
  %l10 = load i32, ptr addrspace(1) %p10
  %v10 = insertelement <32 x i32> %v9, i32 %l10, i32 10
  %p11 = getelementptr i32, ptr addrspace(1) %in, i32 11
  %l11 = load i32, ptr addrspace(1) %p11
  %v11 = insertelement <32 x i32> %v10, i32 %l11, i32 11
  %p12 = getelementptr i32, ptr addrspace(1) %in, i32 12
  %l12 = load i32, ptr addrspace(1) %p12
  %v12 = insertelement <32 x i32> %v11, i32 %l12, i32 12
  %p13 = getelementptr i32, ptr addrspace(1) %in, i32 13
  %l13 = load i32, ptr addrspace(1) %p13
  %v13 = insertelement <32 x i32> %v12, i32 %l13, i32 13
  %p14 = getelementptr i32, ptr addrspace(1) %in, i32 14
  %l14 = load i32, ptr addrspace(1) %p14
  %v14 = insertelement <32 x i32> %v13, i32 %l14, i32 14
  %p15 = getelementptr i32, ptr addrspace(1) %in, i32 15
  %l15 = load i32, ptr addrspace(1) %p15
  %v15 = insertelement <32 x i32> %v14, i32 %l15, i32 15
  %p16 = getelementptr i32, ptr addrspace(1) %in, i32 16
  %l16 = load i32, ptr addrspace(1) %p16
  %v16 = insertelement <32 x i32> %v15, i32 %l16, i32 16
  %p17 = getelementptr i32, ptr addrspace(1) %in, i32 17
  %l17 = load i32, ptr addrspace(1) %p17
  %v17 = insertelement <32 x i32> %v16, i32 %l17, i32 17
  %p18 = getelementptr i32, ptr addrspace(1) %in, i32 18
  %l18 = load i32, ptr addrspace(1) %p18
  %v18 = insertelement <32 x i32> %v17, i32 %l18, i32 18
  %p19 = getelementptr i32, ptr addrspace(1) %in, i32 19
  %l19 = load i32, ptr addrspace(1) %p19
  %v19 = insertelement <32 x i32> %v18, i32 %l19, i32 19
  %p20 = getelementptr i32, ptr addrspace(1) %in, i32 20
  %l20 = load i32, ptr addrspace(1) %p20
  %v20 = insertelement <32 x i32> %v19, i32 %l20, i32 20
  %p21 = getelementptr i32, ptr addrspace(1) %in, i32 21
  %l21 = load i32, ptr addrspace(1) %p21
  %v21 = insertelement <32 x i32> %v20, i32 %l21, i32 21
  %p22 = getelementptr i32, ptr addrspace(1) %in, i32 22
  %l22 = load i32, ptr addrspace(1) %p22
  %v22 = insertelement <32 x i32> %v21, i32 %l22, i32 22
  %p23 = getelementptr i32, ptr addrspace(1) %in, i32 23
  %l23 = load i32, ptr addrspace(1) %p23
  %v23 = insertelement <32 x i32> %v22, i32 %l23, i32 23
  %p24 = getelementptr i32, ptr addrspace(1) %in, i32 24
  %l24 = load i32, ptr addrspace(1) %p24
  %v24 = insertelement <32 x i32> %v23, i32 %l24, i32 24
  %p25 = getelementptr i32, ptr addrspace(1) %in, i32 25
  %l25 = load i32, ptr addrspace(1) %p25
  %v25 = insertelement <32 x i32> %v24, i32 %l25, i32 25
  %p26 = getelementptr i32, ptr addrspace(1) %in, i32 26
  %l26 = load i32, ptr addrspace(1) %p26
  %v26 = insertelement <32 x i32> %v25, i32 %l26, i32 26
  %p27 = getelementptr i32, ptr addrspace(1) %in, i32 27
  %l27 = load i32, ptr addrspace(1) %p27
  %v27 = insertelement <32 x i32> %v26, i32 %l27, i32 27
  %p28 = getelementptr i32, ptr addrspace(1) %in, i32 28
  %l28 = load i32, ptr addrspace(1) %p28
  %v28 = insertelement <32 x i32> %v27, i32 %l28, i32 28
  %p29 = getelementptr i32, ptr addrspace(1) %in, i32 29
  %l29 = load i32, ptr addrspace(1) %p29
  %v29 = insertelement <32 x i32> %v28, i32 %l29, i32 29
  %p30 = getelementptr i32, ptr addrspace(1) %in, i32 30
  %l30 = load i32, ptr addrspace(1) %p30
  %v30 = insertelement <32 x i32> %v29, i32 %l30, i32 30
  %p31 = getelementptr i32, ptr addrspace(1) %in, i32 31
  %l31 = load i32, ptr addrspace(1) %p31
  %v31 = insertelement <32 x i32> %v30, i32 %l31, i32 31
  %q = getelementptr i32, ptr addrspace(1) %in, i32 5
  %x = load i64, ptr addrspace(1) %q, align 4
  %r = call i32 @sum(<32 x i32> %v31, i64 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
