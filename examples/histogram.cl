// Histogram of bytes: every work-group counts into local memory with local atomics, then adds its counts to the result.

#define BINS 256

kernel void histogram(global const uchar *data, global uint *bins, uint n)
{
    local uint counts[BINS];

    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
        counts[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&counts[data[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0)) {
        uint count = counts[b];
        if (count)
            atomic_add(&bins[b], count);
    }
}
