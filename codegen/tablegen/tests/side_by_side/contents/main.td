// A class that an earlier file gives its contents.
// BESIDE: 0
class Later;
class Mark;
def mark : Mark;
include "a.td"
include "b.td"
include "c.td"
