// Floats and pointers do not convert to each other: messages suggest conversions of integers only.
// RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s
kernel void k(global int *a) {
  // CHECK: [[@LINE+1]]:9: error: initializing 'float' with an expression of incompatible type '__constant char *'
  float f = "s";
  // CHECK: [[@LINE+1]]:7: error: incompatible pointer to integer conversion initializing 'int' with an expression of type '__constant char *'
  int i = "s";
  // CHECK: [[@LINE+1]]:8: error: initializing 'int *' with an expression of incompatible type 'float'
  int *p = 1.0f;
  // CHECK: [[@LINE+1]]:5: error: assigning to 'float' from incompatible type '__global int *'
  f = a;
}
