// Errors after which the same statement is read on.
class Pair<int first, string second> {
  int First = first;
  string Second = second;
}
def two_arguments : Pair<"one", 2>;
def three_fields {
  bits<3> narrow = 0b1000;
  bits<3> kept = 0b101;
  string text = 12;
  bits<1> one = { 5 };
}
class Closed {
  int value = 1;
};
multiclass ClosedToo {
  def _x;
};
deftype Byte = bits<8>;
class Byte;
def named : Pair<1, third = "x">;
def unset : Pair<1, second = ?>;
def late : Pair<first = 1, "x">;
def out_of : Pair<1, "a", 3>;
class Checked<int n> {
  assert !gt(n, 0), "n is positive";
}
multiclass Checks<int n> {
  def _c : Checked<n>;
}
defm checks : Checks<0>;
assert "text", "no condition";
def twice : Pair<first = 1, first = 2>;
