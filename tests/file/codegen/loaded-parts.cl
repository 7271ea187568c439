// An unused lane of a load is not written before the load completes: that would need a wait in between.
// RUN: wavec %s -O2 -S -o - | FileCheck %s

// CHECK-LABEL: k:
// CHECK: s_load_dword
// CHECK: s_waitcnt lgkmcnt(0)
// CHECK-NOT: s_waitcnt lgkmcnt
// CHECK: s_endpgm
kernel void k(global const float *a, global float *o, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    o[y * w + x] = 0.5f * a[y * w + x];
}
