// --gen-callingconv
include "machine.td"
include "CallingConv.td"

def CC_Stack : CallingConv<[
  CCIfType<[i64], CCAssignToStack<8, 8>>,
  CCAssignToStack<0, 4>
]>;
def CC_Toy : CallingConv<[
  CCIfType<[i1, i8, i16], CCPromoteToType<i32>>,
  CCIfInReg<CCIfType<[i64], CCAssignToTuple<2, [R0, R2]>>>,
  CCIfType<[f32], CCBitConvertToType<i32>>,
  CCIfNotVarArg<CCIfType<[i32], CCAssignToReg<[R0, R1, R2]>>>,
  CCDelegateTo<CC_Stack>
]>;
