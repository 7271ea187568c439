// Intrinsics, generated from intrinsics.td. Do not edit.

use IntrinsicProperties as P;

/// The intrinsics, sorted by name.
pub static INTRINSICS: IntrinsicTable = IntrinsicTable {
    entries: &[
        IntrinsicDesc { name: "llvm.toy.full.stop", ret: TypePattern::Void, params: &[], overloads: 0, properties: P::NO_UNWIND.union(P::NO_RETURN), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.toy.gather", ret: TypePattern::Struct(&[TypePattern::Vector(&TypePattern::Float, 4), TypePattern::Int(32)]), params: &[TypePattern::AnyPtr(0), TypePattern::Int(32)], overloads: 1, properties: P::NO_UNWIND.union(P::READ_MEM).union(P::ARG_MEM_ONLY).union(P::CONVERGENT).union(P::HAS_FORMATS), args: &[ArgDesc { name: arg_name(""), immarg: false, format: 0, attributes: &["readonly", "captures(none)"] }, ArgDesc { name: arg_name("control"), immarg: true, format: 2, attributes: &[] }, ], ret_attributes: &["nonnull"] },
        IntrinsicDesc { name: "llvm.toy.shift", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Int(32), TypePattern::Int(32)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::HAS_FORMATS), args: &[ArgDesc { name: arg_name("value"), immarg: false, format: 0, attributes: &[] }, ArgDesc { name: arg_name("amount"), immarg: false, format: 0, attributes: &[] }, ArgDesc { name: arg_name("direction"), immarg: true, format: 1, attributes: &[] }, ], ret_attributes: &[] },
    ],
    formats: FORMATS,
};

const fn arg_name(name: &'static str) -> &'static str {
    if cfg!(feature = "immarg-formats") { name } else { "" }
}

#[cfg(not(feature = "immarg-formats"))]
static FORMATS: &[ImmFormat] = &[];
#[cfg(feature = "immarg-formats")]
static FORMATS: &[ImmFormat] = &[
    ImmFormat { name: "Direction", cases: &[FormatCase { keyword: "up", mask: -1, bits: 0, fields: &[], empty: "none" }, FormatCase { keyword: "down", mask: -1, bits: 1, fields: &[], empty: "none" }, ], custom: None },
    ImmFormat { name: "Control", cases: &[FormatCase { keyword: "", mask: 0, bits: 0, fields: &[FormatField { kind: FieldKind::Flag, name: "keep", shift: 0, width: 1, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Named, name: "lanes", shift: 1, width: 3, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Positional, name: "mode", shift: 4, width: 2, bias: 0, default: 0, values: &[(2, "fast"), ] }, ], empty: "plain" }, ], custom: None },
];

/// Ids of the intrinsics.
pub mod id {
    use super::IntrinsicId;
    /// `llvm.toy.full.stop`
    pub const TOY_FULL_STOP: IntrinsicId = IntrinsicId(IntrinsicId::TARGET_BASE + 0);
    /// `llvm.toy.gather`
    pub const TOY_GATHER: IntrinsicId = IntrinsicId(IntrinsicId::TARGET_BASE + 1);
    /// `llvm.toy.shift`
    pub const TOY_SHIFT: IntrinsicId = IntrinsicId(IntrinsicId::TARGET_BASE + 2);
}
