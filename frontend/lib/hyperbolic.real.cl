/* Inverse hyperbolic functions, by logarithms. */

REAL __asinh_REAL(REAL x)
{
    REAL a = fabs(x);
    bool large = a > EITHER(0x1p+14f, 0x1p+30);
    REAL b = large ? 1.0f : a;
    REAL z = b * b;
    REAL small = __log1p_REAL(b + __quotient_REAL(z, 1.0f + __root_REAL(z + 1.0f)));
    REAL r = large ? log(a) + EITHER(0x1.62e430p-1f, 0x1.62e42fefa39efp-1) : small;
    r = copysign(r, x);
    return x == 0.0f ? x : r;
}

REAL __acosh_REAL(REAL x)
{
    bool large = x > EITHER(0x1p+14f, 0x1p+30);
    REAL t = large ? 1.0f : x - 1.0f;
    REAL small = __log1p_REAL(t + __root_REAL(fma(t, t, 2.0f * t)));
    REAL r = large ? log(x) + EITHER(0x1.62e430p-1f, 0x1.62e42fefa39efp-1) : small;
    return x < 1.0f || x != x ? NAN : r;
}

REAL __atanh_REAL(REAL x)
{
    REAL a = fabs(x);
    REAL r = 0.5f * __log1p_REAL(2.0f * a / (1.0f - a));
    r = a < EITHER(0x1p-12f, 0x1p-28) ? a : r;
    r = copysign(r, x);
    return a <= 1.0f ? r : NAN;
}
