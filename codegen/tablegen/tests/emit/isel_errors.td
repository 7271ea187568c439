// --gen-isel
include "machine.td"

class Bad<dag pattern, dag result> : Pat<pattern, result>;

// A fragment of itself has no end.
def loop : PatFrag<(ops node:$a), (loop $a)>;
def InLoop : Bad<(i32 (loop i32:$a)), (ADD $a, $a)>;
// More alternatives than there may be.
def any : PatFrags<(ops node:$a, node:$b), [(add $a, $b), (or $a, $b), (xor $a, $b), (and $a, $b)]>;
def TooMany : Bad<(i32 (any (any (any i32:$a, i32:$b), (any i32:$c, i32:$d)), (any (any i32:$e, i32:$f), i32:$g))),
                  (ADD $a, $b)>;
// Fields that are missing, or have other types.
def NoProfile : SDPatternOperator;
def OfNothing : Bad<(i32 (NoProfile i32:$a)), (ADD $a, $a)>;
def Text : Bad<(i32 (add i32:$a, "b")), (ADD $a, $a)>;
def NotDag : Pattern<(add i32:$a, i32:$b), [(ADD $a, $b), (ADD $b, $a)]>;
def Unknown : Bad<(i32 (add i32:$a, i32:$b)), (ADD $a, $c)>;
def NoRoot : ComplexPattern<i32, 1, "no_root">;
def ByNoRoot : Bad<(i32 NoRoot:$a), (ADD $a, $a)>;
def SetsNumber : Instruction {
  let OutOperandList = (outs GPR:$d);
  let InOperandList = (ins GPR:$a);
  let Pattern = [(set 3, (ctpop i32:$a))];
}
def Unbound : Instruction {
  let OutOperandList = (outs GPR:$d);
  let InOperandList = (ins GPR:$a, GPR:$b);
  let Pattern = [(set i32:$d, (ctpop i32:$a))];
}
