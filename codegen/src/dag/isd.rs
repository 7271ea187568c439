//! Opcodes of target-independent nodes, named as LLVM names them.

use std::fmt;
use wavec_mc::Opcode;

/// The operation of a node: an [`isd`](self) opcode, a target's node, or a machine instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeOpcode(pub u16);

/// Marks machine opcodes.
const MACHINE: u16 = 1 << 15;

impl NodeOpcode {
    /// First opcode of a target's own nodes.
    pub const TARGET_BASE: u16 = 1024;

    /// The opcode of the machine instruction `opcode`.
    pub const fn machine(opcode: Opcode) -> NodeOpcode {
        debug_assert!(opcode.0 & MACHINE == 0);
        NodeOpcode(opcode.0 | MACHINE)
    }

    /// The opcode of the target's node number `index`.
    pub const fn target(index: u16) -> NodeOpcode {
        NodeOpcode(NodeOpcode::TARGET_BASE + index)
    }

    /// The machine instruction, if it is one.
    pub const fn as_machine(self) -> Option<Opcode> {
        if self.0 & MACHINE != 0 {
            Some(Opcode(self.0 & !MACHINE))
        } else {
            None
        }
    }

    /// Whether it is a machine instruction.
    pub const fn is_machine(self) -> bool {
        self.0 & MACHINE != 0
    }

    /// Whether it is a target's own node.
    pub const fn is_target(self) -> bool {
        self.0 >= NodeOpcode::TARGET_BASE && !self.is_machine()
    }

    /// The number of a target's own node, from 0.
    pub const fn target_index(self) -> Option<usize> {
        if self.is_target() {
            Some((self.0 - NodeOpcode::TARGET_BASE) as usize)
        } else {
            None
        }
    }
}

macro_rules! isd_opcodes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum Number { $($name,)* }

        $($(#[$doc])* pub const $name: NodeOpcode = NodeOpcode(Number::$name as u16);)*

        /// Names in dumps, by number.
        pub const NAMES: &[&str] = &[$($text),*];
    };
}

/// How many there are.
pub const COUNT: usize = NAMES.len();

isd_opcodes! {
    /// The chain at the start of the block.
    ENTRY_TOKEN = "EntryToken",
    /// Joins chains.
    TOKEN_FACTOR = "TokenFactor",
    /// `(chain, register, value[, glue]) -> chain, glue`
    COPY_TO_REG = "CopyToReg",
    /// `(chain, register[, glue]) -> value, chain[, glue]`
    COPY_FROM_REG = "CopyFromReg",
    /// A register as an operand.
    REGISTER = "Register",
    /// An integer constant.
    CONSTANT = "Constant",
    /// An integer constant that is an instruction's immediate; not selected.
    TARGET_CONSTANT = "TargetConstant",
    /// A floating-point constant, by its bits.
    CONSTANT_FP = "ConstantFP",
    /// A floating-point constant that is an instruction's immediate.
    TARGET_CONSTANT_FP = "TargetConstantFP",
    /// Address of a global variable or function, plus an offset.
    GLOBAL_ADDRESS = "GlobalAddress",
    /// The same, as an instruction's operand.
    TARGET_GLOBAL_ADDRESS = "TargetGlobalAddress",
    /// Address of a frame object.
    FRAME_INDEX = "FrameIndex",
    /// The same, as an instruction's operand.
    TARGET_FRAME_INDEX = "TargetFrameIndex",
    /// Address of a symbol that is not an IR entity.
    EXTERNAL_SYMBOL = "ExternalSymbol",
    /// The same, as an instruction's operand.
    TARGET_EXTERNAL_SYMBOL = "TargetExternalSymbol",
    /// A basic block.
    BASIC_BLOCK = "BasicBlock",
    /// A type as an operand.
    VALUE_TYPE = "ValueType",
    /// A comparison's condition as an operand.
    CONDCODE = "CondCode",
    /// Any value.
    UNDEF = "undef",
    /// `(x)`: x, or one fixed value if x is undef or poison.
    FREEZE = "freeze",
    /// Operands become results, one for one.
    MERGE_VALUES = "merge_values",
    /// `(x, type)`: x, known to be sign-extended from the type.
    ASSERT_SEXT = "AssertSext",
    /// `(x, type)`: x, known to be zero-extended from the type.
    ASSERT_ZEXT = "AssertZext",
    /// Addition.
    ADD = "add",
    /// Subtraction.
    SUB = "sub",
    /// Multiplication, low half.
    MUL = "mul",
    /// Signed division.
    SDIV = "sdiv",
    /// Unsigned division.
    UDIV = "udiv",
    /// Signed remainder.
    SREM = "srem",
    /// Unsigned remainder.
    UREM = "urem",
    /// Quotient and remainder, signed.
    SDIVREM = "sdivrem",
    /// Quotient and remainder, unsigned.
    UDIVREM = "udivrem",
    /// High half of the unsigned product.
    MULHU = "mulhu",
    /// High half of the signed product.
    MULHS = "mulhs",
    /// Low and high half of the unsigned product.
    UMUL_LOHI = "umul_lohi",
    /// Low and high half of the signed product.
    SMUL_LOHI = "smul_lohi",
    /// Sum and carry.
    UADDO = "uaddo",
    /// Difference and borrow.
    USUBO = "usubo",
    /// Sum and signed overflow.
    SADDO = "saddo",
    /// Difference and signed overflow.
    SSUBO = "ssubo",
    /// Product and unsigned overflow.
    UMULO = "umulo",
    /// Product and signed overflow.
    SMULO = "smulo",
    /// `(a, b, carry) -> sum, carry`
    UADDO_CARRY = "uaddo_carry",
    /// `(a, b, borrow) -> difference, borrow`
    USUBO_CARRY = "usubo_carry",
    /// Saturating signed addition.
    SADDSAT = "saddsat",
    /// Saturating unsigned addition.
    UADDSAT = "uaddsat",
    /// Saturating signed subtraction.
    SSUBSAT = "ssubsat",
    /// Saturating unsigned subtraction.
    USUBSAT = "usubsat",
    /// Bitwise and.
    AND = "and",
    /// Bitwise or.
    OR = "or",
    /// Bitwise exclusive or.
    XOR = "xor",
    /// Shift left; undefined if the amount is not less than the width.
    SHL = "shl",
    /// Logical shift right.
    SRL = "srl",
    /// Arithmetic shift right.
    SRA = "sra",
    /// Rotate left; the amount counts modulo the width.
    ROTL = "rotl",
    /// Rotate right.
    ROTR = "rotr",
    /// `(high, low, amount)`: high word of the pair shifted left.
    FSHL = "fshl",
    /// `(high, low, amount)`: low word of the pair shifted right.
    FSHR = "fshr",
    /// `(low, high, amount) -> low, high`: the pair shifted left.
    SHL_PARTS = "shl_parts",
    /// The pair shifted right, sign-extended.
    SRA_PARTS = "sra_parts",
    /// The pair shifted right, zero-extended.
    SRL_PARTS = "srl_parts",
    /// Bytes reversed.
    BSWAP = "bswap",
    /// Bits reversed.
    BITREVERSE = "bitreverse",
    /// Number of one bits.
    CTPOP = "ctpop",
    /// Leading zeros; the width for 0.
    CTLZ = "ctlz",
    /// Trailing zeros; the width for 0.
    CTTZ = "cttz",
    /// Leading zeros; undefined for 0.
    CTLZ_ZERO_UNDEF = "ctlz_zero_undef",
    /// Trailing zeros; undefined for 0.
    CTTZ_ZERO_UNDEF = "cttz_zero_undef",
    /// Absolute value; the smallest integer stays.
    ABS = "abs",
    /// Signed minimum.
    SMIN = "smin",
    /// Signed maximum.
    SMAX = "smax",
    /// Unsigned minimum.
    UMIN = "umin",
    /// Unsigned maximum.
    UMAX = "umax",
    /// Sign extension.
    SIGN_EXTEND = "sign_extend",
    /// Zero extension.
    ZERO_EXTEND = "zero_extend",
    /// Extension with any bits.
    ANY_EXTEND = "any_extend",
    /// Truncation.
    TRUNCATE = "truncate",
    /// `(x, type)`: the low bits of that type, sign-extended in place.
    SIGN_EXTEND_INREG = "sign_extend_inreg",
    /// The same bits as another type.
    BITCAST = "bitcast",
    /// A pointer into another address space; the two spaces are in the payload.
    ADDRSPACECAST = "addrspacecast",
    /// Floating-point addition.
    FADD = "fadd",
    /// Floating-point subtraction.
    FSUB = "fsub",
    /// Floating-point multiplication.
    FMUL = "fmul",
    /// Floating-point division.
    FDIV = "fdiv",
    /// Floating-point remainder (`fmod`).
    FREM = "frem",
    /// Sign changed.
    FNEG = "fneg",
    /// Sign cleared.
    FABS = "fabs",
    /// `(x, y)`: x with y's sign; y may be of another type.
    FCOPYSIGN = "fcopysign",
    /// `a * b + c`, rounded once.
    FMA = "fma",
    /// `a * b + c`, rounded after the product too.
    FMAD = "fmad",
    /// Square root.
    FSQRT = "fsqrt",
    /// Sine.
    FSIN = "fsin",
    /// Cosine.
    FCOS = "fcos",
    /// Tangent.
    FTAN = "ftan",
    /// Power.
    FPOW = "fpow",
    /// Power with an integer exponent.
    FPOWI = "fpowi",
    /// e to the x.
    FEXP = "fexp",
    /// 2 to the x.
    FEXP2 = "fexp2",
    /// 10 to the x.
    FEXP10 = "fexp10",
    /// Natural logarithm.
    FLOG = "flog",
    /// Logarithm to base 2.
    FLOG2 = "flog2",
    /// Logarithm to base 10.
    FLOG10 = "flog10",
    /// Rounding toward zero.
    FTRUNC = "ftrunc",
    /// Rounding down.
    FFLOOR = "ffloor",
    /// Rounding up.
    FCEIL = "fceil",
    /// Rounding in the current mode, with the inexact exception.
    FRINT = "frint",
    /// Rounding in the current mode.
    FNEARBYINT = "fnearbyint",
    /// Rounding to the nearest, halves away from zero.
    FROUND = "fround",
    /// Rounding to the nearest, halves to even.
    FROUNDEVEN = "froundeven",
    /// `llvm.minnum`
    FMINNUM = "fminnum",
    /// `llvm.maxnum`
    FMAXNUM = "fmaxnum",
    /// IEEE 754-2008 minNum: quiet operands required for a number result.
    FMINNUM_IEEE = "fminnum_ieee",
    /// IEEE 754-2008 maxNum.
    FMAXNUM_IEEE = "fmaxnum_ieee",
    /// IEEE 754-2019 minimum.
    FMINIMUM = "fminimum",
    /// IEEE 754-2019 maximum.
    FMAXIMUM = "fmaximum",
    /// IEEE 754-2019 minimumNumber.
    FMINIMUMNUM = "fminimumnum",
    /// IEEE 754-2019 maximumNumber.
    FMAXIMUMNUM = "fmaximumnum",
    /// Quiets NaNs, flushes denormals in the current mode.
    FCANONICALIZE = "fcanonicalize",
    /// `x * 2^n`
    FLDEXP = "fldexp",
    /// Fraction and exponent.
    FFREXP = "ffrexp",
    /// `(x, class mask) -> i1`; the mask is LLVM's.
    IS_FPCLASS = "is_fpclass",
    /// `(x, flag)`: to a smaller type; flag 1 says that nothing is lost.
    FP_ROUND = "fp_round",
    /// To a larger type.
    FP_EXTEND = "fp_extend",
    /// To a signed integer, toward zero.
    FP_TO_SINT = "fp_to_sint",
    /// To an unsigned integer.
    FP_TO_UINT = "fp_to_uint",
    /// To a signed integer, saturating; operand 1 is the type that saturates.
    FP_TO_SINT_SAT = "fp_to_sint_sat",
    /// To an unsigned integer, saturating.
    FP_TO_UINT_SAT = "fp_to_uint_sat",
    /// From a signed integer.
    SINT_TO_FP = "sint_to_fp",
    /// From an unsigned integer.
    UINT_TO_FP = "uint_to_fp",
    /// The f16 in the low bits of an integer, as a larger float.
    FP16_TO_FP = "fp16_to_fp",
    /// A float as f16 in the low bits of an integer, the rest zero.
    FP_TO_FP16 = "fp_to_fp16",
    /// The bf16 in the low bits of an integer, as a larger float.
    BF16_TO_FP = "bf16_to_fp",
    /// A float as bf16 in the low bits of an integer.
    FP_TO_BF16 = "fp_to_bf16",
    /// `(a, b, condition)`
    SETCC = "setcc",
    /// `(condition, a, b)` with a scalar condition.
    SELECT = "select",
    /// `(condition, a, b)` by element.
    VSELECT = "vselect",
    /// `(a, b, x, y, condition)`: x if the comparison holds, else y.
    SELECT_CC = "select_cc",
    /// `(chain, block)`
    BR = "br",
    /// `(chain, condition, block)`
    BRCOND = "brcond",
    /// `(chain, condition code, a, b, block)`
    BR_CC = "br_cc",
    /// `(chain, address) -> value, chain`
    LOAD = "load",
    /// `(chain, value, address) -> chain`
    STORE = "store",
    /// `(chain, address) -> value, chain`
    ATOMIC_LOAD = "AtomicLoad",
    /// `(chain, value, address) -> chain`
    ATOMIC_STORE = "AtomicStore",
    /// `(chain, address, expected, new) -> old, chain`
    ATOMIC_CMP_SWAP = "AtomicCmpSwap",
    /// `(chain, address, expected, new) -> old, success, chain`
    ATOMIC_CMP_SWAP_WITH_SUCCESS = "AtomicCmpSwapWithSuccess",
    /// `(chain, address, value) -> old, chain`, as all below.
    ATOMIC_SWAP = "AtomicSwap",
    /// Addition.
    ATOMIC_LOAD_ADD = "AtomicLoadAdd",
    /// Subtraction.
    ATOMIC_LOAD_SUB = "AtomicLoadSub",
    /// And.
    ATOMIC_LOAD_AND = "AtomicLoadAnd",
    /// Nand.
    ATOMIC_LOAD_NAND = "AtomicLoadNand",
    /// Or.
    ATOMIC_LOAD_OR = "AtomicLoadOr",
    /// Exclusive or.
    ATOMIC_LOAD_XOR = "AtomicLoadXor",
    /// Signed minimum.
    ATOMIC_LOAD_MIN = "AtomicLoadMin",
    /// Signed maximum.
    ATOMIC_LOAD_MAX = "AtomicLoadMax",
    /// Unsigned minimum.
    ATOMIC_LOAD_UMIN = "AtomicLoadUMin",
    /// Unsigned maximum.
    ATOMIC_LOAD_UMAX = "AtomicLoadUMax",
    /// Floating-point addition.
    ATOMIC_LOAD_FADD = "AtomicLoadFAdd",
    /// Floating-point subtraction.
    ATOMIC_LOAD_FSUB = "AtomicLoadFSub",
    /// Floating-point minimum.
    ATOMIC_LOAD_FMIN = "AtomicLoadFMin",
    /// Floating-point maximum.
    ATOMIC_LOAD_FMAX = "AtomicLoadFMax",
    /// Increment, wrapping to 0 at the operand.
    ATOMIC_LOAD_UINC_WRAP = "AtomicLoadUIncWrap",
    /// Decrement, wrapping to the operand.
    ATOMIC_LOAD_UDEC_WRAP = "AtomicLoadUDecWrap",
    /// Subtraction if not less.
    ATOMIC_LOAD_USUB_COND = "AtomicLoadUSubCond",
    /// Subtraction saturating at 0.
    ATOMIC_LOAD_USUB_SAT = "AtomicLoadUSubSat",
    /// `(chain, ordering, scope) -> chain`
    ATOMIC_FENCE = "AtomicFence",
    /// Elements make a vector.
    BUILD_VECTOR = "BUILD_VECTOR",
    /// `(scalar)`: the first element; the others are undefined.
    SCALAR_TO_VECTOR = "scalar_to_vector",
    /// `(vector, index)`
    EXTRACT_VECTOR_ELT = "extract_vector_elt",
    /// `(vector, element, index)`
    INSERT_VECTOR_ELT = "insert_vector_elt",
    /// Vectors one after the other.
    CONCAT_VECTORS = "concat_vectors",
    /// `(vector, first element)`
    EXTRACT_SUBVECTOR = "extract_subvector",
    /// `(vector, part, first element)`
    INSERT_SUBVECTOR = "insert_subvector",
    /// `(low, high)`: an integer of twice the width.
    BUILD_PAIR = "build_pair",
    /// `(x, 0 or 1)`: low or high half of an integer.
    EXTRACT_ELEMENT = "extract_element",
    /// Intrinsic without memory or effects; operands are the arguments. The payload has its number.
    INTRINSIC_WO_CHAIN = "intrinsic_wo_chain",
    /// `(chain, arguments...) -> values..., chain`
    INTRINSIC_W_CHAIN = "intrinsic_w_chain",
    /// `(chain, arguments...) -> chain`
    INTRINSIC_VOID = "intrinsic_void",
    /// Stops the program.
    TRAP = "trap",
    /// Calls the debugger.
    DEBUGTRAP = "debugtrap",
    /// `(chain) -> counter, chain`
    READCYCLECOUNTER = "readcyclecounter",
    /// `(chain) -> counter, chain`: at a rate that does not change.
    READSTEADYCOUNTER = "readsteadycounter",
    /// `(chain, operands...)`: inline assembly.
    INLINEASM = "inlineasm",
}

/// Name of a generic opcode.
pub fn name(opcode: NodeOpcode) -> Option<&'static str> {
    NAMES.get(opcode.0 as usize).copied()
}

impl fmt::Debug for NodeOpcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (name(*self), self.as_machine(), self.target_index()) {
            (Some(name), ..) => f.write_str(name),
            (_, Some(opcode), _) => write!(f, "{opcode:?}"),
            (_, _, Some(index)) => write!(f, "target{index}"),
            _ => write!(f, "node{}", self.0),
        }
    }
}

/// Condition of a comparison. Bit 0 equal, 1 greater, 2 less, 3 unordered (for floats; unsigned for integers), 4
/// unordered is a don't-care (signed for integers).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the usual names: O ordered, U unordered or unsigned
pub enum CondCode {
    SetFalse,
    SetOeq,
    SetOgt,
    SetOge,
    SetOlt,
    SetOle,
    SetOne,
    SetO,
    SetUo,
    SetUeq,
    SetUgt,
    SetUge,
    SetUlt,
    SetUle,
    SetUne,
    SetTrue,
    SetFalse2,
    SetEq,
    SetGt,
    SetGe,
    SetLt,
    SetLe,
    SetNe,
    SetTrue2,
}

impl CondCode {
    /// All conditions by number.
    pub const ALL: [CondCode; 24] = {
        use CondCode::*;
        [
            SetFalse, SetOeq, SetOgt, SetOge, SetOlt, SetOle, SetOne, SetO, SetUo, SetUeq, SetUgt, SetUge,
            SetUlt, SetUle, SetUne, SetTrue, SetFalse2, SetEq, SetGt, SetGe, SetLt, SetLe, SetNe, SetTrue2,
        ]
    };

    /// Name in descriptions, without `SET`, in lower case: `oeq`, `ult`, `ne`.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 24] = [
            "false", "oeq", "ogt", "oge", "olt", "ole", "one", "o", "uo", "ueq", "ugt", "uge", "ult", "ule",
            "une", "true", "false2", "eq", "gt", "ge", "lt", "le", "ne", "true2",
        ];
        NAMES[self as usize]
    }

    /// The condition for exchanged operands.
    pub const fn swapped(self) -> CondCode {
        let bits = self as usize;
        CondCode::ALL[(bits & !6) | (bits & 2) << 1 | (bits & 4) >> 1]
    }

    /// The negated condition; `integer` gives the kind of the operands.
    pub const fn inverse(self, integer: bool) -> CondCode {
        let bits = self as usize ^ if integer { 7 } else { 15 };
        // Conditions that do not care about unordered operands remain so.
        CondCode::ALL[if bits > CondCode::SetTrue2 as usize {
            bits & !8
        } else {
            bits
        }]
    }

    /// Whether integers are compared as signed.
    pub const fn is_signed_int(self) -> bool {
        matches!(
            self,
            CondCode::SetGt | CondCode::SetGe | CondCode::SetLt | CondCode::SetLe
        )
    }

    /// Whether integers are compared as unsigned.
    pub const fn is_unsigned_int(self) -> bool {
        matches!(
            self,
            CondCode::SetUgt | CondCode::SetUge | CondCode::SetUlt | CondCode::SetUle
        )
    }

    /// Whether it is equality or inequality of integers.
    pub const fn is_int_equality(self) -> bool {
        matches!(self, CondCode::SetEq | CondCode::SetNe)
    }

    /// Whether equal operands satisfy it.
    pub const fn is_true_when_equal(self) -> bool {
        self as u8 & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions() {
        use CondCode::*;
        assert_eq!(SetLt.swapped(), SetGt);
        assert_eq!(SetUle.swapped(), SetUge);
        assert_eq!(SetEq.swapped(), SetEq);
        assert_eq!(SetOlt.inverse(false), SetUge);
        assert_eq!(SetUlt.inverse(true), SetUge);
        assert_eq!(SetLt.inverse(false), SetGe);
        assert_eq!(SetEq.inverse(true), SetNe);
        assert_eq!(SetO.inverse(false), SetUo);
        for cc in CondCode::ALL {
            assert_eq!(CondCode::ALL[cc as usize], cc);
            assert_eq!(cc.swapped().swapped(), cc);
            assert_eq!(cc.inverse(false).inverse(false), cc);
        }
    }

    #[test]
    fn opcode_kinds() {
        let machine = NodeOpcode::machine(Opcode(12));
        assert_eq!(machine.as_machine(), Some(Opcode(12)));
        assert!(!machine.is_target());
        assert_eq!(NodeOpcode::target(3).target_index(), Some(3));
        assert_eq!(name(ADD), Some("add"));
        assert!(COUNT < NodeOpcode::TARGET_BASE as usize);
    }
}
