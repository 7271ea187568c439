/* Sine, cosine, tangent of double, and what undoes them. */

__constant ulong __two_over_pi_long[20] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
};

/* Bits start, start + 1, ... of two neighbouring words. */
ulong __word_at(uint start)
{
    uint word = start >> 6;
    uint shift = start & 63;
    ulong a = __two_over_pi_long[word];
    ulong b = __two_over_pi_long[word + 1];
    return shift ? a << shift | b >> (64 - shift) : a;
}

/* |x| >= 2^30: the quadrant, and the rest in [-pi/4, pi/4] in two parts. */
int __reduce_large_f64(double x, double *rest, double *low)
{
    ulong bits = as_ulong(x) & 0x7fffffffffffffff;
    /* |x| = m 2^e with an integer m of 53 bits; e may be negative here, so the window of bits starts at 2^(1-e). */
    int e = (int)(bits >> 52) - 1075;
    ulong m = (bits & 0xfffffffffffff) | 0x10000000000000;
    int begin = e - 2;
    int back = begin < 0 ? -begin : 0;
    uint start = (uint)(begin < 0 ? 0 : begin);
    ulong q0 = __word_at(start);
    ulong q1 = __word_at(start + 64);
    ulong q2 = __word_at(start + 128);
    if (back) {
        /* Zeros stand before the first bit of 2/pi. */
        q2 = q1 << (64 - back) | q2 >> back;
        q1 = q0 << (64 - back) | q1 >> back;
        q0 = q0 >> back;
    }
    ulong p2 = m * q2;
    ulong c2 = mul_hi(m, q2);
    ulong p1 = m * q1 + c2;
    ulong c1 = mul_hi(m, q1) + (p1 < c2 ? 1UL : 0UL);
    ulong p0 = m * q0 + c1;
    int quadrant = (int)(p0 >> 62);
    ulong high = p0 << 2 | p1 >> 62;
    ulong tail = p1 << 2 | p2 >> 62;
    quadrant += (int)(high >> 63);
    bool flip = (high >> 63) != 0;
    /* The magnitude of the signed fraction. */
    ulong h = flip ? ~high : high;
    ulong t = flip ? ~tail : tail;
    int zeros = h ? (int)clz(h) : 64;
    ulong top = zeros == 0 ? h : (zeros == 64 ? t : h << zeros | t >> (64 - zeros));
    ulong under = zeros == 0 ? t : (zeros == 64 ? 0UL : t << zeros);
    /* The first 53 bits exactly, then the rest. */
    double a = (double)(top >> 11);
    double b = (double)((top & 0x7ff) << 42 | under >> 22);
    a = ldexp(a, -53 - zeros);
    b = ldexp(b, -106 - zeros);
    double r = a * 0x1.921fb54442d18p+0;
    double l = fma(a, 0x1.921fb54442d18p+0, -r);
    l = fma(a, 0x1.1a62633145c07p-54, l);
    l = fma(b, 0x1.921fb54442d18p+0, l);
    bool negative = (as_long(x) < 0) != flip;
    *rest = isfinite(x) ? (negative ? -r : r) : __builtin_nan("");
    *low = negative ? -l : l;
    return as_long(x) < 0 ? -quadrant : quadrant;
}

/* The rest is no number for an infinity. */
int __reduce_f64(double x, double *rest, double *low)
{
    if (fabs(x) >= 0x1p+30)
        return __reduce_large_f64(x, rest, low);
    double n = rint(x * 0x1.45f306dc9c883p-1);
    double t = fma(-n, 0x1.921fb54442d18p+0, x);
    double w = n * 0x1.1a62633145c07p-54;
    double w_low = fma(n, 0x1.1a62633145c07p-54, -w);
    double r = t - w;
    double l = ((t - r) - w) - w_low;
    l = fma(n, 0x1.f1976b7ed8fbcp-110, l);
    *rest = r;
    *low = l;
    return (int)n;
}

double __sin_part_f64(double r, double low)
{
    double z = r * r;
    double p = fma(z, 0x1.5d851ac4e0e1fp-33, -0x1.ae5e4478ef0c1p-26);
    p = fma(z, p, 0x1.71de3565dac69p-19);
    p = fma(z, p, -0x1.a01a019c267d7p-13);
    p = fma(z, p, 0x1.111111110fb08p-7);
    p = fma(z, p, -0x1.555555555554cp-3);
    return r + fma(r * z, p, low);
}

double __cos_part_f64(double r, double low)
{
    double z = r * r;
    double p = fma(z, -0x1.8ff783ab429e3p-37, 0x1.1eea856d7fec2p-29);
    p = fma(z, p, -0x1.27e4f8ff3f42fp-22);
    p = fma(z, p, 0x1.a01a019e1fd19p-16);
    p = fma(z, p, -0x1.6c16c16c1611p-10);
    p = fma(z, p, 0x1.5555555555553p-5);
    return 1.0 + fma(z, fma(z, p, -0.5), -r * low);
}

/* -v for every other half turn. */
double __flip_f64(double v, int quadrant) { return (quadrant & 2) ? -v : v; }

double __sin_f64(double x)
{
    double r, l;
    int n = __reduce_f64(x, &r, &l);
    double s = __sin_part_f64(r, l);
    double c = __cos_part_f64(r, l);
    double v = __flip_f64((n & 1) ? c : s, n);
    return x == 0.0 ? x : v;
}

double __cos_f64(double x)
{
    double r, l;
    int n = __reduce_f64(x, &r, &l);
    double s = __sin_part_f64(r, l);
    double c = __cos_part_f64(r, l);
    return __flip_f64((n & 1) ? -s : c, n);
}

double __sincos_f64(double x, double *cosine)
{
    double r, l;
    int n = __reduce_f64(x, &r, &l);
    double s = __sin_part_f64(r, l);
    double c = __cos_part_f64(r, l);
    *cosine = __flip_f64((n & 1) ? -s : c, n);
    double sine = __flip_f64((n & 1) ? c : s, n);
    return x == 0.0 ? x : sine;
}

double __tan_f64(double x)
{
    double r, l;
    int n = __reduce_f64(x, &r, &l);
    double s = __sin_part_f64(r, l);
    double c = __cos_part_f64(r, l);
    double v = __quotient_f64((n & 1) ? -c : s, (n & 1) ? s : c);
    return x == 0.0 ? x : v;
}

int __reduce_pi_f64(double x, double *rest, double *low)
{
    double t = x - 2.0 * rint(x * 0.5);
    double n = rint(2.0 * t);
    double f = fma(-0.5, n, t);
    double r = f * 0x1.921fb54442d18p+1;
    *low = fma(f, 0x1.921fb54442d18p+1, -r) + f * 0x1.1a62633145c07p-53;
    *rest = r;
    return (int)n;
}

double __sinpi_f64(double x)
{
    double r, l;
    int n = __reduce_pi_f64(x, &r, &l);
    double s = __sin_part_f64(r, l);
    double c = __cos_part_f64(r, l);
    double v = __flip_f64((n & 1) ? c : s, n);
    /* A whole number gives a zero of the argument's sign. */
    return v == 0.0 ? copysign(0.0, x) : v;
}

double __cospi_f64(double x)
{
    double r, l;
    int n = __reduce_pi_f64(x, &r, &l);
    double s = __sin_part_f64(r, l);
    double c = __cos_part_f64(r, l);
    double v = __flip_f64((n & 1) ? -s : c, n);
    return v == 0.0 ? 0.0 : v;
}

double __tanpi_f64(double x)
{
    double r, l;
    int n = __reduce_pi_f64(x, &r, &l);
    double s = __sin_part_f64(r, l);
    double c = __cos_part_f64(r, l);
    double v = __quotient_f64((n & 1) ? -c : s, (n & 1) ? s : c);
    /* Zeros and poles have the signs the standard wants. */
    double zero = __flip_f64(copysign(0.0, x), n);
    double pole = n < 0 ? -__builtin_inf() : __builtin_inf();
    return r == 0.0 ? ((n & 1) ? pole : zero) : v;
}

/* atan(n / d) for 0 <= n <= d, around 0 and pi/4. */
double __atan_part_f64(double n, double d)
{
    bool upper = n > d * 0x1.a8279ap-2;
    double u = __quotient_f64(upper ? n - d : n, upper ? n + d : d);
    double z = u * u;
    double p = fma(z, -0x1.3af91f50aab9p-6, 0x1.41bb4041df7f1p-5);
    p = fma(z, p, -0x1.a0bb32b879b22p-5);
    p = fma(z, p, 0x1.dfed66ae08b18p-5);
    p = fma(z, p, -0x1.10faed858461cp-4);
    p = fma(z, p, 0x1.3b126c9b5f306p-4);
    p = fma(z, p, -0x1.745d0ba4e8796p-4);
    p = fma(z, p, 0x1.c71c7188fd518p-4);
    p = fma(z, p, -0x1.249249243df9bp-3);
    p = fma(z, p, 0x1.9999999999437p-3);
    p = fma(z, p, -0x1.5555555555555p-2);
    double r = fma(u * z, p, u);
    return upper ? 0x1.921fb54442d18p-1 + (r + 0x1.1a62633145c07p-55) : r;
}

double __atan_f64(double x)
{
    double a = fabs(x);
    double r = __atan_part_f64(fmin(a, 1.0), clamp(a, 1.0, 0x1p+100));
    r = a > 1.0 ? 0x1.921fb54442d18p+0 - (r - 0x1.1a62633145c07p-54) : r;
    return x != x ? x : copysign(r, x);
}

double __atanpi_f64(double x)
{
    double a = fabs(x);
    double r = __atan_part_f64(fmin(a, 1.0), clamp(a, 1.0, 0x1p+100)) * 0x1.45f306dc9c883p-2;
    r = a > 1.0 ? 0.5 - r : r;
    return x != x ? x : copysign(r, x);
}

/* atan of the smaller of |x| and |y| divided by the larger; 0 of two zeros, pi/4 of two infinities. */
double __atan_slope_f64(double x, double y)
{
    double high = fmax(fabs(x), fabs(y));
    double low = fmin(fabs(x), fabs(y));
    int e = 1 - __exponent_f64(high);
    bool edge = high == 0.0 || high == __builtin_inf();
    double n = high == low ? 1.0 : 0.0;
    n = high == 0.0 ? 0.0 : n;
    return __atan_part_f64(edge ? n : ldexp(low, e), edge ? 1.0 : ldexp(high, e));
}

double __atan2_f64(double y, double x)
{
    double r = __atan_slope_f64(x, y);
    r = fabs(y) > fabs(x) ? 0x1.921fb54442d18p+0 - (r - 0x1.1a62633145c07p-54) : r;
    r = as_long(x) < 0 ? 0x1.921fb54442d18p+1 - (r - 0x1.1a62633145c07p-53) : r;
    r = copysign(r, y);
    return isunordered(x, y) ? __builtin_nan("") : r;
}

double __atan2pi_f64(double y, double x)
{
    double r = __atan_slope_f64(x, y) * 0x1.45f306dc9c883p-2;
    r = fabs(y) > fabs(x) ? 0.5 - r : r;
    r = as_long(x) < 0 ? 1.0 - r : r;
    r = copysign(r, y);
    return isunordered(x, y) ? __builtin_nan("") : r;
}

/* (asin(x) - x) / x for x^2 = z <= 1/4. */
double __asin_part_f64(double z)
{
    double p = fma(z, 0x1.0c37de51d10cp-5, -0x1.590c49229ce5ap-6);
    p = fma(z, p, 0x1.62d3886d20a95p-6);
    p = fma(z, p, 0x1.ee25068e0cc9dp-9);
    p = fma(z, p, 0x1.6047eacaa84d1p-7);
    p = fma(z, p, 0x1.75c65214f3a2dp-7);
    p = fma(z, p, 0x1.ca14bd59742e1p-7);
    p = fma(z, p, 0x1.1c4a8683616dfp-6);
    p = fma(z, p, 0x1.6e8bd458e604ap-6);
    p = fma(z, p, 0x1.f1c71b0ac3557p-6);
    p = fma(z, p, 0x1.6db6db7095bdap-5);
    p = fma(z, p, 0x1.333333333075cp-4);
    p = fma(z, p, 0x1.5555555555562p-3);
    return z * p;
}

double __asin_f64(double x)
{
    double a = fabs(x);
    bool large = a > 0.5;
    double z = large ? fma(-0.5, a, 0.5) : a * a;
    double root_low;
    double root = __root_parts_f64(z, &root_low);
    double s = large ? root : a;
    double s_low = large ? root_low : 0.0;
    double p = __asin_part_f64(z);
    double r = fma(s, p, s_low);
    double near = 0x1.921fb54442d18p+0 - (2.0 * s + (2.0 * r - 0x1.1a62633145c07p-54));
    r = large ? near : s + r;
    r = copysign(r, x);
    return a <= 1.0 ? r : __builtin_nan("");
}

double __acos_f64(double x)
{
    double a = fabs(x);
    bool large = a > 0.5;
    double z = large ? fma(-0.5, a, 0.5) : a * a;
    double root_low;
    double root = __root_parts_f64(z, &root_low);
    double s = large ? root : x;
    double s_low = large ? root_low : 0.0;
    double p = __asin_part_f64(z);
    double r = fma(s, p, s_low);
    double near = 2.0 * (s + r);
    near = x < 0.0 ? 0x1.921fb54442d18p+1 - (2.0 * s + (2.0 * r - 0x1.1a62633145c07p-53)) : near;
    double far = 0x1.921fb54442d18p+0 - (s + (r - 0x1.1a62633145c07p-54));
    r = large ? near : far;
    return a <= 1.0 ? r : __builtin_nan("");
}

double __asinpi_f64(double x) { return __asin_f64(x) * 0x1.45f306dc9c883p-2; }
double __acospi_f64(double x) { return __acos_f64(x) * 0x1.45f306dc9c883p-2; }

double __sinh_f64(double x)
{
    double a = fabs(x);
    double z = x * x;
    double p = fma(z, 0x1.9a89deb9e4c2ep-49, 0x1.ae753d1b30205p-41);
    p = fma(z, p, 0x1.61246b2b51a2fp-33);
    p = fma(z, p, 0x1.ae64567404a4fp-26);
    p = fma(z, p, 0x1.71de3a5573ccep-19);
    p = fma(z, p, 0x1.a01a01a019fc8p-13);
    p = fma(z, p, 0x1.1111111111111p-7);
    p = fma(z, p, 0x1.5555555555555p-3);
    double small = fma(a * z, p, a);
    double e = __exp_scaled_f64(fmin(a, 800.0), -1);
    double r = a < 1.0 ? small : e - 0.25 / e;
    r = copysign(r, x);
    return x != x ? x : r;
}

double __cosh_f64(double x)
{
    double e = __exp_scaled_f64(fmin(fabs(x), 800.0), -1);
    double r = e + 0.25 / e;
    return x != x ? x : r;
}

double __tanh_f64(double x)
{
    double a = fabs(x);
    double m = __expm1_f64(2.0 * fmin(a, 30.0));
    double r = a < 0.5 ? m / (m + 2.0) : 1.0 - 2.0 / (m + 2.0);
    r = copysign(r, x);
    return x != x ? x : (x == 0.0 ? x : r);
}
