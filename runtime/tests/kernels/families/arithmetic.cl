// Integers of all widths, floats, conversions, bits, modes.

#include "common.h"

K(double)
{
    double x = (double)in[GID], y = (double)(in[GID+1]|1);
    out[GID*2] = (uint)(x/y*16.0);
    out[GID*2+1] = (uint)(__builtin_sqrt(x)+x*y*1e-9);
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

K(sext)
{
    ulong x = *(global ulong*)(in+GID*2);
    out[GID] = (uint)((long)(x<<17)>>40)+(uint)(x>>13&0x7ffff)+(uint)((char)x)+(uint)((short)(x>>3));
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

K(time)
{
    ulong a = __builtin_readcyclecounter();
#ifdef __GFX9__
    ulong b = __builtin_amdgcn_s_memtime();
#else
    ulong b = __builtin_readcyclecounter();
#endif
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
