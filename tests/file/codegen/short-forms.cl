// Registers are chosen so that the short encodings fit: comparisons write VCC, sums of products replace their addend, and
// literals stand in the instruction. The range from zero to one is a modifier, minima of three are one instruction.
// RUN: wavec %s -S -o - | FileCheck %s

// CHECK-LABEL: horner:
// CHECK: v_fmaak_f32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, 0x3f9d70a4
// CHECK: v_fmac_f32_e32
kernel void horner(global float *a)
{
    uint i = get_local_id(0);
    float x = a[i], y = a[i + 64], z = a[i + 128];
    a[i] = fma(y, z, fma(x, y, 1.23f));
}

// CHECK-LABEL: saturated:
// CHECK: v_add_f32_e64 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} clamp
// CHECK-NOT: v_max_f32
// CHECK: s_endpgm
kernel void saturated(global float *a)
{
    uint i = get_local_id(0);
    a[i] = clamp(a[i] + a[i + 64], 0.0f, 1.0f);
}

// CHECK-LABEL: least:
// CHECK: v_min3_f32
// CHECK: v_cmp_lt_f32_e32 vcc
kernel void least(global float *a)
{
    uint i = get_local_id(0);
    float least = fmin(fmin(a[i], a[i + 64]), a[i + 128]);
    if (least < a[i + 256])
        a[i] = least;
}
