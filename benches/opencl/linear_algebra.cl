// Matrices and vectors, dense and sparse.

// launch: matvec 64 64 16384:floats 256:floats 256:zero i32:64
kernel void matvec(global const float *a, global const float *x, global float *y, int n)
{
    int row = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * x[k];
    y[row] = sum;
}

// launch: matvec4 64 64 16384:floats 256:floats 256:zero i32:16
kernel void matvec4(global const float4 *a, global const float4 *x, global float *y, int n)
{
    int row = get_global_id(0);
    float4 sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * x[k];
    y[row] = sum.x + sum.y + sum.z + sum.w;
}

// launch: matvec_column 64 64 16384:floats 256:floats 256:zero i32:64
kernel void matvec_column(global const float *a, global const float *x, global float *y, int n)
{
    int column = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k * n + column] * x[k];
    y[column] = sum;
}

// launch: matmul_naive 32,16 16,4 4096:floats 4096:floats 4096:zero i32:32
kernel void matmul_naive(global const float *a, global const float *b, global float *c, int n)
{
    int col = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

// launch: matmul_registers 16,16 16,16 16384:floats 16384:floats 16384:zero i32:64
kernel void matmul_registers(global const float *a, global const float *b, global float *c, int n)
{
    local float ta[16][64], tb[16][64];
    int tx = get_local_id(0), ty = get_local_id(1), t = ty * 16 + tx;
    float sum[4][4] = {{0}};
    for (int k0 = 0; k0 < n; k0 += 16) {
        for (int j = 0; j < 4; j++) {
            int at = t + j * 256;
            ta[at & 15][at >> 4] = a[(at >> 4) * n + k0 + (at & 15)];
            tb[at >> 6][at & 63] = b[(k0 + (at >> 6)) * n + (at & 63)];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += ta[k][ty * 4 + i] * tb[k][tx * 4 + j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[(ty * 4 + i) * n + tx * 4 + j] = sum[i][j];
}

// launch: lu_row 64,32 64,1 16384:floats i32:64 i32:8
kernel void lu_row(global float *a, int n, int k)
{
    int col = get_global_id(0), row = get_global_id(1);
    if (row > k && col > k) {
        float factor = a[row * n + k] / a[k * n + k];
        a[row * n + col] -= factor * a[k * n + col];
    }
}

// launch: lu_small 64 64 4096:floats
kernel void lu_small(global float *matrices)
{
    float a[4][4];
    global float *m = matrices + get_global_id(0) * 16;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            a[i][j] = m[i * 4 + j];
    for (int k = 0; k < 4; k++)
        for (int i = k + 1; i < 4; i++) {
            a[i][k] /= a[k][k] + 1.0f;
            for (int j = k + 1; j < 4; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            m[i * 4 + j] = a[i][j];
}

// launch: cholesky_local 16 16 1024:floats i32:16
kernel void cholesky_local(global float *a, int n)
{
    local float tile[16][17];
    int t = get_local_id(0);
    for (int i = 0; i < n; i++)
        tile[i][t] = a[i * n + t] + (i == t ? 16.0f : 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; k++) {
        if (t == k)
            tile[k][k] = sqrt(tile[k][k]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t > k)
            tile[t][k] /= tile[k][k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t > k)
            for (int j = k + 1; j <= t; j++)
                tile[t][j] -= tile[t][k] * tile[j][k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < n; i++)
        a[i * n + t] = tile[i][t];
}

// launch: spmv_ell 128 64 8192:floats 8192:below=128 512:floats 512:zero i32:128 i32:16
kernel void spmv_ell(global const float *values, global const int *columns, global const float *x, global float *y,
                     int rows, int width)
{
    int row = get_global_id(0);
    if (row < rows) {
        float sum = 0;
        for (int k = 0; k < width; k++) {
            int column = columns[k * rows + row];
            if (column >= 0)
                sum += values[k * rows + row] * x[column];
        }
        y[row] = sum;
    }
}

// launch: spmv_csr_wave 512 64 260:iota=16 8192:below=64 8192:floats 256:floats 256:zero i32:8
kernel void spmv_csr_wave(global const int *starts, global const int *columns, global const float *values,
                          global const float *x, global float *y, int rows)
{
    local float part[64];
    int lane = get_local_id(0), row = get_group_id(0);
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = starts[row] + lane; k < starts[row + 1]; k += 64)
        sum += values[k] * x[columns[k]];
    part[lane] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = 32; half_size > 0; half_size /= 2) {
        if (lane < half_size)
            part[lane] += part[lane + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0)
        y[row] = part[0];
}

// launch: jacobi_double 64,16 64,4 8192:doubles 8192:zero i32:64 i32:16
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void jacobi_double(global const double *in, global double *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
        out[y * width + x] = 0.25 * (in[y * width + x - 1] + in[y * width + x + 1] + in[(y - 1) * width + x] +
                                     in[(y + 1) * width + x]);
}

// launch: heat3d 16,8,4 16,4,1 2048:floats 2048:zero i32:16 i32:8 i32:4 fp32:0.1
kernel void heat3d(global const float *in, global float *out, int nx, int ny, int nz, float k)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1)
        return;
    int at = (z * ny + y) * nx + x;
    float c = in[at];
    out[at] = c + k * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - nx * ny] + in[at + nx * ny] - 6 * c);
}

// launch: conjugate_gradient_step 256 64 1024:floats 1024:floats 1024:floats 1024:floats 1024:zero fp32:0.5 i32:256
kernel void conjugate_gradient_step(global float *x, global float *r, global const float *p, global const float *q,
                                    global float *partial, float alpha, int n)
{
    local float sums[64];
    float dot_product = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        x[i] += alpha * p[i];
        float residual = r[i] - alpha * q[i];
        r[i] = residual;
        dot_product += residual * residual;
    }
    sums[get_local_id(0)] = dot_product;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (get_local_id(0) < s)
            sums[get_local_id(0)] += sums[get_local_id(0) + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (get_local_id(0) == 0)
        partial[get_group_id(0)] = sums[0];
}

// launch: floyd_step 64,16 64,1 16384:below=1000 i32:64 i32:3
kernel void floyd_step(global uint *distances, int n, int k)
{
    int x = get_global_id(0), y = get_global_id(1);
    uint direct = distances[y * n + x];
    uint over = distances[y * n + k] + distances[k * n + x];
    if (over < direct)
        distances[y * n + x] = over;
}

// launch: transpose_local 64,64 16,16 16384:floats 16384:zero i32:64 i32:64
kernel void transpose_local(global const float *in, global float *out, int width, int height)
{
    local float tile[16][17];
    int x = get_global_id(0), y = get_global_id(1);
    tile[get_local_id(1)][get_local_id(0)] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * 16 + get_local_id(0);
    y = get_group_id(0) * 16 + get_local_id(1);
    out[y * height + x] = tile[get_local_id(0)][get_local_id(1)];
}

// launch: knapsack 64 64 256:below=9 256:below=20 512:zero i32:64
kernel void knapsack(global const int *weights, global const int *values, global int *best, int n)
{
    local int t[2][64];
    int w = get_local_id(0);
    t[0][w] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n; i++) {
        int take = w >= weights[i] ? t[i & 1][w - weights[i]] + values[i] : 0;
        t[~i & 1][w] = max(take, t[i & 1][w]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    best[w] = t[n & 1][w];
}

// launch: matmul_tiled 32,32 16,16 4096:floats 4096:floats 4096:zero i32:32
kernel void matmul_tiled(global const float *a, global const float *b, global float *c, int n)
{
    local float ta[16][16], tb[16][16];
    int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int t = 0; t < n / 16; t++) {
        ta[y][x] = a[row * n + t * 16 + x];
        tb[y][x] = b[(t * 16 + y) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++)
            sum += ta[y][k] * tb[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = sum;
}

// launch: tridiagonal 64 64 4096:floats 4096:floats 4096:zero i32:16
kernel void tridiagonal(global const float *a, global const float *d, global float *x, int n)
{
    float c[16], e[16];
    int base = get_global_id(0) * 16;
    c[0] = a[base] / 4;
    e[0] = d[base] / 4;
    for (int i = 1; i < 16; i++) {
        float m = 1 / (4 - a[base + i] * c[i - 1]);
        c[i] = a[base + i] * m;
        e[i] = (d[base + i] - a[base + i] * e[i - 1]) * m;
    }
    float v = e[15];
    x[base + 15] = v;
    for (int i = 14; i >= 0; i--) {
        v = e[i] - c[i] * v;
        x[base + i] = v;
    }
}

// launch: gemm_rows 256 64 16384:floats 16384:floats 16384:zero i32:64 fp32:1.5 fp32:0.5
kernel void gemm_rows(global const float *a, global const float *b, global float *c, int n, float alpha, float beta)
{
    int row = get_global_id(0) / 16, column = get_global_id(0) % 16 * 4;
    float4 sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * *(global const float4 *)(b + k * n + column);
    float4 old = *(global float4 *)(c + row * n + column);
    *(global float4 *)(c + row * n + column) = alpha * sum + beta * old;
}

// launch: qr_givens 64 64 16384:floats 16384:zero
kernel void qr_givens(global const float *in, global float *out)
{
    float a[3][3];
    int g = get_global_id(0);
    for (int i = 0; i < 9; i++)
        a[i / 3][i % 3] = in[g * 9 + i];
    for (int c = 0; c < 2; c++)
        for (int r = 2; r > c; r--) {
            float x = a[r - 1][c], y = a[r][c], n = rsqrt(x * x + y * y + 1e-12f);
            float cs = x * n, sn = y * n;
            for (int k = 0; k < 3; k++) {
                float u = a[r - 1][k], v = a[r][k];
                a[r - 1][k] = cs * u + sn * v;
                a[r][k] = cs * v - sn * u;
            }
        }
    for (int i = 0; i < 9; i++)
        out[g * 9 + i] = a[i / 3][i % 3];
}

// launch: lu_pivot_local 16 16 1024:floats 64:zero i32:16
kernel void lu_pivot_local(global float *a, global int *pivots, int n)
{
    local float m[16][17];
    local int pivot;
    int t = get_local_id(0);
    for (int i = 0; i < n; i++)
        m[i][t] = a[i * n + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; k++) {
        if (t == 0) {
            int p = k;
            for (int i = k + 1; i < n; i++)
                if (fabs(m[i][k]) > fabs(m[p][k]))
                    p = i;
            pivot = p;
            pivots[k] = p;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        float x = m[k][t];
        m[k][t] = m[pivot][t];
        m[pivot][t] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        float inverse = 1 / m[k][k];
        if (t > k)
            for (int i = k + 1; i < n; i++)
                m[i][t] -= m[i][k] * inverse * m[k][t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < n; i++)
        a[i * n + t] = m[i][t];
}

// launch: spmv_dia 128 64 4096:floats 32:below=9 1024:floats 512:zero i32:128 i32:5
kernel void spmv_dia(global const float *values, constant int *offsets, global const float *x, global float *y, int n,
                     int diagonals)
{
    int row = get_global_id(0);
    float sum = 0;
    for (int d = 0; d < diagonals; d++) {
        int column = row + offsets[d] - 4;
        if (column >= 0 && column < n)
            sum += values[d * n + row] * x[column];
    }
    y[row] = sum;
}

// launch: spmv_bsr2 64 64 512:below=16 4096:below=64 16384:floats 512:floats 512:zero
kernel void spmv_bsr2(global const int *rows, global const int *columns, global const float4 *blocks,
                      global const float2 *x, global float2 *y)
{
    int r = get_global_id(0), begin = rows[r] * 4, count = rows[r + 1] & 7;
    float2 sum = 0;
    for (int k = begin; k < begin + count; k++) {
        float4 b = blocks[k];
        float2 v = x[columns[k]];
        sum += (float2)(b.x * v.x + b.y * v.y, b.z * v.x + b.w * v.y);
    }
    y[r] = sum;
}

// launch: matrix_chain 32 32 512:below=30 512:zero
kernel void matrix_chain(global const int *dims, global int *out)
{
    local int cost[8][8];
    int t = get_local_id(0);
    if (t < 8)
        cost[t][t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int length = 1; length < 8; length++) {
        if (t + length < 8) {
            int best = INT_MAX;
            for (int k = t; k < t + length; k++)
                best = min(best, cost[t][k] + cost[k + 1][t + length] + dims[t] * dims[k + 1] * dims[t + length + 1]);
            cost[t][t + length] = best;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t < 8)
        out[t] = cost[0][t];
}
