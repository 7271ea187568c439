// All work-items add to one pair of halves, in memory and in LDS.
// RUN: wavec run %s -O0 --kernel k --global 64 --local 64 --arg buf:u32[4]:zero --dump 0:4 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 64 --local 64 --arg buf:u32[4]:zero --dump 0:4 | FileCheck %s
// CHECK: 1476416512 1476416512 1476416512 0
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half half2_ __attribute__((ext_vector_type(2)));

kernel void k(global half2_ *out)
{
    local half2_ sum;
    if (get_local_id(0) == 0)
        sum = (half2_)(0.0h, 0.0h);
    barrier(CLK_LOCAL_MEM_FENCE);
    half2_ step = (half2_)(1.0h, 2.0h);
    __builtin_amdgcn_global_atomic_fadd_v2f16(out, step);
    __builtin_amdgcn_flat_atomic_fadd_v2f16(out + 1, step);
    __builtin_amdgcn_ds_atomic_fadd_v2f16(&sum, step);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        out[2] = sum;
}
