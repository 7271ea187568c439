/* cl_khr_integer_dot_product by instructions that have a flag for each signed operand. */

uint dot_4x8packed_uu_uint(uint a, uint b) { return __builtin_amdgcn_udot4(a, b, 0, false); }
int dot_4x8packed_ss_int(uint a, uint b) { return __builtin_amdgcn_sudot4(true, (int)a, true, (int)b, 0, false); }
int dot_4x8packed_su_int(uint a, uint b) { return __builtin_amdgcn_sudot4(true, (int)a, false, (int)b, 0, false); }
uint dot_acc_sat_4x8packed_uu_uint(uint a, uint b, uint sum) { return __builtin_amdgcn_udot4(a, b, sum, true); }
int dot_acc_sat_4x8packed_ss_int(uint a, uint b, int sum) { return __builtin_amdgcn_sudot4(true, (int)a, true, (int)b, sum, true); }
int dot_acc_sat_4x8packed_su_int(uint a, uint b, int sum) { return __builtin_amdgcn_sudot4(true, (int)a, false, (int)b, sum, true); }
