// A sum starts with the same constant in the loop and where the loop is skipped: in one register, built once. The counter
// is compared after its step, so that the old value need not be kept.
// RUN: wavec %s -S -o - | FileCheck %s

// CHECK-LABEL: mixed:
// CHECK: v_mov_b32_e32 [[SUM:v[0-9]+]], 0x24234428
// CHECK-NOT: 0x24234428
// CHECK: s_cbranch_scc0 [[END:.*]]
// CHECK: global_load_dword [[IN:v[0-9]+]],
// CHECK: v_mul_lo_u32 [[SUM]], v{{[0-9]+}}, s
// CHECK-NOT: s_mov_b32 s{{[0-9]+}}, s
// CHECK: s_cbranch_scc1
// CHECK-NEXT: [[END]]:
// CHECK: global_store_dword v[{{.*}}], [[SUM]], off
kernel void mixed(global const uint *in, global uint *out, int n)
{
    uint sum = 606290984u;
    global const uint *at = in + get_global_id(0);
    while (n >= 16) {
        sum = (sum ^ *at) * 2246822519u;
        at += 4;
        n -= 16;
    }
    out[get_global_id(0)] = sum;
}

// The address of a table is computed once, before the test that skips the loop.
// CHECK-LABEL: looked_up:
// CHECK: s_getpc_b64
// CHECK: s_cbranch
// CHECK-NOT: s_getpc_b64
// CHECK: s_cbranch_scc1
// CHECK-NOT: s_getpc_b64
// CHECK: s_endpgm
constant uint table[256] = {7, 3, 11, 2};
kernel void looked_up(global const uchar *in, global uint *out, int n)
{
    uint crc = ~0u;
    int i = get_global_id(0);
    while (n--) {
        crc ^= in[i * 16 & 4095];
        i += crc & 3;
        crc = crc >> 8 ^ table[crc & 255];
    }
    out[get_global_id(0)] = crc;
}
