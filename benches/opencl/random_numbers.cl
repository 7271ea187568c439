// Generators of random numbers, and 64-bit arithmetic.

// launch: xorshift128 256 64 4096:random 8192:zero i32:8
kernel void xorshift128(global const uint4 *seeds, global uint *out, int count)
{
    int i = get_global_id(0);
    uint4 s = seeds[i];
    for (int j = 0; j < count; j++) {
        uint t = s.x ^ (s.x << 11);
        s = (uint4)(s.yzw, s.w ^ (s.w >> 19) ^ t ^ (t >> 8));
        out[j * get_global_size(0) + i] = s.w;
    }
}

// launch: philox 256 64 4096:zero i32:7 i32:9
kernel void philox(global uint4 *out, uint key0, uint key1)
{
    uint4 c = (uint4)(get_global_id(0), 0, 1, 2);
    for (int round = 0; round < 10; round++) {
        uint high0 = mul_hi(0xd2511f53u, c.x), low0 = 0xd2511f53u * c.x;
        uint high1 = mul_hi(0xcd9e8d57u, c.z), low1 = 0xcd9e8d57u * c.z;
        c = (uint4)(high1 ^ c.y ^ key0, low1, high0 ^ c.w ^ key1, low0);
        key0 += 0x9e3779b9;
        key1 += 0xbb67ae85;
    }
    out[get_global_id(0)] = c;
}

// launch: mersenne_twister 64 64 159744:random
kernel void mersenne_twister(global uint *states)
{
    global uint *mt = states + get_group_id(0) * 624;
    int lane = get_local_id(0);
    for (int base = 0; base < 227; base += 64) {
        int j = base + lane;
        if (j < 227) {
            uint y = (mt[j] & 0x80000000) | (mt[j + 1] & 0x7fffffff);
            uint v = mt[j + 397] ^ (y >> 1) ^ (y & 1 ? 0x9908b0df : 0);
            v ^= v >> 11;
            v ^= (v << 7) & 0x9d2c5680;
            v ^= (v << 15) & 0xefc60000;
            mt[j] = v ^ (v >> 18);
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

// launch: pcg_monte_carlo 256 64 1024:zero i32:32
kernel void pcg_monte_carlo(global uint *hits, int tries)
{
    ulong state = get_global_id(0) * 6364136223846793005ul + 1442695040888963407ul;
    uint inside = 0;
    for (int j = 0; j < tries; j++) {
        float xy[2];
        for (int k = 0; k < 2; k++) {
            uint x = (uint)(((state >> 18) ^ state) >> 27), turn = (uint)(state >> 59);
            state = state * 6364136223846793005ul + 1442695040888963407ul;
            x = (x >> turn) | (x << (-turn & 31));
            xy[k] = (x >> 8) * 0x1p-24f;
        }
        if (xy[0] * xy[0] + xy[1] * xy[1] < 1.0f)
            inside++;
    }
    hits[get_global_id(0)] = inside;
}

// launch: modular_power 128 64 512:random 512:random 512:zero i32:1000003
kernel void modular_power(global const uint *base, global const uint *exponent, global uint *out, uint modulus)
{
    int i = get_global_id(0);
    ulong result = 1, b = base[i] % modulus;
    uint e = exponent[i] & 1023;
    while (e) {
        if (e & 1)
            result = result * b % modulus;
        b = b * b % modulus;
        e >>= 1;
    }
    out[i] = result;
}

// launch: montgomery_multiply 128 64 1024:random 1024:random 1024:zero
kernel void montgomery_multiply(global const ulong *a, global const ulong *b, global ulong *out)
{
    const ulong n = 0xffffffffffffffc5, inverse = 0xcbeea4e1a08ad8f3;
    int i = get_global_id(0);
    ulong low = a[i] * b[i], high = mul_hi(a[i], b[i]);
    ulong m = low * inverse;
    ulong reduced = mul_hi(m, n);
    out[i] = high - reduced + (high < reduced ? n : 0);
}

// launch: big_add 128 64 4096:random 4096:random 4096:zero
kernel void big_add(global const uint *a, global const uint *b, global uint *out)
{
    int i = get_global_id(0);
    uint carry = 0;
    for (int j = 0; j < 8; j++) {
        ulong sum = (ulong)a[i * 8 + j] + b[i * 8 + j] + carry;
        out[i * 8 + j] = (uint)sum;
        carry = sum >> 32;
    }
}

// launch: popcount_loop 256 64 1024:random 1024:zero
kernel void popcount_loop(global const uint *x, global uint *out)
{
    uint v = x[get_global_id(0)], count = 0;
    while (v) {
        v &= v - 1;
        count++;
    }
    out[get_global_id(0)] = count;
}

// launch: popcount_shift 256 64 1024:random 1024:zero
kernel void popcount_shift(global const uint *x, global uint *out)
{
    uint v = x[get_global_id(0)], count = 0;
    for (int j = 0; j < 32; j++)
        count += (v >> j) & 1;
    out[get_global_id(0)] = count;
}

// launch: gcd 256 64 1024:random 1024:random 1024:zero
kernel void gcd(global const uint *x, global const uint *y, global uint *out)
{
    uint a = x[get_global_id(0)] & 0xffff, b = y[get_global_id(0)] & 0xffff;
    while (b) {
        uint t = a % b;
        a = b;
        b = t;
    }
    out[get_global_id(0)] = a;
}

// launch: collatz 256 64 1024:zero
kernel void collatz(global uint *out)
{
    ulong n = get_global_id(0) + 1;
    uint steps = 0;
    while (n != 1 && steps < 100) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        steps++;
    }
    out[get_global_id(0)] = steps;
}

// launch: long_arith 128 64 1024:random 1024:random 1024:zero
kernel void long_arith(global const long *a, global const long *b, global long *out)
{
    int i = get_global_id(0);
    long x = a[i], y = b[i] | 1;
    long r = x * y + (x >> 3) - (y << 5);
    r ^= x > y ? x : y;
    r = r < 0 ? -r : r;
    out[i] = r + (x & y) % 1000;
}

// launch: char_saturate 128 64 512:random 512:random 512:zero
kernel void char_saturate(global const char4 *a, global const char4 *b, global char4 *out)
{
    int i = get_global_id(0);
    out[i] = add_sat(a[i], b[i]) - sub_sat(b[i], (char4)(3)) / (char4)2;
}

// launch: lcg_jump 64 64 512:zero i32:20
kernel void lcg_jump(global ulong *out, uint n)
{
    ulong a = 6364136223846793005ul, c = 1442695040888963407ul, am = 1, cm = 0;
    uint steps = n + get_global_id(0);
    while (steps) {
        if (steps & 1) {
            am *= a;
            cm = cm * a + c;
        }
        c *= a + 1;
        a *= a;
        steps >>= 1;
    }
    out[get_global_id(0)] = am * 42 + cm;
}

// launch: monte_carlo_option 64 64 256:random 256:zero i32:16 fp32:100 fp32:105 fp32:0.2 fp32:0.03 fp32:1
kernel void monte_carlo_option(global const uint *seeds, global float *out, int paths, float s0, float k, float vol,
                               float rate, float t)
{
    uint state = seeds[get_global_id(0)];
    float sum = 0, drift = (rate - 0.5f * vol * vol) * t, spread = vol * sqrt(t);
    for (int p = 0; p < paths; p++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        float u = (state >> 8) * 0x1p-24f + 0x1p-25f;
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        float v = (state >> 8) * 0x1p-24f;
        float z = sqrt(2 - 2 * u) * (1 - v * v * 19);
        sum += fmax(s0 * (1 + drift + spread * z) - k, 0.0f);
    }
    out[get_global_id(0)] = sum / paths * (1 - rate * t);
}

// launch: miller_rabin 64 64 256:random 256:zero
kernel void miller_rabin(global const uint *in, global uint *out)
{
    uint n = in[get_global_id(0)] >> 8 | 1, d = n - 1, s = 0, prime = n > 3;
    while (d && !(d & 1)) {
        d >>= 1;
        s++;
    }
    ulong x = 1, b = 2;
    for (uint e = d; e; e >>= 1) {
        if (e & 1)
            x = x * b % n;
        b = b * b % n;
    }
    if (x != 1 && x != n - 1) {
        uint r;
        for (r = 1; r < s; r++) {
            x = x * x % n;
            if (x == n - 1)
                break;
        }
        if (r >= s)
            prime = 0;
    }
    out[get_global_id(0)] = prime;
}

// launch: sieve_segment 64 64 16384:zero i32:32
kernel void sieve_segment(global uchar *composite, int limit)
{
    int base = get_global_id(0) * 256;
    for (int p = 2; p < limit; p++) {
        if (p > 3 && (p % 2 == 0 || p % 3 == 0))
            continue;
        for (int m = (base + p - 1) / p * p; m < base + 256; m += p)
            if (m > p)
                composite[m & 16383] = 1;
    }
}

// launch: morton_encode 256 64 2048:random 1024:zero
kernel void morton_encode(global const uint2 *in, global uint *out)
{
    uint2 v = in[get_global_id(0)] & 0xffff;
    v = (v | v << 8) & 0x00ff00ff;
    v = (v | v << 4) & 0x0f0f0f0f;
    v = (v | v << 2) & 0x33333333;
    v = (v | v << 1) & 0x55555555;
    out[get_global_id(0)] = v.x | v.y << 1;
}

// launch: hilbert_index 256 64 1024:zero i32:8
kernel void hilbert_index(global uint *out, int order)
{
    uint x = get_global_id(0) & 15, y = get_global_id(0) >> 4, d = 0;
    for (uint s = 1u << (order - 1); s > 0; s /= 2) {
        uint rx = (x & s) > 0, ry = (y & s) > 0;
        d += s * s * ((3 * rx) ^ ry);
        if (ry == 0) {
            if (rx == 1) {
                x = s - 1 - x;
                y = s - 1 - y;
            }
            uint t = x;
            x = y;
            y = t;
        }
    }
    out[get_global_id(0)] = d;
}
