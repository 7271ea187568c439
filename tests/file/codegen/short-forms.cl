// Registers are allocated to allow the short encodings: comparisons write VCC, multiply-adds overwrite their addend, and
// literals are in the instruction. Clamping to zero to one is a modifier, minima of three are one instruction.
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

// Between two constants is one instruction, if they are in order; the range of a byte is one of numbers with a sign, too.
// CHECK-LABEL: between:
// CHECK: v_med3_f32 v{{[0-9]+}}, v{{[0-9]+}}, -1.0, s{{[0-9]+}}
// CHECK: v_med3_i32 v{{[0-9]+}}, v{{[0-9]+}}, 0, s{{[0-9]+}}
// CHECK: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, 7, 60
// CHECK: v_max_f32_e32
// CHECK-NEXT: v_min_f32_e32
// CHECK: s_endpgm
kernel void between(global float *a, global int *b, global uint *c, global float *d)
{
    uint i = get_local_id(0);
    a[i] = fmin(fmax(a[i], -1.0f), 3.0f);
    b[i] = min(max(b[i], 0), 255);
    c[i] = min(max(c[i], 7u), 60u);
    d[i] = fmin(fmax(d[i], 4.0f), 2.0f);
}
