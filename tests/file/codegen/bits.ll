; A bit is zero-extended in its byte; its extension is a bit-field extract of the register.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:u8[4]:iota --arg buf:i32[8]:zero --dump 1:8 | FileCheck --check-prefix=VALUES %s
; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:u8[4]:iota --arg buf:i32[8]:zero --dump 1:8 | FileCheck --check-prefix=VALUES %s
; VALUES: 0 0 1 -1 0 0 1 -1
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: loaded:
; CHECK: global_load_ubyte
; CHECK-NEXT: s_waitcnt
; CHECK-NEXT: s_setpc_b64
define i32 @loaded(ptr addrspace(1) %p) {
  %v = load i1, ptr addrspace(1) %p
  %s = zext i1 %v to i32
  ret i32 %s
}

; CHECK-LABEL: sign_of_loaded:
; CHECK: global_load_ubyte
; CHECK-NEXT: s_waitcnt
; CHECK-NEXT: v_bfe_i32 v0, v0, 0, 1
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @sign_of_loaded(ptr addrspace(1) %p) {
  %v = load i1, ptr addrspace(1) %p
  %s = sext i1 %v to i32
  ret i32 %s
}

; CHECK-LABEL: sign_of_argument:
; CHECK: v_bfe_i32 v0, v0, 0, 1
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define signext i1 @sign_of_argument(i1 %x) {
  ret i1 %x
}

; A uniform address is in scalar registers for compare-and-exchange as well.
; CHECK-LABEL: exchange:
; CHECK: global_atomic_cmpswap v{{[0-9]+}}, v[{{[0-9:]+}}], s[{{[0-9:]+}}] offset:16
define amdgpu_kernel void @exchange(ptr addrspace(1) %p, i32 %x) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 16
  %o = cmpxchg ptr addrspace(1) %q, i32 %x, i32 7 syncscope("agent") monotonic monotonic
  ret void
}

define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i8, ptr addrspace(1) %p, i32 %i
  %b = load i8, ptr addrspace(1) %g
  %low = and i8 %b, 1
  store i8 %low, ptr addrspace(1) %g
  fence syncscope("workgroup") seq_cst
  %v = load i1, ptr addrspace(1) %g
  %z = zext i1 %v to i32
  %w = load i1, ptr addrspace(1) %g
  %s = sext i1 %w to i32
  %j = shl i32 %i, 1
  %h = getelementptr i32, ptr addrspace(1) %q, i32 %j
  store i32 %z, ptr addrspace(1) %h
  %h1 = getelementptr i32, ptr addrspace(1) %h, i32 1
  store i32 %s, ptr addrspace(1) %h1
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()

; Bits of one word without those of another: one instruction.
; CHECK-LABEL: without:
; CHECK: v_bfi_b32 v0, v0, 0, v1
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @without(i32 %a, i32 %b) {
  %not = xor i32 %a, -1
  %r = and i32 %not, %b
  ret i32 %r
}

; CHECK-LABEL: or_without:
; CHECK: v_bfi_b32 v0, v0, v1, -1
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i32 @or_without(i32 %a, i32 %b) {
  %not = xor i32 %a, -1
  %r = or i32 %not, %b
  ret i32 %r
}

; CHECK-LABEL: without_64:
; CHECK-COUNT-2: v_bfi_b32
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i64 @without_64(i64 %a, i64 %b) {
  %not = xor i64 %a, -1
  %r = and i64 %not, %b
  ret i64 %r
}
