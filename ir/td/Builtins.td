// Builtin functions of every target: __builtin_*

include "BuiltinsBase.td"
include "Intrinsics.td"

// One function for each floating-point type: NAME (double), NAMEf, NAMEf16.
multiclass FloatBuiltin<string params, Intrinsic intrinsic> {
  def : Builtin<"__builtin_"#NAME, "d"#!subst("T", "d", params), "nc", intrinsic>;
  def : Builtin<"__builtin_"#NAME#"f", "f"#!subst("T", "f", params), "nc", intrinsic>;
  def : Builtin<"__builtin_"#NAME#"f16", "x"#!subst("T", "x", params), "nc", intrinsic>;
}
foreach op = ["sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log",
              "log2", "log10", "fabs", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven",
              "canonicalize"] in
  defm op : FloatBuiltin<"T", !cast<Intrinsic>("int_"#op)>;
defm fmin : FloatBuiltin<"TT", int_minnum>;
defm fmax : FloatBuiltin<"TT", int_maxnum>;
defm fminimum_num : FloatBuiltin<"TT", int_minimumnum>;
defm fmaximum_num : FloatBuiltin<"TT", int_maximumnum>;
defm pow : FloatBuiltin<"TT", int_pow>;
defm copysign : FloatBuiltin<"TT", int_copysign>;
defm fma : FloatBuiltin<"TTT", int_fma>;
defm ldexp : FloatBuiltin<"Ti", int_ldexp>;
defm powi : FloatBuiltin<"Ti", int_powi>;

// Bits.
foreach width = [8, 16, 32, 64] in {
  defvar type = !cond(!eq(width, 8): "Uc", !eq(width, 16): "Us", !eq(width, 32): "Ui", true: "UWi");
  def : Builtin<"__builtin_bitreverse"#width, type#type, "nc", int_bitreverse>;
  if !ne(width, 8) then
    def : Builtin<"__builtin_bswap"#width, type#type, "nc", int_bswap>;
}
// The result is an int, whatever the type of the operand.
foreach op = ["popcount", "clz", "ctz", "ffs", "parity", "clrsb"] in {
  def : CustomBuiltin<"__builtin_"#op, "iUi", "nc", op>;
  def : CustomBuiltin<"__builtin_"#op#"l", "iUWi", "nc", op>;
  def : CustomBuiltin<"__builtin_"#op#"ll", "iUWi", "nc", op>;
}

// Control and facts.
def : Builtin<"__builtin_trap", "v", "nr", int_trap>;
def : Builtin<"__builtin_debugtrap", "v", "n", int_debugtrap>;
def : Builtin<"__builtin_assume", "vb", "n", int_assume>;
def : Builtin<"__builtin_readcyclecounter", "UWi", "n", int_readcyclecounter>;
def : Builtin<"__builtin_readsteadycounter", "UWi", "n", int_readsteadycounter>;
def : Builtin<"__builtin_expect", "WiWiWi", "nc", int_expect>;
def : CustomBuiltin<"__builtin_unreachable", "v", "nr", "unreachable">;
def : CustomBuiltin<"__builtin_constant_p", "i.", "nct", "constant_p">;
