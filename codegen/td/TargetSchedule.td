// Models of how processors execute instructions: what `--gen-sched` reads. Target.td includes it. Names and meaning
// follow LLVM's TargetSchedule.td.
//
// An instruction describes itself by `SchedRW`: a SchedWrite for each result, then a SchedRead for each operand that
// has one. A model defines the latency and the resources of each SchedWrite:
//
//   def WriteMul : SchedWrite;
//   def MUL : ... { let SchedRW = [WriteMul]; }
//   def SlowModel : SchedMachineModel { let IssueWidth = 1; }
//   let SchedModel = SlowModel in {
//     def Multiplier : ProcResource<1>;
//     def : WriteRes<WriteMul, [Multiplier]> { let Latency = 4; let ReleaseAtCycles = [2]; }
//     def : InstRW<[WriteMul], (instrs MULHI)>;       // an exception for one instruction
//   }
//   def : ProcessorModel<"slow", SlowModel, []>;

// Operators of the instruction lists of InstRW: records, and a pattern that must match a prefix of the name.
def instrs;
def instregex;

//===- Models ----------------------------------------------------------------------------------------------------===//

class SchedMachineModel {
  int IssueWidth = 1;              // instructions issued per cycle
  int MicroOpBufferSize = 0;       // 0: in order; otherwise micro-operations that wait for their turn
  int LoopMicroOpBufferSize = 0;
  int LoadLatency = 4;             // of a load that the model says nothing about
  int HighLatency = 10;            // of anything very slow
  int MispredictPenalty = 10;
  bit CompleteModel = true;        // an instruction whose SchedRW the model does not know is an error
  // Whether two InstRW for one instruction are an error; otherwise the first counts.
  bit FullInstRWOverlapCheck = true;
  bit NoModel = false;
}
def NoSchedModel : SchedMachineModel {
  let NoModel = true;
  let CompleteModel = false;
}

//===- Resources -------------------------------------------------------------------------------------------------===//

class ProcResourceKind;

// `NumUnits` identical units. Uses of it use `Super` as well. `BufferSize` 0: in order and without waiting; 1: in order;
// -1: the micro-operation buffer.
class ProcResourceUnits<int num> : ProcResourceKind {
  int NumUnits = num;
  ProcResourceKind Super = ?;
  int BufferSize = -1;
  SchedMachineModel SchedModel = ?;
}
class ProcResource<int num> : ProcResourceUnits<num>;

// Any of several resources. Uses of a member are uses of the group as well.
class ProcResGroup<list<ProcResource> resources> : ProcResourceKind {
  list<ProcResource> Resources = resources;
  int BufferSize = -1;
  SchedMachineModel SchedModel = ?;
}

//===- What instructions do --------------------------------------------------------------------------------------===//

class SchedReadWrite;
class SchedWrite : SchedReadWrite;
class SchedRead : SchedReadWrite;

// A sequence of writes, `Repeat` times: latencies and micro-operations add up.
class WriteSequence<list<SchedWrite> writes, int repeat = 1> : SchedWrite {
  list<SchedWrite> Writes = writes;
  int Repeat = repeat;
  SchedMachineModel SchedModel = ?;
}

//===- How a model does it ---------------------------------------------------------------------------------------===//

class ProcWriteResources<list<ProcResourceKind> resources> {
  list<ProcResourceKind> ProcResources = resources;
  // Cycles in which each resource is released and acquired; all 1 and all 0 if empty.
  list<int> ReleaseAtCycles = [];
  list<int> AcquireAtCycles = [];
  int Latency = 1;
  int NumMicroOps = 1;
  bit BeginGroup = false;
  bit EndGroup = false;
  bit SingleIssue = false;
  // The processor does not have such an instruction.
  bit Unsupported = false;
  SchedMachineModel SchedModel = ?;
}
// The resources of a SchedWrite on a model.
class WriteRes<SchedWrite write, list<ProcResourceKind> resources> : ProcWriteResources<resources> {
  SchedWrite WriteType = write;
}
// A write with its resources on one model, for InstRW.
class SchedWriteRes<list<ProcResourceKind> resources> : SchedWrite, ProcWriteResources<resources>;

// A read needs its operand only `Cycles` after issue, if one of `ValidWrites` wrote it (any, if empty).
class ProcReadAdvance<int cycles, list<SchedWrite> writes = []> {
  int Cycles = cycles;
  list<SchedWrite> ValidWrites = writes;
  bit Unsupported = false;
  SchedMachineModel SchedModel = ?;
}
class ReadAdvance<SchedRead read, int cycles, list<SchedWrite> writes = []> : ProcReadAdvance<cycles, writes> {
  SchedRead ReadType = read;
}
class SchedReadAdvance<int cycles, list<SchedWrite> writes = []> : SchedRead, ProcReadAdvance<cycles, writes>;

// Other writes and reads for some instructions on a model.
class InstRW<list<SchedReadWrite> rw, dag instrlist> {
  list<SchedReadWrite> OperandReadWrites = rw;
  dag Instrs = instrlist;
  SchedMachineModel SchedModel = ?;
}
// On a model, one write or read in place of another.
class SchedAlias<SchedReadWrite match, SchedReadWrite alias> {
  SchedReadWrite MatchRW = match;
  SchedReadWrite AliasRW = alias;
  SchedMachineModel SchedModel = ?;
}

//===- What depends on the instruction ---------------------------------------------------------------------------===//

class Instruction;
class SubtargetFeature;

// Conditions of instructions.
class MCInstPredicate;
class MCTrue : MCInstPredicate;
class MCFalse : MCInstPredicate;
def TruePred : MCTrue;
def FalsePred : MCFalse;
class CheckNot<MCInstPredicate P> : MCInstPredicate { MCInstPredicate Pred = P; }
class CheckPredicateSequence<list<MCInstPredicate> Preds> : MCInstPredicate { list<MCInstPredicate> Predicates = Preds; }
class CheckAll<list<MCInstPredicate> Sequence> : CheckPredicateSequence<Sequence>;
class CheckAny<list<MCInstPredicate> Sequence> : CheckPredicateSequence<Sequence>;
class CheckOpcode<list<Instruction> Opcodes> : MCInstPredicate { list<Instruction> ValidOpcodes = Opcodes; }
class CheckNumOperands<int Num> : MCInstPredicate { int NumOps = Num; }
class CheckSameRegOperand<int First, int Second> : MCInstPredicate {
  int FirstIndex = First;
  int SecondIndex = Second;
}
// On an operand by number. A `FunctionMapper` first maps its value by a function of the module `sched_hooks`.
class MCOperandPredicate<int Index> : MCInstPredicate { int OpIndex = Index; }
class CheckIsRegOperand<int Index> : MCOperandPredicate<Index>;
class CheckIsImmOperand<int Index> : MCOperandPredicate<Index>;
class CheckOperandBase<int Index, string Fn = ""> : MCOperandPredicate<Index> { string FunctionMapper = Fn; }
class CheckRegOperand<int Index, Register R> : CheckOperandBase<Index> { Register Reg = R; }
class CheckImmOperand<int Index, int Imm> : CheckOperandBase<Index> { int ImmVal = Imm; }
class CheckImmOperandLT<int Index, int Imm> : CheckOperandBase<Index> { int ImmVal = Imm; }
class CheckImmOperandGT<int Index, int Imm> : CheckOperandBase<Index> { int ImmVal = Imm; }
class CheckZeroOperand<int Index> : CheckImmOperand<Index, 0>;
// A function of the module `sched_hooks`.
class CheckFunctionPredicate<string MCInstFn, string MachineInstrFn> : MCInstPredicate {
  string MCInstFnName = MCInstFn;
  string MachineInstrFnName = MachineInstrFn;
}
// Different conditions for different instructions, with a name.
class MCStatement;
class MCReturnStatement<MCInstPredicate predicate> : MCStatement { MCInstPredicate Pred = predicate; }
class MCOpcodeSwitchCase<list<Instruction> opcodes, MCStatement caseStmt> {
  list<Instruction> Opcodes = opcodes;
  MCStatement CaseStmt = caseStmt;
}
class MCOpcodeSwitchStatement<list<MCOpcodeSwitchCase> cases, MCStatement default> : MCStatement {
  list<MCOpcodeSwitchCase> Cases = cases;
  MCStatement DefaultCase = default;
}
class FunctionPredicateBase<string name, MCStatement body> {
  string FunctionName = name;
  MCStatement Body = body;
}
class TIIPredicate<string Name, MCStatement body> : FunctionPredicateBase<Name, body>, MCInstPredicate;

// Predicates use `inst`, whose type `SchedInst` the including file defines: a condition, a Rust expression, a feature
// of the processor, several predicates.
class SchedPredicateBase;
class MCSchedPredicate<MCInstPredicate P> : SchedPredicateBase {
  MCInstPredicate Pred = P;
  SchedMachineModel SchedModel = ?;
}
class SchedPredicate<code pred> : SchedPredicateBase {
  SchedMachineModel SchedModel = ?;
  code Predicate = pred;
}
class FeatureSchedPredicate<SubtargetFeature SF> : SchedPredicateBase {
  SubtargetFeature Feature = SF;
  SchedMachineModel SchedModel = ?;
}
class SchedPredicateCombiner<list<SchedPredicateBase> predicates> : SchedPredicateBase {
  SchedMachineModel SchedModel = ?;
  list<SchedPredicateBase> Predicates = predicates;
}
class AllOfSchedPreds<list<SchedPredicateBase> predicates> : SchedPredicateCombiner<predicates>;
class AnyOfSchedPreds<list<SchedPredicateBase> predicates> : SchedPredicateCombiner<predicates>;
class NoneOfSchedPreds<list<SchedPredicateBase> predicates> : SchedPredicateCombiner<predicates>;
def NoSchedPred : MCSchedPredicate<TruePred>;

// The first one whose predicate holds counts; the last one's is NoSchedPred, or nothing else is supported.
// The selected ones happen one after another; `Variadic`: each for its own operand.
class SchedVar<SchedPredicateBase pred, list<SchedReadWrite> selected> {
  SchedPredicateBase Predicate = pred;
  list<SchedReadWrite> Selected = selected;
}
class SchedVariant<list<SchedVar> variants> {
  list<SchedVar> Variants = variants;
  bit Variadic = false;
  SchedMachineModel SchedModel = ?;
}
class SchedWriteVariant<list<SchedVar> variants> : SchedWrite, SchedVariant<variants>;
class SchedReadVariant<list<SchedVar> variants> : SchedRead, SchedVariant<variants>;
