include "d.td"
include "e.td"
def c { A x = A<1>; }
