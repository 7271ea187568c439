// defset/defvar/deftype/if/let scoping
deftype reg = int; deftype names = list<string>;
class X<reg r, names n = ["d"]> { reg v = r; names nn = n; }
defvar g1 = 5;
defvar g2 = !add(g1, 1);
let v = g2 in { defvar inner = "in"; def x1 : X<g1, [inner]>; let nn = [inner # "2"] in { def x2 : X<g1>; defvar g1 = 50; def x3 : X<g1>; } }
def x4 : X<g1>;
foreach i = [1,2] in { defvar k = !mul(i, 10); if !eq(k, 10) then { defvar k = 99; def f#i : X<k>; } else { def f#i : X<k>; } defvar m = k; def gg#i : X<m>; }
multiclass M<int a> { defvar b = !add(a, 1); if !eq(b, 2) then { defvar c = "two"; def _two : X<b, [c]>; } else if !eq(b, 3) then def _three : X<b>; else { foreach j = [b] in { defvar dd = j; def _else#j : X<dd>; } } let v = 7 in def _let : X<a>; }
defm m1 : M<1>; defm m2 : M<2>; defm m3 : M<3>;
defset list<X> ds = { defm dm : M<4>; foreach i = [1] in def di#i : X<i>; def : X<3>; let v = 1 in def dl : X<2>; }
def usesds { list<string> names_ = !foreach(q, ds, !cast<string>(q)); int n = !size(ds); }
class Y { defvar loc = 3; int a = loc; defvar loc2 = a; int b = !add(loc2, 1); }
def y : Y { let a = 10; defvar z = b; int c = z; }
if !gt(g1, 3) then if !lt(g1, 3) then def no; else def dangling;
let v = 1, v = 2 in def twice : X<0>;
defm mm1 : M<1>;
defvar dv = x1;
def udv { int i = dv.v; X xx = dv; }
defvar ul = [x1, x2];
foreach e = ul in def "q_"#e { int i = e.v; }
class Tm<X p = x1> { int pv = p.v; }
def tm : Tm; def tm2 : Tm<x2>;
def self_type { X me = ?; }
