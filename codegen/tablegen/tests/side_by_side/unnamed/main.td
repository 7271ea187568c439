// Names that begin with a number that is not known yet.
// BESIDE: 1
class A<int x> { int X = x; }
multiclass M<int x> { def _m : A<x>; }
include "a.td"
include "b.td"
include "c.td"
