/* cl_khr_integer_dot_product by instructions whose operands are both signed or both unsigned. */

uint dot_4x8packed_uu_uint(uint a, uint b) { return __builtin_amdgcn_udot4(a, b, 0, false); }
int dot_4x8packed_ss_int(uint a, uint b) { return __builtin_amdgcn_sdot4((int)a, (int)b, 0, false); }
uint dot_acc_sat_4x8packed_uu_uint(uint a, uint b, uint sum) { return __builtin_amdgcn_udot4(a, b, sum, true); }
int dot_acc_sat_4x8packed_ss_int(uint a, uint b, int sum) { return __builtin_amdgcn_sdot4((int)a, (int)b, sum, true); }
