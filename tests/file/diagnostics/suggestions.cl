// Suggestions for unknown names.
// RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s
struct Pixel { float red, green; };
typedef struct Pixel pixel_t;
float weight(float x) { return 2 * x; }
kernel void a(global float *out, int count) { out[0] = cuont; }
kernel void b(global float *out) { out[0] = wieght(out[1]); }
kernel void c(global float *out) { out[0] = clampp(out[1], 0.0f, 1.0f); }
kernel void d(global struct Pixel *p) { p->geren = 1; }
kernel void e(global pixle_t *p) { }
kernel void f(global flaot *p) { }
kernel void g(global float *out) { int i = get_globl_id(0); out[0] = elsewhere; }
kernel void h(global struct Pixel *p, struct Pixel q) { p.red = 1; q->red = 2; }

// CHECK: :6:56: error: use of undeclared identifier 'cuont'; did you mean 'count'?
// CHECK: :7:45: error: use of undeclared identifier 'wieght'; did you mean 'weight'?
// CHECK: :8:45: error: use of undeclared identifier 'clampp'; did you mean 'clamp'?
// CHECK: :9:44: error: no member named 'geren' in 'struct Pixel'; did you mean 'green'?
// CHECK: :10:22: error: unknown type name 'pixle_t'; did you mean 'pixel_t'?
// CHECK: :11:22: error: unknown type name 'flaot'; did you mean 'float'?
// CHECK: :12:44: error: use of undeclared identifier 'get_globl_id'; did you mean 'get_global_id'?
// CHECK: :12:70: error: use of undeclared identifier 'elsewhere'{{$}}
// CHECK: :13:58: error: member reference type '__global struct Pixel *' is a pointer; did you mean to use '->'?
// CHECK: :13:69: error: member reference type 'struct Pixel' is not a pointer; did you mean to use '.'?
