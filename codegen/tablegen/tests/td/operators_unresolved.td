// How unresolved operators print in classes.
class R { int f = 1; }
def r : R;
def op;
class U<int a, string s, list<int> l, dag d, bit b, bits<4> n, R rec, list<R> lr> {
  int add = !add(a, 1, 2);
  int subv = !sub(a, 1);
  int size = !size(l);
  int head = !head(l);
  list<int> tail = !tail(l);
  bit empty = !empty(s);
  string cc = !strconcat(s, "x", s);
  string paste = s # a # "t";
  list<int> lc = l # [1];
  list<int> lc2 = !listconcat(l, [2], l);
  list<int> splat = !listsplat(a, 2);
  list<int> rem = !listremove(l, [a]);
  list<int> flat = !listflatten([l, l]);
  int e = l[a];
  int e0 = l[0];
  list<int> sl = l[1, 2];
  list<int> sl2 = l[a...5];
  list<int> fe = !foreach(x, l, !add(x, a));
  list<int> fi = !filter(x, l, !eq(x, a));
  int fo = !foldl(a, l, acc, x, !add(acc, x));
  int if_ = !if(b, a, 3);
  int condition = !cond(b: a, !eq(a, 1): 2, true: 3);
  string cast = !cast<string>(a);
  R castr = !cast<R>(s);
  bit isa = !isa<R>(rec);
  bit exists = !exists<R>(s);
  int fld = rec.f;
  bits<2> sub = n{2-1};
  bit onebit = n{0};
  dag con = !con(d, (op 1));
  dag made = !dag(op, l, [s]);
  dag getop = (op a:$x, s);
  dag so = !setdagop(d, op);
  R go = !getdagop<R>(d);
  R ga = !getdagarg<R>(d, 0);
  string gn = !getdagname(d, a);
  dag sa = !setdagarg(d, 0, a);
  dag sn = !setdagname(d, 0, s);
  string son = !getdagopname(d);
  dag sdon = !setdagopname(d, s);
  string subst = !subst("a", s, "banana");
  string substr = !substr(s, 1, a);
  string substr2 = !substr(s, 1);
  int find = !find(s, "x");
  string il = !interleave(l, ",");
  list<int> rng = !range(a);
  list<int> rng2 = !range(0, a, 2);
  list<int> rng3 = !range(l);
  int log = !logtwo(a);
  int not_ = !not(b);
  string low = !tolower(s);
  string up = !toupper(s);
  string rep = !repr(a);
  bit cmp = !lt(s, "x");
  bit init = !initialized(a);
  bit mt = !match(s, "x+");
  list<R> inst = !instances<R>(s);
  list<R> inst2 = !instances<R>();
  int shl = !shl(a, 2);
  bits<8> conv = a;
  bit frombits = a;
  list<int> rfs = !foreach(q, lr, q.f);
  string nested = !if(!and(b, !not(!empty(l))), !cast<string>(!head(l)), s);
  dag fd = !foreach(q, d, !subst(op, r, q));
}
class Args<int x, int y = 2> { int z = x; }
class Anon<int k> { int z = Args<k>.z; int z2 = Args<1, y = k>.z; Args aa = Args<k, k>; string nm = NAME; }
class Bits<int k> { bits<3> b = k; }
class Anon2<int k> { bits<3> bb = Bits<k>.b; bit b1 = Bits<k>.b{1}; bits<2> b2 = {Bits<k>.b{0}, 1}; int n = !add(Bits<k>.b, 1); }
