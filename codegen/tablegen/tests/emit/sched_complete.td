// --gen-sched
// A complete model says something of every instruction that says something of its scheduling, or nothing; reads ask for
// writes that there are.
include "machine.td"

def WriteNever : SchedWrite;

let hasSideEffects = false, mayLoad = false, mayStore = false in {
  def SILENT : RRR<60, "silent"> { let SchedRW = ?; }
  // Nobody schedules it.
  def NOTE : RRR<61, "note"> {
    let SchedRW = ?;
    bit hasNoSchedulingInfo = true;
  }
}

def Model : SchedMachineModel;
let SchedModel = Model in {
  def Unit : ProcResource<1>;
  def : WriteRes<WriteALU, [Unit]>;
  def : WriteRes<WriteMul, [Unit]>;
  def : WriteRes<WriteLoad, [Unit]>;
  def : ReadAdvance<ReadAddress, 1, [WriteALU, WriteNever]>;
}
