// Adjacent kernel arguments are one scalar load, including an unused dword between them. LDS accesses with one base
// become pairs: moved up to the first of two reads, down to the second of two writes.
// RUN: wavec %s -S -o - | FileCheck %s
// RUN: wavec %s -S --disable=merge-accesses -o - | FileCheck %s --check-prefix=APART

// CHECK-LABEL: arguments:
// CHECK: s_load_dwordx8 s[{{[0-9:]+}}], s[{{[0-9:]+}}], 0x0
// CHECK-NOT: s_load_dwordx2
// CHECK: s_endpgm
// APART-LABEL: arguments:
// APART-COUNT-3: s_load_dwordx2
kernel void arguments(global int *a, global int *b, global int *c, int n)
{
    uint i = get_local_id(0);
    a[i] = b[i] + c[i] * n;
}

// Strides that are not whole dwords apart; 64 dwords have an instruction of their own.
// CHECK-LABEL: columns:
// CHECK: ds_read2st64_b32 v[{{[0-9:]+}}], v{{[0-9]+}} offset0:100 offset1:200
// CHECK: ds_read2_b32 v[{{[0-9:]+}}], v{{[0-9]+}} offset1:33
// APART-LABEL: columns:
// APART-NOT: ds_read2
kernel void columns(global int *out, local int *tile)
{
    uint i = get_local_id(0);
    local int *p = tile + i;
    out[i] = p[0] - p[33] * (p[6400] - p[12800]);
}

// A possibly aliasing write separates reads.
// CHECK-LABEL: between:
// CHECK-NOT: ds_read2
// CHECK: s_endpgm
kernel void between(global int *out, local int *tile, uint k)
{
    uint i = get_local_id(0);
    local int *p = tile + i;
    int a = p[0];
    tile[k] = a;
    out[i] = a - p[33];
}

// In a loop, pairs far from their base have their own, computed before it.
// CHECK-LABEL: far_pairs:
// CHECK: v_add_u32_e32 [[BASE:v[0-9]+]], 0x2000,
// CHECK: [[LOOP:.LBB[0-9_]+]]:
// CHECK-NOT: v_add_u32
// CHECK: ds_write2_b32 [[BASE]], v{{[0-9]+}}, v{{[0-9]+}} offset1:16
// CHECK: s_cbranch{{.*}} [[LOOP]]
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void far_pairs(global uint *p, int n, local uint *t) {
  uint id = get_local_id(0);
  local uint *at = t + id * 33;
  for (int i = 0; i < n; i++) {
    uint v = p[64 * i + id];
    at[2048] = v;
    at[2064] = v * v;
    barrier(CLK_LOCAL_MEM_FENCE);
    p[64 * i + id] = t[63 - id + 2048];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
