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
