// --gen-sched
include "machine.td"

def WriteStore : SchedWrite;
def WriteFlag : SchedWrite;
def WriteTwice : WriteSequence<[WriteFlag], 2>;

// Two pipelines and a multiplier, all fed by two decoders.
def FastModel : SchedMachineModel {
  let IssueWidth = 2;
  let MicroOpBufferSize = 16;
  let LoadLatency = 5;
}
let SchedModel = FastModel in {
  def FastDecode : ProcResource<2>;
  let Super = FastDecode in {
    def FastPipe0 : ProcResource<1>;
    def FastPipe1 : ProcResource<1> { let BufferSize = 0; }
  }
  def FastPipes : ProcResGroup<[FastPipe0, FastPipe1]>;

  def : WriteRes<WriteALU, [FastPipes]>;
  def : WriteRes<WriteMul, [FastPipe1]> {
    let Latency = 4;
    let ReleaseAtCycles = [2];
  }
  def : WriteRes<WriteLoad, [FastPipe0]> { let Latency = 5; let NumMicroOps = 2; }
  def : WriteRes<WriteStore, []> { let SingleIssue = true; }
  def : WriteRes<WriteFlag, [FastPipe0]>;
  def : InstRW<[WriteStore], (instrs ST)>;
  def : InstRW<[WriteTwice], (instregex "C.P$")>;
  // The address of a load is needed a cycle late if an addition made it.
  def : ReadAdvance<ReadAddress, 1, [WriteALU]>;
}

// Everything one after another; nothing is known of loads.
def SlowModel : SchedMachineModel { let CompleteModel = false; }
let SchedModel = SlowModel in {
  def SlowUnit : ProcResource<1>;
  def : WriteRes<WriteALU, [SlowUnit]> { let Latency = 2; }
  def : SchedAlias<WriteMul, WriteALU>;
}

def : ProcessorModel<"toy2", FastModel, []>;
def : ProcessorModel<"toy1", SlowModel, []>;
def : ProcessorModel<"toy0", NoSchedModel, []>;
