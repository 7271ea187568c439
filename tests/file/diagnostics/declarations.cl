// Misplaced qualifiers, attributes and storage classes.
// RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s
typedef global int global_int;
typedef __attribute__((ext_vector_type(4))) bool flags;
global int returns(void);
void takes(local int x);
local global_int *both;
kernel void main(global int *p) { }
__attribute__((reqd_work_group_size(8, 1, 1))) void helper(void) { }
constant int table __attribute__((work_group_size_hint(8, 1, 1))) = 1;
kernel void a(__generic int *p) { }
void b(void) { static constant int x = 1; }
kernel void c(global int *p) { __attribute__((opencl_unroll_hint(2))) if (p[0]) p[1] = 1; }
kernel void d(global atomic_int *p) { }
void printf(constant char *format, ...);
kernel void e(global int *p, local int *l) { long x = p - l; }

// CHECK: :4:1: error: invalid vector element type 'bool'
// CHECK: :5:12: error: return type cannot be qualified with address space
// CHECK: :6:22: error: parameter may not be qualified with an address space
// CHECK: :7:1: error: multiple address spaces specified for type
// CHECK: :8:13: error: kernel cannot be called 'main'
// CHECK: :9:16: error: attribute 'reqd_work_group_size' can only be applied to an OpenCL kernel function
// CHECK: :10:35: error: 'work_group_size_hint' attribute only applies to functions
// CHECK: :11:15: error: OpenCL C version 1.2 does not support the '__generic' type qualifier
// CHECK: :12:36: error: variables in function scope cannot be declared static
// CHECK: :13:32: error: 'opencl_unroll_hint' attribute only applies to 'for', 'while', and 'do' statements
// CHECK: :14:22: error: unknown type name 'atomic_int'
// CHECK: :15:6: error: conflicting types for 'printf'
// CHECK: :16:55: error: arithmetic operation with operands of type ('__global int *' and '__local int *') which are pointers to non-overlapping address spaces
