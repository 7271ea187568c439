// Where fields were given their values last, which detailed records tell: by their own class, by one of many classes
// derived from it, by the record.
class Base<int start> { int value = start; int other = 1; string text = "base"; bits<4> mask = 0; }
class A1<int n> : Base<n> { let value = !add(n, 1); }
class A2 : A1<2> { let other = 2; let mask{0} = 1; }
class A3<string s> : A2 { let text = s; }
class A4<string s> : A3<s # "4"> { let mask{1} = 1; }
class A5 : A4<"five"> { let value = 5; int added = 5; }
class A6 : A5 { let value = 6; }
class A7<int n> : A6 { let added = n; }
class A8<int n> : A7<n> { let value = n; }
class A9 : A8<9> { let other = 9; }
class A10 : A9 { let mask{2} = 1; }
class A11 : A10 { let value = 11; let text = "eleven"; }
class Aside<int n> { int aside = n; int other = n; }
class Both : A11, Aside<3> { let aside = 4; }
def base : Base<0>;
def first : A1<1> { let other = 7; }
def fourth : A4<"x">;
def last : A11;
def changed : A11 { let mask{3} = 1; let added = 8; }
def both : Both;
def mixed : Aside<5>, A4<"y"> { let text = "z"; int own = 1; }
let value = 12, added = 13 in def around : A9;
multiclass Some<int n> { def _one : A8<n>; let other = n in def _two : A5 { let text = "two"; } }
defm some : Some<2>;
let mask = 15 in defm more : Some<3>, Aside<1>;
