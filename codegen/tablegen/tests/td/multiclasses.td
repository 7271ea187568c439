class I<string n, int c = 0> { string mnemonic = n; int number = c; string full = NAME; }
class Extra { int extra = 1; }
class Extra2<int v> { int extra2 = v; }
multiclass Simple<string n> {
  def _a : I<n # ".a">;
  def _b : I<n # ".b", 1>;
  def "" : I<n>;
}
defm simple : Simple<"s">;
multiclass Nested<string n, int k = 7> {
  defm _n : Simple<n # k>;
  def NAME#_own : I<"own", k>;
  def own_#NAME : I<"own2", k>;
  def : I<"anon">;
}
defm nest : Nested<"x">;
defm nest2 : Nested<"y", 8>, Extra, Extra2<3>;
defm : Simple<"noname">;
defm "" : Simple<"empty">;
multiclass Base<int a> { def _base : I<"base", a>; }
multiclass Derived<int b> : Base<!add(b, 1)> { def _derived : I<"derived", b>; }
multiclass Derived2 : Base<1>, Simple<"d2">;
defm der : Derived<5>;
defm der2 : Derived2;
multiclass Loops<list<int> l, bit cond> {
  foreach i = l in {
    def _#i : I<"loop" # i, i>;
    foreach j = ["p", "q"] in def _#i#_#j : I<j, !add(i, 100)>;
  }
  if cond then { def _yes : I<"yes">; } else def _no : I<"no">;
  if !gt(!size(l), 1) then def _many : I<"many">;
  defvar count = !size(l);
  def _count : I<"count", count>;
}
defm loop1 : Loops<[1, 2], 1>;
defm loop2 : Loops<[5], 0>;
let number = 99 in defm letted : Simple<"l">;
multiclass InnerLet<string n> {
  let number = 5 in { def _five : I<n>; let mnemonic = "both" in def _both : I<n>; }
  let number = 6 in defm _six : Simple<n>;
}
defm il : InnerLet<"il">;
foreach k = [1, 2] in defm fk#k : Simple<"fk" # k>;
multiclass Two<string a, string b = a # "_b"> { def _1 : I<a>; def _2 : I<b>; }
defm two : Two<"t">, Simple<"multi">;
defm two2 : Two<b = "named", a = "first">;
multiclass RefersToOthers { def _first : I<"first">; def _second { I link = !cast<I>(NAME # "_first"); string s = !cast<I>(NAME#"_first").mnemonic; } }
defm refers : RefersToOthers;
multiclass MRec<int n> { def _v#n : I<"rec", n>; }
multiclass MUses<int n> { defvar doubled = !mul(n, 2); defm _in : MRec<doubled>; defvar t = doubled; def _t : I<"t", t>; }
defm mu : MUses<21>;
multiclass AssertIn<int n> { assert !gt(n, 0), "n must be positive"; def _ok : I<"ok", n>; }
defm ai : AssertIn<3>;
multiclass NameInBody { def _x { string s = NAME; string t = NAME # "!"; } }
defm nb : NameInBody;
defm "quoted" # 5 : NameInBody;
