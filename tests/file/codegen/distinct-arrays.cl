// Reads of one array, or of one field, do not wait for writes of another; elements with the same index in several arrays
// share their address register.
// RUN: wavec -O2 --verify-each -S %s -o - | FileCheck %s

// CHECK-LABEL: reduce_two:
// CHECK: ds_write2_b32 [[A:v[0-9]+]],
// CHECK: s_barrier
// CHECK: ds_read2
// CHECK-NEXT: ds_read2
// CHECK-NOT: ds_read
// CHECK: ds_write2_b32 [[A]],
kernel void reduce_two(global int *p)
{
    local int low[64], high[64];
    int l = get_local_id(0);
    low[l] = p[l];
    high[l] = p[l + 64];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 32) {
        low[l] = min(low[l], low[l + 32]);
        high[l] = max(high[l], high[l + 32]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    p[l] = low[0] + high[0];
}

// CHECK-LABEL: fields:
// CHECK: global_load_dword
// CHECK-NOT: global_store
// CHECK: global_load_dword
// CHECK: global_store
struct item { int key, count, next; };
kernel void fields(global struct item *items, int i, int j)
{
    int l = get_local_id(0);
    items[i + l].count = items[i + l].key + 1;
    items[j + l].next = items[j * l].key * 3;
}
