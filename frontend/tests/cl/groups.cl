// Sub-group and work-group functions, for waves of any size; launched with 96 or 80 work-items, so that the last wave is
// not full.
// One check a line; each writes 1 if it holds and 2 if it does not.
#define CHECK(e) out[get_global_id(0) * 256 + __COUNTER__] = (e) ? 1 : 2;
#define SUM(n) ((n) * ((n) - 1) / 2)
#define LOW(n) ((n) >= 32 ? ~0u : (n) > 0 ? (1u << (n)) - 1 : 0u)
kernel void checks(global int *out, global char *bytes, global int *unused)
{
    int id = get_local_id(0), items = get_local_size(0), size = get_max_sub_group_size(), wave = id / size, lane = id % size, first = wave * size, count = min(size, items - first);
    CHECK(sub_group_reduce_add(id) == SUM(first + count) - SUM(first) && sub_group_reduce_min(id - 7) == first - 7 && sub_group_reduce_max((long)id << 40) == (long)(first + count - 1) << 40)
    CHECK(sub_group_reduce_add((float)id) == SUM(first + count) - SUM(first) && sub_group_reduce_max(-(double)id) == -first && sub_group_reduce_min((half)(id + 1)) == (half)(first + 1) && sub_group_reduce_max((uchar)id) == first + count - 1)
    CHECK(sub_group_scan_inclusive_add(id) == SUM(id + 1) - SUM(first) && sub_group_scan_exclusive_add((ulong)id) == SUM(id) - SUM(first) && sub_group_scan_inclusive_max(id ^ 1) == (id | 1))
    CHECK(sub_group_scan_exclusive_min(id) == (lane ? first : INT_MAX) && sub_group_scan_exclusive_max((float)id) == (lane ? id - 1.0f : -INFINITY) && sub_group_scan_exclusive_max((uint)id) == (lane ? id - 1 : 0) && sub_group_scan_exclusive_min((short)id) == (lane ? first : SHRT_MAX))
    CHECK(sub_group_broadcast(id, 5) == first + 5 && sub_group_broadcast((double)id, count - 1) == first + count - 1 && sub_group_broadcast((float4)(id), 1).w == first + 1 && sub_group_broadcast_first((ushort)id) == first)
    half up = sub_group_shuffle_up((half)id, 2); char down = sub_group_shuffle_down((char)id, 4);
    CHECK(sub_group_shuffle(id, (lane + 3) % count) == first + (lane + 3) % count && sub_group_shuffle_xor((long)id, 9) == (id ^ 9) && (lane < 2 || up == (half)(id - 2)) && (lane + 4 >= count || down == id + 4))
    CHECK(sub_group_shuffle((int2)(id, -id), lane ^ 1).y == -(id ^ 1) && (count < size || sub_group_rotate(id, size + 6) == first + (lane + 6) % size) && sub_group_clustered_rotate(id, 1, 8) == (id & ~7) + (id + 1) % 8)
    CHECK(intel_sub_group_shuffle(id, 3u) == first + 3 && (wave || intel_sub_group_shuffle_down(id, id + size, 5u) == id + 5) && (wave || intel_sub_group_shuffle_up(id - size, id, 5u) == id - 5) && intel_sub_group_shuffle_xor(id, 1u) == (id ^ 1))
    CHECK(sub_group_all(id < items) && !sub_group_all(lane < 10) && sub_group_any(lane == 10) && !sub_group_any(id > items) && sub_group_elect() == (lane == 0) && sub_group_non_uniform_all_equal(wave) && !sub_group_non_uniform_all_equal(lane))
    uint4 odd = sub_group_ballot(id & 1);
    CHECK(odd.x == (0xaaaaaaaa & LOW(count)) && odd.y == (0xaaaaaaaa & LOW(count - 32)) && odd.z == 0 && sub_group_ballot_bit_count(odd) == count / 2 && sub_group_ballot_inclusive_scan(odd) == (lane + 1) / 2 && sub_group_ballot_exclusive_scan(odd) == lane / 2)
    CHECK(sub_group_inverse_ballot(odd) == (id & 1) && sub_group_ballot_bit_extract(odd, 3) == 1 && sub_group_ballot_bit_extract(odd, 2) == 0 && sub_group_ballot_find_lsb(odd) == 1 && sub_group_ballot_find_msb(odd) == count - 1)
    CHECK(get_sub_group_eq_mask().x == (lane < 32 ? 1u << lane : 0) && get_sub_group_lt_mask().y == (lane <= 32 ? 0 : (1u << (lane - 32)) - 1) && (get_sub_group_ge_mask().y | get_sub_group_lt_mask().y) == LOW(size - 32) && (get_sub_group_gt_mask().x & get_sub_group_le_mask().x) == 0)
    int some = 0, most = 0, before = 0;
    if (lane % 3 == 1) { some = sub_group_non_uniform_reduce_add(lane); most = sub_group_non_uniform_reduce_max(lane); before = sub_group_non_uniform_scan_exclusive_add(1); }
    CHECK(lane % 3 != 1 || (some == (count + 1) / 3 * ((count - 2) / 3 * 3 + 2) / 2 && most == (count - 2) / 3 * 3 + 1 && before == lane / 3))
    CHECK(sub_group_non_uniform_reduce_logical_and(lane >= 0) && !sub_group_non_uniform_reduce_logical_or(lane < 0) && sub_group_non_uniform_scan_inclusive_mul(lane < 4 ? lane + 1 : 1) == (lane == 0 ? 1 : lane == 1 ? 2 : lane == 2 ? 6 : 24) && sub_group_non_uniform_reduce_xor(1u << (lane & 31)) == (count <= 32 ? LOW(count) : ~LOW(count - 32)))
    CHECK(sub_group_clustered_reduce_add(id, 4) == (id & ~3) * 4 + 6 && sub_group_clustered_reduce_max((float)id, 16) == (id | 15))
    CHECK(work_group_reduce_add(id) == SUM(items) && work_group_reduce_min((float)-id) == 1 - items && work_group_reduce_max((long)id) == items - 1 && work_group_all(id < items) && !work_group_all(id != 70) && work_group_any(id == items - 1) && !work_group_any(id == items))
    CHECK(work_group_scan_inclusive_add(id) == SUM(id + 1) && work_group_scan_exclusive_add((double)id) == SUM(id) && work_group_scan_inclusive_min(100 - id) == 100 - id && work_group_scan_exclusive_max((uint)id) == (id ? id - 1 : 0) && work_group_scan_exclusive_min((long)id + 3) == (id ? 3 : LONG_MAX))
    CHECK(work_group_broadcast(id, 77) == 77 && work_group_broadcast((float)id, (size_t)3) == 3.0f && work_group_broadcast((double)id, 5, 0) == 5.0 && work_group_broadcast((ulong)id, 6, 0, 0) == 6)
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group); sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    CHECK(dot_4x8packed_uu_uint(0x01020304u, 0xff02ff04u) == 255 + 4 + 3 * 255 + 16 && dot_4x8packed_ss_int(0xff02u, 0x0203u) == 4 && dot_4x8packed_su_int(0xffu, 0xffu) == -255 && dot_4x8packed_us_int(0x80ffu, 0x7f80u) == 128 * 127 - 255 * 128 && dot((char4)(1, -2, 3, -4), (char4)(5, 6, 7, 8)) == 5 - 12 + 21 - 32 && dot((uchar4)(255), (uchar4)(255)) == 260100u)
    CHECK(dot_acc_sat_4x8packed_ss_int(0x7f7f7f7fu, 0x7f7f7f7fu, INT_MAX - 5) == INT_MAX && dot_acc_sat((uchar4)(1), (uchar4)(1), UINT_MAX - 1) == UINT_MAX && dot_acc_sat((char4)(-1), (uchar4)(2), 10) == 2 && dot_acc_sat_4x8packed_us_int(0xffffffffu, 0x80808080u, INT_MIN + 9) == INT_MIN && dot_acc_sat_4x8packed_uu_uint(0xffffffffu, 0xffffffffu, 1u) == 260101u && dot_acc_sat_4x8packed_ss_int(0x80808080u, 0x7f7f7f7fu, INT_MIN) == INT_MIN && dot((float2)(1, 2), (float2)(3, 4)) == 11.0f)
    local int shared; int own = 1; generic int *where = id ? (generic int *)&shared : (generic int *)&own;
    CHECK((to_local(where) != 0) == (id != 0) && (to_private(where) != 0) == (id == 0) && to_global(where) == 0 && get_fence(where) == (id ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE) && to_global(unused) == unused && get_fence(unused) == CLK_GLOBAL_MEM_FENCE)
    CHECK(amd_min3(3, -1, 2) == -1 && amd_max3(1.0f, 3.0f, 2.0f) == 3.0f && amd_median3((int2)(5, 1), (int2)(3, 2), (int2)(4, 3)).x == 4 && amd_bfe((int)0xf0, 4, 4) == -1 && amd_bfe(0xf0u, 4, 4) == 15)
    global atomic_int *counter = (global atomic_int *)(bytes + id * 4); memory_order order = id & 1 ? memory_order_relaxed : memory_order_seq_cst;
    CHECK(atomic_fetch_add_explicit(counter, 5, order, memory_scope_work_group) == 0 && atomic_load_explicit(counter, memory_order_acquire, id ? memory_scope_device : memory_scope_work_group) == 5)
}
