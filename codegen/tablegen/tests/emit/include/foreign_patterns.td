// Patterns as descriptions of other compilers have them: conditions in C++, operands with defaults, types
// that Rust's tables have no number for.

include "machine.td"

// These classes are LLVM's.
class OperandWithDefaultOps<ValueType ty, dag values> : Operand<ty> {
  dag DefaultOps = values;
}

def IsWide : Predicate<"Subtarget->isWide()">;
def IsNarrow : Predicate<"!Subtarget->isWide()">;

def nxv2i32 : ValueType<64, 1000>;
def Scalable : RegisterClass<"Toy", [nxv2i32], 64, (add Pairs)>;

class Fake<dag outs, dag ins> : Instruction {
  let OutOperandList = outs;
  let InOperandList = ins;
}

// A constant of a range, and its negation.
def NegativeImm : ImmLeaf<i32, [{ return Imm < 0; }]>;
def NegateInCpp : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(-N->getSExtValue(), SDLoc(N), N->getValueType(0));
}]>;
def : Pat<(add i32:$a, NegativeImm:$b), (ADDI $a, (NegateInCpp $b))>;

// The condition comes before the output's own operands.
def always : OperandWithDefaultOps<OtherVT, (ops (i32 14), FLAG)> {
  let MIOperandInfo = (ops i32imm, FLAGS);
}
def SUBcc : Fake<(outs GPR:$d), (ins always:$when, GPR:$a, GPR:$b)> {
  let Pattern = [(set $d, (sub i32:$a, i32:$b))];
}

// One pattern for each processor, and one for all.
def ADDW : Fake<(outs GPR64:$d), (ins GPR64:$a, GPR64:$b)>;
let Predicates = [IsWide] in def : Pat<(i64 (add i64:$a, i64:$b)), (ADDW $a, $b)>;
let Predicates = [IsNarrow] in def : Pat<(i32 (add i32:$a, i32:$b)), (ADD $a, $b)>;
def MULW : Fake<(outs GPR64:$d), (ins GPR64:$a, GPR64:$b)>;
def : Pat<(i64 (mul i64:$a, i64:$b)), (MULW $a, $b)>;

// A scalable vector.
def VXOR : Fake<(outs Scalable:$d), (ins Scalable:$a, Scalable:$b)> {
  let Pattern = [(set nxv2i32:$d, (xor Scalable:$a, Scalable:$b))];
}
