int always(int n) { return n; }
int never(int n) { n++; } // -Wreturn-type
int sometimes(int n) { if (n) return 1; } // -Wreturn-type
int both(int n) { if (n) return 1; else return 2; }
int loops(int n) { while (1) { n++; } }
int leaves(int n) { while (1) { if (n++ > 3) break; } } // -Wreturn-type
int endless(int n) { for (;;) { if (n++ > 3) return n; } }
int counted(int n) { for (int i = 0; i < n; i++) return i; } // -Wreturn-type
int cases(int n) { switch (n) { case 1: return 1; default: return 2; } }
int open(int n) { switch (n) { case 1: return 1; case 2: return 2; } } // -Wreturn-type
int falls(int n) { switch (n) { case 1: n++; default: return n; } }
int breaks(int n) { switch (n) { case 1: break; default: return n; } } // -Wreturn-type
int repeats(int n) { do { return n; } while (n); } // -Wunreachable-code
int jumps(int n) { goto end; end: return n; }
int jumps_out(int n) { if (n) goto end; return 1; end: n++; } // -Wreturn-type
int traps(int n) { __builtin_trap(); } // -Wunused-parameter
int unreached(int n) { if (n) return 1; __builtin_unreachable(); }
int constant_true(int n) { if (1) return n; }
int constant_false(int n) { if (0) return n; } // -Wreturn-type
float4 vector(float4 v) { if (v.x > 0) return v; } // -Wreturn-type

kernel void dead(global int *p, int n) {
  while (1) {
    p[0]++;
    break;
    p[1]++; // -Wunreachable-code
  }
  for (;;) {
    if (n++ > 3) break;
    continue;
    n = 2; // -Wunreachable-code
  }
  if (n) {
    p[2] = 1;
    return;
    p[3] = 2; // -Wunreachable-code
  }
  switch (n) {
    p[4] = 1; // -Wunreachable-code
  case 1:
    p[5] = 1;
    break;
    p[6] = 1; // -Wunreachable-code
  }
  return;
  p[7] = n; // -Wunreachable-code
  p[8] = n;
}

kernel void values(global int *p, int n) {
  int a;
  p[0] = a; // -Wuninitialized
  int b;
  b = 1;
  p[1] = b;
  int c;
  if (n) c = 1; // -Wsometimes-uninitialized
  p[2] = c;
  int d;
  if (n) d = 1; else d = 2;
  p[3] = d;
  int e;
  if (n) return; else e = 1;
  p[4] = e;
  int f;
  for (int i = 0; i < n; i++) f = i;
  p[5] = f; // -Wconditional-uninitialized
  int g;
  while (n > 3) { g = 1; n--; }
  p[6] = g; // -Wconditional-uninitialized
  int h;
  do { h = 1; } while (n-- > 0);
  p[7] = h;
  int i; // -Wunused-but-set-variable
  i++; // -Wuninitialized
  int j; // -Wunused-but-set-variable
  j += 2; // -Wuninitialized
  float k;
  p[8] = k * 2; // -Wfloat-conversion, -Wuninitialized
  float4 v;
  p[9] = v.x > 0; // -Wuninitialized; not in clang
  float4 w;
  w.x = 1;
  p[10] = w.x; // -Wfloat-conversion
  int *q;
  *q = 3; // -Wuninitialized
  int r;
  private int *s = &r;
  *s = 4;
  p[11] = r;
  int t = t;
  int u;
  (void)u;
  int x[2];
  p[12] = x[0];
}

kernel void branches(global int *p, int n, int m) {
  int a;
  switch (n) { case 1: a = 1; break; case 2: a = 2; break; default: a = 3; }
  p[0] = a;
  int b;
  switch (n) { case 1: b = 1; break; case 2: b = 2; break; }
  p[1] = b; // -Wconditional-uninitialized
  int c;
  if (n && (c = m)) p[2] = c;
  int d;
  if (n || (d = m)) p[3] = 1; else p[3] = d;
  int e;
  p[4] = n ? (e = 1) : 2; // -Wsometimes-uninitialized
  p[5] = e;
  int f;
  if (n) f = 1;
  if (m) p[6] = f; // -Wconditional-uninitialized
  int g;
  if (!n) g = 1;
  else if (m) g = 2; // -Wsometimes-uninitialized
  p[7] = g;
  int h;
  if (n) { if (m) h = 1; else h = 2; } else h = 3;
  p[8] = h;
  int i;
  for (;;) { if (n++ > 3) { i = 1; break; } }
  p[9] = i;
  int j;
  for (int k = 0; k < n; k++) { if (k > 0) p[k] = j; j = k; } // -Wconditional-uninitialized
}

enum color { RED, GREEN, BLUE = GREEN };
int every_color(enum color c) { switch (c) { case RED: return 1; case GREEN: return 2; } }
int one_color(enum color c) { switch (c) { case RED: return 1; } } // -Wreturn-type
int as_number(enum color c) { switch ((int)c) { case RED: return 1; case GREEN: return 2; } } // -Wreturn-type
int in_range(enum color c) { switch (c) { case RED ... GREEN: return 1; } }
int of_colors(enum color c) {
  int x;
  switch (c) { case RED: x = 1; break; case BLUE: x = 2; break; }
  return x;
}
int of_one(enum color c) {
  int x;
  switch (c) { case RED: x = 1; break; }
  return x; // -Wconditional-uninitialized
}
