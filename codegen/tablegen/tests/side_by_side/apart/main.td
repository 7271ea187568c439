// Short files at the end, which are read together at first, but one of them needs what a longer one defines.
// BESIDE: 3
class Op<string n> { string name = n; }
include "a.td"
include "long.td"
include "c.td"
include "d.td"
include "e.td"
