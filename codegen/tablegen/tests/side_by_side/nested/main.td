// Files that more than one file includes, and runs in files.
// BESIDE: 1
class A<int x> { int X = x; }
include "a.td"
include "b.td"
include "c.td"
