// Arrays of a work-item in registers: a uniform index is a relative register number, a divergent one is compared. The
// array of a loop is in the same registers throughout.
// RUN: wavec %s -S -o - --verify-each | FileCheck %s
// RUN: wavec %s -S -o - --verify-each --max-vgprs 24 | FileCheck %s --check-prefix=FEW

// CHECK-LABEL: same_index:
// CHECK-NOT: scratch_
// CHECK: [[LOOP:.LBB0_[0-9]+]]:
// CHECK-NOT: v_mov_b32
// CHECK: s_set_gpr_idx_on [[I:s[0-9]+]], gpr_idx(SRC0)
// CHECK: v_mov_b32_e32 {{v[0-9]+}}, [[FIRST:v[0-9]+]]
// CHECK-NEXT: s_set_gpr_idx_off
// CHECK: s_set_gpr_idx_on {{s[0-9]+}}, gpr_idx(DST)
// CHECK-NEXT: v_mov_b32_e32 [[FIRST]], {{v[0-9]+}}
// CHECK-NEXT: s_set_gpr_idx_off
// CHECK-NOT: v_mov_b32
// CHECK: s_cbranch_scc1 [[LOOP]]
// CHECK-NOT: scratch_
// CHECK: s_endpgm
// FEW-LABEL: same_index:
// FEW: s_endpgm
kernel void same_index(global int *p, int n)
{
    int a[16], i = get_global_id(0);
    for (int k = 0; k < 16; k++)
        a[k] = p[i * 16 + k];
#pragma unroll 1
    for (int k = 0; k < n; k++)
        a[k & 15] += a[(k * 5) & 15] + i;
    for (int k = 0; k < 16; k++)
        p[i * 16 + k] = a[k];
}

// Both dwords by one index.
// CHECK-LABEL: longs:
// CHECK-NOT: scratch_
// CHECK: s_set_gpr_idx_on [[I:s[0-9]+]], gpr_idx(SRC0)
// CHECK: v_mov_b32_e32
// CHECK-NEXT: v_mov_b32_e32
// CHECK-NEXT: s_set_gpr_idx_off
// CHECK: s_set_gpr_idx_on {{s[0-9]+}}, gpr_idx(DST)
// CHECK-NEXT: v_mov_b32_e32
// CHECK-NEXT: v_mov_b32_e32
// CHECK-NEXT: s_set_gpr_idx_off
// CHECK-NOT: scratch_
// CHECK: s_endpgm
kernel void longs(global long *p, int n)
{
    long a[8];
    int i = get_global_id(0);
    for (int k = 0; k < 8; k++)
        a[k] = p[i * 8 + k];
#pragma unroll 1
    for (int k = 0; k < n; k++)
        a[k & 7] += a[(k * 5) & 7];
    for (int k = 0; k < 8; k++)
        p[i * 8 + k] = a[k];
}

// A read tests the bits of the index: four of them for sixteen elements.
// CHECK-LABEL: own_index:
// CHECK-NOT: scratch_
// CHECK-NOT: gpr_idx
// CHECK-COUNT-15: v_cndmask_b32
// CHECK-NOT: v_cndmask_b32
// CHECK: s_endpgm
kernel void own_index(global int *p, global int *q)
{
    int a[16], i = get_global_id(0);
    for (int k = 0; k < 16; k++)
        a[k] = p[k * 64 + i];
    p[i] = a[q[i] & 15];
}

// Each element has a comparison where it is written as well.
// CHECK-LABEL: changed:
// CHECK-NOT: scratch_
// CHECK: v_cmp_eq_u32
// CHECK: v_cndmask_b32
// CHECK-NOT: scratch_
// CHECK: s_endpgm
kernel void changed(global int *p, global int *q)
{
    int a[8], i = get_global_id(0);
    for (int k = 0; k < 8; k++)
        a[k] = p[k * 64 + i];
    a[q[i] & 7] *= 3;
    for (int k = 0; k < 8; k++)
        p[k * 64 + i] = a[k];
}
