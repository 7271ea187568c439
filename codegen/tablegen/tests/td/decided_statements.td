// What stands in an `if` whose condition is known without its last operand is as if it stood outside: each defm around
// is named in its place.
class Op;
class C<int n> { int number = n; }
multiclass Inner<int n> { def _inner : C<n>; }
multiclass Outer<int n, bit flag> {
  if !and(!ge("a", "b"), flag) then {
    def _then : C<n>;
  } else {
    def _else : C<n>;
    defm _nested : Inner<n>;
    foreach i = [1, 2] in def _each # i : C<i>;
  }
  if !or(!sub(0, 1), flag) then def _or : C<n>;
  if flag then def _flag : C<n>; else def _noflag : C<n>;
}
multiclass More<int n> { defm _more : Outer<n, 1>; }
defm x : Outer<1, 0>;
defm y : More<2>;
