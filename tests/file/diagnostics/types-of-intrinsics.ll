; Intrinsics of any type, with types for which there is no instruction.
; RUN: not wavec %s -O0 -c -o /dev/null 2>&1 | FileCheck %s
; RUN: not wavec %s -O2 -c -o /dev/null 2>&1 | FileCheck %s

; CHECK: error: intrinsic 'llvm.amdgcn.fcmp' is not supported: a lane has one bit of the result
define i64 @floats(<4 x bfloat> %a, <4 x bfloat> %b) {
  %r = call i64 @llvm.amdgcn.fcmp.i64.v4bf16(<4 x bfloat> %a, <4 x bfloat> %b, i32 4)
  ret i64 %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.icmp' is not supported: a lane has one bit of the result
define i64 @integers(<2 x i16> %a, <2 x i16> %b) {
  %r = call i64 @llvm.amdgcn.icmp.i64.v2i16(<2 x i16> %a, <2 x i16> %b, i32 40)
  ret i64 %r
}
