struct pair { int first[4]; int second; };
struct tail { int count; int data[1]; };

kernel void arrays(global int *p, int n) {
  int a[4] = {0, 1, 2, 3};
  int m[2][3] = {{0}};
  local int shared[64];
  struct pair s = {{0}, 1};
  p[0] = a[3];
  p[1] = a[4]; // -Warray-bounds
  p[2] = a[-1]; // -Warray-bounds
  p[3] = *(a + 3);
  p[4] = m[1][2];
  p[5] = m[2][0]; // -Warray-bounds
  p[6] = m[1][3]; // -Warray-bounds
  a[5] = 1; // -Warray-bounds
  a[100]++; // -Warray-bounds
  shared[64] = n; // -Warray-bounds
  shared[63] = n;
  p[7] = s.first[4]; // -Warray-bounds
  global int *end = p + 100;
  private int *last = &a[4];
  private int *beyond = &a[5]; // -Warray-bounds
  p[8] = last - beyond + (int)(end - p); // -Wshorten-64-to-32
  p[9] = a[n];
  p[10] = sizeof(a[9]);
  p[11] = a[2 + 2]; // -Warray-bounds
  p[12] = p[-1];
  p[13] = shared[p[1]];
}

kernel void flexible(global struct tail *t, global int *p) {
  p[0] = t->data[0];
  p[1] = t->data[1];
  p[2] = t->data[5];
}

kernel void nulls(global int *p) {
  *(int *)0 = 1; // -Wnull-dereference
  *(private int *)0 = 1; // -Wnull-dereference
  p[0] = *(int *)0; // -Wnull-dereference
  *(volatile int *)0 = 1;
  *(global int *)0 = 2; // -Wnull-dereference
  int *q = 0;
  *q = 1;
}

kernel void shifts(global int *p, int n, uint u, char c, long l) {
  p[0] = n << 32; // -Wshift-count-overflow; not in clang
  p[1] = n << 31;
  p[2] = n >> -1; // -Wshift-count-negative; not in clang
  p[3] = u >> 33; // -Wshift-count-overflow; not in clang
  p[4] = c << 8;
  p[5] = l << 40; // -Wshorten-64-to-32
  p[6] = l << 64; // -Wshift-count-overflow, -Wshorten-64-to-32; not in clang
  p[7] = n << u;
  n <<= 32; // -Wshift-count-overflow; not in clang
  p[8] = n;
}

kernel void zeros(global int *p, int n, float f) {
  p[0] = n / 0; // -Wdivision-by-zero
  p[1] = n % 0; // -Wdivision-by-zero
  p[2] = f / 0; // -Wfloat-conversion
  p[3] = f / 0.0f; // -Wfloat-conversion
  p[4] = n / (1 - 1); // -Wdivision-by-zero
  n /= 0; // -Wdivision-by-zero
  p[5] = n;
}
