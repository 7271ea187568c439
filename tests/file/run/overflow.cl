// Arithmetic with overflow detection, and bit counts of other sizes.
// RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:i32[20]:zero --arg i32:2147483647 --arg i64:9223372036854775807 --dump 0:20 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 1 --local 1 --arg buf:i32[20]:zero --arg i32:2147483647 --arg i64:9223372036854775807 --dump 0:20 | FileCheck %s
// CHECK: 1 -2147483648 0 2147483646 1 -2 0 -2147483648 1 -1 0 -2 1 0 15 3 63 1 17 5
// RUN: not wavec %s -DWRONG -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: no matching function for call to '__builtin_sadd_overflow'
kernel void k(global int *p, int a, long b)
{
    int s;
    uint u;
    long l;
    ulong ul;
    p[0] = __builtin_sadd_overflow(a, 1, &s);
    p[1] = s;
    p[2] = __builtin_ssub_overflow(a, 1, &p[3]);
    p[4] = __builtin_smul_overflow(a, 2, &s);
    p[5] = s;
    p[6] = __builtin_uadd_overflow(a, 1, &u);
    p[7] = u;
    p[8] = __builtin_usub_overflow(1, 2, &u);
    p[9] = u;
    p[10] = __builtin_umul_overflow(a, 2, &u);
    p[11] = u;
    p[12] = __builtin_saddl_overflow(b, 1, &l);
    p[13] = l;
    p[14] = __builtin_clzs((ushort)(a & 1));
    p[15] = __builtin_ctzs((ushort)(a & 0xfff8));
    p[16] = __builtin_ffsll((ulong)b << 62) + __builtin_umull_overflow(b, 2, &ul);
    p[17] = __builtin_parityll(b);
    p[18] = __builtin_llabs(b == 0 ? 0 : -17);
    p[19] = ul == (ulong)b * 2 ? 5 : 6;
#ifdef WRONG
    __builtin_sadd_overflow(1, 2, &l);
#endif
}
