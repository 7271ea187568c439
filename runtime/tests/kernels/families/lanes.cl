// Work-items that exchange values: through lanes and through local memory.

#include "common.h"

K(reduce)
{
    local float t[128];
    t[LID] = (float)(in[GID]&0xff);
    BAR;
    for (uint s = 64; s; s >>= 1) { if (LID<s)t[LID] += t[LID+s]; BAR; }
    if (!LID)out[GRP] = as_uint(t[0]);
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
