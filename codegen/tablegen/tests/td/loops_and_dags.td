// foreach with records, dag ops, unresolved in loops
class R<int i> { int idx = i; string nm = NAME; }
foreach i = [0,1,2,3] in def R#i : R<i>;
class Grp<list<R> rs> { list<R> members = rs; list<int> idxs = !foreach(r, rs, r.idx); string names = !interleave(!foreach(r, rs, r.nm), "|"); int mx = !foldl(0, rs, m, r, !if(!gt(r.idx, m), r.idx, m)); }
def g : Grp<[R0, R2, R3]>;
def op; def op2;
class D<dag d> { dag o = d; list<R> rs = !foreach(i, !range(!size(d)), !getdagarg<R>(d, i)); list<string> ns = !foreach(i, !range(!size(d)), !getdagname(d, i)); dag rev = !foldl((op), !range(!size(d)), acc, i, !con(!dag(op, [!getdagarg<R>(d, i)], [!getdagname(d, i)]), acc)); }
def d : D<(op R0:$a, R1:$b, R2)>;
def d2 : D<(op)>;
class Ins<dag outs, dag ins, string asm> { dag Outs = outs; dag Ins = ins; dag all = !con(!setdagop(outs, op), !setdagop(ins, op)); string Asm = asm; bit hasIns = !not(!empty(ins)); string first = !if(!empty(outs), "none", !getdagname(outs, 0)); }
multiclass MI<string nm, R r = R1> { def rr : Ins<(op r:$dst), (op R2:$a, r:$b), nm # " $dst, $a">; def ri : Ins<(op), (op R2:$a, op:$imm), nm # "i $imm">; }
defm ADD : MI<"add">;
defm SUB : MI<"sub", R3>;
def sub_ { dag x = !foreach(n, (op R0:$a, (op2 R1)), !if(!isa<R>(n), n, n)); }
class Cst<string s> { R r = !cast<R>(s); int i = !cast<R>(s # "").idx; R e = !if(!exists<R>("R9"), !cast<R>("R9"), R0); }
def cst : Cst<"R2">;
foreach s = ["R0","R1"] in { foreach t = !listremove(["R0","R1"], [s]) in def s#t { R a = !cast<R>(s); R b = !cast<R>(t); } }
def selfref { list<R> l = []; }
class SelfName { string s = !cast<string>(NAME); }
def sn : SelfName;
foreach i = !range(3) in def rng#i { int sq = !mul(i,i); bits<4> b = i; }
foreach i = !filter(k, !range(10), !eq(!and(k, 1), 0)) in def ev#i;
class Pat<dag a, dag b> { dag src = a; dag dst = b; }
def : Pat<(op R0:$x, 1, "s"), (op2 $x)>;
def : Pat<(op (op2 $a), (op2:$b 5)), (op)>;
class Big<int n> { list<list<int>> m = !foreach(i, !range(n), !foreach(j, !range(n), !if(!eq(i, j), 1, 0))); int tr = !foldl(0, !range(n), a, i, !add(a, m[i][i])); }
def big : Big<4>;
