; RUN: wavec mc --show-encoding %s | FileCheck %s
; Macros, repetition, conditions and symbols with values.

.set first, 4
bits = 0x3c00

; CHECK: v_mov_b32_e32 v4, 5
v_mov_b32 v[first], first+1
; CHECK: global_load_dword v1, v2, s[4:5] offset:20
global_load_dword v1, v2, s[first:first+1] offset:first*5
; CHECK: v_add_f16_e32 v0, 1.0, v1
v_add_f16 v0, bits, v1

.macro set reg, value=7
v_mov_b32 v\reg, \value
.endm
; CHECK: v_mov_b32_e32 v1, 7
; CHECK: v_mov_b32_e32 v2, 9
; CHECK: v_mov_b32_e32 v3, 8
set 1
set 2, 9
set value=8, reg=3

.macro countdown n
.if \n
s_nop \n
countdown (\n-1)
.else
s_nop 0
.exitm
.endif
s_sleep \n
.endm
; CHECK: s_nop 2
; CHECK-NEXT: s_nop 1
; CHECK-NEXT: s_nop 0
; CHECK-NEXT: s_sleep 1
; CHECK-NEXT: s_sleep 2
countdown 2

; CHECK-NEXT: s_mov_b32 s5, 0
; CHECK-NEXT: s_mov_b32 s8, 0
; CHECK-NEXT: s_mov_b32 s1, 1
; CHECK-NEXT: s_mov_b32 s2, 1
.irp reg, 5, 8
s_mov_b32 s\reg, 0
.endr
.irpc digit, 12
s_mov_b32 s\digit\(), 1
.endr

; CHECK-NEXT: s_barrier
; CHECK-NEXT: s_barrier
.rept 2
s_barrier
.endr

; CHECK-NEXT: s_trap 1
.ifdef undefined
this is no instruction
.elseif first == 4 && bits > 1
s_trap 1
.else
neither is this
.endif

; CHECK: s_branch .Lnumeric1.0
s_branch 1f
1:
; CHECK: s_branch .Lnumeric1.0
s_branch 1b

; CHECK: .byte 172, 2
.uleb128 300
.end
Nothing is read here.
