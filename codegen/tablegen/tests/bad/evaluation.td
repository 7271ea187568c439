class B;
def b : B;
def op;
def op2;
def a { int i = !div(1, 0); }
def c { B x = !cast<B>("missing"); }
def d { B x = !cast<B>("op"); }
def e { int i = !cond(0: 1, false: 2); }
def f { dag d = !con((op 1), (op2 2)); }
def g { int i = !logtwo(0); }
def h { string s = !substr("abc", 7); }
def i { int n = !getdagarg<int>((op 1), 3); }
def j { int n = !getdagarg<int>((op 1:$a), "b"); }
def k { list<int> l = !range(1, 5, 0); }
def l { bit m = !match("a", "("); }
def m { int v = n.v; }
class X { int v; }
def n : X { int w = ?; int u = !add(w, 1); }
assert !eq(1, 2), "one is not " # "two";
class As<int n> { int v = n; assert !gt(n, 0), "n is " # n; }
def o : As<0>;
def op3;
def p { string s = !getdagname((op3 1), 5); }
def q { int i = !substr("abc", 1); }
def r { string s = !substr("abc", 1, "a"); }
multiclass Twice { def _x; def _x; }
defm s : Twice;
def 7;
