// What OpenCL C does not allow, each with its location.
// RUN: not wavec %s -emit-ll -o - 2>&1 | FileCheck %s
kernel void k01(size_t b) { }
struct P { global int *p; }; kernel void k02(struct P s) { }
struct B { bool b; }; kernel void k03(struct B s) { }
struct F { int x : 3; };
kernel void k04(global int *a) { int x[2] = {[5] = 1}; }
kernel void k05(global int *a) { if (a[0]) { local int x; x = 1; } }
kernel void k06(global int *a,) { }
kernel void k07(global float *a) { atomic_add(a, 1.0f); }
kernel void k08(global int *a, global float *b) { long x = a - b; }
kernel __attribute__((reqd_work_group_size(-1, 1, 1))) void k09(global int *a) { }
static kernel void k10(global int *a) { }
kernel void k11(global int *a) { register int x; }
kernel void k12(global int *restrict a, int restrict b) { }
kernel void k13(global float *a) { float x = a[0] ? 1 : 3; }
kernel void k14(global float *a) { float x = a[0] << 1; }
kernel void k15(global float4 *a) { a[0].q = 1; a[0].xx = (float2)(1); a[0] = (float4)(1, 2); }
kernel void k16(global int *a, local int *b) { a = b; a = a + 1.5f; a = a * 2; }
kernel void k17(global int *a) { a[0] = sub_group_reduce_and(1.5f); sub_group_reduce_add((int4)(1)); }

// CHECK: opencl-restrictions.cl:3:24: error: 'size_t' cannot be used as the type of a kernel parameter
// CHECK: opencl-restrictions.cl:4:55: error: struct kernel parameters may not contain pointers
// CHECK: opencl-restrictions.cl:5:48: error: 'struct B' cannot be used as the type of a kernel parameter
// CHECK: opencl-restrictions.cl:6:16: error: bit-fields are not supported in OpenCL
// CHECK: opencl-restrictions.cl:7:47: error: array designator index (5) exceeds array bounds (2)
// CHECK: opencl-restrictions.cl:8:56: error: variables in the local address space can only be declared in the outermost scope of a kernel function
// CHECK: opencl-restrictions.cl:9:31: error: expected parameter declarator
// CHECK: opencl-restrictions.cl:10:36: error: call to 'atomic_add' is ambiguous
// CHECK: opencl-restrictions.cl:11:60: error: '__global int *' and '__global float *' are not pointers to compatible types
// CHECK: opencl-restrictions.cl:12:23: error: 'reqd_work_group_size' attribute must be greater than 0
// CHECK: opencl-restrictions.cl:13:20: error: kernel functions cannot be declared static
// CHECK: opencl-restrictions.cl:14:34: error: OpenCL C does not support the 'register' storage class specifier
// CHECK: opencl-restrictions.cl:15:41: error: restrict requires a pointer or reference ('int' is invalid)
// CHECK: opencl-restrictions.cl:16:46: error: used type 'float' where floating point type is not allowed
// CHECK: opencl-restrictions.cl:17:51: error: invalid operands to binary expression ('float' and 'int')
// CHECK: opencl-restrictions.cl:18:42: error: illegal vector component name 'q'
// CHECK: opencl-restrictions.cl:18:57: error: vector is not assignable (contains duplicate components)
// CHECK: opencl-restrictions.cl:18:87: error: too few elements in vector initialization (expected 4 elements, have 2)
// CHECK: opencl-restrictions.cl:19:50: error: assigning '__local int *' to '__global int *' changes address space of pointer
// CHECK: opencl-restrictions.cl:19:61: error: invalid operands to binary expression ('__global int *' and 'float')
// CHECK: opencl-restrictions.cl:19:75: error: invalid operands to binary expression ('__global int *' and 'int')
// CHECK: opencl-restrictions.cl:20:41: error: no matching function for call to 'sub_group_reduce_and' with operands 'float'
// CHECK: opencl-restrictions.cl:20:69: error: no matching function for call to 'sub_group_reduce_add' with operands 'int4'
