// What is wrong with lists of parameters without types.
// RUN: not wavec %s -o - 2>&1 | FileCheck %s
// CHECK: old-style.cl:[[@LINE+1]]:10: error: parameter 'b' was not declared
int f(a, b) int a; { return a; }
// CHECK: old-style.cl:[[@LINE+1]]:18: error: parameter named 'c' is missing
int g(a) int a, *c; { return a; }
// CHECK: old-style.cl:[[@LINE+1]]:7: error: a parameter list without types is only allowed in a function definition
int h(a);
// CHECK: old-style.cl:[[@LINE+1]]:21: error: redefinition of parameter
int i(a) int a; int a; { return a; }
