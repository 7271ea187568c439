; Arguments stay in the registers they arrive in, and those that callers have extended are not extended again.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: copy:
; CHECK: s_waitcnt
; CHECK-NEXT: global_load_dwordx4 v[{{[0-9]+}}:{{[0-9]+}}], v[2:3], off
; CHECK-NEXT: s_waitcnt
; CHECK-NEXT: global_store_dwordx4 v[0:1],
define void @copy(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %v = load <4 x i32>, ptr addrspace(1) %b
  store <4 x i32> %v, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: zero:
; CHECK: s_waitcnt
; CHECK-NEXT: v_lshlrev_b32_e32 v0, 4, v0
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @zero(i8 zeroext %x) {
  %w = zext i8 %x to i32
  %s = shl i32 %w, 4
  ret i32 %s
}

; CHECK-LABEL: sign:
; CHECK: s_waitcnt
; CHECK-NEXT: v_add_u32_e32 v0, v0, v1
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @sign(i16 signext %x, i32 %y) {
  %w = sext i16 %x to i32
  %s = add i32 %w, %y
  ret i32 %s
}
