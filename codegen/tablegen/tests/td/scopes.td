// names in various scopes
class A<string n> { string a = n # NAME; string NAMEX = "q"; }
multiclass M<string p> {
  def NAME # "_" # p : A<NAME>;
  def "lit_" # NAME # p : A<p # NAME>;
  foreach i = [1,2] in { def NAME#p#"i"#i : A<NAME # i>; def _z#i#p : A<"x">; }
  def : A<NAME>;
}
defm X : M<"p">;
defm "Y" # "1" : M<"q">;
foreach q = ["a","b"] in { defm Z#q : M<q>; defm "" : M<"e"#q>; defm : M<"an"#q>; def : A<"anon"#q>; def q#q : A<q>; }
defvar pre = "pre";
def pre#"fix" : A<pre>;
def !strconcat("bang", "name") : A<"b">;
def "str ing with space" : A<"b">;
multiclass N { defm NAME : M<"n1">; defm _s : M<"n2">; defm : M<"n3">; defm NAME#"t" : M<"n4">; def NAME; }
defm NN : N;
defm : N;
