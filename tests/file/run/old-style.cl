// Functions whose parameters are declared between the list of their names and the body, and trigraphs.
// RUN: wavec run %s -O0 --global 1 --local 1 --arg 'buf:i32[6]:iota' --dump 0:6 | FileCheck %s
// RUN: wavec run %s -O2 --global 1 --local 1 --arg 'buf:i32[6]:iota' --dump 0:6 | FileCheck %s
// CHECK: 7 3 6 124 35 7

int add(a, b) int a; int b; { return a + b; }
float scaled(v, by, x)
  float2 v;
  float by, x;
{
  return v.x * by + x;
}
void put(p, v) global int *p; int v; { *p = v; }

kernel void k(global int *p) ??<
  put(p, add(3, 4));
  p??(1??) = scaled((float2)(2, 1), 1.0f, 1.0f);
  p[2] = 6 ??! 0;
  p[3] = "a??!"[1];
  p[4] = '??=';
  // The next line is a part of this comment ??/
  p[4] = 1;
  p[5] = 6 ??' 1;
??>
