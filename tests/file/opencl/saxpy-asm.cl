// RUN: wavec %s -S -o - | FileCheck %s
// The whole pipeline from source to assembly.

kernel void saxpy(float a, global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}

// CHECK: .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
// CHECK-LABEL: saxpy:
// CHECK: s_load_dword
// CHECK: s_and_saveexec_b64
// CHECK-DAG: global_load_dword [[X:v[0-9]+]],
// CHECK-DAG: global_load_dword [[Y:v[0-9]+]],
// CHECK: s_waitcnt vmcnt(0)
// CHECK: v_{{f?ma}}{{[c_]?}}
// CHECK: global_store_dword
// CHECK: s_endpgm
// CHECK: .amdhsa_kernel saxpy
// CHECK: .kernarg_segment_size:
