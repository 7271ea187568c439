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

// Every other action, by the type of the value.
def CC_Own : CustomCallingConv;
def CC_Rest : CallingConv<[
  CCIfByVal<CCPassByVal<8, 4>>,
  CCIfCC<"7", CCDelegateTo<CC_Own>>,
  CCIfPtrAddrSpace<3, CCAssignToRegTuple<["R4_R5"]>>,
  CCIfSRet<CCAssignToRegWithShadow<[R6, R7], [R5, R4]>>,
  CCIfNest<CCAssignToRegAndStack<[R3], 8, 8>>,
  CCIfArgVarArg<CCAssignToStackWithShadow<4, 4, [R6, R7]>>,
  CCIfType<[f64], CCCustom<"split_double">>,
  CCIfType<[i1], CCPromoteToUpperBitsInType<i32>>,
  CCIfType<[i8], CCPromoteToType<i32>>,
  CCIfType<[f16], CCPromoteToType<f32>>,
  CCIfType<[i64], CCTruncToType<i32>>,
  CCIfType<[v4i32], CCPassIndirect<i32>>,
  CCDelegateTo<CC_Stack>
]>;

def CSR_Toy : CalleeSavedRegs<(add (sequence "R%u", 4, 6))> { let OtherPreserved = (add FLAG); }
def CSR_None : CalleeSavedRegs<(add)>;
