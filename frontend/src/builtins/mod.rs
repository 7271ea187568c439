//! Functions the compiler knows: generic ones by a table, families by the shape of their names (`convert_`, `as_`,
//! `vload`, `atomic_`), the target's by its own table. What they compute is either an operation of `lower` or a library
//! function in OpenCL C.

mod atomics;
mod compiler;
mod families;
pub mod library;
mod memory;
mod target;
mod templates;

/// Finding definitions in library texts.
pub mod index {
    include!("index.rs");
}

/// Tables made at build time.
mod tables {
    use super::{Generic, Implementation, Op};
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

use crate::ast::{CastKind, Expr, ExprKind, FnId, Rounding};
use crate::sema::Sema;
use crate::sema::convert::{common_scalar, is_literal};
use crate::target::TargetDescription;
use crate::token::Symbol;
use crate::types::{QualType, Scalar, Ty};
use wavec_ir::intrinsics::builtins::BuiltinDesc;
use wavec_support::Span;

/// Read-modify-write operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AtomicOp {
    Exchange,
    Add,
    Sub,
    And,
    Or,
    Xor,
    Min,
    Max,
    /// Wrapping increment up to the operand.
    IncWrap,
    /// Wrapping decrement from the operand.
    DecWrap,
}

/// Memory ordering of C11.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum MemoryOrder {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

/// Memory scope of OpenCL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum MemoryScope {
    WorkItem,
    SubGroup,
    WorkGroup,
    Device,
    System,
    /// The widest scope that makes sense for the address space: 1.2's atomics.
    Default,
}

/// What a builtin call computes. Operands have been converted: see the signature in `lib/builtins.txt` or the case in
/// `families` and `compiler`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Op {
    /// The intrinsic of this name, overloaded on the result type (on the first operand if `.1`).
    Intrinsic(&'static str, bool),
    /// A scalar library function for each element. Bit `i` of the mask: operand `i` is a pointer to a vector that gets
    /// the elements the function stores through its own pointer.
    Library(FnId, u8),
    // Math.
    Fdim,
    Ldexp,
    Sqrt,
    NativeDivide,
    // Common.
    Clamp,
    Degrees,
    Max,
    Min,
    Mix,
    Radians,
    Sign,
    SmoothStep,
    Step,
    // Integer.
    Abs,
    AbsDiff,
    AddSat,
    Clz,
    Ctz,
    Hadd,
    Mad24,
    MadHi,
    MadSat,
    Mul24,
    MulHi,
    Rhadd,
    Rotate,
    SubSat,
    Upsample,
    // Geometric.
    Cross,
    Distance,
    Dot,
    FastDistance,
    FastLength,
    FastNormalize,
    Length,
    Normalize,
    /// With the helper functions the two need.
    LengthWith(FnId),
    NormalizeWith(FnId, FnId),
    // Relational.
    All,
    Any,
    BitSelect,
    Select,
    IsEqual,
    IsNotEqual,
    IsGreater,
    IsGreaterEqual,
    IsLess,
    IsLessEqual,
    IsLessGreater,
    IsOrdered,
    IsUnordered,
    IsFinite,
    IsInf,
    IsNan,
    IsNormal,
    SignBit,
    // Memory.
    /// (offset, pointer)
    VLoad,
    /// (value, offset, pointer)
    VStore,
    /// (offset, pointer); elements in memory are halves; true: 3 elements take the room of 4, whole-vector alignment.
    VLoadHalf(bool),
    /// (value, offset, pointer)
    VStoreHalf(bool, Rounding),
    /// (vector, mask)
    Shuffle,
    /// (vector, vector, mask)
    Shuffle2,
    /// (vector, vector, constants)
    ShuffleConstant,
    /// (pointer, value)
    Atomic(AtomicOp, MemoryOrder, MemoryScope),
    /// (pointer, compare, value): the old value
    CompareExchange(MemoryOrder, MemoryOrder, MemoryScope),
    /// (pointer, pointer to expected, value): whether it was exchanged; expected gets the old value
    CompareExchangeInto(MemoryOrder, MemoryOrder, MemoryScope),
    /// (pointer)
    AtomicLoad(MemoryOrder, MemoryScope),
    /// (pointer, value)
    AtomicStore(MemoryOrder, MemoryScope),
    Fence(MemoryOrder, MemoryScope),
    /// A fence of a scope that is named.
    NamedFence(MemoryOrder, Symbol),
    /// (pointer, value): like `Atomic`, of a scope that is named, volatile.
    NamedAtomic(AtomicOp, MemoryOrder, Symbol),
    // Compiler.
    /// The operands are evaluated, and that is all.
    Nothing,
    Trap,
    Unreachable,
    Assume,
    /// (destination, source, bytes)
    MemCopy,
    /// (destination, byte, bytes)
    MemSet,
    /// A builtin of the target's table (or of the table of every target).
    Target(&'static BuiltinDesc),
}

/// How a generic builtin is implemented.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Implementation {
    /// An intrinsic.
    Intrinsic(&'static str),
    /// A library function for each element type.
    Library(&'static str),
    /// An operation of `lower`.
    Op(Op),
}

/// A generic builtin; see `lib/builtins.txt`.
#[derive(Debug)]
pub struct Generic {
    /// Its name.
    pub name: &'static str,
    /// Class of its generic type.
    pub class: u8,
    /// Types of its result and parameters.
    pub signature: &'static [u8],
    /// How it is done.
    pub implementation: Implementation,
}

fn generic(name: &str) -> Option<&'static Generic> {
    let index = tables::GENERIC
        .binary_search_by(|entry| entry.name.cmp(name))
        .ok()?;
    Some(&tables::GENERIC[index])
}

/// Whether `name` is a function the compiler knows (for `__has_builtin`).
pub fn is_builtin_name(name: &str, target: &TargetDescription) -> bool {
    name.starts_with("__builtin_") && (compiler::is_compiler_builtin(name) || target.builtin(name).is_some())
}

impl<'a> Sema<'_, 'a> {
    /// Whether an undeclared name is a function the compiler knows.
    pub fn names_builtin(&mut self, symbol: Symbol) -> bool {
        let text = self.text(symbol);
        if text.starts_with("__builtin_") {
            return is_builtin_name(text, self.target);
        }
        generic(text).is_some() || self.is_family_name(text)
    }

    /// A call of a builtin; the operands have no errors.
    pub fn call_builtin(&mut self, symbol: Symbol, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        let text = self.text(symbol);
        if text.starts_with("__builtin_") {
            return match self.compiler_builtin(text, args, span) {
                Some(expr) => expr,
                None => self.target_builtin(text, args, span),
            };
        }
        if let Some(entry) = generic(text).filter(|_| text != "dot") {
            return self.generic_builtin(entry, args, span, None);
        }
        self.family_builtin(text, args, span)
    }

    /// An operation on operands that have the right types.
    pub fn operation(&mut self, op: Op, args: &[Expr<'a>], ty: Ty, span: Span) -> &'a Expr<'a> {
        let args = self.arena.alloc_slice_copy(args);
        self.value(ExprKind::Builtin(op, args), ty, span)
    }

    /// Reports that no form of a builtin takes these operands.
    pub fn no_match(&mut self, name: &str, args: &[Expr<'a>], span: Span) -> &'a Expr<'a> {
        let types: Vec<String> = args
            .iter()
            .map(|arg| format!("'{}'", self.type_name(arg.ty.unqualified())))
            .collect();
        let list = if types.is_empty() {
            String::new()
        } else {
            format!(" with operands {}", types.join(", "))
        };
        self.error(span, format!("no matching function for call to '{name}'{list}"));
        self.error_expr(span)
    }

    /// Reports a wrong number of operands; true if there are `expected`.
    pub fn check_count(&mut self, args: &[Expr<'a>], expected: usize, span: Span) -> bool {
        if args.len() != expected {
            let word = if args.len() < expected { "few" } else { "many" };
            self.error(
                span,
                format!(
                    "too {word} arguments to function call, expected {expected}, have {}",
                    args.len()
                ),
            );
            return false;
        }
        true
    }

    /// A call of a builtin of the table. `forced` is the element type when the name says it (`__builtin_sqrtf`).
    fn generic_builtin(
        &mut self,
        entry: &'static Generic,
        args: &'a [Expr<'a>],
        span: Span,
        forced: Option<Scalar>,
    ) -> &'a Expr<'a> {
        let params = &entry.signature[1..];
        if !self.check_count(args, params.len(), span) {
            return self.error_expr(span);
        }
        let Some((scalar, count)) = self.deduce(entry, args, forced) else {
            return self.no_match(entry.name, args, span);
        };
        let mut operands: Vec<Expr<'a>> = Vec::with_capacity(args.len() + 1);
        let mut pointers = 0u8;
        for (index, (arg, &code)) in args.iter().zip(params).enumerate() {
            let Some(operand) = self.match_operand(arg, code, scalar, count) else {
                return self.no_match(entry.name, args, span);
            };
            if matches!(code, b'p' | b'q') {
                pointers |= 1 << index;
            }
            operands.push(*operand);
        }
        let ret = self.code_type(entry.signature[0], scalar, count);
        match entry.implementation {
            Implementation::Intrinsic(name) => {
                self.operation(Op::Intrinsic(name, false), &operands, ret, span)
            }
            Implementation::Library(name) => self.library_call(name, &operands, pointers, scalar, ret, span),
            Implementation::Op(op) => self.special_operation(entry, op, operands, scalar, count, ret, span),
        }
    }

    /// Operations that are made of helpers or other operations.
    #[allow(clippy::too_many_arguments)]
    fn special_operation(
        &mut self,
        entry: &'static Generic,
        op: Op,
        operands: Vec<Expr<'a>>,
        scalar: Scalar,
        count: u32,
        ret: Ty,
        span: Span,
    ) -> &'a Expr<'a> {
        match op {
            Op::Length | Op::Distance | Op::Normalize | Op::Cross | Op::Dot if count > 4 => {
                self.no_match(entry.name, &operands, span)
            }
            Op::Cross if count != 3 && count != 4 => self.no_match(entry.name, &operands, span),
            Op::Length | Op::Distance | Op::Normalize => {
                let operand = if op == Op::Distance {
                    let (a, b) = (self.arena.alloc(operands[0]), self.arena.alloc(operands[1]));
                    let ty = a.ty.ty;
                    *self.value(ExprKind::Binary(crate::ast::BinaryOp::Sub, a, b), ty, span)
                } else {
                    operands[0]
                };
                // Halves are computed as floats, which have the range.
                let suffix = if scalar == Scalar::Double { "f64" } else { "f32" };
                if op == Op::Normalize {
                    let scale = self.library_function_named(&format!("__normalize_scale_{suffix}"));
                    let factor = self.library_function_named(&format!("__normalize_factor_{suffix}"));
                    let (Some(scale), Some(factor)) = (scale, factor) else {
                        return self.no_match(entry.name, &operands, span);
                    };
                    self.note_call(scale);
                    self.note_call(factor);
                    return self.operation(Op::NormalizeWith(scale, factor), &[operand], ret, span);
                }
                let Some(length) = self.library_function_named(&format!("__length_{suffix}")) else {
                    return self.no_match(entry.name, &operands, span);
                };
                self.note_call(length);
                self.operation(Op::LengthWith(length), &[operand], ret, span)
            }
            Op::Mul24 | Op::Mad24 => {
                if !matches!(scalar, Scalar::Int | Scalar::UInt) {
                    return self.no_match(entry.name, &operands, span);
                }
                // A target may have an instruction; the plain product is right too where the result is defined.
                let name = format!("__mul24_{}", if scalar == Scalar::Int { "i32" } else { "u32" });
                match self.library_function_named(&name) {
                    Some(id) => {
                        self.note_call(id);
                        let product = self.operation(Op::Library(id, 0), &operands[..2], ret, span);
                        if op == Op::Mul24 {
                            return product;
                        }
                        let addend = self.arena.alloc(operands[2]);
                        self.value(
                            ExprKind::Binary(crate::ast::BinaryOp::Add, product, addend),
                            ret,
                            span,
                        )
                    }
                    None => self.operation(op, &operands, ret, span),
                }
            }
            Op::FastLength | Op::FastDistance | Op::FastNormalize if count > 4 => {
                self.no_match(entry.name, &operands, span)
            }
            _ => self.operation(op, &operands, ret, span),
        }
    }

    /// A library function for each element.
    fn library_call(
        &mut self,
        name: &str,
        operands: &[Expr<'a>],
        pointers: u8,
        scalar: Scalar,
        ret: Ty,
        span: Span,
    ) -> &'a Expr<'a> {
        let suffix = match scalar {
            Scalar::Double => "f64",
            _ => "f32",
        };
        let Some(id) = self.library_function_named(&format!("__{name}_{suffix}")) else {
            let word = if scalar == Scalar::Double {
                "double"
            } else {
                "float"
            };
            self.error(
                span,
                format!("'{}' is not available for '{word}'", name.trim_start_matches('_')),
            );
            return self.error_expr(span);
        };
        self.note_call(id);
        if scalar != Scalar::Half {
            return self.operation(Op::Library(id, pointers), operands, ret, span);
        }
        // Half is computed as float.
        if pointers != 0 {
            return self.operation(Op::Library(id, pointers), operands, ret, span);
        }
        let mut wide: Vec<Expr<'a>> = Vec::with_capacity(operands.len());
        for operand in operands {
            let operand = self.arena.alloc(*operand);
            wide.push(match self.types.lanes(operand.ty.ty) {
                Some((Scalar::Half, count)) => {
                    let ty = self.types.vector(Scalar::Float, count);
                    *self.arithmetic(operand, ty)
                }
                _ => *operand,
            });
        }
        let ret_lanes = self.types.lanes(ret);
        let wide_ret = match ret_lanes {
            Some((Scalar::Half, count)) => self.types.vector(Scalar::Float, count),
            _ => ret,
        };
        let result = self.operation(Op::Library(id, 0), &wide, wide_ret, span);
        self.arithmetic(result, ret)
    }

    /// The element type and count of a builtin's generic type for these operands.
    fn deduce(&self, entry: &Generic, args: &[Expr<'a>], forced: Option<Scalar>) -> Option<(Scalar, u32)> {
        let params = &entry.signature[1..];
        let mut vector: Option<(Scalar, u32)> = None;
        let mut scalar: Option<(Scalar, bool)> = None;
        for (arg, &code) in args.iter().zip(params) {
            match code {
                b'g' | b'G' => {
                    let (element, count) = self.types.lanes(arg.ty.ty)?;
                    if count > 1 {
                        if vector.is_some_and(|v| v != (element, count)) {
                            return None;
                        }
                        vector = Some((element, count));
                    } else {
                        // A literal takes the type of the others if it can.
                        let literal = is_literal(arg);
                        scalar = Some(match scalar {
                            None => (element, literal),
                            Some((old, old_literal)) if old == element => (old, old_literal && literal),
                            Some((old, true)) if !literal && (element.is_float() || old.is_int()) => {
                                (element, false)
                            }
                            Some((old, false)) if literal && (old.is_float() || element.is_int()) => {
                                (old, false)
                            }
                            Some((old, old_literal)) => (common_scalar(old, element), old_literal && literal),
                        });
                    }
                }
                b'p' if vector.is_none() && scalar.is_none() => {
                    let pointee = self.types.as_pointer(arg.ty.ty)?;
                    vector = self.types.lanes(pointee.ty);
                }
                _ => {}
            }
        }
        let (mut element, count) = vector.or(scalar.map(|(s, _)| (s, 1)))?;
        if let Some(forced) = forced {
            element = forced;
        }
        let float = match element {
            Scalar::Half | Scalar::Float | Scalar::Double => element,
            Scalar::BFloat => Scalar::Float,
            // Integers are no operands of floating-point functions as vectors; as scalars they convert.
            _ if count == 1 => Scalar::Float,
            _ if matches!(entry.class, b'F' | b'f') => return None,
            _ => element,
        };
        let int = if element == Scalar::Bool {
            Scalar::Int
        } else {
            element
        };
        let element = match entry.class {
            b'F' => float,
            b'f' if count == 1 => Scalar::Float,
            b'f' if element != Scalar::Float => return None,
            b'f' => Scalar::Float,
            b'I' if element.is_float() => return None,
            _ => int,
        };
        Some((element, count))
    }

    fn code_type(&mut self, code: u8, scalar: Scalar, count: u32) -> Ty {
        match code {
            b'g' | b'G' => self.types.vector(scalar, count),
            b's' => Ty::scalar(scalar),
            b'u' => self.types.vector(scalar.to_unsigned(), count),
            b'i' | b'I' => self.types.vector(Scalar::Int, count),
            b'r' if count == 1 => Ty::INT,
            b'r' => self.types.vector(scalar.to_signed(), count),
            _ => Ty::INT,
        }
    }

    /// Converts an operand to what a signature wants; `None` if it does not fit.
    fn match_operand(
        &mut self,
        arg: &'a Expr<'a>,
        code: u8,
        scalar: Scalar,
        count: u32,
    ) -> Option<&'a Expr<'a>> {
        let arg = self.rvalue(arg);
        if matches!(code, b'p' | b'q') {
            let pointee = self.types.as_pointer(arg.ty.ty)?;
            let element = if code == b'p' { scalar } else { Scalar::Int };
            let (found, lanes) = self.types.lanes(pointee.ty)?;
            let fits = found == element || (element == Scalar::Int && found == Scalar::UInt);
            return (fits && lanes == count).then_some(arg);
        }
        let target = self.code_type(code, scalar, count);
        let (_, lanes) = self.types.lanes(arg.ty.ty)?;
        if lanes > 1 && arg.ty.ty != target {
            return None;
        }
        Some(self.arithmetic(arg, target))
    }

    /// `__builtin_shufflevector(a, b, indices...)`
    pub fn shuffle_vector(&mut self, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        if args.iter().any(|arg| arg.ty.ty == Ty::ERROR) {
            return self.error_expr(span);
        }
        let [a, b, indices @ ..] = args else {
            self.error(span, "too few arguments to function call, expected at least 3");
            return self.error_expr(span);
        };
        let Some((scalar, count)) = self
            .types
            .as_vector(a.ty.ty)
            .filter(|_| a.ty.ty == b.ty.ty && !indices.is_empty())
        else {
            self.error(
                span,
                "first two arguments to '__builtin_shufflevector' must be vectors of the same type",
            );
            return self.error_expr(span);
        };
        for index in indices {
            match self.eval_int(index) {
                Some(value) if value == u64::MAX || value < 2 * count as u64 => {}
                Some(_) => {
                    self.error(index.span, "index for '__builtin_shufflevector' is out of range");
                    return self.error_expr(span);
                }
                None => {
                    self.error(
                        index.span,
                        "index for '__builtin_shufflevector' must be a constant integer",
                    );
                    return self.error_expr(span);
                }
            }
        }
        let ty = self.types.vector(scalar, indices.len() as u32);
        self.operation(Op::ShuffleConstant, args, ty, span)
    }

    /// A pointer with another element type, in the same address space.
    pub fn retype_pointer(&mut self, pointer: &'a Expr<'a>, element: Ty) -> &'a Expr<'a> {
        let Some(pointee) = self.types.as_pointer(pointer.ty.ty) else {
            return pointer;
        };
        let ty = self.types.pointer(QualType {
            ty: element,
            ..pointee
        });
        self.value(ExprKind::Cast(CastKind::Pointer, pointer), ty, pointer.span)
    }
}
