// Builtin functions, generated from builtins.td. Do not edit.

/// The builtin functions, sorted by name.
pub static BUILTINS: BuiltinTable = BuiltinTable {
    entries: &[
        BuiltinDesc { name: "__builtin_toy_shift", ty: "iiiIi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TOY_SHIFT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_toy_stop", ty: "v", attributes: "nr", available: "toy2,toy3", lowering: BuiltinLowering::Intrinsic { id: id::TOY_FULL_STOP, overloads: &[] } },
        BuiltinDesc { name: "__builtin_toy_sum", ty: "LLiV4fCvC*1.", attributes: "n", available: "", lowering: BuiltinLowering::Recipe("sum of lanes") },
    ],
};
