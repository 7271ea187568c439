/* Values of other lanes of a wave. In the name of a function, `T` stands for its type: `__shuffle__T` is made for each type
   that is asked for, unless there is one of that type's own. */

uint __shuffle__uint(uint x, uint lane) { return (uint)__shuffle__int((int)x, lane); }
float __shuffle__float(float x, uint lane) { return as_float(__shuffle__int(as_int(x), lane)); }
half __shuffle__half(half x, uint lane) { return as_half((ushort)__shuffle__int(as_ushort(x), lane)); }
ulong __shuffle__ulong(ulong x, uint lane) { return as_ulong((int2)(__shuffle__int(as_int2(x).x, lane), __shuffle__int(as_int2(x).y, lane))); }
long __shuffle__long(long x, uint lane) { return (long)__shuffle__ulong((ulong)x, lane); }
double __shuffle__double(double x, uint lane) { return as_double(__shuffle__ulong(as_ulong(x), lane)); }
T __shuffle__T(T x, uint lane) { return (T)__shuffle__int((int)x, lane); }

/* The lane is the same everywhere, and so is the result. */

int __broadcast__int(int x, uint lane) { return __builtin_amdgcn_readlane(x, __builtin_amdgcn_readfirstlane((int)lane)); }
uint __broadcast__uint(uint x, uint lane) { return (uint)__broadcast__int((int)x, lane); }
float __broadcast__float(float x, uint lane) { return as_float(__broadcast__int(as_int(x), lane)); }
half __broadcast__half(half x, uint lane) { return as_half((ushort)__broadcast__int(as_ushort(x), lane)); }
ulong __broadcast__ulong(ulong x, uint lane) { return as_ulong((int2)(__broadcast__int(as_int2(x).x, lane), __broadcast__int(as_int2(x).y, lane))); }
long __broadcast__long(long x, uint lane) { return (long)__broadcast__ulong((ulong)x, lane); }
double __broadcast__double(double x, uint lane) { return as_double(__broadcast__ulong(as_ulong(x), lane)); }
T __broadcast__T(T x, uint lane) { return (T)__broadcast__int((int)x, lane); }

T __sub_group_broadcast__T(T x, uint lane) { return __broadcast__T(x, lane); }
T __sub_group_non_uniform_broadcast__T(T x, uint lane) { return __shuffle__T(x, lane); }
T __sub_group_broadcast_first__T(T x) { return __broadcast__T(x, (uint)__builtin_ctzl(__builtin_amdgcn_ballot_w64(true))); }
T __sub_group_shuffle__T(T x, uint lane) { return __shuffle__T(x, lane); }
T __sub_group_shuffle_xor__T(T x, uint mask) { return __shuffle__T(x, get_sub_group_local_id() ^ mask); }
T __sub_group_shuffle_up__T(T x, uint delta) { return __shuffle__T(x, get_sub_group_local_id() - delta); }
T __sub_group_shuffle_down__T(T x, uint delta) { return __shuffle__T(x, get_sub_group_local_id() + delta); }
T __sub_group_rotate__T(T x, int delta) { return __shuffle__T(x, get_sub_group_local_id() + (uint)delta); }

T __sub_group_clustered_rotate__T(T x, int delta, uint size)
{
    uint lane = get_sub_group_local_id();
    uint low = size - 1;
    return __shuffle__T(x, (lane & ~low) | ((lane + (uint)delta) & low));
}

/* cl_intel_subgroups: the same under other names; two values make one row of twice the lanes. */

T __intel_sub_group_shuffle__T(T x, uint lane) { return __shuffle__T(x, lane); }
T __intel_sub_group_shuffle_xor__T(T x, uint mask) { return __shuffle__T(x, get_sub_group_local_id() ^ mask); }

T __intel_sub_group_shuffle_down__T(T current, T next, uint delta)
{
    uint lane = get_sub_group_local_id() + delta;
    T here = __shuffle__T(current, lane);
    T there = __shuffle__T(next, lane);
    return lane < __builtin_amdgcn_wavefrontsize() ? here : there;
}

T __intel_sub_group_shuffle_up__T(T previous, T current, uint delta)
{
    uint lane = get_sub_group_local_id() - delta;
    T here = __shuffle__T(current, lane);
    T there = __shuffle__T(previous, lane);
    return (int)lane >= 0 ? here : there;
}

/* Votes and masks of lanes: bit `i` of a mask is lane `i`. */

int sub_group_elect(void) { return get_sub_group_local_id() == (uint)__builtin_ctzl(__builtin_amdgcn_ballot_w64(true)); }
int sub_group_all(int predicate) { return __builtin_amdgcn_ballot_w64(predicate != 0) == __builtin_amdgcn_ballot_w64(true); }
int sub_group_any(int predicate) { return __builtin_amdgcn_ballot_w64(predicate != 0) != 0; }
int sub_group_non_uniform_all(int predicate) { return sub_group_all(predicate); }
int sub_group_non_uniform_any(int predicate) { return sub_group_any(predicate); }
int __sub_group_non_uniform_all_equal__T(T x) { return sub_group_all(x == __sub_group_broadcast_first__T(x)); }

static uint4 __lane_mask(ulong mask) { return (uint4)((uint)mask, (uint)(mask >> 32), 0, 0); }
static ulong __mask_of(uint4 value) { return (ulong)value.y << 32 | value.x; }
static ulong __all_lanes(void) { return __builtin_amdgcn_wavefrontsize() == 64 ? ~0ul : 0xfffffffful; }

uint4 sub_group_ballot(int predicate) { return __lane_mask(__builtin_amdgcn_ballot_w64(predicate != 0)); }
int sub_group_inverse_ballot(uint4 value) { return __mask_of(value) >> get_sub_group_local_id() & 1; }
int sub_group_ballot_bit_extract(uint4 value, uint index) { return __mask_of(value) >> (index & 63) & 1; }
uint sub_group_ballot_bit_count(uint4 value) { return (uint)popcount(__mask_of(value) & __all_lanes()); }
uint sub_group_ballot_inclusive_scan(uint4 value) { return (uint)popcount(__mask_of(value) & __mask_of(get_sub_group_le_mask())); }
uint sub_group_ballot_exclusive_scan(uint4 value) { return (uint)popcount(__mask_of(value) & __mask_of(get_sub_group_lt_mask())); }
uint sub_group_ballot_find_lsb(uint4 value) { return (uint)ctz(__mask_of(value) & __all_lanes()); }
uint sub_group_ballot_find_msb(uint4 value) { return 63 - (uint)clz(__mask_of(value) & __all_lanes()); }
uint4 get_sub_group_eq_mask(void) { return __lane_mask(1ul << get_sub_group_local_id()); }
uint4 get_sub_group_ge_mask(void) { return __lane_mask(~0ul << get_sub_group_local_id() & __all_lanes()); }
uint4 get_sub_group_gt_mask(void) { return __lane_mask(~1ul << get_sub_group_local_id() & __all_lanes()); }
uint4 get_sub_group_le_mask(void) { return __lane_mask(~(~1ul << get_sub_group_local_id())); }
uint4 get_sub_group_lt_mask(void) { return __lane_mask(~(~0ul << get_sub_group_local_id())); }
