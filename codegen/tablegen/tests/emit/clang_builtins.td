// --gen-clang-builtins
include "clang_builtins_base.td"

// One for each type; numbers in names of records count as numbers.
def Toy10 : Builtin, Template<["float", "long double", "__fp16"], ["f", "l", "f16"]> {
  let Spellings = ["__builtin_toy_half"];
  let Prototype = "T(T, _Constant int, T const *)";
  let Attributes = [NoThrow, Const];
}
// The same word before and after it.
def Toy2 : Builtin, Template<["int", "long long int"], ["", "ll"], 1> {
  let Spellings = ["_toy_count", "_toy_number"];
  let Prototype = "T(T const *restrict, size_t)";
}
let AddBuiltinPrefixedAlias = 1 in {
  def ToyPrint : LibBuiltin<"toy/std-io.h"> {
    let Spellings = ["toy_print"];
    let Prototype = "int(char const *, ...)";
    let Attributes = [PrintfFormat<0>, NonNull<[0, 1]>];
  }
  def ToyLength : LibBuiltin<"string.h", "CXX_LANG"> {
    let Spellings = ["toy_length"];
    let Prototype = "size_t(char const *)";
    let Namespace = "std";
    let OnlyBuiltinPrefixedAliasIsConstexpr = 1;
  }
}
def ToyQueue : LangBuiltin<"OCL_TOY"> {
  let Spellings = ["toy_enqueue"];
  let Prototype = "bool(...)";
}
def ToyAtomic : AtomicBuiltin {
  let Spellings = ["__toy_exchange"];
  let Prototype = "void(...)";
}
// Nobody can say what it takes.
def ToyAnything : Builtin {
  let Spellings = ["__builtin_toy_anything"];
  let Prototype = "";
}
def ToyPrefix : NamePrefix<"__builtin_toy_">;
let RequiredNamePrefix = ToyPrefix, EnableOpenCLLong = 1 in {
  def ToySum : TargetBuiltin {
    let Spellings = ["sum"];
    let Prototype = "unsigned long long int(_ExtVector<4, float>, _Vector<2, char>, unsigned char address_space<3> *)";
    let Features = "toy2|toy3,sums";
    let Attributes = [NoThrow, Pure];
  }
  def ToyFlush : TargetLibBuiltin<"toyintrin.h", "ALL_TOY_LANGUAGES"> {
    let Spellings = ["flush"];
    let Prototype = "void(void volatile const *, __bf16 &)";
    let Attributes = [Constexpr];
  }
}
