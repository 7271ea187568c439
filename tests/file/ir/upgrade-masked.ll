; Masked accesses whose alignment is an argument of its own, as compilers before LLVM 22 wrote them.
; RUN: wavec opt %s -S | FileCheck %s
; RUN: wavec %s -c -o /dev/null

; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) align 16 %in, <4 x i1> %m, <4 x i32> poison)
; CHECK: call void @llvm.masked.store.v4i32.p1(<4 x i32> %v, ptr addrspace(1) align 4 %out, <4 x i1> %m)
; CHECK: declare <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) captures(none), <4 x i1>, <4 x i32>)
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in, <4 x i1> %m) {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) %in, i32 16, <4 x i1> %m, <4 x i32> poison)
  call void @llvm.masked.store.v4i32.p1(<4 x i32> %v, ptr addrspace(1) %out, i32 4, <4 x i1> %m)
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1), i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p1(<4 x i32>, ptr addrspace(1), i32, <4 x i1>)

; Gathers and scatters have one address for each element; their old names lack the type of the addresses.
; CHECK: call <2 x i32> @llvm.masked.gather.v2i32.v2p1(<2 x ptr addrspace(1)> align 8 %from, <2 x i1> %m, <2 x i32> poison)
; CHECK: call void @llvm.masked.scatter.v2i32.v2p1(<2 x i32> %v, <2 x ptr addrspace(1)> align 4 %to, <2 x i1> %m)
define amdgpu_kernel void @each(<2 x ptr addrspace(1)> %to, <2 x ptr addrspace(1)> %from, <2 x i1> %m) {
  %v = call <2 x i32> @llvm.masked.gather.v2i32(<2 x ptr addrspace(1)> %from, i32 8, <2 x i1> %m, <2 x i32> poison)
  call void @llvm.masked.scatter.v2i32(<2 x i32> %v, <2 x ptr addrspace(1)> %to, i32 4, <2 x i1> %m)
  ret void
}

declare <2 x i32> @llvm.masked.gather.v2i32(<2 x ptr addrspace(1)>, i32, <2 x i1>, <2 x i32>)
declare void @llvm.masked.scatter.v2i32(<2 x i32>, <2 x ptr addrspace(1)>, i32, <2 x i1>)
