; Multiply-adds of bf16 are rounded once, however far the exponents are apart.
; RUN: wavec run %s -O0 --global 13 --local 13 --arg buf:u32[13]:zero --dump 0:13 | FileCheck %s
; RUN: wavec run %s -O2 --global 13 --local 13 --arg buf:u32[13]:zero --dump 0:13 | FileCheck %s
; CHECK: 16399 16398 16413 16414 49167 32640 32640 31616 65 32768 0 2 1
@operands = internal addrspace(4) constant [13 x [3 x i16]] [
  [3 x i16] [i16 16280, i16 16368, i16 3456],
  [3 x i16] [i16 16280, i16 16368, i16 36224],
  [3 x i16] [i16 16296, i16 16368, i16 36224],
  [3 x i16] [i16 16296, i16 16368, i16 3456],
  [3 x i16] [i16 49048, i16 16368, i16 36224],
  [3 x i16] [i16 32640, i16 16256, i16 16256],
  [3 x i16] [i16 32639, i16 32639, i16 65407],
  [3 x i16] [i16 32512, i16 16384, i16 65407],
  [3 x i16] [i16 128, i16 16128, i16 1],
  [3 x i16] [i16 32768, i16 16256, i16 32768],
  [3 x i16] [i16 16256, i16 16256, i16 49024],
  [3 x i16] [i16 3, i16 16128, i16 0],
  [3 x i16] [i16 1, i16 16129, i16 0]
]
define amdgpu_kernel void @f(ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr [13 x [3 x i16]], ptr addrspace(4) @operands, i32 0, i32 %id, i32 0
  %pb = getelementptr [13 x [3 x i16]], ptr addrspace(4) @operands, i32 0, i32 %id, i32 1
  %pc = getelementptr [13 x [3 x i16]], ptr addrspace(4) @operands, i32 0, i32 %id, i32 2
  %a = load bfloat, ptr addrspace(4) %pa
  %b = load bfloat, ptr addrspace(4) %pb
  %c = load bfloat, ptr addrspace(4) %pc
  %r = call bfloat @llvm.fma.bf16(bfloat %a, bfloat %b, bfloat %c)
  %bits = bitcast bfloat %r to i16
  %wide = zext i16 %bits to i32
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %wide, ptr addrspace(1) %at
  ret void
}
