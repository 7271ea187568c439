// A macro is defined between where the files are evaluated from and where they are: one asks for it.
// BESIDE: 1
class Op<string n> { string name = n; }
def before : Op<"before">;
#define BETWEEN
def between : Op<"between">;
include "a.td"
include "b.td"
include "c.td"
