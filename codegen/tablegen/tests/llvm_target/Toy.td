// A small target in LLVM's own classes.
include "llvm/Target/Target.td"

class ToyReg<string name, bits<16> number> : Register<name> {
  let Namespace = "Toy";
  let HWEncoding = number;
}
foreach i = 0...7 in def R#i : ToyReg<"r"#i, i>;
def FLAG : ToyReg<"flag", 8>;
def GPR : RegisterClass<"Toy", [i32], 32, (sequence "R%u", 0, 7)>;
def FLAGS : RegisterClass<"Toy", [i32], 32, (add FLAG)> { let isAllocatable = false; }

defm : RemapAllTargetPseudoPointerOperands<GPR>;
def brtarget : Operand<OtherVT>;
def mem : Operand<iPTR> { let MIOperandInfo = (ops GPR:$base, i32imm:$offset); }
def pred : Operand<i32>, PredicateOp { let MIOperandInfo = (ops i32imm, FLAGS); }
def memory : ComplexPattern<iPTR, 2, "selectAddress", []>;
def ToyHalt : SDNode<"ToyISD::HALT", SDTNone, [SDNPHasChain, SDNPSideEffect]>;
def ToyPoll : SDNode<"ToyISD::POLL", SDTypeProfile<1, 0, [SDTCisInt<0>]>, [SDNPHasChain, SDNPMayLoad]>;

def ItinShift : InstrItinClass;
def WriteALU : SchedWrite;
def WriteMem : SchedWrite;
def WriteMul : SchedWrite;
def ReadALU : SchedRead;
def WriteBack : WriteSequence<[WriteMem, WriteALU]>;

class Inst<dag outs, dag ins, list<dag> pattern = [], list<SchedReadWrite> rw = []> : Instruction {
  let Namespace = "Toy";
  let Size = 4;
  let OutOperandList = outs;
  let InOperandList = ins;
  let Pattern = pattern;
  let SchedRW = rw;
  bits<32> Inst = 0;
  let AsmString = "";

}
let isCommutable = true in
def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add i32:$a, i32:$b))], [WriteALU, ReadALU, ReadALU]>;
def MUL : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (mul i32:$a, i32:$b))], [WriteMul]>;
def LD : Inst<(outs GPR:$d), (ins mem:$from), [(set i32:$d, (load memory:$from))], [WriteMem]>;
def ST : Inst<(outs), (ins GPR:$v, mem:$to), [(store i32:$v, memory:$to)], [WriteMem]>;
// The address comes back.
def LDUPD : Inst<(outs GPR:$d, GPR:$wb), (ins mem:$from), [], [WriteBack]> {
  let Constraints = "$from.base = $wb,@earlyclobber $d";
  let mayLoad = true;
}
def NAMED : Inst<(outs GPR:$d), (ins (mem $base, $offset):$from), []>;
def IF : Inst<(outs GPR:$d), (ins GPR:$a, pred:$if), []>;
def ANY : Inst<(outs), (ins GPR:$callee, variable_ops)> { let isCall = true; let Defs = [R7, FLAG]; }
let Uses = [FLAG], isBranch = true, isTerminator = true in
def BR : Inst<(outs), (ins brtarget:$to), [(br bb:$to)]>;
def HALT : Inst<(outs), (ins), [(ToyHalt)]>;
def POLL : Inst<(outs GPR:$d), (ins)>;
def SHIFT : Inst<(outs GPR:$d), (ins GPR:$a), []> { let Itinerary = ItinShift; let hasSideEffects = false; }
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
  def : ItinRW<[WriteShift], [ItinShift]>;
  def WriteOne : SchedWriteRes<[A]> { let Latency = 7; }
  def WriteTwo : SchedWriteRes<[A]> { let Latency = 8; }
  def : InstRW<[WriteOne], (instrs ST)>;
  def : InstRW<[WriteTwo], (instregex "^ST$", "^IF$")>;
}
def : ProcessorModel<"toy", ToyModel, []>;

def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
