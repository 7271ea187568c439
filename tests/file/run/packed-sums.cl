// Independent sums are computed in pairs; other uses of them, before, between or after, get their element.
// RUN: wavec run %s -O0 --kernel product --global 4 --local 4 --arg buf:f32[64]:iota --arg buf:f32[64]:iota --arg buf:f32[16]:zero --arg i32:8 --dump 2:16 | FileCheck %s
// RUN: wavec run %s -O3 --verify-each --kernel product --global 4 --local 4 --arg buf:f32[64]:iota --arg buf:f32[64]:iota --arg buf:f32[16]:zero --arg i32:8 --dump 2:16 | FileCheck %s
// RUN: wavec run %s -O0 --kernel tangled --global 4 --local 4 --arg buf:f32[64]:iota --arg buf:f32[16]:zero --arg i32:4 --dump 1:16 | FileCheck %s --check-prefix=TANGLED
// RUN: wavec run %s -O3 --verify-each --kernel tangled --global 4 --local 4 --arg buf:f32[64]:iota --arg buf:f32[16]:zero --arg i32:4 --dump 1:16 | FileCheck %s --check-prefix=TANGLED
// RUN: wavec run %s -O0 --kernel nested --global 4 --local 4 --arg buf:f32[64]:iota --arg buf:f32[16]:zero --arg i32:3 --dump 1:16 | FileCheck %s --check-prefix=NESTED
// RUN: wavec run %s -O3 --verify-each --kernel nested --global 4 --local 4 --arg buf:f32[64]:iota --arg buf:f32[16]:zero --arg i32:3 --dump 1:16 | FileCheck %s --check-prefix=NESTED
// RUN: wavec %s -O3 -S -o - | FileCheck %s --check-prefix=ASM
// CHECK: 560 588 616 644 1456 1548 1640 1732 2352 2508 2664 2820 3248 3468 3688 3908
// TANGLED: 82 173.875 -8 62.90625 1362 3463.625 -77 1170.7188 5570 14961.375 -218 5026.5313 14434 39851.125 -431 13358.344
// NESTED: 3 15 27 36 63 90 117 141 207 252 297 339 459 525 591 654

// ASM-LABEL: product:
// ASM: v_pk_fma_f32 v[{{[0-9:]+}}], v[{{[0-9:]+}}], s[{{[0-9:]+}}], v[{{[0-9:]+}}] op_sel_hi:[0,1,1]
// ASM: v_pk_fma_f32
// ASM-NOT: v_fmac_f32
// ASM: s_endpgm
kernel void product(global const float *a, global const float *b, global float *c, int n)
{
    int t = get_global_id(0);
    float sum[4] = {0};
    for (int k = 0; k < n; k++)
        for (int j = 0; j < 4; j++)
            sum[j] += a[t * n + k] * b[k * 4 + j];
    for (int j = 0; j < 4; j++)
        c[t * 4 + j] = sum[j];
}

// Sums that depend on each other, that are used in the loop, subtractions, swapped operands.
kernel void tangled(global const float *a, global float *c, int n)
{
    int t = get_global_id(0);
    float p = 1, q = 2, r = 3, s = 4;
    for (int k = 0; k < n; k++) {
        float x = a[t * 4 + (k & 3)], y = a[k];
        float p1 = p * x - y;
        float q1 = y * p1 + q;
        float r1 = x + r;
        float s1 = s + y;
        if (k == 2)
            r1 = q1;
        p = p1 - r1;
        q = q1 - s1;
        r = r1 * 0.5f;
        s = s1 * 0.25f + p1;
    }
    c[t * 4] = p;
    c[t * 4 + 1] = q;
    c[t * 4 + 2] = r;
    c[t * 4 + 3] = s;
}

// Sums of inner loops continue those of outer ones.
kernel void nested(global const float *a, global float *c, int n)
{
    int t = get_global_id(0);
    float x = 0, y = 0, z = 0, w = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= t; j++) {
            float m = a[i * 4 + j];
            x += m * a[4 * j];
            y += m * a[4 * j + 1];
            z += m * a[4 * j + 2];
            w += m * a[4 * j + 3];
        }
        x += 1;
        y += 1;
        z += 1;
    }
    c[t * 4] = x;
    c[t * 4 + 1] = y;
    c[t * 4 + 2] = z;
    c[t * 4 + 3] = w;
}
