// Generated from TableGen; do not edit.

use super::{ArgDesc, FieldKind, FormatCase, FormatField, ImmFormat, IntrinsicDesc, IntrinsicId, IntrinsicTable, TypePattern};
use super::IntrinsicProperties as P;
use super::builtins::{BuiltinDesc, BuiltinLowering, BuiltinTable, OverloadSource};

/// The table.
pub static INTRINSICS: IntrinsicTable = IntrinsicTable {
    entries: &[
        IntrinsicDesc { name: "llvm.abs", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Int(1)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::HAS_FORMATS), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "int_min", immarg: true, format: 1, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.acos", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.allow.runtime.check", ret: TypePattern::Int(1), params: &[TypePattern::Metadata], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::INACCESSIBLE_MEM_ONLY).union(P::SIDE_EFFECTS), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.annotation", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::AnyPtr(1), TypePattern::Match(1), TypePattern::Int(32)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::INACCESSIBLE_MEM_ONLY), args: &[ArgDesc { name: "value", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "text", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "file", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "line", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.arithmetic.fence", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.asin", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.assume", ret: TypePattern::Void, params: &[TypePattern::Int(1)], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::WRITE_MEM).union(P::INACCESSIBLE_MEM_ONLY), args: &[ArgDesc { name: "condition", immarg: false, format: 0, attributes: &["noundef"] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.atan", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.atan2", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "y", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.bitreverse", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.bswap", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.canonicalize", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ceil", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.copysign", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "magnitude", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "sign", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.cos", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.cosh", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ctlz", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Int(1)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::HAS_FORMATS), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "zero", immarg: true, format: 2, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ctpop", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.cttz", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Int(1)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::HAS_FORMATS), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "zero", immarg: true, format: 2, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.dbg.assign", ret: TypePattern::Void, params: &[TypePattern::Metadata, TypePattern::Metadata, TypePattern::Metadata, TypePattern::Metadata, TypePattern::Metadata, TypePattern::Metadata], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.dbg.declare", ret: TypePattern::Void, params: &[TypePattern::Metadata, TypePattern::Metadata, TypePattern::Metadata], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.dbg.label", ret: TypePattern::Void, params: &[TypePattern::Metadata], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.dbg.value", ret: TypePattern::Void, params: &[TypePattern::Metadata, TypePattern::Metadata, TypePattern::Metadata], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.debugtrap", ret: TypePattern::Void, params: &[], overloads: 0, properties: P::NO_UNWIND, args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.donothing", ret: TypePattern::Void, params: &[], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.exp", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.exp10", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.exp2", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.expect", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM), args: &[ArgDesc { name: "value", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "expected", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.expect.with.probability", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0), TypePattern::Double], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM), args: &[ArgDesc { name: "value", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "expected", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "probability", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.experimental.convergence.anchor", ret: TypePattern::Token, params: &[], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::CONVERGENT), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.experimental.convergence.entry", ret: TypePattern::Token, params: &[], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::CONVERGENT), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.experimental.convergence.loop", ret: TypePattern::Token, params: &[], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::CONVERGENT), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.experimental.noalias.scope.decl", ret: TypePattern::Void, params: &[TypePattern::Metadata], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::INACCESSIBLE_MEM_ONLY), args: &[ArgDesc { name: "scopes", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.fabs", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.fake.use", ret: TypePattern::Void, params: &[TypePattern::VarArg], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::SIDE_EFFECTS), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.floor", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.fma", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "c", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.fmuladd", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "c", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.fptosi.sat", ret: TypePattern::AnyInt(0), params: &[TypePattern::AnyFloat(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.fptoui.sat", ret: TypePattern::AnyInt(0), params: &[TypePattern::AnyFloat(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.fptrunc.round", ret: TypePattern::AnyFloat(0), params: &[TypePattern::AnyFloat(1), TypePattern::Metadata], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "rounding", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.frameaddress", ret: TypePattern::AnyPtr(0), params: &[TypePattern::Int(32)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM), args: &[ArgDesc { name: "", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.frexp", ret: TypePattern::Struct(&[TypePattern::AnyFloat(0), TypePattern::AnyInt(1)]), params: &[TypePattern::Match(0)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.fshl", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "high", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "low", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "shift", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.fshr", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "high", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "low", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "shift", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.get.rounding", ret: TypePattern::Int(32), params: &[], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::INACCESSIBLE_MEM_ONLY).union(P::READ_MEM), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.invariant.end", ret: TypePattern::Void, params: &[TypePattern::Ptr(0), TypePattern::Int(64), TypePattern::AnyPtr(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::ARG_MEM_ONLY), args: &[ArgDesc { name: "start", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "bytes", immarg: true, format: 0, attributes: &[] }, ArgDesc { name: "object", immarg: false, format: 0, attributes: &["captures(none)"] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.invariant.start", ret: TypePattern::Ptr(0), params: &[TypePattern::Int(64), TypePattern::AnyPtr(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::ARG_MEM_ONLY), args: &[ArgDesc { name: "bytes", immarg: true, format: 0, attributes: &[] }, ArgDesc { name: "object", immarg: false, format: 0, attributes: &["captures(none)"] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.is.constant", ret: TypePattern::Int(1), params: &[TypePattern::Any(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::CONVERGENT), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.is.fpclass", ret: TypePattern::MatchWidth(0, &TypePattern::Int(1)), params: &[TypePattern::AnyFloat(0), TypePattern::Int(32)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::HAS_FORMATS), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "test", immarg: true, format: 3, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.launder.invariant.group", ret: TypePattern::AnyPtr(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::INACCESSIBLE_MEM_ONLY).union(P::SPECULATABLE), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ldexp", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::AnyInt(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "exp", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.lifetime.end", ret: TypePattern::Void, params: &[TypePattern::AnyPtr(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::ARG_MEM_ONLY), args: &[ArgDesc { name: "object", immarg: false, format: 0, attributes: &["captures(none)"] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.lifetime.start", ret: TypePattern::Void, params: &[TypePattern::AnyPtr(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::ARG_MEM_ONLY), args: &[ArgDesc { name: "object", immarg: false, format: 0, attributes: &["captures(none)"] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.llrint", ret: TypePattern::AnyInt(0), params: &[TypePattern::AnyFloat(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.llround", ret: TypePattern::AnyInt(0), params: &[TypePattern::AnyFloat(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.log", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.log10", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.log2", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.lrint", ret: TypePattern::AnyInt(0), params: &[TypePattern::AnyFloat(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.lround", ret: TypePattern::AnyInt(0), params: &[TypePattern::AnyFloat(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.masked.load", ret: TypePattern::AnyVector(0), params: &[TypePattern::AnyPtr(1), TypePattern::MatchWidth(0, &TypePattern::Int(1)), TypePattern::Match(0)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::READ_MEM).union(P::ARG_MEM_ONLY), args: &[ArgDesc { name: "address", immarg: false, format: 0, attributes: &["captures(none)"] }, ArgDesc { name: "mask", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "passthru", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.masked.store", ret: TypePattern::Void, params: &[TypePattern::AnyVector(0), TypePattern::AnyPtr(1), TypePattern::MatchWidth(0, &TypePattern::Int(1))], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::WRITE_MEM).union(P::ARG_MEM_ONLY), args: &[ArgDesc { name: "value", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "address", immarg: false, format: 0, attributes: &["captures(none)"] }, ArgDesc { name: "mask", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.maximum", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "y", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.maximumnum", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "y", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.maxnum", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "y", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.memcpy", ret: TypePattern::Void, params: &[TypePattern::AnyPtr(0), TypePattern::AnyPtr(1), TypePattern::AnyInt(2), TypePattern::Int(1)], overloads: 3, properties: P::NO_UNWIND.union(P::ARG_MEM_ONLY).union(P::WILL_RETURN).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::HAS_FORMATS), args: &[ArgDesc { name: "dst", immarg: false, format: 0, attributes: &["captures(none)", "noalias", "writeonly"] }, ArgDesc { name: "src", immarg: false, format: 0, attributes: &["captures(none)", "noalias", "readonly"] }, ArgDesc { name: "bytes", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "access", immarg: true, format: 4, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.memcpy.inline", ret: TypePattern::Void, params: &[TypePattern::AnyPtr(0), TypePattern::AnyPtr(1), TypePattern::AnyInt(2), TypePattern::Int(1)], overloads: 3, properties: P::NO_UNWIND.union(P::ARG_MEM_ONLY).union(P::WILL_RETURN).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::HAS_FORMATS), args: &[ArgDesc { name: "dst", immarg: false, format: 0, attributes: &["captures(none)", "noalias", "writeonly"] }, ArgDesc { name: "src", immarg: false, format: 0, attributes: &["captures(none)", "noalias", "readonly"] }, ArgDesc { name: "bytes", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "access", immarg: true, format: 4, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.memmove", ret: TypePattern::Void, params: &[TypePattern::AnyPtr(0), TypePattern::AnyPtr(1), TypePattern::AnyInt(2), TypePattern::Int(1)], overloads: 3, properties: P::NO_UNWIND.union(P::ARG_MEM_ONLY).union(P::WILL_RETURN).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::HAS_FORMATS), args: &[ArgDesc { name: "dst", immarg: false, format: 0, attributes: &["captures(none)", "writeonly"] }, ArgDesc { name: "src", immarg: false, format: 0, attributes: &["captures(none)", "readonly"] }, ArgDesc { name: "bytes", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "access", immarg: true, format: 4, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.memset", ret: TypePattern::Void, params: &[TypePattern::AnyPtr(0), TypePattern::Int(8), TypePattern::AnyInt(1), TypePattern::Int(1)], overloads: 2, properties: P::NO_UNWIND.union(P::ARG_MEM_ONLY).union(P::WRITE_MEM).union(P::WILL_RETURN).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::HAS_FORMATS), args: &[ArgDesc { name: "dst", immarg: false, format: 0, attributes: &["captures(none)", "writeonly"] }, ArgDesc { name: "value", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "bytes", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "access", immarg: true, format: 4, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.memset.inline", ret: TypePattern::Void, params: &[TypePattern::AnyPtr(0), TypePattern::Int(8), TypePattern::AnyInt(1), TypePattern::Int(1)], overloads: 2, properties: P::NO_UNWIND.union(P::ARG_MEM_ONLY).union(P::WRITE_MEM).union(P::WILL_RETURN).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::HAS_FORMATS), args: &[ArgDesc { name: "dst", immarg: false, format: 0, attributes: &["captures(none)", "writeonly"] }, ArgDesc { name: "value", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "bytes", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "access", immarg: true, format: 4, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.minimum", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "y", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.minimumnum", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "y", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.minnum", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "y", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.modf", ret: TypePattern::Struct(&[TypePattern::AnyFloat(0), TypePattern::Match(0)]), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.nearbyint", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.objectsize", ret: TypePattern::AnyInt(0), params: &[TypePattern::AnyPtr(1), TypePattern::Int(1), TypePattern::Int(1), TypePattern::Int(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::HAS_FORMATS), args: &[ArgDesc { name: "object", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "bound", immarg: true, format: 5, attributes: &[] }, ArgDesc { name: "null", immarg: true, format: 6, attributes: &[] }, ArgDesc { name: "evaluation", immarg: true, format: 7, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.pow", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "y", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.powi", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0), TypePattern::AnyInt(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "power", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.prefetch", ret: TypePattern::Void, params: &[TypePattern::AnyPtr(0), TypePattern::Int(32), TypePattern::Int(32), TypePattern::Int(32)], overloads: 1, properties: P::NO_UNWIND.union(P::INACCESSIBLE_OR_ARG_MEM_ONLY).union(P::WILL_RETURN).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::HAS_FORMATS), args: &[ArgDesc { name: "address", immarg: false, format: 0, attributes: &["captures(none)", "readonly"] }, ArgDesc { name: "access", immarg: true, format: 8, attributes: &[] }, ArgDesc { name: "locality", immarg: true, format: 9, attributes: &[] }, ArgDesc { name: "cache", immarg: true, format: 10, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ptr.annotation", ret: TypePattern::AnyPtr(0), params: &[TypePattern::Match(0), TypePattern::AnyPtr(1), TypePattern::Match(1), TypePattern::Int(32), TypePattern::Match(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::INACCESSIBLE_MEM_ONLY), args: &[ArgDesc { name: "ptr", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "text", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "file", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "line", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "args", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ptrmask", ret: TypePattern::Any(0), params: &[TypePattern::Match(0), TypePattern::AnyInt(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "ptr", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "mask", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.readcyclecounter", ret: TypePattern::Int(64), params: &[], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::SIDE_EFFECTS).union(P::INACCESSIBLE_MEM_ONLY), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.readsteadycounter", ret: TypePattern::Int(64), params: &[], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::SIDE_EFFECTS).union(P::INACCESSIBLE_MEM_ONLY), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.returnaddress", ret: TypePattern::Ptr(0), params: &[TypePattern::Int(32)], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM), args: &[ArgDesc { name: "", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.rint", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.round", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.roundeven", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.sadd.sat", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.sadd.with.overflow", ret: TypePattern::Struct(&[TypePattern::AnyInt(0), TypePattern::MatchWidth(0, &TypePattern::Int(1))]), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.scmp", ret: TypePattern::AnyInt(0), params: &[TypePattern::AnyInt(1), TypePattern::Match(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.set.rounding", ret: TypePattern::Void, params: &[TypePattern::Int(32)], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::INACCESSIBLE_MEM_ONLY).union(P::WRITE_MEM), args: &[ArgDesc { name: "mode", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.sideeffect", ret: TypePattern::Void, params: &[], overloads: 0, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::INACCESSIBLE_MEM_ONLY), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.sin", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.sincos", ret: TypePattern::Struct(&[TypePattern::AnyFloat(0), TypePattern::Match(0)]), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.sinh", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.smax", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.smin", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.smul.fix", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0), TypePattern::Int(32)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "scale", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.smul.fix.sat", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0), TypePattern::Int(32)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "scale", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.smul.with.overflow", ret: TypePattern::Struct(&[TypePattern::AnyInt(0), TypePattern::MatchWidth(0, &TypePattern::Int(1))]), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.sqrt", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ssa.copy", ret: TypePattern::Any(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "", immarg: false, format: 0, attributes: &["returned"] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.sshl.sat", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ssub.sat", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ssub.with.overflow", ret: TypePattern::Struct(&[TypePattern::AnyInt(0), TypePattern::MatchWidth(0, &TypePattern::Int(1))]), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.stackrestore", ret: TypePattern::Void, params: &[TypePattern::AnyPtr(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK), args: &[ArgDesc { name: "saved", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.stacksave", ret: TypePattern::AnyPtr(0), params: &[], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.strip.invariant.group", ret: TypePattern::AnyPtr(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.tan", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.tanh", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.threadlocal.address", ret: TypePattern::AnyPtr(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.trap", ret: TypePattern::Void, params: &[], overloads: 0, properties: P::NO_UNWIND.union(P::NO_RETURN).union(P::COLD).union(P::INACCESSIBLE_MEM_ONLY).union(P::WRITE_MEM), args: &[], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.trunc", ret: TypePattern::AnyFloat(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "x", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.uadd.sat", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.uadd.with.overflow", ret: TypePattern::Struct(&[TypePattern::AnyInt(0), TypePattern::MatchWidth(0, &TypePattern::Int(1))]), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ubsantrap", ret: TypePattern::Void, params: &[TypePattern::Int(8)], overloads: 0, properties: P::NO_UNWIND.union(P::NO_RETURN).union(P::COLD), args: &[ArgDesc { name: "kind", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ucmp", ret: TypePattern::AnyInt(0), params: &[TypePattern::AnyInt(1), TypePattern::Match(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.umax", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.umin", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.umul.fix", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0), TypePattern::Int(32)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "scale", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.umul.fix.sat", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0), TypePattern::Int(32)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "scale", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.umul.with.overflow", ret: TypePattern::Struct(&[TypePattern::AnyInt(0), TypePattern::MatchWidth(0, &TypePattern::Int(1))]), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE).union(P::COMMUTATIVE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.ushl.sat", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.usub.sat", ret: TypePattern::AnyInt(0), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.usub.with.overflow", ret: TypePattern::Struct(&[TypePattern::AnyInt(0), TypePattern::MatchWidth(0, &TypePattern::Int(1))]), params: &[TypePattern::Match(0), TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.var.annotation", ret: TypePattern::Void, params: &[TypePattern::AnyPtr(0), TypePattern::AnyPtr(1), TypePattern::Match(1), TypePattern::Int(32), TypePattern::Match(1)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::INACCESSIBLE_MEM_ONLY), args: &[ArgDesc { name: "ptr", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "text", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "file", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "line", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "args", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.extract", ret: TypePattern::AnyVector(0), params: &[TypePattern::AnyVector(1), TypePattern::Int(64)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "index", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.insert", ret: TypePattern::AnyVector(0), params: &[TypePattern::Match(0), TypePattern::AnyVector(1), TypePattern::Int(64)], overloads: 2, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "part", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "index", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.add", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.and", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.fadd", ret: TypePattern::MatchElement(0), params: &[TypePattern::MatchElement(0), TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "start", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.fmax", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.fmaximum", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.fmin", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.fminimum", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.fmul", ret: TypePattern::MatchElement(0), params: &[TypePattern::MatchElement(0), TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "start", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.mul", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.or", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.smax", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.smin", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.umax", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.umin", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reduce.xor", ret: TypePattern::MatchElement(0), params: &[TypePattern::AnyVector(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.reverse", ret: TypePattern::AnyVector(0), params: &[TypePattern::Match(0)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "v", immarg: false, format: 0, attributes: &[] }], ret_attributes: &[] },
        IntrinsicDesc { name: "llvm.vector.splice", ret: TypePattern::AnyVector(0), params: &[TypePattern::Match(0), TypePattern::Match(0), TypePattern::Int(32)], overloads: 1, properties: P::NO_UNWIND.union(P::WILL_RETURN).union(P::NO_SYNC).union(P::NO_FREE).union(P::NO_CALLBACK).union(P::NO_MEM).union(P::SPECULATABLE), args: &[ArgDesc { name: "a", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "b", immarg: false, format: 0, attributes: &[] }, ArgDesc { name: "index", immarg: true, format: 0, attributes: &[] }], ret_attributes: &[] },
    ],
    formats: &[
        ImmFormat { name: "IntMinPoisonFormat", cases: &[FormatCase { keyword: "min_defined", mask: -1, bits: 0, fields: &[], empty: "none" }, FormatCase { keyword: "min_poison", mask: -1, bits: 1, fields: &[], empty: "none" }], custom: None },
        ImmFormat { name: "ZeroPoisonFormat", cases: &[FormatCase { keyword: "zero_defined", mask: -1, bits: 0, fields: &[], empty: "none" }, FormatCase { keyword: "zero_poison", mask: -1, bits: 1, fields: &[], empty: "none" }], custom: None },
        ImmFormat { name: "FPClassFormat", cases: &[FormatCase { keyword: "", mask: 0, bits: 0, fields: &[FormatField { kind: FieldKind::Flag, name: "snan", shift: 0, width: 1, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Flag, name: "qnan", shift: 1, width: 1, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Flag, name: "ninf", shift: 2, width: 1, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Flag, name: "nnorm", shift: 3, width: 1, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Flag, name: "nsub", shift: 4, width: 1, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Flag, name: "nzero", shift: 5, width: 1, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Flag, name: "pzero", shift: 6, width: 1, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Flag, name: "psub", shift: 7, width: 1, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Flag, name: "pnorm", shift: 8, width: 1, bias: 0, default: 0, values: &[] }, FormatField { kind: FieldKind::Flag, name: "pinf", shift: 9, width: 1, bias: 0, default: 0, values: &[] }], empty: "none" }], custom: None },
        ImmFormat { name: "IsVolatileFormat", cases: &[FormatCase { keyword: "normal", mask: -1, bits: 0, fields: &[], empty: "none" }, FormatCase { keyword: "volatile", mask: -1, bits: 1, fields: &[], empty: "none" }], custom: None },
        ImmFormat { name: "ObjectSizeMinFormat", cases: &[FormatCase { keyword: "max", mask: -1, bits: 0, fields: &[], empty: "none" }, FormatCase { keyword: "min", mask: -1, bits: 1, fields: &[], empty: "none" }], custom: None },
        ImmFormat { name: "NullUnknownFormat", cases: &[FormatCase { keyword: "null_known", mask: -1, bits: 0, fields: &[], empty: "none" }, FormatCase { keyword: "null_unknown", mask: -1, bits: 1, fields: &[], empty: "none" }], custom: None },
        ImmFormat { name: "DynamicFormat", cases: &[FormatCase { keyword: "static", mask: -1, bits: 0, fields: &[], empty: "none" }, FormatCase { keyword: "dynamic", mask: -1, bits: 1, fields: &[], empty: "none" }], custom: None },
        ImmFormat { name: "ReadWriteFormat", cases: &[FormatCase { keyword: "read", mask: -1, bits: 0, fields: &[], empty: "none" }, FormatCase { keyword: "write", mask: -1, bits: 1, fields: &[], empty: "none" }], custom: None },
        ImmFormat { name: "LocalityFormat", cases: &[FormatCase { keyword: "none", mask: -1, bits: 0, fields: &[], empty: "none" }, FormatCase { keyword: "low", mask: -1, bits: 1, fields: &[], empty: "none" }, FormatCase { keyword: "medium", mask: -1, bits: 2, fields: &[], empty: "none" }, FormatCase { keyword: "high", mask: -1, bits: 3, fields: &[], empty: "none" }], custom: None },
        ImmFormat { name: "CacheKindFormat", cases: &[FormatCase { keyword: "instruction", mask: -1, bits: 0, fields: &[], empty: "none" }, FormatCase { keyword: "data", mask: -1, bits: 1, fields: &[], empty: "none" }], custom: None },
    ],
};

/// Ids by name.
pub mod id {
    use super::IntrinsicId;

    /// `llvm.abs`
    pub const ABS: IntrinsicId = IntrinsicId(0);
    /// `llvm.acos`
    pub const ACOS: IntrinsicId = IntrinsicId(1);
    /// `llvm.allow.runtime.check`
    pub const ALLOW_RUNTIME_CHECK: IntrinsicId = IntrinsicId(2);
    /// `llvm.annotation`
    pub const ANNOTATION: IntrinsicId = IntrinsicId(3);
    /// `llvm.arithmetic.fence`
    pub const ARITHMETIC_FENCE: IntrinsicId = IntrinsicId(4);
    /// `llvm.asin`
    pub const ASIN: IntrinsicId = IntrinsicId(5);
    /// `llvm.assume`
    pub const ASSUME: IntrinsicId = IntrinsicId(6);
    /// `llvm.atan`
    pub const ATAN: IntrinsicId = IntrinsicId(7);
    /// `llvm.atan2`
    pub const ATAN2: IntrinsicId = IntrinsicId(8);
    /// `llvm.bitreverse`
    pub const BITREVERSE: IntrinsicId = IntrinsicId(9);
    /// `llvm.bswap`
    pub const BSWAP: IntrinsicId = IntrinsicId(10);
    /// `llvm.canonicalize`
    pub const CANONICALIZE: IntrinsicId = IntrinsicId(11);
    /// `llvm.ceil`
    pub const CEIL: IntrinsicId = IntrinsicId(12);
    /// `llvm.copysign`
    pub const COPYSIGN: IntrinsicId = IntrinsicId(13);
    /// `llvm.cos`
    pub const COS: IntrinsicId = IntrinsicId(14);
    /// `llvm.cosh`
    pub const COSH: IntrinsicId = IntrinsicId(15);
    /// `llvm.ctlz`
    pub const CTLZ: IntrinsicId = IntrinsicId(16);
    /// `llvm.ctpop`
    pub const CTPOP: IntrinsicId = IntrinsicId(17);
    /// `llvm.cttz`
    pub const CTTZ: IntrinsicId = IntrinsicId(18);
    /// `llvm.dbg.assign`
    pub const DBG_ASSIGN: IntrinsicId = IntrinsicId(19);
    /// `llvm.dbg.declare`
    pub const DBG_DECLARE: IntrinsicId = IntrinsicId(20);
    /// `llvm.dbg.label`
    pub const DBG_LABEL: IntrinsicId = IntrinsicId(21);
    /// `llvm.dbg.value`
    pub const DBG_VALUE: IntrinsicId = IntrinsicId(22);
    /// `llvm.debugtrap`
    pub const DEBUGTRAP: IntrinsicId = IntrinsicId(23);
    /// `llvm.donothing`
    pub const DONOTHING: IntrinsicId = IntrinsicId(24);
    /// `llvm.exp`
    pub const EXP: IntrinsicId = IntrinsicId(25);
    /// `llvm.exp10`
    pub const EXP10: IntrinsicId = IntrinsicId(26);
    /// `llvm.exp2`
    pub const EXP2: IntrinsicId = IntrinsicId(27);
    /// `llvm.expect`
    pub const EXPECT: IntrinsicId = IntrinsicId(28);
    /// `llvm.expect.with.probability`
    pub const EXPECT_WITH_PROBABILITY: IntrinsicId = IntrinsicId(29);
    /// `llvm.experimental.convergence.anchor`
    pub const EXPERIMENTAL_CONVERGENCE_ANCHOR: IntrinsicId = IntrinsicId(30);
    /// `llvm.experimental.convergence.entry`
    pub const EXPERIMENTAL_CONVERGENCE_ENTRY: IntrinsicId = IntrinsicId(31);
    /// `llvm.experimental.convergence.loop`
    pub const EXPERIMENTAL_CONVERGENCE_LOOP: IntrinsicId = IntrinsicId(32);
    /// `llvm.experimental.noalias.scope.decl`
    pub const EXPERIMENTAL_NOALIAS_SCOPE_DECL: IntrinsicId = IntrinsicId(33);
    /// `llvm.fabs`
    pub const FABS: IntrinsicId = IntrinsicId(34);
    /// `llvm.fake.use`
    pub const FAKE_USE: IntrinsicId = IntrinsicId(35);
    /// `llvm.floor`
    pub const FLOOR: IntrinsicId = IntrinsicId(36);
    /// `llvm.fma`
    pub const FMA: IntrinsicId = IntrinsicId(37);
    /// `llvm.fmuladd`
    pub const FMULADD: IntrinsicId = IntrinsicId(38);
    /// `llvm.fptosi.sat`
    pub const FPTOSI_SAT: IntrinsicId = IntrinsicId(39);
    /// `llvm.fptoui.sat`
    pub const FPTOUI_SAT: IntrinsicId = IntrinsicId(40);
    /// `llvm.fptrunc.round`
    pub const FPTRUNC_ROUND: IntrinsicId = IntrinsicId(41);
    /// `llvm.frameaddress`
    pub const FRAMEADDRESS: IntrinsicId = IntrinsicId(42);
    /// `llvm.frexp`
    pub const FREXP: IntrinsicId = IntrinsicId(43);
    /// `llvm.fshl`
    pub const FSHL: IntrinsicId = IntrinsicId(44);
    /// `llvm.fshr`
    pub const FSHR: IntrinsicId = IntrinsicId(45);
    /// `llvm.get.rounding`
    pub const GET_ROUNDING: IntrinsicId = IntrinsicId(46);
    /// `llvm.invariant.end`
    pub const INVARIANT_END: IntrinsicId = IntrinsicId(47);
    /// `llvm.invariant.start`
    pub const INVARIANT_START: IntrinsicId = IntrinsicId(48);
    /// `llvm.is.constant`
    pub const IS_CONSTANT: IntrinsicId = IntrinsicId(49);
    /// `llvm.is.fpclass`
    pub const IS_FPCLASS: IntrinsicId = IntrinsicId(50);
    /// `llvm.launder.invariant.group`
    pub const LAUNDER_INVARIANT_GROUP: IntrinsicId = IntrinsicId(51);
    /// `llvm.ldexp`
    pub const LDEXP: IntrinsicId = IntrinsicId(52);
    /// `llvm.lifetime.end`
    pub const LIFETIME_END: IntrinsicId = IntrinsicId(53);
    /// `llvm.lifetime.start`
    pub const LIFETIME_START: IntrinsicId = IntrinsicId(54);
    /// `llvm.llrint`
    pub const LLRINT: IntrinsicId = IntrinsicId(55);
    /// `llvm.llround`
    pub const LLROUND: IntrinsicId = IntrinsicId(56);
    /// `llvm.log`
    pub const LOG: IntrinsicId = IntrinsicId(57);
    /// `llvm.log10`
    pub const LOG10: IntrinsicId = IntrinsicId(58);
    /// `llvm.log2`
    pub const LOG2: IntrinsicId = IntrinsicId(59);
    /// `llvm.lrint`
    pub const LRINT: IntrinsicId = IntrinsicId(60);
    /// `llvm.lround`
    pub const LROUND: IntrinsicId = IntrinsicId(61);
    /// `llvm.masked.load`
    pub const MASKED_LOAD: IntrinsicId = IntrinsicId(62);
    /// `llvm.masked.store`
    pub const MASKED_STORE: IntrinsicId = IntrinsicId(63);
    /// `llvm.maximum`
    pub const MAXIMUM: IntrinsicId = IntrinsicId(64);
    /// `llvm.maximumnum`
    pub const MAXIMUMNUM: IntrinsicId = IntrinsicId(65);
    /// `llvm.maxnum`
    pub const MAXNUM: IntrinsicId = IntrinsicId(66);
    /// `llvm.memcpy`
    pub const MEMCPY: IntrinsicId = IntrinsicId(67);
    /// `llvm.memcpy.inline`
    pub const MEMCPY_INLINE: IntrinsicId = IntrinsicId(68);
    /// `llvm.memmove`
    pub const MEMMOVE: IntrinsicId = IntrinsicId(69);
    /// `llvm.memset`
    pub const MEMSET: IntrinsicId = IntrinsicId(70);
    /// `llvm.memset.inline`
    pub const MEMSET_INLINE: IntrinsicId = IntrinsicId(71);
    /// `llvm.minimum`
    pub const MINIMUM: IntrinsicId = IntrinsicId(72);
    /// `llvm.minimumnum`
    pub const MINIMUMNUM: IntrinsicId = IntrinsicId(73);
    /// `llvm.minnum`
    pub const MINNUM: IntrinsicId = IntrinsicId(74);
    /// `llvm.modf`
    pub const MODF: IntrinsicId = IntrinsicId(75);
    /// `llvm.nearbyint`
    pub const NEARBYINT: IntrinsicId = IntrinsicId(76);
    /// `llvm.objectsize`
    pub const OBJECTSIZE: IntrinsicId = IntrinsicId(77);
    /// `llvm.pow`
    pub const POW: IntrinsicId = IntrinsicId(78);
    /// `llvm.powi`
    pub const POWI: IntrinsicId = IntrinsicId(79);
    /// `llvm.prefetch`
    pub const PREFETCH: IntrinsicId = IntrinsicId(80);
    /// `llvm.ptr.annotation`
    pub const PTR_ANNOTATION: IntrinsicId = IntrinsicId(81);
    /// `llvm.ptrmask`
    pub const PTRMASK: IntrinsicId = IntrinsicId(82);
    /// `llvm.readcyclecounter`
    pub const READCYCLECOUNTER: IntrinsicId = IntrinsicId(83);
    /// `llvm.readsteadycounter`
    pub const READSTEADYCOUNTER: IntrinsicId = IntrinsicId(84);
    /// `llvm.returnaddress`
    pub const RETURNADDRESS: IntrinsicId = IntrinsicId(85);
    /// `llvm.rint`
    pub const RINT: IntrinsicId = IntrinsicId(86);
    /// `llvm.round`
    pub const ROUND: IntrinsicId = IntrinsicId(87);
    /// `llvm.roundeven`
    pub const ROUNDEVEN: IntrinsicId = IntrinsicId(88);
    /// `llvm.sadd.sat`
    pub const SADD_SAT: IntrinsicId = IntrinsicId(89);
    /// `llvm.sadd.with.overflow`
    pub const SADD_WITH_OVERFLOW: IntrinsicId = IntrinsicId(90);
    /// `llvm.scmp`
    pub const SCMP: IntrinsicId = IntrinsicId(91);
    /// `llvm.set.rounding`
    pub const SET_ROUNDING: IntrinsicId = IntrinsicId(92);
    /// `llvm.sideeffect`
    pub const SIDEEFFECT: IntrinsicId = IntrinsicId(93);
    /// `llvm.sin`
    pub const SIN: IntrinsicId = IntrinsicId(94);
    /// `llvm.sincos`
    pub const SINCOS: IntrinsicId = IntrinsicId(95);
    /// `llvm.sinh`
    pub const SINH: IntrinsicId = IntrinsicId(96);
    /// `llvm.smax`
    pub const SMAX: IntrinsicId = IntrinsicId(97);
    /// `llvm.smin`
    pub const SMIN: IntrinsicId = IntrinsicId(98);
    /// `llvm.smul.fix`
    pub const SMUL_FIX: IntrinsicId = IntrinsicId(99);
    /// `llvm.smul.fix.sat`
    pub const SMUL_FIX_SAT: IntrinsicId = IntrinsicId(100);
    /// `llvm.smul.with.overflow`
    pub const SMUL_WITH_OVERFLOW: IntrinsicId = IntrinsicId(101);
    /// `llvm.sqrt`
    pub const SQRT: IntrinsicId = IntrinsicId(102);
    /// `llvm.ssa.copy`
    pub const SSA_COPY: IntrinsicId = IntrinsicId(103);
    /// `llvm.sshl.sat`
    pub const SSHL_SAT: IntrinsicId = IntrinsicId(104);
    /// `llvm.ssub.sat`
    pub const SSUB_SAT: IntrinsicId = IntrinsicId(105);
    /// `llvm.ssub.with.overflow`
    pub const SSUB_WITH_OVERFLOW: IntrinsicId = IntrinsicId(106);
    /// `llvm.stackrestore`
    pub const STACKRESTORE: IntrinsicId = IntrinsicId(107);
    /// `llvm.stacksave`
    pub const STACKSAVE: IntrinsicId = IntrinsicId(108);
    /// `llvm.strip.invariant.group`
    pub const STRIP_INVARIANT_GROUP: IntrinsicId = IntrinsicId(109);
    /// `llvm.tan`
    pub const TAN: IntrinsicId = IntrinsicId(110);
    /// `llvm.tanh`
    pub const TANH: IntrinsicId = IntrinsicId(111);
    /// `llvm.threadlocal.address`
    pub const THREADLOCAL_ADDRESS: IntrinsicId = IntrinsicId(112);
    /// `llvm.trap`
    pub const TRAP: IntrinsicId = IntrinsicId(113);
    /// `llvm.trunc`
    pub const TRUNC: IntrinsicId = IntrinsicId(114);
    /// `llvm.uadd.sat`
    pub const UADD_SAT: IntrinsicId = IntrinsicId(115);
    /// `llvm.uadd.with.overflow`
    pub const UADD_WITH_OVERFLOW: IntrinsicId = IntrinsicId(116);
    /// `llvm.ubsantrap`
    pub const UBSANTRAP: IntrinsicId = IntrinsicId(117);
    /// `llvm.ucmp`
    pub const UCMP: IntrinsicId = IntrinsicId(118);
    /// `llvm.umax`
    pub const UMAX: IntrinsicId = IntrinsicId(119);
    /// `llvm.umin`
    pub const UMIN: IntrinsicId = IntrinsicId(120);
    /// `llvm.umul.fix`
    pub const UMUL_FIX: IntrinsicId = IntrinsicId(121);
    /// `llvm.umul.fix.sat`
    pub const UMUL_FIX_SAT: IntrinsicId = IntrinsicId(122);
    /// `llvm.umul.with.overflow`
    pub const UMUL_WITH_OVERFLOW: IntrinsicId = IntrinsicId(123);
    /// `llvm.ushl.sat`
    pub const USHL_SAT: IntrinsicId = IntrinsicId(124);
    /// `llvm.usub.sat`
    pub const USUB_SAT: IntrinsicId = IntrinsicId(125);
    /// `llvm.usub.with.overflow`
    pub const USUB_WITH_OVERFLOW: IntrinsicId = IntrinsicId(126);
    /// `llvm.var.annotation`
    pub const VAR_ANNOTATION: IntrinsicId = IntrinsicId(127);
    /// `llvm.vector.extract`
    pub const VECTOR_EXTRACT: IntrinsicId = IntrinsicId(128);
    /// `llvm.vector.insert`
    pub const VECTOR_INSERT: IntrinsicId = IntrinsicId(129);
    /// `llvm.vector.reduce.add`
    pub const VECTOR_REDUCE_ADD: IntrinsicId = IntrinsicId(130);
    /// `llvm.vector.reduce.and`
    pub const VECTOR_REDUCE_AND: IntrinsicId = IntrinsicId(131);
    /// `llvm.vector.reduce.fadd`
    pub const VECTOR_REDUCE_FADD: IntrinsicId = IntrinsicId(132);
    /// `llvm.vector.reduce.fmax`
    pub const VECTOR_REDUCE_FMAX: IntrinsicId = IntrinsicId(133);
    /// `llvm.vector.reduce.fmaximum`
    pub const VECTOR_REDUCE_FMAXIMUM: IntrinsicId = IntrinsicId(134);
    /// `llvm.vector.reduce.fmin`
    pub const VECTOR_REDUCE_FMIN: IntrinsicId = IntrinsicId(135);
    /// `llvm.vector.reduce.fminimum`
    pub const VECTOR_REDUCE_FMINIMUM: IntrinsicId = IntrinsicId(136);
    /// `llvm.vector.reduce.fmul`
    pub const VECTOR_REDUCE_FMUL: IntrinsicId = IntrinsicId(137);
    /// `llvm.vector.reduce.mul`
    pub const VECTOR_REDUCE_MUL: IntrinsicId = IntrinsicId(138);
    /// `llvm.vector.reduce.or`
    pub const VECTOR_REDUCE_OR: IntrinsicId = IntrinsicId(139);
    /// `llvm.vector.reduce.smax`
    pub const VECTOR_REDUCE_SMAX: IntrinsicId = IntrinsicId(140);
    /// `llvm.vector.reduce.smin`
    pub const VECTOR_REDUCE_SMIN: IntrinsicId = IntrinsicId(141);
    /// `llvm.vector.reduce.umax`
    pub const VECTOR_REDUCE_UMAX: IntrinsicId = IntrinsicId(142);
    /// `llvm.vector.reduce.umin`
    pub const VECTOR_REDUCE_UMIN: IntrinsicId = IntrinsicId(143);
    /// `llvm.vector.reduce.xor`
    pub const VECTOR_REDUCE_XOR: IntrinsicId = IntrinsicId(144);
    /// `llvm.vector.reverse`
    pub const VECTOR_REVERSE: IntrinsicId = IntrinsicId(145);
    /// `llvm.vector.splice`
    pub const VECTOR_SPLICE: IntrinsicId = IntrinsicId(146);
}
/// The table.
pub static BUILTINS: BuiltinTable = BuiltinTable {
    entries: &[
        BuiltinDesc { name: "__builtin_acos", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ACOS, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_acosf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ACOS, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_acosf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ACOS, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_asin", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ASIN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_asinf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ASIN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_asinf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ASIN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_assume", ty: "vb", attributes: "n", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ASSUME, overloads: &[] } },
        BuiltinDesc { name: "__builtin_atan", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ATAN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_atanf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ATAN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_atanf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ATAN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_bitreverse16", ty: "UsUs", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::BITREVERSE, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_bitreverse32", ty: "UiUi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::BITREVERSE, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_bitreverse64", ty: "UWiUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::BITREVERSE, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_bitreverse8", ty: "UcUc", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::BITREVERSE, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_bswap16", ty: "UsUs", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::BSWAP, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_bswap32", ty: "UiUi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::BSWAP, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_bswap64", ty: "UWiUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::BSWAP, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_canonicalize", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::CANONICALIZE, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_canonicalizef", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::CANONICALIZE, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_canonicalizef16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::CANONICALIZE, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_ceil", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::CEIL, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_ceilf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::CEIL, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_ceilf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::CEIL, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_clrsb", ty: "iUi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("clrsb") },
        BuiltinDesc { name: "__builtin_clrsbl", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("clrsb") },
        BuiltinDesc { name: "__builtin_clrsbll", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("clrsb") },
        BuiltinDesc { name: "__builtin_clz", ty: "iUi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("clz") },
        BuiltinDesc { name: "__builtin_clzl", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("clz") },
        BuiltinDesc { name: "__builtin_clzll", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("clz") },
        BuiltinDesc { name: "__builtin_constant_p", ty: "i.", attributes: "nct", available: "", lowering: BuiltinLowering::Recipe("constant_p") },
        BuiltinDesc { name: "__builtin_copysign", ty: "ddd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::COPYSIGN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_copysignf", ty: "fff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::COPYSIGN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_copysignf16", ty: "xxx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::COPYSIGN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_cos", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::COS, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_cosf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::COS, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_cosf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::COS, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_cosh", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::COSH, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_coshf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::COSH, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_coshf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::COSH, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_ctz", ty: "iUi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("ctz") },
        BuiltinDesc { name: "__builtin_ctzl", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("ctz") },
        BuiltinDesc { name: "__builtin_ctzll", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("ctz") },
        BuiltinDesc { name: "__builtin_debugtrap", ty: "v", attributes: "n", available: "", lowering: BuiltinLowering::Intrinsic { id: id::DEBUGTRAP, overloads: &[] } },
        BuiltinDesc { name: "__builtin_exp", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::EXP, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_exp10", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::EXP10, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_exp10f", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::EXP10, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_exp10f16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::EXP10, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_exp2", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::EXP2, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_exp2f", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::EXP2, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_exp2f16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::EXP2, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_expect", ty: "WiWiWi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::EXPECT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_expf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::EXP, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_expf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::EXP, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fabs", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::FABS, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fabsf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::FABS, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fabsf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::FABS, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_ffs", ty: "iUi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("ffs") },
        BuiltinDesc { name: "__builtin_ffsl", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("ffs") },
        BuiltinDesc { name: "__builtin_ffsll", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("ffs") },
        BuiltinDesc { name: "__builtin_floor", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::FLOOR, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_floorf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::FLOOR, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_floorf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::FLOOR, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fma", ty: "dddd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::FMA, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fmaf", ty: "ffff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::FMA, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fmaf16", ty: "xxxx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::FMA, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fmax", ty: "ddd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MAXNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fmaxf", ty: "fff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MAXNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fmaxf16", ty: "xxx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MAXNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fmaximum_num", ty: "ddd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MAXIMUMNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fmaximum_numf", ty: "fff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MAXIMUMNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fmaximum_numf16", ty: "xxx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MAXIMUMNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fmin", ty: "ddd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MINNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fminf", ty: "fff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MINNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fminf16", ty: "xxx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MINNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fminimum_num", ty: "ddd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MINIMUMNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fminimum_numf", ty: "fff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MINIMUMNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_fminimum_numf16", ty: "xxx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::MINIMUMNUM, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_ldexp", ty: "ddi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LDEXP, overloads: &[OverloadSource::Result, OverloadSource::Argument(1)] } },
        BuiltinDesc { name: "__builtin_ldexpf", ty: "ffi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LDEXP, overloads: &[OverloadSource::Result, OverloadSource::Argument(1)] } },
        BuiltinDesc { name: "__builtin_ldexpf16", ty: "xxi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LDEXP, overloads: &[OverloadSource::Result, OverloadSource::Argument(1)] } },
        BuiltinDesc { name: "__builtin_log", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LOG, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_log10", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LOG10, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_log10f", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LOG10, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_log10f16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LOG10, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_log2", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LOG2, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_log2f", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LOG2, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_log2f16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LOG2, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_logf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LOG, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_logf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::LOG, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_nearbyint", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::NEARBYINT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_nearbyintf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::NEARBYINT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_nearbyintf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::NEARBYINT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_parity", ty: "iUi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("parity") },
        BuiltinDesc { name: "__builtin_parityl", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("parity") },
        BuiltinDesc { name: "__builtin_parityll", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("parity") },
        BuiltinDesc { name: "__builtin_popcount", ty: "iUi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("popcount") },
        BuiltinDesc { name: "__builtin_popcountl", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("popcount") },
        BuiltinDesc { name: "__builtin_popcountll", ty: "iUWi", attributes: "nc", available: "", lowering: BuiltinLowering::Recipe("popcount") },
        BuiltinDesc { name: "__builtin_pow", ty: "ddd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::POW, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_powf", ty: "fff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::POW, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_powf16", ty: "xxx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::POW, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_powi", ty: "ddi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::POWI, overloads: &[OverloadSource::Result, OverloadSource::Argument(1)] } },
        BuiltinDesc { name: "__builtin_powif", ty: "ffi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::POWI, overloads: &[OverloadSource::Result, OverloadSource::Argument(1)] } },
        BuiltinDesc { name: "__builtin_powif16", ty: "xxi", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::POWI, overloads: &[OverloadSource::Result, OverloadSource::Argument(1)] } },
        BuiltinDesc { name: "__builtin_readcyclecounter", ty: "UWi", attributes: "n", available: "", lowering: BuiltinLowering::Intrinsic { id: id::READCYCLECOUNTER, overloads: &[] } },
        BuiltinDesc { name: "__builtin_readsteadycounter", ty: "UWi", attributes: "n", available: "", lowering: BuiltinLowering::Intrinsic { id: id::READSTEADYCOUNTER, overloads: &[] } },
        BuiltinDesc { name: "__builtin_rint", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::RINT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_rintf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::RINT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_rintf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::RINT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_round", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ROUND, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_roundeven", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ROUNDEVEN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_roundevenf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ROUNDEVEN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_roundevenf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ROUNDEVEN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_roundf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ROUND, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_roundf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::ROUND, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_sin", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::SIN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_sinf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::SIN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_sinf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::SIN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_sinh", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::SINH, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_sinhf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::SINH, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_sinhf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::SINH, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_sqrt", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::SQRT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_sqrtf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::SQRT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_sqrtf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::SQRT, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_tan", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TAN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_tanf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TAN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_tanf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TAN, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_tanh", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TANH, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_tanhf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TANH, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_tanhf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TANH, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_trap", ty: "v", attributes: "nr", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TRAP, overloads: &[] } },
        BuiltinDesc { name: "__builtin_trunc", ty: "dd", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TRUNC, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_truncf", ty: "ff", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TRUNC, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_truncf16", ty: "xx", attributes: "nc", available: "", lowering: BuiltinLowering::Intrinsic { id: id::TRUNC, overloads: &[OverloadSource::Result] } },
        BuiltinDesc { name: "__builtin_unreachable", ty: "v", attributes: "nr", available: "", lowering: BuiltinLowering::Recipe("unreachable") },
    ],
};
