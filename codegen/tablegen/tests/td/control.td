class V<int n> { int v = n; }
foreach i = 0-3 in def f#i : V<i>;
foreach i = {5, 7-8} in def g#i : V<i>;
foreach i = [10, 20] in foreach s = ["a", "b"] in def h#i#s : V<i> { string str = s; }
foreach i = 3 in def one#i : V<i>;
foreach i = 4...6 in def dots#i : V<i>;
defvar cond = true;
if cond then def yes : V<1>; else def no : V<0>;
if !eq(1, 2) then { def never : V<0>; } else { def always : V<1>; defvar local = 8; def uses_local : V<local>; }
foreach i = [1, 2, 3] in {
  defvar sq = !mul(i, i);
  if !eq(i, 2) then def even#i : V<sq>;
  else if !gt(i, 2) then def large#i : V<sq>;
  else def small#i : V<sq>;
}
defset list<V> collected = {
  def c1 : V<1>;
  foreach i = [2, 3] in def c#i : V<i>;
  defset list<V> inner = { def c9 : V<9>; }
}
def users { list<V> all = collected; list<V> in_ = inner; list<int> vs = !foreach(x, collected, x.v); }
defvar top = !add(2, 3);
def usestop : V<top>;
def instances { list<V> l = !instances<V>("^c[0-9]$"); int n = !size(!instances<V>()); bit ex = !exists<V>("c1"); bit nex = !exists<V>("nope"); bit self = !exists<V>("instances"); }
let v = 100 in foreach i = [1] in def let_for#i : V<i>;
class HasVar<int a> { defvar d = !mul(a, 3); int x = d; defvar e = x; int y = e; }
def hv : HasVar<4>;
def hv2 : HasVar<4> { let x = 0; }
foreach s = ["p", "q"] in { def "n_" # s; }
foreach v = collected in def "wrap_" # v { V w = v; int vv = v.v; }
assert !eq(top, 5), "top";
def isa_other;
def isa { bit a = !isa<V>(c1); bit b = !isa<int>(c1); bit c = !isa<V>(isa_other); }
