/* Logarithms of double. */

/* A positive finite x is (1 + f) 2^exponent, with 1 + f in [sqrt(1/2), sqrt(2)). */
double __log_argument_f64(double x, int *exponent)
{
    double m = __mantissa_f64(x);
    int lower = m < 0x1.6a09e6p-1 ? 1 : 0;
    *exponent = __exponent_f64(x) - lower;
    return ldexp(m, lower) - 1.0;
}

/* log(1 + f) for such an f, as a sum: with s = f / (2 + f) it is f - f^2 / 2 + s (f^2 / 2 + R(s^2)). */
double __log_part_f64(double f, double *low)
{
    double s = __quotient_f64(f, 2.0 + f);
    double z = s * s;
    double p = fma(z, 0x1.2b9813393895bp-3, 0x1.39f87b2c161d6p-3);
    p = fma(z, p, 0x1.7462ea4cc1963p-3);
    p = fma(z, p, 0x1.c71c61fb34bfcp-3);
    p = fma(z, p, 0x1.2492492eeab3fp-2);
    p = fma(z, p, 0x1.9999999994489p-2);
    p = fma(z, p, 0x1.555555555555ap-1);
    double h = 0.5 * f * f;
    double high = f - h;
    *low = fma(s, fma(z, p, h), (f - high) - h);
    return high;
}

/* log((1 + f) 2^exponent) */
double __log_whole_f64(double f, int exponent)
{
    double low;
    double high = __log_part_f64(f, &low);
    double n = (double)exponent;
    return fma(n, 0x1.62e42fefa39efp-1, high + fma(n, 0x1.abc9e3b39803fp-56, low));
}

/* log(x) of a positive finite x. */
double __log_core_f64(double x)
{
    int e;
    double f = __log_argument_f64(x, &e);
    return __log_whole_f64(f, e);
}

/* The logarithm y of x, unless x is nothing of which y was made. */
double __log_edges_f64(double x, double y)
{
    y = x == __builtin_inf() ? x : y;
    y = x == 0.0 ? -__builtin_inf() : y;
    return x < 0.0 ? __builtin_nan("") : y;
}

double __log_f64(double x) { return __log_edges_f64(x, __log_core_f64(x)); }

double __log2_f64(double x)
{
    int e;
    double f = __log_argument_f64(x, &e);
    double low;
    double high = __log_part_f64(f, &low);
    double v = high * 0x1.71547652b82fep+0;
    double v_low = fma(high, 0x1.71547652b82fep+0, -v);
    v_low = fma(high, 0x1.777d0ffda0d24p-56, v_low);
    v_low = fma(low, 0x1.71547652b82fep+0, v_low);
    double n = (double)e;
    double sum = n + v;
    return __log_edges_f64(x, sum + (((n - sum) + v) + v_low));
}

double __log10_f64(double x)
{
    int e;
    double f = __log_argument_f64(x, &e);
    double low;
    double high = __log_part_f64(f, &low);
    double v = high * 0x1.bcb7b1526e50ep-2;
    double v_low = fma(high, 0x1.bcb7b1526e50ep-2, -v);
    v_low = fma(high, 0x1.95355baaafad3p-57, v_low);
    v_low = fma(low, 0x1.bcb7b1526e50ep-2, v_low);
    /* The exponent times the first bits of log10(2) is exact. */
    double n = (double)e;
    double whole = n * 0x1.34413509f8p-2;
    v_low = fma(n, -0x1.80433b83b532ap-44, v_low);
    double sum = whole + v;
    return __log_edges_f64(x, sum + (((whole - sum) + v) + v_low));
}

double __log1p_f64(double x)
{
    /* 1 + x, and what it rounds away. */
    double u = 1.0 + x;
    double lost = x >= 1.0 ? 1.0 - (u - x) : x - (u - 1.0);
    int e;
    double f = __log_argument_f64(u, &e);
    double y = __log_whole_f64(f + ldexp(lost, -e), e);
    y = x == -1.0 ? -__builtin_inf() : y;
    y = x < -1.0 ? __builtin_nan("") : y;
    return x == 0.0 || x == __builtin_inf() ? x : y;
}

/* log2(x) of a positive finite x as a sum of two doubles. */
double __log2_extended_f64(double x, double *low)
{
    int e;
    double f = __log_argument_f64(x, &e);
    double m = 1.0 + f;
    double d = m + 1.0;
    double d_low = m - (d - 1.0);
    double s = __quotient_f64(f, d);
    double rest = fma(-s, d, f);
    rest = fma(-s, d_low, rest);
    double s_low = rest * __reciprocal_f64(d);
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
