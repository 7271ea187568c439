// An assignment that should be a comparison.
// RUN: wavec %s -o %t.co 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: wavec %s -fdiagnostics-format=json -o %t.co 2>&1 | FileCheck %s --check-prefix=JSON

#define SET(a) a = 3

kernel void k(global int *p, int n) {
  if (n = 3)
    p[3] = n;
  if (SET(n))
    p[4] = n;
}

//      CHECK:{{.*}}assignment-fix.cl:8:9: warning: using the result of an assignment as a condition without parentheses [-Wparentheses]
// CHECK-NEXT:  if (n = 3)
// CHECK-NEXT:        ^
// CHECK-NEXT:        ==
// CHECK-NEXT:{{.*}}note: place parentheses around the assignment to silence this warning

// JSON: "fixes": [
// JSON: "text": "=="
