// Inclusive prefix sum of every work-group's block (Hillis and Steele), with two buffers in local memory that change
// roles at each step; the totals of the blocks go to `totals` for a second pass.

#define BLOCK 256

kernel void scan_inclusive(global const uint *in, global uint *out, global uint *totals, uint n)
{
    local uint buffer[2][BLOCK];
    uint lid = get_local_id(0);
    uint gid = get_global_id(0);
    uint size = get_local_size(0);
    int from = 0;

    buffer[0][lid] = gid < n ? in[gid] : 0u;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint offset = 1; offset < size; offset *= 2) {
        uint value = buffer[from][lid];
        if (lid >= offset)
            value += buffer[from][lid - offset];
        buffer[1 - from][lid] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        from = 1 - from;
    }

    if (gid < n)
        out[gid] = buffer[from][lid];
    if (lid == size - 1)
        totals[get_group_id(0)] = buffer[from][lid];
}

kernel void scan_add_totals(global uint *out, global const uint *totals, uint n)
{
    uint gid = get_global_id(0);
    uint base = 0;
    for (uint g = 0; g < get_group_id(0); g++)
        base += totals[g];
    if (gid < n)
        out[gid] += base;
}
