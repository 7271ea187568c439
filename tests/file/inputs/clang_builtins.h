// Work-item, synchronization and math functions through builtins, so that clang's IR of an OpenCL program calls nothing
// that a device library would have to define. Included behind clang's default header.

static inline uint wavec_local_id(uint d)
{
    return d == 0 ? __builtin_amdgcn_workitem_id_x() : d == 1 ? __builtin_amdgcn_workitem_id_y() : __builtin_amdgcn_workitem_id_z();
}

static inline uint wavec_group_id(uint d)
{
    return d == 0 ? __builtin_amdgcn_workgroup_id_x() : d == 1 ? __builtin_amdgcn_workgroup_id_y() : __builtin_amdgcn_workgroup_id_z();
}

static inline uint wavec_group_size(uint d)
{
    return ((constant ushort *)__builtin_amdgcn_implicitarg_ptr())[6 + d];
}

static inline uint wavec_group_count(uint d)
{
    return ((constant uint *)__builtin_amdgcn_implicitarg_ptr())[d];
}

static inline ulong wavec_global_offset(uint d)
{
    return ((constant ulong *)__builtin_amdgcn_implicitarg_ptr())[5 + d];
}

// As device libraries have it: the instruction takes denormal numbers for zero.
static inline float wavec_rsqrt(float x)
{
    bool is_small = x < 0x1p-126f;
    float root = __builtin_amdgcn_rsqf(is_small ? x * 0x1p24f : x);
    return is_small ? root * 0x1p12f : root;
}

#define get_local_id(d) ((size_t)wavec_local_id(d))
#define get_group_id(d) ((size_t)wavec_group_id(d))
#define get_local_size(d) ((size_t)wavec_group_size(d))
#define get_num_groups(d) ((size_t)wavec_group_count(d))
#define get_global_size(d) ((size_t)(wavec_group_count(d) * wavec_group_size(d)))
#define get_global_id(d) (wavec_group_id(d) * wavec_group_size(d) + wavec_local_id(d) + wavec_global_offset(d))

#define barrier(flags)                                                                                                 \
    do {                                                                                                               \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");                                                         \
        __builtin_amdgcn_s_barrier();                                                                                  \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");                                                         \
    } while (0)

#define atomic_add(p, v) __scoped_atomic_fetch_add((p), (v), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_inc(p) __scoped_atomic_fetch_add((p), 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)

#define fma __builtin_fmaf
#define mad __builtin_fmaf
#define sqrt __builtin_sqrtf
#define rsqrt wavec_rsqrt
#define fabs __builtin_fabsf
#define exp __builtin_expf
#define log __builtin_logf
#define rotate(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define bitselect(a, b, c) (((a) & ~(c)) | ((b) & (c)))
#define clamp(x, low, high) ((x) < (low) ? (low) : (x) > (high) ? (high) : (x))
#define dot(a, b) ((a).x * (b).x + (a).y * (b).y + (a).z * (b).z)
