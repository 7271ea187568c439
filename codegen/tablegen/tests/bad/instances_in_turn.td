// Every instance that a record asks for is checked with its own arguments.
class Half<int n> {
  assert !ne(n, 1), "1 has no half";
  dump "half of " # n;
  int Value = !div(n, 2);
}
class Halves<int first, int second> {
  Half First = Half<first>;
  Half Second = Half<second>;
}
def both : Halves<6, 1>;
