// --gen-sched
include "machine.td"

// A predicate of a class that nothing is known of.
def Other : SchedPredicateBase;
class Model : SchedMachineModel { let CompleteModel = false; }
def A : Model;
let SchedModel = A in {
  def NoCode : SchedWriteVariant<[SchedVar<Other, [WriteMul]>]>;
  def : SchedAlias<WriteALU, NoCode>;
}
