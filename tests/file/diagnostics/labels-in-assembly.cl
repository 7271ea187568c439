// Assembly names after declarators, and variables that are declared several times.
// RUN: not wavec %s -cl-std=CL2.0 -o %t.co 2>&1 | FileCheck %s
int a(int x) __asm__("one");
int a(int x) __asm__("two");
int b(int x);
int c(void) { return b(1); }
int b(int x) __asm("late");
int d(int x) __asm("d") { return 1; }
int e(int x) __asm(x);
int f(int x) __asm("");
int g(int x) __asm volatile("g");
void h(void) { int x __asm("v1"); }
int same1(int x) __asm("same");
int same1(int x) { return 1; }
int same2(int x) __asm("same");
int same2(int x) { return 2; }
kernel void k(global int *p) { p[0] = c(); }
void of_kernel(global int *p) __asm("k");
int absolute(int x) __asm("llvm.fabs.f32");
int absolute(int x) { return x; }
extern constant int i;
constant float i = 1;
extern constant int j;
int of_j(void) { return j; }
extern constant int j __asm("late");
extern constant int l;
static constant int l = 1;
constant int m = 1, m = 2;
global int n __asm("k");

// CHECK: :4:5: error: conflicting asm label
// CHECK: :3:22: note: previous declaration is here
// CHECK: :7:5: error: cannot apply asm label to function after its first use
// CHECK: :8:24: error: expected ';' after top level declarator
// CHECK: :9:20: error: expected string literal in 'asm'
// CHECK: :10:20: error: cannot use an empty string literal in 'asm'
// CHECK: :11:20: error: meaningless 'volatile' on asm outside function
// CHECK: :12:20: warning: ignored asm label 'v1' on automatic variable
// CHECK: :22:16: error: redefinition of 'i' with a different type: '__constant float' vs '__constant int'
// CHECK: :25:21: error: cannot apply asm label to variable after its first use
// CHECK: :27:21: error: static declaration of 'l' follows non-static declaration
// CHECK: :28:21: error: redefinition of 'm'
