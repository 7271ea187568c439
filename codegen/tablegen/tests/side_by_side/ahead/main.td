// Between the classes and the files are only records: the files are evaluated from the classes on. One of them needs one
// of the records, another has the name of one in it; these are read in their turn.
// BESIDE: 2
class Op<string n, list<int> l = [1, 2]> { string name = n; list<int> values = l; }
class Ref<int i> { int index = i; }
def between : Op<"between">;
foreach i = 0...3 in def other # i : Op<"other" # i> { Ref ref = Ref<i>; }
def : Ref<7>;
include "a.td"
include "b.td"
include "c.td"
include "d.td"
include "e.td"
def last : Op<"last"> { Ref ref = Ref<8>; }
