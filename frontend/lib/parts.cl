/* Taking floats apart. */

float __fract_f32(float x, float *whole)
{
    float w = floor(x);
    *whole = w;
    float r = fmin(x - w, 0x1.fffffep-1f);
    r = isinf(x) ? copysign(0.0f, x) : r;
    return x != x ? x : r;
}

float __modf_f32(float x, float *whole)
{
    float w = trunc(x);
    *whole = w;
    float r = isinf(x) ? 0.0f : x - w;
    return x != x ? x : copysign(r, x);
}

float __frexp_f32(float x, int *exponent)
{
    uint bits = as_uint(x);
    uint a = bits & 0x7fffffff;
    bool plain = a != 0 && a < 0x7f800000;
    bool tiny = a < 0x00800000;
    float s = tiny ? x * 0x1p+24f : x;
    uint sbits = as_uint(s);
    int e = (int)(sbits >> 23 & 0xff) - 126 - (tiny ? 24 : 0);
    *exponent = plain ? e : 0;
    return plain ? as_float((sbits & 0x807fffff) | 0x3f000000) : x;
}

float __nextafter_f32(float x, float y)
{
    if (isnan(x) || isnan(y))
        return __builtin_nanf("");
    if (x == y)
        return y;
    int bits = as_int(x);
    if (x == 0.0f)
        return copysign(as_float(1), y);
    bool away = (x < y) == (x > 0.0f);
    return as_float(away ? bits + 1 : bits - 1);
}

float __maxmag_f32(float x, float y)
{
    float a = fabs(x);
    float b = fabs(y);
    return a > b ? x : (b > a ? y : fmax(x, y));
}

float __minmag_f32(float x, float y)
{
    float a = fabs(x);
    float b = fabs(y);
    return a < b ? x : (b < a ? y : fmin(x, y));
}

/* The remainder of |x| / |y| with integers, exact; the quotient's low bits come with it. */
float __remainder_steps_f32(float x, float y, uint *quotient)
{
    uint a = as_uint(fabs(x));
    uint b = as_uint(fabs(y));
    int ea = (int)(a >> 23);
    int eb = (int)(b >> 23);
    uint ma = a & 0x7fffff;
    uint mb = b & 0x7fffff;
    ma = ea ? ma | 0x800000 : ma;
    mb = eb ? mb | 0x800000 : mb;
    ea = ea ? ea : 1;
    eb = eb ? eb : 1;
    *quotient = 0;
    if (a == 0)
        return 0.0f;
    /* Denormals are normalized, so that one subtraction is enough for each bit. */
    int sa = (int)clz(ma) - 8;
    int sb = (int)clz(mb) - 8;
    ma <<= sa;
    ea -= sa;
    mb <<= sb;
    eb -= sb;
    uint q = 0;
    if (ea < eb)
        return fabs(x);
    int steps = ea - eb;
    while (steps > 0) {
        uint more = ma >= mb ? 1 : 0;
        ma -= more ? mb : 0;
        q = (q << 1) | more;
        ma <<= 1;
        steps--;
    }
    uint more = ma >= mb ? 1 : 0;
    ma -= more ? mb : 0;
    q = (q << 1) | more;
    *quotient = q;
    return ldexp((float)ma, eb - 150);
}

float __fmod_f32(float x, float y)
{
    if (!isfinite(x) || isnan(y) || y == 0.0f)
        return __builtin_nanf("");
    if (isinf(y))
        return x;
    uint q;
    return copysign(__remainder_steps_f32(x, y, &q), x);
}

float __remquo_f32(float x, float y, int *quotient)
{
    *quotient = 0;
    if (!isfinite(x) || isnan(y) || y == 0.0f)
        return __builtin_nanf("");
    if (isinf(y))
        return x;
    uint q;
    float r = __remainder_steps_f32(x, y, &q);
    float b = fabs(y);
    /* To the nearest multiple, ties to the even quotient. Half of |y| may round: compare twice the remainder. */
    bool up = b < 0x1p+126f ? (r + r > b || (r + r == b && (q & 1))) : (r > 0.5f * b || (r == 0.5f * b && (q & 1)));
    r = up ? r - b : r;
    q = up ? q + 1 : q;
    bool negative = (as_int(x) < 0) != (as_int(y) < 0);
    int low = (int)(q & 0x7f);
    *quotient = negative ? -low : low;
    r = as_int(x) < 0 ? -r : r;
    return r == 0.0f ? copysign(0.0f, x) : r;
}

float __remainder_f32(float x, float y)
{
    int q;
    return __remquo_f32(x, y, &q);
}
