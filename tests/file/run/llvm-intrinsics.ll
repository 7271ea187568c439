; Intrinsics that are other operations, and atomic accesses of floats.
; RUN: wavec run %s -O0 --kernel permute --global 1 --local 1 --arg buf:u32[32]:zero --arg buf:u32[8]:iota --dump 0:24 | FileCheck %s --check-prefix=PERMUTE
; RUN: wavec run %s -O2 --kernel permute --global 1 --local 1 --arg buf:u32[32]:zero --arg buf:u32[8]:iota --dump 0:24 | FileCheck %s --check-prefix=PERMUTE
; RUN: wavec run %s -O0 --kernel masked --global 4 --local 4 --arg buf:u32[64]:zero --arg buf:u32[16]:iota --arg i32:2 --dump 0:28 | FileCheck %s --check-prefix=MASKED
; RUN: wavec run %s -O2 --kernel masked --global 4 --local 4 --arg buf:u32[64]:zero --arg buf:u32[16]:iota --arg i32:2 --dump 0:28 | FileCheck %s --check-prefix=MASKED
; RUN: wavec run %s -O2 --kernel scalar --global 4 --local 4 --arg buf:i32[32]:zero --arg buf:f32[4]:const=-2.5 --arg buf:f32[4]:zero --dump 0:20 --dump 2:4 | FileCheck %s --check-prefix=SCALAR

declare i32 @llvm.amdgcn.workitem.id.x()

; PERMUTE: 3 2 1 0 0 4 1 5 2 6 3 7 0 2 1 3 1 2 3 4 3 4 5 6
define amdgpu_kernel void @permute(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %a = load <4 x i32>, ptr addrspace(1) %in
  %second = getelementptr i8, ptr addrspace(1) %in, i64 16
  %b = load <4 x i32>, ptr addrspace(1) %second
  %reversed = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %a)
  store <4 x i32> %reversed, ptr addrspace(1) %out
  %p1 = getelementptr i8, ptr addrspace(1) %out, i64 16
  %mixed = call <8 x i32> @llvm.vector.interleave2.v8i32(<4 x i32> %a, <4 x i32> %b)
  store <8 x i32> %mixed, ptr addrspace(1) %p1
  %p2 = getelementptr i8, ptr addrspace(1) %out, i64 48
  %pair = call { <2 x i32>, <2 x i32> } @llvm.vector.deinterleave2.v4i32(<4 x i32> %a)
  store { <2 x i32>, <2 x i32> } %pair, ptr addrspace(1) %p2
  %p3 = getelementptr i8, ptr addrspace(1) %out, i64 64
  %spliced = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %a, <4 x i32> %b, i32 1)
  store <4 x i32> %spliced, ptr addrspace(1) %p3
  %p4 = getelementptr i8, ptr addrspace(1) %out, i64 80
  %last = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %a, <4 x i32> %b, i32 -1)
  store <4 x i32> %last, ptr addrspace(1) %p4
  ret void
}

; Work-item i has the elements below i; a group of seven words each: masked load, compressed store, gather and scatter.
; MASKED: 9 9 9 9 0 0 0
; MASKED-SAME: 1 9 9 9 1 0 15
; MASKED-SAME: 2 3 9 9 2 3 14
; MASKED-SAME: 3 4 5 9 3 4 13
define amdgpu_kernel void @masked(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %two) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %splat0 = insertelement <4 x i32> poison, i32 %id, i32 0
  %splat = shufflevector <4 x i32> %splat0, <4 x i32> poison, <4 x i32> zeroinitializer
  %mask = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %splat
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %offset = mul i32 %id, 7
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %offset
  %x = call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) align 4 %from, <4 x i1> %mask, <4 x i32> splat (i32 9))
  store <4 x i32> %x, ptr addrspace(1) %to, align 4
  %rest = getelementptr i32, ptr addrspace(1) %to, i32 4
  %few = and <4 x i1> %mask, <i1 true, i1 true, i1 false, i1 false>
  call void @llvm.masked.compressstore.v4i32.p1(<4 x i32> %x, ptr addrspace(1) align 4 %rest, <4 x i1> %few)
  %back = sub i32 16, %id
  %source = getelementptr i32, ptr addrspace(1) %in, i32 %back
  %sources = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %source, i32 0
  %some = icmp ne i32 %id, 0
  %bits = insertelement <2 x i1> zeroinitializer, i1 %some, i32 0
  %gathered = call <2 x i32> @llvm.masked.gather.v2i32.v2p1(<2 x ptr addrspace(1)> align 4 %sources, <2 x i1> %bits, <2 x i32> zeroinitializer)
  %last = getelementptr i32, ptr addrspace(1) %to, i32 6
  %lasts = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %last, i32 0
  call void @llvm.masked.scatter.v2i32.v2p1(<2 x i32> %gathered, <2 x ptr addrspace(1)> align 4 %lasts, <2 x i1> <i1 true, i1 false>)
  ret void
}

; SCALAR: -1 -2 -3 0 0 -1 -2 -3 0 0 0 -2 -3 0 1 1 -2 -3 0 1
; SCALAR-NEXT: -2.5 -2.5 -2.5 -2.5
define amdgpu_kernel void @scalar(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(1) %copy) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr float, ptr addrspace(1) %in, i32 %id
  %x = load atomic float, ptr addrspace(1) %from syncscope("agent") acquire, align 4
  %to = getelementptr float, ptr addrspace(1) %copy, i32 %id
  store atomic float %x, ptr addrspace(1) %to syncscope("agent") release, align 4
  %order = call i32 @llvm.scmp.i32.i32(i32 %id, i32 2)
  %even = call i32 @llvm.lrint.i32.f32(float %x)
  %away = call i64 @llvm.llround.i64.f32(float %x)
  %away32 = trunc i64 %away to i32
  %class = call <2 x i1> @llvm.is.fpclass.v2f32(<2 x float> <float 0x7FF8000000000000, float 0.0>, i32 3)
  %zero_class = extractelement <2 x i1> %class, i32 1
  %zero = zext i1 %zero_class to i32
  %above = icmp ugt i32 %id, 1
  %unsigned = zext i1 %above to i32
  %offset = mul i32 %id, 5
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %offset
  store i32 %order, ptr addrspace(1) %place
  %p1 = getelementptr i32, ptr addrspace(1) %place, i32 1
  store i32 %even, ptr addrspace(1) %p1
  %p2 = getelementptr i32, ptr addrspace(1) %place, i32 2
  store i32 %away32, ptr addrspace(1) %p2
  %p3 = getelementptr i32, ptr addrspace(1) %place, i32 3
  store i32 %zero, ptr addrspace(1) %p3
  %p4 = getelementptr i32, ptr addrspace(1) %place, i32 4
  store i32 %unsigned, ptr addrspace(1) %p4
  ret void
}
