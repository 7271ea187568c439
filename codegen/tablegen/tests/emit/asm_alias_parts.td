// --gen-asm-writer
include "machine.td"

def zero_reg;
def FeatureOld : SubtargetFeature<"old", "HasOld", "true", "has old names">;
def HasOld : Predicate<"">, AssemblerPredicate<(all_of FeatureOld)>;
def Plain : AsmParserVariant { let Variant = 0; let Name = "plain"; }
def Loud : AsmParserVariant { let Variant = 1; let Name = "loud"; }

// An operand of two parts, and one whose register must be that of the result although it is of another class.
def address : Operand<i32> {
  let Syntax = "address";
  let MIOperandInfo = (ops GPR:$base, imm16:$offset);
}
class Pseudo<string text, dag outs, dag ins> : ToyInst<"", "", outs, ins, ""> {
  let isPseudo = true;
  let AsmString = text;
}
def LOAD : Pseudo<"load${if} $d, {$from|[${from:long}]}", (outs GPR:$d), (ins address:$from, imm16:$if)>;
def BOTH : Pseudo<"both $d, $base+$offset = ${at:long}", (outs GPR:$d), (ins (address $base, $offset):$at)>;
def FLIP : Pseudo<"flip $d", (outs GPR:$d), (ins GPRLow:$s, imm16:$n, GPR:$mask)> {
  let Constraints = "$s = $d";
}

// The whole is given, or its parts, or some of them.
def : InstAlias<"ld $d, $where", (LOAD GPR:$d, address:$where, 0)>;
def : InstAlias<"ld.at $d, $r,$n", (LOAD GPR:$d, GPR:$r, imm16:$n, 0b11), 2>;
def : InstAlias<"ld.first $d, $r", (LOAD GPR:$d, GPR:$r, 0, 0), 3>;
def : InstAlias<"ld.long $d, ${where:long}", (LOAD GPR:$d, address:$where, 1)>;
// A register that is none; the operand that shares a register is of another kind, so it is there.
def : InstAlias<"flop $d", (FLIP GPR:$d, GPRLow:$d, { 0, 1, 0 }, zero_reg)>;
// Only read: a dollar sign before an operand.
def : InstAlias<"flip.to $$d, $n", (FLIP GPR:$d, GPRLow:$d, imm16:$n, R7), 0>;

// Another word for the beginning of a mnemonic, and words by feature and variant.
def : MnemonicAlias<"fetch", "load.eq">;
def : MnemonicAlias<"lod", "ld">;
def : MnemonicAlias<"get", "ld.at"> { let Predicates = [HasOld]; }
def : MnemonicAlias<"get", "both">;
def : MnemonicAlias<"get", "flip", "loud">;
// Nothing begins with this.
def : MnemonicAlias<"nothing", "unheard", "loud">;
