// Sorting, scanning, counting, graphs: local memory, barriers, atomics.

// launch: bitonic_step 256 64 2048:random i32:8 i32:32
kernel void bitonic_step(global uint *data, int j, int k)
{
    int i = get_global_id(0);
    int partner = i ^ j;
    if (partner > i) {
        uint a = data[i], b = data[partner];
        if ((i & k) == 0) {
            if (a > b) {
                data[i] = b;
                data[partner] = a;
            }
        } else {
            if (a < b) {
                data[i] = b;
                data[partner] = a;
            }
        }
    }
}

// launch: bitonic_local 64 64 256:random
kernel void bitonic_local(global int *data)
{
    local int keys[64];
    int t = get_local_id(0);
    keys[t] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 2; k <= 64; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int p = t ^ j;
            if (p > t) {
                int a = keys[t], b = keys[p];
                if ((a > b) == ((t & k) == 0)) {
                    keys[t] = b;
                    keys[p] = a;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    data[get_global_id(0)] = keys[t];
}

// launch: reduce_stride 256 128 4096:below=100 8:zero i32:1024
kernel void reduce_stride(global const int *in, global int *out, int n)
{
    local int sums[128];
    int t = get_local_id(0), sum = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    sums[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (t < s)
            sums[t] += sums[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sums[0];
}

// launch: argmin 256 128 4096:floats 8:zero 8:zero i32:1024
kernel void argmin(global const float *in, global float *least, global int *where, int n)
{
    local float values[128];
    local int places[128];
    int t = get_local_id(0);
    float best = 1e30f;
    int place = -1;
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        float v = in[i];
        if (v < best) {
            best = v;
            place = i;
        }
    }
    values[t] = best;
    places[t] = place;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 64; s > 0; s >>= 1) {
        if (t < s && (values[t + s] < values[t] || (values[t + s] == values[t] && places[t + s] < places[t]))) {
            values[t] = values[t + s];
            places[t] = places[t + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        least[get_group_id(0)] = values[0];
        where[get_group_id(0)] = places[0];
    }
}

// launch: scan_blelloch 64 64 512:below=10 512:zero
kernel void scan_blelloch(global const uint *in, global uint *out)
{
    local uint temp[128];
    int t = get_local_id(0), offset = 1;
    temp[2 * t] = in[2 * t];
    temp[2 * t + 1] = in[2 * t + 1];
    for (int d = 64; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (t == 0)
        temp[127] = 0;
    for (int d = 1; d < 128; d *= 2) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            uint swap = temp[a];
            temp[a] = temp[b];
            temp[b] += swap;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[2 * t] = temp[2 * t];
    out[2 * t + 1] = temp[2 * t + 1];
}

// launch: radix_count 256 64 4096:random 256:zero i32:4 i32:1024
kernel void radix_count(global const uint *keys, global uint *counts, int shift, int n)
{
    local uint bins[16];
    int t = get_local_id(0);
    if (t < 16)
        bins[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&bins[(keys[i] >> shift) & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 16)
        counts[t * get_num_groups(0) + get_group_id(0)] = bins[t];
}

// launch: compact 256 64 1024:below=100 1024:zero 4:zero i32:50
kernel void compact(global const int *in, global int *out, global uint *count, int least)
{
    local uint used, base;
    int t = get_local_id(0);
    if (t == 0)
        used = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int v = in[get_global_id(0)];
    uint place = 0;
    if (v >= least)
        place = atomic_add(&used, 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0)
        base = atomic_add(count, used);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v >= least)
        out[base + place] = v;
}

// launch: hash_lookup 256 64 4096:below=1000 4096:random 1024:below=1000 1024:zero i32:1023
kernel void hash_lookup(global const uint *keys, global const uint *values, global const uint *queries, global uint *out,
                        uint mask)
{
    uint key = queries[get_global_id(0)];
    uint slot = key * 2654435761u & mask;
    uint found = 0xffffffff;
    for (int tries = 0; tries < 32; tries++) {
        if (keys[slot] == key) {
            found = values[slot];
            break;
        }
        if (keys[slot] == 0)
            break;
        slot = (slot + 1) & mask;
    }
    out[get_global_id(0)] = found;
}

// launch: bfs_level 128 64 516:iota=4 2048:below=128 512:below=3 4:zero i32:1 i32:128
kernel void bfs_level(global const int *starts, global const int *edges, global int *levels, global int *changed, int level,
                      int nodes)
{
    int node = get_global_id(0);
    if (node >= nodes || levels[node] != level)
        return;
    for (int e = starts[node]; e < starts[node + 1]; e++) {
        int to = edges[e];
        if (levels[to] == 0) {
            levels[to] = level + 1;
            *changed = 1;
        }
    }
}

// launch: pagerank 128 64 516:iota=4 2048:below=128 512:floats 512:below=9 512:zero fp32:0.85 i32:128
kernel void pagerank(global const int *starts, global const int *from, global const float *rank, global const int *degrees,
                     global float *out, float damping, int nodes)
{
    int node = get_global_id(0);
    if (node >= nodes)
        return;
    float sum = 0;
    for (int e = starts[node]; e < starts[node + 1]; e++)
        sum += rank[from[e]] / (degrees[from[e]] + 1);
    out[node] = (1 - damping) / nodes + damping * sum;
}

// launch: merge_path 128 64 1024:iota=3 1024:iota=5 1024:zero i32:256 i32:256
kernel void merge_path(global const int *a, global const int *b, global int *out, int na, int nb)
{
    int diagonal = get_global_id(0) * 2;
    int low = diagonal > nb ? diagonal - nb : 0, high = diagonal < na ? diagonal : na;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    out[get_global_id(0)] = low;
}

// launch: binary_search 256 64 4096:iota=7 1024:below=7000 1024:zero i32:1024
kernel void binary_search(global const int *sorted, global const int *wanted, global int *out, int n)
{
    int key = wanted[get_global_id(0)], low = 0, high = n - 1, at = -1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] == key) {
            at = middle;
            break;
        }
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    out[get_global_id(0)] = at;
}

// launch: insertion_sort 64 64 2048:random
kernel void insertion_sort(global int *data)
{
    int v[8];
    for (int i = 0; i < 8; i++)
        v[i] = data[get_global_id(0) * 8 + i];
    for (int i = 1; i < 8; i++)
        for (int j = i; j > 0; j--)
            if (v[j - 1] > v[j]) {
                int t = v[j];
                v[j] = v[j - 1];
                v[j - 1] = t;
            }
    for (int i = 0; i < 8; i++)
        data[get_global_id(0) * 8 + i] = v[i];
}

// launch: histogram_global 256 64 4096:random 1024:zero i32:4
kernel void histogram_global(global const uchar *in, global uint *bins, int each)
{
    for (int i = 0; i < each * 4; i++)
        atomic_inc(&bins[in[get_global_id(0) + i * get_global_size(0)]]);
}

// launch: reduce_tree 256 256 1024:floats 4:zero
kernel void reduce_tree(global const float *in, global float *out)
{
    local float s[256];
    int l = get_local_id(0);
    s[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = get_local_size(0) / 2; k > 0; k >>= 1) {
        if (l < k)
            s[l] += s[l + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = s[0];
}

// launch: reduce_double4 64 64 16384:doubles 2048:zero i32:8
kernel void reduce_double4(global const double4 *in, global double4 *out, int n)
{
    double4 sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[get_global_id(0) + i * 64];
    out[get_global_id(0)] = sum;
}

// launch: scan_hillis 256 256 1024:below=10 1024:zero
kernel void scan_hillis(global const int *in, global int *out)
{
    local int a[256], b[256];
    int l = get_local_id(0);
    local int *from = a, *to = b;
    from[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 256; d <<= 1) {
        to[l] = l >= d ? from[l] + from[l - d] : from[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *t = from;
        from = to;
        to = t;
    }
    out[get_global_id(0)] = from[l];
}

// launch: variance_welford 128 64 8192:floats 1024:zero i32:16
kernel void variance_welford(global const float *in, global float2 *out, int n)
{
    float mean = 0, m2 = 0;
    for (int i = 0; i < n; i++) {
        float x = in[get_global_id(0) * n + i], d = x - mean;
        mean += d / (i + 1);
        m2 += d * (x - mean);
    }
    out[get_global_id(0)] = (float2)(mean, m2 / (n - 1));
}

// launch: odd_even_sort 64 64 512:random
kernel void odd_even_sort(global uint *data)
{
    local uint k[128];
    int l = get_local_id(0);
    k[l] = data[l];
    k[l + 64] = data[l + 64];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; r < 128; r++) {
        int a = 2 * l + (r & 1), b = a + 1;
        if (b < 128 && k[a] > k[b]) {
            uint t = k[a];
            k[a] = k[b];
            k[b] = t;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    data[l] = k[l];
    data[l + 64] = k[l + 64];
}

// launch: rank_sort 128 64 512:random 512:zero i32:128
kernel void rank_sort(global const uint *in, global uint *out, int n)
{
    uint mine = in[get_global_id(0)];
    int rank = 0;
    for (int i = 0; i < n; i++) {
        uint other = in[i];
        rank += other < mine || (other == mine && i < get_global_id(0));
    }
    out[rank] = mine;
}

// launch: quickselect 64 64 2048:random 256:zero
kernel void quickselect(global const uint *in, global uint *out)
{
    uint v[8];
    for (int i = 0; i < 8; i++)
        v[i] = in[get_global_id(0) * 8 + i];
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 8; j++)
            if (v[j] < v[i]) {
                uint t = v[i];
                v[i] = v[j];
                v[j] = t;
            }
    out[get_global_id(0)] = v[4];
}

// launch: merge_sort_step 128 64 2048:iota=3 2048:zero i32:4
kernel void merge_sort_step(global const int *in, global int *out, int width)
{
    int start = get_global_id(0) * width, mid = start + width / 2, end = start + width;
    int i = start, j = mid;
    for (int k = start; k < end; k++) {
        if (i < mid && (j >= end || in[i] <= in[j]))
            out[k] = in[i++];
        else
            out[k] = in[j++];
    }
}

// launch: sssp_relax 128 64 516:iota=4 2048:below=128 2048:below=50 512:below=1000 4:zero i32:128
kernel void sssp_relax(global const int *starts, global const int *to, global const int *weights, global int *distance,
                       global int *changed, int nodes)
{
    int v = get_global_id(0);
    if (v >= nodes)
        return;
    int d = distance[v];
    for (int e = starts[v]; e < starts[v + 1]; e++) {
        int n = d + weights[e];
        if (n < distance[to[e]]) {
            distance[to[e]] = n;
            *changed = 1;
        }
    }
}

// launch: ticket_queue 128 64 512:random 512:zero 4:zero i32:30000
kernel void ticket_queue(global const uint *in, global uint *out, global uint *tail, int limit)
{
    uint v = in[get_global_id(0)] & 0xffff;
    if (v < limit) {
        uint at = atomic_inc(tail);
        out[at] = v;
    }
}

// launch: histogram_private 64 64 4096:random 1024:zero i32:16
kernel void histogram_private(global const uchar *in, global uint *out, int each)
{
    uint counts[8] = {0};
    int g = get_global_id(0);
    for (int i = 0; i < each; i++)
        counts[in[g * each + i] >> 5]++;
    for (int b = 0; b < 8; b++)
        if (counts[b])
            atomic_add(&out[b], counts[b]);
}

// launch: histogram_replicas 256 64 4096:random 1024:zero i32:16
kernel void histogram_replicas(global const uint *in, global uint *out, int each)
{
    local uint bins[4][64];
    int l = get_local_id(0);
    for (int r = 0; r < 4; r++)
        bins[r][l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < each * 64; i += get_global_size(0))
        atomic_inc(&bins[l & 3][in[i] >> 26]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[l], bins[0][l] + bins[1][l] + bins[2][l] + bins[3][l]);
}

// launch: sort8_pairs 64 64 2048:random 2048:zero
kernel void sort8_pairs(global const uint *in, global uint *out)
{
    uint v[8];
    for (int i = 0; i < 8; i++)
        v[i] = in[get_global_id(0) * 8 + i];
    for (int k = 2; k <= 8; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            for (int i = 0; i < 8; i++) {
                int l = i ^ j;
                if (l > i && ((i & k) == 0) == (v[i] > v[l])) {
                    uint t = v[i];
                    v[i] = v[l];
                    v[l] = t;
                }
            }
    for (int i = 0; i < 8; i++)
        out[get_global_id(0) * 8 + i] = v[i];
}
