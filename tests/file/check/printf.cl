// What a kernel prints is printed, in the order of execution, and what it is made of is checked.
// RUN: wavec check %s --kernel prints --global 2 --local 2 --arg 'buf:i32[2]:iota' | FileCheck %s --match-full-lines --check-prefix=PRINTS
// RUN: not wavec check %s --kernel undefined --global 1 --local 1 2>&1 | FileCheck %s --check-prefix=UNDEFINED

kernel void prints(global int *x) {
  int i = get_global_id(0);
  printf("item %d: %d %v4f %s\n", i, x[i], (float4)(1, 2, 3, i), "ok");
}
// PRINTS: item 0: 0 1.000000,2.000000,3.000000,0.000000 ok
// PRINTS-NEXT: item 1: 1 1.000000,2.000000,3.000000,1.000000 ok

kernel void undefined(void) {
  int n;
  printf("%d\n", n);
}
// UNDEFINED: printf.cl:[[@LINE-2]]:3: error: a value that is stored in global memory depends on memory that was never written [uninitialized]
