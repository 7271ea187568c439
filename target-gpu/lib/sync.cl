/* Barriers and fences. Flags: 1 local memory, 2 global memory. */

void mem_fence(uint flags)
{
    if (flags)
        __builtin_amdgcn_fence(4, "workgroup");
}

void read_mem_fence(uint flags)
{
    if (flags)
        __builtin_amdgcn_fence(2, "workgroup");
}

void write_mem_fence(uint flags)
{
    if (flags)
        __builtin_amdgcn_fence(3, "workgroup");
}

void barrier(uint flags)
{
    if (flags) {
        __builtin_amdgcn_fence(3, "workgroup");
        __builtin_amdgcn_s_barrier();
        __builtin_amdgcn_fence(2, "workgroup");
    } else {
        __builtin_amdgcn_s_barrier();
    }
}

void work_group_barrier(uint flags) { barrier(flags); }

void sub_group_barrier(uint flags)
{
    if (flags) {
        __builtin_amdgcn_fence(3, "wavefront");
        __builtin_amdgcn_wave_barrier();
        __builtin_amdgcn_fence(2, "wavefront");
    } else {
        __builtin_amdgcn_wave_barrier();
    }
}
