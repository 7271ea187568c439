// A name that an earlier file gives a meaning.
// BESIDE: 1
class Op;
def first { bit there = !exists<Op>("known"); }
include "a.td"
include "b.td"
include "c.td"
include "d.td"
