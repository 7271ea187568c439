// --gen-sched
include "machine.td"

// What occupies a group occupies the groups around it; a sequence is its parts; itineraries say what instructions do.
def ItinShift : InstrItinClass;
def ItinMove : InstrItinClass;
def ItinAdd : InstrItinClass;
class Pseudo<list<SchedReadWrite> rw, InstrItinClass itinerary> : ToyInst<"", "", (outs GPR:$d), (ins GPR:$a), ""> {
  let isPseudo = true;
  let SchedRW = rw;
  let Itinerary = itinerary;
}
def WriteUpdate : WriteSequence<[WriteLoad, WriteALU]>;
def UPDATE : Pseudo<[WriteUpdate], NoItinerary>;
def SHIFT : Pseudo<[], ItinShift>;
def SHIFTV : Pseudo<[WriteMul], ItinShift>;
def MOVE : Pseudo<[], ItinMove>;
def MOVEV : Pseudo<[WriteMul], ItinMove>;
def ANY : Pseudo<[], ItinAdd>;

def SetsFlag : SchedPredicate<[{ inst.sets_flag }]>;
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

  def WriteShift : SchedWriteRes<[B]> { let Latency = 3; }
  def WriteShiftFlag : SchedWriteRes<[C]> { let Latency = 6; }
  def ShiftVariant : SchedWriteVariant<[SchedVar<SetsFlag, [WriteShiftFlag]>, SchedVar<NoSchedPred, [WriteShift]>]>;
  def : ItinRW<[WriteShift], [ItinMove]>;
  // The first counts.
  def : ItinRW<[ShiftVariant], [ItinShift, ItinMove]>;
  // One exception overlaps the other.
  def WriteOne : SchedWriteRes<[A]> { let Latency = 7; }
  def WriteTwo : SchedWriteRes<[A]> { let Latency = 8; }
  def : InstRW<[WriteOne], (instrs ADD, ADDI)>;
  def : InstRW<[WriteTwo], (instregex "^ADD")>;
}
