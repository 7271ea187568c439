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

/* Of a double, reciprocals and reciprocal roots are starting values: at least 24 bits of them are right. */

double __rsqrt_f64(double x)
{
    double r = __builtin_amdgcn_rsq(x);
    double e = fma(-x * r, r, 1.0);
    /* 1 / sqrt(1 - e). Zeros and infinities have their result already; then e is no number. */
    double refined = fma(r * e, fma(e, 0.375, 0.5), r);
    return e != e ? r : refined;
}

double __root_parts_f64(double x, double *low)
{
    double r = x == 0.0 ? 0.0 : __builtin_amdgcn_rsq(x);
    double s = x * r;
    double h = 0.5 * r;
    double e = fma(-h, s, 0.5);
    s = fma(s, e, s);
    h = fma(h, e, h);
    *low = fma(-s, s, x) * h;
    return s;
}

double __root_f64(double x)
{
    double low;
    double high = __root_parts_f64(x, &low);
    return high + low;
}

double __reciprocal_f64(double x)
{
    double r = __builtin_amdgcn_rcp(x);
    return fma(fma(-x, r, 1.0), r, r);
}

double __quotient_f64(double n, double d)
{
    double r = __reciprocal_f64(d);
    double q = n * r;
    return fma(fma(-q, d, n), r, q);
}

float __reciprocal_f32(float x) { return __builtin_amdgcn_rcpf(x); }
float __quotient_f32(float n, float d) { return n * __builtin_amdgcn_rcpf(d); }
float __root_f32(float x) { return __builtin_amdgcn_sqrtf(x); }

float __mantissa_f32(float x) { return __builtin_amdgcn_frexp_mantf(x); }
double __mantissa_f64(double x) { return __builtin_amdgcn_frexp_mant(x); }
int __exponent_f32(float x) { return __builtin_amdgcn_frexp_expf(x); }
int __exponent_f64(double x) { return __builtin_amdgcn_frexp_exp(x); }

/* Twenty-four significant bits are enough for the fast multiplication. */

int __mul24_i32(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
uint __mul24_u32(uint x, uint y) { return (x & 0xffffff) * (y & 0xffffff); }
