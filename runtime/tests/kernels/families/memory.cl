// Private, local, constant and generic memory, copies and objects of all sizes.

#include "common.h"

K(copy)
{
    out[GID] = in[GID]*3+1;
}

K(lds)
{
    local uint t[128];
    t[LID] = in[GID];
    BAR;
    out[GID] = t[127-LID]+t[LID^5];
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

K(const)
{
    __constant static const uint t[8]={1, 4, 9, 16, 25, 36, 49, 64};
    out[GID] = t[in[GID]&7]+t[LID&7];
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

K(f3lds)
{
    local f3 t[128];
    t[LID] = (f3)((float)(in[GID]&7), 1, 2);
    BAR;
    f3 a = t[LID^3]*2.0f;
    out[GID] = (uint)(a.x+a.y+a.z);
}

K(volatile)
{
    volatile global uint*p = out+GID;
    *p = 1;
    uint s = *p;
    *p = s+2;
    out[GID+512] = *p;
}

K(dynpriv)
{
    ulong a[8];
    for (int i = 0; i<8; i++)a[i] = (ulong)in[GID+i]<<i;
    for (uint i = 0; i<(in[GID]&7); i++)a[(i*3)&7] += a[i];
    out[GID] = (uint)(a[in[GID+1]&7]>>3);
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
