// Disabled extensions and optional features.
// RUN: wavec %s -cl-std=CL3.0 -w -o %t.co
// RUN: wavec %s -cl-std=CL2.0 -cl-ext=-__opencl_c_fp64,+cl_khr_fp64 -w -o %t.co
// RUN: not wavec %s -cl-std=CL3.0 -cl-ext=-all -o %t.co 2>&1 | FileCheck %s
// RUN: not wavec %s -cl-std=CL3.0 -cl-ext=-all,+__opencl_c_generic_address_space -cl-ext=+__opencl_c_program_scope_global_variables -o %t.co 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: not wavec %s -cl-std=CL1.2 -cl-ext=fp64 -o %t.co 2>&1 | FileCheck %s --check-prefix=USAGE
int counter;
void through(__generic int *p) { *p = counter; }
kernel void k(global float *p)
{
    double d = p[0];
    double2 e = (double2)(p[1]);
    p[0] = p[0] * 2.0;
#ifdef cl_khr_fp64
    p[1] = d + e.x;
#endif
}

// CHECK: :7:5: error: program scope variable must reside in constant address space
// CHECK: :8:14: error: OpenCL C version 3.0 does not support the '__generic' type qualifier
// CHECK: :11:5: error: use of type 'double' requires cl_khr_fp64 support
// CHECK: :13:19: warning: double precision constant requires cl_khr_fp64, casting to single precision

// SOME-NOT: :7:5
// SOME-NOT: :8:14
// SOME: :11:5: error: use of type 'double' requires cl_khr_fp64 support

// USAGE: error: 'fp64' in -cl-ext has neither '+' nor '-'
