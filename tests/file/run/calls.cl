// Calls at every level: scalars, vectors, results through pointers, inputs of kernels, calls in divergent code and in
// loops, more arguments than registers, local memory that a function names, kernels that call kernels.
// RUN: wavec run %s -O0 --verify-each --kernel k --global 128 --local 64 --arg buf:i32[128]:zero --dump 0:128 | FileCheck %s
// RUN: wavec run %s -O1 --verify-each --kernel k --global 128 --local 64 --arg buf:i32[128]:zero --dump 0:128 | FileCheck %s
// RUN: wavec run %s -O2 --verify-each --kernel k --global 128 --local 64 --arg buf:i32[128]:zero --dump 0:128 | FileCheck %s
// RUN: wavec run %s -O3 --verify-each --kernel k --global 128 --local 64 --arg buf:i32[128]:zero --dump 0:128 | FileCheck %s
// CHECK: 1031 1040 1061 1067 1090 1138 1149 1203 1253 1268 1323 1420 1424 1493 1610 1619 1692 1829 1845 1951 2085 2108 2220 2393 2408 2539 2719 2747 2882 3095 3117 3357 3487 3524 3682 3939 3968 4145 4422 4451 4624 5022 4965 5176 5478 5516 5725 6154 6104 6332 6693 6731 6955 7336 7389 7731 8037 8084 8344 8782 8816 9087 9620 9587 9854 10340 10389 10694 11164 11228 11531 12128 12104 12519 12955 13019 13350 13899 13965 14326 14867 14948 15395 15988 15968 16325 16959 17027 17401 18047 18117 18583 19159 19244 19734 20411 20408 20922 21526 21611 22041 22758 22845 23354 24014 24116 24561 25410 25424 25981 26762 26771 27244 28037 28149 28652 29458 29564 30078 30923 31016 31603 32393 32507 33116 34001 34029 34593

__attribute__((noinline)) int steps(int n)
{
    int count = 0;
    for (; n > 1; count++)
        n = n & 1 ? 3 * n + 1 : n / 2;
    return count;
}

__attribute__((noinline)) int4 scaled(int4 a, long factor, char offset, private int *largest)
{
    int4 r = a * (int4)((int)factor) + (int4)(offset);
    *largest = max(max(r.x, r.y), max(r.z, r.w));
    return r;
}

__attribute__((noinline)) int place(int base)
{
    return base + (int)(get_group_id(0) * get_local_size(0) + get_local_id(0)) - (int)get_global_id(0);
}

__attribute__((noinline)) int many(int a, int b, int c, int d, int e, int f, int g, int h, int16 v, int8 w, ulong x, short y)
{
    return a - b + c - d + e - f + g - h + v.s0 + v.sf * 2 + w.s3 + (int)(x >> 32) + y;
}

__attribute__((noinline)) int middle(int n)
{
    // A nested call, with values that live across it.
    int kept = place(n) * 3;
    return kept + steps(n + kept);
}

kernel void add(global int *out, int amount)
{
    out[get_global_id(0)] += amount;
}

kernel void k(global int *out)
{
    int i = get_global_id(0);
    int largest;
    int4 r = scaled((int4)(i, 1, 2, 3), 5l + i, -3, &largest);
    int sum = r.x - r.w + largest;
    if (i % 3 == 1)
        sum += steps(i);
    else if (i % 3 == 2)
        sum += middle(i);
    for (int n = 0; n < i % 4; n++)
        sum += place(n);
    sum += many(i, 1, 2, 3, 4, 5, 6, 7, (int16)(i + 8), (int8)(9), 0x500000000ul + i, (short)-i);
    out[i] = sum;
    add(out, 1000);
}
