// Accesses at an index that is out of bounds only where no lane executes them, and operands that are relative.
// RUN: wavec run %s --kernel idle --global 4 --local 4 --arg buf:i32[4]:iota --arg buf:i32[4]:zero --arg i32:1000 --arg i32:9 --dump 1 | FileCheck %s --check-prefix=IDLE
// RUN: wavec run %s --kernel idle --global 4 --local 4 --arg buf:i32[4]:iota --arg buf:i32[4]:zero --arg i32:3 --arg i32:2 --dump 1 | FileCheck %s --check-prefix=BUSY
// RUN: wavec run %s -O3 --kernel idle --global 4 --local 4 --arg buf:i32[4]:iota --arg buf:i32[4]:zero --arg i32:1000 --arg i32:9 --dump 1 | FileCheck %s --check-prefix=IDLE
// RUN: wavec run %s -mcpu=gfx1100 --kernel idle --global 4 --local 4 --arg buf:i32[4]:iota --arg buf:i32[4]:zero --arg i32:1000 --arg i32:9 --dump 1 | FileCheck %s --check-prefix=IDLE
// RUN: wavec run %s --kernel sums --global 4 --local 4 --arg buf:i32[4]:iota --arg buf:i32[4]:zero --arg i32:3 --dump 1 | FileCheck %s --check-prefix=SUMS
// RUN: wavec run %s --kernel sort --global 4 --local 4 --arg buf:i32[4]:iota --arg buf:i32[4]:zero --arg i32:5 --dump 1 | FileCheck %s --check-prefix=SORT

// IDLE: 28 36 44 52
// BUSY: 28 36 51 59
kernel void idle(global const int *in, global int *out, int k, int from)
{
    int a[8], x = in[get_local_id(0)];
    for (int i = 0; i < 8; i++)
        a[i] = x + i;
    if (x >= from)
        a[k] += 7;
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += a[i];
    out[get_local_id(0)] = sum;
}

// SUMS: 0 10 20 30
kernel void sums(global const int *in, global int *out, int n)
{
    int a[8], x = in[get_local_id(0)];
    for (int i = 0; i < 8; i++)
        a[i] = x * i;
#pragma unroll 1
    for (int i = 0; i < n; i++)
        a[i + 1] = a[i] + a[i + 1];
    out[get_local_id(0)] = a[1] + a[2] + a[n];
}

// The compared element is used after the comparison, whose short form does not name its result.
// SORT: 1234 2341 3412 4123
kernel void sort(global const int *in, global int *out, int n)
{
    float a[8] = {0, 4, 3, 2, 1, 0, 0, 0};
    int x = in[get_local_id(0)], zero = x >> 8;
    for (int i = 0; i < 5; i++)
        a[i] += zero;
    for (int i = 2; i < n; i++) {
        float key = a[i];
        int j = i - 1;
        for (; j >= 0 && a[j] > key; j--)
            a[j + 1] = a[j];
        a[j + 1] = key;
    }
    int digits = 0;
    for (int i = 0; i < 4; i++)
        digits = digits * 10 + (int)a[1 + ((i + x) & 3)];
    out[get_local_id(0)] = digits;
}
