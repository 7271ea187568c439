/* cl_khr_integer_dot_product: four products of bytes and their sum. */

uint dot_4x8packed_uu_uint(uint a, uint b) { return __builtin_amdgcn_udot4(a, b, 0, false); }
int dot_4x8packed_ss_int(uint a, uint b) { return __builtin_amdgcn_sdot4((int)a, (int)b, 0, false); }
uint dot_acc_sat_4x8packed_uu_uint(uint a, uint b, uint sum) { return __builtin_amdgcn_udot4(a, b, sum, true); }
int dot_acc_sat_4x8packed_ss_int(uint a, uint b, int sum) { return __builtin_amdgcn_sdot4((int)a, (int)b, sum, true); }

int dot_4x8packed_su_int(uint a, uint b)
{
    char4 x = as_char4(a);
    uchar4 y = as_uchar4(b);
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

int dot_4x8packed_us_int(uint a, uint b) { return dot_4x8packed_su_int(b, a); }
int dot_acc_sat_4x8packed_su_int(uint a, uint b, int sum) { return add_sat(dot_4x8packed_su_int(a, b), sum); }
int dot_acc_sat_4x8packed_us_int(uint a, uint b, int sum) { return add_sat(dot_4x8packed_su_int(b, a), sum); }
