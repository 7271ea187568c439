// GNU C's builtins on integers: each operand is evaluated once, and overflow is that of exact arithmetic.
// RUN: wavec run %s -O0 --kernel once --global 1 --local 1 --arg buf:i32[16]:iota --dump 0:16 | FileCheck %s --check-prefix=ONCE
// RUN: wavec run %s -O2 --kernel once --global 1 --local 1 --arg buf:i32[16]:iota --dump 0:16 | FileCheck %s --check-prefix=ONCE
// RUN: wavec run %s -O0 --kernel overflows --global 1 --local 1 --arg buf:i32[32]:zero --dump 0:32 | FileCheck %s --check-prefix=OVERFLOWS
// RUN: wavec run %s -O2 --kernel overflows --global 1 --local 1 --arg buf:i32[32]:zero --dump 0:32 | FileCheck %s --check-prefix=OVERFLOWS
// RUN: wavec run %s -O2 --kernel carries --global 1 --local 1 --arg buf:u32[10]:zero --dump 0:10 | FileCheck %s --check-prefix=CARRIES
// RUN: wavec run %s -O2 --kernel bits --global 1 --local 1 --arg buf:i32[12]:zero --dump 0:12 | FileCheck %s --check-prefix=BITS
// RUN: wavec run %s -O2 --kernel elements --global 1 --local 1 --arg buf:i32[16]:zero --dump 0:16 | FileCheck %s --check-prefix=ELEMENTS

// ONCE: 0 1 1 2 8 3 -2147483647 4 0 5
kernel void once(global int *a)
{
    int i = 0, n = 0;
    local int l[4];
    private int from[4] = {1, 2, 3, 4}, to[4];
    int results[10];
    results[0] = __builtin_ffs(a[i++]);
    results[1] = i;
    results[2] = __builtin_ffs(a[i++]);
    results[3] = i;
    results[4] = __builtin_rotateleft32(a[i++], 2);
    results[5] = i;
    results[6] = __builtin_rotateright32(a[i++], 1);
    results[7] = i;
    private int *p = to;
    __builtin_memcpy(p++, from, 4);
    results[8] = p - to - 1;
    results[9] = ++i;
    for (int k = 0; k < 10; k++)
        a[k] = results[k];
}

// The sum, the difference and the product of mixed types, each with whether the result's type holds it.
// OVERFLOWS: -2147483648 1 -1 1 255 0 0 1 -1 1 0 1 -128 0 1 0
kernel void overflows(global int *a)
{
    volatile int most = 0x7fffffff, minus = -1;
    volatile uint umost = ~0u;
    volatile long wide = 1L << 32;
    volatile char c = -128;
    volatile ulong huge = ~0ul;
    int r;
    uint u;
    uchar b;
    long l;
    char d;
    ulong h;
    a[1] = __builtin_add_overflow(most, 1, &r);
    a[0] = r;
    a[3] = __builtin_sub_overflow(0u, 1, &u);
    a[2] = u;
    a[5] = __builtin_add_overflow(most, -(0x7fffffff - 255), &b);
    a[4] = b;
    a[7] = __builtin_mul_overflow(wide, wide, &l);
    a[6] = (int)l;
    a[9] = __builtin_mul_overflow(minus, umost, &u) + 2 * 0;
    a[8] = -1;
    a[11] = __builtin_mul_overflow(wide, 1, &r);
    a[10] = r;
    a[13] = __builtin_sub_overflow(c, 0, &d);
    a[12] = d;
    a[15] = __builtin_mul_overflow(huge, 1, &h);
    a[14] = h == huge;
}

// CARRIES: 0 1 4294967295 1 255 1 0 1 0 1
kernel void carries(global uint *a)
{
    volatile uint all = ~0u, one = 1;
    uint c;
    uchar b;
    ulong l;
    a[0] = __builtin_addc(all, one, 0u, &c);
    a[1] = c;
    a[2] = __builtin_subc(one, one, 1u, &c);
    a[3] = c;
    a[4] = __builtin_subcb(0, 0, 1, &b);
    a[5] = b;
    a[6] = (uint)__builtin_addcl(~0ul, 0, 1, &l);
    a[7] = l;
    a[8] = __builtin_addcs(0xffff, 0, 1, (private ushort *)&c);
    a[9] = c & 0xffff;
}

// BITS: 31 0 30 62 129 24 128 32769
kernel void bits(global int *a)
{
    volatile int zero = 0, low = 0x80000000, three = -2;
    a[0] = __builtin_clrsb(zero);
    a[1] = __builtin_clrsb(low);
    a[2] = __builtin_clrsb(three);
    a[3] = __builtin_clrsbl(three);
    a[4] = __builtin_bitreverse8(0x81);
    a[5] = __builtin_bitreverse8(0x18);
    a[6] = __builtin_rotateright8(1, 1);
    a[7] = (ushort)(__builtin_rotateleft16(1, 15) | 1);
}

// ELEMENTS: 3 5 -1 10 24 7 0 -4 4 1
kernel void elements(global int *a)
{
    volatile int minus = -3;
    int4 v = (int4)(minus, 5, 0, 0), w = (int4)(1, 2, 3, 4);
    int4 absolute = __builtin_elementwise_abs(v);
    a[0] = absolute.x;
    a[1] = absolute.y;
    a[2] = __builtin_elementwise_bitreverse((int2)(-1, minus)).x;
    a[3] = __builtin_reduce_add(w);
    a[4] = __builtin_reduce_mul(w);
    a[5] = __builtin_reduce_or(w);
    a[6] = __builtin_reduce_and(w);
    a[7] = __builtin_reduce_min(-w);
    a[8] = (int)__builtin_reduce_max((float2)(4.0f, 1.0f));
    a[9] = __builtin_elementwise_fshl((uint2)(0, 1), (uint2)(0x80000000, 2), (uint2)(1, 0)).x;
}
