// Enumerators are `int` while their enumeration is being declared, and have its type from then on if `int` cannot represent
// all of them, also the small ones. The results are those of clang.
// RUN: wavec run %s -O0 --global 1 --local 1 --arg 'buf:i32[8]' --arg i32:1 --dump 0:8 | FileCheck %s
// RUN: wavec run %s -O2 --global 1 --local 1 --arg 'buf:i32[8]' --arg i32:1 --dump 0:8 | FileCheck %s
// CHECK: 0 4 8 1 8 1 1 1

enum small { LEAST = 1, MOST = 2 };
enum unsigned_one { ONE = 1, HIGH = 0x80000000 };
enum wide { W = 1, VERY_HIGH = 0x100000000 };
enum signed_wide { MINUS = -1, LARGE = 0x80000000, WAS_NEGATIVE = MINUS < 0 };

kernel void k(global int *p, int n) {
  p[0] = -n < ONE;
  p[1] = sizeof(ONE);
  p[2] = sizeof(W);
  p[3] = -n < LEAST;
  p[4] = sizeof(MINUS);
  p[5] = WAS_NEGATIVE;
  p[6] = (-5 / ONE) > 0;
  p[7] = MINUS < n;
}
