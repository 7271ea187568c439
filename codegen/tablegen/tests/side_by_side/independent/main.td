// Files that share classes and records without a name, and nothing else.
// BESIDE: 3
class Op;
def op : Op;
class Wide<int width> {
  int Width = width;
  string Name = NAME;
}
multiclass Pair<int width> {
  def _a : Wide<width>;
  def _b : Wide<!add(width, 1)>;
}
def before { Wide inner = Wide<1>; }
include "a.td"
// A comment does not end a run.
include "b.td"
include "c.td"

include "d.td"
def after {
  list<Wide> all = [Wide<1>, Wide<3>, Wide<9>, Wide<12>, Wide<20>, B_a, D_2];
  Narrow mine = Narrow<4>;
  dag d = (op B_b:$x, Wide<21>:$y);
}
defm E : Single<3>;
