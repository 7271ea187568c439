/* Error and gamma functions of double. Polynomials are minimax fits (those of gamma Chebyshev ones) to functions
   computed with 60 digits or more. */

/* e^(-x^2) / (1 + 2x) * p of positive x. */
double __erfc_scale_f64(double x, double p)
{
    double square = x * x;
    double rest = fma(x, x, -square);
    p = __quotient_f64(p, fma(2.0, x, 1.0));
    return __exp_scaled_f64(-square, 0) * fma(-rest, p, p);
}

double __erf_f64(double x)
{
    /* On [-1, 1], x times a polynomial in x^2. */
    double z = x * x;
    double p = fma(z, 0x1.f78e9762bea17p-36, -0x1.2ae50412c86b1p-33);
    p = fma(z, p, -0x1.2ab5561c1ec48p-31);
    p = fma(z, p, 0x1.d35bd7db184d5p-27);
    p = fma(z, p, -0x1.5c7d2fb4a2db4p-23);
    p = fma(z, p, 0x1.b99ca0c080141p-20);
    p = fma(z, p, -0x1.f4cd52420299bp-17);
    p = fma(z, p, 0x1.f9a2e9fbf7078p-14);
    p = fma(z, p, -0x1.c02db2066953bp-11);
    p = fma(z, p, 0x1.565bcd038e401p-8);
    p = fma(z, p, -0x1.b82ce3123e1cep-6);
    p = fma(z, p, 0x1.ce2f21a0419ccp-4);
    p = fma(z, p, -0x1.812746b0379c6p-2);
    p = fma(z, p, 0x1.20dd750429b6dp+0);
    /* Beyond, erfc's form up to 6. */
    double a = clamp(fabs(x), 1.0, 6.0);
    double u = __quotient_f64(a - 3.5, a + 3.5);
    double q = fma(u, 0x1.1c9b73ae1e396p-17, 0x1.d18d7a38d67cbp-16);
    q = fma(u, q, -0x1.665f19635fae4p-15);
    q = fma(u, q, -0x1.0047ecbb0327bp-13);
    q = fma(u, q, 0x1.27ccea5266ce7p-11);
    q = fma(u, q, -0x1.3ce8ff7c43fcep-12);
    q = fma(u, q, -0x1.143bf50dd14c1p-8);
    q = fma(u, q, 0x1.38ec6623381b8p-6);
    q = fma(u, q, -0x1.8ff5eff17584fp-5);
    q = fma(u, q, 0x1.6861060229f68p-4);
    q = fma(u, q, -0x1.d76830c21a295p-4);
    q = fma(u, q, 0x1.8f702ec6c08e1p-4);
    q = fma(u, q, -0x1.59e2c284c4d59p-7);
    q = fma(u, q, -0x1.1ebd220ea59b7p-3);
    q = fma(u, q, 0x1.3e0a99a0ee915p+0);
    double large = copysign(1.0 - __erfc_scale_f64(a, q), x);
    double r = fabs(x) < 1.0 ? x * p : large;
    return x != x ? x : r;
}

/* erfc(x) of positive x is e^(-x^2) / (1 + 2x) times a polynomial in (x - 3) / (x + 3). */
double __erfc_f64(double x)
{
    double a = fmin(fabs(x), 28.0);
    double u = __quotient_f64(a - 3.0, a + 3.0);
    double p = fma(u, -0x1.141ec9e0c86e7p-28, -0x1.15a8d207551bfp-27);
    p = fma(u, p, 0x1.17493fe941ff5p-25);
    p = fma(u, p, 0x1.84a8371e4e12ep-24);
    p = fma(u, p, -0x1.193abd2b23ae5p-23);
    p = fma(u, p, -0x1.43c70e8fb0d6bp-21);
    p = fma(u, p, 0x1.7709038fa41e4p-22);
    p = fma(u, p, 0x1.d0ba2b8130894p-19);
    p = fma(u, p, -0x1.86d4fb7ccbc1dp-21);
    p = fma(u, p, -0x1.51273d56c615ep-16);
    p = fma(u, p, 0x1.4c144d7f58f1cp-18);
    p = fma(u, p, 0x1.0659704d1310dp-13);
    p = fma(u, p, -0x1.b91236a48f86p-14);
    p = fma(u, p, -0x1.98db474d83038p-11);
    p = fma(u, p, 0x1.ef1bdcac278afp-10);
    p = fma(u, p, 0x1.4b884df9823aep-9);
    p = fma(u, p, -0x1.8574c40ad4876p-6);
    p = fma(u, p, 0x1.17ca2878186fbp-4);
    p = fma(u, p, -0x1.e88b803a4cd2p-4);
    p = fma(u, p, 0x1.098366a5b3d2fp-3);
    p = fma(u, p, -0x1.85a15c58aa2a6p-5);
    p = fma(u, p, -0x1.15c084bb9e8ddp-3);
    p = fma(u, p, 0x1.40c522d7e4987p+0);
    double tail = __erfc_scale_f64(a, p);
    double r = x < 0.0 ? 2.0 - tail : tail;
    return x != x ? x : r;
}

/* gamma(2 + f) for f in [0, 1]. */
double __gamma_part_f64(double f)
{
    double p = fma(f, -0x1.ce54a9bd97599p-27, 0x1.5abb3829dfab8p-23);
    p = fma(p, f, -0x1.fb60530f91206p-21);
    p = fma(p, f, 0x1.ea95d676a6718p-19);
    p = fma(p, f, -0x1.6882a4c72eee0p-17);
    p = fma(p, f, 0x1.ba13430bfa493p-16);
    p = fma(p, f, -0x1.e4be01fc5732cp-15);
    p = fma(p, f, 0x1.f6f51f4f83f43p-14);
    p = fma(p, f, -0x1.f793476ada5ddp-13);
    p = fma(p, f, 0x1.00f2885caeacdp-11);
    p = fma(p, f, -0x1.e2138e7838f43p-11);
    p = fma(p, f, 0x1.13c3a660bbd6fp-9);
    p = fma(p, f, -0x1.75e6cdbe7e2b9p-9);
    p = fma(p, f, 0x1.6d7ee9f3d3802p-7);
    p = fma(p, f, -0x1.17f371bdf1c8cp-12);
    p = fma(p, f, 0x1.301fbb0f0341cp-4);
    p = fma(p, f, 0x1.4e23998466437p-4);
    p = fma(p, f, 0x1.a5b978b96bea7p-2);
    p = fma(p, f, 0x1.b0ee6072093cep-2);
    p = fma(p, f, 0x1.0000000000000p+0);
    return p;
}

/* log(gamma(2 + f)) for f in [-1/2, 1]. */
double __lgamma_part_f64(double f)
{
    double p = fma(f, 0x1.09ddc03267fa4p-34, -0x1.1d4f5061ecacdp-31);
    p = fma(p, f, 0x1.1f2c6bb167f9bp-29);
    p = fma(p, f, -0x1.7960430382536p-28);
    p = fma(p, f, 0x1.8cfb966044229p-27);
    p = fma(p, f, -0x1.8c249991568f6p-26);
    p = fma(p, f, 0x1.97c28f7991724p-25);
    p = fma(p, f, -0x1.ae0ba30318228p-24);
    p = fma(p, f, 0x1.c758cd60576e2p-23);
    p = fma(p, f, -0x1.e27a9aed4d2ecp-22);
    p = fma(p, f, 0x1.00677a8d4e989p-20);
    p = fma(p, f, -0x1.11b26d72c0fe7p-19);
    p = fma(p, f, 0x1.259773c0ed3e3p-18);
    p = fma(p, f, -0x1.3cbc9799328f8p-17);
    p = fma(p, f, 0x1.580dd0a9dfe54p-16);
    p = fma(p, f, -0x1.78de5be6cda02p-15);
    p = fma(p, f, 0x1.a127b0e7c5983p-14);
    p = fma(p, f, -0x1.d3fd4c76356abp-13);
    p = fma(p, f, 0x1.0b36af864916ep-11);
    p = fma(p, f, -0x1.38ac5c2bfa0eap-10);
    p = fma(p, f, 0x1.7add6eadb6a74p-9);
    p = fma(p, f, -0x1.e404fc218f5d2p-8);
    p = fma(p, f, 0x1.51322ac7d8484p-6);
    p = fma(p, f, -0x1.13e001a557607p-4);
    p = fma(p, f, 0x1.4a34cc4a60fa6p-2);
    p = fma(p, f, 0x1.b0ee6072093cep-2);
    return f * p;
}

/* What Stirling's formula adds to (x - 1/2) log(x) - x + log(2 pi) / 2, for x >= 16. */
double __stirling_f64(double x)
{
    double r = 1.0 / x;
    double z = r * r;
    double p = fma(z, 0x1.6fe96381e0680p-3, -0x1.e4286cb0f5398p-6);
    p = fma(p, z, 0x1.a41a41a41a41ap-8);
    p = fma(p, z, -0x1.f6ab0d9993c7dp-10);
    p = fma(p, z, 0x1.b951e2b18ff23p-11);
    p = fma(p, z, -0x1.3813813813814p-11);
    p = fma(p, z, 0x1.a01a01a01a01ap-11);
    p = fma(p, z, -0x1.6c16c16c16c17p-9);
    p = fma(p, z, 0x1.5555555555555p-4);
    return r * p;
}

/* gamma(x) of positive x is the product of the result and `more`; both are finite for x <= 185. */
double __gamma_factors_f64(double x, double *more)
{
    *more = 1.0;
    if (x >= 16.0) {
        double half_power = pow(x, 0.5 * x - 0.25);
        *more = half_power;
        return half_power * (exp(-x) * (0x1.40d931ff62706p+1 * exp(__stirling_f64(x))));
    }
    if (x < 1.0)
        return __gamma_part_f64(x) / (x * (x + 1.0));
    if (x < 2.0)
        return __gamma_part_f64(x - 1.0) / x;
    double product = 1.0;
    while (x >= 3.0) {
        x -= 1.0;
        product *= x;
    }
    return product * __gamma_part_f64(x - 2.0);
}

double __tgamma_f64(double x)
{
    if (x != x)
        return x;
    if (x == 0.0)
        return copysign((double)__builtin_inff(), x);
    if (x > 172.0)
        return __builtin_inff();
    double more;
    if (x > 0.0) {
        double first = __gamma_factors_f64(x, &more);
        return first * more;
    }
    if (x == floor(x))
        return __builtin_nanf("");
    if (x < -185.0)
        return __parity_f64(floor(x)) == 1 ? -0.0 : 0.0;
    /* gamma(x) gamma(-x) = -pi / (x sin(pi x)) */
    if (x > -0x1p-54)
        return 1.0 / x;
    double first = __gamma_factors_f64(-x, &more);
    return -0x1.921fb54442d18p+1 / (x * __sinpi_f64(x)) / first / more;
}

/* log(gamma(x)) of positive x: Stirling's formula, or what is left in [3/2, 3) after going there by factors. */
double __lgamma_positive_f64(double x)
{
    double product = x;
    double f = x;
    if (x < 0.5) {
        product = x * (x + 1.0);
    } else if (x < 1.5) {
        f = x - 1.0;
    } else if (x < 16.0) {
        product = 1.0;
        while (f >= 3.0) {
            f -= 1.0;
            product *= f;
        }
        f -= 2.0;
    }
    double l = log(product);
    if (x > 0x1p+60)
        return x * (l - 1.0);
    if (x >= 16.0)
        return fma(x - 0.5, l, -x) + (0x1.d67f1c864beb5p-1 + __stirling_f64(x));
    return __lgamma_part_f64(f) + (x < 1.5 ? -l : l);
}

double __lgamma_r_f64(double x, int *sign)
{
    double whole = floor(x);
    bool pole = x <= 0.0 && x == whole;
    *sign = x < 0.0 && !pole && __parity_f64(whole) == 1 ? -1 : 1;
    double r = __lgamma_positive_f64(fabs(x));
    if (x < 0.0) {
        /* gamma(x) gamma(-x) = -pi / (x sin(pi x)) */
        double s = fabs(x * __sinpi_f64(x));
        r = x > -0x1p-54 ? -log(-x) : log(0x1.921fb54442d18p+1 / s) - r;
    }
    r = isinf(x) || pole ? __builtin_inf() : r;
    *sign = x == 0.0 && as_long(x) < 0 ? -1 : *sign;
    return x != x ? x : r;
}

double __lgamma_f64(double x)
{
    int sign;
    return __lgamma_r_f64(x, &sign);
}
