// Checksums, digests and ciphers: integers in loops, tables, private arrays.

// launch: crc32_bitwise 256 64 4096:random 1024:zero i32:16
kernel void crc32_bitwise(global const uchar *data, global uint *out, int length)
{
    int i = get_global_id(0);
    uint crc = 0xffffffff;
    for (int j = 0; j < length; j++) {
        crc ^= data[i * length + j];
        for (int k = 0; k < 8; k++)
            crc = (crc >> 1) ^ (0xedb88320 & -(crc & 1));
    }
    out[i] = ~crc;
}

// launch: crc32_branches 256 64 4096:random 1024:zero i32:16
kernel void crc32_branches(global const uchar *data, global uint *out, int length)
{
    int i = get_global_id(0);
    uint crc = ~0u;
    while (length--) {
        crc ^= data[i++ * 16 & 4095];
        for (int k = 0; k < 8; k++) {
            if (crc & 1)
                crc = (crc >> 1) ^ 0xedb88320;
            else
                crc >>= 1;
        }
    }
    out[get_global_id(0)] = ~crc;
}

// launch: crc32_table 256 64 4096:random 1024:random 1024:zero i32:16
kernel void crc32_table(global const uchar *data, constant uint *table, global uint *out, int length)
{
    int i = get_global_id(0);
    uint crc = 0xffffffff;
    for (int j = 0; j < length; j++)
        crc = table[(crc ^ data[i * length + j]) & 255] ^ (crc >> 8);
    out[i] = ~crc;
}

// launch: adler32 256 64 8192:random 1024:zero i32:32
kernel void adler32(global const uchar *data, global uint *out, int length)
{
    uint a = 1, b = 0;
    for (int j = 0; j < length; j++) {
        a = (a + data[get_global_id(0) * length + j]) % 65521;
        b = (b + a) % 65521;
    }
    out[get_global_id(0)] = b << 16 | a;
}

// launch: fnv1a 256 64 8192:random 2048:zero i32:32
kernel void fnv1a(global const uchar *data, global ulong *out, int length)
{
    ulong hash = 0xcbf29ce484222325;
    global const uchar *mine = data + get_global_id(0) * length;
    for (int j = 0; j < length; j++) {
        hash ^= mine[j];
        hash *= 0x100000001b3;
    }
    out[get_global_id(0)] = hash;
}

// launch: murmur3 256 64 8192:random 1024:zero i32:8 i32:77
kernel void murmur3(global const uint *data, global uint *out, int words, uint seed)
{
    uint h = seed;
    for (int j = 0; j < words; j++) {
        uint k = data[get_global_id(0) * words + j];
        k *= 0xcc9e2d51;
        k = rotate(k, 15u);
        k *= 0x1b873593;
        h ^= k;
        h = rotate(h, 13u);
        h = h * 5 + 0xe6546b64;
    }
    h ^= words * 4;
    h ^= h >> 16;
    h *= 0x85ebca6b;
    h ^= h >> 13;
    h *= 0xc2b2ae35;
    h ^= h >> 16;
    out[get_global_id(0)] = h;
}

constant uint md5_sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af,
    0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa,
    0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97,
    0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constant uchar md5_shifts[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

// launch: md5 128 64 8192:random 2048:zero
kernel void md5(global const uint *blocks, global uint *out)
{
    int i = get_global_id(0);
    uint w[16];
    for (int j = 0; j < 16; j++)
        w[j] = blocks[i * 16 + j];
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    for (int j = 0; j < 64; j++) {
        uint f, g;
        if (j < 16) {
            f = (b & c) | (~b & d);
            g = j;
        } else if (j < 32) {
            f = (d & b) | (~d & c);
            g = (5 * j + 1) & 15;
        } else if (j < 48) {
            f = b ^ c ^ d;
            g = (3 * j + 5) & 15;
        } else {
            f = c ^ (b | ~d);
            g = (7 * j) & 15;
        }
        f += a + md5_sines[j] + w[g];
        a = d;
        d = c;
        c = b;
        b += rotate(f, (uint)md5_shifts[j / 16 * 4 + (j & 3)]);
    }
    out[i * 4] = a + 0x67452301;
    out[i * 4 + 1] = b + 0xefcdab89;
    out[i * 4 + 2] = c + 0x98badcfe;
    out[i * 4 + 3] = d + 0x10325476;
}

// launch: sha1 128 64 8192:random 2560:zero
kernel void sha1(global const uint *blocks, global uint *out)
{
    int i = get_global_id(0);
    uint w[80];
    for (int j = 0; j < 16; j++)
        w[j] = blocks[i * 16 + j];
    for (int j = 16; j < 80; j++)
        w[j] = rotate(w[j - 3] ^ w[j - 8] ^ w[j - 14] ^ w[j - 16], 1u);
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
    for (int j = 0; j < 80; j++) {
        uint f, k;
        if (j < 20) {
            f = (b & c) | (~b & d);
            k = 0x5a827999;
        } else if (j < 40) {
            f = b ^ c ^ d;
            k = 0x6ed9eba1;
        } else if (j < 60) {
            f = (b & c) | (b & d) | (c & d);
            k = 0x8f1bbcdc;
        } else {
            f = b ^ c ^ d;
            k = 0xca62c1d6;
        }
        uint t = rotate(a, 5u) + f + e + k + w[j];
        e = d;
        d = c;
        c = rotate(b, 30u);
        b = a;
        a = t;
    }
    out[i * 5] = a;
    out[i * 5 + 1] = b;
    out[i * 5 + 2] = c;
    out[i * 5 + 3] = d;
    out[i * 5 + 4] = e;
}

#define QUARTER(a, b, c, d)                                                                                            \
    a += b;                                                                                                            \
    d = rotate(d ^ a, 16u);                                                                                            \
    c += d;                                                                                                            \
    b = rotate(b ^ c, 12u);                                                                                            \
    a += b;                                                                                                            \
    d = rotate(d ^ a, 8u);                                                                                             \
    c += d;                                                                                                            \
    b = rotate(b ^ c, 7u);

// launch: chacha20 128 64 64:random 8192:zero
kernel void chacha20(constant uint *key, global uint *out)
{
    int i = get_global_id(0);
    uint x[16];
    for (int j = 0; j < 16; j++)
        x[j] = key[j];
    x[12] += i;
    for (int j = 0; j < 10; j++) {
        QUARTER(x[0], x[4], x[8], x[12])
        QUARTER(x[1], x[5], x[9], x[13])
        QUARTER(x[2], x[6], x[10], x[14])
        QUARTER(x[3], x[7], x[11], x[15])
        QUARTER(x[0], x[5], x[10], x[15])
        QUARTER(x[1], x[6], x[11], x[12])
        QUARTER(x[2], x[7], x[8], x[13])
        QUARTER(x[3], x[4], x[9], x[14])
    }
    for (int j = 0; j < 16; j++)
        out[i * 16 + j] = x[j] + key[j] + (j == 12 ? i : 0);
}

#define ROT64(x, n) ((x) << (n) | (x) >> (64 - (n)))

constant ulong keccak_rounds[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
    0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
    0x000000000000800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
constant int keccak_turns[24] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                                 27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};
constant int keccak_lanes[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};

// launch: keccak 64 64 12800:random
kernel void keccak(global ulong *states)
{
    global ulong *state = states + get_global_id(0) * 25;
    ulong s[25];
    for (int j = 0; j < 25; j++)
        s[j] = state[j];
    for (int round = 0; round < 24; round++) {
        ulong c[5];
        for (int j = 0; j < 5; j++)
            c[j] = s[j] ^ s[j + 5] ^ s[j + 10] ^ s[j + 15] ^ s[j + 20];
        for (int j = 0; j < 5; j++) {
            ulong t = c[(j + 4) % 5] ^ ROT64(c[(j + 1) % 5], 1);
            for (int k = 0; k < 25; k += 5)
                s[j + k] ^= t;
        }
        ulong t = s[1];
        for (int j = 0; j < 24; j++) {
            ulong next = s[keccak_lanes[j]];
            s[keccak_lanes[j]] = ROT64(t, keccak_turns[j]);
            t = next;
        }
        for (int k = 0; k < 25; k += 5) {
            for (int j = 0; j < 5; j++)
                c[j] = s[k + j];
            for (int j = 0; j < 5; j++)
                s[k + j] ^= ~c[(j + 1) % 5] & c[(j + 2) % 5];
        }
        s[0] ^= keccak_rounds[round];
    }
    for (int j = 0; j < 25; j++)
        state[j] = s[j];
}

// launch: siphash 128 64 4096:random 1024:zero
kernel void siphash(global const ulong *words, global ulong *out)
{
    int i = get_global_id(0);
    ulong v0 = 0x736f6d6570736575, v1 = 0x646f72616e646f6d, v2 = 0x6c7967656e657261, v3 = 0x7465646279746573;
    for (int j = 0; j < 6; j++) {
        ulong m = j < 4 ? words[i * 4 + j] : 0;
        v3 ^= m;
        for (int round = 0; round < 2; round++) {
            v0 += v1;
            v1 = ROT64(v1, 13) ^ v0;
            v0 = ROT64(v0, 32);
            v2 += v3;
            v3 = ROT64(v3, 16) ^ v2;
            v0 += v3;
            v3 = ROT64(v3, 21) ^ v0;
            v2 += v1;
            v1 = ROT64(v1, 17) ^ v2;
            v2 = ROT64(v2, 32);
        }
        v0 ^= m;
    }
    out[i] = v0 ^ v1 ^ v2 ^ v3;
}

uint aes_double(uint x)
{
    return ((x << 1) & 0xfefefefe) ^ (((x >> 7) & 0x01010101) * 0x1b);
}

// launch: aes_round 256 64 256:random 4096:random 176:random i32:10
kernel void aes_round(constant uchar *sbox, global uint4 *blocks, constant uint4 *keys, int rounds)
{
    local uchar table[256];
    for (int j = get_local_id(0); j < 256; j += get_local_size(0))
        table[j] = sbox[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint4 state = blocks[get_global_id(0)] ^ keys[0];
    for (int round = 1; round <= rounds; round++) {
        uint in[4] = {state.x, state.y, state.z, state.w}, next[4];
        for (int c = 0; c < 4; c++) {
            uint t = 0;
            for (int r = 0; r < 4; r++)
                t |= (uint)table[(in[(c + r) & 3] >> (8 * r)) & 255] << (8 * r);
            if (round < rounds) {
                uint d = aes_double(t);
                t = d ^ rotate(t ^ d, 24u) ^ rotate(t, 16u) ^ rotate(t, 8u);
            }
            next[c] = t;
        }
        state = (uint4)(next[0], next[1], next[2], next[3]) ^ keys[round];
    }
    blocks[get_global_id(0)] = state;
}

// launch: xxhash32 128 64 8192:random 512:zero i32:64
uint xx_round(uint acc, uint v) { return rotate(acc + v * 2246822519u, 13u) * 2654435761u; }
kernel void xxhash32(global const uint *data, global uint *out, int bytes)
{
    global const uint *p = data + get_global_id(0) * (bytes / 4);
    uint a = 606290984u, b = 2246822519u, c = 0, d = 1640531535u;
    int n = bytes;
    while (n >= 16) {
        a = xx_round(a, p[0]);
        b = xx_round(b, p[1]);
        c = xx_round(c, p[2]);
        d = xx_round(d, p[3]);
        p += 4;
        n -= 16;
    }
    uint h = rotate(a, 1u) + rotate(b, 7u) + rotate(c, 12u) + rotate(d, 18u) + bytes;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    h *= 3266489917u;
    out[get_global_id(0)] = h ^ h >> 16;
}

// launch: sha256 64 64 4096:random 2048:zero
constant uint sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
kernel void sha256(global const uint *blocks, global uint *out)
{
    uint w[16], s[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (int i = 0; i < 16; i++)
        w[i] = blocks[get_global_id(0) * 16 + i];
    uint a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
    for (int i = 0; i < 64; i++) {
        if (i >= 16) {
            uint x = w[(i + 1) & 15], y = w[(i + 14) & 15];
            w[i & 15] += (rotate(x, 25u) ^ rotate(x, 14u) ^ x >> 3) + w[(i + 9) & 15] + (rotate(y, 15u) ^ rotate(y, 13u) ^ y >> 10);
        }
        uint t1 = h + (rotate(e, 26u) ^ rotate(e, 21u) ^ rotate(e, 7u)) + ((e & f) ^ (~e & g)) + sha_k[i] + w[i & 15];
        uint t2 = (rotate(a, 30u) ^ rotate(a, 19u) ^ rotate(a, 10u)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
    }
    global uint *o = out + get_global_id(0) * 8;
    o[0] = s[0] + a; o[1] = s[1] + b; o[2] = s[2] + c; o[3] = s[3] + d;
    o[4] = s[4] + e; o[5] = s[5] + f; o[6] = s[6] + g; o[7] = s[7] + h;
}

// launch: crc16_modbus 64 64 4096:random 128:zero i32:32
kernel void crc16_modbus(global const uchar *frames, global ushort *out, int length)
{
    int t = get_global_id(0);
    ushort crc = 0xffff;
    for (int i = 0; i < length; i++) {
        crc ^= frames[t * length + i];
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 1)
                crc = (crc >> 1) ^ 0xa001;
            else
                crc >>= 1;
        }
    }
    out[t] = crc;
}

// launch: keccak_lane 64 64 12800:random 12800:zero
kernel void keccak_lane(global const ulong *in, global ulong *out)
{
    ulong s[25], c[5];
    int g = get_global_id(0);
    for (int i = 0; i < 25; i++)
        s[i] = in[i * 64 + g];
    for (int r = 0; r < 2; r++) {
        for (int x = 0; x < 5; x++)
            c[x] = s[x] ^ s[x + 5] ^ s[x + 10] ^ s[x + 15] ^ s[x + 20];
        for (int x = 0; x < 5; x++) {
            ulong d = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1ul);
            for (int y = 0; y < 25; y += 5)
                s[y + x] ^= d;
        }
        for (int y = 0; y < 25; y += 5) {
            for (int x = 0; x < 5; x++)
                c[x] = s[y + x];
            for (int x = 0; x < 5; x++)
                s[y + x] = c[x] ^ (~c[(x + 1) % 5] & c[(x + 2) % 5]);
        }
        s[0] ^= 0x8000000080008008ul + r;
    }
    for (int i = 0; i < 25; i++)
        out[i * 64 + g] = s[i];
}

// launch: aes_tables 64 64 1024:random 4096:random 1024:zero 176:random
kernel void aes_tables(global const uint4 *in, constant uint *te, global uint4 *out, constant uint *keys)
{
    uint4 s = in[get_global_id(0)] ^ (uint4)(keys[0], keys[1], keys[2], keys[3]);
    for (int r = 1; r < 5; r++) {
        uint4 t;
        t.x = te[s.x >> 24] ^ te[256 + (s.y >> 16 & 255)] ^ te[512 + (s.z >> 8 & 255)] ^ te[768 + (s.w & 255)];
        t.y = te[s.y >> 24] ^ te[256 + (s.z >> 16 & 255)] ^ te[512 + (s.w >> 8 & 255)] ^ te[768 + (s.x & 255)];
        t.z = te[s.z >> 24] ^ te[256 + (s.w >> 16 & 255)] ^ te[512 + (s.x >> 8 & 255)] ^ te[768 + (s.y & 255)];
        t.w = te[s.w >> 24] ^ te[256 + (s.x >> 16 & 255)] ^ te[512 + (s.y >> 8 & 255)] ^ te[768 + (s.z & 255)];
        s = t ^ (uint4)(keys[r * 4], keys[r * 4 + 1], keys[r * 4 + 2], keys[r * 4 + 3]);
    }
    out[get_global_id(0)] = s;
}

// launch: blake2_mix 64 64 4096:random 4096:zero
kernel void blake2_mix(global const uint *in, global uint *out)
{
    uint v[16], g = get_global_id(0);
    for (int i = 0; i < 16; i++)
        v[i] = in[i * 64 + g];
    for (int r = 0; r < 4; r++) {
        for (int i = 0; i < 4; i++) {
            v[i] += v[4 + i] + v[(i * 5 + r) & 15];
            v[12 + i] = rotate(v[12 + i] ^ v[i], 16u);
            v[8 + i] += v[12 + i];
            v[4 + i] = rotate(v[4 + i] ^ v[8 + i], 20u);
        }
        for (int i = 0; i < 4; i++) {
            v[i] += v[4 + ((i + 1) & 3)];
            v[12 + ((i + 3) & 3)] = rotate(v[12 + ((i + 3) & 3)] ^ v[i], 24u);
            v[8 + ((i + 2) & 3)] += v[12 + ((i + 3) & 3)];
            v[4 + ((i + 1) & 3)] = rotate(v[4 + ((i + 1) & 3)] ^ v[8 + ((i + 2) & 3)], 25u);
        }
    }
    for (int i = 0; i < 16; i++)
        out[i * 64 + g] = v[i];
}

// launch: rc4_stream 64 64 16384:zero 1024:random 1024:zero
kernel void rc4_stream(global uchar *state, global const uchar *key, global uint *out)
{
    global uchar *s = state + get_global_id(0) * 256;
    for (int i = 0; i < 256; i++)
        s[i] = i;
    uint j = 0;
    for (int i = 0; i < 64; i++) {
        j = (j + s[i] + key[i & 15]) & 255;
        uchar t = s[i];
        s[i] = s[j];
        s[j] = t;
    }
    uint r = 0;
    for (int i = 0; i < 8; i++)
        r = r << 4 ^ s[(s[i] + s[j]) & 255];
    out[get_global_id(0)] = r;
}

// launch: bloom_query 128 64 1024:random 512:random 512:zero
kernel void bloom_query(global const uint *filter, global const uint *keys, global uint *out)
{
    uint k = keys[get_global_id(0)], hit = 1;
    for (int i = 0; i < 4; i++) {
        k ^= k >> 16;
        k *= 0x45d9f3b;
        uint bit = k >> 8 & 8191;
        if (!(filter[(bit >> 5) & 255] >> (bit & 31) & 1)) {
            hit = 0;
            break;
        }
    }
    out[get_global_id(0)] = hit;
}

// launch: cuckoo_lookup 128 64 512:random 2048:random 512:zero
kernel void cuckoo_lookup(global const uint *keys, global const uint2 *table, global uint *out)
{
    uint key = keys[get_global_id(0)];
    uint a = (key * 0x9e3779b1u) >> 25, b = (key * 0x85ebca77u ^ key >> 7) & 127;
    uint2 first = table[a], second = table[128 + b];
    out[get_global_id(0)] = first.x == key ? first.y : second.x == key ? second.y : ~0u;
}
