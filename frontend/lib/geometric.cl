/* Helpers of length and normalize: up to four elements, zeros for the missing ones. Squares may leave the range where
   the result does not, so the elements are scaled by a power of two first. */

float __length_f32(float x, float y, float z, float w)
{
    float m = fmax(fmax(fabs(x), fabs(y)), fmax(fabs(z), fabs(w)));
    bool large = m > 0x1p+60f;
    bool small = m < 0x1p-50f;
    float s = large ? 0x1p-70f : (small ? 0x1p+90f : 1.0f);
    float back = large ? 0x1p+70f : (small ? 0x1p-90f : 1.0f);
    x *= s;
    y *= s;
    z *= s;
    w *= s;
    float r = sqrt(fma(x, x, fma(y, y, fma(z, z, w * w)))) * back;
    return m == __builtin_inff() ? m : r;
}

float __normalize_scale_f32(float x, float y, float z, float w)
{
    float m = fmax(fmax(fabs(x), fabs(y)), fmax(fabs(z), fabs(w)));
    return m > 0x1p+60f ? 0x1p-70f : (m < 0x1p-50f ? 0x1p+90f : 1.0f);
}

float __normalize_factor_f32(float x, float y, float z, float w)
{
    float s = fma(x, x, fma(y, y, fma(z, z, w * w)));
    return s == 0.0f ? 1.0f : rsqrt(s);
}

double __length_f64(double x, double y, double z, double w)
{
    double m = fmax(fmax(fabs(x), fabs(y)), fmax(fabs(z), fabs(w)));
    bool large = m > 0x1p+500;
    bool small = m < 0x1p-450;
    double s = large ? 0x1p-600 : (small ? 0x1p+700 : 1.0);
    double back = large ? 0x1p+600 : (small ? 0x1p-700 : 1.0);
    x *= s;
    y *= s;
    z *= s;
    w *= s;
    double r = sqrt(fma(x, x, fma(y, y, fma(z, z, w * w)))) * back;
    return m == __builtin_inf() ? m : r;
}

double __normalize_scale_f64(double x, double y, double z, double w)
{
    double m = fmax(fmax(fabs(x), fabs(y)), fmax(fabs(z), fabs(w)));
    return m > 0x1p+500 ? 0x1p-600 : (m < 0x1p-450 ? 0x1p+700 : 1.0);
}

double __normalize_factor_f64(double x, double y, double z, double w)
{
    double s = fma(x, x, fma(y, y, fma(z, z, w * w)));
    return s == 0.0 ? 1.0 : 1.0 / sqrt(s);
}
