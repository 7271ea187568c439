// Dynamic programming, state machines and graph searches.

// launch: state_machine 64 64 4096:random 256:zero i32:64
kernel void state_machine(global const uchar *in, global int *out, int n)
{
    int g = get_global_id(0), state = 0, count = 0;
    for (int i = 0; i < n; i++) {
        uchar c = in[g * 64 + i] & 7;
        switch (state) {
        case 0: state = c < 3 ? 1 : c == 7 ? 3 : 0; break;
        case 1: state = c & 1 ? 2 : 1; count++; break;
        case 2: state = c > 5 ? 3 : c == 0 ? 0 : 2; count += c; break;
        case 3: state = c == 4 ? 0 : 1; count ^= i; break;
        }
    }
    out[g] = count * 4 + state;
}

// launch: comment_stripper 64 64 4096:random 4096:zero i32:48
kernel void comment_stripper(global const uchar *in, global uchar *out, int n)
{
    enum { CODE, SLASH, LINE, BLOCK, STAR, QUOTE } state = CODE;
    global const uchar *s = in + get_global_id(0) * 64;
    global uchar *d = out + get_global_id(0) * 64;
    int at = 0;
    for (int i = 0; i < n; i++) {
        uchar c = "/*\n\"ab*/"[s[i] & 7];
        switch (state) {
        case CODE:
            if (c == '/')
                state = SLASH;
            else {
                if (c == '"')
                    state = QUOTE;
                d[at++] = c;
            }
            break;
        case SLASH:
            if (c == '/')
                state = LINE;
            else if (c == '*')
                state = BLOCK;
            else {
                d[at++] = '/';
                d[at++] = c;
                state = CODE;
            }
            break;
        case LINE:
            if (c == '\n') {
                d[at++] = c;
                state = CODE;
            }
            break;
        case BLOCK:
            if (c == '*')
                state = STAR;
            break;
        case STAR:
            state = c == '/' ? CODE : c == '*' ? STAR : BLOCK;
            break;
        case QUOTE:
            d[at++] = c;
            if (c == '"')
                state = CODE;
            break;
        }
    }
    d[63] = at;
}

// launch: longest_increasing 64 64 8192:random 256:zero
kernel void longest_increasing(global const ushort *in, global int *out)
{
    ushort tails[16];
    int length = 0, g = get_global_id(0);
    for (int i = 0; i < 32; i++) {
        ushort v = in[g * 32 + i];
        int at = 0;
        while (at < length && tails[at] < v)
            at++;
        if (at < 16) {
            tails[at] = v;
            if (at == length)
                length++;
        }
    }
    out[g] = length;
}

// launch: viterbi_small 64 64 4096:random 64:floats 256:zero i32:32
kernel void viterbi_small(global const uchar *seen, constant float *change, global int *out, int n)
{
    float score[4] = {0, 1, 1, 1};
    int g = get_global_id(0);
    for (int t = 0; t < n; t++) {
        float next[4];
        uchar symbol = seen[g * 64 + t] & 3;
        for (int to = 0; to < 4; to++) {
            float best = score[0] + change[to];
            for (int from = 1; from < 4; from++) {
                float v = score[from] + change[from * 4 + to];
                if (v < best)
                    best = v;
            }
            next[to] = best + (symbol == to ? 0.0f : 1.5f);
        }
        for (int k = 0; k < 4; k++)
            score[k] = next[k];
    }
    int best = 0;
    for (int k = 1; k < 4; k++)
        if (score[k] < score[best])
            best = k;
    out[g] = best;
}

// launch: subset_sums 64 64 1024:below=20 256:zero i32:16
kernel void subset_sums(global const int *items, global int *out, int n)
{
    ulong reach = 1;
    int g = get_global_id(0);
    for (int i = 0; i < n; i++)
        reach |= reach << items[(g * 4 + i) & 255];
    out[g] = popcount(reach);
}

// launch: time_warp 64 64 4096:floats 4096:floats 256:zero i32:12
kernel void time_warp(global const float *a, global const float *b, global float *out, int n)
{
    float row[13];
    int g = get_global_id(0);
    for (int j = 0; j < 13; j++)
        row[j] = 1e9f;
    row[0] = 0;
    for (int i = 0; i < n; i++) {
        float diagonal = row[0];
        row[0] = 1e9f;
        float x = a[g * 16 + i];
        for (int j = 1; j < 13; j++) {
            float best = diagonal;
            if (row[j] < best)
                best = row[j];
            if (row[j - 1] < best)
                best = row[j - 1];
            diagonal = row[j];
            row[j] = best + fabs(x - b[g * 16 + j - 1]);
        }
    }
    out[g] = row[12];
}

// launch: egg_drop 64 64 256:zero i32:4
kernel void egg_drop(global int *out, int eggs)
{
    int floors = get_global_id(0) + 1, moves = 0;
    int reach[8];
    for (int i = 0; i < 8; i++)
        reach[i] = 0;
    while (reach[eggs] < floors) {
        moves++;
        for (int e = eggs; e > 0; e--)
            reach[e] += reach[e - 1] + 1;
    }
    out[get_global_id(0)] = moves;
}

// launch: shortest_path_bellman 32 32 512:below=32 512:below=32 512:below=100 128:zero i32:128
kernel void shortest_path_bellman(global const int *from, global const int *to, global const int *weight,
                                  global int *out, int edges)
{
    local int distance[32];
    local int changed;
    int l = get_local_id(0);
    distance[l] = l == 0 ? 0 : 1 << 28;
    for (int round = 0; round < 32; round++) {
        if (l == 0)
            changed = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        int best = distance[l];
        for (int e = 0; e < edges; e++)
            if (to[e] == l)
                best = min(best, distance[from[e]] + weight[e]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (best < distance[l]) {
            distance[l] = best;
            changed = 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!changed)
            break;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[l] = distance[l];
}

// launch: union_find 64 64 256:iota=1 256:below=64 256:below=64 256:zero
kernel void union_find(global const int *start, global const int *a, global const int *b, global int *out)
{
    int parent[16];
    int g = get_global_id(0);
    for (int i = 0; i < 16; i++)
        parent[i] = i;
    for (int i = 0; i < 8; i++) {
        int x = a[(g + i) & 63] & 15, y = b[(g + i) & 63] & 15;
        while (parent[x] != x)
            x = parent[x];
        while (parent[y] != y)
            y = parent[y];
        if (x != y)
            parent[max(x, y)] = min(x, y);
    }
    int sets = 0;
    for (int i = 0; i < 16; i++)
        sets += parent[i] == i;
    out[g] = sets + start[g];
}

// launch: triangle_count 64 64 260:iota=8 2048:below=64 256:zero
kernel void triangle_count(global const int *starts, global const int *edges, global int *out)
{
    int v = get_global_id(0), count = 0;
    for (int i = starts[v]; i < starts[v + 1]; i++) {
        int u = edges[i], p = starts[v], q = starts[u];
        while (p < starts[v + 1] && q < starts[u + 1]) {
            int x = edges[p], y = edges[q];
            if (x == y) {
                count++;
                p++;
                q++;
            } else if (x < y)
                p++;
            else
                q++;
        }
    }
    out[v] = count;
}

// launch: label_components 64 64 16384:below=2 16384:iota=1 i32:64
kernel void label_components(global const int *pixels, global int *labels, int width)
{
    int x = get_global_id(0);
    for (int y = 1; y < 32; y++) {
        int i = y * width + x;
        if (!pixels[i])
            continue;
        int best = labels[i];
        if (pixels[i - width])
            best = min(best, labels[i - width]);
        if (x > 0 && pixels[i - 1])
            best = min(best, labels[i - 1]);
        if (x < width - 1 && pixels[i - width + 1])
            best = min(best, labels[i - width + 1]);
        labels[i] = best;
    }
}

// launch: queens 64 64 256:zero i32:6
kernel void queens(global int *out, int n)
{
    int g = get_global_id(0), first = g % n, second = g / n % n, found = 0;
    uint stack[8];
    uint full = (1u << n) - 1;
    uint cols = 1u << first, left = cols << 1, right = cols >> 1;
    if ((cols | left | right) & 1u << second) {
        out[g] = 0;
        return;
    }
    uint bit = 1u << second;
    uint c[8], l[8], r[8];
    int depth = 0;
    c[0] = cols | bit;
    l[0] = (left | bit) << 1;
    r[0] = (right | bit) >> 1;
    stack[0] = full & ~(c[0] | l[0] | r[0]);
    while (depth >= 0) {
        if (stack[depth] == 0) {
            depth--;
            continue;
        }
        uint b = stack[depth] & -stack[depth];
        stack[depth] ^= b;
        if ((c[depth] | b) == full) {
            found++;
            continue;
        }
        c[depth + 1] = c[depth] | b;
        l[depth + 1] = (l[depth] | b) << 1;
        r[depth + 1] = (r[depth] | b) >> 1;
        depth++;
        stack[depth] = full & ~(c[depth] | l[depth] | r[depth]);
    }
    out[g] = found;
}

// launch: knapsack_row 64 64 256:below=9 256:below=20 16384:zero i32:16 i32:63
kernel void knapsack_row(global const int *w, global const int *v, global int *table, int n, int cap)
{
    global int *dp = table + get_global_id(0) * 64;
    for (int i = 0; i < n; i++)
        for (int c = cap; c >= w[i]; c--)
            dp[c] = max(dp[c], dp[c - w[i]] + v[i]);
}

// launch: knapsack_private 64 64 4096:below=9 4096:below=20 256:zero i32:8 i32:32
kernel void knapsack_private(global const int *w, global const int *v, global int *out, int n, int cap)
{
    int dp[64];
    int g = get_global_id(0);
    for (int c = 0; c <= cap; c++)
        dp[c] = 0;
    for (int i = 0; i < n; i++) {
        int wi = w[i] + 1, vi = v[i] + g;
        for (int c = cap; c >= wi; c--) {
            int t = dp[c - wi] + vi;
            if (t > dp[c])
                dp[c] = t;
        }
    }
    out[g] = dp[cap];
}

// launch: count_tokens 64 64 4096:random 256:zero i32:48
kernel void count_tokens(global const uchar *in, global int *out, int n)
{
    int state = 0, words = 0, numbers = 0, g = get_global_id(0);
    for (int i = 0; i < n; i++) {
        uchar c = in[g * 64 + i] & 127;
        int alpha = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        int digit = c >= '0' && c <= '9';
        switch (state) {
        case 0:
            if (alpha) {
                state = 1;
                words++;
            } else if (digit) {
                state = 2;
                numbers++;
            }
            break;
        case 1:
            if (!alpha && !digit)
                state = 0;
            break;
        case 2:
            if (alpha)
                state = 3;
            else if (!digit)
                state = 0;
            break;
        default:
            if (c == ' ')
                state = 0;
        }
    }
    out[g] = words << 16 | numbers;
}

// launch: mixing_states 64 64 4096:random 256:zero i32:64
kernel void mixing_states(global const uint *in, global uint *out, int n)
{
    uint state = 0, acc = 0, g = get_global_id(0);
    for (int i = 0; i < n; i++) {
        uint x = in[(g + i * 7) & 1023];
        switch (state) {
        case 0: acc += x; state = (x & 1) ? 1 : 2; break;
        case 1: acc ^= x << 3; state = (x & 2) ? 3 : 0; break;
        case 2: acc = acc * 31 + x; state = (x & 4) ? 4 : 1; break;
        case 3: acc -= x >> 2; state = (x & 8) ? 2 : 0; break;
        case 4: acc = (acc << 5) | (acc >> 27); state = 0; break;
        }
    }
    out[g] = acc + state;
}
