// A bit that is an expression, in bits that are resolved while its variables are not known: it is the first bit of that
// expression from then on.
class Holder<bit flag> {
  bit own = 1;
  list<bits<3>> each = !foreach(k, [1, 2], {!cond(own : own, true : flag), own, !ge(k, 2)});
  bits<2> both = {!if(own, flag, own), own};
}
def low : Holder<0>;
def high : Holder<1> { let own = 0; }
