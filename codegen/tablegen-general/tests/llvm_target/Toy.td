// A small target in LLVM's own classes.
include "llvm/Target/Target.td"
include "llvm/TableGen/SearchableTable.td"

class ToyReg<string name, bits<16> number> : Register<name> {
  let Namespace = "Toy";
  let HWEncoding = number;
}
foreach i = 0...7 in def R#i : ToyReg<"r"#i, i>;
def FLAG : ToyReg<"flag", 8>;
def GPR : RegisterClass<"Toy", [i32], 32, (sequence "R%u", 0, 7)>;
def FLAGS : RegisterClass<"Toy", [i32], 32, (add FLAG)> { let isAllocatable = false; }

defm : RemapAllTargetPseudoPointerOperands<GPR>;
def FeatureFast : SubtargetFeature<"fast", "IsFast", "true", "Quick">;
def FeatureWide : SubtargetFeature<"wide", "IsWide", "true", "Wide and quick", [FeatureFast]>;
def FeatureInner : SubtargetFeature<"", "IsInner", "true", "For code alone", [FeatureFast]>;
def FeatureTune : SubtargetFeature<"tune", "IsTuned", "true", "For one processor", [FeatureInner]>;
def IsWide : Predicate<"">, AssemblerPredicate<(all_of FeatureWide, (not FeatureTune))>;
def IsEither : Predicate<"">, AssemblerPredicate<(any_of FeatureFast, (all_of FeatureWide, FeatureTune))>;

def brtarget : Operand<OtherVT> { let DecoderMethod = "decodeTarget"; }
def mem : Operand<iPTR> { let MIOperandInfo = (ops GPR:$base, i32imm:$offset); let DecoderMethod = "decodeMemory"; }
def address : Operand<iPTR> { let MIOperandInfo = (ops GPR:$base, i32imm:$offset); }
def pred : Operand<i32>, PredicateOp { let MIOperandInfo = (ops i32imm, FLAGS); let DecoderMethod = "decodePredicate"; }
def memory : ComplexPattern<iPTR, 2, "selectAddress", []>;
def ToyHalt : SDNode<"ToyISD::HALT", SDTNone, [SDNPHasChain, SDNPSideEffect]>;
def ToyPoll : SDNode<"ToyISD::POLL", SDTypeProfile<1, 0, [SDTCisInt<0>]>, [SDNPHasChain, SDNPMayLoad]>;

def WriteALU : SchedWrite;
def WriteMem : SchedWrite;
def WriteMul : SchedWrite;
def ReadALU : SchedRead;
def WriteBack : WriteSequence<[WriteMem, WriteALU]>;

class Inst<bits<6> number, dag outs, dag ins, list<dag> pattern = [], list<SchedReadWrite> rw = []> : Instruction {
  let Namespace = "Toy";
  let Size = 4;
  let OutOperandList = outs;
  let InOperandList = ins;
  let Pattern = pattern;
  let SchedRW = rw;
  bits<32> Inst = ?;
  bits<32> SoftFail = 0;
  let Inst{31-26} = number;
  // All operands by their names.
  dag all = !con(!setdagop(outs, ops), !setdagop(ins, ops));
  let AsmString = !tolower(NAME)#" "#!interleave(!foreach(place, !range(!size(all)), "$"#!getdagname(all, place)), ", ");
  string AsmVariantName = "";
}
class D { bits<3> d; }
class DA : D { bits<3> a; }
let isCommutable = true in
def ADD : Inst<1, (outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add i32:$a, i32:$b))], [WriteALU, ReadALU, ReadALU]> { bits<3> d; bits<3> a; bits<3> b; let Inst{2-0} = d; let Inst{10-3} = {0, 0, a{2-0}, b{2-0}}; }
def MUL : Inst<2, (outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (mul i32:$a, i32:$b))], [WriteMul]> { bits<3> d; bits<3> a; bits<3> b; let Inst{2-0} = d; let Inst{5-3} = b; let Inst{8-6} = a; let Inst{9} = 1; let SoftFail{10} = 1; let Inst{10} = 0; }
def LD : Inst<3, (outs GPR:$d), (ins mem:$from), [(set i32:$d, (load memory:$from))], [WriteMem]> { bits<3> d; bits<9> from; let Inst{2-0} = d; let Inst{11-3} = from; let Inst{25} = 0; }
def ST : Inst<3, (outs), (ins GPR:$v, mem:$to), [(store i32:$v, memory:$to)], [WriteMem]> { bits<3> v; bits<9> to; let Inst{2-0} = v; let Inst{7-3} = to{8-4}; let Inst{20-17} = to{3-0}; let Inst{25} = 1; }
// The address comes back.
def LDUPD : Inst<6, (outs GPR:$d, GPR:$wb), (ins mem:$from), [], [WriteBack]> {
  let Constraints = "$from.base = $wb,@earlyclobber $d";
  let mayLoad = true;
  bits<3> d;
  bits<9> from;
  let Inst{2-0} = d;
  let Inst{11-3} = from;
}
def NAMED : Inst<4, (outs GPR:$d), (ins (address $base, $offset):$from), []> { bits<3> d; bits<3> base; bits<5> offset; let Inst{2-0} = d; let Inst{5-3} = base; let Inst{10-6} = offset; }
def IF : Inst<5, (outs GPR:$d), (ins GPR:$a, pred:$when), []> { bits<3> d; bits<3> a; bits<4> when; let Inst{2-0} = d; let Inst{5-3} = a; let Inst{9-6} = when; }
def ANY : Inst<7, (outs), (ins GPR:$callee, variable_ops)> { let AsmString = "any $callee"; bits<3> callee; let Inst{2-0} = callee; let isCall = true; let Defs = [R7, FLAG]; }
let Uses = [FLAG], isBranch = true, isTerminator = true in
def BR : Inst<8, (outs), (ins brtarget:$to), [(br bb:$to)]> { bits<26> to; let Inst{25-0} = to; let to{1} = 1; }
def HALT : Inst<9, (outs), (ins), [(ToyHalt)]> { let Inst{3-0} = 0; }
def POLL : Inst<9, (outs GPR:$d), (ins)>, D { let Inst{2-0} = d; }
def SHIFT : Inst<9, (outs GPR:$d), (ins GPR:$a), []>, DA { let Inst{2-0} = d; let Inst{5-3} = a; let Inst{9-8} = 1; let hasSideEffects = false; }
def : Pat<(i32 (ToyPoll)), (POLL)>;
def : Pat<(i32 (sub i32:$a, i32:$b)), (ADD $a, (SHIFT $b))>;

def ToyModel : SchedMachineModel { let CompleteModel = false; let IssueWidth = 2; let FullInstRWOverlapCheck = false; }
let SchedModel = ToyModel in {
  def A : ProcResource<1>;
  def B : ProcResource<2>;
  def C : ProcResource<1> { let Super = B; }
  def AB : ProcResGroup<[A, B]>;
  def ABC : ProcResGroup<[A, B, C]>;
  def : WriteRes<WriteALU, [AB]> { let ReleaseAtCycles = [2]; }
  def : WriteRes<WriteMul, [A, C]> { let Latency = 3; let ReleaseAtCycles = [2, 3]; let NumMicroOps = 2; }
  def : WriteRes<WriteMem, [C]> { let Latency = 4; let BeginGroup = true; }
  def : WriteRes<WriteBack, [B]> { let Latency = 9; }
  def : ReadAdvance<ReadALU, 1, [WriteMem]>;
  def WriteShift : SchedWriteRes<[C]> { let Latency = 2; }
  def WriteOne : SchedWriteRes<[A]> { let Latency = 7; }
  def WriteTwo : SchedWriteRes<[A]> { let Latency = 8; }
  def : InstRW<[WriteOne], (instrs ST)>;
  def : InstRW<[WriteTwo], (instregex "^ST$", "^IF$")>;
}
// Bits that are several instructions: by the processor, or because one is a case of another.
let Predicates = [IsWide] in def WIDEPOLL : Inst<9, (outs GPR:$d), (ins)>, D { let Inst{2-0} = d; let Inst{25-24} = 2; }
let Predicates = [IsEither] in def EITHER : Inst<9, (outs GPR:$d), (ins GPR:$a)>, DA { let Inst{2-0} = d; let Inst{5-3} = a; let Inst{25} = 1; }

def : ProcessorModel<"toy", ToyModel, []>;
def : ProcessorModel<"toy-wide", ToyModel, [FeatureWide], [FeatureTune]>;
def : Processor<"toy-old", NoItineraries, [FeatureInner]>;

def CC_Rest : CallingConv<[CCIfType<[i64, f64], CCAssignToStack<8, 8>>, CCAssignToStack<0, 0>]>;
def CC_Toy : CallingConv<[
  CCIfByVal<CCPassByVal<4, 4>>,
  CCIfType<[i1, i8, i16], CCPromoteToType<i32>>,
  CCIfType<[f32], CCBitConvertToType<i32>>,
  CCIfType<[i128], CCPassIndirect<i32>>,
  CCIfInReg<CCIfType<[i32], CCAssignToReg<[R0, R1]>>>,
  CCIfNotVarArg<CCIfType<[i32], CCAssignToRegWithShadow<[R2, R3], [R4, R5]>>>,
  CCIfSplit<CCIfType<[i32], CCCustom<"CC_Toy_Split">>>,
  CCIfType<[i32], CCAssignToStackWithShadow<4, 4, [R6, R7]>>,
  CCDelegateTo<CC_Rest>
]>;

// Two variants of the assembly language; some texts begin with an operand, some exist in one variant only.
def PlainParser : AsmParserVariant { let Name = "plain"; }
def LoudParser : AsmParserVariant { let Variant = 1; let Name = "loud"; }
def PlainWriter : AsmWriter;
def LoudWriter : AsmWriter { let AsmWriterClassName = "LoudPrinter"; let Variant = 1; }
def number : Operand<i32> { let PrintMethod = "printNumber"; }
class Pseudo<string text, dag outs, dag ins, string variant = ""> : Inst<0, outs, ins> {
  let isPseudo = true;
  let AsmString = text;
  let AsmVariantName = variant;
  let hasSideEffects = false;
}
def TEXT : Pseudo<"te{x|ks}t\t$d, {$a, $n|#$n, $a}", (outs GPR:$d), (ins GPR:$a, number:$n)>;
def SUFFIX : Pseudo<"suffix{.long} $d, $$${a}s", (outs GPR:$d), (ins GPR:$a)>;
def LOUD : Pseudo<"loud $d, $a", (outs GPR:$d), (ins GPR:$a), "loud">;
def AT : Pseudo<"at $d, [$from]", (outs GPR:$d), (ins mem:$from)>;
let isCodeGenOnly = true in
def ASSIGN : Pseudo<"$d = ${a:high}", (outs GPR:$d), (ins GPR:$a)>;

def ToyInstrInfo : InstrInfo;
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
  let AssemblyParserVariants = [PlainParser, LoudParser];
  let AssemblyWriters = [PlainWriter, LoudWriter];
}

class Port<string name, bits<8> number> {
  string Name = name;
  bits<8> Number = number;
}
def : Port<"out", 7>;
def : Port<"in", 2>;
def Ports : GenericTable {
  let FilterClass = "Port";
  let Fields = ["Name", "Number"];
  let PrimaryKey = ["Number"];
  let PrimaryKeyName = "lookupPortByNumber";
}
