// What an operator makes of operands that are not known yet.
class Base;
class Derived<int n> : Base;
class Other<int n> : Base;

// `!and` and `!or` end at a first operand that decides, but not when they are read.
class Short<int n, bit b> {
  int zero = !and(0, n);
  int ones = !or(-1, n);
  int late = !and(n, !add(n, 1));
  bit both = !and(b, !eq(n, 1));
}
class Half<int n> : Short<0, 1>;
class Quarter<int n> : Short<n, 0>;
def short : Quarter<0>;

// A class that is not derived from the value's is excluded once nothing in the value is open.
class Open<int n> {
  bit is_other = !isa<Other>(Derived<n>);
  bit is_base = !isa<Base>(Derived<n>);
}
def open : Open<1>;

// The first element of a written list gives the type.
class Flat<list<int> ints> {
  list<bits<5>> first = !listflatten([ints, []<bits<5>>]);
  list<bits<5>> second = !listflatten([[]<bits<5>>, ints]);
}
def flat : Flat<[1, 2]>;

// The arms of `!cond` after the first that holds.
class Choice<int n, string text> {
  string chosen = !cond(!lt(n, 3): text, !eq(n, 3): NAME, true: !strconcat(text, NAME));
  int number = !cond(!eq(text, ""): n, !match(text, "^x"): !div(n, 2), true: n);
  Derived record = !cond(!gt(n, 5): Derived<n>, true: Derived<1>);
}
foreach i = [2, 3, 9] in
  def choice # i : Choice<i, "x" # i>;

// A bit that is an operator becomes bit 0 of it when the class is derived from.
class Bit {
  bit b = 0;
  field bits<3> three = {!cond(b: b, true: 1), !if(b, 0, 1), b};
}
class DerivedBit<int n> : Bit;
def derived_bit : DerivedBit<1>;

// A superclass resolves what a class has of its own, too.
class Base<int n> { int base = n; }
class Before<int a, int b = !and(0, !and(a, 1)), int c = !or(!sub(0, 1), a)>;
class Behind<int a, int b = !and(0, !and(a, 1)), int c = !or(!sub(0, 1), a)> : Base<3>;
class Fields<bit a> : Base<1> { bit own = !and(0, a); }
class MoreFields<bit a> : Fields<a>, Behind<2>;

// A variable that is not looked at does not keep `Class<args>` from being a record.
class Flag<bit flag> { bit value = flag; }
multiclass Flags<int n> {
  defvar never = !and(0, !eq(n, 1));
  def _at_once { Flag of = Flag<never>; }
  def _choice { Flag of = Flag<!if(never, !eq(n, 2), 1)>; int count = !size([Flag<!ge(never, !if(never, n, 2))>]); }
  def _later { Flag of = Flag<!and(!eq(n, 1), 0)>; }
}
def before { list<Flag> all = !instances<Flag>(); }
defm flags : Flags<1>;
