// The order in which loops make records, which their numbers tell: a list that is known without the item of an outer
// loop is gone through before that item is known.
class Pair<string first, string second> {
  string text = first # "/" # second;
}

class Nested<list<string> outer, list<string> inner> {
  list<Pair> pairs = !foldl([]<Pair>, outer, all, a,
      !listconcat(all, !foldl([]<Pair>, inner, some, b, !listconcat(some, [Pair<a, "left">, Pair<b, a>]))));
  list<string> inside = !foldl([]<string>, !foreach(a, outer, a # a), all, a, !listconcat(all, [a # !size(inner)]));
}

class Indexed<list<int> numbers, list<list<string>> words> {
  int base = !add(numbers[0], 1);
  list<list<string>> named = !foreach(i, !range(words), !foreach(word, words[i], Pair<word, !cast<string>(numbers[i])>.text));
  list<int> moved = !foreach(n, numbers, !add(n, base));
  list<int> above = !filter(n, numbers, !gt(n, base));
  list<int> running = !foreach(i, !range(numbers), !foldl(base, !range(0, i), sum, j, !add(sum, numbers[j])));
}

def nested : Nested<["x", "y"], ["p", "q"]>;
def nested_again : Nested<["y", "x"], ["q"]>;
def indexed : Indexed<[1, 5, 2], [["a", "b"], [], ["b", "a"]]>;

multiclass Many<list<string> names> {
  foreach name = names in
    def _ # name : Nested<[name], names>;
}
defm many : Many<["m", "n"]>;
