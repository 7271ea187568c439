; Where a block needs both, the remainder is the dividend minus the product of quotient and divisor: one correction of the
; quotient for both results.
; RUN: wavec %s -S -o - | FileCheck %s
; RUN: wavec run %s --kernel both --global 4 --local 4 --arg buf:i32[4]:const=-17 --arg buf:i32[4]:iota --arg buf:i32[4]:zero --dump 2 | FileCheck %s --check-prefix=SUMS

; CHECK-LABEL: both:
; CHECK: v_rcp
; CHECK: v_cmp_{{[gl]e}}_u32
; CHECK: v_cmp_{{[gl]e}}_u32
; CHECK-NOT: v_cmp
; CHECK: s_endpgm
; SUMS: -17000 -8001 -5002 -4001
define amdgpu_kernel void @both(ptr addrspace(1) %n, ptr addrspace(1) %d, ptr addrspace(1) %out) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %np = getelementptr i32, ptr addrspace(1) %n, i32 %i
  %dp = getelementptr i32, ptr addrspace(1) %d, i32 %i
  %op = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %x = load i32, ptr addrspace(1) %np
  %y0 = load i32, ptr addrspace(1) %dp
  %y = add i32 %y0, 1
  %r = srem i32 %x, %y
  %q = sdiv i32 %x, %y
  %t = mul i32 %q, 1000
  %s = add i32 %t, %r
  store i32 %s, ptr addrspace(1) %op
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
