// --gen-builtins
include "toy_intrinsics.td"
include "BuiltinsBase.td"

def : Builtin<"__builtin_toy_shift", "iiiIi", "nc", int_toy_shift>;
def : Builtin<"__builtin_toy_stop", "v", "nr", int_toy_stop, "toy1,toy2|toy3">;
def : CustomBuiltin<"__builtin_toy_sum", "LLiV4fCvC*1.", "n", "sum of lanes">;
