// Ray tracing, interpolation, finance and physics, as people write them.

// launch: box_hit 256 64 6144:floats 512:floats 1024:zero i32:16
kernel void box_hit(global const float *rays, global const float *boxes, global int *out, int n)
{
    int g = get_global_id(0), hit = -1;
    float nearest = 1e30f;
    float ox = rays[g * 6], oy = rays[g * 6 + 1], oz = rays[g * 6 + 2];
    float ix = 1 / (rays[g * 6 + 3] + 0.1f), iy = 1 / (rays[g * 6 + 4] + 0.1f), iz = 1 / (rays[g * 6 + 5] + 0.1f);
    for (int i = 0; i < n; i++) {
        global const float *b = boxes + i * 8;
        float t0 = (b[0] - ox) * ix, t1 = (b[3] - ox) * ix;
        float low = t0 < t1 ? t0 : t1, high = t0 < t1 ? t1 : t0;
        t0 = (b[1] - oy) * iy;
        t1 = (b[4] - oy) * iy;
        low = low > (t0 < t1 ? t0 : t1) ? low : (t0 < t1 ? t0 : t1);
        high = high < (t0 < t1 ? t1 : t0) ? high : (t0 < t1 ? t1 : t0);
        t0 = (b[2] - oz) * iz;
        t1 = (b[5] - oz) * iz;
        low = low > (t0 < t1 ? t0 : t1) ? low : (t0 < t1 ? t0 : t1);
        high = high < (t0 < t1 ? t1 : t0) ? high : (t0 < t1 ? t1 : t0);
        if (low <= high && high > 0 && low < nearest) {
            nearest = low;
            hit = i;
        }
    }
    out[g] = hit;
}

// launch: bvh_walk 256 64 6144:floats 4096:floats 512:below=31 1024:zero
kernel void bvh_walk(global const float *rays, global const float4 *nodes, global const int *children, global int *out)
{
    int stack[8], top = 0, g = get_global_id(0), visited = 0;
    float x = rays[g * 2], y = rays[g * 2 + 1];
    stack[top++] = 0;
    while (top > 0 && visited < 32) {
        int node = stack[--top];
        float4 box = nodes[node];
        visited++;
        if (x < box.x - 0.3f || x > box.z + 0.5f || y < box.y - 0.3f || y > box.w + 0.5f)
            continue;
        int left = children[node * 2], right = children[node * 2 + 1];
        if (left > node && top < 7)
            stack[top++] = left;
        if (right > node && top < 7)
            stack[top++] = right;
    }
    out[g] = visited;
}

// launch: cubic_spline 256 64 1024:floats 1024:floats 256:floats 1024:zero i32:16
kernel void cubic_spline(global const float *at, global const float4 *coefficients, global const float *knots,
                         global float *out, int n)
{
    float x = at[get_global_id(0)];
    int low = 0, high = n - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (knots[middle] > x)
            high = middle;
        else
            low = middle;
    }
    float d = x - knots[low];
    float4 c = coefficients[low];
    out[get_global_id(0)] = ((c.w * d + c.z) * d + c.y) * d + c.x;
}

// launch: bicubic 256 64 2048:floats 16384:floats 1024:zero i32:64
kernel void bicubic(global const float2 *at, global const float *image, global float *out, int width)
{
    float2 p = at[get_global_id(0)] * 56.0f + 2.0f;
    int x = p.x, y = p.y;
    float fx = p.x - x, fy = p.y - y, sum = 0;
    float wx[4], wy[4];
    for (int i = 0; i < 4; i++) {
        float d = fabs(fx - (i - 1)), e = fabs(fy - (i - 1));
        wx[i] = d < 1 ? (1.5f * d - 2.5f) * d * d + 1 : ((-0.5f * d + 2.5f) * d - 4) * d + 2;
        wy[i] = e < 1 ? (1.5f * e - 2.5f) * e * e + 1 : ((-0.5f * e + 2.5f) * e - 4) * e + 2;
    }
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++)
            sum += wy[j] * wx[i] * image[(y + j - 1) * width + x + i - 1];
    out[get_global_id(0)] = sum;
}

// launch: trilinear 256 64 3072:floats 16384:floats 1024:zero
kernel void trilinear(global const float *at, global const float *grid, global float *out)
{
    int g = get_global_id(0);
    float x = at[g * 3] * 14, y = at[g * 3 + 1] * 14, z = at[g * 3 + 2] * 14;
    int i = x, j = y, k = z;
    x -= i;
    y -= j;
    z -= k;
    global const float *c = grid + (k * 16 + j) * 16 + i;
    float a = c[0] + x * (c[1] - c[0]), b = c[16] + x * (c[17] - c[16]);
    float d = c[256] + x * (c[257] - c[256]), e = c[272] + x * (c[273] - c[272]);
    a += y * (b - a);
    d += y * (e - d);
    out[g] = a + z * (d - a);
}

// launch: perlin_noise 256 64 2048:floats 1024:below=256 1024:zero
float perlin_gradient(int hash, float x, float y)
{
    switch (hash & 7) {
    case 0: return x + y;
    case 1: return -x + y;
    case 2: return x - y;
    case 3: return -x - y;
    case 4: return x;
    case 5: return -x;
    case 6: return y;
    default: return -y;
    }
}
kernel void perlin_noise(global const float2 *at, global const int *shuffle, global float *out)
{
    float2 p = at[get_global_id(0)] * 16.0f;
    int x = p.x, y = p.y;
    float fx = p.x - x, fy = p.y - y;
    float u = fx * fx * fx * (fx * (fx * 6 - 15) + 10), v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    int a = shuffle[x & 255] + y, b = shuffle[(x + 1) & 255] + y;
    float n00 = perlin_gradient(shuffle[a & 255], fx, fy), n10 = perlin_gradient(shuffle[b & 255], fx - 1, fy);
    float n01 = perlin_gradient(shuffle[(a + 1) & 255], fx, fy - 1);
    float n11 = perlin_gradient(shuffle[(b + 1) & 255], fx - 1, fy - 1);
    float low = n00 + u * (n10 - n00), high = n01 + u * (n11 - n01);
    out[get_global_id(0)] = low + v * (high - low);
}

// launch: path_bounce 128 64 512:random 1536:zero i32:4
kernel void path_bounce(global const uint *seeds, global float *out, int depth)
{
    uint s = seeds[get_global_id(0)] | 1;
    float r = 1, g = 1, b = 1, x = 0, y = 1, z = 0, dx = 0.3f, dy = -0.8f, dz = 0.5f;
    for (int i = 0; i < depth; i++) {
        if (dy >= 0) {
            r *= 0.7f;
            g *= 0.8f;
            b *= 1.0f;
            break;
        }
        float t = -y / dy;
        x += dx * t;
        z += dz * t;
        y = 0;
        int checker = ((int)x + (int)z) & 1;
        r *= checker ? 0.9f : 0.2f;
        g *= checker ? 0.9f : 0.3f;
        b *= checker ? 0.9f : 0.2f;
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        dx = (s & 0xffff) * (1.0f / 65536) - 0.5f;
        dz = (s >> 16) * (1.0f / 65536) - 0.5f;
        dy = (s & 3) == 0 ? -0.5f : 0.6f;
        float n = rsqrt(dx * dx + dy * dy + dz * dz);
        dx *= n;
        dy *= n;
        dz *= n;
        y = 0.001f;
    }
    out[get_global_id(0) * 3] = r;
    out[get_global_id(0) * 3 + 1] = g;
    out[get_global_id(0) * 3 + 2] = b;
}

// launch: binomial_option 64 64 256:floats 256:zero i32:16
kernel void binomial_option(global const float *spot, global float *out, int steps)
{
    float values[17];
    float s = 90 + 20 * spot[get_global_id(0)], u = 1.05f, d = 1 / u, p = 0.55f, r = 0.999f;
    float price = s;
    for (int i = 0; i < 16; i++)
        price *= d;
    for (int i = 0; i <= 16; i++) {
        values[i] = price > 100 ? price - 100 : 0;
        price *= u * u;
    }
    for (int n = 16; n > 0; n--)
        for (int i = 0; i < n; i++)
            values[i] = r * (p * values[i + 1] + (1 - p) * values[i]);
    out[get_global_id(0)] = values[0] + steps;
}

// launch: bond_yield 64 64 256:floats 256:zero i32:10
kernel void bond_yield(global const float *prices, global float *out, int periods)
{
    float price = 80 + 40 * prices[get_global_id(0)], y = 0.05f;
    for (int iteration = 0; iteration < 20; iteration++) {
        float value = 0, slope = 0, factor = 1;
        for (int i = 1; i <= periods; i++) {
            factor /= 1 + y;
            float cash = i == periods ? 105 : 5;
            value += cash * factor;
            slope -= i * cash * factor / (1 + y);
        }
        float next = y - (value - price) / slope;
        if (fabs(next - y) < 1e-6f)
            break;
        y = next;
    }
    out[get_global_id(0)] = y;
}

// launch: order_book 64 64 4096:below=100 256:zero i32:16
kernel void order_book(global const int *orders, global int *out, int n)
{
    int bids[4] = {0, 0, 0, 0}, asks[4] = {99, 99, 99, 99}, traded = 0, g = get_global_id(0);
    for (int i = 0; i < n; i++) {
        int p = orders[g * 16 + i];
        if (p & 1) {
            if (p >= asks[0]) {
                traded += asks[0];
                asks[0] = asks[1];
                asks[1] = asks[2];
                asks[2] = asks[3];
                asks[3] = 99;
            } else
                for (int k = 0; k < 4; k++)
                    if (p > bids[k]) {
                        int t = bids[k];
                        bids[k] = p;
                        p = t;
                    }
        } else if (p <= bids[0]) {
            traded += bids[0];
            bids[0] = bids[1];
            bids[1] = bids[2];
            bids[2] = bids[3];
            bids[3] = 0;
        } else
            for (int k = 0; k < 4; k++)
                if (p < asks[k]) {
                    int t = asks[k];
                    asks[k] = p;
                    p = t;
                }
    }
    out[g] = traded;
}

// launch: cloth_springs 256 64 4096:floats 4096:zero i32:16 i32:16
kernel void cloth_springs(global const float4 *position, global float4 *force, int width, int height)
{
    int g = get_global_id(0), x = g % width, y = g / width;
    float4 p = position[g], f = (float4)(0, -9.8f, 0, 0);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int i = x + dx, j = y + dy;
            if ((dx == 0 && dy == 0) || i < 0 || i >= width || j < 0 || j >= height)
                continue;
            float4 d = position[j * width + i] - p;
            float length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z) + 1e-4f;
            float rest = dx && dy ? 1.4142f : 1.0f;
            f += d * (50.0f * (length - rest) / length);
        }
    force[g] = f;
}

// launch: sph_density 256 64 4096:floats 1024:zero i32:64
kernel void sph_density(global const float4 *p, global float *density, int n)
{
    float4 me = p[get_global_id(0)];
    float sum = 0;
    for (int i = 0; i < n; i++) {
        float4 d = p[i] - me;
        float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
        if (r2 < 0.25f) {
            float w = 0.25f - r2;
            sum += w * w * w;
        }
    }
    density[get_global_id(0)] = sum * 1.566f;
}

// launch: rigid_collide 128 64 4096:floats 4096:zero i32:32
typedef struct {
    float x, y, vx, vy, radius, mass;
} body;
kernel void rigid_collide(global const body *in, global body *out, int n)
{
    body me = in[get_global_id(0)];
    for (int i = 0; i < n; i++) {
        body other = in[i];
        float dx = other.x - me.x, dy = other.y - me.y, reach = 0.1f * (me.radius + other.radius);
        float d2 = dx * dx + dy * dy;
        if (i == get_global_id(0) || d2 >= reach * reach || d2 == 0)
            continue;
        float inv = rsqrt(d2), nx = dx * inv, ny = dy * inv;
        float speed = (me.vx - other.vx) * nx + (me.vy - other.vy) * ny;
        if (speed <= 0)
            continue;
        float impulse = 2 * speed / (me.mass + other.mass + 0.1f) * other.mass;
        me.vx -= impulse * nx;
        me.vy -= impulse * ny;
    }
    out[get_global_id(0)] = me;
}

// launch: newton_cubic 256 64 4096:floats 1024:zero
kernel void newton_cubic(global const float4 *in, global float *out)
{
    float4 c = in[get_global_id(0)] + 0.5f;
    float x = 1;
    int i;
    for (i = 0; i < 30; i++) {
        float f = ((c.x * x + c.y) * x + c.z) * x - c.w * 4;
        float d = (3 * c.x * x + 2 * c.y) * x + c.z;
        float step = f / d;
        x -= step;
        if (fabs(step) < 1e-5f)
            break;
    }
    out[get_global_id(0)] = x + i;
}

// launch: simpson_integral 128 64 512:floats 512:zero i32:16
kernel void simpson_integral(global const float *scale, global float *out, int n)
{
    float k = scale[get_global_id(0)], h = 1.0f / n, sum = 0;
    for (int i = 0; i <= n; i++) {
        float x = i * h, w = i == 0 || i == n ? 1 : i & 1 ? 4 : 2;
        sum += w * exp(-k * x * x);
    }
    out[get_global_id(0)] = sum * h / 3;
}
