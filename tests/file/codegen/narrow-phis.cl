// Bytes that cross blocks have zero upper bits if their definitions do: a loop does not clear them in each iteration.
// RUN: wavec %s -O2 -S -o - | FileCheck %s

// CHECK-LABEL: least:
// CHECK-NOT: 0xff, v
// CHECK: v_min_u32
// CHECK-NOT: 0xff, v
// CHECK: s_endpgm
kernel void least(global const uchar *in, global uchar *out, int n)
{
    int x = get_global_id(0);
    uchar least = 255;
    for (int i = -n; i <= n; i++)
        if (x + i >= 0 && x + i < 64)
            least = min(least, in[x + i]);
    out[x] = least;
}
