#define OUT(i) out[__builtin_amdgcn_workitem_id_x() * 64 + (i)]
#define IN(i) in[__builtin_amdgcn_workitem_id_x() * 8 + (i)]
#define F(x) __builtin_astype((float)(x), int)

kernel void swizzles(global int *out, global const int *in)
{
    int4 v = (int4)(IN(0), IN(1), IN(2), IN(3)); int8 w = (int8)(v, v.wzyx); int16 q = (int16)(w, w.odd, w.even); int2 t; int3 r = v.xyz;
    OUT(0) = v.x; OUT(1) = v.w; OUT(2) = v.s2; OUT(3) = w.s5; OUT(4) = q.sF; OUT(5) = q.sa; t = v.lo; OUT(6) = t.y; t = v.hi; OUT(7) = t.x; t = v.even; OUT(8) = t.y; t = v.odd; OUT(9) = t.x;
    v.xy = v.zw; OUT(10) = v.x; OUT(11) = v.y; v.wx = (int2)(5, 6); OUT(12) = v.w; OUT(13) = v.x; v.s1 += 7; OUT(14) = v.y; v.hi = v.lo; OUT(15) = v.z; v.even *= 2; OUT(16) = v.x; OUT(17) = v.z;
    r = r.zyx; OUT(18) = r.x; OUT(19) = r.z; v.yzw = r; OUT(20) = v.y; OUT(21) = v.w; w.lo = v; OUT(22) = w.s3; w.hi.lo = v.xx; OUT(23) = w.s4; OUT(24) = w.s5; w.s0246 = v; OUT(25) = w.s6;
    OUT(26) = v.xyzw.zw.y; OUT(27) = (v + 1).x; OUT(28) = v.xxxx.w; OUT(29) = v[1]; OUT(30) = v[IN(3) & 3]; v[IN(3) & 3] = 9; OUT(31) = v.x + v.y * 2 + v.z * 3 + v.w * 4; v[2]++; OUT(32) = v.z; v.x++; OUT(33) = v.x--; OUT(34) = v.x;
    OUT(35) = ((int4)(1, 2, 3, 4)).z; OUT(36) = ((int2)7).y; int4 z = {1, 2, 0, 4}; OUT(37) = z.y + z.z; q = (int16)(3); OUT(38) = q.s7; OUT(39) = sizeof(int3) + sizeof(char3) + sizeof(short8); v = (int4)((int2)(1, 2), v.yz); OUT(40) = v.z;
}

kernel void vector_operators(global int *out, global const int *in)
{
    int4 a = (int4)(IN(0), IN(1), IN(3), -5), b = (int4)(IN(3) | 1, 3, IN(4) | 1, 2); uint4 ua = __builtin_astype(a, uint4), ub = __builtin_astype(b, uint4); float4 f = (float4)(IN(1), IN(3), 1.5f, -2), g = (float4)(IN(3), 2, 0.5f, 7);
    int4 r;
#define PUT(n, e) r = (e); OUT(n) = r.x ^ r.y * 3 ^ r.z * 5 ^ r.w * 7;
    PUT(0, a + b) PUT(1, a - b) PUT(2, a * b) PUT(3, a / (b & 0xff | 1)) PUT(4, a % (b & 0xff | 1)) PUT(5, a & b) PUT(6, a | b) PUT(7, a ^ b) PUT(8, ~a) PUT(9, -a) PUT(10, !a) PUT(11, a << b) PUT(12, a >> b) PUT(13, a >> 3)
    PUT(14, a < b) PUT(15, a <= b) PUT(16, a > b) PUT(17, a >= b) PUT(18, a == b) PUT(19, a != b) PUT(20, a && b) PUT(21, a || b) PUT(22, a < b ? a : b) PUT(23, a ? b : a) PUT(24, f < g) PUT(25, f == g) PUT(26, f != g) PUT(27, !f) PUT(28, f && g)
    PUT(29, __builtin_astype(ua >> ub, int4)) PUT(30, ua < ub) PUT(31, __builtin_astype(ua / (ub | 1u), int4)) PUT(32, __builtin_astype(f + g, int4)) PUT(33, __builtin_astype(f * g - f, int4)) PUT(34, __builtin_astype(-f, int4)) PUT(35, __builtin_astype(f * 2.0f, int4)) PUT(36, __builtin_astype(a < b ? f : g, int4))
    a += b; PUT(37, a) a <<= 2; PUT(38, a) a *= 3; PUT(39, a) f -= g; PUT(40, __builtin_astype(f, int4)) a++; PUT(41, a) f = IN(1) ? g : f; PUT(42, __builtin_astype(f, int4)) PUT(43, IN(1) > 3 ? a : b) PUT(44, a += 2)
    char4 c = (char4)(1, -2, 3, 127); c += (char)3; OUT(45) = c.w; char4 lt = c < (char4)(2); OUT(46) = lt.y; short8 s = (short8)(1, 2, 3, 4, 5, 6, 7, 8); s = s * s; OUT(47) = s.s7; long2 l = (long2)(IN(0), -1); l = l >> 1 < 0L; OUT(48) = l.x; OUT(49) = l.y; double2 d = (double2)(1, 2) / 4.0; OUT(50) = d.y * 8; double2 dd = d < d.yx ? d : d.yx; OUT(51) = dd.y * 8;
}

kernel void three(global int *out, global const int *in)
{
    float3 v = (float3)(IN(1), 2, 3), w = v.yzx; v = v * w + 1.0f; OUT(0) = F(v.x); OUT(1) = F(v.y); OUT(2) = F(v.z); float3 a[2] = {v, w}; OUT(3) = F(a[1].z); struct { int n; float3 p; int m; } s = {1, v, 2}; OUT(4) = F(s.p.y) + s.m; OUT(5) = sizeof(s); OUT(6) = sizeof a; char3 c = (char3)(1, 2, 3); c = c + c.zyx; OUT(7) = c.x + c.y * 100 + c.z * 10000;
    float4 x = (float4)(v, 9); OUT(8) = F(x.w); x = (float4)(1, v); OUT(9) = F(x.y); v.xz = w.xy; OUT(10) = F(v.z); v = (float3)(x.xy, 5); OUT(11) = F(v.z); v.y = 0; OUT(12) = F(v.y + v.x);
}
