//! Instructions, their flags and auxiliary data; opcodes (`opcode`) and predicates (`predicate`).

use crate::entities::{AttributeSet, Block, Type, Value};
use cranelift_entity::EntityList;

macro_rules! named_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The keyword of the text form.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The one spelled `text`.
            pub fn from_name(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

mod opcode;
mod predicate;

pub use opcode::Opcode;
pub use predicate::{FloatPredicate, IntPredicate};

named_enum! {
    /// Operation of `atomicrmw`.
    RmwOp {
        /// exchange
        Xchg = "xchg",
        /// add
        Add = "add",
        /// subtract
        Sub = "sub",
        /// and
        And = "and",
        /// not and
        Nand = "nand",
        /// or
        Or = "or",
        /// exclusive or
        Xor = "xor",
        /// signed maximum
        Max = "max",
        /// signed minimum
        Min = "min",
        /// unsigned maximum
        UMax = "umax",
        /// unsigned minimum
        UMin = "umin",
        /// floating-point add
        FAdd = "fadd",
        /// floating-point subtract
        FSub = "fsub",
        /// floating-point maximum
        FMax = "fmax",
        /// floating-point minimum
        FMin = "fmin",
        /// IEEE 754-2019 maximum
        FMaximum = "fmaximum",
        /// IEEE 754-2019 minimum
        FMinimum = "fminimum",
        /// increment, wrapping to 0 at the operand
        UIncWrap = "uinc_wrap",
        /// decrement, wrapping to the operand at 0
        UDecWrap = "udec_wrap",
        /// subtract if not less
        USubCond = "usub_cond",
        /// subtract, saturating at 0
        USubSat = "usub_sat",
    }
}

named_enum! {
    /// Memory ordering.
    Ordering {
        /// an ordinary access
        NotAtomic = "",
        /// unordered: no tearing
        Unordered = "unordered",
        /// relaxed
        Monotonic = "monotonic",
        /// acquire
        Acquire = "acquire",
        /// release
        Release = "release",
        /// both
        AcqRel = "acq_rel",
        /// sequentially consistent
        SeqCst = "seq_cst",
    }
}

impl Ordering {
    /// Whether it has acquire semantics.
    pub fn is_acquire(self) -> bool {
        matches!(self, Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst)
    }

    /// Whether it has release semantics.
    pub fn is_release(self) -> bool {
        matches!(self, Ordering::Release | Ordering::AcqRel | Ordering::SeqCst)
    }
}

bitflags::bitflags! {
    /// Flags of instructions and constant expressions.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct InstFlags: u32 {
        /// no unsigned wrap
        const NUW = 1;
        /// no signed wrap
        const NSW = 1 << 1;
        /// exact division or shift
        const EXACT = 1 << 2;
        /// `getelementptr inbounds` (implies NUSW)
        const INBOUNDS = 1 << 3;
        /// `getelementptr nusw`
        const NUSW = 1 << 4;
        /// `or disjoint`
        const DISJOINT = 1 << 5;
        /// `zext nneg`, `uitofp nneg`
        const NNEG = 1 << 6;
        /// `icmp samesign`
        const SAMESIGN = 1 << 7;
        /// no NaNs
        const NNAN = 1 << 8;
        /// no infinities
        const NINF = 1 << 9;
        /// sign of zero does not matter
        const NSZ = 1 << 10;
        /// allow reciprocal
        const ARCP = 1 << 11;
        /// allow contraction
        const CONTRACT = 1 << 12;
        /// approximate functions
        const AFN = 1 << 13;
        /// allow reassociation
        const REASSOC = 1 << 14;
        /// all seven fast-math flags: `fast`
        const FAST = 0x7f << 8;
        /// volatile access
        const VOLATILE = 1 << 16;
        /// `cmpxchg weak`
        const WEAK = 1 << 17;
        /// `tail call`
        const TAIL = 1 << 18;
        /// `musttail call`
        const MUSTTAIL = 1 << 19;
        /// `notail call`
        const NOTAIL = 1 << 20;
        /// `alloca inalloca`/`swifterror` and the like are not supported and not represented
        const IN_RANGE = 1 << 21;
    }
}

/// A power-of-two alignment in bytes, kept as its logarithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Align(pub u8);

impl Align {
    /// The alignment of `bytes`, a power of two.
    pub fn from_bytes(bytes: u64) -> Align {
        debug_assert!(bytes.is_power_of_two());
        Align(bytes.trailing_zeros() as u8)
    }

    /// In bytes.
    pub fn bytes(self) -> u64 {
        1 << self.0
    }
}

/// A synchronization scope, by its index in the context's scope names (0 is system, 1 is `singlethread`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SyncScope(pub u8);

impl SyncScope {
    /// All threads of the system: the default, not written.
    pub const SYSTEM: SyncScope = SyncScope(0);
    /// Only the same thread.
    pub const SINGLE_THREAD: SyncScope = SyncScope(1);
}

/// Calling conventions that the text form knows by name; others are `Numbered`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CallConv {
    /// `ccc`
    #[default]
    C,
    /// `fastcc`
    Fast,
    /// `coldcc`
    Cold,
    /// `amdgpu_kernel`
    AmdgpuKernel,
    /// `spir_kernel`
    SpirKernel,
    /// `spir_func`
    SpirFunc,
    /// `amdgpu_gfx`
    AmdgpuGfx,
    /// `amdgpu_cs`
    AmdgpuCs,
    /// `cc N`
    Numbered(u16),
}

/// Auxiliary data of an instruction, besides operands and flags.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Aux {
    /// Nothing.
    #[default]
    None,
    /// `icmp`
    IntPredicate(IntPredicate),
    /// `fcmp`
    FloatPredicate(FloatPredicate),
    /// `alloca`: allocated type and alignment.
    Alloca(Type, Align),
    /// `load` and `store`.
    Memory(MemoryAux),
    /// `getelementptr`: source element type.
    SourceType(Type),
    /// `atomicrmw`
    AtomicRmw(RmwOp, MemoryAux),
    /// `cmpxchg`: success ordering in the memory part, failure ordering beside it.
    CmpXchg(Ordering, MemoryAux),
    /// `fence`
    Fence(Ordering, SyncScope),
    /// `call`: function type, convention and attributes at the call site.
    Call(CallAux),
    /// `extractvalue`, `insertvalue` (indices) and `shufflevector` (mask, `u32::MAX` is poison): a range of the
    /// function's index pool.
    Indices(IndexRange),
}

/// Alignment, ordering and scope of a memory access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MemoryAux {
    /// Alignment of the address.
    pub align: Align,
    /// Ordering; `NotAtomic` for ordinary accesses.
    pub ordering: Option<Ordering>,
    /// Scope of the ordering.
    pub scope: SyncScope,
}

impl MemoryAux {
    /// An ordinary access.
    pub fn aligned(align: Align) -> MemoryAux {
        MemoryAux {
            align,
            ordering: None,
            scope: SyncScope::SYSTEM,
        }
    }

    /// Whether it is atomic.
    pub fn is_atomic(self) -> bool {
        self.ordering.is_some()
    }
}

/// Auxiliary data of a call. Attributes are those of the call site.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CallAux {
    /// Type of the callee.
    pub function_ty: Type,
    /// Convention.
    pub conv: CallConv,
    /// Function attributes.
    pub fn_attrs: AttributeSet,
    /// Return value attributes.
    pub ret_attrs: AttributeSet,
    /// Index of the parameter attribute list in the function's pool; `u32::MAX` if all are empty.
    pub param_attrs: u32,
}

/// A range of the function's `u32` pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct IndexRange {
    /// First.
    pub start: u32,
    /// How many.
    pub len: u32,
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct InstData {
    /// Its opcode.
    pub opcode: Opcode,
    /// Type of its result; `void` if it has none.
    pub ty: Type,
    /// Flags.
    pub flags: InstFlags,
    /// Operands.
    pub args: EntityList<Value>,
    /// Successors of a terminator, incoming blocks of a phi.
    pub blocks: EntityList<Block>,
    /// Its auxiliary data.
    pub aux: Aux,
}
