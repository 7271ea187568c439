// A class that a later file gives its contents.
// BESIDE: 1
class Later;
class Mark;
include "a.td"
include "c.td"
include "b.td"
def d : Later { string text = "d"; }
