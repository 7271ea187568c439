; The elements whose bit is set come first, and after them the third vector's.
; RUN: wavec run %s -O0 --verify-each --kernel compress --global 3 --local 3 --arg buf:i32[12]:zero --arg buf:u8[3]:iota --dump 0:12 | FileCheck %s
; RUN: wavec run %s -O2 --verify-each --kernel compress --global 3 --local 3 --arg buf:i32[12]:zero --arg buf:u8[3]:iota --dump 0:12 | FileCheck %s
; CHECK: 2 -2 -3 -4 1 3 -3 -4 4 -2 -3 -4

define amdgpu_kernel void @compress(ptr addrspace(1) %o, ptr addrspace(1) %m) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i8, ptr addrspace(1) %m, i32 %id
  %byte = load i8, ptr addrspace(1) %at
  %more = mul i8 %byte, 3
  %bits = add i8 %more, 18
  %nibble = trunc i8 %bits to i4
  %mask = bitcast i4 %nibble to <4 x i1>
  %short = call <4 x i16> @llvm.experimental.vector.compress.v4i16(<4 x i16> <i16 1, i16 2, i16 3, i16 4>, <4 x i1> %mask, <4 x i16> <i16 -1, i16 -2, i16 -3, i16 -4>)
  %words = sext <4 x i16> %short to <4 x i32>
  %to = getelementptr <4 x i32>, ptr addrspace(1) %o, i32 %id
  store <4 x i32> %words, ptr addrspace(1) %to
  ret void
}
