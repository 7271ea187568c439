enum color { RED, GREEN, BLUE };

kernel void same(global int *p, int n, float f, float4 v) { // -Wunused-parameter
  if (n == n) p[0] = 1; // -Wtautological-compare
  if (n != n) p[0] = 1; // -Wtautological-compare
  if (n < n) p[0] = 1; // -Wtautological-compare
  if (n >= n) p[0] = 1; // -Wtautological-compare
  if (f == f) p[0] = 1;
  if (f != f) p[0] = 1;
  if (p[0] == p[0]) p[0] = 1; // -Wtautological-compare
  if (n == n + 1) p[0] = 1;
}

void limits(global int *p, char c, uchar d, short s, ushort t, int n, uint u, long l, ulong m, bool b) { // -Wunused-parameter
  if (c == 300) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  if (c == 128) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  if (c < 128) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  if (c > 127) p[0] = 1;
  if (c != -129) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  if (d == 256) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  if (d == 255) p[0] = 1;
  if (d > 255) p[0] = 1;
  if (d < 0) p[0] = 1; // -Wtautological-unsigned-zero-compare
  if (d == -1) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  if (s == 40000) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  if (s < 100000) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  if (t > 65535) p[0] = 1;
  if (t >= 65536) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  if (n == 5000000000L) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  if (n < 0) p[0] = 1;
  if (u < 0) p[0] = 1; // -Wtautological-unsigned-zero-compare
  if (u >= 0) p[0] = 1; // -Wtautological-unsigned-zero-compare
  if (u <= 0) p[0] = 1;
  if (u > 0) p[0] = 1;
  if (0 > u) p[0] = 1; // -Wtautological-unsigned-zero-compare
  if (0 <= m) p[0] = 1; // -Wtautological-unsigned-zero-compare
  if (u < 0u) p[0] = 1; // -Wtautological-unsigned-zero-compare
  if (u == -1) p[0] = 1; // -Wsign-compare
  p[0] = (n == 3) == 2; // -Wtautological-constant-out-of-range-compare
  if ((n > 1) < 2) p[0] = 1; // -Wtautological-constant-out-of-range-compare
  p[0] = !n == 5; // -Wlogical-not-parentheses, -Wtautological-constant-out-of-range-compare
  p[0] = b == 2; // -Wtautological-constant-out-of-range-compare
  if (300 == c) p[0] = 1; // -Wtautological-constant-out-of-range-compare
}

kernel void signs(global int *p, int n, uint u, char c, uchar d, short s, ushort t, long l, ulong m) { // -Wunused-parameter
  if (n < u) p[0] = 1; // -Wsign-compare
  if (u > n) p[0] = 1; // -Wsign-compare
  if (n == u) p[0] = 1; // -Wsign-compare
  if (u != n) p[0] = 1; // -Wsign-compare
  if (c < u) p[0] = 1; // -Wsign-compare
  if (d < n) p[0] = 1;
  if (d < c) p[0] = 1;
  if (t == n) p[0] = 1;
  if (d == u) p[0] = 1;
  if (l < u) p[0] = 1;
  if (l < m) p[0] = 1; // -Wsign-compare
  if (n < m) p[0] = 1; // -Wsign-compare
  if (5 < u) p[0] = 1;
  if (u < 5) p[0] = 1;
  if (n < 5u) p[0] = 1; // -Wsign-compare
  if ((n & 7) < u) p[0] = 1;
  if ((n & 0x7fffffff) < u) p[0] = 1;
  if (n / 2 < u) p[0] = 1; // -Wsign-compare
  if (n == d) p[0] = 1;
  if ((int)d < u) p[0] = 1; // -Wsign-compare
  if ((n > 2) < u) p[0] = 1;
  if (get_global_id(0) < n) p[0] = 1; // -Wsign-compare
  if (n < get_global_id(0)) p[0] = 1; // -Wsign-compare
  for (int i = 0; i < u; i++) p[i] = 1; // -Wsign-compare
  for (int i = 0; i < get_global_size(0); i++) p[i] = 1; // -Wsign-compare
}
