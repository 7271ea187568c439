class As<int n> { int v = n; assert !gt(n, 0), "n is " # n; }
multiclass Inner<int n> {
  def _x : As<n>;
  def _y { int q = !div(1, n); }
}
multiclass Outer<int n> {
  defm _in : Inner<!sub(n, 1)>;
}
defm good : Outer<2>;
defm bad : Outer<1>;
class Uses<int n> { int z = !div(10, n); }
def anonymous_bad { Uses u = Uses<0>; }
multiclass Dup { def NAME; def NAME; }
defm dup : Dup;
