// Inheritance, template arguments, late let, shadowing of fields.
class Forward;
class A<int a, string s = "dflt", list<int> l = [a, !add(a, 1)]> {
  int x = a;
  int y = !add(x, 10);
  string name = s;
  list<int> list_ = l;
}
class B<int b> : A<!mul(b, 2)> { let x = 100; int z = !add(y, b); }
class C<string s, int n = 5> : A<n, s # "_c">, Forward;
class Forward2<int i = 1> { int f2 = i; }
class D : B<4>, Forward2<9> { let z = 0; }
def a1 : A<1>;
def a2 : A<1, "given">;
def a3 : A<s = "named", a = 3>;
def a4 : A<4, l = [9]>;
def b1 : B<7>;
def b2 : B<7> { let x = 1; }
def c1 : C<"cc">;
def c2 : C<n = 8, s = "ss">;
def d1 : D;
def d2 : D, Forward { int extra = f2; let f2 = 77; }
let x = 55, name = "outer" in {
  def l1 : A<1>;
  let name = "inner" in def l2 : A<2>;
  def l3 : A<3> { let name = "body"; }
}
class Self { string me = NAME; Self other = ?; }
def self1 : Self;
def self2 : Self { let other = self1; }
def self3 : Self { let other = self3; }
class Chain<int n> { int v = n; int w = v; int u = w; }
def chain : Chain<1> { let v = 2; }
def chain2 : Chain<1> { let w = 3; }
class Redeclared { int i = 1; }
class Redeclares : Redeclared { int i = 2; }
def redeclares : Redeclares { int i = 3; }
class Defaults<int a = 1, int b = a, int c = !add(a, b)> { int va = a; int vb = b; int vc = c; }
def df0 : Defaults;
def df1 : Defaults<5>;
def df2 : Defaults<5, 6>;
def df3 : Defaults<c = 0>;
class Uses<Defaults d> { int sum = !add(d.va, d.vb, d.vc); Defaults keep = d; }
def u1 : Uses<df1>;
def u2 : Uses<Defaults<2, 3>>;
class DerivedDefaults : Defaults<10>;
def u3 : Uses<DerivedDefaults<>>;
class BitArg<bit flag = 0, bits<3> w = 5> { bit f = flag; bits<3> ww = w; }
def ba : BitArg<1, 0b110>;
def ba2 : BitArg<true, 2>;
def nobody;
def { int anonymous_field = 3; }
def : Forward;
