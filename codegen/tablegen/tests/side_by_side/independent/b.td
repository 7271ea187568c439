defm B : Pair<7>;
def b { Wide inner = Wide<9>; Wide known = Wide<1>; dag d = (op Wide<12>:$first, 3:$second); }
def : Wide<41>;
class Narrow<int least> : Wide<!mul(least, 2)> {
  bits<4> Encoding;
  bits<2> Low;
  let Encoding{3-2} = Low;
  bits<4> Least = least;
}
def narrow : Narrow<6>;
defvar fromB = [Wide<20>, Wide<9>];
multiclass Single<int width> {
  def _single : Narrow<width>;
  foreach i = [1, 2] in def _ # i : Wide<!add(i, width)>;
}
defm Bs : Single<1>;
