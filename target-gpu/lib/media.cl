/* The extensions cl_amd_media_ops and cl_amd_media_ops2. Vectors go element by element. */

uint amd_bitalign(uint high, uint low, uint shift) { return __builtin_amdgcn_alignbit(high, low, shift); }
uint amd_bytealign(uint high, uint low, uint shift) { return __builtin_amdgcn_alignbyte(high, low, shift); }
uint amd_lerp(uint a, uint b, uint round) { return __builtin_amdgcn_lerp(a, b, round); }
uint amd_sad(uint a, uint b, uint sum) { return __builtin_amdgcn_sad_u8(a, b, sum); }
uint amd_sadhi(uint a, uint b, uint sum) { return __builtin_amdgcn_sad_hi_u8(a, b, sum); }
uint amd_sadw(uint a, uint b, uint sum) { return __builtin_amdgcn_sad_u16(a, b, sum); }
uint amd_msad(uint a, uint b, uint sum) { return __builtin_amdgcn_msad_u8(a, b, sum); }
ulong amd_qsad(ulong a, uint b, ulong sum) { return __builtin_amdgcn_qsad_pk_u16_u8(a, b, sum); }
ulong amd_mqsad(ulong a, uint b, ulong sum) { return __builtin_amdgcn_mqsad_pk_u16_u8(a, b, sum); }
uint amd_sadd(uint a, uint b, uint sum) { return (a > b ? a - b : b - a) + sum; }
uint amd_bfm(uint width, uint offset) { return ((1u << width) - 1u) << offset; }
float amd_unpack0(uint packed) { return (float)(packed & 0xff); }
float amd_unpack1(uint packed) { return (float)(packed >> 8 & 0xff); }
float amd_unpack2(uint packed) { return (float)(packed >> 16 & 0xff); }
float amd_unpack3(uint packed) { return (float)(packed >> 24); }

/* The field is at the low end where it would reach behind the high end; its sign is copied if the type has one. */

T __amd_bfe__T(T source, uint offset, uint width)
{
    offset &= 31;
    width &= 31;
    if (width == 0)
        return 0;
    return offset + width < 32 ? source << (32 - offset - width) >> (32 - width) : source >> offset;
}

uint amd_sad4(uint4 a, uint4 b, uint sum)
{
    sum = amd_sad(a.x, b.x, sum);
    sum = amd_sad(a.y, b.y, sum);
    sum = amd_sad(a.z, b.z, sum);
    return amd_sad(a.w, b.w, sum);
}

uint amd_pack(float4 v)
{
    uint4 bytes = convert_uint4_sat_rte(clamp(v, 0.0f, 255.0f));
    return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
}

T __amd_min3__T(T a, T b, T c) { return min(a, min(b, c)); }
T __amd_max3__T(T a, T b, T c) { return max(a, max(b, c)); }
T __amd_median3__T(T a, T b, T c) { return max(min(a, b), min(max(a, b), c)); }
