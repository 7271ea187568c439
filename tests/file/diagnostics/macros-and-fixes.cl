// Notes about macros, and texts that should be in the source.
// RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s --check-prefix=TEXT --match-full-lines --strict-whitespace
// RUN: not wavec %s -fdiagnostics-format=json -o %t.co 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not wavec %s -fdiagnostics-format=sarif -o %t.co 2>&1 | FileCheck %s --check-prefix=SARIF

#define PLUS_OTHER(x) ((x) + othr)
#define TWICE(x) \
  (2 * PLUS_OTHER(x))

kernel void k(global int *p, int n) {
  int count = n;
  p[0] = TWICE(n);
  p[1] = cuont;
  p[2] = n
  if (n = 3)
    p[3] = 1;
  p[4] = PLUS_OTHER(n)
}

//      TEXT:{{.*}}macros-and-fixes.cl:12:10: error: use of undeclared identifier 'othr'
// TEXT-NEXT:  p[0] = TWICE(n);
// TEXT-NEXT:         ^~~~~
// TEXT-NEXT:{{.*}}macros-and-fixes.cl:8:8: note: expanded from macro 'TWICE'
// TEXT-NEXT:  (2 * PLUS_OTHER(x))
// TEXT-NEXT:       ^~~~~~~~~~
// TEXT-NEXT:{{.*}}macros-and-fixes.cl:6:30: note: expanded from macro 'PLUS_OTHER'
// TEXT-NEXT:#define PLUS_OTHER(x) ((x) + othr)
// TEXT-NEXT:                             ^~~~
// TEXT-NEXT:{{.*}}macros-and-fixes.cl:13:10: error: use of undeclared identifier 'cuont'; did you mean 'count'?
// TEXT-NEXT:  p[1] = cuont;
// TEXT-NEXT:         ^~~~~
// TEXT-NEXT:         count
// TEXT-NEXT:{{.*}}macros-and-fixes.cl:14:11: error: expected ';' after expression
// TEXT-NEXT:  p[2] = n
// TEXT-NEXT:          ^
// TEXT-NEXT:          ;
// TEXT-NEXT:{{.*}}macros-and-fixes.cl:17:10: error: use of undeclared identifier 'othr'
// TEXT-NEXT:  p[4] = PLUS_OTHER(n)
// TEXT-NEXT:         ^~~~~~~~~~
// TEXT-NEXT:{{.*}}macros-and-fixes.cl:6:30: note: expanded from macro 'PLUS_OTHER'

// JSON: "line": 12,
// JSON: "message": "expanded from macro 'TWICE'",
// JSON: "message": "expanded from macro 'PLUS_OTHER'",
// JSON: "fixes": [
// JSON-NEXT: {
// JSON-NEXT: "column": 10,
// JSON-NEXT: "end_column": 15,
// JSON-NEXT: "end_line": 13,
// JSON: "line": 13,
// JSON-NEXT: "text": "count"
// JSON: "text": ";"

// SARIF: "fixes": [
// SARIF: "deletedRegion": {
// SARIF: "startLine": 13
// SARIF: "insertedContent": {
// SARIF-NEXT: "text": "count"
