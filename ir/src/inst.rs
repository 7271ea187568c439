//! Instructions: opcodes, predicates, flags and what else an instruction carries.

use crate::entities::{AttributeSet, Block, Type, Value};
use cranelift_entity::EntityList;

macro_rules! opcodes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What an instruction does; named as in LLVM's text.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Opcode { $($(#[$doc])* $name,)* }

        impl Opcode {
            /// All opcodes, in order.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$name),*];

            /// The keyword of the text form.
            pub fn name(self) -> &'static str {
                match self { $(Opcode::$name => $text,)* }
            }
        }
    };
}

opcodes! {
    /// Return: no argument or the value.
    Ret = "ret",
    /// Unconditional branch to `blocks[0]`.
    Br = "br",
    /// Branch on `args[0]` (`i1`): `blocks[0]` if true, else `blocks[1]`.
    CondBr = "br",
    /// Switch on `args[0]`: `blocks[0]` is the default, `args[i]` (constants, i >= 1) goes to `blocks[i]`.
    Switch = "switch",
    /// Control does not get here.
    Unreachable = "unreachable",
    /// Integer addition.
    Add = "add",
    /// Integer subtraction.
    Sub = "sub",
    /// Integer multiplication.
    Mul = "mul",
    /// Unsigned division.
    UDiv = "udiv",
    /// Signed division.
    SDiv = "sdiv",
    /// Unsigned remainder.
    URem = "urem",
    /// Signed remainder.
    SRem = "srem",
    /// Shift left.
    Shl = "shl",
    /// Logical shift right.
    LShr = "lshr",
    /// Arithmetic shift right.
    AShr = "ashr",
    /// Bitwise and.
    And = "and",
    /// Bitwise or.
    Or = "or",
    /// Bitwise exclusive or.
    Xor = "xor",
    /// Floating-point negation.
    FNeg = "fneg",
    /// Floating-point addition.
    FAdd = "fadd",
    /// Floating-point subtraction.
    FSub = "fsub",
    /// Floating-point multiplication.
    FMul = "fmul",
    /// Floating-point division.
    FDiv = "fdiv",
    /// Floating-point remainder.
    FRem = "frem",
    /// Integer or pointer comparison; the predicate is in the auxiliary data.
    ICmp = "icmp",
    /// Floating-point comparison; the predicate is in the auxiliary data.
    FCmp = "fcmp",
    /// Truncation.
    Trunc = "trunc",
    /// Zero extension.
    ZExt = "zext",
    /// Sign extension.
    SExt = "sext",
    /// Floating-point truncation.
    FPTrunc = "fptrunc",
    /// Floating-point extension.
    FPExt = "fpext",
    /// Floating point to unsigned.
    FPToUI = "fptoui",
    /// Floating point to signed.
    FPToSI = "fptosi",
    /// Unsigned to floating point.
    UIToFP = "uitofp",
    /// Signed to floating point.
    SIToFP = "sitofp",
    /// Pointer to integer.
    PtrToInt = "ptrtoint",
    /// Integer to pointer.
    IntToPtr = "inttoptr",
    /// Reinterpretation of the same bits.
    BitCast = "bitcast",
    /// Change of address space.
    AddrSpaceCast = "addrspacecast",
    /// Stack object: `args[0]` is the element count, the auxiliary data has type and alignment.
    Alloca = "alloca",
    /// Load from `args[0]`.
    Load = "load",
    /// Store of `args[0]` to `args[1]`.
    Store = "store",
    /// Address arithmetic: `args[0]` is the base, the rest are indices.
    GetElementPtr = "getelementptr",
    /// Memory fence.
    Fence = "fence",
    /// Compare and exchange at `args[0]`: `args[1]` expected, `args[2]` new; gives `{ty, i1}`.
    CmpXchg = "cmpxchg",
    /// Read-modify-write at `args[0]` with `args[1]`; gives the old value.
    AtomicRmw = "atomicrmw",
    /// Element `args[1]` of the vector `args[0]`.
    ExtractElement = "extractelement",
    /// Vector `args[0]` with element `args[2]` replaced by `args[1]`.
    InsertElement = "insertelement",
    /// Elements of `args[0]` and `args[1]` by the mask of the auxiliary data.
    ShuffleVector = "shufflevector",
    /// Member of the aggregate `args[0]` by the indices of the auxiliary data.
    ExtractValue = "extractvalue",
    /// Aggregate `args[0]` with a member replaced by `args[1]`.
    InsertValue = "insertvalue",
    /// `args[i]` when control came from `blocks[i]`.
    Phi = "phi",
    /// `args[1]` if `args[0]` else `args[2]`.
    Select = "select",
    /// Stops undef and poison.
    Freeze = "freeze",
    /// Call of `args[0]` with the arguments args[1..].
    Call = "call",
}

impl Opcode {
    /// Whether it ends a block.
    pub fn is_terminator(self) -> bool {
        self <= Opcode::Unreachable
    }

    /// Whether it is a two-operand arithmetic or bitwise operation, `fneg` excluded.
    pub fn is_binary(self) -> bool {
        (Opcode::Add..=Opcode::FRem).contains(&self) && self != Opcode::FNeg
    }

    /// Whether it is an integer binary operation.
    pub fn is_int_binary(self) -> bool {
        (Opcode::Add..=Opcode::Xor).contains(&self)
    }

    /// Whether it is a floating-point binary operation.
    pub fn is_float_binary(self) -> bool {
        (Opcode::FAdd..=Opcode::FRem).contains(&self)
    }

    /// Whether it is a cast.
    pub fn is_cast(self) -> bool {
        (Opcode::Trunc..=Opcode::AddrSpaceCast).contains(&self)
    }

    /// Whether operands may be exchanged.
    pub fn is_commutative(self) -> bool {
        use Opcode::*;
        matches!(self, Add | Mul | And | Or | Xor | FAdd | FMul)
    }

    /// Whether it takes fast-math flags when its type is floating point.
    pub fn may_have_fast_math(self) -> bool {
        use Opcode::*;
        self.is_float_binary() || matches!(self, FNeg | FCmp | Phi | Select | Call | FPTrunc | FPExt)
    }
}

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

            /// The one that is written `text`.
            pub fn from_name(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

named_enum! {
    /// Predicate of `icmp`.
    IntPredicate {
        /// equal
        Eq = "eq",
        /// not equal
        Ne = "ne",
        /// unsigned greater
        Ugt = "ugt",
        /// unsigned greater or equal
        Uge = "uge",
        /// unsigned less
        Ult = "ult",
        /// unsigned less or equal
        Ule = "ule",
        /// signed greater
        Sgt = "sgt",
        /// signed greater or equal
        Sge = "sge",
        /// signed less
        Slt = "slt",
        /// signed less or equal
        Sle = "sle",
    }
}

impl IntPredicate {
    /// The predicate of the exchanged operands.
    pub fn swapped(self) -> IntPredicate {
        use IntPredicate::*;
        match self {
            Eq => Eq,
            Ne => Ne,
            Ugt => Ult,
            Uge => Ule,
            Ult => Ugt,
            Ule => Uge,
            Sgt => Slt,
            Sge => Sle,
            Slt => Sgt,
            Sle => Sge,
        }
    }

    /// The predicate that holds exactly when this one does not.
    pub fn inverse(self) -> IntPredicate {
        use IntPredicate::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ugt => Ule,
            Uge => Ult,
            Ult => Uge,
            Ule => Ugt,
            Sgt => Sle,
            Sge => Slt,
            Slt => Sge,
            Sle => Sgt,
        }
    }

    /// Whether it compares as signed.
    pub fn is_signed(self) -> bool {
        self >= IntPredicate::Sgt
    }
}

named_enum! {
    /// Predicate of `fcmp`. The discriminant's bits are unordered (8), less (4), greater (2), equal (1).
    FloatPredicate {
        /// never
        False = "false",
        /// ordered and equal
        Oeq = "oeq",
        /// ordered and greater
        Ogt = "ogt",
        /// ordered and greater or equal
        Oge = "oge",
        /// ordered and less
        Olt = "olt",
        /// ordered and less or equal
        Ole = "ole",
        /// ordered and not equal
        One = "one",
        /// ordered
        Ord = "ord",
        /// unordered
        Uno = "uno",
        /// unordered or equal
        Ueq = "ueq",
        /// unordered or greater
        Ugt = "ugt",
        /// unordered, greater or equal
        Uge = "uge",
        /// unordered or less
        Ult = "ult",
        /// unordered, less or equal
        Ule = "ule",
        /// unordered or not equal
        Une = "une",
        /// always
        True = "true",
    }
}

impl FloatPredicate {
    /// The predicate that holds exactly when this one does not.
    pub fn inverse(self) -> FloatPredicate {
        FloatPredicate::ALL[15 - self as usize]
    }

    /// The predicate of the exchanged operands.
    pub fn swapped(self) -> FloatPredicate {
        let bits = self as usize;
        FloatPredicate::ALL[(bits & 0b1001) | (bits & 0b0100) >> 1 | (bits & 0b0010) << 1]
    }

    /// The result for operands that compare as given; `None` is unordered.
    pub fn holds(self, ordering: Option<std::cmp::Ordering>) -> bool {
        let bit = match ordering {
            None => 8,
            Some(std::cmp::Ordering::Less) => 4,
            Some(std::cmp::Ordering::Greater) => 2,
            Some(std::cmp::Ordering::Equal) => 1,
        };
        self as usize & bit != 0
    }
}

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
        /// no tearing
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

/// What an instruction carries besides operands and flags.
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

/// What a call carries. Attributes are those written at the call site.
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
    /// What it does.
    pub opcode: Opcode,
    /// Type of its result; `void` if it has none.
    pub ty: Type,
    /// Flags.
    pub flags: InstFlags,
    /// Operands.
    pub args: EntityList<Value>,
    /// Successors of a terminator, incoming blocks of a phi.
    pub blocks: EntityList<Block>,
    /// What else it carries.
    pub aux: Aux,
}
