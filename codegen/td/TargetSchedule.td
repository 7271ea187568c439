// Models of how processors execute instructions: what `--gen-sched` reads. Target.td includes it. Names and meaning
// follow LLVM's TargetSchedule.td; itineraries and variants that depend on operands are left out.
//
// An instruction says what it does by `SchedRW`: a SchedWrite for each result, then a SchedRead for each operand that
// has one. A model says of each SchedWrite how long it takes and what it occupies:
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

// Operators of the instruction lists of InstRW: records, and a pattern that the beginning of a name must match.
def instrs;
def instregex;

class SchedMachineModel {
  int IssueWidth = 1;              // instructions issued per cycle
  int MicroOpBufferSize = 0;       // 0: in order; otherwise micro-operations that wait for their turn
  int LoopMicroOpBufferSize = 0;
  int LoadLatency = 4;             // of a load that the model says nothing about
  int HighLatency = 10;            // of anything very slow
  int MispredictPenalty = 10;
  bit CompleteModel = true;        // an instruction whose SchedRW the model does not know is an error
  bit NoModel = false;
}
def NoSchedModel : SchedMachineModel {
  let NoModel = true;
  let CompleteModel = false;
}

//===- Resources -------------------------------------------------------------------------------------------------===//

class ProcResourceKind;

// `NumUnits` alike units. What uses them uses `Super` too. `BufferSize` 0: in order and without waiting; 1: in order;
// -1: the micro-operation buffer.
class ProcResourceUnits<int num> : ProcResourceKind {
  int NumUnits = num;
  ProcResourceKind Super = ?;
  int BufferSize = -1;
  SchedMachineModel SchedModel = ?;
}
class ProcResource<int num> : ProcResourceUnits<num>;

// Any of several resources. What uses a member uses the group too.
class ProcResGroup<list<ProcResource> resources> : ProcResourceKind {
  list<ProcResource> Resources = resources;
  int BufferSize = -1;
  SchedMachineModel SchedModel = ?;
}

//===- What instructions do --------------------------------------------------------------------------------------===//

class SchedReadWrite;
class SchedWrite : SchedReadWrite;
class SchedRead : SchedReadWrite;

// In place of writes one after another, `Repeat` times: latencies and micro-operations add up.
class WriteSequence<list<SchedWrite> writes, int repeat = 1> : SchedWrite {
  list<SchedWrite> Writes = writes;
  int Repeat = repeat;
  SchedMachineModel SchedModel = ?;
}

//===- How a model does it ---------------------------------------------------------------------------------------===//

class ProcWriteResources<list<ProcResourceKind> resources> {
  list<ProcResourceKind> ProcResources = resources;
  // Cycle at which each resource is free again, and from which it is used; all 1 and all 0 if empty.
  list<int> ReleaseAtCycles = [];
  list<int> AcquireAtCycles = [];
  int Latency = 1;
  int NumMicroOps = 1;
  bit BeginGroup = false;
  bit EndGroup = false;
  bit SingleIssue = false;
  // The processor has no such instruction.
  bit Unsupported = false;
  SchedMachineModel SchedModel = ?;
}
// What a SchedWrite is on a model.
class WriteRes<SchedWrite write, list<ProcResourceKind> resources> : ProcWriteResources<resources> {
  SchedWrite WriteType = write;
}
// A write and what it is, of one model: for InstRW.
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
