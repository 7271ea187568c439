// Anonymous records: numbering, uniqueness, laziness.
class P<int n> { int v = n; string nm = NAME; }
class Q<P p, int k = 0> { P inner = p; int sum = !add(p.v, k); }
def x1 { P p = P<1>; P same = P<1>; P other = P<2>; Q q = Q<P<3>, 4>; }
class Rec<int n> {
  int fact = !if(!le(n, 1), 1, !mul(n, Rec<!sub(n, 1)>.fact));
}
def fact5 : Rec<5>;
class Fib<int n> {
  int v = !cond(!le(n, 1): n, 1: !add(Fib<!sub(n, 1)>.v, Fib<!sub(n, 2)>.v));
}
class Lazy<int n> { int r = !if(n, P<!add(n, 100)>.v, P<200>.v); }
def lazy0 : Lazy<0>;
def lazy1 : Lazy<1>;
class WithNamed<int a, int b = 2> { int s = !add(a, b); }
def named { int i = WithNamed<b = 5, a = 1>.s; int j = WithNamed<1, b = 5>.s; WithNamed w = WithNamed<1>; }
defvar global = P<77>;
def useglobal { int i = global.v; P p = global; }
class Outer<int n> { list<P> ps = [P<n>, P<!add(n, 1)>]; }
def outer1 : Outer<1>;
def outer2 : Outer<2>;
class TakesList<list<P> l> { list<int> vs = !foreach(p, l, p.v); }
def tl : TakesList<[P<1>, P<5>]>;
def after { string n = !cast<string>(P<1>); P p9 = P<9>; }
