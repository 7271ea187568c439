// --gen-asm-writer
include "machine.td"

def FeatureShort : SubtargetFeature<"short", "HasShort", "true", "has short names">;
def HasShort : Predicate<"">, AssemblerPredicate<(all_of FeatureShort)>;

// Operands in a way of their own, and in another order in the second variant.
def SHIFT : ToyInst<"", "", (outs GPR:$d), (ins GPR:$a, imm16:$n), ""> {
  let isPseudo = true;
  let AsmString = "sh{l|ift.left} {$d, $a, ${n:hex}|${n:dec}($a) -> $d}";
}
// The accumulator is the last source.
def ACC : ToyInst<"acc", "", (outs GPR:$d), (ins GPR:$a, GPR:$c), "$d, $a"> {
  let isPseudo = true;
  let Constraints = "$c = $d";
}

// Names for special cases: by a constant, by equal operands, by a register, by a feature.
def : InstAlias<"double $d, $a", (SHIFT GPR:$d, GPR:$a, 1)>;
def : InstAlias<"shl $d, ${n:hex}", (SHIFT GPR:$d, GPR:$d, imm16:$n), 2>;
// Another word for a text that is no instruction's own.
def : MnemonicAlias<"twice", "double">;
def : InstAlias<"clear", (SHIFT R0, R0, 16), 5>;
def : InstAlias<"halve $d", (SHIFT GPRLow:$d, GPRLow:$d, -1), 3> { let Predicates = [HasShort]; }
def : InstAlias<"only.read $a, $d", (SHIFT GPR:$d, GPR:$a, 2), 0>;
def : InstAlias<"square $d, $a", (ACC GPR:$d, GPR:$a)>;

// Of two that fit and are preferred alike the first here is written, whatever their words are.
def : InstAlias<"zz.top $d, $n", (SHIFT GPR:$d, R6, imm16:$n)>;
def : InstAlias<"aa.top $a, $n", (SHIFT R3, GPR:$a, imm16:$n)>;
// Two for the same, and one that names more than the instruction's own text: these are only read.
def : InstAlias<"quad $d, $a", (SHIFT GPR:$d, GPR:$a, 4)>;
def : InstAlias<"fourfold $d, $a", (SHIFT GPR:$d, GPR:$a, 4), 2>;
def : InstAlias<"long shift of $d by $n", (SHIFT GPR:$d, R5, imm16:$n)>;
// A register of a class by another name.
def RegArg : RegisterOperand<GPRLow> { let Syntax = "loud register"; }
def : InstAlias<"eighth $d", (SHIFT GPR:$d, RegArg:$d, -3), 9>;
// It is known as an operand of an instruction.
def LOUD : ToyInst<"loud", "", (outs), (ins RegArg:$r), "$r"> { let isPseudo = true; }
def : InstAlias<"sixteenth $d, $r", (SHIFT GPR:$d, RegArg:$r, -4)>;
// What a constant has to be is a function of the target.
def even_imm : Operand<i32> { code MCOperandPredicate = [{ return MCOp.isImm() && MCOp.getImm() % 2 == 0; }]; }
def any_imm : Operand<i32> { code MCOperandPredicate = ?; }
// Rust would call it the same.
def even_imm_ : Operand<i32> { code MCOperandPredicate = [{ return MCOp.isImm() && MCOp.getImm() % 4 == 0; }]; }
def : InstAlias<"even $a, $n", (SHIFT R7, GPR:$a, even_imm:$n), 2>;
def : InstAlias<"level $a, $n", (SHIFT R6, GPR:$a, even_imm_:$n), 2>;
def : InstAlias<"any $n", (SHIFT R7, R4, any_imm:$n)>;
