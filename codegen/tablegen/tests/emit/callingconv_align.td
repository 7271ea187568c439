// --gen-callingconv
include "machine.td"
include "CallingConv.td"

def CC_Toy : CallingConv<[CCIfInReg<CCAssignToStack<4, 3>>]>;
