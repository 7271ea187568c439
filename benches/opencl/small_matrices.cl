// Small dense systems, one per work-item or per workgroup: elimination, orthogonalization, eigenvalues.

// launch: gauss_jordan 64 64 5120:floats 1024:zero
kernel void gauss_jordan(global const float *in, global float *out)
{
    float m[4][5];
    int g = get_global_id(0);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            m[i][j] = in[g * 20 + i * 5 + j] + (i == j ? 4.0f : 0.0f);
    for (int k = 0; k < 4; k++) {
        float pivot = 1.0f / m[k][k];
        for (int j = 0; j < 5; j++)
            m[k][j] *= pivot;
        for (int i = 0; i < 4; i++)
            if (i != k) {
                float f = m[i][k];
                for (int j = 0; j < 5; j++)
                    m[i][j] -= f * m[k][j];
            }
    }
    for (int i = 0; i < 4; i++)
        out[g * 4 + i] = m[i][4];
}

// launch: gauss_jordan_pivot 64 64 5120:floats 1024:zero
kernel void gauss_jordan_pivot(global const float *in, global float *out)
{
    float m[4][5];
    int g = get_global_id(0);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            m[i][j] = in[g * 20 + i * 5 + j];
    for (int k = 0; k < 4; k++) {
        int best = k;
        for (int i = k + 1; i < 4; i++)
            if (fabs(m[i][k]) > fabs(m[best][k]))
                best = i;
        if (best != k)
            for (int j = 0; j < 5; j++) {
                float t = m[k][j];
                m[k][j] = m[best][j];
                m[best][j] = t;
            }
        float p = m[k][k];
        for (int i = 0; i < 4; i++) {
            if (i == k)
                continue;
            float f = m[i][k] / p;
            for (int j = k; j < 5; j++)
                m[i][j] -= f * m[k][j];
        }
    }
    for (int i = 0; i < 4; i++)
        out[g * 4 + i] = m[i][4] / m[i][i];
}

// launch: gauss_jordan_rows 16 16 1280:floats i32:16
kernel void gauss_jordan_rows(global float *a, int n)
{
    int row = get_local_id(0), width = n + 1;
    a[row * width + row] += 16.0f;
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int k = 0; k < n; k++) {
        if (row == k) {
            float pivot = a[k * width + k];
            for (int j = k; j < width; j++)
                a[k * width + j] /= pivot;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (row != k) {
            float f = a[row * width + k];
            for (int j = k; j < width; j++)
                a[row * width + j] -= f * a[k * width + j];
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

// launch: invert_3x3 64 64 2304:floats 2304:zero
kernel void invert_3x3(global const float *in, global float *out)
{
    float m[9], r[9];
    for (int i = 0; i < 9; i++)
        m[i] = in[get_global_id(0) * 9 + i];
    r[0] = m[4] * m[8] - m[5] * m[7];
    r[1] = m[2] * m[7] - m[1] * m[8];
    r[2] = m[1] * m[5] - m[2] * m[4];
    r[3] = m[5] * m[6] - m[3] * m[8];
    r[4] = m[0] * m[8] - m[2] * m[6];
    r[5] = m[2] * m[3] - m[0] * m[5];
    r[6] = m[3] * m[7] - m[4] * m[6];
    r[7] = m[1] * m[6] - m[0] * m[7];
    r[8] = m[0] * m[4] - m[1] * m[3];
    float d = m[0] * r[0] + m[1] * r[3] + m[2] * r[6];
    float s = d == 0 ? 0 : 1 / d;
    for (int i = 0; i < 9; i++)
        out[get_global_id(0) * 9 + i] = r[i] * s;
}

// launch: gram_schmidt 64 64 4096:floats 4096:zero
kernel void gram_schmidt(global const float4 *in, global float4 *out)
{
    float4 v[4];
    int g = get_global_id(0) * 4;
    for (int i = 0; i < 4; i++) {
        v[i] = in[g + i];
        for (int j = 0; j < i; j++) {
            float p = v[i].x * v[j].x + v[i].y * v[j].y + v[i].z * v[j].z + v[i].w * v[j].w;
            v[i] -= p * v[j];
        }
        float n = v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z + v[i].w * v[i].w;
        v[i] *= rsqrt(n + 1e-6f);
    }
    for (int i = 0; i < 4; i++)
        out[g + i] = v[i];
}

// launch: jacobi_eigen 64 64 1536:floats 768:zero
kernel void jacobi_eigen(global const float *in, global float *out)
{
    float a[3][3];
    int g = get_global_id(0), at = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            a[i][j] = a[j][i] = in[g * 6 + at++];
    for (int sweep = 0; sweep < 4; sweep++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                if (fabs(a[p][q]) < 1e-6f)
                    continue;
                float theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
                float t = (theta >= 0 ? 1.0f : -1.0f) / (fabs(theta) + sqrt(theta * theta + 1));
                float c = rsqrt(t * t + 1), s = t * c;
                for (int k = 0; k < 3; k++) {
                    float x = a[k][p], y = a[k][q];
                    a[k][p] = c * x - s * y;
                    a[k][q] = s * x + c * y;
                }
                for (int k = 0; k < 3; k++) {
                    float x = a[p][k], y = a[q][k];
                    a[p][k] = c * x - s * y;
                    a[q][k] = s * x + c * y;
                }
            }
    for (int i = 0; i < 3; i++)
        out[g * 3 + i] = a[i][i];
}

// launch: matmul_reg4x4 64 64 4096:floats 4096:floats 4096:zero i32:32
kernel void matmul_reg4x4(global const float *a, global const float *b, global float *c, int n)
{
    int row = get_global_id(0) / 8 * 4, col = get_global_id(0) % 8 * 4;
    float sum[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            sum[i][j] = 0;
    for (int k = 0; k < n; k++) {
        float x[4], y[4];
        for (int i = 0; i < 4; i++)
            x[i] = a[(row + i) * n + k];
        for (int j = 0; j < 4; j++)
            y[j] = b[k * n + col + j];
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                sum[i][j] += x[i] * y[j];
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[(row + i) * n + col + j] = sum[i][j];
}

// launch: householder_column 64 64 8192:floats 2048:zero i32:8
kernel void householder_column(global const float *in, global float *out, int n)
{
    float v[8], norm = 0;
    int g = get_global_id(0);
    for (int i = 0; i < 8; i++) {
        v[i] = in[g * 8 + i];
        norm += v[i] * v[i];
    }
    norm = sqrt(norm);
    v[0] += v[0] >= 0 ? norm : -norm;
    float scale = 0;
    for (int i = 0; i < 8; i++)
        scale += v[i] * v[i];
    scale = 2 / scale;
    for (int j = 0; j < n; j++) {
        float p = 0;
        for (int i = 0; i < 8; i++)
            p += v[i] * in[j * 8 + i];
        out[g * 8 + j] = in[j * 8] - scale * p * v[0];
    }
}

// launch: cholesky_registers 64 64 9216:floats 2304:zero
kernel void cholesky_registers(global const float *in, global float *out)
{
    float l[6][6];
    int g = get_global_id(0);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j <= i; j++) {
            float s = in[g * 36 + i * 6 + j] + (i == j ? 8.0f : 0.0f);
            for (int k = 0; k < j; k++)
                s -= l[i][k] * l[j][k];
            l[i][j] = i == j ? sqrt(s) : s / l[j][j];
        }
    float y[6];
    for (int i = 0; i < 6; i++) {
        y[i] = 1;
        for (int k = 0; k < i; k++)
            y[i] -= l[i][k] * y[k];
        y[i] /= l[i][i];
        out[g * 6 + i] = y[i];
    }
}

// launch: syrk_lower 64,1 64,1 8192:floats 16384:zero i32:64 i32:32
kernel void syrk_lower(global const float *a, global float *c, int n, int k)
{
    int i = get_global_id(0);
    for (int j = 0; j <= i; j += 4) {
        float sum = 0;
        for (int p = 0; p < k; p++)
            sum += a[i * k + p] * a[j * k + p];
        c[i * n + j] = sum;
    }
}

// launch: triangular_solve 64 64 4096:floats 4096:floats i32:16
kernel void triangular_solve(global const float *l, global float *x, int n)
{
    int col = get_global_id(0);
    for (int i = 0; i < n; i++) {
        float s = x[i * 64 + col];
        for (int k = 0; k < i; k++)
            s -= l[i * n + k] * x[k * 64 + col];
        x[i * 64 + col] = s / (l[i * n + i] + 1);
    }
}

// launch: quaternion_chain 64 64 8192:floats 1024:zero i32:8
kernel void quaternion_chain(global const float4 *q, global float4 *out, int n)
{
    float4 r = (float4)(0, 0, 0, 1);
    for (int i = 0; i < n; i++) {
        float4 p = q[get_global_id(0) * n + i];
        r = (float4)(r.w * p.x + r.x * p.w + r.y * p.z - r.z * p.y, r.w * p.y - r.x * p.z + r.y * p.w + r.z * p.x,
                     r.w * p.z + r.x * p.y - r.y * p.x + r.z * p.w, r.w * p.w - r.x * p.x - r.y * p.y - r.z * p.z);
    }
    out[get_global_id(0)] = r * rsqrt(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
}

// launch: gauss_jordan6 64 64 16384:floats 2048:zero
kernel void gauss_jordan6(global const float *in, global float *out)
{
    float a[6][6 + 1];
    int g = get_global_id(0);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j <= 6; j++)
            a[i][j] = in[(g * 42 + i * 7 + j) & 4095] + (i == j ? 5.0f : 0.0f);
    for (int k = 0; k < 6; k++) {
        float d = a[k][k];
        for (int j = k; j <= 6; j++)
            a[k][j] /= d;
        for (int i = 0; i < 6; i++) {
            if (i == k)
                continue;
            float f = a[i][k];
            for (int j = k; j <= 6; j++)
                a[i][j] -= f * a[k][j];
        }
    }
    for (int i = 0; i < 6; i++)
        out[g * 8 + i] = a[i][6];
}

// launch: gauss_jordan_local 256 16 5440:floats i32:16
kernel void gauss_jordan_local(global float *m, int n)
{
    local float t[16][17];
    int l = get_local_id(0);
    if (get_group_id(0))
        return;
    for (int j = 0; j <= n; j++)
        t[l][j] = m[l * 17 + j] + (l == j ? 8.0f : 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; k++) {
        float p = 1.0f / t[k][k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == k)
            for (int j = k; j <= n; j++)
                t[k][j] *= p;
        barrier(CLK_LOCAL_MEM_FENCE);
        float f = t[l][k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l != k)
            for (int j = k; j <= n; j++)
                t[l][j] -= f * t[k][j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int j = 0; j <= n; j++)
        m[l * 17 + j] = t[l][j];
}

// launch: gauss_jordan_any 64 64 16384:floats 2048:zero i32:4
kernel void gauss_jordan_any(global const float *in, global float *out, int n)
{
    float a[20];
    int g = get_global_id(0);
    for (int i = 0; i < n * (n + 1); i++)
        a[i] = in[g * 20 + i] + 1.0f;
    for (int k = 0; k < n; k++) {
        float d = 1.0f / a[k * (n + 1) + k];
        for (int j = 0; j <= n; j++)
            a[k * (n + 1) + j] *= d;
        for (int i = 0; i < n; i++)
            if (i != k) {
                float f = a[i * (n + 1) + k];
                for (int j = 0; j <= n; j++)
                    a[i * (n + 1) + j] -= f * a[k * (n + 1) + j];
            }
    }
    for (int i = 0; i < n; i++)
        out[g * 4 + i] = a[i * (n + 1) + n];
}

// launch: invert_doubles_local 16,16 16,16 2048:doubles i32:16
kernel void invert_doubles_local(global double *m, int n)
{
    local double a[16][16], inv[16][16];
    int i = get_local_id(1), j = get_local_id(0);
    a[i][j] = m[i * n + j] + (i == j ? 8.0 : 0.0);
    inv[i][j] = i == j;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; k++) {
        double p = a[k][k], r = a[k][j] / p, s = inv[k][j] / p, f = a[i][k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == k) {
            a[i][j] = r;
            inv[i][j] = s;
        } else {
            a[i][j] -= f * r;
            inv[i][j] -= f * s;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    m[i * n + j] = inv[i][j];
}

// launch: matmul_reg4x4_local 8,8 8,8 4096:floats 4096:floats 4096:zero i32:32
kernel void matmul_reg4x4_local(global const float *a, global const float *b, global float *c, int n)
{
    local float ta[32][9], tb[8][33];
    int lx = get_local_id(0), ly = get_local_id(1), l = ly * 8 + lx;
    float acc[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            acc[i][j] = 0.0f;
    for (int t = 0; t < n; t += 8) {
        for (int s = l; s < 256; s += 64) {
            ta[s / 8][s % 8] = a[(s / 8) * n + t + s % 8];
            tb[s / 32][s % 32] = b[(t + s / 32) * n + s % 32];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 8; k++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    acc[i][j] += ta[ly * 4 + i][k] * tb[k][lx * 4 + j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[(ly * 4 + i) * n + lx * 4 + j] = acc[i][j];
}
