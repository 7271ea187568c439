; The expansion of a wide product equals an existing node: legalization still terminates.
; RUN: wavec run %s -O0 --global 1 --local 1 --arg buf:u32[9]:const=7 --dump 0 | FileCheck %s
; RUN: wavec run %s -O2 --global 1 --local 1 --arg buf:u32[9]:const=7 --dump 0 | FileCheck %s
; CHECK: 0 0 0 0 0 0 0 0 0
define amdgpu_kernel void @f(ptr addrspace(1) %p) {
  %both = call { <2 x i128>, <2 x i1> } @llvm.umul.with.overflow.v2i128(<2 x i128> zeroinitializer, <2 x i128> zeroinitializer)
  %product = extractvalue { <2 x i128>, <2 x i1> } %both, 0
  %frozen = freeze <2 x i128> %product
  store <2 x i128> %frozen, ptr addrspace(1) %p, align 4
  %flags = extractvalue { <2 x i128>, <2 x i1> } %both, 1
  %any = bitcast <2 x i1> %flags to i2
  %wide = zext i2 %any to i32
  %at = getelementptr i32, ptr addrspace(1) %p, i64 8
  store i32 %wide, ptr addrspace(1) %at
  ret void
}
