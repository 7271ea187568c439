// RUN: wavec run %s -mcpu=gfx1030 --kernel k --global 4 --local 4 --arg 'buf:u32[4]:zero' --dump 0:4 | FileCheck %s
// RUN: wavec run %s -mcpu=gfx1100 --kernel k --global 4 --local 4 --arg 'buf:u32[4]:zero' --dump 0:4 | FileCheck %s
// CHECK: 1191200000 1191200000 1191200000 1191200000

// 2.0 * 1.0 + 3.0, and 2.0 * 3.0 + 1.0.
kernel void k(global uint *out) {
  uint result;
  __asm volatile("v_mov_b32_e32 v12, 0\n\t"
                 "v_mov_b32_e32 v13, 0\n\t"
                 "v_mov_b32_e32 v10, 0x4000\n\t"
                 "v_mov_b32_e32 v11, 0x4200\n\t"
                 "v_fmamk_f16 v12, v10, 0x3c00, v11\n\t"
                 "v_fmaak_f16 v13, v10, v11, 0x3c00\n\t"
                 "v_lshl_or_b32 %0, v13, 16, v12"
                 : "=v"(result) : : "v10", "v11", "v12", "v13");
  out[get_global_id(0)] = result;
}
