class Foldl<int n, int total = !foldl(0, !range(n), sum, i, !add(sum, i))> {
  int value = total;
}
def foldl { Foldl f = Foldl<3>; }

class Unset<int n, int value = !if(n, ?, 1)> {
  int kept = value;
}
def unset { Unset u = Unset<3>; }

class Empty {
  int none = !head([?, 1]);
}
class Flat {
  list<int> flat = !listflatten([]<int>);
}
