// Overloaded functions have the names that clang gives them.
// RUN: wavec %s -cl-std=CL2.0 -O0 -emit-ll -o - | FileCheck %s
#define F void __attribute__((overloadable, noinline)) f
#define BODY { __asm volatile("s_nop 0"); }
struct S { int a; };
typedef struct { int b; } T;
enum E { A };
F(void) BODY
F(int a) BODY
F(float4 a, float4 b) BODY
F(global const float4 *a, global const float4 *b, float4 c) BODY
F(constant float *a, local int *b, private uchar *c, int *d) BODY
F(T t, enum E e, T u) BODY
F(read_only image2d_t a, write_only image3d_t b, sampler_t c, sampler_t d, image2d_t e) BODY
F(half8 i, double d, double2 e, char c, uchar u, short s, ushort t, uint v, long l, ulong m) BODY
F(global int **p, volatile global int *q, global volatile const int *restrict r) BODY
F(global struct S *a, global struct S *b, struct S *c) BODY
F(size_t n, const int k, void *p, global void *q) BODY
F(int3 a, uint3 b, char16 c) BODY

// CHECK-DAG: void @_Z1fv(
// CHECK-DAG: void @_Z1fi(
// CHECK-DAG: void @_Z1fDv4_fS_(
// CHECK-DAG: void @_Z1fPU3AS1KDv4_fS1_S_(
// CHECK-DAG: void @_Z1fPU3AS4fPU3AS3iPU3AS5hPi(
// CHECK-DAG: void @_Z1f1T1ES_(
// CHECK-DAG: void @_Z1f14ocl_image2d_ro14ocl_image3d_wo11ocl_samplerS1_S_(
// CHECK-DAG: void @_Z1fDv8_DhdDv2_dchstjlm(
// CHECK-DAG: void @_Z1fPPU3AS1iPU3AS1ViPU3AS1VKi(
// CHECK-DAG: void @_Z1fPU3AS11SS1_PS_(
// CHECK-DAG: void @_Z1fmiPvPU3AS1v(
// CHECK-DAG: void @_Z1fDv3_iDv3_jDv16_c(
kernel void k(global float4 *p, read_only image2d_t a, write_only image3d_t b, sampler_t c, constant float *d,
              local int *l, global struct S *s, global int *q)
{
    uchar x = 0;
    int y = 0;
    global int *z = q;
    T t = {1};
    struct S u = {1};
    f();
    f(1);
    f((float4)(1), (float4)(2));
    f((global const float4 *)p, (global const float4 *)p, (float4)(0));
    f(d, l, &x, &y);
    f(t, (enum E)A, t);
    f(a, b, c, c, a);
    f((half8)(1), 1.0, (double2)(1), (char)1, (uchar)1, (short)1, (ushort)1, 1u, 1l, 1ul);
    f(&z, (volatile global int *)q, (global volatile const int *)q);
    f(s, s, &u);
    f((size_t)1, 1, (void *)&y, (global void *)q);
    f((int3)(1), (uint3)(1), (char16)(1));
}
