/* Helpers of length and normalize: up to four elements, zeros for the missing ones. Squares may leave the range where
   the result does not, so the elements are scaled by a power of two first. */

REAL __length_REAL(REAL x, REAL y, REAL z, REAL w)
{
    REAL m = fmax(fmax(fabs(x), fabs(y)), fmax(fabs(z), fabs(w)));
    bool large = m > EITHER(0x1p+60f, 0x1p+500);
    bool small = m < EITHER(0x1p-50f, 0x1p-450);
    REAL s = large ? EITHER(0x1p-70f, 0x1p-600) : (small ? EITHER(0x1p+90f, 0x1p+700) : 1.0f);
    REAL back = large ? EITHER(0x1p+70f, 0x1p+600) : (small ? EITHER(0x1p-90f, 0x1p-700) : 1.0f);
    x *= s;
    y *= s;
    z *= s;
    w *= s;
    REAL r = sqrt(fma(x, x, fma(y, y, fma(z, z, w * w)))) * back;
    return m == INFINITY ? m : r;
}

REAL __normalize_scale_REAL(REAL x, REAL y, REAL z, REAL w)
{
    REAL m = fmax(fmax(fabs(x), fabs(y)), fmax(fabs(z), fabs(w)));
    return m > EITHER(0x1p+60f, 0x1p+500) ? EITHER(0x1p-70f, 0x1p-600) : (m < EITHER(0x1p-50f, 0x1p-450) ? EITHER(0x1p+90f, 0x1p+700) : 1.0f);
}

REAL __normalize_factor_REAL(REAL x, REAL y, REAL z, REAL w)
{
    REAL s = fma(x, x, fma(y, y, fma(z, z, w * w)));
    return s == 0.0f ? 1.0f : EITHER(rsqrt(s), 1.0 / sqrt(s));
}
