// Networks: layers as programs that infer write them, with packed weights.

// Near enough to measure with.
float exponential(float x)
{
    x = 1 + x * 0.0625f;
    x *= x;
    x *= x;
    x *= x;
    return x * x;
}

// launch: softmax_row 64 64 1024:floats 1024:zero i32:16
kernel void softmax_row(global const float *in, global float *out, int n)
{
    int r = get_global_id(0);
    global const float *x = in + r % 16 * n;
    float most = -INFINITY, sum = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, x[i]);
    for (int i = 0; i < n; i++)
        sum += exponential(1.44269504f * (x[i] - most));
    for (int i = 0; i < n; i++)
        out[r % 16 * n + i] = exponential(1.44269504f * (x[i] - most)) / sum;
}

// launch: rms_norm 64 64 4096:floats 1024:floats 4096:zero i32:256 fp32:0.00001
kernel void rms_norm(global const float *in, global const float *weight, global float *out, int n, float eps)
{
    local float part[64];
    int t = get_local_id(0), row = get_group_id(0);
    float sum = 0;
    for (int i = t; i < n; i += 64)
        sum += in[row * n + i] * in[row * n + i];
    part[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 32; s > 0; s >>= 1) {
        if (t < s)
            part[t] += part[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float scale = rsqrt(part[0] / n + eps);
    for (int i = t; i < n; i += 64)
        out[row * n + i] = in[row * n + i] * scale * weight[i];
}

// launch: dequantize_q4 128 64 2304:random 16384:zero
kernel void dequantize_q4(global const uchar *blocks, global float *out)
{
    int b = get_global_id(0);
    global const uchar *block = blocks + b * 18;
    float d = *(global const half *)block;
    for (int i = 0; i < 16; i++) {
        uchar q = block[2 + i];
        out[b * 32 + i] = d * ((q & 15) - 8);
        out[b * 32 + i + 16] = d * ((q >> 4) - 8);
    }
}

// launch: dot_q8 64 64 2304:random 1024:floats 256:zero i32:1
kernel void dot_q8(global const char *blocks, global const float *x, global float *out, int count)
{
    int row = get_global_id(0);
    float sum = 0;
    for (int b = 0; b < count; b++) {
        global const char *block = blocks + (row * count + b) * 36;
        float d = *(global const float *)block;
        int total = 0;
        for (int i = 0; i < 32; i++)
            total += block[4 + i] * (int)x[b * 32 + i];
        sum += d == d ? total * 0.001f : 0;
    }
    out[row] = sum;
}

// launch: gelu 256 64 2048:floats 2048:zero
kernel void gelu(global const float *in, global float *out)
{
    int i = get_global_id(0);
    float x = in[i];
    out[i] = x / (1 + exponential(-2.302208f * (x + 0.044715f * x * x * x)));
}

// launch: rope 64,4 64,1 8192:floats 8192:zero i32:128 i32:7 fp32:9.2
kernel void rope(global const float *in, global float *out, int dims, int position, float base)
{
    int pair = get_global_id(0), head = get_global_id(1), i = head * dims + 2 * pair;
    float angle = position * exponential(base * -2.0f * pair / dims);
    angle -= 6.2831853f * floor(angle * 0.15915494f);
    float s = angle * (1 - angle * angle / 6), c = 1 - angle * angle / 2;
    out[i] = in[i] * c - in[i + 1] * s;
    out[i + 1] = in[i] * s + in[i + 1] * c;
}

// launch: conv3x3_relu 32,8,2 32,4,1 8192:floats 1024:floats 64:floats 4096:zero i32:34 i32:10 i32:2
kernel void conv3x3_relu(global const float *in, constant float *weights, constant float *bias, global float *out,
                         int width, int height, int channels)
{
    int x = get_global_id(0), y = get_global_id(1), o = get_global_id(2);
    float sum = bias[o];
    for (int c = 0; c < channels; c++)
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++)
                sum += in[(c * height + y + j) * width + x + i] * weights[((o * channels + c) * 3 + j) * 3 + i];
    out[(o * get_global_size(1) + y) * get_global_size(0) + x] = fmax(sum, 0.0f);
}

// launch: max_pool 32,8 32,4 16384:floats 1024:zero 1024:zero i32:64
kernel void max_pool(global const float *in, global float *out, global int *where, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float best = -INFINITY;
    int at = 0;
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            int k = (2 * y + j) * width + 2 * x + i;
            if (in[k] > best) {
                best = in[k];
                at = k;
            }
        }
    out[y * get_global_size(0) + x] = best;
    where[y * get_global_size(0) + x] = at;
}

// launch: top_k 64 64 16384:floats 1024:zero i32:64
kernel void top_k(global const float *in, global float *out, int n)
{
    int r = get_global_id(0);
    float best[4] = {-1, -1, -1, -1};
    for (int i = 0; i < n; i++) {
        float v = in[r * n + i];
        for (int j = 0; j < 4; j++)
            if (v > best[j]) {
                float t = best[j];
                best[j] = v;
                v = t;
            }
    }
    for (int j = 0; j < 4; j++)
        out[r * 4 + j] = best[j];
}

// launch: lstm_cell 64 64 1024:floats 256:floats 256:zero i32:64
kernel void lstm_cell(global const float *gates, global float *cell, global float *hidden, int n)
{
    int i = get_global_id(0);
    float a = 1 / (1 + exponential(-gates[i])), f = 1 / (1 + exponential(-gates[i + n])), o = 1 / (1 + exponential(-gates[i + 3 * n]));
    float c = f * cell[i] + a * (2 / (1 + exponential(-gates[i + 2 * n])) - 1);
    cell[i] = c;
    hidden[i] = o * (2 / (1 + exponential(-c)) - 1);
}

// launch: back_propagate 16,16 16,16 1024:floats 1024:floats 4096:floats 4096:zero i32:16 fp32:0.3
kernel void back_propagate(global const float *delta, global const float *layer, global float *weights,
                           global float *before, int hidden, float eta)
{
    int x = get_local_id(0) + 1, y = get_global_id(1) + 1, i = (hidden + 1) * y + x - 17;
    float change = eta * delta[x] * layer[y] + 0.3f * before[i];
    weights[i] += change;
    before[i] = change;
}

// launch: attention_scores 32,8 32,4 8192:floats 8192:floats 2048:zero i32:32 i32:32
kernel void attention_scores(global const float *q, global const float *k, global float *out, int n, int dims)
{
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int d = 0; d < dims; d += 4)
        sum += dot((float4)(q[row * dims + d], q[row * dims + d + 1], q[row * dims + d + 2], q[row * dims + d + 3]), (float4)(k[column * dims + d], k[column * dims + d + 1], k[column * dims + d + 2], k[column * dims + d + 3]));
    out[row * n + column] = column <= row ? sum * rsqrt((float)dims) : -INFINITY;
}

// launch: dot_i8_rows 64 64 16384:random 256:random 256:zero i32:64 i32:3
kernel void dot_i8_rows(global const char4 *a, global const char4 *x, global int *out, int n, int zero)
{
    int sum = 0, row = get_global_id(0);
    for (int i = 0; i < n; i++) {
        char4 p = a[row * n + i], q = x[i];
        sum += (p.x - zero) * q.x + (p.y - zero) * q.y + (p.z - zero) * q.z + (p.w - zero) * q.w;
    }
    out[row] = sum;
}

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// launch: q5_unpack 128 64 4096:random 2048:halves 8192:zero
kernel void q5_unpack(global const uint *blocks, global const half *scales, global float *out)
{
    int i = get_global_id(0);
    uint low = blocks[i * 2], high = blocks[i * 2 + 1];
    float d = scales[i];
    for (int k = 0; k < 8; k++) {
        int q = (low >> 4 * k & 15) | (high >> k & 1) << 4;
        out[i * 8 + k] = d * (q - 16);
    }
}
