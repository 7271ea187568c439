; Intrinsics that vectorizers make, and others that are defined element by element.
; RUN: wavec run %s -O0 --kernel vectors --global 1 --local 1 --arg buf:u32[40]:zero --arg buf:u32[16]:iota --arg i32:3 --dump 0:34 | FileCheck %s --check-prefix=VECTORS
; RUN: wavec run %s -O2 --kernel vectors --global 1 --local 1 --arg buf:u32[40]:zero --arg buf:u32[16]:iota --arg i32:3 --dump 0:34 | FileCheck %s --check-prefix=VECTORS
; RUN: wavec run %s -O0 --kernel bits --global 1 --local 1 --arg buf:i32[16]:zero --arg i32:13 --dump 0:9 | FileCheck %s --check-prefix=BITS
; RUN: wavec run %s -O2 --kernel bits --global 1 --local 1 --arg buf:i32[16]:zero --arg i32:13 --dump 0:9 | FileCheck %s --check-prefix=BITS
; RUN: wavec run %s -O0 --kernel round --global 1 --local 1 --arg buf:u32[8]:zero --arg f32:1.0004 --arg f32:-1.0004 --dump 0:6 | FileCheck %s --check-prefix=ROUND
; RUN: wavec run %s -O2 --kernel round --global 1 --local 1 --arg buf:u32[8]:zero --arg f32:1.0004 --arg f32:-1.0004 --dump 0:6 | FileCheck %s --check-prefix=ROUND
; RUN: wavec run %s -O2 --kernel round --global 1 --local 1 --arg buf:u32[8]:zero --arg f32:70000 --arg f32:-1e-10 --dump 0:6 | FileCheck %s --check-prefix=FAR

; Steps; lanes 1, 2, 3 and 4 of at most 3; lengths; the first lane that is not zero and none; the last active and none;
; sums of 0..3 and 4..7 with 10; histogram at 12..15 of words that were 0, of which two are the same; a table's entry.
; VECTORS: 0 1 2 3
; VECTORS-SAME: 1 1 0 0
; VECTORS-SAME: 3 2
; VECTORS-SAME: 1 4
; VECTORS-SAME: 2 7
; VECTORS-SAME: 14 16 18 20
; VECTORS-SAME: 6 0 3 0
; VECTORS-SAME: 5
define amdgpu_kernel void @vectors(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %three) {
  %steps = call <4 x i32> @llvm.stepvector.v4i32()
  store <4 x i32> %steps, ptr addrspace(1) %out, align 4
  %p4 = getelementptr i32, ptr addrspace(1) %out, i32 4
  %active = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 1, i32 %three)
  %flags = zext <4 x i1> %active to <4 x i32>
  store <4 x i32> %flags, ptr addrspace(1) %p4, align 4
  %p8 = getelementptr i32, ptr addrspace(1) %out, i32 8
  %wide = zext i32 %three to i64
  %length0 = call i32 @llvm.experimental.get.vector.length.i32(i32 %three, i32 8, i1 false)
  %length1 = call i32 @llvm.experimental.get.vector.length.i64(i64 %wide, i32 2, i1 false)
  store i32 %length0, ptr addrspace(1) %p8
  %p9 = getelementptr i32, ptr addrspace(1) %out, i32 9
  store i32 %length1, ptr addrspace(1) %p9
  %a = load <4 x i32>, ptr addrspace(1) %in, align 4
  %second = getelementptr i32, ptr addrspace(1) %in, i32 4
  %p10 = getelementptr i32, ptr addrspace(1) %out, i32 10
  %first = call i32 @llvm.experimental.cttz.elts.i32.v4i32(<4 x i32> %a, i1 true)
  store i32 %first, ptr addrspace(1) %p10
  %none = xor <4 x i32> %a, <i32 0, i32 1, i32 2, i32 3>
  %p11 = getelementptr i32, ptr addrspace(1) %out, i32 11
  %all = call i32 @llvm.experimental.cttz.elts.i32.v4i32(<4 x i32> %none, i1 false)
  store i32 %all, ptr addrspace(1) %p11
  %p12 = getelementptr i32, ptr addrspace(1) %out, i32 12
  %below = icmp ult <4 x i32> %a, <i32 3, i32 3, i32 3, i32 3>
  %last = call i32 @llvm.experimental.vector.extract.last.active.v4i32(<4 x i32> %a, <4 x i1> %below, i32 7)
  store i32 %last, ptr addrspace(1) %p12
  %p13 = getelementptr i32, ptr addrspace(1) %out, i32 13
  %default = call i32 @llvm.experimental.vector.extract.last.active.v4i32(<4 x i32> %a, <4 x i1> zeroinitializer, i32 7)
  store i32 %default, ptr addrspace(1) %p13
  %p14 = getelementptr i32, ptr addrspace(1) %out, i32 14
  %long = load <8 x i32>, ptr addrspace(1) %in, align 4
  %sums = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v8i32(<4 x i32> splat (i32 10), <8 x i32> %long)
  store <4 x i32> %sums, ptr addrspace(1) %p14, align 4
  %p18 = getelementptr i32, ptr addrspace(1) %out, i32 18
  %p20 = getelementptr i32, ptr addrspace(1) %out, i32 20
  %q0 = insertelement <4 x ptr addrspace(1)> poison, ptr addrspace(1) %p18, i32 0
  %q1 = insertelement <4 x ptr addrspace(1)> %q0, ptr addrspace(1) %p20, i32 1
  %q2 = insertelement <4 x ptr addrspace(1)> %q1, ptr addrspace(1) %p18, i32 2
  %q3 = insertelement <4 x ptr addrspace(1)> %q2, ptr addrspace(1) %p18, i32 3
  call void @llvm.experimental.vector.histogram.add.v4p1.i32(<4 x ptr addrspace(1)> %q3, i32 %three, <4 x i1> %below)
  %p22 = getelementptr i32, ptr addrspace(1) %out, i32 22
  %entry = call ptr addrspace(1) @llvm.load.relative.p1.i32(ptr addrspace(1) %in, i32 16)
  %from = ptrtoint ptr addrspace(1) %in to i64
  %to = ptrtoint ptr addrspace(1) %entry to i64
  %distance = sub i64 %to, %from
  %word = trunc i64 %distance to i32
  %more = add i32 %word, 1
  store i32 %more, ptr addrspace(1) %p22
  ret void
}

; 13 times 13 without carries, and its products with a vector. Then quotients of numbers with two bits after the point,
; by their bits: 13/2 and -13/2; in bytes 13/1, 113/1 saturated, and 255/1 saturated without sign.
; BITS: 81 0 13 26 26 -26 52 127 255
define amdgpu_kernel void @bits(ptr addrspace(1) %out, i32 %thirteen) {
  %square = call i32 @llvm.clmul.i32(i32 %thirteen, i32 %thirteen)
  store i32 %square, ptr addrspace(1) %out
  %p1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  %v0 = insertelement <3 x i32> poison, i32 %thirteen, i32 0
  %v = shufflevector <3 x i32> %v0, <3 x i32> poison, <3 x i32> zeroinitializer
  %products = call <3 x i32> @llvm.clmul.v3i32(<3 x i32> %v, <3 x i32> <i32 0, i32 1, i32 2>)
  store <3 x i32> %products, ptr addrspace(1) %p1, align 4
  %p4 = getelementptr i32, ptr addrspace(1) %out, i32 4
  %minus = sub i32 0, %thirteen
  %q0 = call i32 @llvm.sdiv.fix.i32(i32 %thirteen, i32 2, i32 2)
  %q1 = call i32 @llvm.sdiv.fix.i32(i32 %minus, i32 2, i32 2)
  %byte = trunc i32 %thirteen to i8
  %q2 = call i8 @llvm.sdiv.fix.i8(i8 %byte, i8 1, i32 2)
  %large = add i8 %byte, 100
  %q3 = call i8 @llvm.sdiv.fix.sat.i8(i8 %large, i8 1, i32 2)
  %all = or i8 %byte, -14
  %q4 = call i8 @llvm.udiv.fix.sat.i8(i8 %all, i8 1, i32 2)
  %w2 = sext i8 %q2 to i32
  %w3 = sext i8 %q3 to i32
  %w4 = zext i8 %q4 to i32
  %v4 = insertelement <5 x i32> poison, i32 %q0, i32 0
  %v5 = insertelement <5 x i32> %v4, i32 %q1, i32 1
  %v6 = insertelement <5 x i32> %v5, i32 %w2, i32 2
  %v7 = insertelement <5 x i32> %v6, i32 %w3, i32 3
  %v8 = insertelement <5 x i32> %v7, i32 %w4, i32 4
  store <5 x i32> %v8, ptr addrspace(1) %p4, align 4
  ret void
}

; Bits of halves: upward, downward and towards zero, of both numbers. 0x3c00 is 1.
; ROUND: 15361 15360 15360 48128 48129 48128
; Beyond the largest half, and below the smallest.
; FAR: 31744 31743 31743 32768 32769 32768
define amdgpu_kernel void @round(ptr addrspace(1) %out, float %a, float %b) {
  %v0 = insertelement <2 x float> poison, float %a, i32 0
  %v = insertelement <2 x float> %v0, float %b, i32 1
  %up = call <2 x half> @llvm.fptrunc.round.v2f16.v2f32(<2 x float> %v, metadata !"round.upward")
  %down = call <2 x half> @llvm.fptrunc.round.v2f16.v2f32(<2 x float> %v, metadata !"round.downward")
  %zero = call <2 x half> @llvm.fptrunc.round.v2f16.v2f32(<2 x float> %v, metadata !"round.towardzero")
  %i0 = bitcast <2 x half> %up to <2 x i16>
  %i1 = bitcast <2 x half> %down to <2 x i16>
  %i2 = bitcast <2 x half> %zero to <2 x i16>
  %pairs = shufflevector <2 x i16> %i0, <2 x i16> %i1, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
  %last = shufflevector <2 x i16> %i2, <2 x i16> %i2, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %all = shufflevector <4 x i16> %pairs, <4 x i16> %last, <6 x i32> <i32 0, i32 1, i32 4, i32 2, i32 3, i32 5>
  %words = zext <6 x i16> %all to <6 x i32>
  store <6 x i32> %words, ptr addrspace(1) %out, align 4
  ret void
}
