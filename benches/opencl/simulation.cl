// Simulations and solvers: stencils in two and three dimensions, flows, lattices, trees.

// Near enough to measure with.
float exponential(float x)
{
    x = 1 + x * 0.0625f;
    x *= x;
    x *= x;
    x *= x;
    return x * x;
}

// launch: hotspot_step 64,16 64,4 4096:floats 4096:floats 4096:zero i32:64 i32:16 fp32:0.3 fp32:0.1 fp32:0.2
kernel void hotspot_step(global const float *power, global const float *in, global float *out, int columns, int rows,
                         float rx, float ry, float rz)
{
    int c = get_global_id(0), r = get_global_id(1), i = r * columns + c;
    float t = in[i];
    float n = r > 0 ? in[i - columns] : t, s = r < rows - 1 ? in[i + columns] : t;
    float w = c > 0 ? in[i - 1] : t, e = c < columns - 1 ? in[i + 1] : t;
    out[i] = t + 0.5f * (power[i] + (n + s - 2 * t) * ry + (e + w - 2 * t) * rx + (80.0f - t) * rz);
}

// launch: pathfinder_rows 128 64 4096:below=10 512:zero i32:128 i32:8
kernel void pathfinder_rows(global const int *wall, global int *result, int columns, int rows)
{
    local int previous[64], next[64];
    int t = get_local_id(0), c = get_global_id(0);
    previous[t] = wall[c];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 1; r < rows; r++) {
        int best = previous[t];
        if (t > 0)
            best = min(best, previous[t - 1]);
        if (t < 63)
            best = min(best, previous[t + 1]);
        next[t] = wall[r * columns + c] + best;
        barrier(CLK_LOCAL_MEM_FENCE);
        previous[t] = next[t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    result[c] = previous[t];
}

// launch: srad_coefficients 64,16 64,4 4096:floats 4096:zero i32:64 i32:16 fp32:0.05
kernel void srad_coefficients(global const float *image, global float *c, int width, int height, float q0)
{
    int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
    float v = image[i] + 1.0f;
    float n = image[max(y - 1, 0) * width + x] + 1 - v, s = image[min(y + 1, height - 1) * width + x] + 1 - v;
    float w = image[y * width + max(x - 1, 0)] + 1 - v, e = image[y * width + min(x + 1, width - 1)] + 1 - v;
    float g2 = (n * n + s * s + w * w + e * e) / (v * v), l = (n + s + w + e) / v;
    float num = 0.5f * g2 - 0.0625f * l * l, den = 1 + 0.25f * l;
    float q = num / (den * den);
    float k = 1.0f / (1.0f + (q - q0) / (q0 * (1 + q0)));
    c[i] = k < 0 ? 0 : k > 1 ? 1 : k;
}

// launch: stencil27 32,8,4 32,4,1 4096:floats 4096:zero i32:32 i32:8 i32:4
kernel void stencil27(global const float *in, global float *out, int nx, int ny, int nz)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
        return;
    float sum = 0;
    for (int k = -1; k <= 1; k++)
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++)
                sum += in[((z + k) * ny + y + j) * nx + x + i];
    out[(z * ny + y) * nx + x] = sum / 27.0f;
}

// launch: upwind_flux 256 64 2048:floats 2048:floats 2048:zero i32:256 fp32:0.1
kernel void upwind_flux(global const float *u, global const float *speed, global float *out, int n, float dt)
{
    int i = get_global_id(0);
    int l = i == 0 ? n - 1 : i - 1, r = i == n - 1 ? 0 : i + 1;
    float a = speed[i] - 0.5f;
    float flux = a > 0 ? a * (u[i] - u[l]) : a * (u[r] - u[i]);
    out[i] = u[i] - dt * flux;
}

typedef struct {
    float density;
    float3 momentum;
    float energy;
} Cell;

// launch: euler_speeds 128 64 8192:floats 512:zero fp32:1.4
kernel void euler_speeds(global const Cell *cells, global float *speeds, float gamma)
{
    int i = get_global_id(0);
    Cell c = cells[i];
    float d = c.density + 0.1f;
    float3 v = c.momentum / d;
    float p = (gamma - 1) * (c.energy + 2.0f - 0.5f * d * dot(v, v));
    speeds[i] = sqrt(dot(v, v)) + sqrt(fabs(gamma * p / d));
}

// launch: ising_sweep 64,8 64,4 2048:below=2 2048:random i32:64 i32:8 i32:1 fp32:0.4
kernel void ising_sweep(global int *spins, global uint *seeds, int width, int height, int colour, float beta)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (((x + y) & 1) != colour)
        return;
    int i = y * width + x;
    uint s = seeds[i];
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    seeds[i] = s;
    int around = spins[y * width + (x + 1) % width] + spins[y * width + (x + width - 1) % width]
        + spins[((y + 1) % height) * width + x] + spins[((y + height - 1) % height) * width + x];
    float change = 2.0f * (2 * spins[i] - 1) * (2 * around - 4);
    if (change <= 0 || exponential(-beta * change) > (s >> 8) * (1.0f / 16777216.0f))
        spins[i] ^= 1;
}

// launch: tree_walk 128 64 4096:below=4 2048:floats 512:zero i32:60
kernel void tree_walk(global const int *children, global const float *keys, global float *out, int inner)
{
    int i = get_global_id(0), node = 0;
    float key = i / 128.0f;
    int depth = 0;
    while (node < inner && depth < 16) {
        int side = key >= keys[node];
        node = 2 * node + 1 + side + (children[2 * node + side] & 1);
        depth++;
    }
    out[i] = keys[node & 511] + depth;
}

// launch: cfd_residual 64 64 8192:floats 1024:below=64 2048:zero i32:4
kernel void cfd_residual(global const float *state, global const int *neighbours, global float *out, int faces)
{
    int i = get_global_id(0), n = get_global_size(0);
    float a = state[i], b = state[i + n], c = state[i + 2 * n];
    float ra = 0, rb = 0, rc = 0;
    for (int f = 0; f < faces; f++) {
        int j = neighbours[i + f * n];
        float pa = state[j] - a, pb = state[j + n] - b, pc = state[j + 2 * n] - c;
        float w = 1.0f / (1.0f + fabs(pa));
        ra += w * pa;
        rb += w * pb + pa * 0.5f;
        rc += w * pc - pb * 0.25f;
    }
    out[i] = ra;
    out[i + n] = rb;
    out[i + 2 * n] = rc;
}

// launch: stencil7_local 16,8 16,8 34816:floats 34816:zero i32:18 i32:10 i32:8
kernel void stencil7_local(global const float *in, global float *out, int nx, int ny, int nz)
{
    local float plane[10][18];
    int tx = get_local_id(0), ty = get_local_id(1);
    int x = tx + 1, y = ty + 1;
    float below = in[y * nx + x], here = in[(ny + y) * nx + x];
    for (int z = 1; z < nz - 1; z++) {
        float above = in[((z + 1) * ny + y) * nx + x];
        plane[y][x] = here;
        if (tx == 0) {
            plane[y][0] = in[(z * ny + y) * nx];
            plane[y][17] = in[(z * ny + y) * nx + 17];
        }
        if (ty == 0) {
            plane[0][x] = in[z * ny * nx + x];
            plane[9][x] = in[(z * ny + 9) * nx + x];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        out[(z * ny + y) * nx + x] = 0.4f * here + 0.1f * (below + above + plane[y][x - 1] + plane[y][x + 1] + plane[y - 1][x] + plane[y + 1][x]);
        barrier(CLK_LOCAL_MEM_FENCE);
        below = here;
        here = above;
    }
}

// launch: stencil_3d_periodic 8,8,8 8,8,4 2048:floats 2048:zero i32:8
kernel void stencil_3d_periodic(global const float *in, global float *out, int n)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int xm = (x + n - 1) % n, xp = (x + 1) % n, ym = (y + n - 1) % n, yp = (y + 1) % n;
    int zm = (z + n - 1) % n, zp = (z + 1) % n;
    float c = in[(z * n + y) * n + x];
    float sum = in[(z * n + y) * n + xm] + in[(z * n + y) * n + xp] + in[(z * n + ym) * n + x]
              + in[(z * n + yp) * n + x] + in[(zm * n + y) * n + x] + in[(zp * n + y) * n + x];
    out[(z * n + y) * n + x] = c + 0.1f * (sum - 6 * c);
}

// launch: coin_change 64 64 16384:zero i32:40
kernel void coin_change(global uint *ways, int total)
{
    const int coins[5] = {1, 2, 5, 10, 25};
    global uint *w = ways + get_global_id(0) * 64;
    w[0] = 1 + get_global_id(0);
    for (int c = 0; c < 5; c++)
        for (int i = coins[c]; i <= total; i++)
            w[i] += w[i - coins[c]];
}

// launch: marching_case 128 64 4096:floats 512:zero 256:random i32:8 fp32:0.5
kernel void marching_case(global const float *field, global int *out, constant uchar *triangles, int n, float iso)
{
    int i = get_global_id(0), x = i % 7, y = i / 7 % 7, z = i / 49;
    int at = (z * n + y) * n + x, index = 0;
    if (field[at] < iso) index |= 1;
    if (field[at + 1] < iso) index |= 2;
    if (field[at + n + 1] < iso) index |= 4;
    if (field[at + n] < iso) index |= 8;
    if (field[at + n * n] < iso) index |= 16;
    if (field[at + n * n + 1] < iso) index |= 32;
    if (field[at + n * n + n + 1] < iso) index |= 64;
    if (field[at + n * n + n] < iso) index |= 128;
    out[i] = index == 0 || index == 255 ? 0 : triangles[index];
}
