// All defs of a class.
// BESIDE: 1
class A<int x> { int X = x; }
include "a.td"
include "b.td"
include "c.td"
