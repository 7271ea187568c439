/* Sine, cosine and tangent of float.

   The argument is reduced by multiples of pi/2 in double: two constants of pi/2 are exact enough up to 2^28. Beyond,
   the bits of 2/pi that matter are multiplied in integers (Payne and Hanek). */

__constant uint __two_over_pi[7] = {0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};

/* |x| >= 2^28: the quadrant, and the rest in [-pi/4, pi/4]. */
int __reduce_large_f32(float x, float *rest)
{
    uint bits = as_uint(x) & 0x7fffffff;
    /* |x| = m 2^e with an integer m of 24 bits; e is 5 to 104. Bits of 2/pi above 2^(1-e) give multiples of four. */
    uint start = (bits >> 23) - 152;
    ulong m = (bits & 0x7fffff) | 0x800000;
    uint word = start >> 5;
    uint shift = start & 31;
    uint w0 = __two_over_pi[word];
    uint w1 = __two_over_pi[word + 1];
    uint w2 = __two_over_pi[word + 2];
    uint w3 = __two_over_pi[word + 3];
    uint q0 = (uint)((((ulong)w0 << 32 | w1) << shift) >> 32);
    uint q1 = (uint)((((ulong)w1 << 32 | w2) << shift) >> 32);
    uint q2 = (uint)((((ulong)w2 << 32 | w3) << shift) >> 32);
    ulong low = m * q2;
    ulong middle = m * q1 + (low >> 32);
    ulong high = ((m * q0) << 32) + middle;
    /* The top two bits count quadrants; what follows is the fraction of one. */
    ulong fraction = high << 2 | (uint)low >> 30;
    int quadrant = (int)(high >> 62);
    quadrant += (int)(fraction >> 63);
    double r = (double)(long)fraction * 0x1.921fb54442d18p-64;
    bool negative = as_int(x) < 0;
    *rest = isfinite(x) ? (float)(negative ? -r : r) : __builtin_nanf("");
    return negative ? -quadrant : quadrant;
}

/* The rest is no number for an infinity. */
int __reduce_f32(float x, float *rest)
{
    if (fabs(x) >= 0x1p+28f)
        return __reduce_large_f32(x, rest);
    double d = x;
    double n = rint(d * 0x1.45f306dc9c883p-1);
    double r = fma(-n, 0x1.921fb54442d18p+0, d);
    r = fma(-n, 0x1.1a62633145c07p-54, r);
    *rest = (float)r;
    return (int)n;
}

/* sin and cos on [-pi/4, pi/4]. */
float __sin_part_f32(float r)
{
    float z = r * r;
    float p = fma(z, 0x1.6c95d8p-19f, -0x1.a00eaap-13f);
    p = fma(z, p, 0x1.111108p-7f);
    p = fma(z, p, -0x1.555556p-3f);
    return fma(r * z, p, r);
}

float __cos_part_f32(float r)
{
    float z = r * r;
    float p = fma(z, 0x1.9a4a74p-16f, -0x1.6c0e0ap-10f);
    p = fma(z, p, 0x1.55554ep-5f);
    return fma(z, fma(z, p, -0.5f), 1.0f);
}

/* -v for every other half turn. */
float __flip_f32(float v, int quadrant) { return as_float(as_int(v) ^ ((quadrant & 2) << 30)); }

float __sin_f32(float x)
{
    float r;
    int n = __reduce_f32(x, &r);
    float s = __sin_part_f32(r);
    float c = __cos_part_f32(r);
    float v = __flip_f32((n & 1) ? c : s, n);
    return x == 0.0f ? x : v;
}

float __cos_f32(float x)
{
    float r;
    int n = __reduce_f32(x, &r);
    float s = __sin_part_f32(r);
    float c = __cos_part_f32(r);
    return __flip_f32((n & 1) ? -s : c, n);
}

float __sincos_f32(float x, float *cosine)
{
    float r;
    int n = __reduce_f32(x, &r);
    float s = __sin_part_f32(r);
    float c = __cos_part_f32(r);
    *cosine = __flip_f32((n & 1) ? -s : c, n);
    float sine = __flip_f32((n & 1) ? c : s, n);
    return x == 0.0f ? x : sine;
}

/* tan on [-pi/4, pi/4]. */
float __tan_part_f32(float r)
{
    float z = r * r;
    float p = fma(z, 0x1.2c52aep-8f, -0x1.2fd6c0p-12f);
    p = fma(z, p, 0x1.6b7c80p-7f);
    p = fma(z, p, 0x1.5b6f80p-6f);
    p = fma(z, p, 0x1.baeddcp-5f);
    p = fma(z, p, 0x1.110d92p-3f);
    p = fma(z, p, 0x1.55555ep-2f);
    return fma(r * z, p, r);
}

float __tan_f32(float x)
{
    float r;
    int n = __reduce_f32(x, &r);
    float t = __tan_part_f32(r);
    float v = (n & 1) ? -__reciprocal_f32(t) : t;
    return x == 0.0f ? x : v;
}

float __native_sin_f32(float x) { return __sin_f32(x); }
float __native_cos_f32(float x) { return __cos_f32(x); }
float __native_tan_f32(float x) { return __tan_f32(x); }

/* Good to 2^-13 for |x| <= 2^16, which is more than 8192 units of the last place ask for. */
int __half_reduce_f32(float x, float *sine, float *cosine)
{
    float n = rint(x * 0x1.45f306p-1f);
    float r = fma(-n, 0x1.921fb6p+0f, x);
    r = fma(n, 0x1.777a5cp-25f, r);
    float z = r * r;
    *sine = fma(r * z, fma(z, 0x1.0d0c5ap-7f, -0x1.555046p-3f), r);
    *cosine = fma(z, fma(z, 0x1.4e4cfep-5f, -0x1.ffee2ep-2f), 1.0f);
    return (int)n;
}

float __half_sin_f32(float x)
{
    float s, c;
    int n = __half_reduce_f32(x, &s, &c);
    return __flip_f32((n & 1) ? c : s, n);
}

float __half_cos_f32(float x)
{
    float s, c;
    int n = __half_reduce_f32(x, &s, &c);
    return __flip_f32((n & 1) ? -s : c, n);
}

float __half_tan_f32(float x)
{
    float s, c;
    int n = __half_reduce_f32(x, &s, &c);
    return __quotient_f32((n & 1) ? -c : s, (n & 1) ? s : c);
}

/* Multiples of pi: x = n/2 + r exactly, modulo 2; r is no number for an infinity. */
int __reduce_pi_f32(float x, float *rest)
{
    float t = x - 2.0f * rint(x * 0.5f);
    float n = rint(2.0f * t);
    *rest = fma(-0.5f, n, t) * 0x1.921fb6p+1f;
    return (int)n;
}

float __sinpi_f32(float x)
{
    float r;
    int n = __reduce_pi_f32(x, &r);
    float s = __sin_part_f32(r);
    float c = __cos_part_f32(r);
    float v = __flip_f32((n & 1) ? c : s, n);
    /* A whole number gives a zero of the argument's sign. */
    return v == 0.0f ? copysign(0.0f, x) : v;
}

float __cospi_f32(float x)
{
    float r;
    int n = __reduce_pi_f32(x, &r);
    float s = __sin_part_f32(r);
    float c = __cos_part_f32(r);
    float v = __flip_f32((n & 1) ? -s : c, n);
    return v == 0.0f ? 0.0f : v;
}

float __tanpi_f32(float x)
{
    float r;
    int n = __reduce_pi_f32(x, &r);
    float p = __tan_part_f32(r);
    float v = (n & 1) ? -__reciprocal_f32(p) : p;
    /* Zeros and poles have the signs the standard wants. */
    float zero = __flip_f32(copysign(0.0f, x), n);
    float pole = n < 0 ? -__builtin_inff() : __builtin_inff();
    return r == 0.0f ? ((n & 1) ? pole : zero) : v;
}
