#define VALUE(x) x
int plain(int x);

kernel void values(global int *p, volatile global int *q, int n, float4 v, float f) {
  n; // -Wunused-value
  n + 1; // -Wunused-value
  n + p[0]; // -Wunused-value
  *p; // -Wunused-value
  p[0]; // -Wunused-value
  *q;
  -n; // -Wunused-value
  !n; // -Wunused-value
  (void)n;
  n == 1; // -Wunused-comparison
  n != 1; // -Wunused-comparison
  n < 1; // -Wunused-comparison
  n && p[0]; // -Wunused-value
  n || p[0]++;
  n ? p[0]++ : p[1]++;
  n ? 1 : 2; // -Wunused-value
  n, p[0]++; // -Wunused-value
  p[0]++, n; // -Wunused-value
  v.x; // -Wunused-value
  v.xy = v.zw;
  v + 1; // -Wunused-value
  plain(n);
  get_global_id(0); // -Wunused-value
  get_local_size(1); // -Wunused-value
  barrier(CLK_LOCAL_MEM_FENCE);
  min(n, 2); // -Wunused-value
  sqrt(f); // -Wunused-value
  mad24(n, 2, 3); // -Wunused-value
  atomic_inc(p);
  (n); // -Wunused-value
  (n + 1); // -Wunused-value
  (int)f; // -Wunused-value
  for (n + 1; n < 3; n + 1) n++; // -Wunused-value
  for (n; n < 3; ++n) p[n] = 1; // -Wunused-value
  5; // -Wunused-value
  "text"; // -Wunused-value
  sizeof(n); // -Wunused-value
  &n; // -Wunused-value
  n = 3, n + 1; // -Wunused-value
  p[n++]; // -Wunused-value
  n--;
  (float)n + 1.0f; // -Wunused-value
}

kernel void assigned(global int *p, int n, global int *q) { // -Wunused-parameter
  int a = n;
  a = a; // -Wself-assign
  n = n; // -Wself-assign
  p = p; // -Wself-assign
  p[0] = p[0];
  a = (int)a;
  a += a;
  float f = 1;
  f = f; // -Wself-assign
  p[1] = a + f; // -Wfloat-conversion, -Wimplicit-int-float-conversion
  volatile int w = n;
  w = w;
}

kernel void characters(global int *p) {
  p[0] = 'ab'; // -Wmultichar
  p[1] = 'abcd'; // -Wfour-char-constants
  p[2] = 'a' + L'\xff';
}
