// Kernels of many families, each a line of work on two buffers: atomics, local memory, packed and wide types, control flow, bit
// tricks, lanes, matrices. Some leave parts of values undefined that nothing reads.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

#define LID __builtin_amdgcn_workitem_id_x()
#define GRP __builtin_amdgcn_workgroup_id_x()
#define GID (GRP * 128 + LID)
#define BAR                                                                                                            \
    do {                                                                                                               \
        __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");                                                         \
        __builtin_amdgcn_s_barrier();                                                                                  \
        __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");                                                         \
    } while (0)
#define K(name) kernel __attribute__((reqd_work_group_size(128, 1, 1))) void k_##name(global uint *in, global uint *out)

typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f2 __attribute__((ext_vector_type(2)));
typedef float f16v __attribute__((ext_vector_type(16)));
typedef half h4 __attribute__((ext_vector_type(4)));
typedef half h2 __attribute__((ext_vector_type(2)));
typedef half h8 __attribute__((ext_vector_type(8)));
typedef short s2 __attribute__((ext_vector_type(2)));
typedef short s4 __attribute__((ext_vector_type(4)));
typedef uint u2 __attribute__((ext_vector_type(2)));
typedef uint u3 __attribute__((ext_vector_type(3)));
typedef uint u4 __attribute__((ext_vector_type(4)));
typedef uint u16v __attribute__((ext_vector_type(16)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef uchar c4 __attribute__((ext_vector_type(4)));
typedef uchar c3 __attribute__((ext_vector_type(3)));
typedef uchar c8 __attribute__((ext_vector_type(8)));
typedef double d4 __attribute__((ext_vector_type(4)));
typedef ulong l2 __attribute__((ext_vector_type(2)));
typedef float f3 __attribute__((ext_vector_type(3)));
typedef half h3 __attribute__((ext_vector_type(3)));
typedef half h16 __attribute__((ext_vector_type(16)));
typedef short s3 __attribute__((ext_vector_type(3)));
typedef short s8 __attribute__((ext_vector_type(8)));
typedef ushort us2 __attribute__((ext_vector_type(2)));
typedef int i2 __attribute__((ext_vector_type(2)));
typedef uchar c16 __attribute__((ext_vector_type(16)));
typedef double d2 __attribute__((ext_vector_type(2)));

K(copy)
{
    out[GID] = in[GID]*3+1;
}

K(atomic)
{
    volatile global atomic_uint*a = (volatile global atomic_uint*)(out+1024);
    __opencl_atomic_fetch_add(a, in[GID]&7, __ATOMIC_RELAXED, 2);
    __opencl_atomic_fetch_max(a+1, in[GID], __ATOMIC_SEQ_CST, 2);
    __opencl_atomic_fetch_xor(a+2, in[GID], __ATOMIC_ACQ_REL, 1);
    out[GID] = 1;
}

K(cas)
{
    volatile global atomic_uint*a = (volatile global atomic_uint*)(out+1024);
    uint o = __opencl_atomic_load(a, __ATOMIC_RELAXED, 2); while (!__opencl_atomic_compare_exchange_weak(a, &o,
        o*1+(in[GID]&3), __ATOMIC_ACQ_REL, __ATOMIC_RELAXED, 2));
    out[GID] = 2;
}

K(atomic64)
{
    volatile global atomic_ulong*a = (volatile global atomic_ulong*)(out+1024);
    __opencl_atomic_fetch_add(a, (ulong)in[GID]<<8, __ATOMIC_RELAXED, 2);
    ulong e = 5;
    __opencl_atomic_compare_exchange_strong(a+1+GID, &e, (ulong)7, __ATOMIC_RELAXED, __ATOMIC_RELAXED, 2);
    out[GID] = (uint)e;
}

K(lds)
{
    local uint t[128];
    t[LID] = in[GID];
    BAR;
    out[GID] = t[127-LID]+t[LID^5];
}

K(ldsatomic)
{
    local uint h[16];
    if (LID<16)h[LID] = 0;
    BAR;
    __opencl_atomic_fetch_add((volatile local atomic_uint*)&h[in[GID]&15], 1, __ATOMIC_RELAXED, 1);
    BAR;
    if (LID<16)out[GRP*16+LID] = h[LID];
}

K(reduce)
{
    local float t[128];
    t[LID] = (float)(in[GID]&0xff);
    BAR;
    for (uint s = 64; s; s >>= 1) { if (LID<s)t[LID] += t[LID+s]; BAR; }
    if (!LID)out[GRP] = as_uint(t[0]);
}

K(double)
{
    double x = (double)in[GID], y = (double)(in[GID+1]|1);
    out[GID*2] = (uint)(x/y*16.0);
    out[GID*2+1] = (uint)(__builtin_sqrt(x)+x*y*1e-9);
}

K(half)
{
    half a = (half)(float)(in[GID]&255), b = (half)(float)(in[GID+1]&15)+(half)1;
    out[GID] = (uint)(float)(a*b+a/b);
}

K(half2)
{
    global h2*p = (global h2*)in;
    h2 a = p[GID&127];
    a = (h2)((half)(float)(in[GID]&31), (half)(float)(in[GID]>>8&31));
    h2 b = a*a+a;
    out[GID] = as_uint(b);
}

K(packed)
{
    global f2*p = (global f2*)(out+2048);
    f2 a = (f2)((float)(in[GID]&255), (float)(in[GID]>>8&255));
    f2 b = a*a+a.yx;
    b = b*a.xx+b.yy;
    p[GID] = b;
    out[GID] = 0;
}

K(wide)
{
    global u4*p = (global u4*)in;
    u4 a = p[GID], b = p[GID+1];
    a = a*b.wzyx+b;
    ((global u4*)out)[GID] = a;
}

K(u3)
{
    global uint*p = in;
    u3 a = (u3)(in[GID], in[GID+1], in[GID+2]);
    a += a.zxy;
    out[GID*3] = a.x;
    out[GID*3+1] = a.y;
    out[GID*3+2] = a.z;
}

K(bytes)
{
    global uchar*p = (global uchar*)in;
    global uchar*q = (global uchar*)out;
    q[GID] = p[GID*3]+p[GID*3+1]*p[GID*3+2];
    ((global short*)q)[1024+GID] = ((global short*)p)[GID]*3;
}

K(c4)
{
    global c4*p = (global c4*)in;
    c4 a = p[GID];
    ((global c4*)out)[GID] = a*a.wzyx+(c4)(1, 2, 3, 4);
}

K(c3)
{
    global uchar*p = (global uchar*)in;
    c3 a = (c3)(p[GID], p[GID+1], p[GID+2]);
    c3 b = a.zyx+(c3)7;
    out[GID] = b.x|b.y<<8|b.z<<16;
}

K(loop)
{
    uint x = in[GID], n = in[GID]&31, s = 0;
    for (uint i = 0; i<n; i++) { if (x&1) { s += i; x = x*3+1; } else x >>= 1; if (x == 1)break; }
    out[GID] = s*1000+x;
}

K(diverge)
{
    uint x = in[GID];
    uint r;
    switch (x%7) {case 0:r = x*2; break; case 1:r = x+5; case 2:r = x^9; break; case 3:r = x>>3; break; case 4:{r =
        0; for (uint i = 0; i<(x&15); i++)r += in[i]; break; } default:r = 7; }
    out[GID] = r;
}

K(private)
{
    uint a[16];
    for (int i = 0; i<16; i++)a[i] = in[(GID+i)&1023];
    uint s = 0;
    for (int i = 0; i<16; i++)s = s*31+a[(in[GID]+i)&15];
    out[GID] = s;
}

K(privb)
{
    uchar a[33];
    for (int i = 0; i<33; i++)a[i] = in[(GID+i)&1023];
    for (int i = 1; i<33; i++)if (a[i]<a[i-1]) {uchar t = a[i]; a[i] = a[i-1]; a[i-1] = t; }
    uint s = 0;
    for (int i = 0; i<33; i++)s = s*31+a[i];
    out[GID] = s;
}

struct S
{
    uchar a;
    short b;
    uint c;
    ulong d;
    float e[3];
};

K(struct)
{
    struct S s[3];
    for (int i = 0; i<3; i++) { s[i].a = in[GID+i]; s[i].b = in[GID+i]>>3; s[i].c = in[GID+i]*5; s[i].d =
        (ulong)in[GID]*in[GID+i]; for (int j = 0; j<3; j++)s[i].e[j] = (float)(in[GID+j]&15); }
    struct S t = s[in[GID]%3];
    out[GID] = t.a+t.b+t.c+(uint)(t.d>>32)+(uint)t.e[in[GID]%3];
}

K(bits)
{
    uint x = in[GID];
    ulong y = (ulong)x<<32|in[GID+1];
    uint r =
        __builtin_popcount(x)+__builtin_clz(x|1)*3+__builtin_ctz(x|0x80000000)*5+__builtin_bitreverse32(x)+__builtin_popcountl(y)+__builtin_clzl(y|1)+(uint)(__builtin_bitreverse64(y)>>7)+(x<<7|x>>25)+__builtin_amdgcn_ubfe(x,
        3, 9)+__builtin_amdgcn_sbfe(x, 5, 7)+__builtin_amdgcn_alignbit(x, (uint)y, 11)+__builtin_amdgcn_perm(x,
        (uint)y, 0x02050701);
    out[GID] = r;
}

K(div)
{
    uint a = in[GID], b = in[GID+1]|1;
    int c = (int)a, d = (int)b;
    ulong e = (ulong)a*77777, f = (ulong)b+3;
    long g = (long)e-(long)f*9;
    out[GID*4] = a/b+a%b;
    out[GID*4+1] = c/(d?d:1)+c%(d?d:1);
    out[GID*4+2] = (uint)(e/f+e%f);
    out[GID*4+3] = (uint)(g/(long)f);
}

K(div8)
{
    uchar a = in[GID], b = in[GID]>>8|1;
    short c = in[GID]>>3, d = in[GID]>>7|1;
    out[GID] = a/b+a%b*3+c/d+c%d;
}

K(i128)
{
    unsigned __int128 a = (unsigned __int128)in[GID]*0x123456789abcdefUL, b = a*a+(a>>7);
    out[GID] = (uint)(b>>64)+(uint)b+(uint)(b>>100);
}

K(dpp)
{
    uint x = in[GID];
    uint r = __builtin_amdgcn_update_dpp(0, x, 0x111, 15, 15, 1);
    r += __builtin_amdgcn_update_dpp(x, x, 0xb1, 15, 15, 0)*3;
    r += __builtin_amdgcn_mov_dpp(x, 0x4e, 15, 15, 1)*5;
    r += __builtin_amdgcn_update_dpp(7, x, 0x142, 10, 15, 0);
    r += __builtin_amdgcn_update_dpp(x, r, 0x118, 15, 15, 0);
    out[GID] = r;
}

K(swz)
{
    uint x = in[GID];
    uint r = __builtin_amdgcn_ds_swizzle(x, 0x041f)+__builtin_amdgcn_ds_bpermute((LID*5&63)*4,
        x)*3+__builtin_amdgcn_ds_permute((LID^9)*4, x)*7;
    out[GID] = r;
}

K(lane)
{
    uint x = in[GID];
    uint f = __builtin_amdgcn_readfirstlane(x), g = __builtin_amdgcn_readlane(x, GRP&31);
    ulong m = __builtin_amdgcn_ballot_w64(x&1);
    out[GID] = f+g+(uint)m+__builtin_amdgcn_mbcnt_hi((uint)(m>>32), __builtin_amdgcn_mbcnt_lo((uint)m, 0));
}

K(mfma)
{
    h4 a, b;
    for (int i = 0; i<4; i++) {a[i] = (half)(float)((in[GID+i])&7); b[i] = (half)(float)((in[GID+i]>>4)&7); }
    f4 c = (f4)(1, 2, 3, 4);
    c = __builtin_amdgcn_mfma_f32_16x16x16f16(a, b, c, 0, 0, 0);
    c = __builtin_amdgcn_mfma_f32_16x16x16f16(b, a, c, 0, 0, 0);
    for (int i = 0; i<4; i++)out[GID*4+i] = as_uint(c[i]);
}

K(mfma32)
{
    f16v c;
    for (int i = 0; i<16; i++)c[i] = i;
    float a = (float)(in[GID]&3), b = (float)(in[GID]>>2&3);
    for (int j = 0; j<3; j++) {c = __builtin_amdgcn_mfma_f32_32x32x2f32(a, b, c, 0, 0, 0); a += 1; }
    for (int i = 0; i<16; i++)out[GID*16+i] = as_uint(c[i]);
}

K(mfmad)
{
    d4 c = (d4)(1, 2, 3, 4);
    double a = (double)(in[GID]&3), b = (double)(in[GID]>>2&3);
    c = __builtin_amdgcn_mfma_f64_16x16x4f64(a, b, c, 0, 0, 0);
    for (int i = 0; i<4; i++)out[GID*4+i] = (uint)c[i];
}

K(mfmai)
{
    i4 c = (i4)(1, 2, 3, 4);
    long a = (long)in[GID]*0x10101, b = (long)in[GID+1]*0x1030507;
    c = __builtin_amdgcn_mfma_i32_16x16x32_i8(a, b, c, 0, 0, 0);
    for (int i = 0; i<4; i++)out[GID*4+i] = c[i];
}

K(fp8)
{
    float a = (float)(in[GID]&63)*0.25f, b = (float)(in[GID]>>6&63)*0.125f;
    uint r = __builtin_amdgcn_cvt_pk_fp8_f32(a, b, 0, 0);
    r = __builtin_amdgcn_cvt_pk_bf8_f32(b, a, r, 1);
    r = __builtin_amdgcn_cvt_sr_fp8_f32(a, 5, r, 2);
    f2 d = __builtin_amdgcn_cvt_pk_f32_fp8(r, 1);
    out[GID] = r+(uint)d.x+(uint)__builtin_amdgcn_cvt_f32_bf8(r, 3);
}

K(cvt)
{
    float f = (float)in[GID]*0.37f;
    int i = (int)f;
    uint u = (uint)f;
    ulong l = (ulong)f;
    long s = (long)-f;
    double d = (double)in[GID]*1.7;
    out[GID*4] = i+u;
    out[GID*4+1] = (uint)l+(uint)s;
    out[GID*4+2] = (uint)(ulong)(d*1e6);
    out[GID*4+3] = as_uint((float)((ulong)in[GID]*in[GID+1]));
}

K(rt)
{
    uint x = in[GID];
    out[GID] = __builtin_amdgcn_sad_u8(x, in[GID+1], 3)+__builtin_amdgcn_msad_u8(x, in[GID+1],
        3)+__builtin_amdgcn_lerp(x, in[GID+1], 1)+__builtin_amdgcn_sad_u16(x, in[GID+1], 9);
}

K(qsad)
{
    ulong q = __builtin_amdgcn_qsad_pk_u16_u8((ulong)in[GID]<<20|in[GID+1], in[GID+2], 5);
    out[GID] = (uint)q^(uint)(q>>32);
    u4 m = __builtin_amdgcn_mqsad_u32_u8((ulong)in[GID]<<20|in[GID+1], in[GID+2], (u4)(1, 2, 3, 4));
    out[GID+1024] = m.x+m.y*3+m.z*5+m.w*7;
}

K(math)
{
    float x = (float)(in[GID]&1023)*0.01f+0.5f;
    out[GID] =
        as_uint(__builtin_amdgcn_rcpf(x)+__builtin_amdgcn_sqrtf(x)+__builtin_amdgcn_rsqf(x)+__builtin_amdgcn_fractf(x)+__builtin_amdgcn_fmed3f(x,
        1.0f, 2.0f)+__builtin_amdgcn_ldexpf(x, 3)+__builtin_amdgcn_frexp_mantf(x)+__builtin_amdgcn_cubeid(x, x*0.5f,
        1.0f));
}

K(float)
{
    float x = (float)(in[GID]&1023)*0.01f+0.5f, y = (float)(in[GID+1]&1023)*0.02f+0.1f;
    out[GID] = as_uint(x/y+__builtin_sqrtf(x)+__builtin_floorf(y)+__builtin_fmaf(x, y,
        1.0f)+__builtin_rintf(x*3)+__builtin_fminf(x, y)*__builtin_copysignf(x, -y));
}

K(const)
{
    __constant static const uint t[8]={1, 4, 9, 16, 25, 36, 49, 64};
    out[GID] = t[in[GID]&7]+t[LID&7];
}

K(vecidx)
{
    u16v v;
    for (int i = 0; i<16; i++)v[i] = in[GID+i];
    v[in[GID]&15] = 99;
    out[GID] = v[in[GID+1]&15]+v[3];
}

K(vecidxu)
{
    u16v v;
    for (int i = 0; i<16; i++)v[i] = in[GID+i];
    uint n = in[0]&15;
    v[n] = 99;
    out[GID] = v[(n+1)&15]+v[n];
}

__attribute__((noinline)) uint fib(uint n)
{
    uint a = 0, b = 1;
    for (uint i = 0; i<n; i++) {uint t = a+b; a = b; b = t; }
    return a;
}

__attribute__((noinline)) ulong two(uint n, ulong k, private uint*p)
{
    *p += n;
    return k*n+fib(n&7);
}

K(calls)
{
    uint p = in[GID];
    ulong r = two(in[GID]&15, in[GID+1], &p);
    out[GID] = (uint)r+p+fib(p&15);
}

K(generic)
{
    local uint t[128];
    uint q = in[GID];
    t[LID] = q*2;
    BAR;
    generic uint*p = (in[GID]&1)?(generic uint*)&t[LID^1]:(in[GID]&2)?(generic uint*)&q:(generic uint*)&in[GID];
    *(out+GID) = *p+1;
}

K(memcpy)
{
    uint b[24];
    __builtin_memcpy(b, in+GID*4, 96);
    __builtin_memset(b+3, 0x5a, 13);
    uint s = 0;
    for (int i = 0; i<24; i++)s += b[i]*i;
    out[GID] = s;
}

K(ldswide)
{
    local u4 t[128];
    t[LID] = (u4)(in[GID], in[GID+1], LID, GRP);
    BAR;
    u4 a = t[(LID*7)&127];
    local uchar*c = (local uchar*)t;
    out[GID] = a.x^a.y^a.z^a.w^c[LID*3+1]^((local ushort*)c)[LID*5];
}

K(ldsneg)
{
    local uint t[256];
    t[LID] = in[GID];
    t[LID+128] = LID;
    BAR;
    int n = (int)(in[GID]&63)-64;
    out[GID] = t[128+n]+t[n+64]+((local uchar*)t)[n+100];
}

K(early)
{
    if (in[GID]&1) {out[GID] = 5; return; }
    uint s = 0;
    for (uint i = 0; i<in[GID]%11; i++) { if (in[i]&4)continue; s += in[i]; if (s>0x80000000)return; }
    out[GID] = s;
}

K(sext)
{
    ulong x = *(global ulong*)(in+GID*2);
    out[GID] = (uint)((long)(x<<17)>>40)+(uint)(x>>13&0x7ffff)+(uint)((char)x)+(uint)((short)(x>>3));
}

K(uni)
{
    uint a = in[0], b = in[1];
    ulong c = (ulong)a<<32|b;
    c = c>>(b&31)|c<<5;
    uint s = 0;
    for (uint i = 0; i<(a&15)+3; i++) { s += in[i]*i; c = c*3+s; if (c&64)s ^= b; }
    out[GID] = s+(uint)c+(uint)(c>>32)+LID;
}

K(unib)
{
    char a = ((global char*)in)[3];
    short b = ((global short*)in)[5];
    long c = a*b;
    out[GID] = (uint)(c>>3)+((a<b)?LID:a)+(uint)(((long)a<<48)>>50)+(uint)(b>0?b:-b);
}

K(bool)
{
    bool a = in[GID]&1, b = in[GID+1]&2, c = in[0]&4;
    bool d = (a && !b) || (c^a);
    uint r = d?in[GID]:LID;
    if (a != b && d)r += c;
    out[GID] = r+(d&a);
}

K(nest)
{
    uint s = 0;
    for (uint i = 0; i<(in[GID]&7); i++)for (uint j = i; j<(in[GID+i]&7); j++) { if ((i^j)&1) {s += in[j]; continue;
        } if (s&0x100)break; s = s*3+j; }
    out[GID] = s;
}

K(h2pk)
{
    h2 a = (h2)((half)(float)(in[GID]&31), (half)2), b = (h2)((half)(float)(in[GID]>>5&31), (half)3);
    h2 r = a*b+a.yx;
    r = r.y>r.x?r.yx:r;
    union{h2 h; uint u; }
    x;
    x.h = r-b;
    out[GID] = x.u;
}

K(h3)
{
    h3 a = (h3)((half)(float)(in[GID]&31), (half)2, (half)5);
    a = a*a.zxy+a;
    union{half h; ushort u; }
    x;
    x.h = a.x+a.y*a.z;
    out[GID] = x.u;
    ((global h3*)(out+2048))[GID] = a;
}

K(s3)
{
    s3 a = ((global s3*)in)[GID];
    a = a*a.zxy+(s3)(1, 2, 3);
    ((global s3*)out)[GID] = a;
}

K(s2half)
{
    s2 a;
    a.x = in[GID];
    union{s2 s; uint u; }
    x;
    x.s = a;
    out[GID] = x.u&0xffff;
    s2 b;
    b.y = in[GID+1];
    x.s = b;
    out[GID+512] = x.u>>16;
}

K(undefhi)
{
    u2 a;
    a.x = in[GID];
    ulong q;
    union{u2 v; ulong l; }
    x;
    x.v = a;
    out[GID] = (uint)(x.l<<3>>3);
    out[GID+512] = (uint)(((long)(x.l<<32))>>35);
    out[GID+1024] = (uint)(x.l+5);
}

K(undefs)
{
    u2 a;
    a.x = in[0];
    union{u2 v; ulong l; }
    x;
    x.v = a;
    out[GID] = (uint)((short)x.l)+(uint)(x.l&0xff)+(uint)((x.l<<32)>>40);
}

K(undeff2)
{
    f2 a;
    a.x = (float)(in[GID]&255);
    f2 b = a*a+a;
    f2 c = b.xx*(f2)(1, 2);
    out[GID] = (uint)(c.x+c.y);
}

K(undeff4)
{
    f4 a;
    a.xy = (f2)((float)(in[GID]&255), 3.0f);
    f4 b = a*2.0f+a.yxwz;
    out[GID] = (uint)(b.x+b.y);
}

K(undefpart)
{
    uint r;
    if (in[GID]&1) r = in[GID+1];
    uint s = r*3;
    if (in[GID]&1) out[GID] = s;
}

K(undefloop)
{
    uint last;
    uint n = (in[GID]&3)+1;
    for (uint i = 0; i<n; i++) { uint t = last; last = in[GID+i]; if (i>0) last += t; }
    out[GID] = last;
}

K(c3pad)
{
    local c3 t[128];
    t[LID] = (c3)(in[GID], in[GID]>>8, 3);
    BAR;
    c3 a = t[LID^1];
    out[GID] = a.x+a.y*3+a.z;
}

K(f3lds)
{
    local f3 t[128];
    t[LID] = (f3)((float)(in[GID]&7), 1, 2);
    BAR;
    f3 a = t[LID^3]*2.0f;
    out[GID] = (uint)(a.x+a.y+a.z);
}

K(c16)
{
    c16 a = ((global c16*)in)[GID];
    a = a+(c16)3;
    a = a.s1032547698badcfe;
    ((global c16*)out)[GID] = a;
}

K(c8)
{
    c8 a = ((global c8*)in)[GID];
    c8 b = a>(c8)100?a:(c8)5;
    ((global c8*)out)[GID] = b;
}

K(trans)
{
    local float t[16][17];
    uint x = LID&15, y = LID>>4;
    for (uint j = 0; j<16; j += 8)t[y+j][x] = (float)(in[GID+j]&63);
    BAR;
    float s = 0;
    for (uint i = 0; i<16; i++)s += t[x][i]*t[i][y];
    out[GID] = as_uint(s);
}

K(scan)
{
    local uint t[2][128];
    uint p = 0;
    t[0][LID] = in[GID];
    BAR;
    for (uint o = 1; o<128; o <<= 1) { t[p^1][LID] = t[p][LID]+(LID >= o?t[p][LID-o]:0); p ^= 1; BAR; }
    out[GID] = t[p][LID];
}

K(sort)
{
    local uint t[128];
    t[LID] = in[GID];
    BAR;
    for (uint k = 2; k <= 128; k <<= 1)for (uint j = k>>1; j; j >>= 1) { uint l = LID^j; if (l>LID) { uint a =
        t[LID], b = t[l]; if ((a>b) == ((LID&k) == 0)) {t[LID] = b; t[l] = a; } } BAR; }
    out[GID] = t[LID];
}

K(volatile)
{
    volatile global uint*p = out+GID;
    *p = 1;
    uint s = *p;
    *p = s+2;
    out[GID+512] = *p;
}

K(fadd)
{
    volatile global atomic_uint*a = (volatile global atomic_uint*)(out+2048);
    __builtin_amdgcn_global_atomic_fadd_f32((global float*)(out+2100), 1.0f);
    out[GID] = 0;
}

K(ldsf)
{
    local float t[4];
    if (LID<4)t[LID] = 0;
    BAR;
    __builtin_amdgcn_ds_faddf((local float*)&t[LID&3], (float)(in[GID]&7), 0, 0, 0);
    BAR;
    if (LID<4)out[GRP*4+LID] = as_uint(t[LID]);
}

K(wave)
{
    uint x = in[GID];
    for (uint o = 32; o; o >>= 1)x += __builtin_amdgcn_ds_bpermute((LID^o)*4, x);
    out[GID] = x;
}

K(wavedpp)
{
    int x = in[GID]&0xffff;
    x += __builtin_amdgcn_update_dpp(0, x, 0x111, 0xf, 0xf, 0);
    x += __builtin_amdgcn_update_dpp(0, x, 0x112, 0xf, 0xf, 0);
    x += __builtin_amdgcn_update_dpp(0, x, 0x114, 0xf, 0xe, 0);
    x += __builtin_amdgcn_update_dpp(0, x, 0x118, 0xf, 0xc, 0);
    x += __builtin_amdgcn_update_dpp(0, x, 0x142, 0xa, 0xf, 0);
    x += __builtin_amdgcn_update_dpp(0, x, 0x143, 0xc, 0xf, 0);
    out[GID] = x+__builtin_amdgcn_readlane(x, 63);
}

K(pkrtz)
{
    typedef __fp16 hh __attribute__((ext_vector_type(2)));
    union{hh h; uint u; }
    x;
    float u;
    x.h = __builtin_amdgcn_cvt_pkrtz((float)(in[GID]&63), u);
    out[GID] = x.u&0xffff;
    x.h = __builtin_amdgcn_cvt_pkrtz((float)(in[GID]&63), 2.5f);
    out[GID+512] = x.u;
}

K(pku8)
{
    uint old;
    uint r = __builtin_amdgcn_cvt_pk_u8_f32((float)(in[GID]&255), 1, old);
    out[GID] = r&0xff00;
    r = __builtin_amdgcn_cvt_pk_u8_f32(3.0f, 0, __builtin_amdgcn_cvt_pk_u8_f32(5.0f, 1,
        __builtin_amdgcn_cvt_pk_u8_f32(7.0f, 2, __builtin_amdgcn_cvt_pk_u8_f32(9.0f, 3, old))));
    out[GID+512] = r;
}

K(fp8u)
{
    int old;
    uint r = __builtin_amdgcn_cvt_pk_fp8_f32((float)(in[GID]&7), 2.0f, old, 0);
    out[GID] = r&0xffff;
    r = __builtin_amdgcn_cvt_pk_bf8_f32((float)(in[GID]&7), 2.0f, old, 1);
    out[GID+512] = r>>16;
    r = __builtin_amdgcn_cvt_sr_fp8_f32((float)(in[GID]&7), 3, old, 2);
    out[GID+1024] = r>>16&255;
}

K(dot)
{
    s2 a, b;
    union{uint u; s2 s; us2 v; h2 h; }
    x, y;
    x.u = in[GID];
    y.u = in[GID+1];
    out[GID] = __builtin_amdgcn_sdot4(x.u, y.u, 5, 0)+__builtin_amdgcn_udot4(x.u, y.u, 5,
        0)+__builtin_amdgcn_sdot8(x.u, y.u, 7, 1)+__builtin_amdgcn_udot8(x.u, y.u, 7, 0)+__builtin_amdgcn_sdot2(x.s,
        y.s, 9, 0)+__builtin_amdgcn_udot2(x.v, y.v, 9, 0);
}

K(smfmac)
{
    h4 a;
    h8 b;
    for (int i = 0; i<4; i++)a[i] = (half)(float)(in[GID+i]&3);
    for (int i = 0; i<8; i++)b[i] = (half)(float)(in[GID+i]>>3&3);
    f4 c = (f4)(1, 2, 3, 4);
    c = __builtin_amdgcn_smfmac_f32_16x16x32_f16(a, b, c, in[GID]&0xffff, 0, 0);
    for (int i = 0; i<4; i++)out[GID*4+i] = as_uint(c[i]);
}

K(mfmachain)
{
    f4 c[4];
    for (int k = 0; k<4; k++)c[k] = (f4)(k);
    s4 a, b;
    for (int i = 0; i<4; i++) {a[i] = 0x3f80+(in[GID+i]&3)*0x80; b[i] = 0x3f80; }
    for (int r = 0; r<3; r++)for (int k = 0; k<4; k++)c[k] = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(a, b,
        c[(k+r)&3], 0, 0, 0);
    for (int k = 0; k<4; k++)out[GID*4+k] = as_uint(c[k][k]+c[k][0]);
}

K(mfmapriv)
{
    f16v c;
    for (int i = 0; i<16; i++)c[i] = (float)i;
    h4 a = (h4)(1, 2, 3, 4);
    for (uint i = 0; i<(in[0]&3)+1; i++) { c = __builtin_amdgcn_mfma_f32_32x32x8f16(a, a, c, 0, 0, 0); a += (h4)1; if
        (in[i]&1) c[3] += 1.0f; }
    for (int i = 0; i<16; i++)out[GID*16+i] = as_uint(c[i]);
}

K(addco)
{
    ulong a = ((ulong)in[GID]<<32|in[GID+1]), b = ((ulong)in[GID+2]<<32|in[GID+3]);
    ulong s = a+b;
    uint c = s<a;
    unsigned __int128 w = ((unsigned __int128)a<<64|b)-((unsigned __int128)b<<64|a);
    out[GID] = c+(uint)s+(uint)(w>>90);
    ulong h;
    __builtin_mul_overflow(a, b, &h);
    out[GID+512] = (uint)(h>>32);
    bool o = __builtin_add_overflow(in[GID], in[GID+1], out+GID+1024);
    out[GID+1536] = o;
}

K(sel64)
{
    ulong a = in[GID], b = (ulong)in[GID+1]<<32;
    ulong r = in[GID+2]&1?a:b;
    long q = (long)r<0?-(long)r:(long)r;
    out[GID] = (uint)(q>>32)^(uint)q;
    out[GID+512] = (r>a)+(q <= (long)b)*2;
}

K(shift)
{
    ulong a = (ulong)in[GID]<<32|in[GID+1];
    uint n = in[GID+2]&63;
    out[GID] = (uint)(a<<n)+(uint)(a>>n)+(uint)((long)a>>n)+(uint)(a<<n>>32)+(uint)(a>>n>>32);
    out[GID+512] = (uint)(a<<35>>32)+(uint)((long)a>>40);
}

K(usub)
{
    uint a = in[GID], b = in[GID+1];
    out[GID] = __builtin_elementwise_sub_sat(a, b)+__builtin_elementwise_add_sat((int)a,
        (int)b)+__builtin_elementwise_max((short)a, (short)b)+__builtin_elementwise_min((uchar)a,
        (uchar)b)+__builtin_elementwise_abs((int)a);
}

K(minmax)
{
    int a = in[GID], b = in[GID+1], c = in[GID+2];
    int m = a>b?(b>c?b:(a>c?c:a)):(a>c?a:(b>c?c:b));
    out[GID] = m+(a<b?a:b)+(a>c?a:c);
    ushort d = a, e = b;
    out[GID+512] = (d>e?d:e)+(d&~e);
}

K(goto)
{
    uint x = in[GID], s = 0;
    again: s += x&3;
    x >>= 2;
    if (s>20)goto done;
    if (x)goto again;
    s ^= 0x55;
    done: out[GID] = s;
}

K(dynpriv)
{
    ulong a[8];
    for (int i = 0; i<8; i++)a[i] = (ulong)in[GID+i]<<i;
    for (uint i = 0; i<(in[GID]&7); i++)a[(i*3)&7] += a[i];
    out[GID] = (uint)(a[in[GID+1]&7]>>3);
}

__attribute__((noinline)) uint f_a(uint x)
{
    return x*3;
}

__attribute__((noinline)) uint f_b(uint x)
{
    return x^0x55;
}

K(rec)
{
    uint s = 0;
    for (uint i = 0; i<4; i++) { s += f_a(in[GID+i])^f_b(s); }
    out[GID] = s;
}

K(time)
{
    ulong a = __builtin_readcyclecounter();
    ulong b = __builtin_amdgcn_s_memtime();
    out[GID] = (b >= a)*0+1;
}

K(mode)
{
    __builtin_amdgcn_s_setreg(0x801, 0);
    float f = (float)in[GID]*1.1f;
    out[GID] = as_uint(f)&0xffffff00;
    __builtin_amdgcn_s_sleep(1);
    __builtin_amdgcn_s_setprio(1);
    __builtin_amdgcn_sched_barrier(0);
}

K(rsrc)
{
    __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(in, 0, 4096, 0x27000);
    uint a = __builtin_amdgcn_raw_buffer_load_b32(r, GID*4, 0, 0);
    u4 b = __builtin_amdgcn_raw_buffer_load_b128(r, GID*16, 64, 0);
    u2 c = __builtin_amdgcn_raw_buffer_load_b64(r, 4090, 0, 0);
    __amdgpu_buffer_rsrc_t w = __builtin_amdgcn_make_buffer_rsrc(out, 0, 32768, 0x27000);
    __builtin_amdgcn_raw_buffer_store_b32(a+b.x+b.w+c.y, w, GID*4, 0, 0);
    __builtin_amdgcn_raw_buffer_store_b128(b, w, 8192+GID*16, 0, 0);
    __builtin_amdgcn_raw_buffer_store_b8((uchar)a, w, 16384+GID, 0, 0);
}
