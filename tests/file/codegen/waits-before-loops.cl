// Loads before a loop that only stores are waited for before it: inside, the wait would be for the stores as well.
// RUN: wavec %s -O2 -S -o - | FileCheck %s

// CHECK-LABEL: fill:
// CHECK: global_load_ubyte
// CHECK: s_waitcnt vmcnt(0)
// CHECK: {{^}}[[LOOP:.LBB[0-9_]+]]:
// CHECK-NOT: s_waitcnt
// CHECK: global_store_byte
// CHECK: s_cbranch_execnz [[LOOP]]
kernel void fill(global const uchar *a, global const int *n, global uchar *o)
{
    int id = get_global_id(0);
    int count = n[id];
    uchar v = a[id];
    global uchar *p = o + 64 * id;
    for (int i = 0; i < count; i++)
        p[i] = v;
}

// A loop that loads waits for its loads, and thereby for older ones.
// CHECK-LABEL: sum:
// CHECK: global_load_dword
// CHECK-NOT: s_waitcnt vmcnt
// CHECK: global_load_dword
// CHECK: s_cbranch_scc1
// CHECK: s_endpgm
kernel void sum(global const float *a, global const float *x, global float *o, int n)
{
    int id = get_global_id(0);
    float s = x[id];
#pragma unroll 1
    for (int i = 0; i < n; i++)
        s += a[i * 64 + id];
    o[id] = s;
}
