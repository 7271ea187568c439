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
    float r = a < 1.0f ? small : e - 0.25f / e;
    r = copysign(r, x);
    return x != x ? x : r;
}

float __cosh_f32(float x)
{
    float a = fabs(x);
    float e = __exp_scaled_f32(fmin(a, 100.0f), -1);
    float r = e + 0.25f / e;
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
    float r = a < 0.4f ? small : 1.0f - 2.0f / (e + 1.0f);
    r = copysign(r, x);
    return x != x ? x : r;
}

float __asinh_f32(float x)
{
    float a = fabs(x);
    bool large = a > 0x1p+14f;
    float b = large ? 1.0f : a;
    float z = b * b;
    float small = __log1p_f32(b + z / (1.0f + sqrt(z + 1.0f)));
    float r = large ? log(a) + 0x1.62e430p-1f : small;
    r = copysign(r, x);
    return x == 0.0f ? x : r;
}

float __acosh_f32(float x)
{
    bool large = x > 0x1p+14f;
    float t = large ? 1.0f : x - 1.0f;
    float small = __log1p_f32(t + sqrt(fma(t, t, 2.0f * t)));
    float r = large ? log(x) + 0x1.62e430p-1f : small;
    return x < 1.0f || x != x ? __builtin_nanf("") : r;
}

float __atanh_f32(float x)
{
    float a = fabs(x);
    float r = 0.5f * __log1p_f32(2.0f * a / (1.0f - a));
    r = a < 0x1p-12f ? a : r;
    r = copysign(r, x);
    return a <= 1.0f ? r : __builtin_nanf("");
}
