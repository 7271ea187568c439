; 24-bit factors need not be masked or extended first.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 2 --local 2 --arg buf:u32[4]:zero --dump 0:4 | FileCheck --check-prefix=VALUES %s
; RUN: wavec run %s -O0 --kernel k --global 2 --local 2 --arg buf:u32[4]:zero --dump 0:4 | FileCheck --check-prefix=VALUES %s
; VALUES: 4278583296 5 4261806077 4294901769
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: signed:
; CHECK: s_waitcnt
; CHECK-NEXT: v_mul_i32_i24_e32 v0, v0, v1
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @signed(i32 %a, i32 %b) {
  %as = shl i32 %a, 8
  %a24 = ashr i32 %as, 8
  %bs = shl i32 %b, 8
  %b24 = ashr i32 %bs, 8
  %p = mul i32 %a24, %b24
  ret i32 %p
}

; CHECK-LABEL: unsigned:
; CHECK: s_waitcnt
; CHECK-NEXT: v_mad_u32_u24 v0, v0, v1, v2
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @unsigned(i32 %a, i32 %b, i32 %c) {
  %a24 = and i32 %a, 16777215
  %b24 = and i32 %b, 16777215
  %p = mul i32 %a24, %b24
  %s = add i32 %p, %c
  ret i32 %s
}

; A mask of fewer bits remains.
; CHECK-LABEL: less:
; CHECK-COUNT-2: v_and_b32
; CHECK: v_mul_u32_u24
define i32 @less(i32 %a, i32 %b) {
  %a20 = and i32 %a, 1048575
  %b20 = and i32 %b, 1048575
  %p = mul i32 %a20, %b20
  ret i32 %p
}

define amdgpu_kernel void @k(ptr addrspace(1) %q) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %x = sub i32 -16711681, %i
  %y = sub i32 4294901765, %i
  %u = call i32 @unsigned(i32 %x, i32 %y, i32 5)
  %s = call i32 @signed(i32 %y, i32 %i)
  %t = add i32 %s, 5
  %j = shl i32 %i, 1
  %g = getelementptr i32, ptr addrspace(1) %q, i32 %j
  store i32 %u, ptr addrspace(1) %g
  %h = getelementptr i32, ptr addrspace(1) %g, i32 1
  store i32 %t, ptr addrspace(1) %h
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
