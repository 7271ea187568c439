; Operands that are known to be small are divided as `float`, which represents 24 bits, or as 32-bit numbers.
; RUN: wavec -O2 -S %s -o - | FileCheck %s

; CHECK-LABEL: {{^}}unsigned_24:
; CHECK: v_rcp_f32
; CHECK-NOT: v_mul_hi_u32
; CHECK: v_fma_f32
; The estimate may be one too large.
; CHECK: v_cmp_lt_f32
; CHECK: s_setpc_b64
define i32 @unsigned_24(i32 %a, i32 %b) {
  %x = lshr i32 %a, 8
  %y = lshr i32 %b, 8
  %q = udiv i32 %x, %y
  ret i32 %q
}

; CHECK-LABEL: {{^}}remainder_22:
; CHECK: v_rcp_f32
; CHECK-NOT: v_mul_lo_u32
; CHECK-NOT: v_cmp_lt_f32
; CHECK: s_setpc_b64
define i64 @remainder_22(i64 %a, i64 %b) {
  %x = and i64 %a, 4194303
  %y = and i64 %b, 4194303
  %q = urem i64 %x, %y
  ret i64 %q
}

; CHECK-LABEL: {{^}}signed_16:
; CHECK: v_cvt_f32_i32
; CHECK: v_rcp_f32
; CHECK-NOT: v_mul_hi_u32
; CHECK: s_setpc_b64
define i16 @signed_16(i16 %a, i16 %b) {
  %q = sdiv i16 %a, %b
  ret i16 %q
}

; CHECK-LABEL: {{^}}unsigned_32:
; CHECK-COUNT-2: v_mul_hi_u32
; CHECK-NOT: v_mul_hi_u32
; CHECK: v_mad_u64_u32
; CHECK-NOT: v_mul_hi_u32
; CHECK-NOT: v_mad_u64_u32
; CHECK: s_setpc_b64
define i64 @unsigned_32(i64 %a, i64 %b) {
  %x = lshr i64 %a, 32
  %y = lshr i64 %b, 32
  %q = udiv i64 %x, %y
  ret i64 %q
}

; By a constant: the upper half of a product.
; CHECK-LABEL: {{^}}by_ten:
; CHECK-NOT: v_rcp_f32
; CHECK-COUNT-4: v_mad_u64_u32
; CHECK-NOT: v_mul_lo_u32
; CHECK: s_setpc_b64
define i64 @by_ten(i64 %a) {
  %q = udiv i64 %a, 10
  ret i64 %q
}

; Exact: a shift, and the product with the inverse.
; CHECK-LABEL: {{^}}exact:
; CHECK-DAG: v_lshrrev_b32{{.*}} v0, 2, v0
; CHECK-DAG: v_ashrrev_i32{{.*}} v1, 12, v1
; CHECK: v_mul_lo_u32 v0, v0, {{s[0-9]+}}
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define <2 x i32> @exact(i32 %a, i32 %b) {
  %x = udiv exact i32 %a, 12
  %y = sdiv exact i32 %b, 4096
  %v = insertelement <2 x i32> poison, i32 %x, i64 0
  %w = insertelement <2 x i32> %v, i32 %y, i64 1
  ret <2 x i32> %w
}

; In vectors, each element is divided by its own divisor.
; CHECK-LABEL: {{^}}vector:
; CHECK-NOT: v_rcp_f32
; CHECK: s_setpc_b64
define <2 x i64> @vector(<2 x i64> %a) {
  %q = udiv <2 x i64> %a, <i64 4096, i64 4095>
  ret <2 x i64> %q
}

; 64-bit operands are tested at run time: most are small. Quotient and remainder come from one division.
; CHECK-LABEL: {{^}}by_size:
; CHECK: v_or_b32_e32 [[EITHER:v[0-9]+]], v1, v3
; CHECK: v_cmp_eq_u32_e32 vcc, 0, [[EITHER]]
; CHECK: s_cbranch_execz
; CHECK: v_rcp_f32
; CHECK: s_cbranch_execz
; CHECK: v_rcp_f32
; CHECK-NOT: v_rcp_f32
; CHECK: s_setpc_b64
define i64 @by_size(i64 %a, i64 %b) {
  %q = udiv i64 %a, %b
  %r = urem i64 %a, %b
  %sum = xor i64 %q, %r
  ret i64 %sum
}

; A dividend that is small is less than a divisor that is not.
; CHECK-LABEL: {{^}}small_dividend:
; CHECK-COUNT-1: v_rcp_f32
; CHECK-NOT: v_rcp_f32
; CHECK: s_setpc_b64
define i64 @small_dividend(i32 %a, i64 %b) {
  %n = zext i32 %a to i64
  %q = udiv i64 %n, %b
  %r = urem i64 %n, %b
  %sum = xor i64 %q, %r
  ret i64 %sum
}

; Not if an operand is known to be large.
; CHECK-LABEL: {{^}}large:
; CHECK-NOT: s_cbranch
; CHECK: s_setpc_b64
define i64 @large(i64 %a, i64 %b) {
  %d = or i64 %b, 1099511627776
  %q = udiv i64 %a, %d
  ret i64 %q
}

; Values that depend only on an invariant divisor are computed before the loop.
; CHECK-LABEL: {{^}}invariant:
; Once for the unrolled loop with its many divisions, and once for the remainder loop.
; CHECK-COUNT-2: v_rcp_f32
; CHECK-NOT: v_rcp_f32
; CHECK: .size{{.*}}invariant
define amdgpu_kernel void @invariant(ptr addrspace(1) %out, i32 %n, i32 %d) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = udiv i32 %i, %d
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store volatile i32 %q, ptr addrspace(1) %p
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}
