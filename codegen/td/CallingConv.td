// Calling conventions: lists of actions, tried in order for each part of a value until one assigns a location. Names
// and meaning follow LLVM's TargetCallingConv.td; additions are marked [wavec].

class CCAction;

// A convention: a function of the generated file.
class CallingConv<list<CCAction> actions> {
  list<CCAction> Actions = actions;
  // No delegation is needed: all functions are public here.
  bit Entry = false;
  // The function is in the file that includes the output.
  bit Custom = false;
}
class CustomCallingConv : CallingConv<[]> {
  let Custom = true;
}

// An action under a condition.
class CCPredicateAction<CCAction action> : CCAction {
  CCAction SubAction = action;
}
// If the value has one of these types.
class CCIfType<list<ValueType> types, CCAction action> : CCPredicateAction<action> {
  list<ValueType> VTs = types;
}
// If a Rust expression over `flags` (ArgFlags) and `state` (CallingConvState) holds.
class CCIf<string predicate, CCAction action> : CCPredicateAction<action> {
  string Predicate = predicate;
}
class CCIfInReg<CCAction action> : CCIf<"flags.in_reg", action>;
class CCIfByVal<CCAction action> : CCIf<"flags.by_val", action>;
class CCIfSRet<CCAction action> : CCIf<"flags.s_ret", action>;
class CCIfNest<CCAction action> : CCIf<"flags.nest", action>;
// The first part of a split value.
class CCIfSplit<CCAction action> : CCIf<"flags.split", action>;
class CCIfConsecutiveRegs<CCAction action> : CCIf<"flags.consecutive_regs", action>;
class CCIfPtr<CCAction action> : CCIf<"flags.pointer.is_some()", action>;
class CCIfPtrAddrSpace<int AS, CCAction action> : CCIf<"flags.pointer == Some("#AS#")", action>;
// Whether the function is variadic and the argument is a variable one.
class CCIfVarArg<CCAction action> : CCIf<"state.is_variadic", action>;
class CCIfNotVarArg<CCAction action> : CCIf<"!state.is_variadic", action>;
class CCIfArgFixed<CCAction action> : CCIf<"!flags.var_arg", action>;
class CCIfArgVarArg<CCAction action> : CCIf<"flags.var_arg", action>;
// Whether the function's convention has this number.
class CCIfCC<string CC, CCAction action> : CCIf<"state.calling_convention == "#CC, action>;

// To the first free one of these registers.
class CCAssignToReg<list<Register> registers> : CCAction {
  list<Register> RegList = registers;
}
// [wavec] To the first tuple of this many registers that begins at one of these and is completely free.
class CCAssignToTuple<int words, list<Register> registers> : CCAction {
  int Words = words;
  list<Register> RegList = registers;
}
// To the first free register; the register at the same position of the other list is allocated as well.
class CCAssignToRegWithShadow<list<Register> registers, list<Register> shadows> : CCAction {
  list<Register> RegList = registers;
  list<Register> ShadowRegList = shadows;
}
// Registers by their names in the generated module: members of tuples have no records.
class CCAssignToRegTuple<list<string> registers> : CCAction {
  list<string> RegList = registers;
}
// To a register, and reserves bytes of the stack for it.
class CCAssignToRegAndStack<list<Register> registers, int size, int align> : CCAssignToReg<registers> {
  int Size = size;
  int Align = align;
}
// To the stack; size and alignment in bytes, 0 for those of the type.
class CCAssignToStack<int size, int align> : CCAction {
  int Size = size;
  int Align = align;
}
// To the stack; all these registers are allocated as well.
class CCAssignToStackWithShadow<int size, int align, list<Register> shadows> : CCAction {
  int Size = size;
  int Align = align;
  list<Register> ShadowRegList = shadows;
}
// A copy of a `byval` pointee on the stack: minimum size and minimum alignment in bytes.
class CCPassByVal<int size, int align> : CCAction {
  int Size = size;
  int Align = align;
}

// Converts the value for the following actions: extended as the flags say; in the upper bits; with the same bits;
// truncated; as a pointer of this type to it.
class CCPromoteToType<ValueType type> : CCAction {
  ValueType DestTy = type;
}
class CCPromoteToUpperBitsInType<ValueType type> : CCAction {
  ValueType DestTy = type;
}
class CCBitConvertToType<ValueType type> : CCAction {
  ValueType DestTy = type;
}
class CCTruncToType<ValueType type> : CCAction {
  ValueType DestTy = type;
}
class CCPassIndirect<ValueType type> : CCAction {
  ValueType DestTy = type;
}

// Delegates to another convention.
class CCDelegateTo<CallingConv convention> : CCAction {
  CallingConv CC = convention;
}
// By a function of the file that includes the result:
//   fn name(value: usize, vt: ValueType, location_vt: &mut ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool
// that returns whether it assigned a location.
class CCCustom<string fn> : CCAction {
  string FuncName = fn;
}

// Registers that a function preserves: those that it saves itself, and others.
class CalleeSavedRegs<dag saves> {
  dag SaveList = saves;
  dag OtherPreserved;
}
