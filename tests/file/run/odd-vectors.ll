; Vectors of elements without an access of their size: packed 24-bit elements, and many single bits.
; RUN: wavec run %s -O0 --kernel wide --global 1 --local 1 --arg buf:u32[4]:zero --arg buf:u32[4]:const=305419896 --arg i32:1 --dump 0:4 | FileCheck %s
; RUN: wavec run %s -O2 --kernel wide --global 1 --local 1 --arg buf:u32[4]:zero --arg buf:u32[4]:const=305419896 --arg i32:1 --dump 0:4 | FileCheck %s
; CHECK: 104093304 305397767 120 0
; RUN: wavec run %s -O0 --kernel bits --global 2 --local 2 --arg buf:u32[4]:zero --arg buf:u32[2]:const=0 --dump 0:4 | FileCheck %s --check-prefix=BITS
; RUN: wavec run %s -O2 --kernel bits --global 2 --local 2 --arg buf:u32[4]:zero --arg buf:u32[2]:const=0 --dump 0:4 | FileCheck %s --check-prefix=BITS
; BITS: 8 0 16 0
; RUN: wavec run %s -O0 --kernel regroup --global 1 --local 1 --arg buf:u32[5]:zero --arg buf:u32[5]:iota --arg i64:1 --dump 0:5 | FileCheck %s --check-prefix=REGROUP
; RUN: wavec run %s -O2 --kernel regroup --global 1 --local 1 --arg buf:u32[5]:zero --arg buf:u32[5]:iota --arg i64:1 --dump 0:5 | FileCheck %s --check-prefix=REGROUP
; REGROUP: 1 257 65538 16777219 4

declare i32 @llvm.amdgcn.workitem.id.x()

; Five words are four elements of 40 bits; one is added to each.
define amdgpu_kernel void @regroup(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %n) {
  %words = load <5 x i32>, ptr addrspace(1) %in, align 4
  %odd = bitcast <5 x i32> %words to <4 x i40>
  %short = trunc i64 %n to i40
  %one = insertelement <4 x i40> poison, i40 %short, i32 0
  %all = shufflevector <4 x i40> %one, <4 x i40> poison, <4 x i32> zeroinitializer
  %sum = add <4 x i40> %odd, %all
  %back = bitcast <4 x i40> %sum to <5 x i32>
  store <5 x i32> %back, ptr addrspace(1) %out, align 4
  ret void
}

; Of the bytes 78 56 34 12 78 56 34 12 78 the second three become 06 07 00.
define amdgpu_kernel void @wide(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) {
  %v = load <3 x i24>, ptr addrspace(1) %in
  %w = insertelement <3 x i24> %v, i24 1798, i32 %n
  store <3 x i24> %w, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @bits(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %v = load <64 x i1>, ptr addrspace(1) %in
  %i = add i32 %t, 3
  %w = insertelement <64 x i1> %v, i1 true, i32 %i
  %p = getelementptr i64, ptr addrspace(1) %out, i32 %t
  store <64 x i1> %w, ptr addrspace(1) %p
  ret void
}

; RUN: wavec run %s -O0 --kernel lanes --global 64 --local 64 --arg buf:u64[3]:zero --arg buf:u64[192]:iota --dump 0:3 | FileCheck %s --check-prefix=LANES
; RUN: wavec run %s -O2 --kernel lanes --global 64 --local 64 --arg buf:u64[3]:zero --arg buf:u64[192]:iota --dump 0:3 | FileCheck %s --check-prefix=LANES
; LANES: 15 16 17
; Three words of 64 bits of lane 5, as dwords and back.
define amdgpu_kernel void @lanes(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %at = mul i32 %i, 24
  %p = getelementptr i8, ptr addrspace(1) %in, i32 %at
  %v = load <3 x i64>, ptr addrspace(1) %p, align 8
  %w = call <3 x i64> @llvm.amdgcn.readlane.v3i64(<3 x i64> %v, i32 5)
  store <3 x i64> %w, ptr addrspace(1) %out, align 8
  ret void
}

declare <3 x i64> @llvm.amdgcn.readlane.v3i64(<3 x i64>, i32)
