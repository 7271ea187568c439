// RUN: wavec run %s -mcpu=gfx1100 --kernel k --global 4 --local 4 --arg 'buf:u32[4]:zero' --dump 0:4 | FileCheck %s

// CHECK: 1233128448 1233128448 1233128448 1233128448

// High halves by name, in both encodings: the other half is kept. 0x4000 is 2.0, 0x3c00 is 1.0.
kernel void k(global uint *out) {
  uint result;
  __asm volatile("v_mov_b32_e32 v10, 0x3c004000\n\t"
                 "v_mov_b32_e32 v200, 0x3c004000\n\t"
                 "v_add_f16_e32 v10.h, v10.l, v10.h\n\t"
                 "v_add_f16_e64 v200.l, v200.h, v10.h\n\t"
                 "v_fmac_f16_e32 v10.l, v10.h, v10.l\n\t"
                 "v_fmamk_f16 v10.h, v10.l, 0x3c00, v10.h\n\t"
                 "v_and_b32_e32 v200, 0xffff, v200\n\t"
                 "v_xor_b32_e32 %0, v10, v200"
                 : "=v"(result) : : "v10", "v200");
  out[get_global_id(0)] = result;
}
