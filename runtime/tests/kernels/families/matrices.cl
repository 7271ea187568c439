// Matrix instructions and dot products.

#include "common.h"

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
