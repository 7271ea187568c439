; Vector comparisons of halves of dwords need no extension. The scalar unit compares only dwords.
; RUN: wavec %s -S -o - | FileCheck %s

; CHECK-LABEL: signed:
; CHECK-NOT: v_bfe_i32
; CHECK: v_cmp_lt_i16_e32 vcc, v0, v1
define i32 @signed(i32 %x, i32 %y) {
  %a = trunc i32 %x to i16
  %b = trunc i32 %y to i16
  %less = icmp slt i16 %a, %b
  %r = select i1 %less, i32 %x, i32 %y
  ret i32 %r
}

; CHECK-LABEL: unsigned:
; CHECK-NOT: v_and_b32
; CHECK: v_cmp_{{gt|lt}}_u16_e32 vcc
define i32 @unsigned(i32 %x, i32 %y) {
  %a = trunc i32 %x to i16
  %b = trunc i32 %y to i16
  %more = icmp ugt i16 %a, %b
  %r = select i1 %more, i32 %x, i32 %y
  ret i32 %r
}

; CHECK-LABEL: same:
; CHECK: v_cmp_{{eq|ne}}_u16_e32 vcc, 7, v0
define i32 @same(i32 %x, i32 %y) {
  %a = trunc i32 %x to i16
  %is = icmp eq i16 %a, 7
  %r = select i1 %is, i32 %x, i32 %y
  ret i32 %r
}

; A constant that would need a register.
; CHECK-LABEL: large:
; CHECK: v_cmp_{{gt|lt|le|ge}}_i32
define i32 @large(i32 %x, i32 %y) {
  %a = trunc i32 %x to i16
  %is = icmp slt i16 %a, 1000
  %r = select i1 %is, i32 %x, i32 %y
  ret i32 %r
}

; CHECK-LABEL: uniform:
; CHECK: s_sext_i32_i16
; CHECK: s_cmp
define amdgpu_kernel void @uniform(i32 %x, i32 %y, ptr addrspace(1) %out) {
  %a = trunc i32 %x to i16
  %b = trunc i32 %y to i16
  %less = icmp slt i16 %a, %b
  %r = select i1 %less, i32 %x, i32 %y
  store i32 %r, ptr addrspace(1) %out
  ret void
}
