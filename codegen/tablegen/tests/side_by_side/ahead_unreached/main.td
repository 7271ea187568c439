// What looks like includes is a comment in one case, left out in the other.
// BESIDE: 0
class Op<string n> { string name = n; }
def before : Op<"before">;
/*
include "a.td"
include "b.td"
*/
#ifdef NEVER
include "a.td"
include "b.td"
#endif
def after : Op<"after">;
