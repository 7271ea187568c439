// Errors point to the mistake: the variable, the operator, the character.
// RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s
struct S { int x; };
kernel void a(global int *p, local int *l) { global int *q = l; }
kernel void b(global int *p, local int *l) { p = l; }
kernel void c(global int *p, struct S s) { int x = s; }
kernel void d(global float4 *v) { v[0].xyq = v[1].xyz; }
kernel void e(global float4 *v) { v[0].xg = v[1].xy; }
kernel void f(global float2 *v) { v[0].z = 1; }
kernel void g(global float4 *v) { v[0] = (float4)(1.0f, 2.0f); }
kernel void h(global int *p) { int x = 3; x(1); p[0] = x[1]; }
kernel void i(global int *p) { 5++; }
kernel void j(global float4 *v) { v[0]++; }
kernel void k(global int *p, struct S s) { p[0] = (int)s; }
kernel void m(global int *p) { if p[0] p[1] = 1; }
kernel void n(global int *p) { local int x = 3; }

// CHECK: :4:58: error: initializing '__global int *' with an expression of type '__local int *' changes address space of pointer
// CHECK: :5:48: error: assigning '__local int *' to '__global int *' changes address space of pointer
// CHECK: :6:48: error: initializing 'int' with an expression of incompatible type 'struct S'
// CHECK: :7:42: error: illegal vector component name 'q'
// CHECK: :8:41: error: illegal vector component name 'g'
// CHECK: :9:39: error: vector component access exceeds type 'float2'
// CHECK: :10:50: error: too few elements in vector initialization (expected 4 elements, have 2)
// CHECK: :11:44: error: called object type 'int' is not a function or function pointer
// CHECK: :11:57: error: subscripted value is not an array, pointer, or vector
// CHECK: :12:33: error: expression is not assignable
// CHECK: :13:39: error: cannot increment value of type 'float4'
// CHECK: :14:56: error: operand of type 'struct S' where arithmetic or pointer type is required
// CHECK: :15:35: error: expected '(' after 'if'
// CHECK: :16:42: error: '__local' variable cannot have an initializer
