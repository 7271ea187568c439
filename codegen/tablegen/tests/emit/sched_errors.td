// --gen-sched
include "machine.td"

def Model : SchedMachineModel;
let SchedModel = Model in {
  def Unit : ProcResource<1>;
  def : WriteRes<WriteALU, [Unit]>;
  def : WriteRes<WriteMul, [Unit]> { let ReleaseAtCycles = [1, 2]; }
}
