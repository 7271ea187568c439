#define OUT(i) out[__builtin_amdgcn_workitem_id_x() * 64 + (i)]
#define IN(i) in[__builtin_amdgcn_workitem_id_x() * 8 + (i)]
#define F(x) __builtin_astype((float)(x), int)

kernel void casts(global int *out, global const int *in)
{
    float f = __builtin_astype(IN(2), float); int i = IN(0); double d = f;
    OUT(0) = (int)f; OUT(1) = F(i); OUT(2) = F((uint)i); OUT(3) = (int)d; OUT(4) = F(d * 3); OUT(5) = (char)f; OUT(6) = F((long)i * i);
    OUT(7) = F((ulong)(uint)i); OUT(8) = f > 0; OUT(9) = (bool)f; OUT(10) = F(i + f); OUT(11) = F(i * 2.5f); OUT(12) = (short)(f * 100); OUT(13) = F((float)(short)i);
    i += f; OUT(14) = i; f += i; OUT(15) = F(f); f -= 1; OUT(16) = F(f); f *= d; OUT(17) = F(f); f = i; OUT(18) = F(f); char c = f / 1e5f; OUT(19) = c;
    OUT(20) = (int)3.99; OUT(21) = (int)-3.99; OUT(22) = F(1.0 / 3); OUT(23) = F(1.0f / 3); OUT(24) = F(0x1.8p1f); OUT(25) = F(1e-3); OUT(26) = 1 / 2 * 2; OUT(27) = F(.5e1f); OUT(28) = F(16777217); OUT(29) = F((bool)3);
}

kernel void vector_casts(global int *out, global const int *in)
{
    int4 i = (int4)(IN(0), IN(1), IN(3), -7); float4 f = (float4)(IN(1)); uchar4 u = (uchar4)(1, 2, 3, 255);
    int4 v = __builtin_convertvector(f * 1.5f, int4); OUT(0) = v.x; OUT(1) = v.w;
    float4 g = __builtin_convertvector(i, float4); OUT(2) = F(g.x); OUT(3) = F(g.w);
    int4 w = __builtin_convertvector(u, int4); OUT(4) = w.w; char4 c = __builtin_convertvector(i, char4); OUT(5) = c.x; OUT(6) = c.y;
    uint4 as = __builtin_astype(g, uint4); OUT(7) = as.y; int one = __builtin_astype(u, int); OUT(8) = one;
    short2 s = __builtin_astype(IN(0), short2); OUT(9) = s.x; OUT(10) = s.y; long2 l = __builtin_astype(i, long2); OUT(11) = l.x; OUT(12) = l.y >> 32;
    float3 f3 = (float3)(1, 2, 3); int3 a3 = __builtin_astype(f3, int3); OUT(13) = a3.z; int4 a4 = __builtin_astype(f3, int4); OUT(14) = a4.z;
    f3 = __builtin_astype((int4)(5, 6, 7, 8), float3); OUT(15) = F(f3.z); i += 3; OUT(16) = i.x; i = i + 2; OUT(17) = i.y; f = 2.5f; OUT(18) = F(f.w); f = IN(1); OUT(19) = F(f.z);
    uchar4 b = u + (uchar)1; OUT(20) = b.w; i = -i; OUT(21) = i.x; f = f * 2; OUT(22) = F(f.x); double2 d = (double2)(1.5, 2.5); d *= 2; OUT(23) = d.x + d.y;
}
