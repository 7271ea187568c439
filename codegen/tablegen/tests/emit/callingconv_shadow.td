// --gen-callingconv
include "machine.td"
include "CallingConv.td"

def CC_Toy : CallingConv<[CCAssignToRegWithShadow<[R0, R1], [R2]>]>;
