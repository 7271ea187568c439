// --gen-sched
include "machine.td"

// Additions are slow if they set the flag, multiplications if both factors are the same register; loads by where their
// address comes from.
def SetsFlag : SchedPredicate<[{ inst.sets_flag }]>;
def IsSquare : SchedPredicate<[{ inst.sources.0 == inst.sources.1 }]>;
def WriteSlow : SchedWrite;
def ReadLate : SchedRead;

def Model : SchedMachineModel { let CompleteModel = false; }
let SchedModel = Model in {
  def Unit : ProcResource<1>;
  def WriteFast : SchedWriteRes<[Unit]>;
  def : WriteRes<WriteSlow, [Unit]> { let Latency = 3; }
  def : WriteRes<WriteLoad, [Unit]> { let Latency = 5; }
  def AddVariant : SchedWriteVariant<[SchedVar<SetsFlag, [WriteSlow]>, SchedVar<NoSchedPred, [WriteFast]>]>;
  def MulVariant : SchedWriteVariant<[SchedVar<IsSquare, [AddVariant]>, SchedVar<NoSchedPred, [WriteSlow, WriteSlow]>]>;
  def : SchedAlias<WriteALU, AddVariant>;
  def : SchedAlias<WriteMul, MulVariant>;
  def : ReadAdvance<ReadLate, 2>;
  def AddressVariant : SchedReadVariant<[SchedVar<SetsFlag, [ReadLate]>, SchedVar<NoSchedPred, []>]>;
  def : SchedAlias<ReadAddress, AddressVariant>;
}

def : ProcessorModel<"modelled", Model, []>;
