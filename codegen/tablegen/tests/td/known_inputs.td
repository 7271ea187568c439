// Expressions whose inputs are all known when they are resolved, at the edges of that: what is not asked for, what makes
// records, what was known before and had no value.

class Mark<int n, string of = ""> { int Number = n; string Of = of; }

// An arm that is not taken makes its record where another arm can be an error, and in an argument; elsewhere none.
class Arms<int n, int by> {
  int Plain = !cond(!lt(n, 2): !add(n, n, n, n, n, n, n, n), !lt(n, 4): !mul(n, n, n, n, n, n), true: !sub(n, by));
  int Made = !cond(!lt(n, 2): Mark<!add(n, 100), "low">.Number, !lt(n, 4): Mark<!add(n, 200)>.Number, true: n);
  Mark Given = Mark<!cond(!lt(n, 2): Mark<!add(n, 300)>.Number, true: Mark<!add(n, 400)>.Number), "given">;
  int Chosen = !if(!lt(n, 3), Mark<!add(n, 500), "then">.Number, Mark<!add(n, 600), "else">.Number);
}
foreach n = 0...4 in
  def Arms#n : Arms<n, 7>;

// A shift by what is not known is none.
class Shifted<list<int> amounts, int at> {
  int Amount = amounts[at];
  int Value = !cond(!ge(at, !size(amounts)): -1, !eq(at, 1): !or(!shl(at, 4), 1), true: !add(!shl(1, Amount), at));
}
def Inside : Shifted<[3, 5, 7], 2>;
def Behind : Shifted<[3, 5, 7], 1>;
def Outside : Shifted<[3], 1> { let Amount = 0; }

// Operators in the bodies of loops that do not depend on the items, loops in loops, empty ones.
class Loops<list<int> all, list<string> names, int offset> {
  list<int> Moved = !foreach(x, all, !add(x, !mul(offset, !size(all)), !if(!empty(names), 1000, 0)));
  list<list<int>> Pairs = !foreach(x, all, !foreach(y, !range(0, !size(all)), !add(!mul(x, 10), all[y], offset)));
  list<int> Flat = !listflatten(!listconcat([[offset]], Pairs, [all, []<int>]));
  list<int> Big = !filter(x, !listconcat(all, all, [offset]), !and(!gt(x, offset), !or(!ne(x, 9), !empty(names))));
  int Sum = !foldl(offset, !listconcat(Moved, Flat), a, x, !add(a, !if(!and(x, 1), x, 0)));
  string Text = !foldl("", names, a, x, !strconcat(a, !if(!empty(a), "", ", "), x, "=", !cast<string>(offset)));
  list<Mark> Marks = !foreach(x, all, Mark<!add(x, offset, !size(names)), !strconcat("of ", Text)>);
  bit Any = !not(!empty(!filter(m, Marks, !eq(m.Number, !add(offset, 3)))));
}
def Some : Loops<[1, 2, 9], ["a", "b"], 4>;
def None : Loops<[], [], 4>;
def Again : Loops<[9, 1], [], -1> { let Sum = !add(!size(Flat), !size(Big), !size(Pairs), 5); }

// A record that is looked up by a name that is known before it is there, in a field and in an argument.
class Holder<Mark mark> { Mark Held = mark; int Number = mark.Number; }
class Late<string name> {
  Mark Direct = !cast<Mark>(!strconcat("Late", !strconcat(name, !strconcat("_", !strconcat("x", "")))));
  int Number = !add(Direct.Number, !mul(Direct.Number, !add(Direct.Number, 1)));
  bit Is = !and(!isa<Mark>(Direct), !not(!eq(Direct.Of, "something else")), !ne(Direct.Number, 0));
}
def LateA_x : Mark<12, "a">;
def UsesA : Late<"A">;
def HoldsA : Holder<!cast<Mark>("Late" # "A" # "_x")>;

// What is not set is no value: operators on it stay as they are until something sets it.
class Unset {
  int Left = ?;
  int Right = 3;
  list<string> Names = [];
  int Both = !if(!eq(!size(Names), 0), Right, !add(Left, !mul(Right, !add(Right, !size(Names)))));
}
def UnsetOne : Unset;
def SetOne : Unset { let Left = 2; let Names = ["x", "y"]; }
