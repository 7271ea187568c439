; Masks of elements that are among others, or that two addresses are far enough apart for; sums of parts.
; RUN: wavec run %s -O0 --kernel k --global 12 --local 12 --arg buf:u32[48]:zero --dump 0:48 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 12 --local 12 --arg buf:u32[48]:zero --dump 0:48 | FileCheck %s
; RUN: wavec run %s -O2 --kernel sums --global 1 --local 1 --arg buf:f32[2]:zero --dump 0:2 | FileCheck %s --check-prefix=SUMS

; By work-item: elements of 0, 1, 2, 3 that are 1 or the number modulo 4, the first one never; what can be read at 100 before it is
; stored at 88 + 3 * number, in elements of 4 bytes, and what can be stored at 100 before it is read there, and in elements of 2 bytes.
; CHECK:      2 15 7 15
; CHECK-SAME: 2 15 3 15
; CHECK-SAME: 6 15 1 7
; CHECK-SAME: 10 15 15 1
; CHECK-SAME: 2 15 15 15
; CHECK-SAME: 2 15 15 1
; CHECK-SAME: 6 1 1 7
; CHECK-SAME: 10 3 3 15
; CHECK-SAME: 2 7 7 15
; CHECK-SAME: 2 7 7 15
; CHECK-SAME: 6 15 15 15
; CHECK-SAME: 10 15 15 15
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %n = and i32 %i, 3
  %o0 = insertelement <2 x i32> <i32 1, i32 1>, i32 %n, i32 1
  %match = call <4 x i1> @llvm.experimental.vector.match.v4i32.v2i32(<4 x i32> <i32 0, i32 1, i32 2, i32 3>, <2 x i32> %o0, <4 x i1> <i1 false, i1 true, i1 true, i1 true>)
  %w = zext i32 %i to i64
  %three = mul i64 %w, 3
  %at = add i64 %three, 88
  %to = inttoptr i64 %at to ptr
  %war = call <4 x i1> @llvm.loop.dependence.war.mask.v4i1(ptr inttoptr (i64 100 to ptr), ptr %to, i64 4)
  %raw = call <4 x i1> @llvm.loop.dependence.raw.mask.v4i1(ptr inttoptr (i64 100 to ptr), ptr %to, i64 4)
  %short = call <4 x i1> @llvm.loop.dependence.raw.mask.v4i1(ptr inttoptr (i64 100 to ptr), ptr %to, i64 2)
  %m4 = bitcast <4 x i1> %match to i4
  %m = zext i4 %m4 to i32
  %a4 = bitcast <4 x i1> %war to i4
  %a = zext i4 %a4 to i32
  %b4 = bitcast <4 x i1> %raw to i4
  %b = zext i4 %b4 to i32
  %c4 = bitcast <4 x i1> %short to i4
  %c = zext i4 %c4 to i32
  %v0 = insertelement <4 x i32> poison, i32 %m, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %a, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %b, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %c, i32 3
  %p = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %i
  store <4 x i32> %v3, ptr addrspace(1) %p, align 4
  ret void
}

; SUMS: 105 110
define amdgpu_kernel void @sums(ptr addrspace(1) %out) {
  %sums = call reassoc <2 x float> @llvm.vector.partial.reduce.fadd.v2f32.v4f32(<2 x float> <float 100.0, float 104.0>, <4 x float> <float 1.0, float 2.0, float 4.0, float 4.0>)
  store <2 x float> %sums, ptr addrspace(1) %out
  ret void
}
