/* Taking numbers apart, and remainders. */

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

REAL __frexp_REAL(REAL x, int *exponent)
{
    UBITS bits = as_UBITS(x);
    UBITS a = bits & EITHER(0x7fffffff, 0x7fffffffffffffff);
    bool plain = a != 0 && a < EITHER(0x7f800000, 0x7ff0000000000000);
    bool tiny = a < EITHER(0x00800000, 0x0010000000000000);
    REAL s = tiny ? x * EITHER(0x1p+24f, 0x1p+54) : x;
    UBITS sbits = as_UBITS(s);
    int e = (int)(sbits >> EITHER(23, 52) & EITHER(0xff, 0x7ff)) - EITHER(126, 1022) - (tiny ? EITHER(24, 54) : 0);
    *exponent = plain ? e : 0;
    return plain ? as_REAL((sbits & EITHER(0x807fffff, 0x800fffffffffffff)) | EITHER(0x3f000000, 0x3fe0000000000000)) : x;
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

/* The remainder of |x| / |y| with integers, exact; the quotient's low bits come with it. */
REAL __remainder_steps_REAL(REAL x, REAL y, uint *quotient)
{
    UBITS a = as_UBITS(fabs(x));
    UBITS b = as_UBITS(fabs(y));
    int ea = (int)(a >> EITHER(23, 52));
    int eb = (int)(b >> EITHER(23, 52));
    UBITS ma = a & EITHER(0x7fffff, 0xfffffffffffff);
    UBITS mb = b & EITHER(0x7fffff, 0xfffffffffffff);
    ma = ea ? ma | EITHER(0x800000, 0x10000000000000) : ma;
    mb = eb ? mb | EITHER(0x800000, 0x10000000000000) : mb;
    ea = ea ? ea : 1;
    eb = eb ? eb : 1;
    *quotient = 0;
    if (a == 0)
        return 0.0f;
    /* Denormals are normalized, so that one subtraction is enough for each bit. */
    int sa = (int)clz(ma) - EITHER(8, 11);
    int sb = (int)clz(mb) - EITHER(8, 11);
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
        ma -= more ? mb : (UBITS)0;
        q = (q << 1) | more;
        ma <<= 1;
        steps--;
    }
    uint more = ma >= mb ? 1 : 0;
    ma -= more ? mb : (UBITS)0;
    q = (q << 1) | more;
    *quotient = q;
    return ldexp((REAL)ma, eb - EITHER(150, 1075));
}

REAL __fmod_REAL(REAL x, REAL y)
{
    if (!isfinite(x) || isnan(y) || y == 0.0f)
        return NAN;
    if (isinf(y))
        return x;
    uint q;
    return copysign(__remainder_steps_REAL(x, y, &q), x);
}

REAL __remquo_REAL(REAL x, REAL y, int *quotient)
{
    *quotient = 0;
    if (!isfinite(x) || isnan(y) || y == 0.0f)
        return NAN;
    if (isinf(y))
        return x;
    uint q;
    REAL r = __remainder_steps_REAL(x, y, &q);
    REAL b = fabs(y);
    /* To the nearest multiple, ties to the even quotient. Half of |y| may round: compare twice the remainder. */
    bool up = b < EITHER(0x1p+126f, 0x1p+1022) ? (r + r > b || (r + r == b && (q & 1))) : (r > 0.5f * b || (r == 0.5f * b && (q & 1)));
    r = up ? r - b : r;
    q = up ? q + 1 : q;
    bool negative = (as_SBITS(x) < 0) != (as_SBITS(y) < 0);
    int low = (int)(q & 0x7f);
    *quotient = negative ? -low : low;
    r = as_SBITS(x) < 0 ? -r : r;
    return r == 0.0f ? copysign(0.0f, x) : r;
}

REAL __remainder_REAL(REAL x, REAL y)
{
    int q;
    return __remquo_REAL(x, y, &q);
}

REAL __logb_REAL(REAL x)
{
    UBITS bits = as_UBITS(fabs(x));
    if (bits >= EITHER(0x7f800000, 0x7ff0000000000000))
        return x * x;
    if (bits == 0)
        return -INFINITY;
    return (REAL)__ilogb_REAL(x);
}

int __ilogb_REAL(REAL x)
{
    UBITS bits = as_UBITS(fabs(x));
    if (bits >= EITHER(0x7f800000, 0x7ff0000000000000))
        return 0x7fffffff;
    if (bits == 0)
        return -0x7fffffff - 1;
    int e = (int)(bits >> EITHER(23, 52));
    if (e == 0)
        e = EITHER(9, 12) - (int)clz(bits);
    return e - EITHER(127, 1023);
}
