/* Taking doubles apart. */

double __fract_f64(double x, double *whole)
{
    double w = floor(x);
    *whole = w;
    double r = fmin(x - w, 0x1.fffffffffffffp-1);
    r = isinf(x) ? copysign(0.0, x) : r;
    return x != x ? x : r;
}

double __modf_f64(double x, double *whole)
{
    double w = trunc(x);
    *whole = w;
    double r = isinf(x) ? 0.0 : x - w;
    return x != x ? x : copysign(r, x);
}

double __frexp_f64(double x, int *exponent)
{
    ulong bits = as_ulong(x);
    ulong a = bits & 0x7fffffffffffffff;
    bool plain = a != 0 && a < 0x7ff0000000000000;
    bool tiny = a < 0x0010000000000000;
    double s = tiny ? x * 0x1p+54 : x;
    ulong sbits = as_ulong(s);
    int e = (int)(sbits >> 52 & 0x7ff) - 1022 - (tiny ? 54 : 0);
    *exponent = plain ? e : 0;
    return plain ? as_double((sbits & 0x800fffffffffffff) | 0x3fe0000000000000) : x;
}

double __nextafter_f64(double x, double y)
{
    if (isnan(x) || isnan(y))
        return __builtin_nan("");
    if (x == y)
        return y;
    long bits = as_long(x);
    if (x == 0.0)
        return copysign(as_double(1L), y);
    bool away = (x < y) == (x > 0.0);
    return as_double(away ? bits + 1 : bits - 1);
}

double __maxmag_f64(double x, double y)
{
    double a = fabs(x);
    double b = fabs(y);
    return a > b ? x : (b > a ? y : fmax(x, y));
}

double __minmag_f64(double x, double y)
{
    double a = fabs(x);
    double b = fabs(y);
    return a < b ? x : (b < a ? y : fmin(x, y));
}

/* The remainder of |x| / |y| with integers, exact; the quotient's low bits come with it. */
double __remainder_steps_f64(double x, double y, uint *quotient)
{
    ulong a = as_ulong(fabs(x));
    ulong b = as_ulong(fabs(y));
    int ea = (int)(a >> 52);
    int eb = (int)(b >> 52);
    ulong ma = a & 0xfffffffffffff;
    ulong mb = b & 0xfffffffffffff;
    ma = ea ? ma | 0x10000000000000 : ma;
    mb = eb ? mb | 0x10000000000000 : mb;
    ea = ea ? ea : 1;
    eb = eb ? eb : 1;
    *quotient = 0;
    if (a == 0)
        return 0.0;
    /* Denormals are normalized, so that one subtraction is enough for each bit. */
    int sa = (int)clz(ma) - 11;
    int sb = (int)clz(mb) - 11;
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
        ma -= more ? mb : 0UL;
        q = (q << 1) | more;
        ma <<= 1;
        steps--;
    }
    uint more = ma >= mb ? 1 : 0;
    ma -= more ? mb : 0UL;
    q = (q << 1) | more;
    *quotient = q;
    return ldexp((double)ma, eb - 1075);
}

double __fmod_f64(double x, double y)
{
    if (!isfinite(x) || isnan(y) || y == 0.0)
        return __builtin_nan("");
    if (isinf(y))
        return x;
    uint q;
    return copysign(__remainder_steps_f64(x, y, &q), x);
}

double __remquo_f64(double x, double y, int *quotient)
{
    *quotient = 0;
    if (!isfinite(x) || isnan(y) || y == 0.0)
        return __builtin_nan("");
    if (isinf(y))
        return x;
    uint q;
    double r = __remainder_steps_f64(x, y, &q);
    double b = fabs(y);
    /* To the nearest multiple, ties to the even quotient. Half of |y| may round: compare twice the remainder. */
    bool up = b < 0x1p+1022 ? (r + r > b || (r + r == b && (q & 1))) : (r > 0.5 * b || (r == 0.5 * b && (q & 1)));
    r = up ? r - b : r;
    q = up ? q + 1 : q;
    bool negative = (as_long(x) < 0) != (as_long(y) < 0);
    int low = (int)(q & 0x7f);
    *quotient = negative ? -low : low;
    r = as_long(x) < 0 ? -r : r;
    return r == 0.0 ? copysign(0.0, x) : r;
}

double __remainder_f64(double x, double y)
{
    int q;
    return __remquo_f64(x, y, &q);
}

double __logb_f64(double x)
{
    ulong bits = as_ulong(fabs(x));
    if (bits >= 0x7ff0000000000000)
        return x * x;
    if (bits == 0)
        return -__builtin_inf();
    return (double)__ilogb_f64(x);
}

int __ilogb_f64(double x)
{
    ulong bits = as_ulong(fabs(x));
    if (bits >= 0x7ff0000000000000)
        return 0x7fffffff;
    if (bits == 0)
        return -0x7fffffff - 1;
    int e = (int)(bits >> 52);
    if (e == 0)
        e = 12 - (int)clz(bits);
    return e - 1023;
}
