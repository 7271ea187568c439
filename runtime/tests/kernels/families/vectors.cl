// Packed halves and shorts, bytes, vectors of odd and of large sizes, variable indices.

#include "common.h"

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

K(c3pad)
{
    local c3 t[128];
    t[LID] = (c3)(in[GID], in[GID]>>8, 3);
    BAR;
    c3 a = t[LID^1];
    out[GID] = a.x+a.y*3+a.z;
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
