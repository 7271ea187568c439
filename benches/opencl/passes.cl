// One pass each of larger algorithms: digits of a radix sort, scans, separable filters with halos, sparse products,
// grids of cells, votes.

// launch: radix_scatter 64 64 256:random 256:zero i32:4
kernel void radix_scatter(global const uint *in, global uint *out, int shift)
{
    local uint counts[16][64], starts[16];
    int l = get_local_id(0);
    uint key = in[l], digit = (key >> shift) & 15;
    for (int d = 0; d < 16; d++)
        counts[d][l] = d == digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16) {
        uint sum = 0;
        for (int i = 0; i < 64; i++) {
            uint n = counts[l][i];
            counts[l][i] = sum;
            sum += n;
        }
        starts[l] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint start = 0;
    for (uint d = 0; d < digit; d++)
        start += starts[d];
    out[start + counts[digit][l]] = key;
}

// launch: prefix_max 128 64 512:random 512:zero
kernel void prefix_max(global const int *in, global int *out)
{
    local int t[2][64];
    int l = get_local_id(0), from = 0;
    t[0][l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 64; d *= 2) {
        t[1 - from][l] = l >= d ? max(t[from][l], t[from][l - d]) : t[from][l];
        from = 1 - from;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = t[from][l];
}

// launch: segmented_scan 128 64 512:floats 512:below=4 512:zero
kernel void segmented_scan(global const float *in, global const int *heads, global float *out)
{
    local float sums[64];
    local int flags[64];
    int l = get_local_id(0), g = get_global_id(0);
    float sum = in[g];
    int flag = heads[g] == 0;
    for (int d = 1; d < 64; d <<= 1) {
        sums[l] = sum;
        flags[l] = flag;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= d) {
            if (!flag)
                sum += sums[l - d];
            flag |= flags[l - d];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g] = sum;
}

// launch: spmv_csr_scalar 64 64 260:iota=8 2048:below=64 2048:floats 256:floats 256:zero
kernel void spmv_csr_scalar(global const int *rows, global const int *columns, global const float *values,
                            global const float *x, global float *y)
{
    int row = get_global_id(0);
    float sum = 0;
    for (int i = rows[row]; i < rows[row + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

// launch: convolve_rows 128,4 64,4 2048:floats 2048:zero 68:floats i32:128
kernel void convolve_rows(global const float *in, global float *out, constant float *weights, int width)
{
    local float row[4][64 + 16];
    int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
    for (int i = lx; i < 64 + 16; i += 64) {
        int at = x - lx + i - 8;
        row[ly][i] = at >= 0 && at < width ? in[y * width + at] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int k = -8; k <= 8; k++)
        sum += weights[k + 8] * row[ly][lx + k + 8];
    out[y * width + x] = sum;
}

// launch: convolve_columns 16,64 16,16 4096:floats 4096:zero 36:floats i32:16 i32:64
kernel void convolve_columns(global const float *in, global float *out, constant float *weights, int width, int height)
{
    local float tile[16 + 8][16];
    int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
    for (int i = ly; i < 24; i += 16) {
        int at = clamp(y - ly + i - 4, 0, height - 1);
        tile[i][lx] = in[at * width + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int k = 0; k < 9; k++)
        sum += weights[k] * tile[ly + k][lx];
    out[y * width + x] = sum;
}

// launch: stencil5_halo 32,32 16,16 4096:floats 4096:zero i32:32 fp32:0.1
kernel void stencil5_halo(global const float *in, global float *out, int n, float c)
{
    local float t[18][18];
    int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1, x = get_global_id(0), y = get_global_id(1);
    int at = y * n + x;
    t[ly][lx] = in[at];
    if (lx == 1)
        t[ly][0] = x > 0 ? in[at - 1] : 0.0f;
    if (lx == 16)
        t[ly][17] = x < n - 1 ? in[at + 1] : 0.0f;
    if (ly == 1)
        t[0][lx] = y > 0 ? in[at - n] : 0.0f;
    if (ly == 16)
        t[17][lx] = y < n - 1 ? in[at + n] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    float v = t[ly][lx];
    out[at] = v + c * (t[ly][lx - 1] + t[ly][lx + 1] + t[ly - 1][lx] + t[ly + 1][lx] - 4 * v);
}

// launch: wavelet53 64 64 512:below=256 512:zero
kernel void wavelet53(global const int *in, global int *out)
{
    local int t[128];
    int l = get_local_id(0);
    t[2 * l] = in[2 * l];
    t[2 * l + 1] = in[2 * l + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    int right = l < 63 ? t[2 * l + 2] : t[2 * l];
    int high = t[2 * l + 1] - ((t[2 * l] + right) >> 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    t[2 * l + 1] = high;
    barrier(CLK_LOCAL_MEM_FENCE);
    int left = l > 0 ? t[2 * l - 1] : high;
    out[l] = t[2 * l] + ((left + high + 2) >> 2);
    out[64 + l] = high;
}

// launch: lbm_stream 16,16 16,16 9216:floats 9216:zero 1024:below=5 fp32:1.7
kernel void lbm_stream(global const float *in, global float *out, global const int *solid, float omega)
{
    const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
    const float w[9] = {4 / 9.0f, 1 / 9.0f, 1 / 9.0f, 1 / 9.0f, 1 / 9.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f};
    int x = get_global_id(0), y = get_global_id(1), at = y * 16 + x;
    float f[9], rho = 0, u = 0, v = 0;
    for (int q = 0; q < 9; q++) {
        f[q] = in[q * 256 + ((y - dy[q]) & 15) * 16 + ((x - dx[q]) & 15)];
        rho += f[q];
        u += f[q] * dx[q];
        v += f[q] * dy[q];
    }
    if (solid[at] == 0) {
        for (int q = 0; q < 9; q++)
            out[q * 256 + at] = f[opposite[q]];
        return;
    }
    u /= rho;
    v /= rho;
    for (int q = 0; q < 9; q++) {
        float cu = dx[q] * u + dy[q] * v;
        float eq = w[q] * rho * (1 + 3 * cu + 4.5f * cu * cu - 1.5f * (u * u + v * v));
        out[q * 256 + at] = f[q] + omega * (eq - f[q]);
    }
}

// launch: nearest4 64 64 1024:floats 1024:floats 1024:zero i32:64
kernel void nearest4(global const float4 *points, global const float4 *queries, global int4 *out, int n)
{
    float4 q = queries[get_global_id(0)];
    float best[4] = {1e30f, 1e30f, 1e30f, 1e30f};
    int which[4] = {-1, -1, -1, -1};
    for (int i = 0; i < n; i++) {
        float4 d = points[i] - q;
        float distance = d.x * d.x + d.y * d.y + d.z * d.z;
        if (distance >= best[3])
            continue;
        int at = 3;
        while (at > 0 && best[at - 1] > distance) {
            best[at] = best[at - 1];
            which[at] = which[at - 1];
            at--;
        }
        best[at] = distance;
        which[at] = i;
    }
    out[get_global_id(0)] = (int4)(which[0], which[1], which[2], which[3]);
}

// launch: radix_select 64 64 1024:random 256:zero i32:100
kernel void radix_select(global const uint *in, global uint *out, int k)
{
    local uint counts[16];
    int l = get_local_id(0);
    uint prefix = 0, mask = 0, rank = k;
    for (int shift = 28; shift >= 0; shift -= 4) {
        if (l < 16)
            counts[l] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = l; i < 256; i += 64)
            if ((in[i] & mask) == prefix)
                atomic_inc(&counts[(in[i] >> shift) & 15]);
        barrier(CLK_LOCAL_MEM_FENCE);
        uint d = 0, below = 0;
        while (d < 15 && below + counts[d] <= rank)
            below += counts[d++];
        rank -= below;
        prefix |= d << shift;
        mask |= 15u << shift;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[l] = prefix;
}

// launch: hough_votes 64 64 1024:below=64 4096:zero 128:floats i32:16
kernel void hough_votes(global const int2 *edges, global int *votes, constant float2 *directions, int angles)
{
    int2 p = edges[get_global_id(0)];
    for (int a = 0; a < angles; a++) {
        int r = (int)(p.x * directions[a].x - p.y * directions[a].y) + 32;
        if (r >= 0 && r < 64)
            atomic_add(&votes[a * 64 + r], 1);
    }
}

// launch: cell_forces 64 64 1024:floats 1024:zero 68:iota=4
kernel void cell_forces(global const float4 *p, global float4 *out, global const int *starts)
{
    int i = get_global_id(0);
    float4 own = p[i], force = 0;
    int cx = min((int)(own.x * 4), 3), cy = min((int)(own.y * 4), 3);
    for (int y = max(cy - 1, 0); y <= min(cy + 1, 3); y++)
        for (int x = max(cx - 1, 0); x <= min(cx + 1, 3); x++)
            for (int j = starts[y * 4 + x]; j < starts[y * 4 + x + 1]; j++) {
                float4 d = p[j] - own;
                float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
                if (j != i && r2 < 0.25f)
                    force += d * (own.w * p[j].w * (0.25f - r2));
            }
    out[i] = force;
}

// launch: transform_points 64 64 1024:floats 1024:zero 64:floats
kernel void transform_points(global const float4 *in, global float4 *out, constant float4 *m)
{
    float4 p = in[get_global_id(0)];
    float4 r = m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3];
    out[get_global_id(0)] = r / r.w;
}

// launch: rotate_vectors 64 64 1024:floats 1024:floats 1024:zero
kernel void rotate_vectors(global const float4 *quaternions, global const float4 *in, global float4 *out)
{
    float4 q = quaternions[get_global_id(0)], v = in[get_global_id(0)];
    q *= rsqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    float4 t = 2 * (q.yzxw * v.zxyw - q.zxyw * v.yzxw);
    float4 r = v + q.w * t + (q.yzxw * t.zxyw - q.zxyw * t.yzxw);
    out[get_global_id(0)] = (float4)(r.xyz, v.w);
}

// launch: de_casteljau 64 64 8192:floats 1024:zero
kernel void de_casteljau(global const float4 *control, global float4 *out)
{
    int g = get_global_id(0);
    float4 p[8];
    float t = (g & 15) / 15.0f;
    for (int i = 0; i < 8; i++)
        p[i] = control[g * 8 + i];
    for (int n = 7; n > 0; n--)
        for (int i = 0; i < n; i++)
            p[i] += (p[i + 1] - p[i]) * t;
    out[g] = p[0];
}
