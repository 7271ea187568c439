; Operations with a mask and a vector length, and stores of a pattern.
; RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:i32[8]:iota --arg i32:3 --arg buf:i32[40]:const=-1 --dump 2:40 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 1 --local 1 --arg buf:i32[8]:iota --arg i32:3 --arg buf:i32[40]:const=-1 --dump 2:40 | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; The mask excludes element 1, the length element 3, whose divisor is 0: the second operand is 4, 5, 6, 0.
; CHECK: 4 8 2 -1 6 -1 10 -1 1 {{-?[0-9]+}} 3 {{-?[0-9]+}} 0 5 2 7 112 1077936128 -1 2 0 9 0 9 9 9 -1 -1 4 8 -1 -1
define amdgpu_kernel void @k(ptr addrspace(1) %in, i32 %length, ptr addrspace(1) %out) {
  %x = load <4 x i32>, ptr addrspace(1) %in, align 16
  %q = getelementptr i32, ptr addrspace(1) %in, i32 4
  %all = load <4 x i32>, ptr addrspace(1) %q, align 16
  %y = insertelement <4 x i32> %all, i32 0, i32 3
  %mask = icmp ne <4 x i32> %x, splat (i32 1)
  %sum = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> %x, <4 x i32> %y, <4 x i1> %mask, i32 %length)
  %s0 = extractelement <4 x i32> %sum, i32 0
  store i32 %s0, ptr addrspace(1) %out
  %s2 = extractelement <4 x i32> %sum, i32 2
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %s2, ptr addrspace(1) %o1
  %quotient = call <4 x i32> @llvm.vp.udiv.v4i32(<4 x i32> splat (i32 14), <4 x i32> %y, <4 x i1> %mask, i32 %length)
  %d2 = extractelement <4 x i32> %quotient, i32 2
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  store i32 %d2, ptr addrspace(1) %o2
  ; Stored where mask and length allow.
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 4
  %double = shl <4 x i32> %y, <i32 0, i32 1, i32 0, i32 1>
  %triple = add <4 x i32> %double, <i32 2, i32 0, i32 4, i32 0>
  call void @llvm.vp.store.v4i32.p1(<4 x i32> %triple, ptr addrspace(1) align 4 %o4, <4 x i1> %mask, i32 %length)
  %loaded = call <4 x i32> @llvm.vp.load.v4i32.p1(ptr addrspace(1) align 4 %in, <4 x i1> %mask, i32 %length)
  %plus = add <4 x i32> %loaded, splat (i32 1)
  %o8 = getelementptr i32, ptr addrspace(1) %out, i32 8
  store <4 x i32> %plus, ptr addrspace(1) %o8, align 4
  %merged = call <4 x i32> @llvm.vp.merge.v4i32(<4 x i1> %mask, <4 x i32> %x, <4 x i32> <i32 4, i32 5, i32 6, i32 7>, i32 %length)
  %o12 = getelementptr i32, ptr addrspace(1) %out, i32 12
  store <4 x i32> %merged, ptr addrspace(1) %o12, align 4
  %total = call i32 @llvm.vp.reduce.add.v4i32(i32 100, <4 x i32> %triple, <4 x i1> %mask, i32 %length)
  %less = sub i32 %total, 4
  %o16 = getelementptr i32, ptr addrspace(1) %out, i32 16
  store i32 %less, ptr addrspace(1) %o16
  %f = sitofp <4 x i32> %x to <4 x float>
  %greatest = call float @llvm.vp.reduce.fmax.v4f32(float 1.0, <4 x float> %f, <4 x i1> %mask, i32 %length)
  %more = fadd float %greatest, 1.0
  %o17 = getelementptr i32, ptr addrspace(1) %out, i32 17
  store float %more, ptr addrspace(1) %o17
  %fewer = call i32 @llvm.vp.reduce.umin.v4i32(i32 50, <4 x i32> %x, <4 x i1> %mask, i32 1)
  %o20 = getelementptr i32, ptr addrspace(1) %out, i32 20
  store i32 %fewer, ptr addrspace(1) %o20
  %cmp = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %x, <4 x i32> splat (i32 1), metadata !"sgt", <4 x i1> %mask, i32 %length)
  %c2 = extractelement <4 x i1> %cmp, i32 2
  %c = select i1 %c2, i32 2, i32 0
  %o19 = getelementptr i32, ptr addrspace(1) %out, i32 19
  store i32 %c, ptr addrspace(1) %o19
  %o21 = getelementptr i32, ptr addrspace(1) %out, i32 21
  call void @llvm.experimental.memset.pattern.p1.i64.i32(ptr addrspace(1) align 4 %o21, i64 9, i32 1, i1 false)
  %o23 = getelementptr i32, ptr addrspace(1) %out, i32 23
  call void @llvm.experimental.memset.pattern.p1.i32.i32(ptr addrspace(1) align 4 %o23, i32 9, i32 %length, i1 false)
  %o28 = getelementptr i32, ptr addrspace(1) %out, i32 28
  %spots = getelementptr i32, ptr addrspace(1) %o28, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
  call void @llvm.vp.scatter.v4i32.v4p1(<4 x i32> %sum, <4 x ptr addrspace(1)> %spots, <4 x i1> %mask, i32 %length)
  ret void
}
