// `!listremove` removes what is equal when both lists are known, though not each of their elements.
class Rest<int kind, list<int> more> {
  int First = kind;
  list<int> Own = !listremove([First, 3] # more, !if(kind, [First], [3]));
  list<int> Listed = !listremove([First] # more, !foreach(k, [1], First));
  int Length = !size(Own);
}
def named : Rest<1, [3, 5]>;
def overridden : Rest<0, [3, 5]> { let First = 2; }

// The same of records without a name ...
def of_anonymous {
  Rest one = Rest<1, [1]>;
  list<int> own = Rest<0, [4]>.Own;
  int length = Rest<2, []>.Length;
}
// ... and of those of a multiclass.
multiclass Rests<int kind> {
  def _r : Rest<kind, [kind]>;
  def _f {
    int same = 7;
    list<int> rest = !listremove([same, kind, 7], !if(kind, [same], [kind]));
  }
}
defm a : Rests<1>;
defm b : Rests<0>;
