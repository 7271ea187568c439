// Assembly names that are not possible.
// RUN: not wavec %s -cl-std=CL2.0 -o %t.co 2>&1 | FileCheck %s
// RUN: not wavec %s -cl-std=CL2.0 -DTYPES -o %t.co 2>&1 | FileCheck --check-prefix=TYPES %s
#ifndef TYPES
int same1(int x) __asm("same");
int same1(int x) { return 1; }
int same2(int x) __asm("same");
int same2(int x) { return 2; }
kernel void k(global int *p) { p[0] = same1(0); }
void of_kernel(global int *p) __asm("k");
int absolute(int x) __asm("llvm.fabs.f32");
int absolute(int x) { return x; }
global int n __asm("same");
global int once __asm("data") = 1, again __asm("data") = 2;
#else
int one(int x) __asm("f");
float two(float x) __asm("f");
float absolute(double x) __asm("llvm.fabs.f32");
float absolute64(float x) __asm("llvm.fabs.f64");
kernel void k(global int *p) { p[0] = one(1) + two(2.0f) + absolute(1.0) + absolute64(1.0f); }
#endif

// CHECK: :8:5: error: definition with same mangled name 'same' as another definition
// CHECK: :6:5: note: previous definition is here
// CHECK: :10:6: error: 'k' is the name of a kernel in assembly
// CHECK: :12:5: error: llvm intrinsics cannot be defined
// CHECK: :13:12: error: 'same' is the name of a function in assembly
// CHECK: :14:36: error: definition with same mangled name 'data' as another definition

// TYPES: :17:7: error: functions of different types with the same name in assembly are not supported
// TYPES: :18:32: error: the intrinsic 'llvm.fabs.f32' has another type
// TYPES: :19:33: error: the intrinsic 'llvm.fabs.f64' has another type
