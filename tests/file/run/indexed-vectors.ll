; Elements by a uniform index: for uniform vectors, moves of scalar registers relative to M0, with a wait state after M0.
; For divergent vectors: vector registers.
; RUN: wavec run %s --verify-each --kernel scalar --global 1 --local 1 --arg buf:i32[3]:zero --arg i32:77 --arg i32:2 --arg i32:3 --dump 0:3 | FileCheck %s --check-prefix=SCALAR
; RUN: wavec run %s -O0 --kernel scalar --global 1 --local 1 --arg buf:i32[3]:zero --arg i32:77 --arg i32:2 --arg i32:3 --dump 0:3 | FileCheck %s --check-prefix=SCALAR
; RUN: wavec run %s --verify-each --kernel vector --global 4 --local 4 --arg buf:i64[4]:zero --arg i32:2 --arg i32:3 --dump 0:4 | FileCheck %s --check-prefix=VECTOR
; RUN: wavec run %s -O0 --kernel vector --global 4 --local 4 --arg buf:i64[4]:zero --arg i32:2 --arg i32:3 --dump 0:4 | FileCheck %s --check-prefix=VECTOR
; RUN: wavec %s -S -o - | FileCheck %s

; SCALAR: 6 77 16
; CHECK-LABEL: scalar:
; CHECK: s_mov_b32 m0,
; CHECK-NEXT: s_nop 0
; CHECK-NEXT: s_movreld_b32
; CHECK: s_mov_b32 m0,
; CHECK-NEXT: s_nop 0
; CHECK-NEXT: s_movrels_b32
; CHECK: s_endpgm
define amdgpu_kernel void @scalar(ptr addrspace(1) %p, i32 %a, i32 %b, i32 %i) {
  %v = insertelement <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8>, i32 %a, i32 %i
  %j = add i32 %i, %b
  %e = extractelement <8 x i32> %v, i32 %j
  %f = extractelement <8 x i32> %v, i32 %i
  %w = extractelement <4 x i64> <i64 14, i64 15, i64 16, i64 17>, i32 %b
  %g = trunc i64 %w to i32
  store i32 %e, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  store i32 %f, ptr addrspace(1) %q
  %r = getelementptr i32, ptr addrspace(1) %p, i32 2
  store i32 %g, ptr addrspace(1) %r
  ret void
}

; VECTOR: 7 10001000009 20002000011 30003000013
; CHECK-LABEL: vector:
; CHECK: s_set_gpr_idx_on
; CHECK: s_endpgm
define amdgpu_kernel void @vector(ptr addrspace(1) %p, i32 %b, i32 %i) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %l = zext i32 %x to i64
  %big = mul i64 %l, 10001000001
  %v0 = insertelement <4 x i64> <i64 3, i64 4, i64 5, i64 6>, i64 %l, i32 1
  %v1 = insertelement <4 x i64> %v0, i64 %big, i32 %i
  %j = add i32 %i, %b
  %k = and i32 %j, 3
  %e = extractelement <4 x i64> %v1, i32 %k
  %f = extractelement <4 x i64> %v1, i32 %i
  %g = extractelement <4 x i64> %v1, i32 %b
  %s = add i64 %e, %f
  %t = add i64 %s, %g
  %u = add i64 %t, 2
  %q = getelementptr i64, ptr addrspace(1) %p, i32 %x
  store i64 %u, ptr addrspace(1) %q
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
