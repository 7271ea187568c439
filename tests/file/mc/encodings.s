; RUN: wavec mc %s --show-encoding | FileCheck %s
; RUN: wavec mc %s --filetype=obj -o %t.o && wavec objdump -d %t.o | FileCheck %s --check-prefix=DIS

; CHECK: s_add_u32 s0, s1, s2 {{.*}}; encoding: [0x01,0x02,0x00,0x80]
; DIS: s_add_u32 s0, s1, s2
s_add_u32 s0, s1, s2

; CHECK: v_add_f32_e32 v0, v1, v2 {{.*}}; encoding: [0x01,0x05,0x00,0x02]
; DIS: v_add_f32_e32 v0, v1, v2
v_add_f32 v0, v1, v2

; CHECK: s_waitcnt lgkmcnt(0) {{.*}}; encoding: [0x7f,0xc0,0x8c,0xbf]
; DIS: s_waitcnt lgkmcnt(0)
s_waitcnt lgkmcnt(0)

; CHECK: s_endpgm {{.*}}; encoding: [0x00,0x00,0x81,0xbf]
; DIS: s_endpgm
s_endpgm
