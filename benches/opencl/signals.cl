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

// launch: fft4_stage 64 64 4096:floats 4096:zero
kernel void fft4_stage(global const float2 *in, global float2 *out)
{
    int t = get_global_id(0);
    float2 a = in[t], b = in[t + 64], c = in[t + 128], d = in[t + 192];
    float angle = -6.2831853f * t / 256;
    float2 w1 = (float2)(1 - angle * angle * 0.5f, angle - angle * angle * angle * 0.166f);
    float2 w2 = (float2)(w1.x * w1.x - w1.y * w1.y, 2 * w1.x * w1.y);
    float2 w3 = (float2)(w1.x * w2.x - w1.y * w2.y, w1.x * w2.y + w1.y * w2.x);
    b = (float2)(b.x * w1.x - b.y * w1.y, b.x * w1.y + b.y * w1.x);
    c = (float2)(c.x * w2.x - c.y * w2.y, c.x * w2.y + c.y * w2.x);
    d = (float2)(d.x * w3.x - d.y * w3.y, d.x * w3.y + d.y * w3.x);
    float2 e = a + c, f = a - c, g = b + d, h = b - d;
    h = (float2)(h.y, -h.x);
    out[t * 4] = e + g;
    out[t * 4 + 1] = f + h;
    out[t * 4 + 2] = e - g;
    out[t * 4 + 3] = f - h;
}

// launch: viterbi_decode 64 64 4096:below=256 1024:zero i32:12
kernel void viterbi_decode(global const int *symbols, global uint *out, int steps)
{
    int metric[4] = {0, 1000, 1000, 1000}, next[4];
    uint path[4] = {0, 0, 0, 0}, moved[4];
    int g = get_global_id(0);
    for (int s = 0; s < steps; s++) {
        int sym = symbols[(g * steps + s) & 1023] & 3;
        for (int state = 0; state < 4; state++) {
            int p0 = state >> 1, p1 = p0 | 2, bit = state & 1;
            int e0 = popcount((sym ^ (bit * 3 ^ p0 * 2)) & 3), e1 = popcount((sym ^ (bit * 3 ^ p1)) & 3);
            int m0 = metric[p0] + e0, m1 = metric[p1] + e1;
            next[state] = min(m0, m1);
            moved[state] = (m0 <= m1 ? path[p0] : path[p1]) << 1 | bit;
        }
        for (int state = 0; state < 4; state++) {
            metric[state] = next[state];
            path[state] = moved[state];
        }
    }
    int best = 0;
    for (int state = 1; state < 4; state++)
        if (metric[state] < metric[best])
            best = state;
    out[g] = path[best];
}

// launch: ldpc_check 128 64 2048:floats 1024:below=512 2048:zero i32:4
kernel void ldpc_check(global const float *messages, global const int *edges, global float *out, int degree)
{
    int check = get_global_id(0);
    float min1 = 1e30f, min2 = 1e30f;
    int which = -1;
    uint sign = 0;
    for (int e = 0; e < degree; e++) {
        float m = messages[edges[(check * degree + e) & 255]] - 0.5f;
        sign ^= as_uint(m) & 0x80000000u;
        float a = fabs(m);
        if (a < min1) {
            min2 = min1;
            min1 = a;
            which = e;
        } else if (a < min2)
            min2 = a;
    }
    for (int e = 0; e < degree; e++) {
        float m = messages[edges[(check * degree + e) & 255]] - 0.5f;
        uint s = sign ^ (as_uint(m) & 0x80000000u);
        out[check * degree + e] = as_float(as_uint(0.75f * (e == which ? min2 : min1)) | s);
    }
}

// launch: bit_reverse_perm 256 64 2048:floats 2048:zero i32:8
kernel void bit_reverse_perm(global const float2 *in, global float2 *out, int bits)
{
    uint i = get_global_id(0), r = 0;
    for (int b = 0; b < bits; b++)
        r |= ((i >> b) & 1) << (bits - 1 - b);
    out[r] = in[i];
}

// launch: half2_axpy 128 64 2048:halves 2048:halves 2048:zero fp32:1.5 i32:4
kernel void half2_axpy(global const half2 *x, global const half2 *y, global half2 *out, float a, int n)
{
    half2 k = (half2)((half)a);
    for (int i = 0; i < n; i++) {
        int at = get_global_id(0) + i * 128;
        half2 r = k * x[at] + y[at];
        out[at] = clamp(r, (half2)((half)0.25f), (half2)((half)1.75f));
    }
}
