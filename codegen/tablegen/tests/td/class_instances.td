// Classes that are instantiated many times: from the second time on their fields are computed as one program. The
// numbers of the anonymous records tell the order in which they are made.

class Pair<int a, int b> {
  int First = a;
  int Second = b;
  int Sum = !add(First, Second);
}

// `Early` depends on arguments alone and has its turn first, `Late` waits for a field, though it stands before it.
class Order<int n> {
  int Twice;
  Pair Late = Pair<Twice, n>;
  let Twice = !mul(n, 2);
  Pair Early = Pair<n, !add(n, 1)>;
  list<Pair> Each = !foreach(i, !range(0, n), Pair<i, Twice>);
  int Total = !foldl(0, Each, sum, pair, !add(sum, pair.Sum));
}

def orders {
  list<Order> all = [Order<1>, Order<2>, Order<3>];
  list<int> totals = !foreach(order, all, order.Total);
}

// One part depends on an argument, the other on a field: the fields are resolved.
class Mixed<int n> {
  int Three = 3;
  list<Pair> Pairs = [Pair<n, n>, Pair<Three, n>];
}

def mixed {
  list<Mixed> all = [Mixed<10>, Mixed<11>, Mixed<12>];
}

// Recursion, which ends where an argument says so.
class Power<int base, int exponent> {
  int Value = !if(!eq(exponent, 0), 1, !mul(base, Power<base, !sub(exponent, 1)>.Value));
}

def powers {
  list<int> of2 = !foreach(i, !range(0, 9), Power<2, i>.Value);
  list<int> of3 = !foreach(i, !range(0, 6), Power<3, i>.Value);
}

// What is not set stays a reference, and gives no value.
class Unset<int n, bit flag = 0> {
  int Number = n;
  int Never;
  int Chosen = !if(flag, Number, 7);
  string Kind = !if(!initialized(n), "set", "unset");
}

def unset {
  list<Unset> all = [Unset<8>, Unset<1>, Unset<2, 1>, Unset<?, 0>];
  list<string> kinds = !foreach(entry, all, entry.Kind);
}

def set;

// Fields that refer to each other, in any order, and values that are converted on the way.
class Chain<bits<4> number, list<string> words> {
  string Prefix;
  list<string> Shown;
  int Number;
  string Text = Prefix # !interleave(Shown, ",");
  let Shown = !foreach(word, words, !toupper(word) # Number);
  let Prefix = "n" # Number # ":";
  let Number = number;
  bits<8> Wide = !add(Number, 16);
  bit Odd = number{0};
  dag Tree = (set Text:$text, !size(words));
  bit IsLong = !gt(!size(words), 2);
}

def chains {
  list<Chain> all = [Chain<1, ["a"]>, Chain<6, ["b", "cd"]>, Chain<15, ["e", "f", "g"]>];
  list<string> texts = !foreach(chain, all, chain.Text);
}

// Fields and elements of records of several classes, which have the field at different places.
class Base<int n> {
  int Value = n;
}
class Other<string s> {
  string Name = s;
}
class Both<int n> : Other<"both" # n>, Base<!mul(n, n)>;
class Pick<list<Base> from, int at> {
  int Value = from[at].Value;
  bit IsBoth = !isa<Both>(from[at]);
  int Next = !if(!lt(!add(at, 1), !size(from)), Pick<from, !add(at, 1)>.Value, -1);
}

defvar values = [Base<4>, Both<5>, Base<6>, Both<7>];
def picked {
  list<Pick> all = !foreach(i, !range(values), Pick<values, i>);
  list<int> next = !foreach(pick, all, pick.Next);
}

// Loops in loops, with variables of the surroundings and of the same name.
class Table<int n> {
  list<int> Row = !range(1, !add(n, 1));
  list<list<int>> Rows = !foreach(a, Row, !foreach(b, Row, !mul(a, b)));
  list<int> Diagonal = !foreach(a, Row, Rows[!sub(a, 1)][!sub(a, 1)]);
  list<int> Even = !filter(a, !listflatten(Rows), !eq(!and(a, 1), 0));
  int Largest = !foldl(0, !listflatten(Rows), m, b, !if(!gt(m, b), m, b));
  list<int> Sums = !foreach(a, Rows, !foldl(0, a, sum, b, !add(sum, b)));
}

def tables {
  list<Table> all = [Table<2>, Table<3>, Table<4>];
}

// Records that are looked up by name.
foreach i = 0 - 3 in
  def "named" # i : Base<i>;
class Lookup<string prefix, int n> {
  Base Found = !cast<Base>(prefix # n);
  int Value = Found.Value;
  bit Exists = !exists<Base>(prefix # !add(n, 2));
}

def lookups {
  list<Lookup> all = !foreach(i, !range(0, 4), Lookup<"named", i>);
}

// In multiclasses and loops, too.
multiclass Many<list<int> ns> {
  foreach n = ns in {
    def _ # n : Base<Power<n, 2>.Value> {
      Order order = Order<n>;
      list<int> rest = !listremove(ns, [n]);
    }
    if !gt(Power<n, 3>.Value, 20) then
      def _large_ # n : Other<Chain<n, ["x", "y"]>.Text>;
  }
}

defm many : Many<[1, 2, 3, 4]>;
