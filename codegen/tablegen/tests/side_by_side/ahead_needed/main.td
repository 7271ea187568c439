// All files need a record that stands between the classes and them, so that they are evaluated once more from where they
// begin on.
// BESIDE: 2
class Op<string n> { string name = n; }
def between : Op<"between">;
include "a.td"
include "b.td"
include "c.td"
