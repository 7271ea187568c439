// A statement that goes on in the next file.
// BESIDE: 0
include "a.td"
include "b.td"
include "c.td"
