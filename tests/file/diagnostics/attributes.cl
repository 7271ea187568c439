// Misplaced attributes, casts to types that begin with attributes, and pointers to other elements than a builtin's.
// RUN: wavec %s -cl-std=CL2.0 -o %t.co
// RUN: not wavec %s -cl-std=CL1.2 -DWRONG -o %t.co 2>&1 | FileCheck %s
kernel void fine(global int *p)
{
    p[0] = *(__attribute__((address_space(1))) int *)(p + 1) + sizeof(__attribute__((address_space(4))) int *);
}
#ifdef WRONG
typedef __attribute__((nosvm)) int *old;
void f(void) __attribute__((convergent(1)));
void g(__attribute__((address_space(42))) int *p);
kernel void wrong(local int *p) { __builtin_amdgcn_ds_faddf(p, 1.0f, 0, 0, 0); }
#endif
// CHECK: :9:24: error: attribute 'nosvm' is supported in the OpenCL version 2.0 onwards
// CHECK: :10:29: error: 'convergent' attribute takes no arguments
// CHECK: :11:23: error: address space 42 is not supported
// CHECK: :12:{{.*}}: error: incompatible pointer types passing '__local int *' to parameter of type '__local float *'
