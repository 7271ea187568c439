; RUN: not wavec mc %s 2>&1 | FileCheck %s
; An error is reported at the wrong operand or value.

; CHECK: error-places.s:[[@LINE+1]]:35: error: invalid op_sel value
v_pk_add_u16 v1, v2, v3 op_sel:[0,3]
; CHECK: error-places.s:[[@LINE+1]]:43: error: expected ']'
v_pk_add_u16 v1, v2, v3 op_sel_hi:[0,1,1,0,1]
; CHECK: error-places.s:[[@LINE+1]]:20: error: invalid operand (violates constant bus
v_add3_u32 v0, s1, s2, s3
; CHECK: error-places.s:[[@LINE+1]]:50: error: lane id must be in the interval [0,group size - 1]
ds_swizzle_b32 v1, v2 offset:swizzle(BROADCAST,4,5)
; CHECK: error-places.s:[[@LINE+1]]:44: error: group size must be a power of two
ds_swizzle_b32 v1, v2 offset:swizzle(SWAP, 5)
; CHECK: error-places.s:[[@LINE+1]]:27: error: invalid operation id
s_sendmsg sendmsg(MSG_GS, 7)
; CHECK: error-places.s:[[@LINE+1]]:28: error: too large value for lgkmcnt
s_waitcnt vmcnt(3) lgkmcnt(77)
; CHECK: error-places.s:[[@LINE+1]]:37: error: expected a 2-bit value
v_mov_b32_dpp v0, v1 quad_perm:[0,1,9,3]
; CHECK: error-places.s:[[@LINE+1]]:22: error: not a valid operand
v_mov_b32_dpp v0, v1 row_share:3
; CHECK: error-places.s:[[@LINE+1]]:27: error: tma_lo register not available on this GPU
v_bfe_u32 v0, v[1:2], s3, tma_lo
; CHECK: error-places.s:[[@LINE+1]]:1: error: too few operands for instruction
v_fma_f32 v0, v1
; CHECK: error-places.s:[[@LINE+1]]:1: error: invalid register class: vgpr tuples must be 64 bit aligned
v_cvt_f32_f64 v0, v[3:4]
; CHECK: error-places.s:[[@LINE+1]]:51: error: unsupported format
tbuffer_load_format_x v0, off, s[0:3], s4 format:[BUF_NO]
