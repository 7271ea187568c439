/* Taking numbers apart. */

REAL __fract_REAL(REAL x, REAL *whole)
{
    REAL w = floor(x);
    *whole = w;
    REAL r = fmin(x - w, EITHER(0x1.fffffep-1f, 0x1.fffffffffffffp-1));
    r = isinf(x) ? copysign(0.0f, x) : r;
    return x != x ? x : r;
}

REAL __modf_REAL(REAL x, REAL *whole)
{
    REAL w = trunc(x);
    *whole = w;
    REAL r = isinf(x) ? 0.0f : x - w;
    return x != x ? x : copysign(r, x);
}

/* x = mantissa * 2^exponent with a mantissa in [1/2, 1); zeros, infinities and NaNs are their own mantissa, with exponent 0. */
REAL __mantissa_REAL(REAL x)
{
    UBITS bits = as_UBITS(x);
    UBITS a = bits & EITHER(0x7fffffff, 0x7fffffffffffffff);
    bool plain = a != 0 && a < EITHER(0x7f800000, 0x7ff0000000000000);
    bool tiny = a < EITHER(0x00800000, 0x0010000000000000);
    bits = as_UBITS(tiny ? x * EITHER(0x1p+24f, 0x1p+54) : x);
    bits = (bits & EITHER(0x807fffff, 0x800fffffffffffff)) | EITHER(0x3f000000, 0x3fe0000000000000);
    return plain ? as_REAL(bits) : x;
}

int __exponent_REAL(REAL x)
{
    UBITS a = as_UBITS(fabs(x));
    bool plain = a != 0 && a < EITHER(0x7f800000, 0x7ff0000000000000);
    int e = (int)(a >> EITHER(23, 52));
    e = e == 0 ? EITHER(9, 12) - (int)clz(a) : e;
    return plain ? e - EITHER(126, 1022) : 0;
}

REAL __frexp_REAL(REAL x, int *exponent)
{
    *exponent = __exponent_REAL(x);
    return __mantissa_REAL(x);
}

REAL __nextafter_REAL(REAL x, REAL y)
{
    if (isnan(x) || isnan(y))
        return NAN;
    if (x == y)
        return y;
    SBITS bits = as_SBITS(x);
    if (x == 0.0f)
        return copysign(as_REAL((SBITS)1), y);
    bool away = (x < y) == (x > 0.0f);
    return as_REAL(away ? bits + 1 : bits - 1);
}

REAL __maxmag_REAL(REAL x, REAL y)
{
    REAL a = fabs(x);
    REAL b = fabs(y);
    return a > b ? x : (b > a ? y : fmax(x, y));
}

REAL __minmag_REAL(REAL x, REAL y)
{
    REAL a = fabs(x);
    REAL b = fabs(y);
    return a < b ? x : (b < a ? y : fmin(x, y));
}

REAL __logb_REAL(REAL x)
{
    REAL e = (REAL)(__exponent_REAL(x) - 1);
    e = isfinite(x) ? e : x * x;
    return x == 0.0f ? -INFINITY : e;
}

int __ilogb_REAL(REAL x)
{
    int e = __exponent_REAL(x) - 1;
    e = isfinite(x) ? e : 0x7fffffff;
    return x == 0.0f ? -0x7fffffff - 1 : e;
}
