// --gen-builtins
include "toy_intrinsics.td"
include "BuiltinsBase.td"

def : CustomBuiltin<"__builtin_toy_size", "iUVi", "n", "size">;
def : CustomBuiltin<"__builtin_toy_letter", "ik", "n", "letter">;
def : CustomBuiltin<"__builtin_toy_attribute", "i", "np:", "attribute">;
def : Builtin<"__builtin_toy_shift", "iii", "nc", int_toy_shift>;

multiclass Sizes<string type> {
  def : CustomBuiltin<"__builtin_toy_"#NAME, type, "n", "size">;
}
defm small : Sizes<"ic">;
defm large : Sizes<"iLLLLi">;
