// The generic intrinsics: those with the same meaning on every target.
// Source of signatures and attributes: LLVM Language Reference, "Intrinsic Functions".

include "IntrinsicsBase.td"

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

def IsVolatileFormat : BoolFormat<"normal", "volatile">;
def ZeroPoisonFormat : BoolFormat<"zero_defined", "zero_poison">;
def IntMinPoisonFormat : BoolFormat<"min_defined", "min_poison">;
def ReadWriteFormat : BoolFormat<"read", "write">;
def LocalityFormat : EnumFormat<[FormatValue<"none", 0>, FormatValue<"low", 1>, FormatValue<"medium", 2>,
                                 FormatValue<"high", 3>]>;
def CacheKindFormat : BoolFormat<"instruction", "data">;
def ObjectSizeMinFormat : BoolFormat<"max", "min">;
def NullUnknownFormat : BoolFormat<"null_known", "null_unknown">;
def DynamicFormat : BoolFormat<"static", "dynamic">;
// Bits of llvm.is.fpclass, as the language reference numbers them.
def FPClassFormat : BitsFormat<[Flag<"snan", 0>, Flag<"qnan", 1>, Flag<"ninf", 2>, Flag<"nnorm", 3>, Flag<"nsub", 4>,
                                Flag<"nzero", 5>, Flag<"pzero", 6>, Flag<"psub", 7>, Flag<"pnorm", 8>,
                                Flag<"pinf", 9>]>;

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

// T op(T)
class UnaryFloat<string arg = "x"> : TotalIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>], [ArgNames<[arg]>]>;
class BinaryFloat<list<IntrinsicProperty> properties = []>
    : TotalIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>],
                     !listconcat([ArgNames<["x", "y"]>], properties)>;

foreach op = ["sqrt", "sin", "cos", "exp", "exp2", "exp10", "log", "log2", "log10", "fabs", "floor", "ceil", "trunc",
              "rint", "nearbyint", "round", "roundeven", "canonicalize", "arithmetic_fence"] in
  def int_#op : UnaryFloat;
foreach op = ["tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"] in
  def int_#op : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>], [ArgNames<["x"]>]>;
foreach op = ["minnum", "maxnum", "minimum", "maximum", "minimumnum", "maximumnum"] in
  def int_#op : BinaryFloat<[Commutative]>;
def int_pow : BinaryFloat;
def int_atan2 : PureIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>], [ArgNames<["y", "x"]>]>;
def int_copysign : TotalIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>],
                                 [ArgNames<["magnitude", "sign"]>]>;
def int_fma : TotalIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>],
                            [Commutative, ArgNames<["a", "b", "c"]>]>;
def int_fmuladd : TotalIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>],
                                [Commutative, ArgNames<["a", "b", "c"]>]>;
def int_powi : TotalIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, llvm_anyint_ty], [ArgNames<["x", "power"]>]>;
def int_ldexp : TotalIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>, llvm_anyint_ty], [ArgNames<["x", "exp"]>]>;
def int_frexp : TotalIntrinsic<[llvm_anyfloat_ty, llvm_anyint_ty], [LLVMMatchType<0>], [ArgNames<["x"]>]>;
def int_modf : PureIntrinsic<[llvm_anyfloat_ty, LLVMMatchType<0>], [LLVMMatchType<0>], [ArgNames<["x"]>]>;
def int_sincos : PureIntrinsic<[llvm_anyfloat_ty, LLVMMatchType<0>], [LLVMMatchType<0>], [ArgNames<["x"]>]>;
def int_is_fpclass : TotalIntrinsic<[LLVMScalarOrSameVectorWidth<0, llvm_i1_ty>], [llvm_anyfloat_ty, llvm_i32_ty],
                                   [ImmArg<ArgIndex<1>>, ArgNames<["x", "test"]>,
                                    ArgFormat<ArgIndex<1>, FPClassFormat>]>;
def int_fptosi_sat : TotalIntrinsic<[llvm_anyint_ty], [llvm_anyfloat_ty], [ArgNames<["x"]>]>;
def int_fptoui_sat : TotalIntrinsic<[llvm_anyint_ty], [llvm_anyfloat_ty], [ArgNames<["x"]>]>;
foreach op = ["lrint", "llrint", "lround", "llround"] in
  def int_#op : TotalIntrinsic<[llvm_anyint_ty], [llvm_anyfloat_ty], [ArgNames<["x"]>]>;
def int_fptrunc_round : TotalIntrinsic<[llvm_anyfloat_ty], [llvm_anyfloat_ty, llvm_metadata_ty],
                                      [ArgNames<["x", "rounding"]>]>;
def int_get_rounding : DefaultAttrsIntrinsic<[llvm_i32_ty], [], [IntrInaccessibleMemOnly]>;
def int_set_rounding : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i32_ty],
                                             [IntrInaccessibleMemOnly, ArgNames<["mode"]>]>;

foreach kind = ["", "volatile_"] in {
  def int_read_#kind#register : DefaultAttrsIntrinsic<[llvm_anyint_ty], [llvm_metadata_ty],
                                                     [IntrInaccessibleMemOnly, ArgNames<["name"]>],
                                                     "llvm.read_"#kind#"register">;
}
def int_write_register : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_metadata_ty, llvm_anyint_ty],
                                               [IntrInaccessibleMemOnly, ArgNames<["name", "value"]>],
                                               "llvm.write_register">;

def int_get_fpmode : DefaultAttrsIntrinsic<[llvm_anyint_ty], [], [IntrInaccessibleMemOnly]>;
def int_set_fpmode : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_anyint_ty],
                                           [IntrInaccessibleMemOnly, ArgNames<["mode"]>]>;
def int_get_fpenv : DefaultAttrsIntrinsic<[llvm_anyint_ty], [], [IntrInaccessibleMemOnly]>;
def int_set_fpenv : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_anyint_ty],
                                          [IntrInaccessibleMemOnly, ArgNames<["env"]>]>;

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

foreach op = ["ctpop", "bitreverse", "bswap"] in
  def int_#op : TotalIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>], [ArgNames<["x"]>]>;
foreach op = ["ctlz", "cttz"] in
  def int_#op : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, llvm_i1_ty],
                              [ImmArg<ArgIndex<1>>, ArgNames<["x", "zero"]>,
                               ArgFormat<ArgIndex<1>, ZeroPoisonFormat>]>;
foreach op = ["fshl", "fshr"] in
  def int_#op : TotalIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>],
                              [ArgNames<["high", "low", "shift"]>]>;

//===----------------------------------------------------------------------===//
// Integer arithmetic
//===----------------------------------------------------------------------===//

class BinaryInt<list<IntrinsicProperty> properties = []>
    : TotalIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>],
                     !listconcat([ArgNames<["a", "b"]>], properties)>;
foreach op = ["smin", "smax", "umin", "umax", "sadd_sat", "uadd_sat"] in
  def int_#op : BinaryInt<[Commutative]>;
foreach op = ["ssub_sat", "usub_sat"] in
  def int_#op : BinaryInt;
foreach op = ["sshl_sat", "ushl_sat"] in
  def int_#op : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>], [ArgNames<["a", "b"]>]>;
def int_abs : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, llvm_i1_ty],
                            [ImmArg<ArgIndex<1>>, ArgNames<["x", "int_min"]>,
                             ArgFormat<ArgIndex<1>, IntMinPoisonFormat>]>;
foreach op = ["ucmp", "scmp"] in
  def int_#op : TotalIntrinsic<[llvm_anyint_ty], [llvm_anyint_ty, LLVMMatchType<1>],
                               [Range<RetIndex, "i32 -1, 2">, ArgNames<["a", "b"]>]>;
foreach op = ["sadd", "uadd", "smul", "umul"] in
  def int_#op#_with_overflow
      : TotalIntrinsic<[llvm_anyint_ty, LLVMScalarOrSameVectorWidth<0, llvm_i1_ty>],
                       [LLVMMatchType<0>, LLVMMatchType<0>], [Commutative, ArgNames<["a", "b"]>]>;
foreach op = ["ssub", "usub"] in
  def int_#op#_with_overflow
      : TotalIntrinsic<[llvm_anyint_ty, LLVMScalarOrSameVectorWidth<0, llvm_i1_ty>],
                       [LLVMMatchType<0>, LLVMMatchType<0>], [ArgNames<["a", "b"]>]>;
foreach op = ["smul_fix", "umul_fix", "smul_fix_sat", "umul_fix_sat"] in
  def int_#op : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>, llvm_i32_ty],
                              [Commutative, ImmArg<ArgIndex<2>>, ArgNames<["a", "b", "scale"]>]>;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def int_memcpy : Intrinsic<[llvm_void_ty], [llvm_anyptr_ty, llvm_anyptr_ty, llvm_anyint_ty, llvm_i1_ty],
                           [IntrArgMemOnly, IntrWillReturn, IntrNoFree, IntrNoCallback,
                            NoCapture<ArgIndex<0>>, NoCapture<ArgIndex<1>>, NoAlias<ArgIndex<0>>,
                            NoAlias<ArgIndex<1>>, WriteOnly<ArgIndex<0>>, ReadOnly<ArgIndex<1>>,
                            ImmArg<ArgIndex<3>>, ArgNames<["dst", "src", "bytes", "access"]>,
                            ArgFormat<ArgIndex<3>, IsVolatileFormat>]>;
def int_memcpy_inline : Intrinsic<[llvm_void_ty], [llvm_anyptr_ty, llvm_anyptr_ty, llvm_anyint_ty, llvm_i1_ty],
                           [IntrArgMemOnly, IntrWillReturn, IntrNoFree, IntrNoCallback,
                            NoCapture<ArgIndex<0>>, NoCapture<ArgIndex<1>>, NoAlias<ArgIndex<0>>,
                            NoAlias<ArgIndex<1>>, WriteOnly<ArgIndex<0>>, ReadOnly<ArgIndex<1>>,
                            ImmArg<ArgIndex<3>>, ArgNames<["dst", "src", "bytes", "access"]>,
                            ArgFormat<ArgIndex<3>, IsVolatileFormat>]>;
def int_memmove : Intrinsic<[llvm_void_ty], [llvm_anyptr_ty, llvm_anyptr_ty, llvm_anyint_ty, llvm_i1_ty],
                            [IntrArgMemOnly, IntrWillReturn, IntrNoFree, IntrNoCallback,
                             NoCapture<ArgIndex<0>>, NoCapture<ArgIndex<1>>, WriteOnly<ArgIndex<0>>,
                             ReadOnly<ArgIndex<1>>, ImmArg<ArgIndex<3>>,
                             ArgNames<["dst", "src", "bytes", "access"]>,
                             ArgFormat<ArgIndex<3>, IsVolatileFormat>]>;
// The same in elements, each accessed atomically: only libraries of other targets provide these.
foreach op = ["memcpy", "memmove"] in
  def int_#op#_element_unordered_atomic
      : Intrinsic<[llvm_void_ty], [llvm_anyptr_ty, llvm_anyptr_ty, llvm_anyint_ty, llvm_i32_ty],
                  [IntrArgMemOnly, NoCapture<ArgIndex<0>>, NoCapture<ArgIndex<1>>, WriteOnly<ArgIndex<0>>,
                   ReadOnly<ArgIndex<1>>, ImmArg<ArgIndex<3>>]>;
def int_memset_element_unordered_atomic
    : Intrinsic<[llvm_void_ty], [llvm_anyptr_ty, llvm_i8_ty, llvm_anyint_ty, llvm_i32_ty],
                [IntrArgMemOnly, IntrWriteMem, NoCapture<ArgIndex<0>>, WriteOnly<ArgIndex<0>>, ImmArg<ArgIndex<3>>]>;
class MemSet : Intrinsic<[llvm_void_ty], [llvm_anyptr_ty, llvm_i8_ty, llvm_anyint_ty, llvm_i1_ty],
                           [IntrArgMemOnly, IntrWriteMem, IntrWillReturn, IntrNoFree, IntrNoCallback,
                            NoCapture<ArgIndex<0>>, WriteOnly<ArgIndex<0>>, ImmArg<ArgIndex<3>>,
                            ArgNames<["dst", "value", "bytes", "access"]>,
                            ArgFormat<ArgIndex<3>, IsVolatileFormat>]>;
def int_memset : MemSet;
def int_memset_inline : MemSet;
def int_lifetime_start : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_anyptr_ty],
                                               [IntrArgMemOnly, NoCapture<ArgIndex<0>>, ArgNames<["object"]>]>;
def int_lifetime_end : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_anyptr_ty],
                                             [IntrArgMemOnly, NoCapture<ArgIndex<0>>, ArgNames<["object"]>]>;
def int_invariant_start : DefaultAttrsIntrinsic<[llvm_ptr_ty], [llvm_i64_ty, llvm_anyptr_ty],
                                                [IntrArgMemOnly, NoCapture<ArgIndex<1>>, ImmArg<ArgIndex<0>>,
                                                 ArgNames<["bytes", "object"]>]>;
def int_invariant_end : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_ptr_ty, llvm_i64_ty, llvm_anyptr_ty],
                                              [IntrArgMemOnly, NoCapture<ArgIndex<2>>, ImmArg<ArgIndex<1>>,
                                               ArgNames<["start", "bytes", "object"]>]>;
def int_launder_invariant_group
    : DefaultAttrsIntrinsic<[llvm_anyptr_ty], [LLVMMatchType<0>],
                            [IntrInaccessibleMemOnly, IntrSpeculatable]>;
def int_strip_invariant_group : PureIntrinsic<[llvm_anyptr_ty], [LLVMMatchType<0>]>;
// The same address as a pointer that may reach every object, as one that `inttoptr` makes: for copies of memory by
// integers, which lose what a pointer was made from. LLVM has no such intrinsic.
def int_unrestrict : TotalIntrinsic<[llvm_anyptr_ty], [LLVMMatchType<0>], [ArgNames<["ptr"]>]>;
def int_ptrmask : TotalIntrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_anyint_ty], [ArgNames<["ptr", "mask"]>]>;
def int_prefetch : Intrinsic<[llvm_void_ty], [llvm_anyptr_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                             [IntrInaccessibleMemOrArgMemOnly, IntrWillReturn, IntrNoFree, IntrNoCallback, IntrNoSync,
                              NoCapture<ArgIndex<0>>, ReadOnly<ArgIndex<0>>,
                              ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>,
                              ArgNames<["address", "access", "locality", "cache"]>,
                              ArgFormat<ArgIndex<1>, ReadWriteFormat>, ArgFormat<ArgIndex<2>, LocalityFormat>,
                              ArgFormat<ArgIndex<3>, CacheKindFormat>]>;
def int_stacksave : DefaultAttrsIntrinsic<[llvm_anyptr_ty]>;
def int_stackrestore : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_anyptr_ty], [ArgNames<["saved"]>]>;
def int_objectsize : PureIntrinsic<[llvm_anyint_ty], [llvm_anyptr_ty, llvm_i1_ty, llvm_i1_ty, llvm_i1_ty],
                                   [ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>,
                                    ArgNames<["object", "bound", "null", "evaluation"]>,
                                    ArgFormat<ArgIndex<1>, ObjectSizeMinFormat>,
                                    ArgFormat<ArgIndex<2>, NullUnknownFormat>,
                                    ArgFormat<ArgIndex<3>, DynamicFormat>]>;
def int_masked_load : DefaultAttrsIntrinsic<[llvm_anyvector_ty],
                                [llvm_anyptr_ty, LLVMScalarOrSameVectorWidth<0, llvm_i1_ty>, LLVMMatchType<0>],
                                [IntrReadMem, IntrArgMemOnly, NoCapture<ArgIndex<0>>,
                                 ArgNames<["address", "mask", "passthru"]>]>;
def int_masked_store : DefaultAttrsIntrinsic<[llvm_void_ty],
                                 [llvm_anyvector_ty, llvm_anyptr_ty, LLVMScalarOrSameVectorWidth<0, llvm_i1_ty>],
                                 [IntrWriteMem, IntrArgMemOnly, NoCapture<ArgIndex<1>>,
                                  ArgNames<["value", "address", "mask"]>]>;
// One address for each element.
def int_masked_gather : DefaultAttrsIntrinsic<[llvm_anyvector_ty],
                                [llvm_anyvector_ty, LLVMScalarOrSameVectorWidth<0, llvm_i1_ty>, LLVMMatchType<0>],
                                [IntrReadMem, ArgNames<["addresses", "mask", "passthru"]>]>;
def int_masked_scatter : DefaultAttrsIntrinsic<[llvm_void_ty],
                                 [llvm_anyvector_ty, llvm_anyvector_ty, LLVMScalarOrSameVectorWidth<0, llvm_i1_ty>],
                                 [IntrWriteMem, ArgNames<["value", "addresses", "mask"]>]>;
// Variadic functions; only parsed and verified.
foreach op = ["va_start", "va_end"] in
  def int_#op : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_anyptr_ty], [ArgNames<["list"]>], "llvm."#op>;
def int_va_copy : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_anyptr_ty, LLVMMatchType<0>],
                                        [ArgNames<["to", "from"]>], "llvm.va_copy">;
// Stack objects of another function; only parsed and verified.
def int_localescape : Intrinsic<[llvm_void_ty], [llvm_vararg_ty]>;
def int_localrecover : Intrinsic<[llvm_ptr_ty], [llvm_ptr_ty, llvm_ptr_ty, llvm_i32_ty],
                                 [IntrNoMem, ImmArg<ArgIndex<2>>]>;

//===----------------------------------------------------------------------===//
// Facts, control, debugging
//===----------------------------------------------------------------------===//

def int_assume : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_i1_ty],
                                       [IntrWriteMem, IntrInaccessibleMemOnly, NoUndef<ArgIndex<0>>,
                                        ArgNames<["condition"]>]>;
def int_expect : DefaultAttrsIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>],
                                       [IntrNoMem, ArgNames<["value", "expected"]>]>;
def int_expect_with_probability
    : DefaultAttrsIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>, llvm_double_ty],
                            [IntrNoMem, ImmArg<ArgIndex<2>>, ArgNames<["value", "expected", "probability"]>]>;
def int_trap : Intrinsic<[llvm_void_ty], [], [IntrNoReturn, IntrCold, IntrInaccessibleMemOnly, IntrWriteMem]>;
def int_debugtrap : Intrinsic<[llvm_void_ty]>;
def int_ubsantrap : Intrinsic<[llvm_void_ty], [llvm_i8_ty],
                              [IntrNoReturn, IntrCold, IntrInaccessibleMemOnly, IntrWriteMem, ImmArg<ArgIndex<0>>, ArgNames<["kind"]>]>;
def int_donothing : DefaultAttrsIntrinsic<[llvm_void_ty], [], [IntrNoMem]>;
def int_sideeffect : DefaultAttrsIntrinsic<[llvm_void_ty], [], [IntrInaccessibleMemOnly]>;
def int_fake_use : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_vararg_ty],
                                         [IntrInaccessibleMemOnly, IntrHasSideEffects]>;
def int_is_constant : DefaultAttrsIntrinsic<[llvm_i1_ty], [llvm_any_ty], [IntrNoMem, IntrConvergent],
                                            "llvm.is.constant">;
def int_ssa_copy : DefaultAttrsIntrinsic<[llvm_any_ty], [LLVMMatchType<0>], [IntrNoMem, Returned<ArgIndex<0>>]>;
def int_readcyclecounter : DefaultAttrsIntrinsic<[llvm_i64_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_readsteadycounter : DefaultAttrsIntrinsic<[llvm_i64_ty], [], [IntrNoMem, IntrHasSideEffects]>;
def int_annotation : DefaultAttrsIntrinsic<[llvm_anyint_ty],
                                           [LLVMMatchType<0>, llvm_anyptr_ty, LLVMMatchType<1>, llvm_i32_ty],
                                           [IntrInaccessibleMemOnly, ArgNames<["value", "text", "file", "line"]>]>;
def int_ptr_annotation
    : DefaultAttrsIntrinsic<[llvm_anyptr_ty],
                            [LLVMMatchType<0>, llvm_anyptr_ty, LLVMMatchType<1>, llvm_i32_ty, LLVMMatchType<1>],
                            [IntrInaccessibleMemOnly, ArgNames<["ptr", "text", "file", "line", "args"]>]>;
def int_var_annotation
    : DefaultAttrsIntrinsic<[llvm_void_ty],
                            [llvm_anyptr_ty, llvm_anyptr_ty, LLVMMatchType<1>, llvm_i32_ty, LLVMMatchType<1>],
                            [IntrInaccessibleMemOnly, ArgNames<["ptr", "text", "file", "line", "args"]>]>;
def int_experimental_noalias_scope_decl
    : DefaultAttrsIntrinsic<[llvm_void_ty], [llvm_metadata_ty], [IntrInaccessibleMemOnly, ArgNames<["scopes"]>]>;
def int_dbg_declare : PureIntrinsic<[llvm_void_ty], [llvm_metadata_ty, llvm_metadata_ty, llvm_metadata_ty]>;
def int_dbg_value : PureIntrinsic<[llvm_void_ty], [llvm_metadata_ty, llvm_metadata_ty, llvm_metadata_ty]>;
def int_dbg_assign : PureIntrinsic<[llvm_void_ty], [llvm_metadata_ty, llvm_metadata_ty, llvm_metadata_ty,
                                                    llvm_metadata_ty, llvm_metadata_ty, llvm_metadata_ty]>;
def int_dbg_label : PureIntrinsic<[llvm_void_ty], [llvm_metadata_ty]>;
def int_experimental_convergence_entry
    : DefaultAttrsIntrinsic<[llvm_token_ty], [], [IntrNoMem, IntrConvergent]>;
def int_experimental_convergence_anchor
    : DefaultAttrsIntrinsic<[llvm_token_ty], [], [IntrNoMem, IntrConvergent]>;
def int_experimental_convergence_loop
    : DefaultAttrsIntrinsic<[llvm_token_ty], [], [IntrNoMem, IntrConvergent]>;
def int_allow_ubsan_check : DefaultAttrsIntrinsic<[llvm_i1_ty], [llvm_i8_ty],
                                                  [NoUndef<RetIndex>, IntrInaccessibleMemOnly, IntrHasSideEffects,
                                                   ImmArg<ArgIndex<0>>]>;
def int_allow_runtime_check : DefaultAttrsIntrinsic<[llvm_i1_ty], [llvm_metadata_ty],
                                                    [NoUndef<RetIndex>, IntrInaccessibleMemOnly, IntrHasSideEffects]>;
def int_threadlocal_address : PureIntrinsic<[llvm_anyptr_ty], [LLVMMatchType<0>],
                                            [NonNull<RetIndex>, NonNull<ArgIndex<0>>]>;
def int_returnaddress : DefaultAttrsIntrinsic<[llvm_ptr_ty], [llvm_i32_ty], [IntrNoMem, ImmArg<ArgIndex<0>>]>;
def int_frameaddress : DefaultAttrsIntrinsic<[llvm_anyptr_ty], [llvm_i32_ty], [IntrNoMem, ImmArg<ArgIndex<0>>]>;

//===----------------------------------------------------------------------===//
// Floating-point operations that respect rounding mode and exceptions
//===----------------------------------------------------------------------===//

// The operands of the operation, its rounding mode if it rounds, and its exception behaviour.
class Constrained<LLVMType ret, list<LLVMType> params, bit rounds>
    : DefaultAttrsIntrinsic<[ret],
                            !listconcat(params, !if(rounds, [llvm_metadata_ty], []<LLVMType>), [llvm_metadata_ty]),
                            [IntrInaccessibleMemOnly, IntrStrictFP]>;

foreach op = ["fadd", "fsub", "fmul", "fdiv", "frem", "pow", "atan2"] in
  def int_experimental_constrained_#op
      : Constrained<llvm_anyfloat_ty, [LLVMMatchType<0>, LLVMMatchType<0>], true>;
foreach op = ["sqrt", "asin", "acos", "atan", "sin", "cos", "tan", "sinh", "cosh", "tanh", "log", "log10", "log2",
              "exp", "exp2", "rint", "nearbyint"] in
  def int_experimental_constrained_#op : Constrained<llvm_anyfloat_ty, [LLVMMatchType<0>], true>;
foreach op = ["ceil", "floor", "round", "roundeven", "trunc"] in
  def int_experimental_constrained_#op : Constrained<llvm_anyfloat_ty, [LLVMMatchType<0>], false>;
foreach op = ["maxnum", "minnum", "maximum", "minimum"] in
  def int_experimental_constrained_#op
      : Constrained<llvm_anyfloat_ty, [LLVMMatchType<0>, LLVMMatchType<0>], false>;
foreach op = ["fma", "fmuladd"] in
  def int_experimental_constrained_#op
      : Constrained<llvm_anyfloat_ty, [LLVMMatchType<0>, LLVMMatchType<0>, LLVMMatchType<0>], true>;
foreach op = ["fptosi", "fptoui", "lround", "llround"] in
  def int_experimental_constrained_#op : Constrained<llvm_anyint_ty, [llvm_anyfloat_ty], false>;
foreach op = ["lrint", "llrint"] in
  def int_experimental_constrained_#op : Constrained<llvm_anyint_ty, [llvm_anyfloat_ty], true>;
foreach op = ["sitofp", "uitofp"] in
  def int_experimental_constrained_#op : Constrained<llvm_anyfloat_ty, [llvm_anyint_ty], true>;
def int_experimental_constrained_fptrunc : Constrained<llvm_anyfloat_ty, [llvm_anyfloat_ty], true>;
def int_experimental_constrained_fpext : Constrained<llvm_anyfloat_ty, [llvm_anyfloat_ty], false>;
def int_experimental_constrained_powi : Constrained<llvm_anyfloat_ty, [LLVMMatchType<0>, llvm_i32_ty], true>;
def int_experimental_constrained_ldexp : Constrained<llvm_anyfloat_ty, [LLVMMatchType<0>, llvm_anyint_ty], true>;
// The first metadata is the predicate; `fcmps` also signals for quiet NaNs.
foreach op = ["fcmp", "fcmps"] in
  def int_experimental_constrained_#op
      : Constrained<LLVMScalarOrSameVectorWidth<0, llvm_i1_ty>, [llvm_anyfloat_ty, LLVMMatchType<0>], true>;

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

foreach op = ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"] in
  def int_vector_reduce_#op : PureIntrinsic<[LLVMVectorElementType<0>], [llvm_anyvector_ty], [ArgNames<["v"]>]>;
foreach op = ["fmax", "fmin", "fmaximum", "fminimum"] in
  def int_vector_reduce_#op : PureIntrinsic<[LLVMVectorElementType<0>], [llvm_anyvector_ty], [ArgNames<["v"]>]>;
foreach op = ["fadd", "fmul"] in
  def int_vector_reduce_#op
      : PureIntrinsic<[LLVMVectorElementType<0>], [LLVMVectorElementType<0>, llvm_anyvector_ty],
                      [ArgNames<["start", "v"]>]>;
def int_vector_insert : PureIntrinsic<[llvm_anyvector_ty], [LLVMMatchType<0>, llvm_anyvector_ty, llvm_i64_ty],
                                      [ImmArg<ArgIndex<2>>, ArgNames<["v", "part", "index"]>]>;
def int_vector_extract : PureIntrinsic<[llvm_anyvector_ty], [llvm_anyvector_ty, llvm_i64_ty],
                                       [ImmArg<ArgIndex<1>>, ArgNames<["v", "index"]>]>;
def int_vector_reverse : PureIntrinsic<[llvm_anyvector_ty], [LLVMMatchType<0>], [ArgNames<["v"]>]>;
def int_get_active_lane_mask : TotalIntrinsic<[llvm_anyvector_ty], [llvm_anyint_ty, LLVMMatchType<1>],
                                              [ArgNames<["base", "count"]>]>;
def int_experimental_get_vector_length
    : DefaultAttrsIntrinsic<[llvm_i32_ty], [llvm_anyint_ty, llvm_i32_ty, llvm_i1_ty],
                            [IntrNoMem, ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>,
                             ArgNames<["count", "factor", "scalable"]>]>;

// Matrices in vectors, by columns; only parsed and verified.
def int_matrix_transpose : PureIntrinsic<[llvm_anyvector_ty], [LLVMMatchType<0>, llvm_i32_ty, llvm_i32_ty],
                                         [ImmArg<ArgIndex<1>>, ImmArg<ArgIndex<2>>,
                                          ArgNames<["matrix", "rows", "columns"]>]>;
def int_matrix_multiply
    : PureIntrinsic<[llvm_anyvector_ty],
                    [llvm_anyvector_ty, llvm_anyvector_ty, llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                    [ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                     ArgNames<["a", "b", "outer_rows", "inner", "outer_columns"]>]>;
def int_matrix_column_major_load
    : DefaultAttrsIntrinsic<[llvm_anyvector_ty], [llvm_ptr_ty, llvm_anyint_ty, llvm_i1_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrReadMem, NoCapture<ArgIndex<0>>, ImmArg<ArgIndex<2>>,
                             ImmArg<ArgIndex<3>>, ImmArg<ArgIndex<4>>,
                             ArgNames<["address", "stride", "volatile", "rows", "columns"]>]>;
def int_matrix_column_major_store
    : DefaultAttrsIntrinsic<[llvm_void_ty],
                            [llvm_anyvector_ty, llvm_ptr_ty, llvm_anyint_ty, llvm_i1_ty, llvm_i32_ty, llvm_i32_ty],
                            [IntrArgMemOnly, IntrWriteMem, NoCapture<ArgIndex<1>>, ImmArg<ArgIndex<3>>,
                             ImmArg<ArgIndex<4>>, ImmArg<ArgIndex<5>>,
                             ArgNames<["matrix", "address", "stride", "volatile", "rows", "columns"]>]>;
