#define OUT(i) out[__builtin_amdgcn_workitem_id_x() * 64 + (i)]
#define IN(i) in[__builtin_amdgcn_workitem_id_x() * 8 + (i)]
#define F(x) __builtin_astype((float)(x), int)

kernel void operators(global int *out, global const int *in)
{
    float a = __builtin_astype(IN(2), float), b = IN(1) + 0.25f, c = IN(3); double d = a, e = b;
    OUT(0) = F(a + b); OUT(1) = F(a - b); OUT(2) = F(a * b); OUT(4) = F(-a); OUT(5) = F(+a); OUT(6) = a < b; OUT(7) = a <= b; OUT(8) = a > b; OUT(9) = a >= b; OUT(10) = a == b; OUT(11) = a != b; OUT(12) = a && b; OUT(13) = !a; OUT(14) = F(a * b + c); OUT(15) = F(a * b - c); OUT(16) = F(c - a * b); OUT(17) = F(a * b + c * a); OUT(18) = F(-(a * b) + c); OUT(19) = F((a + b) * c);
    OUT(20) = F(d + e); OUT(21) = F(d * e); OUT(22) = F(d * e + d); OUT(23) = d < e; a++; OUT(24) = F(a); b--; OUT(25) = F(b); a += b * c; OUT(26) = F(a); a -= b * c; OUT(27) = F(a); a *= 2; OUT(28) = F(a); OUT(29) = F(1.0f / 4); OUT(30) = F(a * 0.5); float n = __builtin_nanf(""); OUT(31) = n == n; OUT(32) = n != n; OUT(33) = n < 1; OUT(34) = !(n < 1); OUT(35) = F(__builtin_inff()); OUT(36) = F(a + b + c + d); OUT(37) = F(a = b = 3); OUT(38) = F((a, c)); OUT(39) = F(IN(1) > 0 ? a : 2); OUT(40) = F(IN(1) > 0 ? 1 : c); OUT(41) = F(a * a + b * b + c * c);
    float4 v = (float4)(a, b, c, 1), w = v * v + v; OUT(42) = F(w.z); w = v * 2.0f - v.wzyx; OUT(43) = F(w.y); v += v * w; OUT(44) = F(v.z); OUT(45) = F(__builtin_fmaf(a, b, c)); OUT(46) = F(__builtin_fabsf(-c)); OUT(47) = F(__builtin_floorf(b)); OUT(48) = F(__builtin_fminf(a, b)); OUT(49) = F(__builtin_copysignf(a, -1.0f)); OUT(50) = F(__builtin_truncf(b * 1.7f)); OUT(51) = F(__builtin_rintf(b)); OUT(52) = F(__builtin_ceilf(b)); OUT(53) = F(__builtin_sqrt(e * e));
    {
#pragma OPENCL FP_CONTRACT OFF
        OUT(54) = F(a * b + c);
    }
    OUT(55) = F(a * b + c);
}
