/* Parts of other functions that a target may do faster: it replaces them by its own. Operands and results are normal numbers
   well inside of the range. */

/* 1 / x, good to about 2^-22 for float and 2^-44 for double. */
REAL __reciprocal_REAL(REAL x) { return 1.0f / x; }

/* n / d within two units of the last place for float, one for double. */
REAL __quotient_REAL(REAL n, REAL d) { return n / d; }

/* The square root of zero or a normal number, within one unit of the last place. */
REAL __root_REAL(REAL x) { return sqrt(x); }

/* The same as a sum of two numbers, the second of them small. */
REAL __root_parts_REAL(REAL x, REAL *low)
{
    REAL s = sqrt(x);
    *low = s == 0.0f ? 0.0f : fma(-s, s, x) / (2.0f * s);
    return s;
}
