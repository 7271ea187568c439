// Classes that describe intrinsics: types, properties, argument names, formats of immediate arguments.
// Generic intrinsics are in Intrinsics.td; a target includes this file and describes its own.
#ifndef INTRINSICS_BASE
#define INTRINSICS_BASE

//===----------------------------------------------------------------------===//
// Types in signatures
//===----------------------------------------------------------------------===//

// Kind says which of the other fields are used; see the emitter.
class LLVMType<string kind> {
  string Kind = kind;
  int Bits = 0;          // Int: width. Ptr: address space. Vector: element count. Match*: overload slot.
  LLVMType Element = ?;  // Vector, MatchWidth: element type.
}
class LLVMIntType<int width> : LLVMType<"Int"> { let Bits = width; }
class LLVMQualPointerType<int address_space> : LLVMType<"Ptr"> { let Bits = address_space; }
class LLVMVectorType<int count, LLVMType element> : LLVMType<"Vector"> {
  let Bits = count;
  let Element = element;
}
// The type in overload slot `slot`; slots count return values, then parameters.
class LLVMMatchType<int slot> : LLVMType<"Match"> { let Bits = slot; }
class LLVMVectorElementType<int slot> : LLVMType<"MatchElement"> { let Bits = slot; }
class LLVMScalarOrSameVectorWidth<int slot, LLVMType element> : LLVMType<"MatchWidth"> {
  let Bits = slot;
  let Element = element;
}

def llvm_void_ty     : LLVMType<"Void">;
def llvm_any_ty      : LLVMType<"Any">;
def llvm_anyint_ty   : LLVMType<"AnyInt">;
def llvm_anyfloat_ty : LLVMType<"AnyFloat">;
def llvm_anyptr_ty   : LLVMType<"AnyPtr">;
def llvm_anyvector_ty : LLVMType<"AnyVector">;
def llvm_half_ty     : LLVMType<"Half">;
def llvm_bfloat_ty   : LLVMType<"BFloat">;
def llvm_float_ty    : LLVMType<"Float">;
def llvm_double_ty   : LLVMType<"Double">;
def llvm_metadata_ty : LLVMType<"Metadata">;
def llvm_token_ty    : LLVMType<"Token">;
def llvm_vararg_ty   : LLVMType<"VarArg">;
def llvm_ptr_ty      : LLVMQualPointerType<0>;
foreach width = [1, 8, 16, 32, 64, 128] in
  def llvm_i#width#_ty : LLVMIntType<width>;
foreach count = [2, 3, 4, 6, 8, 16, 32] in {
  foreach element = ["i1", "i8", "i16", "i32", "i64"] in
    def llvm_v#count#element#_ty : LLVMVectorType<count, !cast<LLVMType>("llvm_"#element#"_ty")>;
  def llvm_v#count#f16_ty : LLVMVectorType<count, llvm_half_ty>;
  def llvm_v#count#bf16_ty : LLVMVectorType<count, llvm_bfloat_ty>;
  def llvm_v#count#f32_ty : LLVMVectorType<count, llvm_float_ty>;
  def llvm_v#count#f64_ty : LLVMVectorType<count, llvm_double_ty>;
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

// `Flag` is the name of the bit in the Rust table.
class IntrinsicProperty<string flag = ""> {
  string Flag = flag;
}
def IntrNoMem : IntrinsicProperty<"NO_MEM">;
def IntrReadMem : IntrinsicProperty<"READ_MEM">;
def IntrWriteMem : IntrinsicProperty<"WRITE_MEM">;
def IntrArgMemOnly : IntrinsicProperty<"ARG_MEM_ONLY">;
def IntrInaccessibleMemOnly : IntrinsicProperty<"INACCESSIBLE_MEM_ONLY">;
def IntrInaccessibleMemOrArgMemOnly : IntrinsicProperty<"INACCESSIBLE_OR_ARG_MEM_ONLY">;
def IntrHasSideEffects : IntrinsicProperty<"SIDE_EFFECTS">;
def IntrSpeculatable : IntrinsicProperty<"SPECULATABLE">;
def IntrConvergent : IntrinsicProperty<"CONVERGENT">;
// Lanes that execute a call together may get different results even for equal arguments; or get one in any case.
def IntrSourceOfDivergence : IntrinsicProperty<"SOURCE_OF_DIVERGENCE">;
def IntrAlwaysUniform : IntrinsicProperty<"ALWAYS_UNIFORM">;
def IntrWillReturn : IntrinsicProperty<"WILL_RETURN">;
def IntrNoReturn : IntrinsicProperty<"NO_RETURN">;
def IntrNoDuplicate : IntrinsicProperty<"NO_DUPLICATE">;
def IntrNoSync : IntrinsicProperty<"NO_SYNC">;
def IntrNoFree : IntrinsicProperty<"NO_FREE">;
def IntrNoCallback : IntrinsicProperty<"NO_CALLBACK">;
def IntrCold : IntrinsicProperty<"COLD">;
// Respects the floating-point environment: rounding mode and exceptions.
def IntrStrictFP : IntrinsicProperty<"STRICT_FP">;
def Commutative : IntrinsicProperty<"COMMUTATIVE">;
// The result is not undef or poison unless an argument is.
def IntrNoCreateUndefOrPoison : IntrinsicProperty<"NO_CREATE_UNDEF_OR_POISON">;

// A property of an argument (or, at -1, of the return value).
class ArgProperty<int arg> : IntrinsicProperty { int Arg = arg; }
class AttrIndex<int arg> { int Arg = arg; }
def RetIndex : AttrIndex<-1>;
class ArgIndex<int arg> : AttrIndex<arg>;

// The argument is a constant.
class ImmArg<AttrIndex index> : ArgProperty<index.Arg>;
// Attributes, as they are spelled in a declaration.
class ArgAttribute<AttrIndex index, string spelling> : ArgProperty<index.Arg> { string Spelling = spelling; }
class NoCapture<AttrIndex index> : ArgAttribute<index, "captures(none)">;
class NoAlias<AttrIndex index> : ArgAttribute<index, "noalias">;
class NoUndef<AttrIndex index> : ArgAttribute<index, "noundef">;
class NonNull<AttrIndex index> : ArgAttribute<index, "nonnull">;
class Returned<AttrIndex index> : ArgAttribute<index, "returned">;
class ReadOnly<AttrIndex index> : ArgAttribute<index, "readonly">;
class WriteOnly<AttrIndex index> : ArgAttribute<index, "writeonly">;
class ReadNone<AttrIndex index> : ArgAttribute<index, "readnone">;
class Align<AttrIndex index, int bytes> : ArgAttribute<index, "align "#bytes>;
class Dereferenceable<AttrIndex index, int bytes> : ArgAttribute<index, "dereferenceable("#bytes#")">;
class Range<AttrIndex index, string range> : ArgAttribute<index, "range("#range#")">;

//===----------------------------------------------------------------------===//
// Argument names and formats of immediate arguments
//===----------------------------------------------------------------------===//

class FormatValue<string name, int value> {
  string Name = name;
  int Value = value;
}

// A part of an immediate: `Width` bits from bit `Shift`. The text of a field, between dots:
//   Positional  the value, always printed: a name of `Values` or a number
//   Named       name and value without a separator, omitted if the value is `Default`
//   Flag        the name if the bit is set
class FormatField<string kind, string name, int shift, int width> {
  string Kind = kind;
  string Name = name;
  int Shift = shift;
  int Width = width;
  int Bias = 0;              // Added to the bits for the text.
  int Default = 0;           // Named: the bits that are not written.
  list<FormatValue> Values = [];
}
class Positional<string name, int shift, int width, list<FormatValue> values = [], int bias = 0>
    : FormatField<"Positional", name, shift, width> {
  let Values = values;
  let Bias = bias;
}
class Named<string name, int shift, int width, int default> : FormatField<"Named", name, shift, width> {
  let Default = default;
}
class Flag<string name, int position> : FormatField<"Flag", name, position, 1>;

// One form of an immediate: it applies if `value & Mask == Bits`. The text is the keyword, then the fields. Bits that
// neither the mask nor a field covers must be 0 (Named fields cover theirs).
class FormatCase<string keyword, int mask, int match, list<FormatField> fields = []> {
  string Keyword = keyword;
  int Mask = mask;
  int Bits = match;
  list<FormatField> Fields = fields;
  string Empty = "none";     // The text if nothing else is written.
}

class FormatBitsCase<list<FormatField> fields, string empty> : FormatCase<"", 0, 0, fields> {
  let Empty = empty;
}

// The format of an immediate argument: the first case that applies prints; a value without a case prints as a number.
class ImmFormat<list<FormatCase> cases> {
  list<FormatCase> Cases = cases;
}
class EnumFormat<list<FormatValue> values>
    : ImmFormat<!foreach(v, values, FormatCase<v.Name, -1, v.Value>)>;
class BoolFormat<string false_name, string true_name>
    : EnumFormat<[FormatValue<false_name, 0>, FormatValue<true_name, 1>]>;
class BitsFormat<list<FormatField> fields, string empty = "none"> : ImmFormat<[]> {
  let Cases = [FormatBitsCase<fields, empty>];
}
// Printed and parsed by the Rust functions PATH::print and PATH::parse.
class CustomFormat<string path> : ImmFormat<[]> {
  string Path = path;
}

// Names of the arguments in order; empty for an unnamed one.
class ArgNames<list<string> names> : IntrinsicProperty { list<string> Names = names; }
class ArgName<AttrIndex index, string name> : ArgProperty<index.Arg> { string Name = name; }
class ArgFormat<AttrIndex index, ImmFormat format> : ArgProperty<index.Arg> { ImmFormat Format = format; }

//===----------------------------------------------------------------------===//
// Intrinsics
//===----------------------------------------------------------------------===//

// An intrinsic may be an operator of a pattern of instruction selection (codegen/td/SelectionDAG.td).
class SDPatternOperator;

// `def int_foo_bar` is `llvm.foo.bar` unless it has a name. All intrinsics are nounwind.
class Intrinsic<list<LLVMType> ret_types, list<LLVMType> param_types = [],
                list<IntrinsicProperty> properties = [], string name = "",
                list<IntrinsicProperty> defaults = []> : SDPatternOperator {
  string LLVMName = name;
  list<LLVMType> RetTypes = ret_types;
  list<LLVMType> ParamTypes = param_types;
  list<IntrinsicProperty> Properties = properties;
  list<IntrinsicProperty> DefaultProperties = defaults;
}

// The common case: returns, does not free, synchronize or call back.
class DefaultAttrsIntrinsic<list<LLVMType> ret_types, list<LLVMType> param_types = [],
                            list<IntrinsicProperty> properties = [], string name = "">
    : Intrinsic<ret_types, param_types, properties, name,
                [IntrWillReturn, IntrNoSync, IntrNoFree, IntrNoCallback]>;
// Computes on its arguments and has no other effect.
class PureIntrinsic<list<LLVMType> ret_types, list<LLVMType> param_types = [],
                    list<IntrinsicProperty> properties = [], string name = "">
    : DefaultAttrsIntrinsic<ret_types, param_types, !listconcat([IntrNoMem, IntrSpeculatable], properties), name>;
// The same, and the result is not undef or poison unless an argument is.
class TotalIntrinsic<list<LLVMType> ret_types, list<LLVMType> param_types = [],
                     list<IntrinsicProperty> properties = [], string name = "">
    : PureIntrinsic<ret_types, param_types, !listconcat([IntrNoCreateUndefOrPoison], properties), name>;

#endif
