int takes_int(int n);
void takes_char(char c);
float takes_float(float f);

kernel void constants(global int *p, char c, uchar d, short s, int n, uint u, float f) {
  c = 300; // -Wconstant-conversion
  c = 128; // -Wconstant-conversion
  c = 127;
  c = -129; // -Wconstant-conversion
  c = 255; // -Wconstant-conversion
  d = 256; // -Wconstant-conversion
  d = 255;
  d = -1; // -Wsign-conversion
  s = 40000; // -Wconstant-conversion
  s = 0xffff;
  n = 5000000000L; // -Wconstant-conversion
  n = 0xffffffff; // -Wsign-conversion
  n = 4294967295u; // -Wsign-conversion
  u = -1; // -Wsign-conversion
  u = 5000000000L; // -Wconstant-conversion
  n = 3.5f; // -Wliteral-conversion
  n = 3.0f;
  n = 1e10f; // -Wliteral-conversion
  n = 2.7; // -Wliteral-conversion
  f = 16777217; // -Wimplicit-const-int-float-conversion
  f = 0.1; // -Wimplicit-float-conversion
  takes_char(1000); // -Wconstant-conversion
  takes_int(2.5f); // -Wliteral-conversion
  char e = n ? 400 : 2; // -Wconstant-conversion
  char g = n ? 500 : 'a'; // -Wconstant-conversion
  int h[2] = {1.5f, 3}; // -Wliteral-conversion
  p[0] = c + d + s + e + g + h[0];
  uchar m = ~0; // -Wsign-conversion
  uchar o = 0xff + 1; // -Wconstant-conversion
  p[1] = m + o;
}

kernel void overflows(global int *p, global long *q) {
  p[0] = 2147483647 + 1; // -Winteger-overflow
  p[1] = -2147483647 - 2; // -Winteger-overflow
  p[2] = 65536 * 65536; // -Winteger-overflow
  p[3] = 65536u * 65536u;
  q[0] = 65536 * 65536; // -Winteger-overflow
  q[1] = 65536L * 65536;
  p[4] = 1 << 31;
  q[2] = 9223372036854775807L + 1; // -Winteger-overflow
  p[5] = 2147483647 * 1;
  p[6] = -(-2147483647 - 1); // -Winteger-overflow
}

char narrow(int n) { return n; } // -Wimplicit-int-conversion
float wide(int n) { return n; } // -Wimplicit-int-float-conversion
int whole(float f) { return f; } // -Wfloat-conversion
float single(double d) { return d; } // -Wimplicit-float-conversion
uint sign(int n) { return n; } // -Wsign-conversion

kernel void losses(global int *p, char c, uchar d, short s, int n, uint u, long l, ulong m, float f, double x) {
  c = n; // -Wimplicit-int-conversion
  c = s; // -Wimplicit-int-conversion
  s = n; // -Wimplicit-int-conversion
  s = l; // -Wimplicit-int-conversion
  n = l; // -Wshorten-64-to-32
  n = m; // -Wshorten-64-to-32
  u = l; // -Wshorten-64-to-32
  u = n; // -Wsign-conversion
  n = u; // -Wsign-conversion
  m = l; // -Wsign-conversion
  l = m; // -Wsign-conversion
  l = n;
  m = n; // -Wsign-conversion
  d = c; // -Wsign-conversion
  c = d; // -Wsign-conversion
  s = d;
  s = u; // -Wimplicit-int-conversion
  f = n; // -Wimplicit-int-float-conversion
  f = u; // -Wimplicit-int-float-conversion
  f = l; // -Wimplicit-int-float-conversion
  f = s;
  x = n;
  x = l; // -Wimplicit-int-float-conversion
  n = f; // -Wfloat-conversion
  l = x; // -Wfloat-conversion
  f = x; // -Wimplicit-float-conversion
  c = n & 0x7f;
  c = n & 0xff;
  d = n & 0xff;
  d = n >> 24; // -Wsign-conversion
  d = u >> 24;
  c = n % 100;
  c = n > 3;
  d = n * 2; // -Wimplicit-int-conversion
  s = c + d;
  s = s + 1;
  c += n;
  c += 1;
  s *= 2;
  n += f; // -Wfloat-conversion
  n *= 2.0f; // -Wfloat-conversion
  u += n; // -Wsign-conversion
  f += x; // -Wimplicit-float-conversion
  n = l + 1; // -Wshorten-64-to-32
  n = (int)l;
  n = l > 2;
  takes_int(l); // -Wshorten-64-to-32
  takes_float(x); // -Wimplicit-float-conversion
  takes_char(n); // -Wimplicit-int-conversion
  u = u + n; // -Wsign-conversion
  m = m * n; // -Wsign-conversion
  f = f * n; // -Wimplicit-int-float-conversion
  f = f + 1.0; // -Wimplicit-float-conversion
  c = d ? n : 3; // -Wimplicit-int-conversion
  n = get_global_id(0); // -Wshorten-64-to-32
  int a = get_global_id(0); // -Wshorten-64-to-32
  int b = l * 2; // -Wshorten-64-to-32
  char e = s; // -Wimplicit-int-conversion
  p[0] = a + b + e;
  p[l] = l; // -Wshorten-64-to-32
  p[1] = -l; // -Wimplicit-int-conversion-on-negation
  p[2] = l++; // -Wshorten-64-to-32
  p[3] = ~u; // -Wsign-conversion
  p[4] = (n + l); // -Wshorten-64-to-32
  p[5] = m >> 32; // -Wsign-conversion
  p[6] = n ? l : 2; // -Wshorten-64-to-32
}
