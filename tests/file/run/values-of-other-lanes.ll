; Cross-lane operations on values of any type: of several dwords, and smaller than a dword.
; RUN: wavec run %s -O0 --kernel k --global 64 --local 64 --arg buf:i32[256]:iota --arg buf:i32[320]:zero --dump 1:10 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 64 --local 64 --arg buf:i32[256]:iota --arg buf:i32[320]:zero --dump 1:10 | FileCheck %s
; RUN: wavec %s -O2 -S -o - | FileCheck %s --check-prefix=ASM
; Lane i has what lane 3 * i + 1 loaded: dwords 4 * (3 * i + 1) and so on. The next dword is from lane 5.
; CHECK: 4 5 6 7 20 16 17 18 19 20
; ASM-COUNT-4: ds_bpermute_b32
; ASM-NOT: ds_bpermute_b32
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare <4 x i32> @llvm.amdgcn.wave.shuffle.v4i32(<4 x i32>, i32)
declare <3 x i16> @llvm.amdgcn.readlane.v3i16(<3 x i16>, i32)

define amdgpu_kernel void @k(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %p, i32 %id
  %own = load <4 x i32>, ptr addrspace(1) %from
  %three = mul i32 %id, 3
  %lane = add i32 %three, 1
  %other = call <4 x i32> @llvm.amdgcn.wave.shuffle.v4i32(<4 x i32> %own, i32 %lane)
  %halves = bitcast <4 x i32> %own to <8 x i16>
  %some = shufflevector <8 x i16> %halves, <8 x i16> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %fifth = call <3 x i16> @llvm.amdgcn.readlane.v3i16(<3 x i16> %some, i32 5)
  %first = extractelement <3 x i16> %fifth, i32 0
  %word = zext i16 %first to i32
  %to = getelementptr [5 x i32], ptr addrspace(1) %q, i32 %id
  store <4 x i32> %other, ptr addrspace(1) %to, align 4
  %behind = getelementptr i32, ptr addrspace(1) %to, i32 4
  store i32 %word, ptr addrspace(1) %behind
  ret void
}
