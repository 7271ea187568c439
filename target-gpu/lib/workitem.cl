/* Work-item functions of OpenCL C.

   Sizes come from the hidden arguments behind the kernel's own: number of complete work-groups (3 x u32 at 0), size of a
   work-group (3 x u16 at 12), size of the partial last work-group (3 x u16 at 18), global offset (3 x u64 at 40), number
   of dimensions (u16 at 64). Programs of OpenCL 1.x have no partial work-groups. */

static uint __hidden_size(uint dim)
{
    return ((__constant ushort *)__builtin_amdgcn_implicitarg_ptr())[6 + dim];
}

static uint __hidden_count(uint dim)
{
    return ((__constant uint *)__builtin_amdgcn_implicitarg_ptr())[dim];
}

static uint __local_id(uint dim)
{
    if (dim == 0)
        return __builtin_amdgcn_workitem_id_x();
    if (dim == 1)
        return __builtin_amdgcn_workitem_id_y();
    return dim == 2 ? __builtin_amdgcn_workitem_id_z() : 0;
}

static uint __group_id(uint dim)
{
    if (dim == 0)
        return __builtin_amdgcn_workgroup_id_x();
    if (dim == 1)
        return __builtin_amdgcn_workgroup_id_y();
    return dim == 2 ? __builtin_amdgcn_workgroup_id_z() : 0;
}

uint get_work_dim(void)
{
    return ((__constant ushort *)__builtin_amdgcn_implicitarg_ptr())[32];
}

size_t get_local_id(uint dim)
{
    return __local_id(dim);
}

size_t get_group_id(uint dim)
{
    return __group_id(dim);
}

size_t get_local_size(uint dim)
{
    return dim < 3 ? __hidden_size(dim) : 1;
}

size_t get_enqueued_local_size(uint dim)
{
    return dim < 3 ? __hidden_size(dim) : 1;
}

size_t get_num_groups(uint dim)
{
    return dim < 3 ? __hidden_count(dim) : 1;
}

size_t get_global_size(uint dim)
{
    return dim < 3 ? __hidden_count(dim) * __hidden_size(dim) : 1;
}

size_t get_global_offset(uint dim)
{
    return dim < 3 ? ((__constant ulong *)__builtin_amdgcn_implicitarg_ptr())[5 + dim] : 0;
}

size_t get_global_id(uint dim)
{
    if (dim > 2)
        return 0;
    uint id = __group_id(dim) * __hidden_size(dim) + __local_id(dim);
    return id + ((__constant ulong *)__builtin_amdgcn_implicitarg_ptr())[5 + dim];
}

size_t get_local_linear_id(void)
{
    uint row = __builtin_amdgcn_workitem_id_z() * __hidden_size(1) + __builtin_amdgcn_workitem_id_y();
    return row * __hidden_size(0) + __builtin_amdgcn_workitem_id_x();
}

size_t get_global_linear_id(void)
{
    size_t x = __group_id(0) * __hidden_size(0) + __local_id(0);
    size_t y = __group_id(1) * __hidden_size(1) + __local_id(1);
    size_t z = __group_id(2) * __hidden_size(2) + __local_id(2);
    return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

/* Sizes that builtins of the target ask for; the dispatch packet has those of the grid (3 x u32 at 12). */

static ushort __workgroup_size_x(void) { return __hidden_size(0); }
static ushort __workgroup_size_y(void) { return __hidden_size(1); }
static ushort __workgroup_size_z(void) { return __hidden_size(2); }
static uint __grid_size_x(void) { return ((__constant uint *)__builtin_amdgcn_dispatch_ptr())[3]; }
static uint __grid_size_y(void) { return ((__constant uint *)__builtin_amdgcn_dispatch_ptr())[4]; }
static uint __grid_size_z(void) { return ((__constant uint *)__builtin_amdgcn_dispatch_ptr())[5]; }

/* The mask of active lanes is what a ballot of true gives. */

static ulong __read_exec(void) { return __builtin_amdgcn_ballot_w64(true); }
static uint __read_exec_lo(void) { return __builtin_amdgcn_ballot_w32(true); }
static uint __read_exec_hi(void) { return (uint)(__builtin_amdgcn_ballot_w64(true) >> 32); }

/* Sub-groups are waves. */

uint get_max_sub_group_size(void) { return __builtin_amdgcn_wavefrontsize(); }

uint get_sub_group_local_id(void)
{
    return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

uint get_sub_group_id(void)
{
    return (uint)get_local_linear_id() / __builtin_amdgcn_wavefrontsize();
}

uint get_num_sub_groups(void)
{
    uint items = __hidden_size(0) * __hidden_size(1) * __hidden_size(2);
    uint wave = __builtin_amdgcn_wavefrontsize();
    return (items + wave - 1) / wave;
}

uint get_enqueued_num_sub_groups(void) { return get_num_sub_groups(); }

uint get_sub_group_size(void)
{
    uint items = __hidden_size(0) * __hidden_size(1) * __hidden_size(2);
    uint wave = __builtin_amdgcn_wavefrontsize();
    uint rest = items - get_sub_group_id() * wave;
    return rest < wave ? rest : wave;
}

