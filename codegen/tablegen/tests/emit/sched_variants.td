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

// The same machine by stages.
def Issue : FuncUnit;
def Pipe0 : FuncUnit;
def Pipe1 : FuncUnit;
def Forward : Bypass;
def ItinALU : InstrItinClass;
def ItinLoad : InstrItinClass;
def ItinUnknown : InstrItinClass;
def StagesOfToy : ProcessorItineraries<[Issue, Pipe0, Pipe1], [Forward], [
  InstrItinData<ItinALU, [InstrStage<1, [Issue], 0>, InstrStage<2, [Pipe0, Pipe1]>], [2, 1, 1], [Forward, Forward]>,
  InstrItinData<ItinLoad, [InstrStage<1, [Issue]>, InstrStage<3, [Pipe0]>, InstrStage<1, [Pipe1], -1, Reserved>], [4, 1], [], 2>
]>;
let Itinerary = ItinALU in def ALU : ToyInst<"", "", (outs GPR:$d), (ins GPR:$a), ""> { let isPseudo = true; }
let Itinerary = ItinLoad in def LOAD : ToyInst<"", "", (outs GPR:$d), (ins GPR:$a), ""> { let isPseudo = true; }

// By the model, and without one.
def StagedModel : SchedMachineModel { let CompleteModel = false; let Itineraries = StagesOfToy; }
def : ProcessorModel<"modelled", Model, []>;
def : ProcessorModel<"staged", StagedModel, []>;
