//! Opcodes, named as in LLVM's text, and tables of their properties.

macro_rules! opcodes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The operation of an instruction; named as in LLVM's text.
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
    /// Never reached.
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
    /// Address of a pointer, without any other information it may hold.
    PtrToAddr = "ptrtoaddr",
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
