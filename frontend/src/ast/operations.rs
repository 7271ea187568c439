//! The operations of builtin calls, which `lower` implements.

use super::{FnId, Rounding};
use crate::token::Symbol;
use wavec_ir::intrinsics::builtins::BuiltinDesc;

/// Operations of builtins that report overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
}

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
    /// The complement of `&`.
    Nand,
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

/// The operation of a builtin call. Operands have been converted: see the signature in `lib/builtins.txt` or the
/// function of `sema::builtins` that makes it.
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
    /// The same: the new value
    AtomicThen(AtomicOp, MemoryOrder, MemoryScope),
    /// (pointer, compare, value): the old value
    CompareExchange(MemoryOrder, MemoryOrder, MemoryScope),
    /// The same: whether it was exchanged
    CompareExchangeTest(MemoryOrder, MemoryScope),
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
    /// (value, result for zero): the number of leading zeros, or of trailing ones.
    CountOr(bool),
    /// (integer or pointer to bytes, alignment): rounded up, or down.
    Align(bool),
    /// (integer, alignment)
    IsAligned,
    /// Whether it is of these classes, the bits of `llvm.is.fpclass`: 1 or 0, for vectors too.
    IsClass(u32),
    /// (value, results for NaN, infinity, normal, subnormal, zero)
    ClassNumber,
    /// (value, 1, -1): one of them for an infinity, otherwise 0.
    InfinitySign,
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
    /// The same of memory that may overlap.
    MemMove,
    /// (destination, byte, bytes), with the destination as the value.
    MemSet,
    /// A builtin of the target's table (or of the table of every target).
    Target(&'static BuiltinDesc),
}
