// A small machine for the tests of emitters: eight 32-bit registers, pairs of them, a flag.

include "Target.td"

def : RegisterRuns;

def sub0 : SubRegIndex<32, 0>;
def sub1 : SubRegIndex<32, 32>;
def sub0_sub1 : SubRegIndex<64, 0>;

class ToyReg<string name, int encoding> : Register<name> {
  let HWEncoding = encoding;
}
foreach i = 0...7 in
  def R#i : ToyReg<"r"#i, i>;
def FLAG : ToyReg<"flag", 16>;

// R0_R1, R2_R3, R4_R5, R6_R7.
def Pairs : RegisterTuples<[sub0, sub1], [(decimate (sequence "R%u", 0, 7), 2),
                                          (decimate (shl (sequence "R%u", 0, 7), 1), 2)]>;

// R7 last, and not for allocation in Low.
def GPR : RegisterClass<"Toy", [i32, f32], 32, (sequence "R%u", 0, 7)>;
def GPRLow : RegisterClass<"Toy", [i32], 32, (trunc GPR, 4)> { let AllocationPriority = 1; }
def GPR64 : RegisterClass<"Toy", [i64], 64, (add Pairs)> { let CopyCost = 2; }
def FLAGS : RegisterClass<"Toy", [i1], 32, (add FLAG)> { let isAllocatable = false; }

def imm16 : Operand<i32>;
def target16 : Operand<OtherVT> {
  let Syntax = "target";
  let IsPCRelative = true;
}
def wrap : Operand<i1> {
  let Syntax = "flag";
  let AsmPrefix = "wrap";
  let IsOptional = true;
}
// A register, or a constant of 32 bits.
def Src : RegisterOperand<GPR> {
  let ConstantBits = 32;
  let AllowLiteral = true;
}

def WriteALU : SchedWrite;
def WriteMul : SchedWrite;
def WriteLoad : SchedWrite;
def ReadAddress : SchedRead;

// `Base` and `Form` are rows and columns of mappings; `Opcode` are the highest bits of an encoding.
class ToyInst<string name, string form, dag outs, dag ins, string operands> : Instruction {
  let Namespace = "Toy";
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = !if(!empty(operands), name, name#" "#operands);
  string Base = name;
  string Form = form;
  bit Slow = false;
  let SchedRW = !if(Slow, [WriteMul], [WriteALU]);
}
class Inst32<bits<6> opcode, string name, string form, dag outs, dag ins, string operands>
    : ToyInst<name, form, outs, ins, operands> {
  let Size = 4;
  bits<32> Inst;
  let Inst{31-26} = opcode;
}

// d = a OP b
class RRR<bits<6> opcode, string name>
    : Inst32<opcode, name, "rrr", (outs GPR:$d), (ins GPR:$a, GPR:$b, wrap:$wrap), "$d, $a, $b$wrap"> {
  bits<3> d;
  bits<3> a;
  bits<3> b;
  bit wrap;
  let Inst{2-0} = d;
  let Inst{5-3} = a;
  let Inst{8-6} = b;
  let Inst{9} = wrap;
  let Inst{25-10} = 0;
}
// d = a OP constant
class RRI<bits<6> opcode, string name>
    : Inst32<opcode, name, "rri", (outs GPR:$d), (ins GPR:$a, imm16:$imm), "$d, $a, $imm"> {
  bits<3> d;
  bits<3> a;
  bits<16> imm;
  let Inst{2-0} = d;
  let Inst{5-3} = a;
  let Inst{21-6} = imm;
  let Inst{25-22} = 0;
}

let isCommutable = true in {
  def ADD : RRR<1, "add">;
  let Slow = true in
    def MUL : RRR<2, "mul">;
}
// Processors without the feature have it under another number and name.
def FeatureSub : SubtargetFeature<"sub", "HasSub", "true", "The new subtraction">;
def HasSub : Predicate<"true">, AssemblerPredicate<(all_of FeatureSub)>;
def LacksSub : Predicate<"true">, AssemblerPredicate<(all_of (not FeatureSub))>;
let Predicates = [HasSub] in
def SUB : RRR<3, "sub">;
let Predicates = [LacksSub], EncodingOf = SUB in
def SUB_OLD : RRR<13, "subx">;
def ADDI : RRI<4, "add">;
def MULI : RRI<5, "mul"> { let Slow = true; }

// The same bits as `add`, for subtraction of a negated constant: text only.
def ADDN : RRI<4, "addn"> { let isNoDecode = true; }

let mayLoad = true, SchedRW = [WriteLoad, ReadAddress] in
def LD : Inst32<6, "ld", "mem", (outs GPR:$d), (ins GPR64:$p, imm16:$offset), "$d, [$p, $offset]"> {
  bits<3> d;
  bits<3> p;
  bits<16> offset;
  let Inst{2-0} = d;
  let Inst{5-3} = p;
  let Inst{13-6} = offset{7-0};
  let Inst{17-14} = 0;
  // The high half of the offset is apart.
  let Inst{25-18} = offset{15-8};
}
let mayStore = true in
def ST : Inst32<7, "st", "mem", (outs), (ins GPR:$v, GPR64:$p), "$v, [$p]"> {
  bits<3> v;
  bits<3> p;
  let Inst{2-0} = v;
  let Inst{5-3} = p;
  let Inst{25-6} = 0;
}
let Defs = [FLAG] in
def CMP : Inst32<8, "cmp", "", (outs), (ins GPR:$a, Src:$b), "$a, $b"> {
  bits<3> a;
  bits<8> b;
  let Inst{2-0} = a;
  let Inst{10-3} = b;
  let Inst{25-11} = 0;
  list<string> More = [];
  let AltMnemonics = ["compare"];
}
let isBranch = true, isTerminator = true, Uses = [FLAG] in
def BR : Inst32<9, "br", "", (outs), (ins target16:$to), "$to"> {
  bits<16> to;
  let Inst{15-0} = to;
  let Inst{25-16} = 0;
}
// A long one: 64 bits.
def LI : ToyInst<"li", "", (outs GPR:$d), (ins i32imm:$imm), "$d, $imm"> {
  let Size = 8;
  bits<64> Inst;
  bits<3> d;
  bits<32> imm;
  let Inst{2-0} = d;
  let Inst{25-3} = 0;
  let Inst{31-26} = 10;
  let Inst{63-32} = imm;
}
// Text: two variants, of which the first counts, a dollar sign, a word that is no operand.
def OUT : Inst32<11, "out", "", (outs), (ins GPR:$a, imm16:$port), "{${a}|%$a}, $$${port}$hint"> {
  bits<3> a;
  bits<16> port;
  let Inst{2-0} = a;
  let Inst{18-3} = port;
  let Inst{25-19} = 0;
}

// No encoding, tied operands.
def MADD : ToyInst<"", "", (outs GPR:$d), (ins GPR:$a, GPR:$b, GPR:$c), ""> {
  let isPseudo = true;
  let Constraints = "$c = $d, @earlyclobber $d";
}

def ToyInstrInfo : InstrInfo {
  let TargetFlags = ["Slow"];
}
def rri_of : InstrMapping {
  let FilterClass = "ToyInst";
  let RowFields = ["Base"];
  let ColFields = ["Form"];
  let KeyCol = ["rrr"];
  let ValueCols = [["rri"]];
}
// From the form with registers to either form.
def form_of : InstrMapping {
  let FilterClass = "ToyInst";
  let RowFields = ["Base", "Slow"];
  let ColFields = ["Form"];
  let KeyCol = ["rrr"];
  let ValueCols = [["rri"], ["rrr"]];
}
