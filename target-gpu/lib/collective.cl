/* Reductions and scans over sub-groups and work-groups. In names, `T` stands for a type and `OP` for an operation: a function
   is made for each that is asked for. */

T __add__T(T a, T b) { return a + b; }
T __mul__T(T a, T b) { return a * b; }
T __min__T(T a, T b) { return min(a, b); }
T __max__T(T a, T b) { return max(a, b); }
T __and__T(T a, T b) { return a & b; }
T __or__T(T a, T b) { return a | b; }
T __xor__T(T a, T b) { return a ^ b; }
T __logical_and__T(T a, T b) { return a && b; }
T __logical_or__T(T a, T b) { return a || b; }
T __logical_xor__T(T a, T b) { return !a != !b; }

T __largest__T(void) { return (T)-1 > (T)0 ? (T)-1 : (T)((1ul << (sizeof(T) * 8 - 1)) - 1); }
half __largest__half(void) { return (half)__builtin_inff(); }
float __largest__float(void) { return __builtin_inff(); }
double __largest__double(void) { return __builtin_inff(); }
T __smallest__T(void) { return (T)-1 > (T)0 ? (T)0 : (T)(1ul << (sizeof(T) * 8 - 1)); }
half __smallest__half(void) { return (half)-__builtin_inff(); }
float __smallest__float(void) { return -__builtin_inff(); }
double __smallest__double(void) { return -__builtin_inff(); }

/* What changes nothing. */

T __identity_add__T(void) { return (T)0; }
T __identity_mul__T(void) { return (T)1; }
T __identity_min__T(void) { return __largest__T(); }
T __identity_max__T(void) { return __smallest__T(); }
T __identity_and__T(void) { return (T)~(T)0; }
T __identity_or__T(void) { return (T)0; }
T __identity_xor__T(void) { return (T)0; }
T __identity_logical_and__T(void) { return (T)1; }
T __identity_logical_or__T(void) { return (T)0; }
T __identity_logical_xor__T(void) { return (T)0; }

/* Sub-groups where all lanes from 0 up to some last one take part. The lowest lane of each block of lanes holds the block's
   sum, so lane 0 holds the whole at last. */

T __sub_group_reduce_OP__T(T x)
{
    ulong active = __builtin_amdgcn_ballot_w64(true);
    uint lane = get_sub_group_local_id();
    for (uint step = 1; step < __builtin_amdgcn_wavefrontsize(); step <<= 1) {
        T other = __shuffle__T(x, lane ^ step);
        x = active >> (lane ^ step) & 1 ? __OP__T(x, other) : x;
    }
    return __broadcast__T(x, 0);
}

T __sub_group_scan_inclusive_OP__T(T x)
{
    uint lane = get_sub_group_local_id();
    for (uint step = 1; step < __builtin_amdgcn_wavefrontsize(); step <<= 1) {
        T other = __shuffle__T(x, lane - step);
        x = lane >= step ? __OP__T(other, x) : x;
    }
    return x;
}

T __sub_group_scan_exclusive_OP__T(T x)
{
    uint lane = get_sub_group_local_id();
    T before = __shuffle__T(__sub_group_scan_inclusive_OP__T(x), lane - 1);
    return lane == 0 ? __identity_OP__T() : before;
}

/* Whatever lanes take part: one after the other. */

T __sub_group_non_uniform_reduce_OP__T(T x)
{
    T all = __identity_OP__T();
    for (ulong rest = __builtin_amdgcn_ballot_w64(true); rest; rest &= rest - 1)
        all = __OP__T(all, __broadcast__T(x, (uint)__builtin_ctzl(rest)));
    return all;
}

T __sub_group_non_uniform_scan_inclusive_OP__T(T x)
{
    uint lane = get_sub_group_local_id();
    T all = __identity_OP__T();
    for (ulong rest = __builtin_amdgcn_ballot_w64(true); rest; rest &= rest - 1) {
        uint from = (uint)__builtin_ctzl(rest);
        T other = __broadcast__T(x, from);
        all = from <= lane ? __OP__T(all, other) : all;
    }
    return all;
}

T __sub_group_non_uniform_scan_exclusive_OP__T(T x)
{
    uint lane = get_sub_group_local_id();
    T all = __identity_OP__T();
    for (ulong rest = __builtin_amdgcn_ballot_w64(true); rest; rest &= rest - 1) {
        uint from = (uint)__builtin_ctzl(rest);
        T other = __broadcast__T(x, from);
        all = from < lane ? __OP__T(all, other) : all;
    }
    return all;
}

T __sub_group_clustered_reduce_OP__T(T x, uint size)
{
    ulong active = __builtin_amdgcn_ballot_w64(true);
    uint first = get_sub_group_local_id() & ~(size - 1);
    T all = __identity_OP__T();
    for (uint i = 0; i < size; i++) {
        T other = __shuffle__T(x, first + i);
        all = active >> (first + i) & 1 ? __OP__T(all, other) : all;
    }
    return all;
}

/* Work-groups: each wave leaves its part in local memory. The first barrier keeps a wave that is ahead from writing the parts
   of a second call while others still read those of the first. */

T __work_group_reduce_OP__T(T x)
{
    local T parts[32];
    uint waves = get_num_sub_groups();
    x = __sub_group_reduce_OP__T(x);
    barrier(1);
    if (get_sub_group_local_id() == 0)
        parts[get_sub_group_id()] = x;
    barrier(1);
    x = parts[0];
    for (uint i = 1; i < waves; i++)
        x = __OP__T(x, parts[i]);
    return x;
}

T __work_group_before_OP__T(T sum)
{
    local T parts[32];
    uint wave = get_sub_group_id();
    barrier(1);
    if (get_sub_group_local_id() == get_sub_group_size() - 1)
        parts[wave] = sum;
    barrier(1);
    T all = __identity_OP__T();
    for (uint i = 0; i < wave; i++)
        all = __OP__T(all, parts[i]);
    return all;
}

T __work_group_scan_inclusive_OP__T(T x)
{
    T sum = __sub_group_scan_inclusive_OP__T(x);
    return __OP__T(__work_group_before_OP__T(sum), sum);
}

T __work_group_scan_exclusive_OP__T(T x)
{
    T sum = __sub_group_scan_inclusive_OP__T(x);
    T all = __work_group_before_OP__T(sum);
    uint lane = get_sub_group_local_id();
    T before = __shuffle__T(sum, lane - 1);
    return lane == 0 ? all : __OP__T(all, before);
}

T __work_group_broadcast__T(T x, size_t x_id, size_t y_id, size_t z_id)
{
    local T value;
    barrier(1);
    if (get_local_id(0) == x_id && get_local_id(1) == y_id && get_local_id(2) == z_id)
        value = x;
    barrier(1);
    return value;
}

int work_group_all(int predicate) { return __work_group_reduce_min__int(predicate != 0); }
int work_group_any(int predicate) { return __work_group_reduce_max__int(predicate != 0); }
