//! Requirements on calls of generic intrinsics beyond the types of their signatures.
//!
//! Source: LLVM Language Reference, "Intrinsic Functions".

use super::function::Verifier;
use crate::constant::ConstantData;
use crate::entities::{Inst, Type, Value};
use crate::function::ValueDef;
use crate::metadata::Metadata;
use crate::types::TypeData;

/// Rounding modes of constrained operations.
const ROUNDING: &[&str] = &[
    "round.dynamic",
    "round.downward",
    "round.tonearest",
    "round.tonearestaway",
    "round.towardzero",
    "round.upward",
];

/// Exception behaviors of constrained operations.
const EXCEPTIONS: &[&str] = &["fpexcept.ignore", "fpexcept.maytrap", "fpexcept.strict"];

impl Verifier<'_> {
    /// The error in a call of the intrinsic `name`, whose types are valid.
    pub(super) fn intrinsic_problem(&self, name: &str, inst: Inst) -> Option<&'static str> {
        let (func, types) = (self.func, &self.ctx.types);
        let args = &func.args(inst)[1..];
        let ty = |index: usize| {
            args.get(index)
                .map_or(Type::VOID, |&arg| func.ty(func.resolve(arg)))
        };
        let result = func.inst(inst).ty;
        let lanes = |ty: Type| types.vector_parts(ty).map(|parts| parts.1);
        match name.strip_prefix("llvm.")? {
            "bswap" => {
                let bits = types.int_bits(types.scalar(result)).unwrap_or(0);
                (!bits.is_multiple_of(16)).then_some("bswap must be an even number of bytes")
            }
            "scmp" | "ucmp" => {
                if lanes(result) != lanes(ty(0)) {
                    return Some("return type and arguments must have the same number of elements");
                }
                let bits = types.int_bits(types.scalar(result)).unwrap_or(0);
                (bits < 2).then_some("result type must be at least 2 bits wide")
            }
            "localescape" => {
                let callee = func.callee(inst, self.ctx);
                let is_same = |&other: &Inst| func.callee(other, self.ctx) == callee;
                if func.inst_block(inst) != func.entry() {
                    return Some("llvm.localescape used outside of the entry block");
                }
                let mut before = func.block_insts(func.entry()?).take_while(|&other| other != inst);
                (before.any(|other| is_same(&other)))
                    .then_some("multiple calls of llvm.localescape in one function")
            }
            name if name.starts_with("masked.") || name.starts_with("matrix.") => {
                self.vector_problem(name, inst)
            }
            "experimental.get.vector.length" => {
                let factor = args.get(1).and_then(|&factor| func.as_int(factor, self.ctx));
                let is_positive = factor.is_none_or(|factor| factor as i32 > 0);
                (!is_positive).then_some("get_vector_length: the factor must be positive")
            }
            "get.active.lane.mask" => {
                (types.scalar(result) != Type::I1).then_some("get_active_lane_mask: element type is not i1")
            }
            "ptrmask" => {
                if !types.is_ptr(types.scalar(ty(0))) {
                    return Some("first argument must be pointer or vector of pointers");
                }
                if lanes(ty(0)) != lanes(ty(1)) {
                    return Some("the arguments must have the same number of elements");
                }
                let space = types.address_space(types.scalar(ty(0)))?;
                let bits = types.int_bits(types.scalar(ty(1)));
                (bits != Some(self.ctx.layout.pointer(space).index_bits))
                    .then_some("the mask must have the width of the pointer's index type")
            }
            "fptrunc.round" => {
                let fits = self
                    .metadata_text(args.get(1).copied())
                    .is_some_and(|mode| ROUNDING.contains(&mode) && mode != "round.dynamic");
                (!fits).then_some("unsupported rounding mode argument")
            }
            "is.fpclass" => {
                let mask = args.get(1).and_then(|&mask| func.as_const(mask));
                let mask = mask.map(|mask| self.ctx.constants.data(mask));
                matches!(mask, Some(ConstantData::Int(_, bits)) if bits & !0x3ff != 0)
                    .then_some("unsupported bits for the test mask of llvm.is.fpclass")
            }
            "va_start" => {
                let signature = types.signature(self.ctx.functions[func.func].ty);
                (!signature.is_some_and(|signature| signature.2))
                    .then_some("va_start called in a non-varargs function")
            }
            "threadlocal.address" => {
                let is_global = args
                    .first()
                    .and_then(|&arg| func.as_const(arg))
                    .is_some_and(|arg| matches!(self.ctx.constants.data(arg), ConstantData::Global(..)));
                (!is_global).then_some("llvm.threadlocal.address first argument must be a GlobalValue")
            }
            "experimental.noalias.scope.decl" => {
                let scopes = match args.first().map(|&scopes| func.def(scopes)) {
                    Some(ValueDef::Metadata(scopes)) => scopes,
                    _ => return None,
                };
                match &self.ctx.metadata.nodes[scopes] {
                    Metadata::Node { operands, .. } if operands.len() == 1 => {
                        (!self.is_alias_scope(operands[0], true)).then_some(
                            "the list of llvm.experimental.noalias.scope.decl does not hold an alias scope",
                        )
                    }
                    Metadata::Node { .. } => {
                        Some("the list of llvm.experimental.noalias.scope.decl must hold a single scope")
                    }
                    _ => Some("llvm.experimental.noalias.scope.decl takes a list"),
                }
            }
            name if name.starts_with("experimental.convergence.") => {
                let kind = name.strip_prefix("experimental.convergence.")?;
                self.convergence_problem(kind, inst)
            }
            name if name.starts_with("experimental.constrained.") => {
                // The last operand is the exception behavior, preceded by the rounding mode if there is one.
                let count = args.len();
                let text = |back: usize| {
                    let index = count.checked_sub(back)?;
                    self.metadata_text(args.get(index).copied())
                };
                if !text(1).is_some_and(|text| EXCEPTIONS.contains(&text)) {
                    return Some("invalid exception behavior argument");
                }
                let rounding = text(2).filter(|text| text.starts_with("round"));
                rounding
                    .is_some_and(|text| !ROUNDING.contains(&text))
                    .then_some("invalid rounding mode argument")
            }
            _ => None,
        }
    }

    /// The text of a string as an argument.
    fn metadata_text(&self, arg: Option<Value>) -> Option<&str> {
        match self.func.def(arg?) {
            ValueDef::Metadata(node) => match self.ctx.metadata.nodes[node] {
                Metadata::String(text) => Some(self.ctx.text(text)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The error in the function's use of tokens, which only intrinsics accept and return.
    pub(super) fn token_problem(&self, params: &[Type], result: Type) -> Option<&'static str> {
        let is_token = |ty: Type| matches!(self.ctx.types.data(ty), TypeData::Token);
        if params.iter().any(|&ty| is_token(ty)) {
            return Some("function takes token but isn't an intrinsic");
        }
        is_token(result).then_some("function returns a token but isn't an intrinsic")
    }
}
