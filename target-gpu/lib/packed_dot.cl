/* cl_khr_integer_dot_product without instructions for it: four products of bytes and their sum. */

uint dot_4x8packed_uu_uint(uint a, uint b)
{
    uchar4 x = as_uchar4(a);
    uchar4 y = as_uchar4(b);
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

int dot_4x8packed_ss_int(uint a, uint b)
{
    char4 x = as_char4(a);
    char4 y = as_char4(b);
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

int dot_4x8packed_su_int(uint a, uint b)
{
    char4 x = as_char4(a);
    uchar4 y = as_uchar4(b);
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

int dot_4x8packed_us_int(uint a, uint b) { return dot_4x8packed_su_int(b, a); }
uint dot_acc_sat_4x8packed_uu_uint(uint a, uint b, uint sum) { return add_sat(dot_4x8packed_uu_uint(a, b), sum); }
int dot_acc_sat_4x8packed_ss_int(uint a, uint b, int sum) { return add_sat(dot_4x8packed_ss_int(a, b), sum); }
int dot_acc_sat_4x8packed_su_int(uint a, uint b, int sum) { return add_sat(dot_4x8packed_su_int(a, b), sum); }
int dot_acc_sat_4x8packed_us_int(uint a, uint b, int sum) { return dot_acc_sat_4x8packed_su_int(b, a, sum); }
