/* Error and gamma functions of float, computed in double where cancellation would eat the result. */

/* e^x for |x| < 700, good to about 2^-50. */
double __exp_core_f64(double x)
{
    double n = rint(x * 0x1.71547652b82fep+0);
    double r = fma(-n, 0x1.62e42fefa39efp-1, x);
    r = fma(-n, 0x1.abc9e3b39803fp-56, r);
    double q = fma(r, 0x1.1ee882ee4131bp-29, 0x1.af5fda3dab166p-26);
    q = fma(q, r, 0x1.27e536d2c2623p-22);
    q = fma(q, r, 0x1.71ddf7c23a164p-19);
    q = fma(q, r, 0x1.a01a017b2abb7p-16);
    q = fma(q, r, 0x1.a01a01b01795dp-13);
    q = fma(q, r, 0x1.6c16c16c1f370p-10);
    q = fma(q, r, 0x1.111111110f643p-7);
    q = fma(q, r, 0x1.555555555553ep-5);
    q = fma(q, r, 0x1.5555555555559p-3);
    q = fma(q, r, 0.5);
    double p = fma(r * r, q, r);
    return ldexp(1.0 + p, (int)n);
}

/* log(x) of a positive normal x, good to about 2^-50. */
double __log_core_f64(double x)
{
    ulong bits = as_ulong(x);
    int e = (int)(bits >> 52) - 1023;
    ulong fraction = bits & 0xfffffffffffff;
    bool upper = fraction > 0x6a09e667f3bcd;
    double m = as_double(fraction | (upper ? 0x3fe0000000000000 : 0x3ff0000000000000));
    e += upper ? 1 : 0;
    double f = m - 1.0;
    double s = f / (2.0 + f);
    double z = s * s;
    double p = fma(z, 0x1.10015e671cb20p-3, 0x1.0f4ddcabe6d7bp-3);
    p = fma(z, p, 0x1.3b212eb2194f8p-3);
    p = fma(z, p, 0x1.745cdc6826f85p-3);
    p = fma(z, p, 0x1.c71c725978cc6p-3);
    p = fma(z, p, 0x1.2492492431252p-2);
    p = fma(z, p, 0x1.9999999999d40p-2);
    p = fma(z, p, 0x1.5555555555555p-1);
    double h = 0.5 * f * f;
    double n = (double)e;
    double low = fma(n, 0x1.abc9e3b39803fp-56, s * (h + z * p));
    return fma(n, 0x1.62e42fefa39efp-1, f - (h - low));
}

/* erfc on [1, 10.2]: e^(-x^2) / (1 + 2x) times a polynomial in (x - 3) / (x + 3). */
float __erfc_tail_f32(float x)
{
    double d = x;
    double u = (d - 3.0) / (d + 3.0);
    double p = fma(u, -0x1.7299e7e60c87bp-11, 0x1.dd77550504fa5p-10);
    p = fma(p, u, 0x1.496d361ed7c26p-9);
    p = fma(p, u, -0x1.85348048deae7p-6);
    p = fma(p, u, 0x1.17cbd111d685cp-4);
    p = fma(p, u, -0x1.e88d0089aca53p-4);
    p = fma(p, u, 0x1.09835dadec4a8p-3);
    p = fma(p, u, -0x1.85a14329e6eecp-5);
    p = fma(p, u, -0x1.15c0849d6a9b0p-3);
    p = fma(p, u, 0x1.40c522d6d6dd1p+0);
    return (float)(__exp_core_f64(-d * d) * p / fma(2.0, d, 1.0));
}

float __erf_part_f32(float x)
{
    float z = x * x;
    float p = fma(z, 0x1.496a32p-14f, -0x1.a3f700p-11f);
    p = fma(z, p, 0x1.5405b2p-8f);
    p = fma(z, p, -0x1.b7f90ep-6f);
    p = fma(z, p, 0x1.ce2cf8p-4f);
    p = fma(z, p, -0x1.81273ep-2f);
    p = fma(z, p, 0x1.20dd74p+0f);
    return x * p;
}

float __erf_f32(float x)
{
    float a = fabs(x);
    float small = __erf_part_f32(x);
    float large = copysign(1.0f - __erfc_tail_f32(clamp(a, 1.0f, 10.0f)), x);
    float r = a < 1.0f ? small : large;
    return x != x ? x : r;
}

float __erfc_f32(float x)
{
    float a = fabs(x);
    float small = 1.0f - __erf_part_f32(x);
    float tail = __erfc_tail_f32(clamp(a, 1.0f, 10.2f));
    tail = a > 10.2f ? 0.0f : tail;
    float r = a < 1.0f ? small : (x < 0.0f ? 2.0f - tail : tail);
    return x != x ? x : r;
}

/* Lanczos' sum for gamma(x + 1), x >= -1/2, with g = 7 and nine terms. */
double __lanczos_sum(double x)
{
    double sum = 0.99999999999980993;
    sum += 676.5203681218851 / (x + 1.0);
    sum += -1259.1392167224028 / (x + 2.0);
    sum += 771.32342877765313 / (x + 3.0);
    sum += -176.61502916214059 / (x + 4.0);
    sum += 12.507343278686905 / (x + 5.0);
    sum += -0.13857109526572012 / (x + 6.0);
    sum += 9.9843695780195716e-6 / (x + 7.0);
    sum += 1.5056327351493116e-7 / (x + 8.0);
    return sum;
}

/* log(gamma(x)) of x >= 1/2. */
double __lgamma_core(double x)
{
    double y = x - 1.0;
    double t = y + 7.5;
    return 0.91893853320467274 + (y + 0.5) * __log_core_f64(t) - t + __log_core_f64(__lanczos_sum(y));
}

float __lgamma_r_f32(float x, int *sign)
{
    *sign = 1;
    if (!isfinite(x))
        return x != x ? x : __builtin_inff();
    float whole = floor(x);
    if (x <= 0.0f && x == whole) {
        *sign = x == 0.0f && as_int(x) < 0 ? -1 : 1;
        return __builtin_inff();
    }
    if (fabs(x) < 0x1p-20f) {
        *sign = x < 0.0f ? -1 : 1;
        return -log(fabs(x));
    }
    double d = x;
    if (x >= 0.5f) {
        double r = __lgamma_core(d);
        return x > 0x1p+60f ? x * (log(x) - 1.0f) : (float)r;
    }
    /* gamma(x) gamma(1 - x) = pi / sin(pi x) */
    double part = d - (double)whole;
    double s = (double)__sinpi_f32((float)fmin(part, 1.0 - part));
    bool odd = fabs(whole) < 0x1p+24f && ((int)whole & 1);
    *sign = odd ? -1 : 1;
    return (float)(1.1447298858494002 - __log_core_f64(s) - __lgamma_core(1.0 - d));
}

float __lgamma_f32(float x)
{
    int sign;
    return __lgamma_r_f32(x, &sign);
}

float __tgamma_f32(float x)
{
    if (x != x)
        return x;
    if (x > 36.0f)
        return __builtin_inff();
    if (x == 0.0f)
        return copysign(__builtin_inff(), x);
    if (x < 0.0f && (x == floor(x) || isinf(x)))
        return __builtin_nanf("");
    if (x < -46.0f)
        return ((int)floor(fmax(x, -1000.0f)) & 1) ? -0.0f : 0.0f;
    double d = x;
    double y = x < 0.5f ? -d : d - 1.0;
    double t = y + 7.5;
    double g = 2.5066282746310002 * __exp_core_f64((y + 0.5) * __log_core_f64(t) - t) * __lanczos_sum(y);
    if (x >= 0.5f)
        return (float)g;
    float part = x - 2.0f * rint(x * 0.5f);
    double s = fabs(part) < 0x1p-12f ? 3.1415926535897931 * (double)part : (double)__sinpi_f32(part);
    return (float)(3.1415926535897931 / (s * g));
}
