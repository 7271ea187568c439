/* Barriers and fences. Flags: 1 local memory, 2 global memory, 4 images, 256 copies by the work-group. */

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

void __work_group_barrier(uint flags) { barrier(flags); }

void __sub_group_barrier(uint flags)
{
    if (flags) {
        __builtin_amdgcn_fence(3, "wavefront");
        __builtin_amdgcn_wave_barrier();
        __builtin_amdgcn_fence(2, "wavefront");
    } else {
        __builtin_amdgcn_wave_barrier();
    }
}

/* Where a generic pointer points. */

bool __is_local(generic const void *p) { return __builtin_amdgcn_is_shared(p); }
bool __is_private(generic const void *p) { return __builtin_amdgcn_is_private(p); }
bool __is_global(generic const void *p) { return !__builtin_amdgcn_is_shared(p) && !__builtin_amdgcn_is_private(p); }
uint get_fence(generic const void *p) { return __builtin_amdgcn_is_shared(p) ? 1 : 2; }
