//! Builtin functions: generic ones by a table, families by the form of their names (`convert_`, `as_`, `vload`,
//! `atomic_`), the target's by its own table. Their implementation is either an operation of `lower` or a library
//! function in OpenCL C.

mod atomics;
mod compiler;
mod elementwise;
mod families;
mod generic;
pub mod library;
mod memory;
mod overflow;
mod printf;
#[cfg(test)]
mod real;
mod target;
pub mod target_index;
mod templates;

/// Finding definitions in library texts.
pub mod index {
    include!("index.rs");
}

/// Tables generated at build time.
#[allow(unreachable_pub)] // generated
mod tables {
    use super::{Generic, Implementation, Op};
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

pub use self::overflow::Arithmetic;
use crate::ast::{CastKind, Expr, ExprKind, FnId, Rounding};
use crate::sema::Sema;
use crate::target::TargetDescription;
use crate::token::Symbol;
use crate::types::{QualType, Ty};
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
    /// The widest scope that is useful for the address space: 1.2's atomics.
    Default,
}

/// The operation of a builtin call. Operands have been converted: see the signature in `lib/builtins.txt` or the case
/// in
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
    RotateRight,
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
    /// With the helper functions that these two need.
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
    /// (offset, pointer); elements in memory are halves; true: 3 elements are padded to 4, whole-vector alignment.
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
    /// A fence with a named scope.
    NamedFence(MemoryOrder, Symbol),
    /// (pointer, value): like `Atomic`, with a named scope, volatile.
    NamedAtomic(AtomicOp, MemoryOrder, Symbol),
    // Compiler.
    /// Only evaluates the operands.
    Nothing,
    Trap,
    /// The intrinsic of this name, which returns a result and an overflow flag: the result is stored to the pointer in
    /// the last operand.
    WithOverflow(&'static str),
    /// (a, b, pointer): the result on integers of any types; whether what the pointer's type holds of it is not all.
    AnyOverflow(Arithmetic),
    /// (a, b, carry, pointer): the result; the new carry is stored.
    WithCarry(Arithmetic),
    /// One more than the number of the lowest set bit, or 0.
    FirstSet,
    /// How many bits after the sign bit equal it.
    RedundantSignBits,
    /// Stack memory with this alignment in bytes.
    Alloca(u32),
    Unreachable,
    Assume,
    /// (destination, source, bytes), with the destination as the value.
    MemCopy,
    /// (destination, byte, bytes), with the destination as the value.
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
    /// Its implementation.
    pub implementation: Implementation,
}

/// Names of the generic builtins.
pub fn generic_names() -> impl Iterator<Item = &'static str> {
    tables::GENERIC.iter().map(|entry| entry.name)
}

fn generic(name: &str) -> Option<&'static Generic> {
    let index = tables::GENERIC
        .binary_search_by(|entry| entry.name.cmp(name))
        .ok()?;
    Some(&tables::GENERIC[index])
}

/// Whether `name` is a builtin (for `__has_builtin`).
pub fn is_builtin_name(name: &str, target: &TargetDescription) -> bool {
    name.starts_with("__builtin_") && (compiler::is_compiler_builtin(name) || target.builtin(name).is_some())
}

impl<'a> Sema<'_, 'a> {
    /// Whether an undeclared name is a builtin.
    pub fn names_builtin(&mut self, symbol: Symbol) -> bool {
        let text = self.text(symbol);
        if text.starts_with("__builtin_") {
            return is_builtin_name(text, self.target);
        }
        generic(text).is_some() || self.is_family_name(text)
    }

    /// A call of a builtin; the operands contain no errors.
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

    /// Reports that no overload of a builtin takes these operands.
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
