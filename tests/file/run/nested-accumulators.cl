// Memory that an inner loop and the one around it keep in a register: the store after the inner loop, in a new block, is
// an access of the outer one.
// RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:i32[4]:iota --arg i32:3 --arg i32:2 --dump 0:4 | FileCheck %s
// RUN: wavec run %s -O1 --kernel k --global 4 --local 4 --arg buf:i32[4]:iota --arg i32:3 --arg i32:2 --dump 0:4 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:i32[4]:iota --arg i32:3 --arg i32:2 --dump 0:4 | FileCheck %s
// RUN: wavec run %s -O3 --kernel k --global 4 --local 4 --arg buf:i32[4]:iota --arg i32:3 --arg i32:2 --dump 0:4 | FileCheck %s
// RUN: wavec run %s -O2 --kernel deep --global 4 --local 4 --arg buf:i32[4]:iota --arg i32:2 --arg i32:2 --dump 0:4 | FileCheck %s --check-prefix=DEEP
// RUN: wavec run %s -O0 --kernel deep --global 4 --local 4 --arg buf:i32[4]:iota --arg i32:2 --arg i32:2 --dump 0:4 | FileCheck %s --check-prefix=DEEP

// CHECK: 1547 2276 3005 3734
kernel void k(global int *o, int n, int m)
{
    global int *p = o + get_global_id(0);
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        *p = *p + 1;
#pragma unroll 1
        for (int j = 0; j < m; j++)
            *p = *p * 3 + j;
        *p += 7;
    }
}

// DEEP: -85 171 427 683
kernel void deep(global int *o, int n, int m)
{
    global int *p = o + get_global_id(0), *q = o + get_global_id(0);
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll 1
        for (int j = 0; j < m; j++) {
            *p = *p + j;
#pragma unroll 1
            for (int k = 0; k < n; k++)
                *q = *q * 2 - k;
#pragma unroll 1
            for (int k = 0; k < m; k++)
                *p = *p ^ k;
        }
        *p = *p + 1;
    }
}
