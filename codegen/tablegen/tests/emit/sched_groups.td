// --gen-sched
include "machine.td"

// What occupies a group occupies the groups around it; a sequence is its parts.
class Pseudo<list<SchedReadWrite> rw> : ToyInst<"", "", (outs GPR:$d), (ins GPR:$a), ""> {
  let isPseudo = true;
  let SchedRW = rw;
}
def WriteUpdate : WriteSequence<[WriteLoad, WriteALU]>;
def UPDATE : Pseudo<[WriteUpdate]>;

def Model : SchedMachineModel { let CompleteModel = false; let FullInstRWOverlapCheck = false; }
let SchedModel = Model in {
  def A : ProcResource<1>;
  def B : ProcResource<2>;
  def C : ProcResource<1>;
  def AB : ProcResGroup<[A, B]>;
  // A member may be there twice.
  def ABC : ProcResGroup<[A, B, C, A]>;
  def : WriteRes<WriteALU, [AB]> { let ReleaseAtCycles = [2]; }
  def : WriteRes<WriteMul, [A]>;
  def : WriteRes<WriteLoad, [C]> { let Latency = 4; }
  // It is its parts nevertheless.
  def : WriteRes<WriteUpdate, [B]> { let Latency = 9; }

  // One exception overlaps the other.
  def WriteOne : SchedWriteRes<[A]> { let Latency = 7; }
  def WriteTwo : SchedWriteRes<[A]> { let Latency = 8; }
  def : InstRW<[WriteOne], (instrs ADD, ADDI)>;
  def : InstRW<[WriteTwo], (instregex "^ADD")>;
}
