// Calling conventions: lists of actions, tried in order for each part of a value until one says where it goes. Names
// and meaning follow LLVM's TargetCallingConv.td; what is new is marked [wavec].

class CCAction;

// A convention. One that nothing delegates to becomes a public function of the generated file.
class CallingConv<list<CCAction> actions> {
  list<CCAction> Actions = actions;
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
class CCIfVarArg<CCAction action> : CCIf<"state.is_variadic", action>;
class CCIfNotVarArg<CCAction action> : CCIf<"!state.is_variadic", action>;

// Into the first of these registers that is free.
class CCAssignToReg<list<Register> registers> : CCAction {
  list<Register> RegList = registers;
}
// [wavec] Into the first tuple of so many registers that begins at one of these and is free as a whole.
class CCAssignToTuple<int words, list<Register> registers> : CCAction {
  int Words = words;
  list<Register> RegList = registers;
}
// Onto the stack; sizes and alignments in bytes, 0 for those of the type.
class CCAssignToStack<int size, int align> : CCAction {
  int Size = size;
  int Align = align;
}
// As another type: extended as the flags say, or with the same bits.
class CCPromoteToType<ValueType type> : CCAction {
  ValueType DestTy = type;
}
class CCBitConvertToType<ValueType type> : CCAction {
  ValueType DestTy = type;
}
// By another convention.
class CCDelegateTo<CallingConv convention> : CCAction {
  CallingConv CC = convention;
}
