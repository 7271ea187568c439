// OpenCL C has no recursion, but other compilers accept it: a warning, and calls that use the stack.
// RUN: wavec run %s -O0 --kernel k --global 8 --local 8 --arg buf:i32[8]:zero --arg buf:i32[8]:zero --dump 0 --dump 1 2>&1 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 8 --local 8 --arg buf:i32[8]:zero --arg buf:i32[8]:zero --dump 0 --dump 1 2>&1 | FileCheck %s
// RUN: wavec run %s -O3 -mcpu=gfx1100 --kernel k --global 8 --local 8 --arg buf:i32[8]:zero --arg buf:i32[8]:zero --dump 0 --dump 1 2>&1 | FileCheck %s
// RUN: wavec check %s --kernel k --global 8 --local 8 --arg buf:i32[8]:zero --arg buf:i32[8]:zero 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: wavec -c %s -Wno-recursion -Werror -o /dev/null
// RUN: not wavec -c %s -Werror=recursion -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: 1 1 2 3 5 8 13 21
// CHECK-NEXT: 0 1 0 1 0 1 0 1
// WARNING: [[@LINE+2]]:5: warning: 'fibonacci' calls itself: OpenCL C has no recursion [-Wrecursion]
// ERROR: [[@LINE+1]]:5: error: 'fibonacci' calls itself: OpenCL C has no recursion [-Werror,-Wrecursion]
int fibonacci(int n) {
  return n < 2 ? 1 : fibonacci(n - 1) + fibonacci(n - 2);
}

int is_odd(int n);
int is_even(int n) {
  return n == 0 ? 1 : is_odd(n - 1);
}
int is_odd(int n) {
  return n == 0 ? 0 : is_even(n - 1);
}

kernel void k(global int *sums, global int *odd) {
  int i = get_global_id(0);
  sums[i] = fibonacci(i);
  odd[i] = is_odd(i);
}
