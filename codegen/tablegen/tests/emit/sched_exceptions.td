// --gen-sched
include "machine.td"

def Model : SchedMachineModel { let CompleteModel = false; }
let SchedModel = Model in {
  def : InstRW<[WriteALU], (instrs ADD, SUB)>;
  def : InstRW<[WriteMul], (instregex "ADD$")>;
}
