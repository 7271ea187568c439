// --gen-sched
include "machine.td"

// Nothing is said of additions that set no flag; a variant in a sequence; variants of variable operands.
def SetsFlag : SchedPredicate<[{ inst.sets_flag }]>;
def Other : SchedPredicateBase;
class Model : SchedMachineModel { let CompleteModel = false; }
foreach m = ["A", "B", "C", "D"] in def m : Model;
let SchedModel = A in {
  def Partial : SchedWriteVariant<[SchedVar<SetsFlag, [WriteMul]>]>;
  def : SchedAlias<WriteALU, Partial>;
}
let SchedModel = B in {
  def Whole : SchedWriteVariant<[SchedVar<SetsFlag, [WriteMul]>, SchedVar<NoSchedPred, [WriteMul]>]>;
  def Twice : WriteSequence<[Whole], 2>;
  def : SchedAlias<WriteALU, Twice>;
}
let SchedModel = C in {
  def Many : SchedWriteVariant<[SchedVar<NoSchedPred, [WriteMul]>]> { let Variadic = true; }
  def : SchedAlias<WriteALU, Many>;
}
let SchedModel = D in {
  def NoCode : SchedWriteVariant<[SchedVar<Other, [WriteMul]>, SchedVar<NoSchedPred, [WriteMul]>]>;
  def : SchedAlias<WriteALU, NoCode>;
}
