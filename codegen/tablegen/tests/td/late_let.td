// late let & resolution order
class A { int x = 1; int y = x; int z = !add(y, x); list<int> l = [x, y, z]; }
def a : A { let x = 5; }
def b : A { let y = 7; let x = 9; }
class B : A { let x = 20; int w = z; }
def c : B { let z = 1; }
let x = 3 in def d : B;
let x = 4, y = 8 in { def e : B { let w = 0; } let x = 6 in class C2 : B; }
def f : C2;
class P<int k> { int v = k; int sum = !add(v, k); }
class Q<int k> : P<!mul(k, 2)> { let v = k; }
def g : Q<10>;
def h : Q<10> { let v = 1; }
class Cyc { int q = 0; int p = q; let q = p; }
def cyc : Cyc { let p = 3; }
def cyc2 : Cyc { let q = 3; }
class Bits { bits<8> b = 0; bits<4> hi = b{7-4}; let b{3-0} = 0xf; bit t = b{0}; }
def bt : Bits { let b{7-6} = 0b11; }
def bt2 : Bits { let b = ?; let b{0} = 1; }
class UnsetChain { int x = ?; string s = ?; list<int> l = ?; dag dd = ?; A a = ?; int af = 0; }
def uc : UnsetChain;
def uc2 : UnsetChain { let x = 2; let s = "z"; let a = b; }
class Templ<int a, int b = !add(a, 1)> { int aa = a; int bb = b; }
class Templ2<int a> : Templ<a> { int c = bb; }
def t2 : Templ2<5>;
def t3 : Templ2<5> { let aa = 100; }
class ListOf<list<int> l = []> { list<int> ll = l; int n = !size(l); }
def lo : ListOf;
def lo2 : ListOf<[1,2]>;
class Sup<int a> { int a_ = a; }
class Mid<int a> : Sup<a>;
class Low<int a> : Mid<!add(a,1)> { int low = a; int up = a_; }
def low : Low<1>;
class Sup2 { int up = 99; }
def low2 : Low<1>, Sup2;
