; RUN: wavec -O2 -S %s -o - | FileCheck %s
; RUN: wavec -O2 --verify-each -S %s -o - | FileCheck %s

; A literal is zero-extended to a 64-bit integer.
; CHECK-LABEL: {{^}}scalar:
; CHECK: s_cmp_eq_u64 s[{{[0-9:]+}}], 0x1e240
; CHECK: s_cselect_b64 s[{{[0-9:]+}}], s[{{[0-9:]+}}], 0x12fd1
; CHECK: s_endpgm
define amdgpu_kernel void @scalar(ptr addrspace(1) %p, i64 %x, i64 %y) {
  %c = icmp eq i64 %x, 123456
  %r = select i1 %c, i64 %y, i64 77777
  store i64 %r, ptr addrspace(1) %p
  ret void
}

; The halves of a sum use it in parts.
; CHECK-LABEL: {{^}}sum:
; CHECK: s_add_u32 {{s[0-9]+}}, {{s[0-9]+}}, 0x71fb04cb
; CHECK: s_addc_u32 {{s[0-9]+}}, {{s[0-9]+}}, 0x11f
; CHECK: s_endpgm
define amdgpu_kernel void @sum(ptr addrspace(1) %p, i64 %x) {
  %r = add i64 %x, 1234567890123
  store i64 %r, ptr addrspace(1) %p
  ret void
}

; Stored constants are built in vector registers: in one instruction, if they are inline or fit a literal.
; CHECK-LABEL: {{^}}stored:
; CHECK-NOT: s_mov
; CHECK-DAG: v_mov_b64_e32 v[{{[0-9:]+}}], 0{{$}}
; CHECK-DAG: v_mov_b64_e32 v[{{[0-9:]+}}], 0x3039
; CHECK-DAG: v_mov_b32_e32 v{{[0-9]+}}, 0x71fb04cb
; CHECK-DAG: v_mov_b32_e32 v{{[0-9]+}}, 0x11f
; A negative number is not a literal.
; CHECK-DAG: v_mov_b32_e32 v{{[0-9]+}}, 0xfffffc18
; CHECK-DAG: v_mov_b32_e32 v{{[0-9]+}}, -1
; CHECK: s_setpc_b64
define void @stored(ptr addrspace(1) %p) {
  store volatile i64 0, ptr addrspace(1) %p
  store volatile i64 12345, ptr addrspace(1) %p
  store volatile i64 1234567890123, ptr addrspace(1) %p
  store volatile i64 -1000, ptr addrspace(1) %p
  ret void
}

; The low half of a difference cannot be a literal.
; CHECK-LABEL: {{^}}difference:
; CHECK: v_sub_co_u32
; CHECK: v_subb_co_u32
; CHECK: s_setpc_b64
define i64 @difference(i64 %x) {
  %r = sub i64 97, %x
  ret i64 %r
}
