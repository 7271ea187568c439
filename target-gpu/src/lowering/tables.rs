//! Legal types with their registers, and legal operations.

use crate::facts::lane_masks::{LaneMasks, WAVE_32, WAVE_64};
use crate::registers::{scalar_class, vector_class};
use wavec_codegen::dag::isd::*;
use wavec_codegen::dag::{Action, LegalizeTables, LoadExt, NodeOpcode, ValueType as VT};
use wavec_gpu_mc::{Subtarget, classes, features};

/// The tables of processors that compute with pairs of f32, and of others.
static TABLES: LegalizeTables = make(&WAVE_64, true);
static TABLES_WITHOUT_PACKED_F32: LegalizeTables = make(&WAVE_64, false);
/// The second in waves of 32 lanes.
static TABLES_WAVE32: LegalizeTables = make(&WAVE_32, false);

/// The tables of a processor.
pub(super) fn of(subtarget: &Subtarget) -> &'static LegalizeTables {
    let has_pairs = subtarget.has(features::PACKED_FP32);
    match LaneMasks::of(subtarget).class {
        classes::LANEMASK32 => &TABLES_WAVE32,
        _ if has_pairs => &TABLES,
        _ => &TABLES_WITHOUT_PACKED_F32,
    }
}

/// Scalars that fill whole dwords.
const DWORD_SCALARS: &[VT] = &[VT::I32, VT::F32, VT::I64, VT::F64];

/// Vectors that fill whole dwords.
const DWORD_VECTORS: &[VT] = &[
    VT::V2I32,
    VT::V2F32,
    VT::V3I32,
    VT::V3F32,
    VT::V4I32,
    VT::V4F32,
    VT::V5I32,
    VT::V5F32,
    VT::V6I32,
    VT::V6F32,
    VT::V7I32,
    VT::V7F32,
    VT::V8I32,
    VT::V8F32,
    VT::V9I32,
    VT::V9F32,
    VT::V10I32,
    VT::V10F32,
    VT::V11I32,
    VT::V11F32,
    VT::V12I32,
    VT::V12F32,
    VT::V16I32,
    VT::V16F32,
    VT::V32I32,
    VT::V32F32,
    VT::V2I64,
    VT::V2F64,
    VT::V4I64,
    VT::V4F64,
    VT::V8I64,
    VT::V8F64,
];

/// Pairs of 16-bit elements in a dword. Single 16-bit integers are kept as dwords; a half is in the low half of one.
pub(super) const PAIRS: &[VT] = &[VT::V2F16, VT::V2I16];

/// Assigns types register classes of their size.
const fn set_classes(tables: &mut LegalizeTables, types: &[VT]) {
    let mut at = 0;
    while at < types.len() {
        let words = types[at].size_in_bits().div_ceil(32) as u8;
        tables.set_class(types[at], scalar_class(words), vector_class(words));
        at += 1;
    }
}

/// Sets the action of all operations from `first` to `last`, by number.
const fn set_action_of_range(
    tables: &mut LegalizeTables,
    first: NodeOpcode,
    last: NodeOpcode,
    types: &[VT],
    action: Action,
) {
    let mut opcode = first.0;
    while opcode <= last.0 {
        tables.set_action(&[NodeOpcode(opcode)], types, action);
        opcode += 1;
    }
}

const fn make(masks: &LaneMasks, has_packed_f32: bool) -> LegalizeTables {
    let mut tables = LegalizeTables::new();
    // Uniform conditions are 0 or 1, divergent ones lane masks.
    tables.set_class(VT::I1, classes::SREG_32, masks.class);
    set_classes(&mut tables, DWORD_SCALARS);
    set_classes(&mut tables, DWORD_VECTORS);
    set_classes(&mut tables, &[VT::F16]);
    set_classes(&mut tables, PAIRS);
    use Action::*;

    // 32-bit integers.
    let i32s = [VT::I32];
    tables.set_action(
        &[
            MULHU,
            MULHS,
            SMIN,
            SMAX,
            UMIN,
            UMAX,
            ABS,
            CTPOP,
            BITREVERSE,
            BSWAP,
            CTLZ,
            CTTZ,
            CTLZ_ZERO_UNDEF,
        ],
        &i32s,
        Legal,
    );
    tables.set_action(&[CTTZ_ZERO_UNDEF, FSHR], &i32s, Legal);
    tables.set_action(&[SIGN_EXTEND_INREG], &[VT::I32, VT::I64], Custom);
    tables.set_action(&[ROTR, ROTL, FSHL, UMUL_LOHI, SMUL_LOHI], &i32s, Custom);
    tables.set_action(
        &[SADDSAT, SSUBSAT, UADDSAT, USUBSAT],
        &[VT::I8, VT::I16, VT::I32],
        Custom,
    );
    tables.set_action(
        &[UDIV, SDIV, UREM, SREM, UDIVREM, SDIVREM],
        &[VT::I32, VT::I64],
        Expand,
    );
    // 64-bit integers in pairs.
    tables.set_action(
        &[
            MUL,
            CTPOP,
            CTLZ,
            CTTZ,
            CTLZ_ZERO_UNDEF,
            CTTZ_ZERO_UNDEF,
            BITREVERSE,
            BSWAP,
        ],
        &[VT::I64],
        Custom,
    );
    tables.set_action(&[ABS, MULHU, MULHS], &[VT::I64], Expand);
    tables.set_action(&[SMIN, SMAX, UMIN, UMAX], &[VT::I64], Expand);
    tables.set_action(&[BUILD_PAIR, EXTRACT_ELEMENT], &[VT::I64, VT::I32], Legal);

    // Conditions.
    tables.set_action(&[SELECT, SETCC], &[VT::I1], Custom);
    tables.set_action(
        &[
            ADD, SUB, MUL, SHL, SRL, SRA, UDIV, SDIV, UREM, SREM, FP_TO_SINT, FP_TO_UINT, SINT_TO_FP,
            UINT_TO_FP, LOAD, STORE,
        ],
        &[VT::I1],
        Expand,
    );

    // Floats.
    let floats = [VT::F16, VT::F32, VT::F64];
    tables.set_action(
        &[
            FMA,
            FCOPYSIGN,
            FRINT,
            FNEARBYINT,
            FROUNDEVEN,
            FLDEXP,
            IS_FPCLASS,
            FMINNUM,
            FMAXNUM,
            FMINNUM_IEEE,
            FMAXNUM_IEEE,
        ],
        &floats,
        Legal,
    );
    tables.set_action(
        &[FFLOOR, FCEIL, FTRUNC, FCANONICALIZE, FNEG, FABS],
        &floats,
        Legal,
    );
    tables.set_action(&[FMINIMUM, FMAXIMUM, FMINIMUMNUM, FMAXIMUMNUM], &floats, Custom);
    tables.set_action(&[FP_TO_SINT_SAT, FP_TO_UINT_SAT], &[VT::I32], Custom);
    tables.set_action(&[FP_TO_SINT_SAT, FP_TO_UINT_SAT], &[VT::I64], Expand);
    tables.set_action(
        &[SINT_TO_FP, UINT_TO_FP, FP_TO_SINT, FP_TO_UINT],
        &[VT::I64],
        Custom,
    );
    // From double precision there is no way to round only once.
    tables.set_action(&[FP_ROUND], &[VT::F16], Custom);
    tables.set_action(&[FP16_TO_FP], &[VT::F32], Legal);
    tables.set_action(&[FP_TO_FP16], &[VT::F32, VT::I32], Legal);
    tables.set_action(&[BF16_TO_FP], &[VT::F32], Custom);
    tables.set_action(&[FP_TO_BF16], &[VT::F32, VT::I32], Custom);

    // Addresses.
    tables.set_action(&[GLOBAL_ADDRESS], &[VT::I32, VT::I64], Custom);
    tables.set_action(&[ADDRSPACECAST], &[VT::I32, VT::I64], Custom);
    tables.set_action(
        &[ATOMIC_LOAD_SUB, ATOMIC_LOAD_UINC_WRAP, ATOMIC_LOAD_UDEC_WRAP],
        &[VT::I32, VT::I64],
        Legal,
    );

    // Vectors are register tuples: they can be assembled, split and moved, but not computed with.
    tables.set_action(
        &[
            ADD, SUB, MUL, AND, OR, XOR, SHL, SRL, SRA, FADD, FSUB, FMUL, FMA, FNEG, FABS, SETCC, VSELECT,
        ],
        DWORD_VECTORS,
        Expand,
    );
    if has_packed_f32 {
        tables.set_action(&[FADD, FSUB, FMUL, FMA], &[VT::V2F32], Legal);
    }
    tables.set_action(&[SELECT], DWORD_VECTORS, Custom);
    tables.set_action(
        &[
            BUILD_VECTOR,
            EXTRACT_VECTOR_ELT,
            INSERT_VECTOR_ELT,
            CONCAT_VECTORS,
            EXTRACT_SUBVECTOR,
            SCALAR_TO_VECTOR,
        ],
        DWORD_VECTORS,
        Legal,
    );
    tables.set_action(&[BITCAST, FREEZE, UNDEF], DWORD_SCALARS, Legal);
    tables.set_action(&[BITCAST, FREEZE, UNDEF], DWORD_VECTORS, Legal);

    // Packed operations are legal if there is an instruction, else element by element; operations without elements use
    // the dword.
    set_action_of_range(&mut tables, ADD, SIGN_EXTEND_INREG, PAIRS, Expand);
    set_action_of_range(&mut tables, FADD, VSELECT, PAIRS, Expand);
    let mut pair = 0;
    while pair < PAIRS.len() {
        tables.set_promote(&[AND, OR, XOR], PAIRS[pair], VT::I32);
        pair += 1;
    }
    tables.set_action(&[SELECT, SCALAR_TO_VECTOR], PAIRS, Legal);
    tables.set_action(&[INSERT_VECTOR_ELT], PAIRS, Expand);
    tables.set_action(
        &[
            FADD,
            FSUB,
            FMUL,
            FMA,
            FNEG,
            FABS,
            FCOPYSIGN,
            FCANONICALIZE,
            FMINNUM,
            FMAXNUM,
            FMINNUM_IEEE,
            FMAXNUM_IEEE,
        ],
        &[VT::V2F16],
        Legal,
    );
    tables.set_action(
        &[
            ADD, SUB, MUL, SHL, SRL, SRA, SMIN, SMAX, UMIN, UMAX, SADDSAT, SSUBSAT, UADDSAT, USUBSAT, ABS,
        ],
        &[VT::V2I16],
        Legal,
    );

    // Memory: bytes and half words are extended into dwords.
    tables.set_load_ext(
        &[LoadExt::Any, LoadExt::Sign, LoadExt::Zero],
        VT::I32,
        &[VT::I8, VT::I16],
        Legal,
    );
    tables.set_trunc_store(VT::I32, &[VT::I8, VT::I16], Legal);
    tables
}
