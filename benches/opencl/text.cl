// Bytes and strings: state machines, tables, early exits, dynamic programming.

// launch: base64_encode 256 64 768:random 1024:zero
constant uchar alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
kernel void base64_encode(global const uchar *in, global uchar *out)
{
    int i = get_global_id(0);
    uint v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    out[4 * i] = alphabet[v >> 18];
    out[4 * i + 1] = alphabet[(v >> 12) & 63];
    out[4 * i + 2] = alphabet[(v >> 6) & 63];
    out[4 * i + 3] = alphabet[v & 63];
}

// launch: base64_decode 256 64 1024:random 1024:zero
int base64_value(uchar c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    if (c == '/')
        return 63;
    return -1;
}
kernel void base64_decode(global const uchar4 *in, global int *out)
{
    uchar4 c = in[get_global_id(0)];
    int v0 = base64_value(c.x), v1 = base64_value(c.y), v2 = base64_value(c.z), v3 = base64_value(c.w);
    out[get_global_id(0)] = (v0 | v1 | v2 | v3) < 0 ? -1 : v0 << 18 | v1 << 12 | v2 << 6 | v3;
}

// launch: utf8_check 64 64 2048:random 256:zero i32:32
kernel void utf8_check(global const uchar *text, global int *valid, int length)
{
    global const uchar *s = text + get_global_id(0) * length;
    int i = 0, good = 1;
    while (i < length) {
        uchar c = s[i];
        int more;
        if (c < 0x80)
            more = 0;
        else if ((c & 0xe0) == 0xc0 && c >= 0xc2)
            more = 1;
        else if ((c & 0xf0) == 0xe0)
            more = 2;
        else if ((c & 0xf8) == 0xf0 && c <= 0xf4)
            more = 3;
        else {
            good = 0;
            break;
        }
        if (i + more >= length) {
            good = 0;
            break;
        }
        for (int k = 1; k <= more; k++)
            if ((s[i + k] & 0xc0) != 0x80)
                good = 0;
        if (!good)
            break;
        i += more + 1;
    }
    valid[get_global_id(0)] = good;
}

// launch: find_string 256 64 1024:below=2 4:below=2 1024:zero i32:256 i32:4
kernel void find_string(global const uchar *text, constant uchar *pattern, global int *found, int n, int m)
{
    int i = get_global_id(0);
    if (i + m > n) {
        found[i] = 0;
        return;
    }
    for (int j = 0; j < m; j++) {
        if (text[i + j] != pattern[j]) {
            found[i] = 0;
            return;
        }
    }
    found[i] = 1;
}

// launch: count_words 64 64 4096:random 256:zero i32:64
kernel void count_words(global const uchar *text, global int *counts, int length)
{
    int state = 0, words = 0;
    for (int i = 0; i < length; i++) {
        uchar c = text[get_global_id(0) * length + i];
        int space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        switch (state) {
        case 0:
            if (!space) {
                words++;
                state = c == '"' ? 2 : 1;
            }
            break;
        case 1:
            if (space)
                state = 0;
            break;
        case 2:
            if (c == '"')
                state = 1;
            else if (c == '\\')
                state = 3;
            break;
        case 3:
            state = 2;
            break;
        }
    }
    counts[get_global_id(0)] = words;
}

// launch: levenshtein 64 64 1024:below=4 1024:below=4 256:zero
kernel void levenshtein(global const uchar *a, global const uchar *b, global int *out)
{
    int row[17];
    global const uchar *mine = a + get_global_id(0) * 16, *other = b + get_global_id(0) * 16;
    for (int j = 0; j <= 16; j++)
        row[j] = j;
    for (int i = 1; i <= 16; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= 16; j++) {
            int cost = diagonal + (mine[i - 1] != other[j - 1]);
            diagonal = row[j];
            row[j] = min(cost, min(row[j], row[j - 1]) + 1);
        }
    }
    out[get_global_id(0)] = row[16];
}

// launch: smith_waterman 64 64 1024:below=4 4096:zero 256:zero i32:16 i32:16
kernel void smith_waterman(global const uchar *a, global int *row, global int *best, int n, int m)
{
    int t = get_global_id(0), most = 0;
    for (int i = 0; i < n; i++) {
        int diagonal = 0, left = 0;
        for (int j = 0; j < m; j++) {
            int up = row[j * 64 + t];
            int score = diagonal + (a[t * 16 + i] == a[(t * 16 + j * 3) & 1023] ? 2 : -1);
            score = max(max(score, up - 1), max(left - 1, 0));
            diagonal = up;
            left = score;
            row[j * 64 + t] = score;
            if (score > most)
                most = score;
        }
    }
    best[t] = most;
}

// launch: parse_number 256 64 4096:random 1024:zero
kernel void parse_number(global const char *text, global int *out)
{
    global const char *p = text + get_global_id(0) * 16;
    int sign = 1, value = 0, n = 0;
    if (p[0] == '-') {
        sign = -1;
        n++;
    }
    while (n < 16 && p[n] >= '0' && p[n] <= '9')
        value = value * 10 + (p[n++] - '0');
    out[get_global_id(0)] = sign * value;
}

// launch: run_lengths 64 64 2048:below=2 2048:zero 256:zero
kernel void run_lengths(global const uchar *in, global uchar *out, global int *sizes)
{
    int base = get_global_id(0) * 32, used = 0;
    for (int i = 0; i < 32;) {
        uchar v = in[base + i];
        int run = 1;
        while (i + run < 32 && in[base + i + run] == v)
            run++;
        out[base + used++] = run;
        i += run;
    }
    sizes[get_global_id(0)] = used;
}

// launch: interpreter 64 64 64:below=5 256:random 256:zero i32:16
kernel void interpreter(global const int *program, global const int *in, global int *out, int length)
{
    int a = in[get_global_id(0)], b = get_global_id(0);
    for (int pc = 0; pc < length; pc++) {
        switch (program[pc]) {
        case 0: a += b; break;
        case 1: a ^= b << 3; break;
        case 2: b = a * 31 + 7; break;
        case 3: if (a < 0) a = -a; break;
        case 4: { int t = a; a = b; b = t; break; }
        }
    }
    out[get_global_id(0)] = a;
}

// launch: boyer_moore 64 64 4096:random 64:zero 256:zero i32:64 i32:4
kernel void boyer_moore(global const uchar *text, constant uchar *pattern, global int *out, int n, int m)
{
    int base = get_global_id(0) * n, found = -1;
    for (int i = 0; i + m <= n; ) {
        int j = m - 1;
        while (j >= 0 && text[base + i + j] == pattern[j])
            j--;
        if (j < 0) {
            found = i;
            break;
        }
        i += 1 + (text[base + i + m - 1] & 3);
    }
    out[get_global_id(0)] = found;
}

// launch: kmp_automaton 64 64 8192:random 1024:below=4 256:zero i32:128
kernel void kmp_automaton(global const uchar *text, constant int *table, global int *out, int n)
{
    int state = 0, count = 0;
    for (int i = 0; i < n; i++) {
        uchar c = text[get_global_id(0) * n + i];
        state = table[state * 4 + (c & 3)];
        count += state == 3;
    }
    out[get_global_id(0)] = count;
}

// launch: lcs_dp 64 64 4096:random 64:random 256:zero
kernel void lcs_dp(global const uchar *a, constant uchar *b, global int *out)
{
    int row[17];
    for (int j = 0; j <= 16; j++)
        row[j] = 0;
    for (int i = 0; i < 16; i++) {
        int diagonal = 0;
        uchar c = a[get_global_id(0) * 16 + i] & 3;
        for (int j = 1; j <= 16; j++) {
            int up = row[j];
            row[j] = c == (b[j - 1] & 3) ? diagonal + 1 : max(up, row[j - 1]);
            diagonal = up;
        }
    }
    out[get_global_id(0)] = row[16];
}

// launch: tokenizer 64 64 2048:random 256:zero i32:32
kernel void tokenizer(global const uchar *text, global uint *out, int n)
{
    uint state = 0, tokens = 0, numbers = 0;
    for (int i = 0; i < n; i++) {
        uchar c = text[get_global_id(0) * n + i];
        switch (state) {
        case 0:
            if (c >= '0' && c <= '9') { state = 1; numbers++; }
            else if (c >= 'A') state = 2;
            break;
        case 1:
            if (c < '0' || c > '9') { state = 0; tokens++; }
            break;
        case 2:
            if (c < 'A') { state = c == '"' ? 3 : 0; tokens++; }
            break;
        default:
            if (c == '"') state = 0;
            break;
        }
    }
    out[get_global_id(0)] = tokens << 16 | numbers;
}

// launch: delta_decode 64 64 4096:random 4096:zero
kernel void delta_decode(global const short *in, global short *out)
{
    short sum = 0;
    for (int i = 0; i < 16; i++) {
        sum += in[get_global_id(0) * 16 + i];
        out[get_global_id(0) * 16 + i] = sum;
    }
}

// launch: varint_decode 64 64 4096:random 256:zero i32:32
kernel void varint_decode(global const uchar *in, global ulong *out, int n)
{
    ulong value = 0;
    int shift = 0, at = get_global_id(0) * n;
    while (shift < 35) {
        uchar c = in[at++];
        value |= (ulong)(c & 127) << shift;
        shift += 7;
        if (!(c & 128))
            break;
    }
    if (get_global_id(0) < 32)
        out[get_global_id(0)] = value;
}

// launch: needle_block 16 16 4624:below=10 1024:below=10 i32:2
kernel void needle_block(global int *matrix, global const int *reference, int penalty)
{
    local int tile[17][17];
    local int cost[16][16];
    int t = get_local_id(0);
    for (int i = 0; i < 16; i++)
        cost[i][t] = reference[i * 16 + t];
    if (t == 0)
        tile[0][0] = matrix[0];
    tile[t + 1][0] = matrix[(t + 1) * 17];
    tile[0][t + 1] = matrix[t + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int m = 0; m < 16; m++) {
        if (t <= m) {
            int x = t + 1, y = m - t + 1;
            tile[y][x] = max(max(tile[y - 1][x - 1] + cost[y - 1][x - 1], tile[y][x - 1] - penalty), tile[y - 1][x] - penalty);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int m = 14; m >= 0; m--) {
        if (t <= m) {
            int x = t + 16 - m, y = 16 - t;
            tile[y][x] = max(max(tile[y - 1][x - 1] + cost[y - 1][x - 1], tile[y][x - 1] - penalty), tile[y - 1][x] - penalty);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 16; i++)
        matrix[(i + 1) * 17 + t + 1] = tile[i + 1][t + 1];
}

// launch: vm_switch 64 64 256:random 1024:zero i32:64
kernel void vm_switch(global const uchar *code, global int *out, int length)
{
    int stack[8], sp = 0, acc = get_global_id(0), pc = 0;
    for (int i = 0; i < 8; i++)
        stack[i] = i;
    for (int steps = 0; steps < 40; steps++) {
        uchar op = code[pc % length];
        pc++;
        switch (op & 15) {
        case 0: acc += op; break;
        case 1: acc -= op >> 4; break;
        case 2: acc *= 3; break;
        case 3: acc ^= 0x5a; break;
        case 4: stack[sp & 7] = acc; sp++; break;
        case 5: sp--; acc += stack[sp & 7]; break;
        case 6: acc = acc << 1 | (uint)acc >> 31; break;
        case 7: if (acc & 1) pc += 2; break;
        case 8: if (acc > 100) pc -= 3; break;
        case 9: acc = popcount(acc); break;
        case 10: acc = clz(acc); break;
        case 11: acc = max(acc, stack[0]); break;
        case 12: acc = min(acc, stack[1]); break;
        case 13: acc = -acc; break;
        case 14: acc = abs_diff(acc, 7); break;
        default: acc = ~acc;
        }
    }
    out[get_global_id(0)] = acc;
}

// launch: edit_band 64 64 4096:random 4096:random 256:zero i32:24
kernel void edit_band(global const uchar *a, global const uchar *b, global int *out, int n)
{
    int row[8];
    int g = get_global_id(0);
    for (int k = 0; k < 8; k++)
        row[k] = k < 4 ? 4 - k : k - 4;
    for (int i = 0; i < n; i++) {
        int left = 1000;
        uchar c = a[g * 64 + i] & 3;
        for (int k = 0; k < 8; k++) {
            int j = i + k - 4;
            int up = k < 7 ? row[k + 1] + 1 : 1000;
            int cost = j >= 0 && j < n ? row[k] + (c != (b[g * 64 + j] & 3)) : 1000;
            left = min(min(left + 1, up), cost);
            row[k] = left;
        }
    }
    out[g] = row[4];
}

// launch: aho_corasick 64 64 4096:random 2048:below=32 128:below=2 256:zero i32:48
kernel void aho_corasick(global const uchar *text, global const int *edges, constant int *accepts, global int *out, int n)
{
    int state = 0, hits = 0, g = get_global_id(0);
    for (int i = 0; i < n; i++) {
        state = edges[state * 16 + (text[g * 64 + i] & 15)];
        if (accepts[state])
            hits++;
    }
    out[g] = hits;
}

// launch: glob_match 64 64 4096:random 16:random 256:zero
kernel void glob_match(global const uchar *text, constant uchar *pattern, global int *out)
{
    global const uchar *s = text + get_global_id(0) * 64;
    int i = 0, p = 0, star = -1, mark = 0;
    while (i < 32) {
        uchar c = s[i] & 7, q = p < 8 ? pattern[p] & 7 : 9;
        if (q == 7) {
            star = p++;
            mark = i;
        } else if (p < 8 && (q == c || q == 6)) {
            i++;
            p++;
        } else if (star >= 0) {
            p = star + 1;
            i = ++mark;
        } else
            break;
    }
    out[get_global_id(0)] = i == 32 ? p : -1;
}

// launch: lz_length 64 64 8192:random 1024:zero
kernel void lz_length(global const uchar *data, global uint *out)
{
    global const uchar *d = data + get_global_id(0) * 32;
    uint best = 0, at = 0;
    for (int offset = 1; offset <= 16; offset++) {
        uint length = 0;
        while (length < 15 && (d[16 + length] & 3) == (d[16 + length - offset] & 3))
            length++;
        if (length > best) {
            best = length;
            at = offset;
        }
    }
    out[get_global_id(0)] = best << 16 | at;
}

// launch: huffman_decode 64 64 4096:random 2048:random 1024:zero i32:12
kernel void huffman_decode(global const uint *bits, global const ushort *table, global uint *out, int symbols)
{
    int g = get_global_id(0), at = 0;
    uint sum = 0;
    ulong buffer = (ulong)bits[g * 8] << 32 | bits[g * 8 + 1];
    int have = 64, word = 2;
    for (int i = 0; i < symbols; i++) {
        ushort e = table[buffer >> 54];
        int length = (e >> 12 & 7) + 1;
        sum = sum * 31 + (e & 0xfff);
        buffer <<= length;
        have -= length;
        if (have < 32 && word < 8) {
            buffer |= (ulong)bits[g * 8 + word++] << (32 - have);
            have += 32;
        }
    }
    out[g] = sum;
}

// launch: nested_search 64 64 4096:below=50 256:zero i32:16 i32:25
kernel void nested_search(global const int *grid, global int *out, int n, int want)
{
    int found = -1, g = get_global_id(0);
    for (int i = 0; i < n && found < 0; i++)
        for (int j = 0; j < 4; j++) {
            int v = grid[(g * n + i * 4 + j) & 1023];
            if (v == want) {
                found = i * 4 + j;
                break;
            }
            if (v > 45)
                break;
            if (v < 3)
                continue;
            if (v * j > 120 && (v & 1 || i > 5) && !(v & 2))
                goto done;
        }
done:
    out[g] = found;
}

// launch: many_arguments 64 64 256:floats 256:floats 256:floats 256:floats 256:zero i32:1 i32:2 i32:3 i32:4 fp32:1 fp32:2 fp32:3 fp32:4
kernel void many_arguments(global const float *a, global const float *b, global const float *c, global const float *d,
                           global float *out, int i, int j, int k, int l, float w, float x, float y, float z)
{
    int g = get_global_id(0);
    out[g] = a[(g + i) & 63] * w + b[(g + j) & 63] * x + c[(g + k) & 63] * y + d[(g + l) & 63] * z;
}
