// Macros that an earlier file defines.
// BESIDE: 2
#define BEFORE
include "a.td"
include "b.td"
include "c.td"
include "d.td"
#ifdef FROM_D
def fromD;
#endif
