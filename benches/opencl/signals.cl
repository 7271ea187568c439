// Filters and transforms.

// launch: fir_edges 256 64 1024:floats 64:floats 1024:zero i32:256 i32:16
kernel void fir_edges(global const float *in, constant float *taps, global float *out, int n, int count)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < count; k++) {
        int at = i - k;
        if (at >= 0 && at < n)
            sum += taps[k] * in[at];
        else
            sum += taps[k] * in[0];
    }
    out[i] = sum;
}

// launch: iir_biquad 64 64 16384:floats 16384:zero i32:64 fp32:0.2 fp32:0.4 fp32:0.2 fp32:-0.5 fp32:0.25
kernel void iir_biquad(global const float *in, global float *out, int n, float b0, float b1, float b2, float a1, float a2)
{
    int channel = get_global_id(0);
    float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < n; i++) {
        float x = in[i * 64 + channel];
        float y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
        x2 = x1;
        x1 = x;
        y2 = y1;
        y1 = y;
        out[i * 64 + channel] = y;
    }
}

// launch: fft8 64 64 4096:floats 4096:zero
kernel void fft8(global const float2 *in, global float2 *out)
{
    const float twiddles[8] = {1.0f, 0.0f, 0.70710678f, -0.70710678f, 0.0f, -1.0f, -0.70710678f, -0.70710678f};
    float2 x[8];
    int i = get_global_id(0);
    for (int j = 0; j < 8; j++) {
        int reversed = (j & 1) << 2 | (j & 2) | (j & 4) >> 2;
        x[reversed] = in[i * 8 + j];
    }
    for (int size = 2; size <= 8; size *= 2) {
        for (int start = 0; start < 8; start += size) {
            for (int k = 0; k < size / 2; k++) {
                float wr = twiddles[2 * (k * 8 / size)], wi = twiddles[2 * (k * 8 / size) + 1];
                float2 u = x[start + k], v = x[start + k + size / 2];
                float2 t = (float2)(v.x * wr - v.y * wi, v.x * wi + v.y * wr);
                x[start + k] = u + t;
                x[start + k + size / 2] = u - t;
            }
        }
    }
    for (int j = 0; j < 8; j++)
        out[i * 8 + j] = x[j];
}

// launch: fft_stage 128 64 2048:floats 1024:floats i32:32
kernel void fft_stage(global float2 *data, global const float2 *twiddles, int span)
{
    int i = get_global_id(0);
    int k = i & (span - 1);
    int at = (i / span) * span * 2 + k;
    float2 w = twiddles[k * (128 / span)];
    float2 a = data[at], b = data[at + span];
    float2 t = (float2)(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
    data[at] = a + t;
    data[at + span] = a - t;
}

// launch: haar 128 64 1024:floats 1024:zero i32:256
kernel void haar(global const float *in, global float *out, int n)
{
    int i = get_global_id(0);
    if (i >= n / 2)
        return;
    float a = in[2 * i], b = in[2 * i + 1];
    out[i] = (a + b) * 0.70710678f;
    out[n / 2 + i] = (a - b) * 0.70710678f;
}

// launch: convolve_float4 256 64 4352:floats 4096:zero 64:floats
kernel void convolve_float4(global const float4 *in, global float4 *out, constant float *weights)
{
    int i = get_global_id(0);
    float4 sum = 0;
    for (int k = 0; k < 16; k++)
        sum += in[i + k] * weights[k];
    out[i] = sum;
}

// launch: autocorrelation 64 64 1024:floats 256:zero i32:128
kernel void autocorrelation(global const float *in, global float *out, int n)
{
    int lag = get_global_id(0);
    float sum = 0;
    for (int i = 0; i < n - lag; i++)
        sum += in[i] * in[i + lag];
    out[lag] = sum;
}

// launch: fft_radix4 64 64 4096:floats 4096:zero
kernel void fft_radix4(global const float2 *in, global float2 *out)
{
    int i = get_global_id(0);
    float2 a = in[i], b = in[i + 64], c = in[i + 128], d = in[i + 192];
    float2 s0 = a + c, s1 = a - c, s2 = b + d, s3 = (float2)(b.y - d.y, d.x - b.x);
    out[4 * i] = s0 + s2;
    out[4 * i + 1] = s1 + s3;
    out[4 * i + 2] = s0 - s2;
    out[4 * i + 3] = s1 - s3;
}

// launch: dot_half 64 64 8192:halves 8192:halves 256:zero i32:16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void dot_half(global const half4 *a, global const half4 *b, global float *out, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) {
        half4 p = a[get_global_id(0) * n + i] * b[get_global_id(0) * n + i];
        sum += (float)p.x + (float)p.y + (float)p.z + (float)p.w;
    }
    out[get_global_id(0)] = sum;
}

// launch: fixed_rotate 64 64 4096:random 4096:zero i32:23170 i32:23170
kernel void fixed_rotate(global const short4 *in, global short4 *out, int c, int s)
{
    int i = get_global_id(0);
    for (int k = 0; k < 4; k++) {
        short4 v = in[i * 4 + k];
        int4 w = convert_int4(v);
        int4 r = (w * c - w.yxwz * s + (1 << 14)) >> 15;
        out[i * 4 + k] = convert_short4_sat(r);
    }
}

// launch: fft16_registers 16 16 2048:floats 2048:zero
kernel void fft16_registers(global const float2 *in, global float2 *out)
{
    int t = get_global_id(0);
    float2 v[16];
    for (int i = 0; i < 16; i++)
        v[i] = in[t + i * 16];
    for (int half_size = 8; half_size >= 1; half_size /= 2) {
        for (int start = 0; start < 16; start += 2 * half_size) {
            for (int k = 0; k < half_size; k++) {
                float2 a = v[start + k], b = v[start + k + half_size];
                float angle = 3.14159265f * k / half_size, square = angle * angle;
                float2 w = (float2)(1 - square * (0.5f - square * 0.0416f), angle * (square * 0.166f - 1));
                float2 d = a - b;
                v[start + k] = a + b;
                v[start + k + half_size] = (float2)(d.x * w.x - d.y * w.y, d.x * w.y + d.y * w.x);
            }
        }
    }
    for (int i = 0; i < 16; i++)
        out[t * 16 + i] = v[i];
}
