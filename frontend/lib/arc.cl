/* Inverse trigonometric functions of float. */

/* atan on [0, 1]. */
float __atan_part_f32(float t)
{
    float z = t * t;
    float p = fma(z, -0x1.c919cep-10f, 0x1.6034f4p-7f);
    p = fma(z, p, -0x1.fbc2e4p-6f);
    p = fma(z, p, 0x1.da6d80p-5f);
    p = fma(z, p, -0x1.58801ap-4f);
    p = fma(z, p, 0x1.c0dd10p-4f);
    p = fma(z, p, -0x1.242cbep-3f);
    p = fma(z, p, 0x1.999388p-3f);
    p = fma(z, p, -0x1.555548p-2f);
    return fma(t * z, p, t);
}

float __atan_f32(float x)
{
    float a = fabs(x);
    bool large = a > 1.0f;
    float r = __atan_part_f32(large ? __reciprocal_f32(a) : a);
    r = large ? 0x1.921fb6p+0f - (r + 0x1.777a5cp-25f) : r;
    return copysign(r, x);
}

float __atanpi_f32(float x)
{
    float a = fabs(x);
    bool large = a > 1.0f;
    float r = __atan_part_f32(large ? __reciprocal_f32(a) : a) * 0x1.45f306p-2f;
    r = large ? 0.5f - r : r;
    return copysign(r, x);
}

/* The smaller of |x| and |y| divided by the larger; 0 of two zeros, 1 of two infinities. */
float __slope_f32(float x, float y)
{
    float high = fmax(fabs(x), fabs(y));
    float low = fmin(fabs(x), fabs(y));
    int e = 1 - __exponent_f32(high);
    float t = __quotient_f32(ldexp(low, e), ldexp(high, e));
    t = high == __builtin_inff() ? 0.0f : t;
    t = high == low ? 1.0f : t;
    return high == 0.0f ? 0.0f : t;
}

float __atan2_f32(float y, float x)
{
    float r = __atan_part_f32(__slope_f32(x, y));
    r = fabs(y) > fabs(x) ? 0x1.921fb6p+0f - (r + 0x1.777a5cp-25f) : r;
    r = as_int(x) < 0 ? 0x1.921fb6p+1f - (r + 0x1.777a5cp-24f) : r;
    r = copysign(r, y);
    return isunordered(x, y) ? __builtin_nanf("") : r;
}

float __atan2pi_f32(float y, float x)
{
    float r = __atan_part_f32(__slope_f32(x, y)) * 0x1.45f306p-2f;
    r = fabs(y) > fabs(x) ? 0.5f - r : r;
    r = as_int(x) < 0 ? 1.0f - r : r;
    r = copysign(r, y);
    return isunordered(x, y) ? __builtin_nanf("") : r;
}

/* (asin(x) - x) / x for x^2 = z <= 1/4. */
float __asin_part_f32(float z)
{
    float p = fma(z, 0x1.5cb2e0p-5f, 0x1.8a0a92p-6f);
    p = fma(z, p, 0x1.74770ap-5f);
    p = fma(z, p, 0x1.3305b2p-4f);
    p = fma(z, p, 0x1.5555acp-3f);
    return z * p;
}

float __asin_f32(float x)
{
    float a = fabs(x);
    bool large = a > 0.5f;
    float z = large ? fma(-0.5f, a, 0.5f) : a * a;
    float s = large ? __root_f32(z) : a;
    float r = fma(s, __asin_part_f32(z), s);
    r = large ? 0x1.921fb6p+0f - fma(2.0f, r, 0x1.777a5cp-25f) : r;
    r = copysign(r, x);
    return a <= 1.0f ? r : __builtin_nanf("");
}

float __acos_f32(float x)
{
    float a = fabs(x);
    bool large = a > 0.5f;
    float z = large ? fma(-0.5f, a, 0.5f) : a * a;
    float s = large ? __root_f32(z) : x;
    float p = __asin_part_f32(z);
    float r = fma(s, p, s);
    float near = 2.0f * r;
    near = x < 0.0f ? 0x1.921fb6p+1f - (near + 0x1.777a5cp-24f) : near;
    float far = 0x1.921fb6p+0f - (r + 0x1.777a5cp-25f);
    r = large ? near : far;
    return a <= 1.0f ? r : __builtin_nanf("");
}

float __asinpi_f32(float x)
{
    float a = fabs(x);
    bool large = a > 0.5f;
    float z = large ? fma(-0.5f, a, 0.5f) : a * a;
    float s = large ? __root_f32(z) : a;
    float r = fma(s, __asin_part_f32(z), s) * 0x1.45f306p-2f;
    r = large ? fma(-2.0f, r, 0.5f) : r;
    r = copysign(r, x);
    return a <= 1.0f ? r : __builtin_nanf("");
}

float __acospi_f32(float x)
{
    float a = fabs(x);
    bool large = a > 0.5f;
    float z = large ? fma(-0.5f, a, 0.5f) : a * a;
    float s = large ? __root_f32(z) : x;
    float r = fma(s, __asin_part_f32(z), s) * 0x1.45f306p-2f;
    float near = x < 0.0f ? fma(-2.0f, r, 1.0f) : 2.0f * r;
    r = large ? near : 0.5f - r;
    return a <= 1.0f ? r : __builtin_nanf("");
}
