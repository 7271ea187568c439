/* Math that has an instruction. The instructions flush denormals; where a function may not, the operand is scaled. */

float __native_exp2_f32(float x) { return __builtin_amdgcn_exp2f(x); }
float __native_log2_f32(float x) { return __builtin_amdgcn_logf(x); }
float __native_exp_f32(float x) { return __builtin_amdgcn_exp2f(x * 0x1.715476p+0f); }
float __native_exp10_f32(float x) { return __builtin_amdgcn_exp2f(x * 0x1.a934f0p+1f); }
float __native_log_f32(float x) { return __builtin_amdgcn_logf(x) * 0x1.62e430p-1f; }
float __native_log10_f32(float x) { return __builtin_amdgcn_logf(x) * 0x1.344136p-2f; }
float __native_powr_f32(float x, float y) { return __builtin_amdgcn_exp2f(y * __builtin_amdgcn_logf(x)); }
float __native_recip_f32(float x) { return __builtin_amdgcn_rcpf(x); }
float __native_rsqrt_f32(float x) { return __builtin_amdgcn_rsqf(x); }
float __native_sqrt_f32(float x) { return __builtin_amdgcn_sqrtf(x); }

/* The instructions take revolutions. */

float __native_sin_f32(float x) { return __builtin_amdgcn_sinf(__builtin_amdgcn_fractf(x * 0x1.45f306p-3f)); }
float __native_cos_f32(float x) { return __builtin_amdgcn_cosf(__builtin_amdgcn_fractf(x * 0x1.45f306p-3f)); }

float __native_tan_f32(float x)
{
    float turns = __builtin_amdgcn_fractf(x * 0x1.45f306p-3f);
    return __builtin_amdgcn_sinf(turns) * __builtin_amdgcn_rcpf(__builtin_amdgcn_cosf(turns));
}

float __rsqrt_f32(float x)
{
    bool small = x < 0x1p-126f;
    float r = __builtin_amdgcn_rsqf(small ? x * 0x1p+24f : x);
    return small ? r * 0x1p+12f : r;
}

/* Twenty-four significant bits are enough for the fast multiplication. */

int __mul24_i32(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
uint __mul24_u32(uint x, uint y) { return (x & 0xffffff) * (y & 0xffffff); }
