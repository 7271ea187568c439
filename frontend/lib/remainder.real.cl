/* Remainders: long division of mantissas, many bits of the quotient at a time. */

/* The mantissa of what |x| leaves modulo |y|, for finite x and y other than zero with 4 |x| > |y|. It is signed, less than
   one |y| away from zero, and belongs to y's exponent; the quotient's low bits come with it.

   Mantissas are multiples of the same small number, and so are the rests. A step's quotient is estimated with the reciprocal;
   it is wrong by less than 0.9 - 0.5, so that the rest is below 1 and one fma gives it exactly. */
REAL __remainder_steps_REAL(REAL x, REAL y, uint *quotient)
{
    REAL divisor = fabs(__mantissa_REAL(y));
    REAL inverse = __reciprocal_REAL(divisor);
    REAL r = fabs(__mantissa_REAL(x));
    int bits = __exponent_REAL(x) - __exponent_REAL(y);
    uint low = 0;
    while (bits > EITHER(20, 30)) {
        r *= EITHER(0x1p+20f, 0x1p+30);
        REAL n = rint(r * inverse);
        r = fma(-n, divisor, r);
        low = (low << EITHER(20, 30)) + (uint)(int)n;
        bits -= EITHER(20, 30);
    }
    r = ldexp(r, bits);
    REAL n = rint(r * inverse);
    *quotient = (low << bits) + (uint)(int)n;
    return fma(-n, divisor, r);
}

REAL __fmod_REAL(REAL x, REAL y)
{
    uint q;
    REAL r = __remainder_steps_REAL(x, y, &q);
    r = r < 0.0f ? r + fabs(__mantissa_REAL(y)) : r;
    r = copysign(ldexp(r, __exponent_REAL(y)), x);
    r = fabs(x) < fabs(y) ? x : r;
    return isfinite(x) && fabs(y) > 0.0f ? r : NAN;
}

REAL __remquo_REAL(REAL x, REAL y, int *quotient)
{
    uint q;
    REAL r = __remainder_steps_REAL(x, y, &q);
    /* To the nearest multiple, ties to the even quotient. */
    REAL divisor = fabs(__mantissa_REAL(y));
    REAL twice = fabs(r + r);
    bool away = twice > divisor || (twice == divisor && (q & 1));
    uint one = r < 0.0f ? -1 : 1;
    q = away ? q + one : q;
    r = away ? r - copysign(divisor, r) : r;
    r = ldexp(r, __exponent_REAL(y));
    r = as_SBITS(x) < 0 ? -r : r;
    bool small = fabs(x) < 0.5f * fabs(y);
    bool valid = isfinite(x) && fabs(y) > 0.0f;
    int low = (int)(q & 0x7f);
    low = (as_SBITS(x) ^ as_SBITS(y)) < 0 ? -low : low;
    *quotient = small || !valid ? 0 : low;
    return valid ? (small ? x : r) : NAN;
}

REAL __remainder_REAL(REAL x, REAL y)
{
    int q;
    return __remquo_REAL(x, y, &q);
}
