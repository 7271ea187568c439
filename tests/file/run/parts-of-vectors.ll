; Subvectors inserted and extracted, and object sizes, which are unknown.
; RUN: wavec run %s --verify-each --kernel k --global 1 --local 1 --arg buf:i32[10]:iota --dump 0:10 -O0 | FileCheck %s
; RUN: wavec run %s --verify-each --kernel k --global 1 --local 1 --arg buf:i32[10]:iota --dump 0:10 -O2 | FileCheck %s
; CHECK: 0 1 4 5 6 7 6 7 0 -1
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %v = load <8 x i32>, ptr addrspace(1) %p
  %high = call <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32> %v, i64 4)
  %w = call <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32> %v, <4 x i32> %high, i64 2)
  %x = call <8 x i32> @llvm.vector.insert.v8i32.v8i32(<8 x i32> %v, <8 x i32> %w, i64 0)
  store <8 x i32> %x, ptr addrspace(1) %p
  %a = alloca [4 x i32], addrspace(5)
  %least = call i32 @llvm.objectsize.i32.p5(ptr addrspace(5) %a, i1 true, i1 false, i1 false)
  %most = call i32 @llvm.objectsize.i32.p5(ptr addrspace(5) %a, i1 false, i1 false, i1 false)
  %p8 = getelementptr i32, ptr addrspace(1) %p, i32 8
  %p9 = getelementptr i32, ptr addrspace(1) %p, i32 9
  store i32 %least, ptr addrspace(1) %p8
  store i32 %most, ptr addrspace(1) %p9
  ret void
}
