// Sum of an array: each work-item sums a strided slice, each work-group a tree in local memory, and one atomic per
// work-group adds to the result.

kernel void reduce_sum(global const int *in, global int *result, local int *scratch, uint n)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    scratch[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint stride = size / 2; stride > 0; stride >>= 1) {
        if (lid < stride)
            scratch[lid] += scratch[lid + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        atomic_add(result, scratch[0]);
}
