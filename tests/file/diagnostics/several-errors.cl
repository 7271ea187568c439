// RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s
// RUN: not test -e %t.co
// Several errors in one run, each with its location and a caret; no output.

kernel void f(global int *p, int n)
{
    p[0] = q;
    p[1] = n +;
    p[2] = missing(n);
    int *g = p;
}

// CHECK: several-errors.cl:7:12: error:
// CHECK-NEXT: p[0] = q;
// CHECK-NEXT: ^
// CHECK: several-errors.cl:8:15: error:
// CHECK: several-errors.cl:9:12: error:
