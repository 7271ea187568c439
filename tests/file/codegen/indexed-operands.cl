// An indexed element is an operand of the operation next to its access. The index of an access to an array is in bounds:
// it is not clamped.
// RUN: wavec %s -S -o - --verify-each | FileCheck %s
// RUN: wavec %s -S -o - -mcpu=gfx1100 --verify-each | FileCheck %s --check-prefix=MOVES

// CHECK-LABEL: update:
// CHECK: [[LOOP:.LBB0_[0-9]+]]:
// CHECK-NOT: s_and_b32
// CHECK-NOT: s_min_u32
// CHECK: s_set_gpr_idx_on s{{[0-9]+}}, gpr_idx(SRC1,DST)
// CHECK-NEXT: v_mul_f32_e32 v{{[0-9]+}}, s{{[0-9]+}}, v{{[0-9]+}}
// CHECK-NEXT: s_set_gpr_idx_off
// CHECK: s_cbranch_scc{{[01]}} [[LOOP]]
// MOVES-LABEL: update:
// MOVES: v_movrels_b32_e32
// MOVES: v_movreld_b32_e32
kernel void update(global const float *in, global float *out, int n, float by)
{
    float a[20];
    for (int i = 0; i < 20; i++)
        a[i] = in[i * 64 + get_local_id(0)];
#pragma unroll 1
    for (int i = 0; i < n; i++)
        a[i * n] *= by;
    for (int i = 0; i < 20; i++)
        out[i * 64 + get_local_id(0)] = a[i];
}

// The sum is not the accumulating form, which does not name the register it adds to.
// CHECK-LABEL: sums:
// CHECK: s_set_gpr_idx_on s{{[0-9]+}}, gpr_idx(SRC2,DST)
// CHECK: v_fma_f32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// CHECK-NEXT: s_set_gpr_idx_off
kernel void sums(global const float *in, global float *out, int n)
{
    float a[8] = {0};
    float x = in[get_local_id(0)], y = in[get_local_id(0) + 64];
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        a[i] = fma(x, y, a[i]);
        x += y;
    }
    for (int i = 0; i < 8; i++)
        out[i * 64 + get_local_id(0)] = a[i];
}
