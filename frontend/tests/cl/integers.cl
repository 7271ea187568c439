// Each work-item writes 64 words of its own.
#define OUT(i) out[__builtin_amdgcn_workitem_id_x() * 64 + (i)]
#define IN(i) in[__builtin_amdgcn_workitem_id_x() * 8 + (i)]

kernel void scalar_operators(global int *out, global const int *in)
{
    int a = IN(0), b = IN(1) | 1, c = IN(3);
    uint ua = a, ub = b;
    OUT(0) = a + b; OUT(1) = a - b; OUT(2) = a * b; OUT(3) = b == -1 ? 0 : a / b; OUT(4) = b == -1 ? 0 : a % b;
    OUT(5) = ua / ub; OUT(6) = ua % ub; OUT(7) = a << c; OUT(8) = a >> c; OUT(9) = ua >> c;
    OUT(10) = a & b; OUT(11) = a | b; OUT(12) = a ^ b; OUT(13) = ~a; OUT(14) = -a; OUT(15) = !a; OUT(16) = +c;
    OUT(17) = a < b; OUT(18) = a <= b; OUT(19) = a > b; OUT(20) = a >= b; OUT(21) = a == b; OUT(22) = a != b;
    OUT(23) = ua < ub; OUT(24) = ua <= ub; OUT(25) = ua > ub; OUT(26) = ua >= ub;
    OUT(27) = a && b; OUT(28) = a || c; OUT(29) = a < ub; OUT(30) = (a, b); OUT(31) = a ? b : c;
    OUT(32) = 1 << 33; OUT(33) = (1 << c) - 1; OUT(34) = 0x80000000 >> 4; OUT(35) = 'a' + '\n'; OUT(36) = sizeof(a + 1L);
    OUT(37) = -7 / 2; OUT(38) = -7 % 3; OUT(39) = 7u / 2; OUT(40) = (char)200; OUT(41) = (uchar)-1; OUT(42) = (short)70000;
}

kernel void small_types(global int *out, global const int *in)
{
    char c = IN(0); uchar uc = IN(1); short s = IN(2); ushort us = IN(3); bool t = IN(1) & 1;
    OUT(0) = c; OUT(1) = uc; OUT(2) = s; OUT(3) = us; OUT(4) = t;
    OUT(5) = c + uc; OUT(6) = c * s; OUT(7) = uc << 9; OUT(8) = c >> 1; OUT(9) = us >> 1; OUT(10) = c < uc; OUT(11) = s == us;
    c += 100; uc += 100; s *= 3; us -= 70; OUT(12) = c; OUT(13) = uc; OUT(14) = s; OUT(15) = us;
    c++; uc--; ++s; --us; OUT(16) = c; OUT(17) = uc; OUT(18) = s; OUT(19) = us;
    c <<= 1; uc >>= 1; s >>= 2; us <<= 3; OUT(20) = c; OUT(21) = uc; OUT(22) = s; OUT(23) = us;
    OUT(24) = c++ + ++c; OUT(25) = t + t; t = 5; OUT(26) = t; t = !t; OUT(27) = t; t |= 4; OUT(28) = t; OUT(29) = -uc; OUT(30) = ~us;
    uc /= 3; OUT(31) = uc; c %= 7; OUT(32) = c; us &= 0xff0; OUT(33) = us; s ^= -1; OUT(34) = s; OUT(35) = (bool)IN(1); OUT(36) = (uchar)(bool)0.5f;
}

kernel void wide_types(global int *out, global const int *in)
{
    long a = (long)IN(0) * IN(4), b = IN(1) | 1; ulong ua = a, ub = b;
    global long *o = (global long *)(out + __builtin_amdgcn_workitem_id_x() * 64);
    o[0] = a + b; o[1] = a * b; o[2] = a / b; o[3] = a % b; o[4] = ua / ub; o[5] = ua % ub; o[6] = a << IN(3); o[7] = a >> IN(3);
    o[8] = ua >> IN(3); o[9] = a ^ b; o[10] = a < b; o[11] = ua < ub; o[12] = a + IN(1); o[13] = ua + IN(1); o[14] = (int)a; o[15] = (uint)IN(0) + a;
    o[16] = IN(0) + 1u; o[17] = -IN(1); o[18] = ~ua; o[19] = !a; o[20] = a ? 1 : 2; o[21] = 0xffffffffu + 1; o[22] = 0xffffffff + 1L; o[23] = -1 < 1u; o[24] = 1UL << 40;
    a += IN(0); o[25] = a; a -= 1u; o[26] = a; ub *= IN(1); o[27] = ub; int i = IN(0); i += a; o[28] = i; i *= 3L; o[29] = i; i /= 5UL; o[30] = i;
}

enum colour { RED, GREEN = 5, BLUE, NEGATIVE = -3, AFTER };

kernel void enums(global int *out, global const int *in)
{
    enum colour c = IN(1) & 1 ? GREEN : BLUE;
    OUT(0) = RED; OUT(1) = GREEN; OUT(2) = BLUE; OUT(3) = NEGATIVE; OUT(4) = AFTER; OUT(5) = c; OUT(6) = c + 1; OUT(7) = sizeof(enum colour); OUT(8) = c == BLUE;
    c = NEGATIVE; OUT(9) = c < 0; enum { LOCAL = 3 * 7 }; OUT(10) = LOCAL;
}

kernel void integer_builtins(global int *out, global const int *in)
{
    int a = IN(0), b = IN(1);
    OUT(0) = __builtin_popcount(a); OUT(1) = a ? __builtin_clz(a) : 0; OUT(2) = a ? __builtin_ctz(a) : 0; OUT(3) = __builtin_bswap32(a); OUT(4) = __builtin_bitreverse32(a);
    OUT(5) = __builtin_expect(a, 1); OUT(6) = __builtin_ffs(a); OUT(7) = __builtin_parity(a); OUT(8) = __builtin_rotateleft32(a, b); OUT(9) = __builtin_constant_p(3); OUT(10) = __builtin_types_compatible_p(int, uint);
    OUT(11) = __builtin_abs(b); OUT(12) = __builtin_popcountl((long)a);
}
