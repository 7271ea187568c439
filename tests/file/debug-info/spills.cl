// Values are found while they are spilled, in memory and in accumulation registers, and when they are narrower than a register.
// RUN: wavec -g --max-vgprs=8 %s -o %t.co
// RUN: llvm-dwarfdump-22 --verify %t.co
// RUN: llvm-dwarfdump-22 --name=w3 %t.co | FileCheck %s
// RUN: printf 'lane 2\nprint w0\nprint w3\nprint w7\nprint narrow\nprint pointer\nquit\n' | wavec run %s -g --max-vgprs=8 --global 64 --local 64 --arg 'buf:f32[640]:iota' --arg 'buf:f32[64]:const=2' --arg 'buf:i16[64]' --arg i32:3 --break spills.cl:17 | FileCheck %s --check-prefix=STEP
// RUN: printf 'lane 2\nprint w0\nprint w3\nprint w7\nprint narrow\nquit\n' | wavec run %s -g --target=gfx90a --max-vgprs=8 --global 64 --local 64 --arg 'buf:f32[640]:iota' --arg 'buf:f32[64]:const=2' --arg 'buf:i16[64]' --arg i32:3 --break spills.cl:17 | FileCheck %s --check-prefix=OTHER
kernel void k(global const float *a, global float *b, global short *c, int n) {
    int i = get_global_id(0);
    float w0 = a[i], w1 = a[i + n], w2 = a[i + 2 * n], w3 = a[i + 3 * n];
    float w4 = a[i + 4 * n], w5 = a[i + 5 * n], w6 = a[i + 6 * n], w7 = a[i + 7 * n];
    global float *pointer = b + i + c[i];
    short narrow = a[i + 8 * n];
    float t = w0;
    for (int j = 0; j < n; j++) {
        t = t * w1 + w2;
        t = t * w3 + w4;
        b[j] = t;
        t = t * w5 + w6;
        t = t * w7;
        c[j] = narrow;
    }
    *pointer = w0 + w1 + w2 + w3 + w4 + w5 + w6 + w7 + t;
}
// CHECK: DW_AT_name{{.*}}("w3")
// CHECK: DW_OP_regx VGPR
// CHECK: DW_OP_lit5, DW_OP_swap, DW_OP_xderef
// STEP: (wavec) w0 in lane 2 = 2.0
// STEP: (wavec) w3 in lane 2 = 11.0
// STEP: (wavec) w7 in lane 2 = 23.0
// STEP: (wavec) narrow in lane 2 = 26
// STEP: (wavec) pointer in lane 2 = 0x
// OTHER: (wavec) w0 in lane 2 = 2.0
// OTHER: (wavec) w3 in lane 2 = 11.0
// OTHER: (wavec) w7 in lane 2 = 23.0
// OTHER: (wavec) narrow in lane 2 = 26
