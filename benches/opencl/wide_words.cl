// Words of 64 bits: hashes, fields of two elements, strings as bits, generators of random numbers.

// launch: sha512_rounds 64 64 8192:random 512:zero
kernel void sha512_rounds(global const ulong *in, global ulong *out)
{
    int g = get_global_id(0);
    ulong w[16], a = 0x6a09e667f3bcc908, b = 0xbb67ae8584caa73b, c = 0x3c6ef372fe94f82b, d = 0xa54ff53a5f1d36f1,
                 e = 0x510e527fade682d1, f = 0x9b05688c2b3e6c1f, h = 0x1f83d9abfb41bd6b, k = 0x5be0cd19137e2179;
    for (int i = 0; i < 16; i++)
        w[i] = in[g * 16 + i];
    for (int i = 0; i < 80; i++) {
        if (i >= 16) {
            ulong x = w[(i + 1) & 15], y = w[(i + 14) & 15];
            w[i & 15] += (rotate(x, 63UL) ^ rotate(x, 56UL) ^ (x >> 7)) + w[(i + 9) & 15] +
                         (rotate(y, 45UL) ^ rotate(y, 3UL) ^ (y >> 6));
        }
        ulong t = k + (rotate(e, 50UL) ^ rotate(e, 46UL) ^ rotate(e, 23UL)) + ((e & f) ^ (~e & h)) +
                  0x428a2f98d728ae22UL * (i + 1) + w[i & 15];
        ulong u = (rotate(a, 36UL) ^ rotate(a, 30UL) ^ rotate(a, 25UL)) + ((a & b) ^ (a & c) ^ (b & c));
        k = h;
        h = f;
        f = e;
        e = d + t;
        d = c;
        c = b;
        b = a;
        a = t + u;
    }
    out[g] = a ^ e;
}

// launch: ghash_multiply 64 64 1024:random 1024:zero 16:random
kernel void ghash_multiply(global const ulong2 *in, global ulong2 *out, global const ulong2 *key)
{
    ulong2 x = in[get_global_id(0)], v = *key, z = 0;
    for (int i = 0; i < 128; i++) {
        ulong word = i < 64 ? x.x : x.y;
        if (word >> (63 - (i & 63)) & 1)
            z ^= v;
        ulong carry = v.y & 1;
        v.y = v.y >> 1 | v.x << 63;
        v.x = v.x >> 1 ^ (carry ? 0xe100000000000000 : 0);
    }
    out[get_global_id(0)] = z;
}

// launch: myers_distance 64 64 4096:below=256 32:below=256 256:zero i32:32
kernel void myers_distance(global const uchar *texts, global const uchar *pattern, global int *out, int m)
{
    local ulong equal[256];
    int l = get_local_id(0);
    for (int c = l; c < 256; c += 64) {
        ulong bits = 0;
        for (int i = 0; i < m; i++)
            bits |= (ulong)(pattern[i] == c) << i;
        equal[c] = bits;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ulong pv = ~0UL, mv = 0, last = 1UL << (m - 1);
    int score = m;
    for (int i = 0; i < 64; i++) {
        ulong eq = equal[texts[l * 64 + i]];
        ulong xv = eq | mv;
        ulong xh = (((eq & pv) + pv) ^ pv) | eq;
        ulong ph = mv | ~(xh | pv), mh = pv & xh;
        score += (ph & last) != 0;
        score -= (mh & last) != 0;
        ph = ph << 1 | 1;
        mh <<= 1;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    out[l] = score;
}

// launch: xoshiro256 64 64 2048:random 512:zero i32:16
kernel void xoshiro256(global const ulong4 *states, global ulong *out, int n)
{
    ulong4 s = states[get_global_id(0)];
    ulong sum = 0;
    for (int i = 0; i < n; i++) {
        sum += rotate(s.y * 5, 7UL) * 9;
        ulong t = s.y << 17;
        s.z ^= s.x;
        s.w ^= s.y;
        s.y ^= s.z;
        s.x ^= s.w;
        s.z ^= t;
        s.w = rotate(s.w, 45UL);
    }
    out[get_global_id(0)] = sum;
}

// launch: mt19937_twist 64 64 2496:random 2496:zero
kernel void mt19937_twist(global const uint *in, global uint *out)
{
    local uint s[624];
    int l = get_local_id(0);
    for (int i = l; i < 624; i += 64)
        s[i] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int base = 0; base < 624; base += 208) {
        uint next[4];
        for (int j = 0; j < 4; j++) {
            int i = base + j * 64 + l;
            if (j * 64 + l < 208) {
                uint y = (s[i] & 0x80000000) | (s[(i + 1) % 624] & 0x7fffffff);
                next[j] = s[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0df : 0);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 4; j++)
            if (j * 64 + l < 208)
                s[base + j * 64 + l] = next[j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = l; i < 624; i += 64) {
        uint y = s[i];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        out[i] = y ^ y >> 18;
    }
}

// launch: halton 64 64 256:zero i32:3 i32:20
kernel void halton(global float *out, int base, int skip)
{
    uint i = get_global_id(0) + skip;
    float f = 1, r = 0;
    while (i > 0) {
        f /= base;
        r += f * (i % base);
        i /= base;
    }
    out[get_global_id(0)] = r;
}

// launch: sobol 64 64 128:random 256:zero
kernel void sobol(global const uint *directions, global float *out)
{
    uint i = get_global_id(0), gray = i ^ (i >> 1), x = 0;
    for (int bit = 0; bit < 32; bit++)
        x ^= gray >> bit & 1 ? directions[bit] : 0;
    out[i] = x * 0x1p-32f;
}

// launch: bit_fields 64 64 1024:random 1024:zero i32:305419896
kernel void bit_fields(global const uint *in, global int *out, uint format)
{
    int width = format & 31, at = format >> 5 & 31, sign = format >> 10 & 1, words = format >> 11 & 3;
    for (int i = 0; i <= words; i++) {
        uint v = in[i * 64 + get_global_id(0)] >> at;
        int left = 31 - width;
        out[i * 64 + get_global_id(0)] = sign ? (int)(v << left) >> left : (int)(v << left >> left);
    }
}
