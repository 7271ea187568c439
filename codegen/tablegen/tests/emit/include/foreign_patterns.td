// Patterns as descriptions of other compilers have them: conditions in C++, types that depend on a mode, operands with
// defaults, types that Rust's tables have no number for.

include "machine.td"

// These classes are LLVM's.
class HwMode<list<Predicate> predicates> {
  list<Predicate> Predicates = predicates;
}
class ValueTypeByHwMode<list<HwMode> modes, list<ValueType> types> : ValueType<0, 0> {
  list<HwMode> Modes = modes;
  list<ValueType> Objects = types;
}
class OperandWithDefaultOps<ValueType ty, dag values> : Operand<ty> {
  dag DefaultOps = values;
}

def IsWide : Predicate<"Subtarget->isWide()">;
def IsNarrow : Predicate<"!Subtarget->isWide()">;
def Wide : HwMode<[IsWide]>;
def Narrow : HwMode<[IsNarrow]>;
def WordVT : ValueTypeByHwMode<[Wide, Narrow], [i64, i32]>;

def nxv2i32 : ValueType<64, 1000>;
def Scalable : RegisterClass<"Toy", [nxv2i32], 64, (add Pairs)>;
def Word : RegisterClass<"Toy", [WordVT], 64, (add Pairs)>;

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

// One pattern for each mode, and one for all.
def ADDW : Fake<(outs Word:$d), (ins Word:$a, Word:$b)>;
def : Pat<(WordVT (add WordVT:$a, WordVT:$b)), (ADDW $a, $b)>;
def MULW : Fake<(outs GPR64:$d), (ins GPR64:$a, GPR64:$b)>;
def : Pat<(i64 (mul i64:$a, i64:$b)), (MULW $a, $b)>;

// A scalable vector.
def VXOR : Fake<(outs Scalable:$d), (ins Scalable:$a, Scalable:$b)> {
  let Pattern = [(set nxv2i32:$d, (xor Scalable:$a, Scalable:$b))];
}
