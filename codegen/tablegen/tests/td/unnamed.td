// Records without a name: nothing, or `?`, where it would stand.
class Thing<int n = 0> {
  int number = n;
}

def : Thing<1>;
def ? : Thing<2>;
foreach i = [3, 4] in {
  def : Thing<i>;
  def ? : Thing<i>;
}

multiclass Pair<int n> {
  def _first : Thing<n>;
  def _second : Thing<!add(n, 1)>;
}
defm : Pair<5>;
defm ? : Pair<7>;
