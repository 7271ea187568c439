// Small functions with one mistake or a few.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void a1(global int *p) {
  int x;
  if (p[0]) x = 1; // -Wsometimes-uninitialized
  p[1] = x;
}

kernel void a2(global int *p) {
  int x;
  for (int i = 0;
  i < p[0];
  i++) x = i;
  p[1] = x; // -Wconditional-uninitialized
}

kernel void a3(global int *p) {
  int x;
  while (p[0]) {
  if (p[1]) break;
  x = 2;
  } p[1] = x; // -Wconditional-uninitialized
}

kernel void a4(global int *p) {
  int x;
  do {
  x = 1;
  } while (p[0]);
  p[1] = x;
}

kernel void a6(global int *p) {
  int x = x; // -Wuninitialized
  p[0] = x;
}

kernel void a7(global int *p) {
  int x;
  p[0] = x; // -Wuninitialized
  x = 1;
}

kernel void a8(global int *p) {
  int x[4];
  p[0] = x[4]; // -Warray-bounds
  p[1] = x[-1]; // -Warray-bounds
}

kernel void a9(global int *p) {
  struct {
  int a, b;
  } s;
  s.a = 1;
  p[0] = s.b;
}

kernel void b1(global uint *p, int n) {
  if (p[0] < n) p[1] = n; // -Wsign-compare, -Wsign-conversion
  if (n >= p[2]) p[3] = -n; // -Wsign-compare, -Wsign-conversion
}

kernel void b2(global uchar *p, int n) {
  p[0] = n; // -Wimplicit-int-conversion
  p[1] = 256; // -Wconstant-conversion
  p[2] = -1; // -Wsign-conversion
  p[3] = n & 255;
  p[4] = n >> 24; // -Wsign-conversion
  p[5] = (uchar)n;
}

kernel void b3(global short *p, long n) {
  p[0] = n; // -Wimplicit-int-conversion
  p[1] = n & 0x7fff;
  p[2] = 32768; // -Wconstant-conversion
  p[3] = n % 100;
}

kernel void b4(global float *p, double d, long l, half h) {
  p[0] = d; // -Wimplicit-float-conversion
  p[1] = l; // -Wimplicit-int-float-conversion
  p[2] = h;
  p[3] = 0.1; // -Wimplicit-float-conversion
  p[4] = 1e40; // -Wimplicit-float-conversion
}

kernel void b5(global int *p, float f) {
  p[0] = f; // -Wfloat-conversion
  p[1] = 1.5f; // -Wliteral-conversion
  p[2] = 2.0f;
  p[3] = f + 1; // -Wfloat-conversion
  p[4] += f; // -Wfloat-conversion
  p[5] *= 1.5f; // -Wfloat-conversion
}

kernel void b6(global ulong *p, int n) {
  p[0] = n; // -Wsign-conversion
  p[n] = 1u << 31;
  p[1] = 1 << 31; // -Wsign-conversion
  p[2] = n << 2; // -Wsign-conversion
  p[3] = ~0; // -Wsign-conversion
  p[4] = ~0u;
}

kernel void b7(global int *p, ulong n) {
  p[n] = n; // -Wshorten-64-to-32
  int i = sizeof(int); // -Wunused-but-set-variable
  i = get_global_id(0); // -Wshorten-64-to-32
  for (int j = 0;
  j < n; // -Wsign-compare
  j++) p[j] = j;
}

kernel void b8(global int *p, uint u) {
  p[0] = u; // -Wsign-conversion
  p[1] = u >> 1;
  p[2] = u & 1;
  p[3] = u | 1; // -Wsign-conversion
  p[4] = -u; // -Wsign-conversion
  p[5] = ~u; // -Wsign-conversion
}

kernel void b9(global int *p, char c, uchar uc) {
  p[0] = c == 200; // -Wtautological-constant-out-of-range-compare
  p[1] = uc == 256; // -Wtautological-constant-out-of-range-compare
  p[2] = uc < 0; // -Wtautological-unsigned-zero-compare
  p[3] = c < 128; // -Wtautological-constant-out-of-range-compare
  p[4] = uc >= 0; // -Wtautological-unsigned-zero-compare
  p[5] = c > -129; // -Wtautological-constant-out-of-range-compare
}

kernel void c1(global int *p, int n) {
  if (n = 1) p[0] = 1; // -Wparentheses
  if ((n = 2)) p[0] = 2;
  if ((n == 1)) p[0] = 3; // -Wparentheses-equality
  while (n = p[0]) ; // -Wparentheses
}

kernel void c2(global int *p, int n) {
  p[0] = n & 1 == 0; // -Wparentheses
  p[1] = n << 1 + 2; // -Wshift-op-parentheses
  p[2] = n | n & 1; // -Wbitwise-op-parentheses
  p[3] = n && n || p[0]; // -Wlogical-op-parentheses
  p[4] = !n == 1; // -Wlogical-not-parentheses
  p[5] = !n & 1; // -Wlogical-not-parentheses
}

kernel void c3(global int *p, int n) {
  if (n) if (p[0]) p[1] = 1;
  else p[2] = 2; // -Wdangling-else
}

kernel void c4(global int *p, int n) {
  if (n); // -Wempty-body
  p[0] = 1;
  for (int i = 0;
  i < n;
  i++);
  while (n);
  switch (n); // -Wempty-body
  if (n) {} }

int c5(int n) {
  if (n) return 1;
  } // -Wreturn-type

int c6(int n) { // -Wunused-parameter
  while (1) ;
}

int c7(int n) {
  switch (n) {
  case 1: return 1;
  default: return 2;
  } }

int c8(int n) {
  for (;;) {
  if (n) break;
  } } // -Wreturn-type

int c9(int n) {
  do {
  if (n) return 1;
  } while (n);
  } // -Wreturn-type

kernel void d1(global int *p) {
  return;
  p[0] = 1; // -Wunreachable-code
}

kernel void d2(global int *p, int n) {
  for (;;) {
  if (n) continue;
  p[0]++;
  } p[1] = 2; // -Wunreachable-code
}

kernel void d3(global int *p, int n) { // -Wunused-parameter
  if (0) p[0] = 1; // -Wunreachable-code
  if (1) p[1] = 1;
  else p[2] = 1; // -Wunreachable-code
  while (0) p[3] = 1; // -Wunreachable-code
}

kernel void d4(global int *p, int n) {
  switch (n) {
  p[0] = 1; // -Wunreachable-code
  case 1: break;
  p[1] = 2; // -Wunreachable-code
  default: p[2] = 1;
  } }

kernel void d5(global int *p, int n) { // -Wunused-parameter
  goto end;
  p[0] = 1; // -Wunreachable-code
  end: p[1] = 1;
  unused: ; // -Wunused-label
}

kernel void d6(global int *p, int n) {
  n; // -Wunused-value
  n + 1; // -Wunused-value
  p[0]; // -Wunused-value
  -n; // -Wunused-value
  n == 1; // -Wunused-comparison
  *p; // -Wunused-value
  (void)n;
  p[0] == 1; // -Wunused-comparison
  n, p[0] = 1; // -Wunused-value
  n ? 1 : 2; // -Wunused-value
}

kernel void d7(global int *p, int n) { // -Wunused-parameter
  get_global_id(0); // -Wunused-value
  min(n, 1); // -Wunused-value
  abs(n); // -Wunused-value
  sizeof(n); // -Wunused-value
  (int)n; // -Wunused-value
  "abc"; // -Wunused-value
  3; // -Wunused-value
}

kernel void d8(global int *p, int n) {
  n == n; // -Wtautological-compare, -Wunused-comparison
  n = n; // -Wself-assign
  p[0] = p[0];
  if (n != n) p[1] = 1; // -Wtautological-compare
  if (p[0] < p[0]) p[1] = 3; // -Wtautological-compare
}

kernel void d9(global int *p, int n) {
  n / 0; // -Wdivision-by-zero, -Wunused-value
  n % 0; // -Wdivision-by-zero, -Wunused-value
  p[0] = n / 0; // -Wdivision-by-zero
  p[1] = 1 / (1 - 1); // -Wdivision-by-zero
  p[2] = n << -1; // -Wshift-count-negative; not in clang
  p[3] = n << 32; // -Wshift-count-overflow; not in clang
  p[4] = n >> 33; // -Wshift-count-overflow; not in clang
  p[5] = 2147483647 + 1; // -Winteger-overflow
  p[6] = 65536 * 65536; // -Winteger-overflow
}

kernel void e2(global int *p, global float *f, local int *l) { // -Wunused-parameter
  p = (global int *)f;
  global uint *u = p; // -Wunused-variable
  if (p == f) p[0] = 1; // -Wcompare-distinct-pointer-types
  const global int *c = p;
  p = c; // -Wincompatible-pointer-types-discards-qualifiers
}

kernel void e3(global int *p) {
  int i = 1;
  {
  int i = 2; // -Wshadow
  p[0] = i;
  } for (int i = 0; // -Wshadow
  i < 3;
  i++) {
  int p = 3; // -Wshadow
  i += p;
  } p[1] = i;
}

static int e4(int a, int b) { // -Wunused-function, -Wunused-parameter
  return a;
}

kernel void e6(global int *p) {
  int v[3] = {1, 2, 3, 4}; // -Wexcess-initializers
  float2 f = (float2)(1, 2);
  p[0] = v[0] + (int)f.x;
  char c = 'ab'; // -Wconstant-conversion, -Wmultichar
  p[1] = c;
}

kernel void e7(global int *p) {
  int a = 1;
  a++;
  int b = 2; // -Wunused-but-set-variable
  b += a;
  int c = 3; // -Wunused-but-set-variable
  c = 4;
  int d; // -Wunused-but-set-variable
  d = p[0];
}

kernel void e8(global int *p) {
  *(global int *)0 = 1; // -Wnull-dereference
  int q = *(global int *)0; // -Wnull-dereference
  p[0] = q;
}

kernel void e9(global int *p, int n) {
  p[0] = n > 0 ? n : -n;
  uint u = n > 0 ? n : 0; // -Wsign-conversion
  p[1] = n ? u : n; // -Wsign-conversion
  float f = n ? u : 1.0f; // -Wimplicit-int-float-conversion
  p[2] = f; // -Wfloat-conversion
}

kernel void f1(global int *p, int n) {
  bool b = n;
  b = 2;
  b = n & 4;
  p[0] = b + true;
  b++;
  p[1] = b == 2; // -Wtautological-constant-out-of-range-compare
  p[2] = b > 1;
  p[3] = !n > 1; // -Wlogical-not-parentheses
}

kernel void f2(global int *p, int4 v, float4 f) {
  p[0] = v.x;
  v = v + 1;
  f = f + 1;
  f.x = v.y; // -Wimplicit-int-float-conversion
  v.s0 = f.y; // -Wfloat-conversion
  v.xy = (int2)(f.x, f.y); // -Wfloat-conversion
  f = (float4)(v.x, 1, 2, 3); // -Wimplicit-int-float-conversion
  f *= v.x; // -Wimplicit-int-float-conversion
  f += 16777217; // -Wimplicit-const-int-float-conversion
  p[1] = v.x + f.x; // -Wfloat-conversion, -Wimplicit-int-float-conversion
}

kernel void f3(global uchar4 *p, uint4 v) {
  p[0] = (uchar4)(v.x, v.y, 256, -1); // -Wconstant-conversion, -Wimplicit-int-conversion, -Wsign-conversion
  p[1].x = v.x; // -Wimplicit-int-conversion
  p[2] = convert_uchar4(v);
  p[3].y += v.y;
  p[4].z = 300; // -Wconstant-conversion
}

kernel void f4(global int *p, uint n) {
  for (uint i = n;
  i >= 0; // -Wtautological-unsigned-zero-compare
  i--) p[i] = 1;
  for (int i = 0;
  i < n; // -Wsign-compare
  i++) p[i] = 0;
  if (n < 0) p[0] = 1; // -Wtautological-unsigned-zero-compare
  if (0 > n) p[0] = 2; // -Wtautological-unsigned-zero-compare
  if (0 <= n) p[3] = 2; // -Wtautological-unsigned-zero-compare
  if (n == -1) p[0] = 3; // -Wsign-compare
}

kernel void f5(global int *p, long l, ulong ul) {
  int i = l; // -Wshorten-64-to-32
  uint u = ul; // -Wshorten-64-to-32
  u = l; // -Wshorten-64-to-32
  i = ul; // -Wshorten-64-to-32
  i = (int)l;
  p[l] = l >> 32;
  p[ul] = l & 0xff;
  i += l;
  u *= ul;
  short s = i; // -Wimplicit-int-conversion
  s += i;
  s = s + 1;
  s++;
  p[0] = i + u + s; // -Wsign-conversion
}

typedef struct {
  int a;
  char c;
  short s;
  uint b;
  } st;

kernel void f6(global st *p, int n) {
  p->a = 1.5; // -Wliteral-conversion
  p->c = n; // -Wimplicit-int-conversion
  p->s = n; // -Wimplicit-int-conversion
  p->b = n; // -Wsign-conversion
  p->b = 9;
  p[0] = p[1];
  st q = {1, 300, 70000, 3}; // -Wconstant-conversion
  p[1] = q;
}

kernel void f7(global int *p) {
  int n = get_local_id(0); // -Wshorten-64-to-32
  int m = get_local_size(0) - 1; // -Wshorten-64-to-32
  size_t g = n; // -Wsign-conversion
  uint k = get_global_id(0) * 2; // -Wshorten-64-to-32
  p[n + m + g] = k; // -Wsign-conversion
}

kernel void f8(global float *p, global half *h) {
  p[0] = 1;
  p[1] = 1.0;
  p[2] = 0.1f;
  vstore_half(p[0], 1, h);
  p[3] = pow(p[0], 2);
  p[4] = sqrt(2.0f);
  float d = 1.0 / 3; // -Wimplicit-float-conversion
  p[5] = d;
}
