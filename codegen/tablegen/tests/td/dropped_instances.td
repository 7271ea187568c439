// Arguments may decide what is kept of an expression. What is dropped then makes no record, though the fields that it
// refers to have values when the record is finished.
class Op;
def op : Op;
class Named<string name, int n = 0> { string text = name # n; }
class Chosen<bit flag, list<int> numbers, list<Named> others> {
  string own = "own";
  int size = 2;
  Named by_condition = !cond(flag : Named<"flag">, !empty(numbers) : Named<own, 1>, true : Named<own, 2>);
  Named by_fold = !foldl(Named<own, 3>, numbers, a, b, Named<own, 4>);
  Named first = !head(!listconcat(others, [Named<own, 5>]));
  list<Named> rest = !tail(!listconcat(others, [Named<own, 6>]));
  int count = !size(!listconcat(others, [Named<own, 7>]));
  list<int> each = !foreach(other, !listconcat(others, [Named<own, 8>]), 1);
  list<Named> spread = !listsplat(Named<own, 9>, !size(numbers));
  defvar joined = !listconcat(others, [Named<own, 10>]);
  Named second = joined[0];
  bit is_other = !isa<Op>(!if(flag, Named<own, 11>, Named<own, 12>));
  dag changed = !setdagarg((op Named<own, 13>:$n), 0, flag);
  list<Named> waits = !foreach(i, !range(size), Named<own, i>);
  list<Named> kept = !filter(x, !foreach(i, !range(0, size), Named<own, !add(i, 100)>), !eq(x.text, own));
}
def a : Chosen<1, [1, 2], [Named<"given">]>;
def b : Chosen<0, [], []>;
def c {
  Chosen of_one = Chosen<1, [3], [Named<"x">, Named<"y">]>;
  Chosen of_none = Chosen<0, [], [Named<"x">]>;
  Chosen of_both = Chosen<0, [4], [Named<"x">]>;
  Chosen of_more = Chosen<1, [4, 5, 6], [Named<"x">]>;
}

// `Class<args>` is from where it is first written with these arguments, those of the class put in.
class Outer<int n> {
  int number = 3;
  Named inner = Named<"s", !add(number, n)>;
}
class Else {
  int number = 3;
  Named inner = Named<"s", !add(number, 7)>;
  list<Named> more = [Named<"s", !add(number, 8)>, Named<"s", !add(number, 9)>];
}
def d : Outer<7>;
def e { Outer o = Outer<8>; Outer p = Outer<9>; }

// `!instances` in the body of an operator has its value when the record is finished; outside of one and of a record, at once.
class Holder { list<Named> all = []; }
let all = !foldl([Named<"start">], ["x"], accumulator, item, !instances<Named>("^an")) in
def f : Holder { Named last = Named<"last">; }
let all = !foldl([Named<"start">], ["x"], accumulator, item, !instances<Named>("^" # "an")) in
def g : Holder { Named last = Named<"later">; }
let all = !instances<Named>() in
def h : Holder { Named last = Named<"not yet">; }

// The arms of a condition are resolved one after the other, each condition before its value.
class Armed<int n> {
  string own = "own";
  Named chosen = !cond(!eq(own, "other") : Named<own, !add(n, 1)>,
                       !eq(Named<own, !add(n, 2)>, Named<own, n>) : Named<own, !add(n, 3)>,
                       true : Named<own, !add(n, 4)>);
}
def i : Armed<20>;
def j { list<Armed> each = [Armed<30>, Armed<40>, Armed<50>]; }
