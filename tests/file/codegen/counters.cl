// An unsigned counter below its bound does not wrap: elements at i + 1, i + 2, ... of the unrolled loop are neighbours of the
// one at i, and one wide load gets several.
// RUN: wavec %s -S -o - | FileCheck %s

// CHECK-LABEL: total:
// CHECK: s_load_dwordx8
// CHECK: s_cbranch_scc1
kernel void total(global uint *out, global const uint *in, uint n)
{
    uint sum = 0;
    for (uint i = 0; i < n; i++)
        sum += in[i];
    out[get_local_id(0)] = sum;
}
