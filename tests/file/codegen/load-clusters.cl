// RUN: wavec %s -S -o - | FileCheck %s

// Private memory does not alias global memory: loads move above the stores, and all are issued before the first wait.
kernel void f(global const int4 *in, global int *out)
{
    int i = get_global_id(0);
    int4 words[16];
    for (int k = 0; k < 16; k++)
        words[k] = in[16 * i + k];
    out[i] = ((int *)words)[out[i] & 63];
}

// CHECK-LABEL: f:
// CHECK: global_load_dwordx4
// CHECK-NOT: scratch_store
// CHECK: global_load_dwordx4
// CHECK-NOT: scratch_store
// CHECK: global_load_dwordx4
// CHECK-NOT: scratch_store
// CHECK: global_load_dwordx4
// CHECK: s_waitcnt vmcnt(
// CHECK: scratch_store_dwordx4
