/* Hyperbolic functions of float and their inverses. */

float __sinh_f32(float x)
{
    float a = fabs(x);
    float z = x * x;
    float p = fma(z, 0x1.7a5d1ap-19f, 0x1.9ffd06p-13f);
    p = fma(z, p, 0x1.111136p-7f);
    p = fma(z, p, 0x1.555556p-3f);
    float small = fma(a * z, p, a);
    /* Half of e^a, which overflows only when the result does. */
    float e = __exp_scaled_f32(fmin(a, 100.0f), -1);
    float r = a < 1.0f ? small : e - 0.25f * __reciprocal_f32(e);
    r = copysign(r, x);
    return x != x ? x : r;
}

float __cosh_f32(float x)
{
    float a = fabs(x);
    float e = __exp_scaled_f32(fmin(a, 100.0f), -1);
    float r = e + 0.25f * __reciprocal_f32(e);
    return x != x ? x : r;
}

float __tanh_f32(float x)
{
    float a = fabs(x);
    float z = x * x;
    float p = fma(z, 0x1.13f0e0p-9f, -0x1.0acb44p-7f);
    p = fma(z, p, 0x1.635d1cp-6f);
    p = fma(z, p, -0x1.b9ec38p-5f);
    p = fma(z, p, 0x1.111068p-3f);
    p = fma(z, p, -0x1.555554p-2f);
    float small = fma(a * z, p, a);
    float e = __exp_scaled_f32(2.0f * fmin(a, 20.0f), 0);
    float r = a < 0.4f ? small : 1.0f - 2.0f * __reciprocal_f32(e + 1.0f);
    r = copysign(r, x);
    return x != x ? x : r;
}
