// Particles, rays and other structures.

// launch: nbody_local 128 64 2048:floats 2048:floats i32:128 fp32:0.01
kernel void nbody_local(global const float4 *in, global float4 *velocities, int n, float step)
{
    local float4 tile[64];
    float4 me = in[get_global_id(0)];
    float ax = 0, ay = 0, az = 0;
    for (int base = 0; base < n; base += 64) {
        tile[get_local_id(0)] = in[base + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 64; j++) {
            float4 other = tile[j];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
            float s = other.w * inverse * inverse * inverse;
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    velocities[get_global_id(0)] += (float4)(ax, ay, az, 0) * step;
}

// launch: nbody_direct 64 64 1024:floats 1024:zero i32:64
kernel void nbody_direct(global const float4 *in, global float4 *out, int n)
{
    float4 me = in[get_global_id(0)], force = 0;
    for (int j = 0; j < n; j++) {
        float4 d = in[j] - me;
        float r = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
        force += d * (in[j].w * rsqrt(r) / r);
    }
    out[get_global_id(0)] = force;
}

typedef struct {
    float x, y, z;
    float vx, vy, vz;
    float mass;
    int alive;
} Particle;

Particle moved(Particle p, float step)
{
    p.x += p.vx * step;
    p.y += p.vy * step;
    p.z += p.vz * step;
    if (p.y < 0) {
        p.y = -p.y;
        p.vy = -p.vy * 0.9f;
    }
    p.alive = p.mass > 0.01f;
    return p;
}

// launch: move_particles 128 64 4096:floats fp32:0.01
kernel void move_particles(global Particle *particles, float step)
{
    Particle p = particles[get_global_id(0)];
    if (p.alive)
        particles[get_global_id(0)] = moved(p, step);
}

typedef struct {
    float3 centre;
    float radius;
    float3 colour;
    float shine;
} Sphere;

// launch: ray_spheres 64,8 64,1 256:floats 8192:zero i32:4 i32:64
kernel void ray_spheres(constant Sphere *spheres, global float4 *out, int count, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float3 direction = (float3)((x - 32) / 32.0f, (y - 4) / 4.0f, 1.0f);
    direction *= rsqrt(direction.x * direction.x + direction.y * direction.y + direction.z * direction.z);
    float nearest = 1e30f;
    int hit = -1;
    for (int i = 0; i < count; i++) {
        float3 c = spheres[i].centre;
        float b = dot(direction, c);
        float d = b * b - dot(c, c) + spheres[i].radius * spheres[i].radius;
        if (d < 0)
            continue;
        float t = b - sqrt(d);
        if (t > 0 && t < nearest) {
            nearest = t;
            hit = i;
        }
    }
    float4 colour = (float4)(0, 0, 0, 1);
    if (hit >= 0)
        colour.xyz = spheres[hit].colour * (1.0f / (1.0f + nearest));
    out[y * width + x] = colour;
}

// launch: triangle_hits 128 64 1536:floats 512:zero
kernel void triangle_hits(global const float *rays, global float *out)
{
    int i = get_global_id(0);
    float3 d = (float3)(rays[3 * i], rays[3 * i + 1], rays[3 * i + 2]);
    float3 e1 = (float3)(1, 0, 0.5f), e2 = (float3)(0, 1, 0.25f), o = (float3)(0.2f, 0.3f, -1);
    float3 p = (float3)(d.y * e2.z - d.z * e2.y, d.z * e2.x - d.x * e2.z, d.x * e2.y - d.y * e2.x);
    float det = dot(e1, p);
    out[i] = -1;
    if (det > -1e-6f && det < 1e-6f)
        return;
    float inverse = 1 / det;
    float u = dot(o, p) * inverse;
    if (u < 0 || u > 1)
        return;
    float3 q = (float3)(o.y * e1.z - o.z * e1.y, o.z * e1.x - o.x * e1.z, o.x * e1.y - o.y * e1.x);
    float v = dot(d, q) * inverse;
    if (v < 0 || u + v > 1)
        return;
    out[i] = dot(e2, q) * inverse;
}

// launch: lennard_jones 64 64 1024:floats 4096:below=64 1024:zero i32:16 fp32:0.5
kernel void lennard_jones(global const float4 *at, global const int *neighbours, global float4 *forces, int count,
                          float cutoff)
{
    int i = get_global_id(0);
    float4 me = at[i];
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < count; j++) {
        float4 other = at[neighbours[j * 64 + i]];
        float dx = me.x - other.x, dy = me.y - other.y, dz = me.z - other.z;
        float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cutoff && r2 > 0.0001f) {
            float inverse = 1.0f / r2, r6 = inverse * inverse * inverse;
            float force = inverse * r6 * (1.5f * r6 - 2.0f);
            fx += dx * force;
            fy += dy * force;
            fz += dz * force;
        }
    }
    forces[i] = (float4)(fx, fy, fz, 0);
}

// launch: kmeans_assign 128 64 2048:floats 128:floats 512:zero i32:8
kernel void kmeans_assign(global const float4 *points, constant float4 *centres, global int *out, int k)
{
    float4 p = points[get_global_id(0)];
    float best = 1e30f;
    int nearest = 0;
    for (int c = 0; c < k; c++) {
        float4 d = p - centres[c];
        float distance = d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w;
        if (distance < best) {
            best = distance;
            nearest = c;
        }
    }
    out[get_global_id(0)] = nearest;
}

// launch: lattice_boltzmann 64 64 2304:floats 2304:zero fp32:0.6
kernel void lattice_boltzmann(global const float *in, global float *out, float omega)
{
    const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const float w[9] = {4 / 9.0f,  1 / 9.0f,  1 / 9.0f,  1 / 9.0f, 1 / 9.0f,
                        1 / 36.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f};
    float f[9], rho = 0, ux = 0, uy = 0;
    int i = get_global_id(0);
    for (int k = 0; k < 9; k++) {
        f[k] = in[k * 64 + i];
        rho += f[k];
        ux += f[k] * cx[k];
        uy += f[k] * cy[k];
    }
    ux /= rho;
    uy /= rho;
    for (int k = 0; k < 9; k++) {
        float cu = 3 * (cx[k] * ux + cy[k] * uy);
        float equilibrium = w[k] * rho * (1 + cu + 0.5f * cu * cu - 1.5f * (ux * ux + uy * uy));
        out[k * 64 + i] = f[k] + omega * (equilibrium - f[k]);
    }
}

typedef struct {
    int kind;
    float a, b, c;
} Settings;

// launch: by_value_settings 128 64 512:floats 512:zero i32:2,fp32:1.5,fp32:0.5,fp32:2.0
kernel void by_value_settings(global const float *in, global float *out, Settings s)
{
    float v = in[get_global_id(0)];
    switch (s.kind) {
    case 0: v = v * s.a; break;
    case 1: v = v * s.a + s.b; break;
    case 2: v = (v * s.a + s.b) * v + s.c; break;
    default: v = 0;
    }
    out[get_global_id(0)] = v;
}

// launch: early_returns 256 64 1024:floats 1024:zero i32:200
kernel void early_returns(global const float *in, global float *out, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float v = in[i];
    if (v < 0.1f)
        return;
    if (v < 0.3f) {
        out[i] = v * 2;
        return;
    }
    if (v > 0.9f) {
        out[i] = 1;
        return;
    }
    for (int k = 0; k < 8; k++) {
        v = v * v + 0.1f;
        if (v > 2.0f) {
            out[i] = k;
            return;
        }
    }
    out[i] = v;
}

// launch: short_circuit 256 64 1024:below=100 1024:below=100 1024:below=100 1024:zero
kernel void short_circuit(global const int *a, global const int *b, global const int *c, global int *out)
{
    int i = get_global_id(0);
    int r = 0;
    if ((a[i] > 10 && b[i] < 90) || (c[i] & 1 && a[i] != b[i]))
        r = 1;
    if (a[i] < b[i] && b[i] < c[i] && (a[i] + c[i] > 50 || b[i] == 7))
        r |= 2;
    if (!(a[i] == 3 || b[i] == 5 || c[i] == 8))
        r |= 4;
    out[i] = r;
}

// launch: black_box_double 128 64 1024:doubles 1024:zero i32:8
kernel void black_box_double(global const double *in, global double *out, int turns)
{
    double x = in[get_global_id(0)], y = x;
    for (int k = 0; k < turns; k++) {
        double next = x - (x * x - 2.0) / (2.0 * x + 0.5);
        y += next * 0.5;
        x = next;
    }
    out[get_global_id(0)] = y;
}

// launch: mandelbrot_smooth 64,4 64,1 1024:zero i32:64
kernel void mandelbrot_smooth(global float *out, int limit)
{
    float cr = get_global_id(0) * 0.04f - 2.0f, ci = get_global_id(1) * 0.5f - 1.0f, x = 0, y = 0;
    int n = 0;
    for (; n < limit && x * x + y * y < 16.0f; n++) {
        float t = x * x - y * y + cr;
        y = 2 * x * y + ci;
        x = t;
    }
    out[get_global_id(1) * 64 + get_global_id(0)] = n + 1 - (x * x + y * y) * 0.01f;
}

// launch: ray_march 64,4 64,1 4096:zero i32:32
kernel void ray_march(global float4 *out, int steps)
{
    float3 p = (float3)(get_global_id(0) * 0.03f - 1, get_global_id(1) * 0.3f - 0.5f, -3), d = (float3)(0, 0, 1);
    float t = 0;
    int i;
    for (i = 0; i < steps; i++) {
        float3 q = p + d * t;
        float3 r = (float3)(fabs(q.x), fabs(q.y), fabs(q.z)) - 0.6f;
        float box = fmax(r.x, fmax(r.y, r.z)), ball = dot(q, q) - 0.7f;
        float s = fmax(box, ball * 0.5f);
        if (s < 0.001f)
            break;
        t += s;
        if (t > 10)
            break;
    }
    out[get_global_id(1) * 64 + get_global_id(0)] = (float4)(p + d * t, i);
}

// launch: wave_2d 64,16 64,4 4096:floats 4096:floats i32:64 i32:16 fp32:0.2
kernel void wave_2d(global const float *now, global float *old, int width, int height, float c)
{
    int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
        return;
    float laplace = now[i - 1] + now[i + 1] + now[i - width] + now[i + width] - 4 * now[i];
    old[i] = 2 * now[i] - old[i] + c * laplace;
}

// launch: particles_soa 128 64 512:floats 512:floats 512:floats 512:floats fp32:0.1 i32:100
kernel void particles_soa(global float *x, global float *y, global float *vx, global float *vy, float dt, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float px = x[i] + vx[i] * dt, py = y[i] + vy[i] * dt;
    if (px < 0 || px > 1) {
        vx[i] = -vx[i];
        px = clamp(px, 0.0f, 1.0f);
    }
    if (py < 0 || py > 1) {
        vy[i] = -vy[i];
        py = clamp(py, 0.0f, 1.0f);
    }
    x[i] = px;
    y[i] = py;
}

// launch: rk4_lorenz 64 64 1024:floats 1024:zero i32:20 fp32:0.01
kernel void rk4_lorenz(global const float4 *in, global float4 *out, int steps, float h)
{
    float3 p = in[get_global_id(0)].xyz;
    for (int s = 0; s < steps; s++) {
        float3 k[4], q = p;
        for (int i = 0; i < 4; i++) {
            k[i] = (float3)(10 * (q.y - q.x), q.x * (28 - q.z) - q.y, q.x * q.y - q.z * 2.6666667f);
            q = p + k[i] * (i == 2 ? h : h * 0.5f);
        }
        p += (k[0] + 2 * (k[1] + k[2]) + k[3]) * (h * 0.16666667f);
    }
    out[get_global_id(0)] = (float4)(p, 0);
}

// launch: verlet_double 64 64 2048:doubles 2048:zero i32:16 
kernel void verlet_double(global const double4 *in, global double4 *out, int steps)
{
    double4 s = in[get_global_id(0)];
    double2 x = s.xy + 0.5, v = s.zw - 0.5;
    double2 a = -x / (x.x * x.x + x.y * x.y + 0.01);
    for (int i = 0; i < steps; i++) {
        x += v * 0.01 + a * 0.00005;
        double2 b = -x / (x.x * x.x + x.y * x.y + 0.01);
        v += (a + b) * 0.005;
        a = b;
    }
    out[get_global_id(0)] = (double4)(x, v);
}

typedef struct {
    float4 centre_radius;
    float4 colour;
    int material, flags;
    float shine, pad;
} sphere_t;

// launch: spheres_aos 128 64 1536:floats 2048:zero i32:8
kernel void spheres_aos(global const sphere_t *spheres, global float4 *out, int count)
{
    int i = get_global_id(0);
    float3 o = (float3)(0, 0, -3), d = (float3)((i & 15) * 0.1f - 0.8f, (i >> 4) * 0.2f - 0.8f, 2) * 0.45f;
    float best = 1e30f;
    int hit = -1;
    for (int s = 0; s < count; s++) {
        float3 oc = o - spheres[s].centre_radius.xyz;
        float b = dot(oc, d), c = dot(oc, oc) - spheres[s].centre_radius.w * spheres[s].centre_radius.w;
        float h = b * b - c;
        if (h < 0)
            continue;
        float t = -b - sqrt(h);
        if (t > 0 && t < best) {
            best = t;
            hit = s;
        }
    }
    float4 colour = 0;
    if (hit >= 0)
        colour = spheres[hit].colour * (spheres[hit].material & 1 ? spheres[hit].shine : 1.0f) / (1 + best);
    out[i] = colour;
}

// launch: catmull_path 64 64 1088:floats 1024:zero i32:8
kernel void catmull_path(global const float4 *p, global float4 *out, int steps)
{
    int g = get_global_id(0);
    float4 a = p[g], b = p[g + 1], c = p[g + 2], d = p[g + 3], sum = 0;
    for (int i = 0; i < steps; i++) {
        float t = (float)i / steps;
        sum += 0.5f * ((2 * b) + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
    }
    out[g] = sum;
}
