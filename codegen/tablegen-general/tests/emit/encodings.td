// --gen-encodings
include "Target.td"

// Encodings of 2, 4 and 16 bytes in two tables, with hooks, bits that need not be, and features.
def FeatureMul : SubtargetFeature<"mul", "HasMul", "true", "multiplies">;
def FeatureDiv : SubtargetFeature<"div", "HasDiv", "true", "divides">;
def FeatureTiny : SubtargetFeature<"tiny", "IsTiny", "true", "is tiny">;
def HasMul : Predicate<"target.has_mul()">, AssemblerPredicate<(all_of FeatureMul)>;
def MayDivide : Predicate<"target.may_divide()">, AssemblerPredicate<(all_of (any_of FeatureDiv, FeatureMul), (not FeatureTiny))>;

foreach i = 0...7 in def X#i : Register<"x"#i> { let HWEncoding = !add(i, 8); }
def GPR : RegisterClass<"Wide", [i64], 64, (sequence "X%u", 0, 7)>;
def i64wide : Operand<i64>;
// A constant that is stored with its lowest bit dropped.
def even : Operand<i32> {
  let EncoderMethod = "encodeHalf";
  let DecoderMethod = "decodeHalf";
}

class Inst<int bytes, dag outs, dag ins, string name> : Instruction {
  let Size = bytes;
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = name;
}
class Short<bits<3> op, dag outs, dag ins, string name> : Inst<2, outs, ins, name> {
  bits<16> Inst;
  let Inst{1-0} = 0;
  let Inst{15-13} = op;
}
class Long<bits<6> op, dag outs, dag ins, string name> : Inst<4, outs, ins, name> {
  bits<32> Inst;
  let Inst{1-0} = 3;
  let Inst{7-2} = op;
}

def MOV : Short<1, (outs GPR:$d), (ins GPR:$s), "mov $d, $s"> {
  bits<4> d;
  bits<4> s;
  let Inst{5-2} = d;
  let Inst{9-6} = s;
  let Inst{12-10} = 0;
}
def INC : Short<2, (outs GPR:$d), (ins GPR:$s), "inc $d"> {
  bits<4> d;
  let Constraints = "$s = $d";
  let Inst{5-2} = d;
  let Inst{12-6} = 0;
}
def JUMP : Short<3, (outs), (ins even:$to), "jump $to"> {
  bits<11> to;
  let Inst{12-2} = to;
}
// A special case of JUMP.
def HALT : Short<3, (outs), (ins), "halt"> {
  let Inst{12-2} = 0b11111111111;
}
// The bits should be 0101, but hardware ignores them.
def ADD : Long<1, (outs GPR:$d), (ins GPR:$a, GPR:$b), "add $d, $a, $b"> {
  bits<4> d;
  bits<4> a;
  bits<4> b;
  bits<32> SoftFail = 0;
  let Inst{11-8} = d;
  let Inst{15-12} = a;
  let Inst{19-16} = b;
  let Inst{23-20} = 0b0101;
  let Inst{31-24} = 0;
  let SoftFail{23-20} = 0b1111;
}
// The same bits on two processors.
let Predicates = [HasMul] in
def MUL : Long<2, (outs GPR:$d), (ins GPR:$a), "mul $d, $a"> {
  bits<4> d;
  bits<4> a;
  let Inst{11-8} = d;
  let Inst{15-12} = a;
  let Inst{31-16} = 0;
}
let Predicates = [MayDivide] in
def DIV : Long<2, (outs GPR:$d), (ins GPR:$a), "div $d, $a"> {
  bits<4> d;
  bits<4> a;
  let Inst{11-8} = d;
  let Inst{15-12} = a;
  let Inst{31-16} = 0;
}
// Bits that a function reads.
let DecoderMethod = "decodePair" in
def PAIR : Long<3, (outs), (ins GPR:$a, GPR:$b), "pair $a, $b"> {
  let Inst{31-8} = ?;
}
// A constant of 64 bits, of which some lie after bit 63.
def LOADC : Inst<16, (outs GPR:$d), (ins i64wide:$c), "loadc $d, $c"> {
  bits<128> Inst;
  bits<4> d;
  bits<64> c;
  let DecoderNamespace = "Wide";
  let Inst{7-0} = 0x81;
  let Inst{11-8} = d;
  let Inst{35-12} = 0;
  let Inst{99-36} = c;
  let Inst{126-100} = 0;
  let Inst{127} = 1;
}
def LOADN : Inst<16, (outs GPR:$d), (ins i64wide:$c), "loadn $d, $c"> {
  bits<128> Inst;
  bits<4> d;
  bits<64> c;
  let DecoderNamespace = "Wide";
  let Inst{7-0} = 0x81;
  let Inst{11-8} = d;
  let Inst{35-12} = 0;
  let Inst{67-36} = c{63-32};
  let Inst{99-68} = c{31-0};
  let Inst{126-100} = 0;
  let Inst{127} = 0;
}
// Only written.
let isAsmParserOnly = true in
def COPYX : Short<1, (outs GPR:$d), (ins), "copyx $d"> {
  bits<4> d;
  let Inst{5-2} = d;
  let Inst{12-6} = 0;
}
// Each fixes bits that the other does not: LOW, with the lower ones, comes before HIGH, and READY, a case of both, before it.
class Overlap<string name> : Short<7, (outs GPR:$d), (ins), name> {
  bits<4> d;
  let DecoderNamespace = "Overlap";
  let Inst{12-10} = 0;
}
def HIGH : Overlap<"high $d"> {
  let Inst{9-6} = 5;
  let Inst{5-2} = d;
}
def LOW : Overlap<"low $d"> {
  let Inst{9-6} = d;
  let Inst{5-2} = 9;
}
let OutOperandList = (outs) in
def READY : Overlap<"ready"> {
  let Inst{9-6} = 5;
  let Inst{5-2} = 9;
}
// A field that nobody gives a value: its bits may be anything.
def IDLE : Long<4, (outs), (ins), "idle"> {
  field bits<2> hint = ?;
  let Inst{31-10} = 0;
  let Inst{9-8} = hint;
}
def Info : InstrInfo;
