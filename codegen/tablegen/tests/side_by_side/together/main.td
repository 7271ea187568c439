// Short files at the end, which are read together: those that follow may need what stands before them.
// BESIDE: 4
class Op<string n, list<int> l = [1, 2]> { string name = n; list<int> values = l; }
class Ref<int i> { int index = i; }
include "a.td"
include "long.td"
include "c.td"
include "d.td"
include "e.td"
