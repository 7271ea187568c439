// What is wrong is told as on one thread.
// BESIDE: 0
class A<int x> { int X = x; }
include "a.td"
include "b.td"
include "c.td"
