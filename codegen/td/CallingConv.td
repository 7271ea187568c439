// Calling conventions: lists of actions, tried in order for each part of a value until one says where it goes. Names
// and meaning follow LLVM's TargetCallingConv.td; what is new is marked [wavec].

class CCAction;

// A convention: a function of the generated file.
class CallingConv<list<CCAction> actions> {
  list<CCAction> Actions = actions;
  // Nothing delegates to it: here all functions are public.
  bit Entry = false;
  // The file that includes the result has its function.
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
// The first part of a value that was split.
class CCIfSplit<CCAction action> : CCIf<"flags.split", action>;
class CCIfConsecutiveRegs<CCAction action> : CCIf<"flags.consecutive_regs", action>;
class CCIfPtr<CCAction action> : CCIf<"flags.pointer.is_some()", action>;
class CCIfPtrAddrSpace<int AS, CCAction action> : CCIf<"flags.pointer == Some("#AS#")", action>;
// The function is variadic; the argument is one of the variable ones.
class CCIfVarArg<CCAction action> : CCIf<"state.is_variadic", action>;
class CCIfNotVarArg<CCAction action> : CCIf<"!state.is_variadic", action>;
class CCIfArgFixed<CCAction action> : CCIf<"!flags.var_arg", action>;
class CCIfArgVarArg<CCAction action> : CCIf<"flags.var_arg", action>;
// The function's convention has this number.
class CCIfCC<string CC, CCAction action> : CCIf<"state.calling_convention == "#CC, action>;

// Into the first of these registers that is free.
class CCAssignToReg<list<Register> registers> : CCAction {
  list<Register> RegList = registers;
}
// [wavec] Into the first tuple of so many registers that begins at one of these and is free as a whole.
class CCAssignToTuple<int words, list<Register> registers> : CCAction {
  int Words = words;
  list<Register> RegList = registers;
}
// Into the first register that is free; the one at its place in the other list is taken with it.
class CCAssignToRegWithShadow<list<Register> registers, list<Register> shadows> : CCAction {
  list<Register> RegList = registers;
  list<Register> ShadowRegList = shadows;
}
// Registers by their names in the generated module: members of tuples have no records.
class CCAssignToRegTuple<list<string> registers> : CCAction {
  list<string> RegList = registers;
}
// Into a register, and bytes of the stack stay free for it.
class CCAssignToRegAndStack<list<Register> registers, int size, int align> : CCAssignToReg<registers> {
  int Size = size;
  int Align = align;
}
// Onto the stack; sizes and alignments in bytes, 0 for those of the type.
class CCAssignToStack<int size, int align> : CCAction {
  int Size = size;
  int Align = align;
}
// Onto the stack; all these registers are taken with it.
class CCAssignToStackWithShadow<int size, int align, list<Register> shadows> : CCAction {
  int Size = size;
  int Align = align;
  list<Register> ShadowRegList = shadows;
}
// A copy of what a `byval` pointer points to, onto the stack: at least so many bytes, aligned at least so.
class CCPassByVal<int size, int align> : CCAction {
  int Size = size;
  int Align = align;
}

// As another type, for the actions after it: extended as the flags say; in the upper bits of it; with the same bits;
// with fewer bits; as a pointer of this type to it.
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

// By another convention.
class CCDelegateTo<CallingConv convention> : CCAction {
  CallingConv CC = convention;
}
// By a function of the file that includes the result:
//   fn name(value: usize, vt: ValueType, location_vt: &mut ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool
// that says whether it gave the value a place.
class CCCustom<string fn> : CCAction {
  string FuncName = fn;
}

// Registers that a function preserves: those that it saves itself, and others.
class CalleeSavedRegs<dag saves> {
  dag SaveList = saves;
  dag OtherPreserved;
}
