class E2; class A; class B : A; class C : A; class D : B, E2; class F : C, E2;
def b : B; def c : C; def d : D; def f : F; def a : A;
class L<list<A> l, A x> { list<A> ll = l; A y = x; }
def l1 : L<[b, c], b>;
def l2 : L<[d, f], d>;
def l3 { list<A> m = [b, c]; list<E2> n = [d, f]; defvar q = [d, f]; int s = !size(q); A g = !if(1, b, c); A h = !if(0, d, f); E2 k = !cond(0: d, 1: f); }
class T<bit x> { A g = !if(x, b, c); bits<3> bb = !if(x, 1, 2); bit z = !if(x, x, 0); int w = !if(x, {1,0}, 3); list<int> li = !if(x, [1], []); string st = !if(x, "a", [{b}]); list<A> la = !if(x, [b], [c]); }
def t1 : T<1>; def t0 : T<0>;
class U<int n> { bits<4> v = n; bits<4> w = !add(n, 1); bit x = !eq(n, 3); int y = !eq(n, 3); list<bits<2>> lb = [n, 1]; bits<2> z = {!eq(n, 3), 1}; }
def u3 : U<3>; def u2 : U<2>;
class V<bits<4> n> { int v = n; int w = !add(n, 1); bit x = n{0}; bits<8> cat = {n, n}; bits<8> cat2 = {n{3}, n{3}, n{3}, n{3}, n}; string s = !cast<string>(n); bit eq = !eq(n, 5); bits<3> tr = n{2-0}; int ss = !add(n{3-2}, 1);}
def v5 : V<5>;
def v9 : V<0b1001>;
class W<list<bits<8>> bs, list<string> ss = ["a"], list<list<A>> lla = [[]]> { list<int> is = !foreach(x, bs, !add(x, 0)); int n = !size(lla); }
def w : W<[1, 2, 0xff]>;
def ok { list<int> e1 = []; list<int> e2 = []<int>; list<A> e3 = []<B>; list<list<int>> e4 = [[], [1]]; list<dag> e5 = [(a), (b c:$x)]; int x = !size([]<string>); list<string> mixed = ["a", [{b}]]; list<int> il = [1, {1,0}, 0b11]; }
def cmp { bit a1 = !eq(a, a); bit a2 = !ne(a, b); bit a3 = !eq(b, !cast<A>("b")); bit a4 = !lt(0b10, 3); bit a5 = !eq("x", "x"); bit a6 = !eq(true, 1); }
def casts { string s1 = !cast<string>(5); string s2 = !cast<string>(a); int i1 = !cast<int>(0b101); bits<4> b1 = !cast<bits<4>>(9); bit bb = !cast<bit>(1); A r = !cast<A>("d"); B r2 = !cast<B>(d); list<A> la = !cast<list<A>>([d]); }
