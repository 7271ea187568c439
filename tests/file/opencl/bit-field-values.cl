// RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:i32[14]:zero --dump 0:14 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 1 --local 1 --arg buf:i32[14]:zero --dump 0:14 | FileCheck %s
// A bit-field whose values an int can represent is promoted to int, and the value of an assignment to a bit-field is what it
// keeps.

#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

struct fields { uint a : 3; uint b : 32; int c : 5; ulong d : 20; ulong e : 40; };

// CHECK: 1 0 1 1 0 1 1 -3 4 8 1 -1 -16 255
kernel void k(global int *out) {
  struct fields s = {1, 2, 3, 4, 5};
  int minus_one = -1;
  out[0] = minus_one < s.a;
  out[1] = minus_one < s.b;
  out[2] = minus_one < s.d;
  out[3] = minus_one < (s.a = 5);
  out[4] = minus_one < (uint)s.a;
  out[5] = minus_one < (0, s.a);
  out[6] = minus_one < (s.a += 1);
  out[7] = s.d - 7;
  out[8] = sizeof(+s.d);
  out[9] = sizeof(s.e + 0);
  out[10] = (s.a = 9);
  out[11] = (s.c = 31);
  s.c = 15;
  out[12] = ++s.c;
  out[13] = (s.e = 0x1ffffffffff) >> 32;
}
