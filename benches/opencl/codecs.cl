// Coding and decoding: samples, bits, checksums, numbers.

// launch: adpcm_decode 64 64 2048:random 8192:zero
constant short adpcm_steps[32] = {7,  8,  9,  10, 11, 12, 13, 14, 16, 17, 19,  21,  23,  25,  28,  31,
                                  34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143};
constant char adpcm_index[8] = {-1, -1, -1, -1, 2, 4, 6, 8};
kernel void adpcm_decode(global const uchar *in, global short *out)
{
    int g = get_global_id(0), value = 0, index = 0;
    for (int i = 0; i < 32; i++) {
        int code = in[g * 16 + i / 2] >> (i & 1) * 4 & 15;
        int step = adpcm_steps[index], difference = step >> 3;
        if (code & 1)
            difference += step >> 2;
        if (code & 2)
            difference += step >> 1;
        if (code & 4)
            difference += step;
        value += code & 8 ? -difference : difference;
        value = clamp(value, -32768, 32767);
        index = clamp(index + adpcm_index[code & 7], 0, 31);
        out[g * 32 + i] = value;
    }
}

// launch: mu_law_encode 256 64 512:random 256:zero
kernel void mu_law_encode(global const short *in, global uchar *out)
{
    int v = in[get_global_id(0)], sign = v < 0 ? 0x80 : 0;
    if (v < 0)
        v = -v;
    v = min(v + 132, 32767);
    int exponent = 7;
    for (int mask = 0x4000; (v & mask) == 0 && exponent > 0; mask >>= 1)
        exponent--;
    out[get_global_id(0)] = ~(sign | exponent << 4 | (v >> (exponent + 3) & 15));
}

// launch: goertzel_fixed 64 64 8192:random 256:zero i32:32 i32:27146
kernel void goertzel_fixed(global const short *in, global int *out, int n, int coefficient)
{
    int s1 = 0, s2 = 0, g = get_global_id(0);
    for (int i = 0; i < n; i++) {
        int s0 = (in[g * 64 + i] >> 4) + (int)((long)coefficient * s1 >> 15) - s2;
        s2 = s1;
        s1 = s0;
    }
    out[g] = (int)(((long)s1 * s1 + (long)s2 * s2 - ((long)s1 * coefficient >> 15) * s2) >> 16);
}

// launch: rice_decode 64 64 2048:random 4096:zero i32:16
kernel void rice_decode(global const uint *bits, global int *out, int n)
{
    int g = get_global_id(0);
    uint at = 0;
    for (int i = 0; i < n; i++) {
        int quotient = 0;
        while (at < 256 && bits[g * 8 + (at >> 5)] >> (at & 31) & 1) {
            quotient++;
            at++;
        }
        at++;
        int low = 0;
        for (int k = 0; k < 3; k++, at++)
            if (at < 256)
                low |= (bits[g * 8 + (at >> 5)] >> (at & 31) & 1) << k;
        uint v = quotient << 3 | low;
        out[g * n + i] = v >> 1 ^ -(v & 1);
    }
}

// launch: hamming_correct 256 64 1024:random 256:zero
kernel void hamming_correct(global const uint *in, global uchar *out)
{
    uint w = in[get_global_id(0)] & 127;
    uint p0 = popcount(w & 0x55) & 1, p1 = popcount(w & 0x66) & 1, p2 = popcount(w & 0x78) & 1;
    uint wrong = p0 | p1 << 1 | p2 << 2;
    if (wrong)
        w ^= 1u << (wrong - 1);
    out[get_global_id(0)] = (w >> 2 & 1) | (w >> 3 & 14);
}

// launch: reed_solomon_syndromes 64 64 4096:random 512:zero
uchar gf_multiply(uchar a, uchar b)
{
    uchar r = 0;
    for (int i = 0; i < 8; i++) {
        if (b & 1)
            r ^= a;
        a = a << 1 ^ (a & 0x80 ? 0x1d : 0);
        b >>= 1;
    }
    return r;
}
kernel void reed_solomon_syndromes(global const uchar *in, global uchar *out)
{
    int g = get_global_id(0);
    uchar alpha = 1;
    for (int s = 0; s < 4; s++) {
        uchar v = 0;
        for (int i = 0; i < 16; i++)
            v = gf_multiply(v, alpha) ^ in[g * 64 + i];
        out[g * 8 + s] = v;
        alpha = gf_multiply(alpha, 2);
    }
}

// launch: decimal_print 256 64 1024:random 4096:zero
kernel void decimal_print(global const uint *in, global uchar *out)
{
    uint v = in[get_global_id(0)];
    uchar digits[10];
    int n = 0;
    do {
        digits[n++] = '0' + v % 10;
        v /= 10;
    } while (v);
    global uchar *text = out + get_global_id(0) * 16;
    for (int i = 0; i < n; i++)
        text[i] = digits[n - 1 - i];
    text[n] = 0;
}

// launch: hex_dump 256 64 1024:random 2048:zero
kernel void hex_dump(global const uint *in, global uchar *out)
{
    uint v = in[get_global_id(0)];
    for (int i = 0; i < 8; i++) {
        uint d = v >> (28 - 4 * i) & 15;
        out[get_global_id(0) * 8 + i] = d < 10 ? '0' + d : 'a' + d - 10;
    }
}

// launch: bcd_add 128 64 1024:random 1024:random 1024:zero
kernel void bcd_add(global const ulong *a, global const ulong *b, global ulong *out)
{
    ulong x = a[get_global_id(0)] & 0x7777777777777777ul, y = b[get_global_id(0)] & 0x1111111111111111ul;
    ulong t1 = x + 0x0666666666666666ul, t2 = t1 + y, t3 = t1 ^ y;
    ulong t4 = t2 ^ t3, t5 = ~t4 & 0x1111111111111110ul, t6 = t5 >> 2 | t5 >> 3;
    out[get_global_id(0)] = t2 - t6;
}

// launch: soundex 64 64 1024:random 256:zero
kernel void soundex(global const uchar *in, global uint *out)
{
    constant char *codes = "01230120022455012623010202";
    int g = get_global_id(0), n = 1;
    uint code = 'a' + in[g * 16] % 26, last = codes[in[g * 16] % 26];
    for (int i = 1; i < 16 && n < 4; i++) {
        char c = codes[in[g * 16 + i] % 26];
        if (c != '0' && c != last) {
            code = code << 8 | c;
            n++;
        }
        last = c;
    }
    while (n++ < 4)
        code = code << 8 | '0';
    out[g] = code;
}

// launch: fixed_exp 256 64 1024:below=65536 1024:zero
kernel void fixed_exp(global const int *in, global int *out)
{
    int x = in[get_global_id(0)], y = 65536;
    if (x >= 45426) {
        x -= 45426;
        y <<= 1;
    }
    if (x >= 26573) {
        x -= 26573;
        y += y >> 1;
    }
    if (x >= 14624) {
        x -= 14624;
        y += y >> 2;
    }
    if (x >= 7719) {
        x -= 7719;
        y += y >> 3;
    }
    if (x >= 3973) {
        x -= 3973;
        y += y >> 4;
    }
    if (x & 0x800)
        y += y >> 5;
    if (x & 0x400)
        y += y >> 6;
    if (x & 0x200)
        y += y >> 7;
    out[get_global_id(0)] = y;
}

// launch: cordic_rotate 256 64 1024:below=100000 2048:zero
constant int cordic_angles[12] = {51472, 30386, 16055, 8150, 4091, 2047, 1024, 512, 256, 128, 64, 32};
kernel void cordic_rotate(global const int *in, global int2 *out)
{
    int z = in[get_global_id(0)] - 50000, x = 39797, y = 0;
    for (int i = 0; i < 12; i++) {
        int dx = x >> i, dy = y >> i;
        if (z >= 0) {
            x -= dy;
            y += dx;
            z -= cordic_angles[i];
        } else {
            x += dy;
            y -= dx;
            z += cordic_angles[i];
        }
    }
    out[get_global_id(0)] = (int2)(x, y);
}

// launch: integer_sqrt 256 64 1024:random 1024:zero
kernel void integer_sqrt(global const uint *in, global uint *out)
{
    uint v = in[get_global_id(0)], root = 0;
    for (uint bit = 1u << 30; bit; bit >>= 2) {
        if (v >= root + bit) {
            v -= root + bit;
            root = (root >> 1) + bit;
        } else
            root >>= 1;
    }
    out[get_global_id(0)] = root;
}

// launch: bit_matrix_transpose 128 64 1024:random 1024:zero
kernel void bit_matrix_transpose(global const ulong *in, global ulong *out)
{
    ulong x = in[get_global_id(0)], t;
    t = (x ^ x >> 7) & 0x00aa00aa00aa00aaul;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000ccccul;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0ul;
    x ^= t ^ t << 28;
    out[get_global_id(0)] = x;
}

// launch: gray_next 256 64 1024:random 1024:zero i32:8
kernel void gray_next(global const uint *in, global uint *out, int n)
{
    uint v = in[get_global_id(0)] & 0xffff | 1;
    for (int i = 0; i < n; i++) {
        uint t = v | (v - 1);
        v = (t + 1) | (((~t & -~t) - 1) >> (31 - clz(v & -v) + 1));
    }
    out[get_global_id(0)] = v ^ v >> 1;
}

// launch: bloom_insert 256 64 1024:random 4096:zero
kernel void bloom_insert(global const uint *keys, global uint *filter)
{
    uint k = keys[get_global_id(0)], h = k * 0x9e3779b1u;
    for (int i = 0; i < 3; i++) {
        h ^= h >> 15;
        h *= 0x85ebca6bu;
        filter[h >> 22] = 1u << (h & 31);
    }
}
