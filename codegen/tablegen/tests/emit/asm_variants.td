// --gen-asm-writer
include "machine.td"

// A language of three variants, of which only the first two are written.
class AsmWriter {
  int Variant = 0;
}
class Target {
  list<AsmParserVariant> AssemblyParserVariants = [];
  list<AsmWriter> AssemblyWriters = [];
}
def Plain : AsmParserVariant { let Variant = 0; let Name = "plain"; }
def Loud : AsmParserVariant { let Variant = 1; let Name = "loud"; let OptionalSuffixes = ["_now"]; }
def Terse : AsmParserVariant { let Variant = 2; let Name = "terse"; }
def PlainWriter : AsmWriter;
def LoudWriter : AsmWriter { let Variant = 1; }
def Toy : Target {
  let AssemblyParserVariants = [Plain, Loud, Terse];
  let AssemblyWriters = [PlainWriter, LoudWriter];
}
// The target does not list it: nothing is read as it.
def Unused : AsmParserVariant { let Variant = 3; let Name = "unused"; }

class Pseudo<string text, string variant = ""> : ToyInst<"", "", (outs GPR:$d), (ins GPR:$a), ""> {
  let isPseudo = true;
  let AsmString = text;
  let AsmVariantName = variant;
}
// Two alternatives: the third variant has neither.
def MOVE : Pseudo<"mov{|e} {$d, $a|$a -> $d}{|!}">;
def SHOUT : Pseudo<"shout $d, $a", "loud">;
def WHISPER : Pseudo<"whisper $d, $a", "plain">;
// Begins with an operand; the second variant lacks a part.
def ASSIGN : Pseudo<"$d = -$a{.long}">;
// An end that the second variant may leave out: two instructions are told apart by their operands.
def STOP : Pseudo<"stop $d, $a">;
def STOP_NOW : Pseudo<"stop_now $d">;
def NEVER : Pseudo<"never $d, $a", "unused">;

// In every variant with one text, in every variant with texts of their own, in one.
def : InstAlias<"keep $d", (MOVE GPR:$d, GPR:$d)>;
def : InstAlias<"{zero|clear} $d", (MOVE GPR:$d, R0), 3>;
def : InstAlias<"DOUBLE $d{|!}", (MOVE GPR:$d, R1), 2, "loud">;
def : InstAlias<"never $d", (MOVE GPR:$d, R2), 2, "unused">;
// Words for mnemonics: everywhere, and in one variant.
def : MnemonicAlias<"yell", "shout">;
def : MnemonicAlias<"murmur", "whisper", "plain">;
def : MnemonicAlias<"hold", "keep">;
