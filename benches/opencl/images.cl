// Images as buffers: stencils, colours, histograms.

// launch: sobel 64,16 16,16 4096:floats 4096:zero i32:64 i32:16
kernel void sobel(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    float gx = 0, gy = 0;
    gx += in[(y - 1) * width + x + 1] - in[(y - 1) * width + x - 1];
    gx += 2 * (in[y * width + x + 1] - in[y * width + x - 1]);
    gx += in[(y + 1) * width + x + 1] - in[(y + 1) * width + x - 1];
    gy += in[(y + 1) * width + x - 1] - in[(y - 1) * width + x - 1];
    gy += 2 * (in[(y + 1) * width + x] - in[(y - 1) * width + x]);
    gy += in[(y + 1) * width + x + 1] - in[(y - 1) * width + x + 1];
    out[y * width + x] = sqrt(gx * gx + gy * gy);
}

// launch: gaussian5 64,16 64,4 4096:random 4096:zero i32:64 i32:16
kernel void gaussian5(global const uchar4 *in, global uchar4 *out, int width, int height)
{
    const int weights[5] = {1, 4, 6, 4, 1};
    int x = get_global_id(0), y = get_global_id(1);
    int r = 0, g = 0, b = 0;
    for (int dy = -2; dy <= 2; dy++) {
        for (int dx = -2; dx <= 2; dx++) {
            int sx = min(max(x + dx, 0), width - 1), sy = min(max(y + dy, 0), height - 1);
            uchar4 p = in[sy * width + sx];
            int w = weights[dx + 2] * weights[dy + 2];
            r += w * p.x;
            g += w * p.y;
            b += w * p.z;
        }
    }
    out[y * width + x] = (uchar4)(r >> 8, g >> 8, b >> 8, 255);
}

// launch: half_blur 64,16 64,4 2048:halves 2048:zero i32:64
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_blur(global const half *in, global half *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && y > 0 && x < width - 1 && y < 15) {
        half sum = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                sum += in[(y + dy) * width + x + dx];
        out[y * width + x] = sum * (half)0.111h;
    }
}

// launch: half_lerp 256 64 2048:halves 2048:halves 2048:zero fp32:0.25
kernel void half_lerp(global const half4 *a, global const half4 *b, global half4 *out, float t)
{
    int i = get_global_id(0);
    half h = (half)t;
    half4 x = a[i], y = b[i];
    out[i] = x * ((half)1.0h - h) + y * h;
}

#define SORT(a, b)                                                                                                     \
    {                                                                                                                  \
        uchar least = min(a, b);                                                                                       \
        b = max(a, b);                                                                                                 \
        a = least;                                                                                                     \
    }

// launch: median3 64,16 64,4 1024:random 1024:zero i32:64 i32:16
kernel void median3(global const uchar *in, global uchar *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        out[y * width + x] = in[y * width + x];
        return;
    }
    uchar v[9];
    for (int j = 0; j < 9; j++)
        v[j] = in[(y + j / 3 - 1) * width + x + j % 3 - 1];
    SORT(v[1], v[2]) SORT(v[4], v[5]) SORT(v[7], v[8]) SORT(v[0], v[1]) SORT(v[3], v[4]) SORT(v[6], v[7])
    SORT(v[1], v[2]) SORT(v[4], v[5]) SORT(v[7], v[8]) SORT(v[0], v[3]) SORT(v[5], v[8]) SORT(v[4], v[7])
    SORT(v[3], v[6]) SORT(v[1], v[4]) SORT(v[2], v[5]) SORT(v[4], v[7]) SORT(v[4], v[2]) SORT(v[6], v[4])
    SORT(v[4], v[2])
    out[y * width + x] = v[4];
}

// launch: rgb_to_yuv 256 64 1024:random 1024:zero
kernel void rgb_to_yuv(global const uchar4 *in, global uchar4 *out)
{
    int i = get_global_id(0);
    uchar4 p = in[i];
    int y = (66 * p.x + 129 * p.y + 25 * p.z + 128) >> 8;
    int u = (-38 * p.x - 74 * p.y + 112 * p.z + 128) >> 8;
    int v = (112 * p.x - 94 * p.y - 18 * p.z + 128) >> 8;
    out[i] = (uchar4)(y + 16, u + 128, v + 128, p.w);
}

// launch: yuv_to_rgb 256 64 1024:random 1024:zero
kernel void yuv_to_rgb(global const uchar4 *in, global uchar4 *out)
{
    int i = get_global_id(0);
    float y = in[i].x, u = in[i].y - 128.0f, v = in[i].z - 128.0f;
    float r = y + 1.402f * v, g = y - 0.344f * u - 0.714f * v, b = y + 1.772f * u;
    r = r < 0 ? 0 : r > 255 ? 255 : r;
    g = g < 0 ? 0 : g > 255 ? 255 : g;
    b = b < 0 ? 0 : b > 255 ? 255 : b;
    out[i] = (uchar4)((uchar)r, (uchar)g, (uchar)b, in[i].w);
}

// launch: bilinear_resize 32,16 32,4 8192:floats 2048:zero i32:64 i32:32 i32:32 i32:16
kernel void bilinear_resize(global const float *in, global float *out, int width, int height, int new_width, int new_height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= new_width || y >= new_height)
        return;
    float fx = (x + 0.5f) * width / new_width - 0.5f, fy = (y + 0.5f) * height / new_height - 0.5f;
    int x0 = (int)fx, y0 = (int)fy;
    int x1 = min(x0 + 1, width - 1), y1 = min(y0 + 1, height - 1);
    fx -= x0;
    fy -= y0;
    float top = in[y0 * width + x0] * (1 - fx) + in[y0 * width + x1] * fx;
    float bottom = in[y1 * width + x0] * (1 - fx) + in[y1 * width + x1] * fx;
    out[y * new_width + x] = top * (1 - fy) + bottom * fy;
}

// launch: integral_rows 64 64 16384:below=256 16384:zero i32:64
kernel void integral_rows(global const uint *in, global uint *out, int width)
{
    int y = get_global_id(0);
    uint sum = 0;
    for (int x = 0; x < width; x++) {
        sum += in[y * width + x];
        out[y * width + x] = sum;
    }
}

// launch: equalize_histogram 256 256 4096:random 4096:zero i32:4096
kernel void equalize_histogram(global const uchar *in, global uchar *out, int count)
{
    local uint bins[256];
    local uint sums[256];
    int t = get_local_id(0);
    bins[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = t; i < count; i += get_local_size(0))
        atomic_inc(&bins[in[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[t] = bins[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1; step < 256; step *= 2) {
        uint v = t >= step ? sums[t - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[t] += v;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = t; i < count; i += get_local_size(0))
        out[i] = (uchar)(sums[in[i]] * 255u / (uint)count);
}

// launch: erode 64,16 64,4 1024:random 1024:zero i32:64 i32:16 i32:2
kernel void erode(global const uchar *in, global uchar *out, int width, int height, int radius)
{
    int x = get_global_id(0), y = get_global_id(1);
    uchar least = 255;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            int sx = x + dx, sy = y + dy;
            if (sx >= 0 && sx < width && sy >= 0 && sy < height)
                least = min(least, in[sy * width + sx]);
        }
    out[y * width + x] = least;
}

// launch: dct8x8 64,8 8,8 2048:floats 2048:zero 256:floats i32:64
kernel void dct8x8(global const float *in, global float *out, constant float *cosines, int width)
{
    local float tile[8][8], rows[8][8];
    int x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = in[get_global_id(1) * width + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += tile[y][k] * cosines[x * 8 + k];
    rows[y][x] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0;
    for (int k = 0; k < 8; k++)
        sum += rows[k][x] * cosines[y * 8 + k];
    out[get_global_id(1) * width + get_global_id(0)] = sum;
}

// launch: julia 64,8 64,1 512:zero i32:64 fp32:-0.8 fp32:0.156
kernel void julia(global uchar *out, int width, float cr, float ci)
{
    int x = get_global_id(0), y = get_global_id(1);
    float zr = x / 32.0f - 1.0f, zi = y / 4.0f - 1.0f;
    int n = 0;
    for (; n < 255; n++) {
        float r2 = zr * zr, i2 = zi * zi;
        if (r2 + i2 > 4.0f)
            break;
        zi = 2 * zr * zi + ci;
        zr = r2 - i2 + cr;
    }
    out[y * width + x] = n;
}

// launch: life_wrap 64,16 64,4 1024:below=2 1024:zero i32:64 i32:16
kernel void life_wrap(global const uchar *in, global uchar *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    int alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                alive += in[((y + dy + height) % height) * width + (x + dx + width) % width];
    out[y * width + x] = alive == 3 || (alive == 2 && in[y * width + x]);
}

// launch: box_blur_local 64,16 16,16 4096:floats 4096:zero i32:64 i32:16
kernel void box_blur_local(global const float *in, global float *out, int width, int height)
{
    local float tile[18][18];
    int lx = get_local_id(0), ly = get_local_id(1);
    int gx = get_global_id(0), gy = get_global_id(1);
    for (int y = ly; y < 18; y += 16)
        for (int x = lx; x < 18; x += 16) {
            int sx = clamp((int)(get_group_id(0) * 16 + x - 1), 0, width - 1);
            int sy = clamp((int)(get_group_id(1) * 16 + y - 1), 0, height - 1);
            tile[y][x] = in[sy * width + sx];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            sum += tile[ly + dy][lx + dx];
    out[gy * width + gx] = sum / 9.0f;
}

// launch: bilateral 64,8 64,1 2048:floats 2048:zero i32:64 i32:8 fp32:4.0 fp32:9.0
kernel void bilateral(global const float *in, global float *out, int width, int height, float ss, float sr)
{
    int x = get_global_id(0), y = get_global_id(1);
    float c = in[y * width + x], sum = 0, weights = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int sx = x + dx, sy = y + dy;
            if (sx < 0 || sy < 0 || sx >= width || sy >= height)
                continue;
            float v = in[sy * width + sx], d = v - c;
            float w = 0.5f + (-(dx * dx + dy * dy) * ss - d * d * sr);
            sum += w * v;
            weights += w;
        }
    out[y * width + x] = sum / weights;
}

// launch: harris 64,8 64,1 2048:floats 2048:zero i32:64 i32:8
kernel void harris(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2)
        return;
    float xx = 0, xy = 0, yy = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            global const float *p = in + (y + j) * width + x + i;
            float dx = p[1] - p[-1], dy = p[width] - p[-width];
            xx += dx * dx;
            xy += dx * dy;
            yy += dy * dy;
        }
    float t = xx + yy;
    out[y * width + x] = xx * yy - xy * xy - 0.04f * t * t;
}

// launch: rotate_image 32,32 32,2 4096:random 4096:zero i32:32 i32:32 fp32:0.8 fp32:0.6
kernel void rotate_image(global const uint *in, global uint *out, int width, int height, float c, float s)
{
    int x = get_global_id(0), y = get_global_id(1);
    float fx = x - width / 2, fy = y - height / 2;
    int sx = (int)(c * fx - s * fy) + width / 2, sy = (int)(s * fx + c * fy) + height / 2;
    uint v = 0;
    if (sx >= 0 && sx < width && sy >= 0 && sy < height)
        v = in[sy * width + sx];
    out[y * width + x] = v;
}

// launch: alpha_blend 256 64 1024:random 1024:random 1024:zero
kernel void alpha_blend(global const uchar4 *a, global const uchar4 *b, global uchar4 *out)
{
    int i = get_global_id(0);
    ushort4 x = convert_ushort4(a[i]), y = convert_ushort4(b[i]);
    ushort4 w = (ushort4)(x.w);
    ushort4 r = (x * w + y * (ushort4)(255 - x.w)) / (ushort4)255;
    out[i] = convert_uchar4_sat(r);
}

// launch: dither 64 64 4096:random 4096:zero i32:64
kernel void dither(global const uchar *in, global uchar *out, int width)
{
    int y = get_global_id(0), error = 0;
    for (int x = 0; x < width; x++) {
        int v = in[y * width + x] + error;
        int q = v > 127 ? 255 : 0;
        error = v - q;
        out[y * width + x] = q;
    }
}

// launch: hsv_convert 128 64 1536:random 1536:zero
kernel void hsv_convert(global const uchar *in, global uchar *out)
{
    int i = get_global_id(0) * 3;
    float r = in[i] / 255.0f, g = in[i + 1] / 255.0f, b = in[i + 2] / 255.0f;
    float mx = fmax(r, fmax(g, b)), mn = fmin(r, fmin(g, b)), d = mx - mn, h = 0;
    if (d > 0) {
        if (mx == r)
            h = (g - b) / d;
        else if (mx == g)
            h = (b - r) / d + 2;
        else
            h = (r - g) / d + 4;
    }
    out[i] = (uchar)(h * 42);
    out[i + 1] = (uchar)(mx > 0 ? d / mx * 255 : 0);
    out[i + 2] = (uchar)(mx * 255);
}

// launch: uchar16_threshold 64 64 1024:random 1024:zero i32:100
kernel void uchar16_threshold(global const uchar16 *in, global uchar16 *out, int limit)
{
    int i = get_global_id(0);
    uchar16 v = in[i];
    uchar16 r = as_uchar16(v > (uchar16)(limit));
    out[i] = r ^ (v >> 4);
}

// launch: canny_suppress 32,16 16,4 4096:floats 4096:floats 2048:zero i32:32
kernel void canny_suppress(global const float *gx, global const float *gy, global float *out, int w)
{
    int x = get_global_id(0), y = get_global_id(1), at = y * w + x;
    if (x == 0 || y == 0 || x == w - 1 || y == 15) {
        out[at] = 0;
        return;
    }
    float a = gx[at] - 0.5f, b = gy[at] - 0.5f, m = sqrt(a * a + b * b), n1, n2;
    float aa = fabs(a), bb = fabs(b);
    int step = bb > 2.4142f * aa ? w : bb < 0.4142f * aa ? 1 : a * b > 0 ? w + 1 : w - 1;
    n1 = sqrt((gx[at - step] - 0.5f) * (gx[at - step] - 0.5f) + (gy[at - step] - 0.5f) * (gy[at - step] - 0.5f));
    n2 = sqrt((gx[at + step] - 0.5f) * (gx[at + step] - 0.5f) + (gy[at + step] - 0.5f) * (gy[at + step] - 0.5f));
    out[at] = m >= n1 && m >= n2 ? m : 0;
}

// launch: median5_column 64 64 4096:random 1024:zero
kernel void median5_column(global const uchar *in, global uchar *out)
{
    int x = get_global_id(0);
    uchar v[5];
    for (int i = 0; i < 5; i++)
        v[i] = in[x + i * 64];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4 - i; j++) {
            uchar a = v[j], b = v[j + 1];
            v[j] = min(a, b);
            v[j + 1] = max(a, b);
        }
    out[x] = v[2];
}

// launch: sepia_uchar4 256 64 1024:random 1024:zero
kernel void sepia_uchar4(global const uchar4 *in, global uchar4 *out)
{
    float4 p = convert_float4(in[get_global_id(0)]);
    float4 q = (float4)(dot(p.xyz, (float3)(0.393f, 0.769f, 0.189f)), dot(p.xyz, (float3)(0.349f, 0.686f, 0.168f)),
                        dot(p.xyz, (float3)(0.272f, 0.534f, 0.131f)), p.w);
    out[get_global_id(0)] = convert_uchar4(clamp(convert_int4(q), 0, 255));
}

// launch: distance_transform 16 16 1024:below=3 1024:zero i32:16
kernel void distance_transform(global const int *in, global int *out, int n)
{
    int x = get_global_id(0);
    int d = in[x] == 0 ? 0 : 10000;
    out[x] = d;
    for (int y = 1; y < n; y++) {
        d = in[y * n + x] == 0 ? 0 : d + 1;
        out[y * n + x] = d;
    }
    for (int y = n - 2; y >= 0; y--) {
        int below = out[(y + 1) * n + x] + 1;
        if (below < out[y * n + x])
            out[y * n + x] = below;
    }
}

// launch: mandelbrot_int 256 64 1024:zero i32:32
kernel void mandelbrot_int(global int *out, int limit)
{
    int i = get_global_id(0), px = i & 15, py = i >> 4;
    int cx = (px - 12) << 10, cy = (py - 8) << 10, x = 0, y = 0, n = 0;
    while (n < limit && ((x * x + y * y) >> 12) < (4 << 12)) {
        int t = ((x * x - y * y) >> 12) + cx;
        y = ((2 * x * y) >> 12) + cy;
        x = t;
        n++;
    }
    out[i] = n;
}

// launch: burning_ship 256 64 1024:zero i32:32
kernel void burning_ship(global float *out, int limit)
{
    int i = get_global_id(0);
    float cx = (i & 15) * 0.15f - 2, cy = (i >> 4) * 0.1f - 1.2f, x = 0, y = 0;
    int n;
    for (n = 0; n < limit; n++) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4)
            break;
        y = fabs(2 * x * y) + cy;
        x = xx - yy + cx;
    }
    out[i] = n == limit ? 0 : n + 1 - sqrt(x * x + y * y);
}

#define NEAR(d) ((d).x * (d).x + (d).y * (d).y < 0.01f)

// launch: newton_fractal 128 64 512:zero
kernel void newton_fractal(global int *out)
{
    int i = get_global_id(0);
    float2 z = (float2)((i & 15) * 0.25f - 2, (i >> 4) * 0.5f - 2);
    int root = -1;
    for (int n = 0; n < 20 && root < 0; n++) {
        float2 z2 = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y);
        float2 z3 = (float2)(z2.x * z.x - z2.y * z.y, z2.x * z.y + z2.y * z.x) - (float2)(1, 0);
        float d = 3 * (z2.x * z2.x + z2.y * z2.y) + 1e-6f;
        z -= (float2)(z3.x * z2.x + z3.y * z2.y, z3.y * z2.x - z3.x * z2.y) / d;
        if (NEAR(z - (float2)(1, 0)))
            root = 0;
        else if (NEAR(z - (float2)(-0.5f, 0.866f)))
            root = 1;
        else if (NEAR(z - (float2)(-0.5f, -0.866f)))
            root = 2;
    }
    out[i] = root;
}
