// --gen-sched
include "machine.td"

def Issue : FuncUnit;
def Other : FuncUnit;
def Itin : InstrItinClass;
def Stages : ProcessorItineraries<[Issue], [], [InstrItinData<Itin, [InstrStage<1, [Other]>]>]>;
