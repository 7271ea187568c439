; A product of dwords and a sum are one instruction if both are computed by the vector unit.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 2 --local 2 --arg buf:i32[6]:iota --dump 0:6 | FileCheck --check-prefix=VALUES %s
; RUN: wavec run %s -O0 --kernel k --global 2 --local 2 --arg buf:i32[6]:iota --dump 0:6 | FileCheck --check-prefix=VALUES %s
; VALUES: -8 -4 2 3 4 5
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: lanes:
; CHECK: s_waitcnt
; CHECK-NOT: v_
; CHECK: v_mad_u64_u32
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @lanes(i32 %a, i32 %b, i32 %c) {
  %p = mul i32 %a, %b
  %s = add i32 %p, %c
  ret i32 %s
}

; CHECK-LABEL: twice:
; CHECK: v_mul_lo_u32
; CHECK: v_add_u32
; CHECK: s_setpc_b64
define i32 @twice(i32 %a, i32 %b, i32 %c) {
  %p = mul i32 %a, %b
  %s = add i32 %p, %c
  %r = xor i32 %p, %s
  ret i32 %r
}

; CHECK-LABEL: uniform_sum:
; CHECK: v_mul_lo_u32
; CHECK: v_add_u32
; CHECK: s_setpc_b64
define i32 @uniform_sum(i32 %a, i32 %b, i32 inreg %c) {
  %p = mul i32 %a, %b
  %s = add i32 %p, %c
  ret i32 %s
}

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %y = sub i32 %x, 4
  %far = getelementptr i32, ptr addrspace(1) %at, i32 2
  %z = load i32, ptr addrspace(1) %far
  %f = mul i32 %y, %z
  %s = add i32 %f, %x
  %t = shl i32 %x, 2
  %r = add i32 %s, %t
  %w = sub i32 %r, 0
  store i32 %w, ptr addrspace(1) %at
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()

; A difference is a sum with the negated factor.
; CHECK-LABEL: difference:
; CHECK: s_waitcnt
; CHECK-NOT: v_
; CHECK: v_mad_u64_u32 {{.*}} -7
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @difference(i32 %a, i32 %b) {
  %p = mul i32 %b, 7
  %s = sub i32 %a, %p
  ret i32 %s
}

; A uniform subtrahend is negated so that three operands are added at once.
; CHECK-LABEL: subtracted:
; CHECK: s_sub_i32 [[MINUS:s[0-9]+]], 0, s
; CHECK: v_mul_lo_u32 [[PRODUCT:v[0-9]+]], {{.*}}[[MINUS]]
; CHECK: v_add3_u32
; CHECK-NOT: v_sub
; CHECK: global_store_dword
define amdgpu_kernel void @subtracted(ptr addrspace(1) %p, i32 %u, i32 %z) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %square = xor i32 %x, 12345
  %m = mul i32 %x, %u
  %d = sub i32 %square, %m
  %r = add i32 %d, %z
  store i32 %r, ptr addrspace(1) %at
  ret void
}
