// What depends on the name of a record without one is not taken over.
// BESIDE: 1
class A<int x> { int X = x; }
include "a.td"
include "b.td"
include "c.td"
include "d.td"
include "e.td"
