// Macros in macros: a note for each, the outermost first, as in clang; of many, the first and the last.
// RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s --implicit-check-not=note:
#define ONE(x) ((x) + undeclared)
#define TWO(y) (ONE(y) * 2)
#define THREE(z) TWO(z)
#define ARG(z) TWO(z)
#define A unknown
#define B A
#define C B
#define D C
#define E D
#define F E
#define G F
#define PASTE(a, b) a##b

kernel void k(global int *p) {
  // CHECK: macro-chains.cl:[[@LINE+4]]:10: error: use of undeclared identifier 'undeclared'
  // CHECK: macro-chains.cl:5:18: note: expanded from macro 'THREE'
  // CHECK: macro-chains.cl:4:17: note: expanded from macro 'TWO'
  // CHECK: macro-chains.cl:3:23: note: expanded from macro 'ONE'
  p[0] = THREE(p[1]);
  // CHECK: macro-chains.cl:[[@LINE+8]]:16: error: use of undeclared identifier 'undeclared'
  // CHECK: macro-chains.cl:6:16: note: expanded from macro 'ARG'
  // CHECK: macro-chains.cl:4:17: note: expanded from macro 'TWO'
  // CHECK: macro-chains.cl:3:23: note: expanded from macro 'ONE'
  // CHECK: macro-chains.cl:[[@LINE+4]]:10: error: use of undeclared identifier 'undeclared'
  // CHECK: macro-chains.cl:5:18: note: expanded from macro 'THREE'
  // CHECK: macro-chains.cl:4:17: note: expanded from macro 'TWO'
  // CHECK: macro-chains.cl:3:23: note: expanded from macro 'ONE'
  p[1] = THREE(ARG(3));
  // CHECK: macro-chains.cl:[[@LINE+8]]:10: error: use of undeclared identifier 'unknown'
  // CHECK: macro-chains.cl:13:11: note: expanded from macro 'G'
  // CHECK: macro-chains.cl:12:11: note: expanded from macro 'F'
  // CHECK: macro-chains.cl:11:11: note: expanded from macro 'E'
  // CHECK: note: (skipping 1 expansions in backtrace)
  // CHECK: macro-chains.cl:9:11: note: expanded from macro 'C'
  // CHECK: macro-chains.cl:8:11: note: expanded from macro 'B'
  // CHECK: macro-chains.cl:7:11: note: expanded from macro 'A'
  p[2] = G;
  // CHECK: macro-chains.cl:[[@LINE+1]]:10: error: use of undeclared identifier 'pasted'
  p[3] = PASTE(pas, ted);
}
