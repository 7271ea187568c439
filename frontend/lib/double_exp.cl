/* Exponentials and powers of double. */

/* e^r for |r| <= ln(2) / 2. */
double __exp_part_f64(double r)
{
    double q = fma(r, 0x1.aec2c017f6a85p-26, 0x1.28802fc861c3bp-22);
    q = fma(q, r, 0x1.71de46634ee3ep-19);
    q = fma(q, r, 0x1.a019c9b3b40a8p-16);
    q = fma(q, r, 0x1.a01a0196b5509p-13);
    q = fma(q, r, 0x1.6c16c1738c96fp-10);
    q = fma(q, r, 0x1.1111111112409p-7);
    q = fma(q, r, 0x1.5555555554cbdp-5);
    q = fma(q, r, 0x1.5555555555554p-3);
    q = fma(q, r, 0.5);
    return 1.0 + fma(r * r, q, r);
}

/* 2^f for |f| <= 1/2. */
double __exp2_part_f64(double f)
{
    double q = fma(f, 0x1.eb5ad164ef3ep-32, 0x1.e60570d75493cp-28);
    q = fma(q, f, 0x1.b523dc6b70c0dp-24);
    q = fma(q, f, 0x1.62bfd4f394594p-20);
    q = fma(q, f, 0x1.ffcbfd01645bbp-17);
    q = fma(q, f, 0x1.430913093d128p-13);
    q = fma(q, f, 0x1.5d87fe7880471p-10);
    q = fma(q, f, 0x1.3b2ab6fba1edbp-7);
    q = fma(q, f, 0x1.c6b08d704a1acp-5);
    q = fma(q, f, 0x1.ebfbdff82c598p-3);
    q = fma(q, f, 0x1.62e42fefa39efp-1);
    return fma(q, f, 1.0);
}

/* e^x * 2^extra for |x| < 1000. */
double __exp_scaled_f64(double x, int extra)
{
    double n = rint(x * 0x1.71547652b82fep+0);
    double r = fma(-n, 0x1.62e42fefa39efp-1, x);
    r = fma(-n, 0x1.abc9e3b39803fp-56, r);
    return ldexp(__exp_part_f64(r), (int)n + extra);
}

double __exp_f64(double x)
{
    double r = __exp_scaled_f64(clamp(x, -800.0, 800.0), 0);
    return x != x ? x : r;
}

double __exp2_f64(double x)
{
    double c = clamp(x, -1100.0, 1100.0);
    double n = rint(c);
    double r = ldexp(__exp2_part_f64(c - n), (int)n);
    return x != x ? x : r;
}

double __exp10_f64(double x)
{
    double c = clamp(x, -350.0, 350.0);
    double n = rint(c * 0x1.a934f0979a371p+1);
    double f = fma(-n, 0x1.34413509f79ffp-2, c);
    f = fma(n, 0x1.9dc1da994fd21p-59, f);
    double r = ldexp(__exp_part_f64(f * 0x1.26bb1bbb55516p+1), (int)n);
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
    double q = fma(t, 0x1.aec2c017f6a85p-26, 0x1.28802fc861c3bp-22);
    q = fma(q, t, 0x1.71de46634ee3ep-19);
    q = fma(q, t, 0x1.a019c9b3b40a8p-16);
    q = fma(q, t, 0x1.a01a0196b5509p-13);
    q = fma(q, t, 0x1.6c16c1738c96fp-10);
    q = fma(q, t, 0x1.1111111112409p-7);
    q = fma(q, t, 0x1.5555555554cbdp-5);
    q = fma(q, t, 0x1.5555555555554p-3);
    q = fma(q, t, 0.5);
    double p = t + fma(t * t, q, lost);
    int e = (int)n;
    double s = ldexp(1.0, e - 1);
    double v = 2.0 * fma(s, p, s - 0.5);
    v = e == 0 ? p : v;
    return x != x ? x : (x == 0.0 ? x : v);
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
    double r = ldexp(__exp2_part_f64(f), (int)n);
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
