/* Exponentials of float.

   2^a of a reduced argument comes from native_exp2, which is good to about one unit in the last place on [-1, 1]; the
   product with log2 of the base is carried in two floats so that large arguments lose nothing. */

float __exp2_f32(float x) { return __builtin_exp2f(x); }
float __native_exp2_f32(float x) { return __builtin_exp2f(x); }
float __native_exp_f32(float x) { return __builtin_exp2f(x * 0x1.715476p+0f); }
float __native_exp10_f32(float x) { return __builtin_exp2f(x * 0x1.a934f0p+1f); }
float __native_powr_f32(float x, float y) { return __builtin_exp2f(y * __builtin_log2f(x)); }

/* 2^(h + l) * 2^extra, where |l| is tiny beside |h| < 2^20. */
float __exp2_split_f32(float h, float l, int extra)
{
    float n = rint(h);
    return ldexp(__native_exp2_f32((h - n) + l), (int)n + extra);
}

/* e^x * 2^extra for |x| < 120. */
float __exp_scaled_f32(float x, int extra)
{
    float h = x * 0x1.715476p+0f;
    float l = fma(x, 0x1.715476p+0f, -h);
    l = fma(x, 0x1.4ae0c0p-26f, l);
    return __exp2_split_f32(h, l, extra);
}

float __exp_f32(float x)
{
    float c = clamp(x, -120.0f, 120.0f);
    float r = __exp_scaled_f32(c, 0);
    return x != x ? x : r;
}

float __exp10_f32(float x)
{
    float c = clamp(x, -60.0f, 60.0f);
    float h = c * 0x1.a934f0p+1f;
    float l = fma(c, 0x1.a934f0p+1f, -h);
    l = fma(c, 0x1.2f346ep-24f, l);
    float r = __exp2_split_f32(h, l, 0);
    return x != x ? x : r;
}

float __expm1_f32(float x)
{
    float c = clamp(x, -20.0f, 89.0f);
    float n = rint(c * 0x1.715476p+0f);
    float r = fma(-n, 0x1.62e430p-1f, c);
    r = fma(n, 0x1.05c610p-29f, r);
    float q = fma(r, 0x1.6bebcap-10f, 0x1.122904p-7f);
    q = fma(q, r, 0x1.555676p-5f);
    q = fma(q, r, 0x1.5554aep-3f);
    q = fma(q, r, 0x1.fffffep-2f);
    float p = fma(r * r, q, r);
    /* 2^n (p + 1) - 1 in halves: 2^n alone may overflow before the result does. */
    int e = (int)n;
    float s = ldexp(1.0f, e - 1);
    float v = 2.0f * fma(s, p, s - 0.5f);
    v = e == 0 ? p : v;
    return x != x ? x : (x == 0.0f ? x : v);
}
