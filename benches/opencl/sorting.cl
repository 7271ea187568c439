// Sorting networks, reductions, scans and partitions of a workgroup or a work-item.

// launch: network_sort16 64 64 4096:random
kernel void network_sort16(global uint *data)
{
    uint v[16];
    for (int i = 0; i < 16; i++)
        v[i] = data[get_global_id(0) * 16 + i];
    for (int k = 2; k <= 16; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            for (int i = 0; i < 16; i++) {
                int other = i ^ j;
                if (other > i) {
                    uint a = v[i], b = v[other];
                    bool swap = (i & k) == 0 ? a > b : a < b;
                    v[i] = swap ? b : a;
                    v[other] = swap ? a : b;
                }
            }
    for (int i = 0; i < 16; i++)
        data[get_global_id(0) * 16 + i] = v[i];
}

// launch: bubble_sort_floats 64 64 2048:floats
kernel void bubble_sort_floats(global float *data)
{
    float v[8];
    for (int i = 0; i < 8; i++)
        v[i] = data[get_global_id(0) * 8 + i];
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7 - i; j++)
            if (v[j] > v[j + 1]) {
                float t = v[j];
                v[j] = v[j + 1];
                v[j + 1] = t;
            }
    for (int i = 0; i < 8; i++)
        data[get_global_id(0) * 8 + i] = v[i];
}

// launch: selection_sort 64 64 2048:random
kernel void selection_sort(global int *data)
{
    int v[8];
    for (int i = 0; i < 8; i++)
        v[i] = data[get_global_id(0) * 8 + i];
    for (int i = 0; i < 7; i++) {
        int least = i;
        for (int j = i + 1; j < 8; j++)
            if (v[j] < v[least])
                least = j;
        int t = v[i];
        v[i] = v[least];
        v[least] = t;
    }
    for (int i = 0; i < 8; i++)
        data[get_global_id(0) * 8 + i] = v[i];
}

// launch: insertion_sort_pairs 64 64 4096:random
kernel void insertion_sort_pairs(global uint2 *data)
{
    uint2 v[8];
    for (int i = 0; i < 8; i++)
        v[i] = data[get_global_id(0) * 8 + i];
    for (int i = 1; i < 8; i++) {
        uint2 key = v[i];
        int j = i - 1;
        while (j >= 0 && v[j].x > key.x) {
            v[j + 1] = v[j];
            j--;
        }
        v[j + 1] = key;
    }
    for (int i = 0; i < 8; i++)
        data[get_global_id(0) * 8 + i] = v[i];
}

// launch: heap_sort 64 64 4096:random
kernel void heap_sort(global int *data)
{
    global int *a = data + get_global_id(0) * 16;
    for (int start = 7; start >= 0; start--) {
        int root = start;
        while (2 * root + 1 < 16) {
            int child = 2 * root + 1;
            if (child + 1 < 16 && a[child] < a[child + 1])
                child++;
            if (a[root] >= a[child])
                break;
            int t = a[root];
            a[root] = a[child];
            a[child] = t;
            root = child;
        }
    }
    for (int end = 15; end > 0; end--) {
        int t = a[0];
        a[0] = a[end];
        a[end] = t;
        int root = 0;
        while (2 * root + 1 < end) {
            int child = 2 * root + 1;
            if (child + 1 < end && a[child] < a[child + 1])
                child++;
            if (a[root] >= a[child])
                break;
            t = a[root];
            a[root] = a[child];
            a[child] = t;
            root = child;
        }
    }
}

// launch: shell_sort_local 64 64 1024:random 256:zero
kernel void shell_sort_local(global const int *in, global int *out)
{
    local int a[256];
    int l = get_local_id(0);
    for (int i = 0; i < 4; i++)
        a[l * 4 + i] = in[l * 4 + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *mine = a + l * 4;
    for (int gap = 2; gap > 0; gap /= 2)
        for (int i = gap; i < 4; i++) {
            int v = mine[i], j = i;
            for (; j >= gap && mine[j - gap] > v; j -= gap)
                mine[j] = mine[j - gap];
            mine[j] = v;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = a[l] ^ a[255 - l];
}

// launch: scan_exclusive_work 256 256 1024:below=10 1024:zero
kernel void scan_exclusive_work(global const int *in, global int *out)
{
    local int t[256];
    int l = get_local_id(0);
    t[l] = in[get_global_id(0)];
    for (int d = 1; d < 256; d *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int v = l >= d ? t[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] += v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = l > 0 ? t[l - 1] : 0;
}

// launch: segmented_sum 256 256 1024:below=10 1024:below=2 1024:zero
kernel void segmented_sum(global const int *in, global const int *heads, global int *out)
{
    local int value[256], flag[256];
    int l = get_local_id(0);
    value[l] = in[l];
    flag[l] = heads[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 256; d <<= 1) {
        int v = value[l], f = flag[l];
        if (l >= d && !f) {
            v += value[l - d];
            f = flag[l - d];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        value[l] = v;
        flag[l] = f;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[l] = value[l];
}

// launch: minmax_reduce 256 256 4096:floats 8:zero i32:4
kernel void minmax_reduce(global const float *in, global float *out, int each)
{
    local float low[256], high[256];
    int l = get_local_id(0);
    float a = in[l], b = a;
    for (int i = 1; i < each; i++) {
        float v = in[i * 256 + l];
        a = v < a ? v : a;
        b = v > b ? v : b;
    }
    low[l] = a;
    high[l] = b;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 128; s > 0; s >>= 1) {
        if (l < s) {
            low[l] = low[l] < low[l + s] ? low[l] : low[l + s];
            high[l] = high[l] > high[l + s] ? high[l] : high[l + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) {
        out[0] = low[0];
        out[1] = high[0];
    }
}

// launch: kahan_sum 64 64 16384:floats 256:zero i32:64
kernel void kahan_sum(global const float *in, global float *out, int n)
{
    float sum = 0, lost = 0;
    for (int i = 0; i < n; i++) {
        float y = in[i * 64 + get_global_id(0)] - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    out[get_global_id(0)] = sum;
}

// launch: partition_three 64 64 4096:below=30 4096:zero
kernel void partition_three(global const int *in, global int *out)
{
    global const int *a = in + get_global_id(0) * 16;
    global int *b = out + get_global_id(0) * 16;
    int low = 0, high = 15;
    for (int i = 0; i < 16; i++) {
        int v = a[i];
        if (v < 10)
            b[low++] = v;
        else if (v >= 20)
            b[high--] = v;
    }
    while (low <= high)
        b[low++] = 10;
}

// launch: moving_median 64 64 1024:random 1024:zero
kernel void moving_median(global const int *in, global int *out)
{
    int g = get_global_id(0), v[5];
    for (int i = 0; i < 5; i++)
        v[i] = in[(g + i) & 255];
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 5; j++) {
            int a = min(v[i], v[j]), b = max(v[i], v[j]);
            v[i] = a;
            v[j] = b;
        }
    out[g] = v[2];
}

// launch: majority_vote 64 64 4096:below=3 256:zero i32:16
kernel void majority_vote(global const int *in, global int *out, int n)
{
    int candidate = -1, votes = 0, g = get_global_id(0);
    for (int i = 0; i < n; i++) {
        int v = in[g * 16 + i];
        if (votes == 0) {
            candidate = v;
            votes = 1;
        } else if (v == candidate)
            votes++;
        else
            votes--;
    }
    out[g] = candidate;
}

// launch: reservoir_sample 64 64 256:random 1024:zero i32:32
kernel void reservoir_sample(global const uint *seeds, global int *out, int n)
{
    int kept[4];
    uint s = seeds[get_global_id(0)];
    for (int i = 0; i < 4; i++)
        kept[i] = i;
    for (int i = 4; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        uint j = (uint)((ulong)s * (i + 1) >> 32);
        if (j < 4)
            kept[j] = i;
    }
    for (int i = 0; i < 4; i++)
        out[get_global_id(0) * 4 + i] = kept[i];
}

// launch: insertion_sort_local 64 64 4096:random 4096:zero i32:16
kernel void insertion_sort_local(global const uint *data, global uint *out, int n)
{
    local uint a[64 * 17];
    local uint *mine = a + get_local_id(0) * 17;
    int g = get_global_id(0) * 16;
    for (int i = 0; i < n; i++)
        mine[i] = data[g + i];
    for (int i = 1; i < n; i++) {
        uint key = mine[i];
        int j = i;
        while (j > 0 && mine[j - 1] > key) {
            mine[j] = mine[j - 1];
            j--;
        }
        mine[j] = key;
    }
    for (int i = 0; i < n; i++)
        out[g + i] = mine[i];
}

// launch: insertion_sort_floats 64 64 4096:floats 4096:zero i32:12
kernel void insertion_sort_floats(global const float *data, global float *out, int n)
{
    float a[16];
    int g = get_global_id(0) * 16;
    for (int i = 0; i < n; i++)
        a[i] = data[g + i];
    for (int i = 1; i < n; i++) {
        float key = a[i];
        int j = i - 1;
        for (; j >= 0 && a[j] > key; j--)
            a[j + 1] = a[j];
        a[j + 1] = key;
    }
    for (int i = 0; i < n; i++)
        out[g + i] = a[i];
}
