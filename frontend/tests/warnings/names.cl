constant int table[2] = {1, 2};

static int unused_helper(int v) { return v; } // -Wunused-function
static int used_helper(int v) { return v; }
static inline int unused_inline(int v) { return v; } // -Wunused-function
inline int plain_inline(int v) { return v; }
int external(int v) { return v; }
static int declared(int v); // -Wunused-function
static __attribute__((unused)) int deliberate(int v) { return v; }

kernel void variables(global int *p, int n, int spare, int __attribute__((unused)) quiet) { // -Wunused-parameter
  int a; // -Wunused-variable
  int b = 1; // -Wunused-variable
  int c, d = n; // -Wunused-variable
  int e __attribute__((unused)) = 3;
  int f[4]; // -Wunused-variable
  local int g[4]; // -Wunused-variable
  int h; // -Wunused-but-set-variable
  h = n;
  int i = 0; // -Wunused-but-set-variable
  i++;
  int j = 0; // -Wunused-but-set-variable
  j += n;
  int k = 0;
  p[0] = k++;
  int l = 0;
  p[1] = l = n;
  int m[2];
  m[0] = 1;
  float4 v;
  v.x = 1;
  volatile int w = n; // -Wunused-but-set-variable
  w = 2;
  int x = used_helper(n);
  (void)x;
  int y = n;
  { int y = 2; p[2] = y; } // -Wshadow
  p[3] = y;
  for (int z = 0; z < 3; z++) ;
  int o = 0;
  private int *q = &o; // -Wunused-variable
  int r = 0, t = r; // -Wunused-variable
  const int u = 5; // -Wunused-variable
  struct { int a; } s;
  s.a = 1;
}

kernel void labels(global int *p, int n) {
unused: // -Wunused-label
  p[0] = 1;
again:
  p[1]++;
  if (p[1] < n) goto again;
last: __attribute__((unused));
}

kernel void shadows(global int *p, int n, int table) { // -Wshadow
  int a = 1;
  {
    int a = 2; // -Wshadow
    int n = a; // -Wshadow
    p[0] = n;
  }
  for (int i = 0; i < n; i++) {
    for (int i = 0; i < n; i++) p[i] = i; // -Wshadow
  }
  int shadows = 3;
  p[1] = a + shadows + table;
}
