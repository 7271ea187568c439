/* Error and gamma functions of float, computed in double where cancellation would eat the result. */

float __erf_f32(float x)
{
    /* x times a polynomial in x^2, or 1 - 2^p. */
    float a = fmin(fabs(x), 3.95f);
    float z = x * x;
    float p = fma(z, -0x1.396c6ap-11f, 0x1.46ce1ap-8f);
    p = fma(z, p, -0x1.b66792p-6f);
    p = fma(z, p, 0x1.ce15eep-4f);
    p = fma(z, p, -0x1.8126aep-2f);
    p = fma(z, p, 0x1.20dd74p+0f);
    float q = fma(a, 0x1.2a4a9ap-12f, -0x1.20e72p-8f);
    q = fma(a, q, 0x1.07487p-5f);
    q = fma(a, q, -0x1.336492p-3f);
    q = fma(a, q, -0x1.d6920ap-1f);
    q = fma(a, q, -0x1.a082fcp+0f);
    q = fma(a, q, -0x1.0c8318p-12f);
    float large = copysign(1.0f - native_exp2(q), x);
    float r = fabs(x) < 0.9f ? x * p : large;
    return x != x ? x : r;
}

/* erfc(x) of positive x is e^(-x^2) / (1 + 2x) times a polynomial in (x - 2) / (x + 2). */
float __erfc_f32(float x)
{
    float a = fmin(fabs(x), 10.1f);
    float u = __quotient_f32(a - 2.0f, a + 2.0f);
    float p = fma(u, 0x1.6bce7ep-16f, -0x1.8b5b82p-12f);
    p = fma(u, p, -0x1.49a78ep-10f);
    p = fma(u, p, 0x1.50f218p-10f);
    p = fma(u, p, 0x1.1b539cp-7f);
    p = fma(u, p, -0x1.07ba62p-7f);
    p = fma(u, p, -0x1.bc135ap-5f);
    p = fma(u, p, 0x1.4ffb52p-3f);
    p = fma(u, p, -0x1.5408p-3f);
    p = fma(u, p, -0x1.7bf602p-4f);
    p = fma(u, p, 0x1.46e80ep+0f);
    float square = a * a;
    float rest = fma(a, a, -square);
    p = __quotient_f32(p, fma(2.0f, a, 1.0f));
    float tail = __exp_scaled_f32(-square, 0) * fma(-rest, p, p);
    tail = a == 10.1f ? 0.0f : tail;
    float r = x < 0.0f ? 2.0f - tail : tail;
    return x != x ? x : r;
}

/* Lanczos' sum for gamma(x + 1), x >= -1/2, with g = 7 and nine terms, as one fraction. */
double __lanczos_sum(double x)
{
    double n = fma(x, 0x1.ffffffffff950p-1, 0x1.e3aaaaaaaaf73p+5);
    n = fma(x, n, 0x1.8fc2b8e38e086p+10);
    n = fma(x, n, 0x1.79960aebc6044p+14);
    n = fma(x, n, 0x1.bdc59b957ea11p+17);
    n = fma(x, n, 0x1.50ca844109fe4p+20);
    n = fma(x, n, 0x1.3e0bd4122fe54p+22);
    n = fma(x, n, 0x1.573aa2f825589p+23);
    n = fma(x, n, 0x1.4415b432ba16bp+23);
    double d = x + 36.0;
    d = fma(x, d, 546.0);
    d = fma(x, d, 4536.0);
    d = fma(x, d, 22449.0);
    d = fma(x, d, 67284.0);
    d = fma(x, d, 118124.0);
    d = fma(x, d, 109584.0);
    d = fma(x, d, 40320.0);
    return __quotient_f64(n, d);
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
    float whole = floor(x);
    bool odd = fabs(whole) < 0x1p+24f && ((int)whole & 1);
    *sign = x < 0.0f && x != whole && odd ? -1 : 1;
    double d = x;
    double r = __lgamma_core(x < 0.5f ? 1.0 - d : d);
    if (x < 0.5f) {
        /* gamma(x) gamma(1 - x) = pi / sin(pi x) */
        double part = d - (double)whole;
        double s = (double)__sinpi_f32((float)fmin(part, 1.0 - part));
        r = 1.1447298858494002 - __log_core_f64(s) - r;
    }
    float v = (float)r;
    if (fabs(x) < 0x1p-20f) {
        *sign = as_int(x) < 0 ? -1 : 1;
        v = -log(fabs(x));
    }
    v = x == 1.0f || x == 2.0f ? 0.0f : v;
    v = x > 0x1p+60f ? x * (log(x) - 1.0f) : v;
    v = isinf(x) || (x < 0.0f && x == whole) ? __builtin_inff() : v;
    return x != x ? x : v;
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
    double g = 2.5066282746310002 * __exp_scaled_f64((y + 0.5) * __log_core_f64(t) - t, 0) * __lanczos_sum(y);
    if (x >= 0.5f)
        return (float)g;
    float part = x - 2.0f * rint(x * 0.5f);
    double s = fabs(part) < 0x1p-12f ? 3.1415926535897931 * (double)part : (double)__sinpi_f32(part);
    return (float)(3.1415926535897931 / (s * g));
}
