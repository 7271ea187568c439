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
