// LLVM's classes of intrinsics, as far as `--gen-intrinsics` reads them. The numbers of types are given with each intrinsic.
class IIT_Base<int number> {
  int Number = number;
}
def IIT_Done : IIT_Base<0>;
def IIT_I1 : IIT_Base<1>;
def IIT_I8 : IIT_Base<2>;
def IIT_I16 : IIT_Base<3>;
def IIT_I32 : IIT_Base<4>;
def IIT_F32 : IIT_Base<7>;
def IIT_V4 : IIT_Base<10>;
def IIT_PTR : IIT_Base<14>;
def IIT_ARG : IIT_Base<15>;
def IIT_METADATA : IIT_Base<19>;
def IIT_STRUCT : IIT_Base<21>;
def IIT_ANYPTR : IIT_Base<24>;
def IIT_VARARG : IIT_Base<26>;
def IIT_ONE_NTH_ELTS_VEC_ARG : IIT_Base<27>;
def IIT_SAME_VEC_WIDTH_ARG : IIT_Base<28>;
def IIT_VEC_OF_ANYPTRS_TO_ELT : IIT_Base<29>;
def IIT_VEC_ELEMENT : IIT_Base<34>;
def IIT_SCALABLE_VEC : IIT_Base<35>;
def IIT_SUBDIVIDE2_ARG : IIT_Base<36>;

class TypeInfoGen<list<int> numbers> {
  list<int> TypeSig = numbers;
}

class IntrinsicProperty<bit is_default = false> {
  bit IsDefault = is_default;
}
def IntrNoMem : IntrinsicProperty;
def IntrReadMem : IntrinsicProperty;
def IntrWriteMem : IntrinsicProperty;
def IntrArgMemOnly : IntrinsicProperty;
def IntrHasSideEffects : IntrinsicProperty;
def IntrConvergent : IntrinsicProperty;
def IntrWillReturn : IntrinsicProperty<true>;
def IntrNoFree : IntrinsicProperty<true>;
def IntrUnheardOf : IntrinsicProperty;
def Commutative : IntrinsicProperty;
def Throws : IntrinsicProperty;
class IntrinsicMemoryLocation;
def InaccessibleMem : IntrinsicMemoryLocation;
def TargetMem0 : IntrinsicMemoryLocation;
def TargetMem9 : IntrinsicMemoryLocation;
class IntrRead<list<IntrinsicMemoryLocation> locations> : IntrinsicProperty {
  list<IntrinsicMemoryLocation> MemLoc = locations;
}
class IntrWrite<list<IntrinsicMemoryLocation> locations> : IntrinsicProperty {
  list<IntrinsicMemoryLocation> MemLoc = locations;
}

// 0 is the result, 1 the first argument.
class ValueProperty<int value> : IntrinsicProperty {
  int ArgNo = value;
}
class NoCapture<int value> : ValueProperty<value>;
class NoUndef<int value> : ValueProperty<value>;
class ImmArg<int value> : ValueProperty<value>;
class Align<int value, int bytes> : ValueProperty<value> {
  int Align = bytes;
}
class Dereferenceable<int value, int bytes> : ValueProperty<value> {
  int Bytes = bytes;
}
class Range<int value, int lower, int upper> : ValueProperty<value> {
  int Lower = lower;
  int Upper = upper;
}
class ArgProperty;
class ArgName<string name> : ArgProperty {
  string Name = name;
}
class ImmArgPrinter<string function> : ArgProperty {
  string FuncName = function;
}
class ArgInfo<int value, list<ArgProperty> properties> : ValueProperty<value> {
  list<ArgProperty> Properties = properties;
}

class ClangBuiltin<string name> {
  string ClangBuiltinName = name;
}
class MSBuiltin<string name> {
  string MSBuiltinName = name;
}
class Intrinsic<list<int> types, list<IntrinsicProperty> properties, bit no_defaults = true> {
  string LLVMName = "";
  string TargetPrefix = "";
  list<IntrinsicProperty> IntrProperties = properties;
  bit DisableDefaultAttributes = no_defaults;
  TypeInfoGen TypeInfo = TypeInfoGen<types>;
}
