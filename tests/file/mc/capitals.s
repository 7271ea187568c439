// Mnemonics may be in upper case, as in manuals; register names may not.
// RUN: wavec mc %s --show-encoding | FileCheck %s
V_PERM_B32 v0, 0, v1, v2
V_Add_U32_E32 v0, v1, v2
v_mov_b32_DPP v0, v1 row_shl:1
S_WAITCNT vmcnt(0)
// CHECK: v_perm_b32 v0, 0, v1, v2 {{.*}} encoding: [0x00,0x00,0xed,0xd1,0x80,0x02,0x0a,0x04]
// CHECK: v_add_u32_e32 v0, v1, v2
// CHECK: v_mov_b32_dpp v0, v1 row_shl:1 row_mask:0xf bank_mask:0xf
// CHECK: s_waitcnt vmcnt(0)
