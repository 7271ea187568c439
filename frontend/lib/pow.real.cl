/* Roots. */

REAL __rootn_REAL(REAL x, int n)
{
    REAL a = fabs(x);
    bool ordinary = a > 0.0f && a < INFINITY;
    REAL l;
    REAL h = __log2_extended_REAL(ordinary ? a : 1.0f, &l);
    REAL d = (REAL)n;
    REAL y = 1.0f / d;
    REAL y_low = fma(-y, d, 1.0f) * y;
    REAL r = __exp2_product_REAL(h, l, y, y_low);
    REAL edge = (a > 1.0f) == (n > 0) ? INFINITY : 0.0f;
    r = ordinary ? r : edge;
    bool negative = as_SBITS(x) < 0;
    r = negative && (n & 1) ? -r : r;
    bool undefined = n == 0 || x != x || (x < 0.0f && !(n & 1));
    return undefined ? NAN : r;
}

REAL __hypot_REAL(REAL x, REAL y)
{
    int e = __exponent_REAL(fmax(fabs(x), fabs(y)));
    REAL p = ldexp(x, -e);
    REAL q = ldexp(y, -e);
    REAL r = ldexp(__root_REAL(fma(p, p, q * q)), e);
    return isinf(x) || isinf(y) ? INFINITY : r;
}
