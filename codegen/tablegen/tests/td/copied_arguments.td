// Classes that only give their arguments to fields, and those that do more.

class Plain<int number, string text = "default", bits<4> pattern = 5> {
  int Number = number;
  string Text = text;
  bits<4> Pattern = pattern;
  bits<8> Wide = {pattern, 0, 1, pattern{1-0}};
  int Untouched = 7;
}
class Copies<int number, bits<4> pattern = 5, list<int> numbers = [number]> {
  int Number = number;
  bits<4> Pattern = pattern;
  list<int> Numbers = numbers;
  int FromField = !add(Number, 1);
}
class Further<int number> : Copies<number>;
class Twice<int number> : Copies<number, 3> {
  int Double = !mul(number, 2);
}
class OtherType<bit flag> {
  int Flag = flag;
}
class Unset<int number = ?, bits<4> pattern = ?> {
  int Number = number;
  bits<4> Pattern = pattern;
}
class WithName<string text> {
  string Text = text;
  string Name = NAME;
}
class Late;
def early : Late;
class Late<int number = 1> {
  int Number = number;
}

def plain : Plain<1>;
def plain_text : Plain<2, "text", 6>;
def by_name : Plain<3, pattern = 9>;
def copies : Copies<4>;
def copies_all : Copies<5, 6, [7, 8]>;
def copies_by_name : Copies<number = 9>;
def further : Further<10>;
def twice : Twice<11>;
def overridden : Copies<12> {
  let Number = 13;
}
def flag : OtherType<1>;
def given : Unset<1, 2>;
def unset : Unset<?, ?>;
def bits_unset : Unset<1, {1, ?, 0, ?}>;
def named : WithName<"a">;
def both : Copies<14>, WithName<"b">;
def shared : Copies<15>, Unset<16, 7>;
def late : Late<3>;
class Passing<int a, bits<4> b> : Copies<!add(a, 1), b>, WithName<!cast<string>(a)>;
def passing : Passing<20, 6>;
multiclass Many<int base> {
  def _x : Copies<base>;
  def _y : Copies<!add(base, 1), 2>;
  def _z : Further<base>, WithName<NAME>;
}
defm many : Many<30>;
foreach i = [40, 41] in
  def loop_#i : Copies<i>;
class Field {
  int Base = 50;
}
def from_field : Field, Copies<Base>;
def from_late_field : Field, Copies<Base> {
  let Base = 51;
}
