/* Logarithms of float. */

float __log2_f32(float x) { return __builtin_log2f(x); }
float __native_log2_f32(float x) { return __builtin_log2f(x); }
float __native_log_f32(float x) { return __builtin_log2f(x) * 0x1.62e430p-1f; }
float __native_log10_f32(float x) { return __builtin_log2f(x) * 0x1.344136p-2f; }

float __log_f32(float x)
{
    float y = log2(x);
    float h = y * 0x1.62e430p-1f;
    float l = fma(y, 0x1.62e430p-1f, -h);
    l = fma(y, -0x1.05c610p-29f, l);
    return isfinite(y) ? h + l : y;
}

float __log10_f32(float x)
{
    float y = log2(x);
    float h = y * 0x1.344136p-2f;
    float l = fma(y, 0x1.344136p-2f, -h);
    l = fma(y, -0x1.ec10c0p-27f, l);
    return isfinite(y) ? h + l : y;
}

/* log(1 + f) for 1 + f in [sqrt(1/2), sqrt(2)]: with s = f / (2 + f), log(1 + f) = f - s (f - R(s^2)). */
float __log1p_small_f32(float f)
{
    float s = __quotient_f32(f, 2.0f + f);
    float z = s * s;
    float r = fma(z, 0x1.332b44p-2f, 0x1.9955f0p-2f);
    r = fma(z, r, 0x1.55558ap-1f);
    r = r * z;
    float h = 0.5f * f * f;
    return f - (h - s * (h + r));
}

float __log1p_f32(float x)
{
    if (x > -0.29f && x < 0.41f)
        return x == 0.0f ? x : __log1p_small_f32(x);
    /* What 1 + x rounds away, divided by it, is the first-order correction. */
    float u = 1.0f + x;
    float lost = x >= 1.0f ? 1.0f - (u - x) : x - (u - 1.0f);
    float y = log(u) + __quotient_f32(lost, u);
    return isinf(x) || x <= -1.0f || x != x ? log(u) : y;
}
