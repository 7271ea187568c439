// Warnings, and what is printed.
// BESIDE: 2
class A<int x> { int X = x; }
include "a.td"
include "b.td"
include "c.td"
