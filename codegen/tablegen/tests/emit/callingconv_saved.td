// --gen-callingconv
include "machine.td"
include "CallingConv.td"

def CSR_Toy : CalleeSavedRegs<(add R0, Pairs)>;
