/* Exponentials, logarithms and powers of double. */

double __exp_f64(double x)
{
    double r = __exp_core_f64(clamp(x, -800.0, 800.0));
    return x != x ? x : r;
}

/* e^x * 2^extra for |x| < 1000. */
double __exp_scaled_f64(double x, int extra)
{
    double n = rint(x * 0x1.71547652b82fep+0);
    double r = fma(-n, 0x1.62e42fefa39efp-1, x);
    r = fma(-n, 0x1.abc9e3b39803fp-56, r);
    return ldexp(__exp_core_f64(r), (int)n + extra);
}

double __exp2_f64(double x)
{
    double c = clamp(x, -1100.0, 1100.0);
    double n = rint(c);
    double f = c - n;
    double r = ldexp(__exp_core_f64(f * 0x1.62e42fefa39efp-1), (int)n);
    return x != x ? x : r;
}

double __exp10_f64(double x)
{
    double c = clamp(x, -350.0, 350.0);
    double n = rint(c * 0x1.a934f0979a371p+1);
    double f = fma(-n, 0x1.34413509f79ffp-2, c);
    f = fma(n, 0x1.9dc1da994fd21p-59, f);
    double r = ldexp(__exp_core_f64(f * 0x1.26bb1bbb55516p+1), (int)n);
    return x != x ? x : r;
}

double __expm1_f64(double x)
{
    double c = clamp(x, -50.0, 710.0);
    double n = rint(c * 0x1.71547652b82fep+0);
    double r = fma(-n, 0x1.62e42fefa39efp-1, c);
    double lost = n * 0x1.abc9e3b39803fp-56;
    double t = r - lost;
    lost = (r - t) - lost;
    double q = fma(t, 0x1.1ee882ee4131bp-29, 0x1.af5fda3dab166p-26);
    q = fma(q, t, 0x1.27e536d2c2623p-22);
    q = fma(q, t, 0x1.71ddf7c23a164p-19);
    q = fma(q, t, 0x1.a01a017b2abb7p-16);
    q = fma(q, t, 0x1.a01a01b01795dp-13);
    q = fma(q, t, 0x1.6c16c16c1f370p-10);
    q = fma(q, t, 0x1.111111110f643p-7);
    q = fma(q, t, 0x1.555555555553ep-5);
    q = fma(q, t, 0x1.5555555555559p-3);
    q = fma(q, t, 0.5);
    double p = t + fma(t * t, q, lost);
    int e = (int)n;
    double s = ldexp(1.0, e - 1);
    double v = 2.0 * fma(s, p, s - 0.5);
    v = e == 0 ? p : v;
    return x != x ? x : (x == 0.0 ? x : v);
}

double __log_f64(double x)
{
    bool tiny = x < 0x1p-1022;
    double y = __log_core_f64(tiny ? x * 0x1p+54 : x);
    y = tiny ? y - 0x1.2b708872320e2p+5 : y;
    y = x == __builtin_inf() ? x : y;
    y = x == 0.0 ? -__builtin_inf() : y;
    return x < 0.0 || x != x ? __builtin_nan("") : y;
}

/* log2(x) of a positive finite x as a sum of two doubles. */
double __log2_extended_f64(double x, double *low)
{
    bool tiny = x < 0x1p-1022;
    x = tiny ? x * 0x1p+54 : x;
    ulong bits = as_ulong(x);
    int e = (int)(bits >> 52) - 1023 - (tiny ? 54 : 0);
    ulong fraction = bits & 0xfffffffffffff;
    bool upper = fraction > 0x6a09e667f3bcd;
    double m = as_double(fraction | (upper ? 0x3fe0000000000000 : 0x3ff0000000000000));
    e += upper ? 1 : 0;
    double f = m - 1.0;
    double d = m + 1.0;
    double d_low = m - (d - 1.0);
    double q = 1.0 / d;
    double s = f * q;
    double rest = fma(-s, d, f);
    rest = fma(-s, d_low, rest);
    double s_low = rest * q;
    double z = s * s;
    double p = fma(z, 0x1.886bb73e1fd9ap-3, 0x1.8768be05bdff4p-3);
    p = fma(z, p, 0x1.c6a2ccd927cdbp-3);
    p = fma(z, p, 0x1.0c9a5a22c8cbep-2);
    p = fma(z, p, 0x1.484b144153deep-2);
    p = fma(z, p, 0x1.a61762a721c89p-2);
    p = fma(z, p, 0x1.2776c50ef9ea1p-1);
    p = fma(z, p, 0x1.ec709dc3a03fdp-1);
    double h = s * 0x1.71547652b82fep+1;
    double l = fma(s, 0x1.71547652b82fep+1, -h);
    l = fma(s, 0x1.777d0ffda0d24p-55, l);
    l = fma(s_low, 0x1.71547652b82fep+1, l);
    double tail = s * z * p;
    double both = h + tail;
    l = l + ((h - both) + tail);
    double n = (double)e;
    double sum = n + both;
    double carried = e == 0 ? 0.0 : (n - sum) + both;
    l = l + carried;
    double high = sum + l;
    *low = (sum - high) + l;
    return high;
}

double __log2_f64(double x)
{
    bool ordinary = x > 0.0 && x < __builtin_inf();
    double l;
    double y = __log2_extended_f64(ordinary ? x : 1.0, &l);
    y = ordinary ? y : x;
    y = x == 0.0 ? -__builtin_inf() : y;
    return x < 0.0 || x != x ? __builtin_nan("") : y;
}

double __log10_f64(double x)
{
    bool ordinary = x > 0.0 && x < __builtin_inf();
    double l;
    double h = __log2_extended_f64(ordinary ? x : 1.0, &l);
    double y = h * 0x1.34413509f79ffp-2;
    double y_low = fma(h, 0x1.34413509f79ffp-2, -y);
    y_low = fma(h, -0x1.9dc1da994fd21p-59, y_low);
    y_low = fma(l, 0x1.34413509f79ffp-2, y_low);
    y = ordinary ? y + y_low : x;
    y = x == 0.0 ? -__builtin_inf() : y;
    return x < 0.0 || x != x ? __builtin_nan("") : y;
}

double __log1p_f64(double x)
{
    double u = 1.0 + x;
    double lost = x >= 1.0 ? 1.0 - (u - x) : x - (u - 1.0);
    if (x > -0.29 && x < 0.41) {
        double s = x / (2.0 + x);
        double z = s * s;
        double p = fma(z, 0x1.10015e671cb20p-3, 0x1.0f4ddcabe6d7bp-3);
        p = fma(z, p, 0x1.3b212eb2194f8p-3);
        p = fma(z, p, 0x1.745cdc6826f85p-3);
        p = fma(z, p, 0x1.c71c725978cc6p-3);
        p = fma(z, p, 0x1.2492492431252p-2);
        p = fma(z, p, 0x1.9999999999d40p-2);
        p = fma(z, p, 0x1.5555555555555p-1);
        double h = 0.5 * x * x;
        double r = x - (h - s * (h + z * p));
        return x == 0.0 ? x : r;
    }
    double y = log(u);
    return isinf(x) || x <= -1.0 || x != x ? y : y + lost / u;
}

double __exp2_product_f64(double h, double l, double y, double y_low)
{
    double ph = y * h;
    double pl = fma(y, h, -ph);
    pl = fma(y, l, pl);
    pl = fma(y_low, h, pl);
    bool huge = fabs(ph) > 2000.0;
    double n = rint(huge ? 0.0 : ph);
    double f = huge ? 0.0 : (ph - n) + pl;
    /* 2^f through e^(f ln 2), the product in two parts. */
    double a = f * 0x1.62e42fefa39efp-1;
    double r = __exp_core_f64(a);
    r = ldexp(r, (int)n);
    double limit = ph > 0.0 ? __builtin_inf() : 0.0;
    return huge ? limit : r;
}

int __parity_f64(double y)
{
    double a = fabs(y);
    if (a >= 0x1p+53)
        return 2;
    double t = trunc(a);
    if (t != a)
        return 0;
    return ((long)t & 1) ? 1 : 2;
}

double __pow_f64(double x, double y)
{
    double a = fabs(x);
    bool ordinary = a > 0.0 && a < __builtin_inf() && fabs(y) < __builtin_inf();
    double l;
    double h = __log2_extended_f64(ordinary ? a : 1.0, &l);
    double r = __exp2_product_f64(h, l, ordinary ? y : 0.0, 0.0);
    int parity = __parity_f64(y);
    if (!ordinary) {
        bool y_infinite = fabs(y) == __builtin_inf();
        bool grows = (a > 1.0) == (y > 0.0);
        r = grows ? __builtin_inf() : 0.0;
        r = y_infinite && a == 1.0 ? 1.0 : r;
        r = x != x || y != y ? __builtin_nan("") : r;
    }
    bool negative = as_long(x) < 0;
    r = negative && parity == 1 ? -r : r;
    r = ordinary && negative && parity == 0 ? __builtin_nan("") : r;
    return y == 0.0 || x == 1.0 ? 1.0 : r;
}

double __powr_f64(double x, double y)
{
    bool ordinary = x > 0.0 && x < __builtin_inf() && fabs(y) < __builtin_inf();
    double l;
    double h = __log2_extended_f64(ordinary ? x : 1.0, &l);
    double r = __exp2_product_f64(h, l, ordinary ? y : 0.0, 0.0);
    if (ordinary)
        return r;
    bool y_infinite = fabs(y) == __builtin_inf();
    r = (x > 1.0) == (y > 0.0) ? __builtin_inf() : 0.0;
    bool edge = x == 0.0 || x == __builtin_inf();
    bool undefined = x < 0.0 || x != x || y != y || (y == 0.0 && edge) || (y_infinite && x == 1.0);
    return undefined ? __builtin_nan("") : r;
}

double __pown_f64(double x, int n)
{
    double a = fabs(x);
    bool ordinary = a > 0.0 && a < __builtin_inf();
    double l;
    double h = __log2_extended_f64(ordinary ? a : 1.0, &l);
    double r = __exp2_product_f64(h, l, (double)n, 0.0);
    double edge = (a > 1.0) == (n > 0) ? __builtin_inf() : 0.0;
    r = ordinary ? r : edge;
    r = x != x ? x : r;
    r = as_long(x) < 0 && (n & 1) ? -r : r;
    return n == 0 ? 1.0 : r;
}

/* x = s 2^(3k) with s in [1/8, 4): an estimate of 1 / cbrt(s) in float, then the root in one step that leaves an error
   of third order. */
double __cbrt_f64(double x)
{
    int e = __exponent_f64(x);
    int k = (e * 21846) >> 16;
    double s = ldexp(__mantissa_f64(x), e - 3 * k);
    double y = native_exp2(native_log2(fabs((float)s)) * -0x1.555556p-2f);
    double t = s * (y * y);
    double rest = fma(-fabs(t), y, 1.0);
    /* (1 - rest)^(-2/3) */
    t = fma(t * rest, fma(rest, 0x1.1c71c7p-1, 0x1.5555555555555p-1), t);
    t = ldexp(t, k);
    return x == 0.0 | !isfinite(x) ? x : t;
}

double __rsqrt_f64(double x) { return 1.0 / sqrt(x); }
