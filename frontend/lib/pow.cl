/* Powers of float: log2 of the base in two floats, times the exponent, and back. */

/* log2(x) of a positive finite x as a sum of two floats, good to about 2^-30. */
float __log2_extended_f32(float x, float *low)
{
    /* What is below sqrt(1/2) goes up by half, so that the logarithm of the rest is around zero. */
    float m = __mantissa_f32(x);
    int lower = m < 0x1.6a09e6p-1f ? 1 : 0;
    m = ldexp(m, lower);
    int e = __exponent_f32(x) - lower;
    float f = m - 1.0f;
    float d = m + 1.0f;
    float d_low = m - (d - 1.0f);
    float q = __reciprocal_f32(d);
    float s = f * q;
    float rest = fma(-s, d, f);
    rest = fma(-s, d_low, rest);
    float s_low = rest * q;
    float z = s * s;
    float p = fma(z, 0x1.ba5632p-2f, 0x1.274874p-1f);
    p = fma(z, p, 0x1.ec70d6p-1f);
    float h = s * 0x1.715476p+1f;
    float l = fma(s, 0x1.715476p+1f, -h);
    l = fma(s, 0x1.4ae0c0p-25f, l);
    l = fma(s_low, 0x1.715476p+1f, l);
    l = fma(s * z, p, l);
    float n = (float)e;
    float sum = n + h;
    float carried = e == 0 ? 0.0f : (n - sum) + h;
    l = l + carried;
    float high = sum + l;
    *low = (sum - high) + l;
    return high;
}

/* 2^(y (h + l)) for an exponent of two floats. */
float __exp2_product_f32(float h, float l, float y, float y_low)
{
    float ph = y * h;
    float pl = fma(y, h, -ph);
    pl = fma(y, l, pl);
    pl = fma(y_low, h, pl);
    bool huge = fabs(ph) > 300.0f;
    float r = __exp2_split_f32(huge ? 0.0f : ph, huge ? 0.0f : pl, 0);
    float limit = ph > 0.0f ? __builtin_inff() : 0.0f;
    return huge ? limit : r;
}

/* 0 no integer, 1 odd, 2 even. */
int __parity_f32(float y)
{
    float a = fabs(y);
    if (a >= 0x1p+24f)
        return 2;
    float t = trunc(a);
    if (t != a)
        return 0;
    return ((int)t & 1) ? 1 : 2;
}

float __pow_f32(float x, float y)
{
    float a = fabs(x);
    bool ordinary = a > 0.0f && a < __builtin_inff() && fabs(y) < __builtin_inff();
    float l;
    float h = __log2_extended_f32(ordinary ? a : 1.0f, &l);
    float r = __exp2_product_f32(h, l, ordinary ? y : 0.0f, 0.0f);
    int parity = __parity_f32(y);
    if (!ordinary) {
        bool y_infinite = fabs(y) == __builtin_inff();
        bool grows = y_infinite ? (a > 1.0f) == (y > 0.0f) : (a > 1.0f) == (y > 0.0f);
        r = grows ? __builtin_inff() : 0.0f;
        r = y_infinite && a == 1.0f ? 1.0f : r;
        r = x != x || y != y ? __builtin_nanf("") : r;
    }
    bool negative = as_int(x) < 0;
    r = negative && parity == 1 ? -r : r;
    r = ordinary && negative && parity == 0 ? __builtin_nanf("") : r;
    return y == 0.0f || x == 1.0f ? 1.0f : r;
}

float __powr_f32(float x, float y)
{
    bool ordinary = x > 0.0f && x < __builtin_inff() && fabs(y) < __builtin_inff();
    float l;
    float h = __log2_extended_f32(ordinary ? x : 1.0f, &l);
    float r = __exp2_product_f32(h, l, ordinary ? y : 0.0f, 0.0f);
    if (ordinary)
        return r;
    bool y_infinite = fabs(y) == __builtin_inff();
    r = (x > 1.0f) == (y > 0.0f) ? __builtin_inff() : 0.0f;
    bool edge = x == 0.0f || x == __builtin_inff();
    bool undefined = x < 0.0f || x != x || y != y || (y == 0.0f && edge) || (y_infinite && x == 1.0f);
    return undefined ? __builtin_nanf("") : r;
}

float __pown_f32(float x, int n)
{
    float a = fabs(x);
    bool ordinary = a > 0.0f && a < __builtin_inff();
    float l;
    float h = __log2_extended_f32(ordinary ? a : 1.0f, &l);
    float y = (float)n;
    float y_low = (float)((long)n - (long)y);
    float r = __exp2_product_f32(h, l, y, y_low);
    float edge = (a > 1.0f) == (n > 0) ? __builtin_inff() : 0.0f;
    r = ordinary ? r : edge;
    r = x != x ? x : r;
    r = as_int(x) < 0 && (n & 1) ? -r : r;
    return n == 0 ? 1.0f : r;
}

float __cbrt_f32(float x)
{
    bool tiny = fabs(x) < 0x1p-126f;
    float s = fabs(tiny ? x * 0x1p+24f : x);
    float t = native_exp2(native_log2(s) * 0x1.555556p-2f);
    /* One Newton step. */
    float square = t * t;
    t = fma(fma(-square, t, s), __reciprocal_f32(3.0f * square), t);
    t = tiny ? t * 0x1p-8f : t;
    return x == 0.0f | !isfinite(x) ? x : copysign(t, x);
}

float __rsqrt_f32(float x) { return 1.0f / sqrt(x); }
float __native_recip_f32(float x) { return 1.0f / x; }
float __native_rsqrt_f32(float x) { return 1.0f / sqrt(x); }
float __native_sqrt_f32(float x) { return sqrt(x); }
