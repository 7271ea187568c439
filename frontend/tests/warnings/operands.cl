// Conversions of operands: of comparisons, of conditions, of builtin functions and to vectors.
kernel void contexts(global float *f, global int *p, int n, uint u, float x, float4 v, int4 iv, long l) { // -Wunused-parameter
  if (x) p[0]=1; // -Wfloat-conversion
  while (x) { x = 0; } // -Wfloat-conversion
  p[1] = !x; // -Wfloat-conversion
  p[2] = x && n; // -Wfloat-conversion
  bool b = x; // -Wfloat-conversion
  bool b2 = 0.5f; // -Wliteral-conversion
  bool b3 = 1.0f;
  do {} while (x); // -Wfloat-conversion
  for (;x;) break; // -Wfloat-conversion
  float4 w = v * n; // -Wimplicit-int-float-conversion
  float4 w2 = n; // -Wimplicit-int-float-conversion
  int4 i4 = x; // -Wfloat-conversion
  uint4 u4 = n; // -Wsign-conversion
  float g = 16777217; // -Wimplicit-const-int-float-conversion
  float h = 16777216;
  const int c = 16777217;
  float h2 = c; // -Wimplicit-const-int-float-conversion
  float h3 = n < x; // -Wimplicit-int-float-conversion
  p[4] = n < x; // -Wimplicit-int-float-conversion
  p[5] = v.x < n; // -Wimplicit-int-float-conversion
  p[6] = u < (1 << n);
  u = 1 << n;
  u = 2 << n; // -Wsign-conversion
  n = u / 4;
  n = u / 2;
  n = u / 3;
  n = u / n; // -Wsign-conversion
  n = u % 100;
  n = (p[7] = u); // -Wsign-conversion
  u = (n); // -Wsign-conversion
  u = ((n)); // -Wsign-conversion
  u = (n + 1); // -Wsign-conversion
  float z = (float)n * (n); // -Wimplicit-int-float-conversion
  v = fmax(v, n); // -Wimplicit-int-float-conversion
  f[0] = fmin(x, n); // -Wimplicit-int-float-conversion
  v = vload4(n, f); // -Wsign-conversion
  f[1] = mad24(l, n, n); // -Wimplicit-int-float-conversion, -Wshorten-64-to-32
  f[3] = pown(x, l); // -Wshorten-64-to-32
  f[4] = ldexp(x, u); // -Wsign-conversion
  v = clamp(v, 0, n); // -Wimplicit-int-float-conversion
  f[5] = x + n; // -Wimplicit-int-float-conversion
  float b5 = b + b2 + b3 + w.x + w2.x + i4.x + u4.x + g + h + h2 + h3 + z; // -Wimplicit-int-float-conversion
  x = x > n ? x : n; // -Wimplicit-int-float-conversion
  v = v > 0 ? v : 1;
  f[7] = b5;
  f[9] = dot(v, n); // -Wimplicit-int-float-conversion
  p[8] = popcount(l); // -Wshorten-64-to-32
  f[6] = mix(x, x, n); // -Wimplicit-int-float-conversion
}

typedef enum { A1 = 1, B1 = 2 } e1_t;
enum { C = 0x90000000 };
kernel void operands(global int *p, uint u, int n, e1_t x, float f, float4 v) {
  p[0] = -1 < u; // -Wsign-conversion
  p[1] = -1 > u; // -Wsign-compare
  p[2] = -1 == u; // -Wsign-compare
  p[3] = -1 < 4u; // -Wsign-conversion
  p[4] = -2 < u; // -Wsign-compare
  p[5] = -2 < x; // -Wsign-compare
  p[6] = -1 < C; // -Wsign-conversion
  p[7] = n < C; // -Wsign-compare
  p[8] = u > -1; // -Wsign-conversion
  p[9] = -1 < x; // -Wsign-conversion
  f = n ? f : n; // -Wimplicit-int-float-conversion
  f = n ? n : u; // -Wimplicit-int-float-conversion
  n = n ? f : n; // -Wfloat-conversion
  u = n ? n : u; // -Wsign-conversion
  n = n ? n : u; // -Wsign-conversion
  long l = n ? n : u;
  f = (n ? f : n) + f; // -Wimplicit-int-float-conversion
  f = f + (n ? u : n); // -Wimplicit-int-float-conversion
  p[10] = (n ? u : n) > 3; // -Wsign-conversion
  p[11] = n < 'a' ? u : 5; // -Wsign-conversion
  v = n ? v : v;
  f = f + l; // -Wimplicit-int-float-conversion
}
