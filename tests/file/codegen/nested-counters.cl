// Loops that index a private array by their counter are unrolled, even with loops inside: those start at the outer
// counter, and are unrolled next. Then the array is in registers without an index.
// RUN: wavec %s -O2 -S -o - | FileCheck %s
// RUN: wavec run %s -O0 --kernel lu --global 2 --local 2 --arg buf:f32[32]:iota --dump 0:8 | FileCheck %s --check-prefix=VALUES
// RUN: wavec run %s -O2 --kernel lu --global 2 --local 2 --arg buf:f32[32]:iota --dump 0:8 | FileCheck %s --check-prefix=VALUES
// RUN: wavec run %s -O0 --kernel largest --global 2 --local 2 --arg buf:f32[32]:iota --arg i32:3 --dump 0:8 | FileCheck %s --check-prefix=LARGEST
// RUN: wavec run %s -O2 --kernel largest --global 2 --local 2 --arg buf:f32[32]:iota --arg i32:3 --dump 0:8 | FileCheck %s --check-prefix=LARGEST

// VALUES: 0 1 2 3 1 4 4 4

// CHECK-LABEL: lu:
// CHECK-NOT: s_cbranch
// CHECK-NOT: s_set_gpr_idx
// CHECK-NOT: scratch_
// CHECK: s_endpgm
kernel void lu(global float *a)
{
    float m[4][4];
    global float *p = a + 16 * get_global_id(0);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = p[4 * i + j];
    for (int k = 0; k < 4; k++)
        for (int i = k + 1; i < 4; i++) {
            m[i][k] *= 0.25f;
            for (int j = k + 1; j < 4; j++)
                m[i][j] -= m[i][k] * m[k][j];
        }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            p[4 * i + j] = m[i][j];
}

// The inner trip count is known on entry only: the loop remains, and so does the array.
// LARGEST: 3 1 2 3
// CHECK-LABEL: largest:
// CHECK: s_cbranch
// CHECK: s_endpgm
kernel void largest(global float *a, int n)
{
    float m[8];
    global float *p = a + 16 * get_global_id(0);
    for (int i = 0; i < 8; i++)
        m[i] = p[i];
    float r = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < n; j++)
            r = fmax(r, m[i] - 2.0f * (j + 2));
    p[0] = r;
}
