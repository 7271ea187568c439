//! Tests each row of the table from both sides: a pair of instructions with the hazard, at every distance, and its twin
//! that uses another register and needs no wait. The numbers are repeated here, so that a changed row fails.

use super::{is_matrix, run, wait_states};
use crate::facts;
use crate::facts::hazards::{Consumer, Producer, Relation, Wait};
use crate::registers::TABLES;
use wavec_codegen::mir::{Inst, MachineFunction, parse_function};
use wavec_gpu_mc::{INSTR_INFO, Subtarget, opcodes, target_flags};
use wavec_mc::Opcode;

/// Required states between the instructions.
struct Case {
    rule: (Producer, Consumer, Relation),
    producer: &'static str,
    consumer: &'static str,
    /// The consumer with a register that the producer does not access; empty if any consumer has the hazard.
    twin: &'static str,
    states: u32,
}

const fn case(
    rule: (Producer, Consumer, Relation),
    states: u32,
    producer: &'static str,
    consumer: &'static str,
    twin: &'static str,
) -> Case {
    Case {
        rule,
        producer,
        consumer,
        twin,
        states,
    }
}

const READ_FIRST: &str = "$sgpr8 = V_READFIRSTLANE_B32 $vgpr1, implicit $exec";
const WRITES_VGPR: &str = "$vgpr4 = V_MOV_B32_e32 1, implicit $exec";
const COMPARE: &str = "$vcc = V_CMP_EQ_U32_e64 $vgpr1, $vgpr2, implicit $exec";
const COMPARE_EXEC: &str =
    "V_CMPX_EQ_U32_e32 $vgpr1, $vgpr2, implicit-def $vcc, implicit-def $exec, implicit $exec";
const READS_VGPR: &str = "$vgpr50 = V_MOV_B32_e32 $vgpr4, implicit $exec";
const READS_OTHER: &str = "$vgpr50 = V_MOV_B32_e32 $vgpr30, implicit $exec";
const LOADS_OVER: &str = "$vgpr4 = GLOBAL_LOAD_DWORD $vgpr60_vgpr61, 0, 0, implicit $exec";
const LOADS: &str = "$vgpr50 = GLOBAL_LOAD_DWORD $vgpr4_vgpr5, 0, 0, implicit $exec";
const LOADS_OTHER: &str = "$vgpr50 = GLOBAL_LOAD_DWORD $vgpr30_vgpr31, 0, 0, implicit $exec";
/// Two passes.
const NARROW_4: &str = "$vgpr4_vgpr5_vgpr6_vgpr7 = V_MFMA_F32_4X4X4F16_vgprcd_e64 $vgpr0_vgpr1, $vgpr2_vgpr3, \
                        $vgpr20_vgpr21_vgpr22_vgpr23, 0, 0, 0, implicit $mode, implicit $exec";
/// Four passes.
const NARROW_16: &str = "$vgpr4_vgpr5_vgpr6_vgpr7 = V_MFMA_F32_16X16X16F16_vgprcd_e64 $vgpr0_vgpr1, $vgpr2_vgpr3, \
                         $vgpr20_vgpr21_vgpr22_vgpr23, 0, 0, 0, implicit $mode, implicit $exec";
/// Two and eight passes.
const SINGLE_4: &str = "$vgpr4_vgpr5_vgpr6_vgpr7 = V_MFMA_F32_4X4X1F32_vgprcd_e64 $vgpr0, $vgpr2, \
                        $vgpr20_vgpr21_vgpr22_vgpr23, 0, 0, 0, implicit $mode, implicit $exec";
const SINGLE_16: &str = "$vgpr4_vgpr5_vgpr6_vgpr7 = V_MFMA_F32_16X16X4F32_vgprcd_e64 $vgpr0, $vgpr2, \
                         $vgpr20_vgpr21_vgpr22_vgpr23, 0, 0, 0, implicit $mode, implicit $exec";
const DOUBLE_4: &str = "$vgpr4_vgpr5 = V_MFMA_F64_4X4X4F64_vgprcd_e64 $vgpr0_vgpr1, $vgpr2_vgpr3, $vgpr20_vgpr21, 0, 0, 0, \
                        implicit $mode, implicit $exec";
const DOUBLE_16: &str = "$vgpr4_vgpr5_vgpr6_vgpr7_vgpr8_vgpr9_vgpr10_vgpr11 = V_MFMA_F64_16X16X4F64_vgprcd_e64 \
                         $vgpr0_vgpr1, $vgpr2_vgpr3, $vgpr20_vgpr21_vgpr22_vgpr23_vgpr24_vgpr25_vgpr26_vgpr27, 0, 0, 0, \
                         implicit $mode, implicit $exec";
const ADDS: &str = "$vgpr40_vgpr41_vgpr42_vgpr43 = V_MFMA_F32_16X16X16F16_vgprcd_e64 $vgpr30_vgpr31, $vgpr32_vgpr33, \
                    $vgpr4_vgpr5_vgpr6_vgpr7, 0, 0, 0, implicit $mode, implicit $exec";
const ADDS_PART: &str = "$vgpr40_vgpr41_vgpr42_vgpr43 = V_MFMA_F32_16X16X16F16_vgprcd_e64 $vgpr30_vgpr31, \
                         $vgpr32_vgpr33, $vgpr2_vgpr3_vgpr4_vgpr5, 0, 0, 0, implicit $mode, implicit $exec";
const MULTIPLIES: &str = "$vgpr40_vgpr41_vgpr42_vgpr43 = V_MFMA_F32_16X16X16F16_vgprcd_e64 $vgpr30_vgpr31, \
                          $vgpr4_vgpr5, $vgpr32_vgpr33_vgpr34_vgpr35, 0, 0, 0, implicit $mode, implicit $exec";
const MATRIX_OTHER: &str = "$vgpr40_vgpr41_vgpr42_vgpr43 = V_MFMA_F32_16X16X16F16_vgprcd_e64 $vgpr30_vgpr31, \
                            $vgpr32_vgpr33, $vgpr36_vgpr37_vgpr38_vgpr39, 0, 0, 0, implicit $mode, implicit $exec";
const ADDS_DOUBLE: &str = "$vgpr40_vgpr41 = V_MFMA_F64_4X4X4F64_vgprcd_e64 $vgpr30_vgpr31, $vgpr32_vgpr33, $vgpr4_vgpr5, \
                           0, 0, 0, implicit $mode, implicit $exec";
const OVERWRITES_ADDEND: &str = "$vgpr21 = V_MOV_B32_e32 0, implicit $exec";

const DOT: &str = "$vgpr4 = V_DOT2C_F32_F16_e32 $vgpr1, $vgpr2, $vgpr4, implicit $mode, implicit $exec";
const DOUBLE_FMA: &str = "$vgpr60_vgpr61 = V_FMA_F64_e64 0, $vgpr62_vgpr63, 0, $vgpr64_vgpr65, 0, $vgpr66_vgpr67, 0, 0, \
                          implicit $mode, implicit $exec";

use Consumer as C;
use Producer as P;
use Relation as R;

#[rustfmt::skip]
const CASES: &[Case] = &[
    case((P::Valu, C::Vmem, R::ReadsSgpr), 5, READ_FIRST,
        "$vgpr50 = GLOBAL_LOAD_DWORD_SADDR $sgpr8_sgpr9, $vgpr1, 0, 0, implicit $exec",
        "$vgpr50 = GLOBAL_LOAD_DWORD_SADDR $sgpr10_sgpr11, $vgpr1, 0, 0, implicit $exec"),
    case((P::Valu, C::LaneSelect, R::LaneSelectWritten), 4, READ_FIRST,
        "$sgpr20 = V_READLANE_B32 $vgpr2, $sgpr8", "$sgpr20 = V_READLANE_B32 $vgpr2, $sgpr10"),
    case((P::Valu, C::DivFmas, R::ReadsVcc), 4, COMPARE,
        "$vgpr50 = V_DIV_FMAS_F32_e64 0, $vgpr1, 0, $vgpr2, 0, $vgpr3, 0, 0, implicit $mode, implicit $vcc, implicit $exec", ""),
    case((P::Valu, C::Valu, R::ReadsSgpr), 2, READ_FIRST,
        "$vgpr50 = V_MOV_B32_e32 $sgpr8, implicit $exec", "$vgpr50 = V_MOV_B32_e32 $sgpr10, implicit $exec"),
    case((P::ValuWritesExec, C::Valu, R::ReadsExec), 2, COMPARE_EXEC,
        "$vgpr50 = V_MOV_B32_e32 $exec_lo, implicit $exec", READS_OTHER),
    case((P::ValuWritesExec, C::Lane, R::Always), 4, COMPARE_EXEC, "$sgpr20 = V_READLANE_B32 $vgpr2, 3", ""),
    case((P::ValuWritesExec, C::Lane, R::Always), 4, COMPARE_EXEC, "$vgpr2 = V_WRITELANE_B32 $sgpr1, 3, $vgpr2", ""),
    case((P::ValuWritesExec, C::Dpp, R::Always), 5, COMPARE_EXEC,
        "$vgpr50 = V_MOV_B32_dpp undef $vgpr50, $vgpr1, 0, 15, 15, 0, 0, implicit $exec", ""),
    case((P::Valu, C::Dpp, R::ReadsVgpr), 2, WRITES_VGPR,
        "$vgpr50 = V_MOV_B32_dpp undef $vgpr50, $vgpr4, 0, 15, 15, 0, 0, implicit $exec",
        "$vgpr50 = V_MOV_B32_dpp undef $vgpr50, $vgpr1, 0, 15, 15, 0, 0, implicit $exec"),
    case((P::Valu, C::ReadLane, R::ReadsVgpr), 1, WRITES_VGPR,
        "$sgpr20 = V_READLANE_B32 $vgpr4, 3", "$sgpr20 = V_READLANE_B32 $vgpr1, 3"),
    case((P::Trans, C::NonTransValu, R::ReadsVgpr), 1, "$vgpr4 = V_RCP_F32_e32 $vgpr1, implicit $mode, implicit $exec",
        READS_VGPR, READS_OTHER),
    case((P::PartialWrite, C::Valu, R::TouchesVgpr), 1,
        "$vgpr4 = V_MOV_B32_sdwa 0, $vgpr1, 0, 0, 1, 5, implicit $exec", READS_VGPR, READS_OTHER),
    case((P::PartialWrite, C::Valu, R::TouchesVgpr), 1,
        "$vgpr4 = V_CVT_PK_FP8_F32_e64 8, $vgpr1, 0, $vgpr2, $vgpr4, implicit $mode, implicit $exec", READS_VGPR, READS_OTHER),
    case((P::PartialWrite, C::Valu, R::TouchesVgpr), 1,
        "$vgpr4 = V_CVT_PK_BF8_F32_e64 8, $vgpr1, 0, $vgpr2, $vgpr4, implicit $mode, implicit $exec", READS_VGPR, READS_OTHER),
    case((P::PartialWrite, C::Valu, R::TouchesVgpr), 1,
        "$vgpr4 = V_CVT_SR_FP8_F32_e64 8, $vgpr1, 0, $vgpr2, 0, $vgpr4, implicit $mode, implicit $exec",
        READS_VGPR, READS_OTHER),
    case((P::PartialWrite, C::Valu, R::TouchesVgpr), 1,
        "$vgpr4 = V_CVT_SR_BF8_F32_e64 0, $vgpr1, 0, $vgpr2, 4, $vgpr4, implicit $mode, implicit $exec",
        READS_VGPR, READS_OTHER),
    case((P::PartialWrite, C::Valu, R::TouchesVgpr), 1,
        "$vgpr4 = V_ADD_I16_e64 8, $vgpr1, 0, $vgpr2, 0, implicit $exec", READS_VGPR, READS_OTHER),
    case((P::PartialWrite, C::Valu, R::TouchesVgpr), 0,
        "$vgpr4 = V_CVT_PK_FP8_F32_e64 0, $vgpr1, 0, $vgpr2, $vgpr4, implicit $mode, implicit $exec", READS_VGPR, READS_OTHER),
    case((P::Dot, C::Valu, R::TouchesVgprButToAdd), 3, DOT, READS_VGPR, DOT),
    case((P::Dot, C::Valu, R::TouchesVgprButToAdd), 3, DOT,
        "$vgpr5 = V_DOT2C_F32_F16_e32 $vgpr1, $vgpr4, $vgpr5, implicit $mode, implicit $exec", DOT),
    case((P::Dot, C::Valu, R::TouchesVgprButToAdd), 3,
        "$vgpr4 = V_DOT4_I32_I8 8, $vgpr1, 8, $vgpr2, 8, $vgpr3, 0, implicit $exec",
        "$vgpr5 = V_DOT4_I32_I8 8, $vgpr4, 8, $vgpr2, 8, $vgpr3, 0, implicit $exec",
        "$vgpr5 = V_DOT4_I32_I8 8, $vgpr1, 8, $vgpr2, 8, $vgpr4, 0, implicit $exec"),
    case((P::PartialWrite, C::Valu, R::TouchesVgpr), 1,
        "$vgpr4 = V_MOV_B32_sdwa 0, $vgpr1, 0, 0, 1, 5, implicit $exec", WRITES_VGPR, READS_OTHER),
    case((P::Dot, C::Valu, R::TouchesVgprButToAdd), 3, DOT, WRITES_VGPR, READS_OTHER),
    case((P::Dot, C::Memory, R::TouchesVgpr), 3, DOT, LOADS, LOADS_OTHER),
    case((P::Dot, C::Memory, R::TouchesVgpr), 3, DOT,
        "$vgpr4 = DS_READ_B32 $vgpr30, 0, implicit $exec", "$vgpr50 = DS_READ_B32 $vgpr30, 0, implicit $exec"),
    case((P::ValuWritesExec, C::Vmem, R::Always), 5, COMPARE_EXEC, LOADS_OTHER, ""),
    case((P::NarrowMatrix, C::Memory, R::OverwritesAddend), 3, NARROW_16,
        "$vgpr21 = DS_READ_B32 $vgpr30, 0, implicit $exec", "$vgpr50 = DS_READ_B32 $vgpr30, 0, implicit $exec"),
    case((P::SmallDoubleMatrix, C::DoubleFma, R::Always), 2, DOUBLE_4, DOUBLE_FMA, READS_OTHER),
    case((P::LargeDoubleMatrix, C::DoubleFma, R::Always), 2, DOUBLE_16, DOUBLE_FMA, READS_OTHER),
    case((P::Salu, C::UsesM0, R::WritesM0), 1, "$m0 = S_MOV_B32 1",
        "$vgpr50 = DS_READ_ADDTID_B32 0, implicit $m0, implicit $exec", ""),
    case((P::SetReg, C::GetOrSetReg, R::SameHwreg), 2,
        "S_SETREG_IMM32_B32 5, 2049, implicit-def $mode, implicit $mode",
        "$sgpr2 = S_GETREG_B32 2049, implicit $mode", "$sgpr2 = S_GETREG_B32 2050, implicit $mode"),
    case((P::WideStore, C::Valu, R::OverwritesData), 2,
        "GLOBAL_STORE_DWORDX4 $vgpr0_vgpr1, $vgpr4_vgpr5_vgpr6_vgpr7, 0, 0, implicit $exec",
        "$vgpr6 = V_MOV_B32_e32 0, implicit $exec", "$vgpr8 = V_MOV_B32_e32 0, implicit $exec"),
    case((P::WideStore, C::Valu, R::OverwritesData), 2,
        "$vgpr4_vgpr5_vgpr6_vgpr7 = BUFFER_ATOMIC_CMPSWAP_X2_OFFSET_RTN $vgpr4_vgpr5_vgpr6_vgpr7, $sgpr4_sgpr5_sgpr6_sgpr7, 0, \
         0, 0, implicit $exec",
        "$vgpr6 = V_MOV_B32_e32 0, implicit $exec", "$vgpr8 = V_MOV_B32_e32 0, implicit $exec"),
    case((P::WideStore, C::Valu, R::OverwritesData), 2,
        "$vgpr10_vgpr11 = GLOBAL_ATOMIC_CMPSWAP_X2_RTN $vgpr0_vgpr1, $vgpr4_vgpr5_vgpr6_vgpr7, 0, 0, implicit $exec",
        "$vgpr6 = V_MOV_B32_e32 0, implicit $exec", "$vgpr8 = V_MOV_B32_e32 0, implicit $exec"),
    case((P::WideStore, C::Valu, R::OverwritesData), 0,
        "BUFFER_STORE_DWORDX4_OFFSET $vgpr4_vgpr5_vgpr6_vgpr7, $sgpr4_sgpr5_sgpr6_sgpr7, $sgpr8, 0, 0, implicit $exec",
        "$vgpr6 = V_MOV_B32_e32 0, implicit $exec", "$vgpr8 = V_MOV_B32_e32 0, implicit $exec"),
    case((P::Salu, C::UsesM0, R::WritesM0), 1, "$m0 = S_MOV_B32 1", "S_SENDMSG 1, implicit $m0, implicit $exec", ""),
    case((P::Salu, C::UsesM0, R::WritesM0), 1, "$m0 = S_MOV_B32 1",
        "$vgpr50 = V_INTERP_MOV_F32_e32 2, 0, implicit $m0, implicit $mode, implicit $exec", ""),
    case((P::SetReg, C::GetOrSetReg, R::SameHwreg), 2,
        "S_SETREG_B32 $sgpr1, 2049, implicit-def $mode, implicit $mode",
        "$sgpr2 = S_GETREG_B32 2049, implicit $mode", "$sgpr2 = S_GETREG_B32 2050, implicit $mode"),
    case((P::ValuWritesExec, C::Matrix, R::Always), 4, COMPARE_EXEC, MATRIX_OTHER, ""),
    case((P::ValuNotDot, C::Matrix, R::ReadsVgpr), 2, WRITES_VGPR, MULTIPLIES, MATRIX_OTHER),

    case((P::NarrowMatrix, C::Matrix, R::AddsToResult), 2, NARROW_4, ADDS, MATRIX_OTHER),
    case((P::NarrowMatrix, C::Matrix, R::AddsToResult), 0, NARROW_16, ADDS, MATRIX_OTHER),
    case((P::NarrowMatrix, C::Matrix, R::AddsToPart), 5, NARROW_16, ADDS_PART, MATRIX_OTHER),
    case((P::NarrowMatrix, C::Matrix, R::Multiplies), 7, NARROW_16, MULTIPLIES, MATRIX_OTHER),
    case((P::NarrowMatrix, C::ValuNotMatrix, R::Touches), 5, NARROW_4, READS_VGPR, READS_OTHER),
    case((P::NarrowMatrix, C::ValuNotMatrix, R::Touches), 7, NARROW_16, READS_VGPR, READS_OTHER),
    case((P::NarrowMatrix, C::ValuNotMatrix, R::Touches), 7, NARROW_16, WRITES_VGPR, READS_OTHER),
    case((P::NarrowMatrix, C::Memory, R::Touches), 7, NARROW_16, LOADS, LOADS_OTHER),
    case((P::NarrowMatrix, C::Memory, R::Touches), 7, NARROW_16,
        "$vgpr4 = DS_READ_B32 $vgpr30, 0, implicit $exec", "$vgpr50 = DS_READ_B32 $vgpr30, 0, implicit $exec"),
    case((P::NarrowMatrix, C::ValuNotMatrix, R::OverwritesAddend), 3, NARROW_16, OVERWRITES_ADDEND, READS_OTHER),
    case((P::SingleMatrix, C::Matrix, R::AddsToResult), 2, SINGLE_4, ADDS, MATRIX_OTHER),
    case((P::SingleMatrix, C::Matrix, R::AddsToResult), 0, SINGLE_16, ADDS, MATRIX_OTHER),
    case((P::SingleMatrix, C::Matrix, R::AddsToPart), 8, SINGLE_16, ADDS_PART, MATRIX_OTHER),
    case((P::SingleMatrix, C::Matrix, R::Multiplies), 10, SINGLE_16, MULTIPLIES, MATRIX_OTHER),
    case((P::SingleMatrix, C::ValuNotMatrix, R::Touches), 4, SINGLE_4, READS_VGPR, READS_OTHER),
    case((P::SingleMatrix, C::ValuNotMatrix, R::Touches), 10, SINGLE_16, READS_VGPR, OVERWRITES_ADDEND),
    case((P::SingleMatrix, C::Memory, R::Touches), 10, SINGLE_16, LOADS, LOADS_OTHER),
    case((P::SmallDoubleMatrix, C::Matrix, R::AddsToResult), 4, DOUBLE_4, ADDS_DOUBLE, MATRIX_OTHER),
    case((P::SmallDoubleMatrix, C::Matrix, R::AddsToPart), 4, DOUBLE_4, ADDS, MATRIX_OTHER),
    case((P::SmallDoubleMatrix, C::Matrix, R::Multiplies), 6, DOUBLE_4, MULTIPLIES, MATRIX_OTHER),
    case((P::SmallDoubleMatrix, C::ValuNotMatrix, R::Touches), 6, DOUBLE_4, READS_VGPR, OVERWRITES_ADDEND),
    case((P::SmallDoubleMatrix, C::Memory, R::ReadsVgpr), 9, DOUBLE_4,
        "GLOBAL_STORE_DWORD $vgpr60_vgpr61, $vgpr4, 0, 0, implicit $exec", LOADS_OTHER),
    case((P::SmallDoubleMatrix, C::Memory, R::Touches), 6, DOUBLE_4, LOADS_OVER, LOADS_OTHER),
    case((P::LargeDoubleMatrix, C::Matrix, R::AddsToPart), 9, DOUBLE_16, ADDS, MATRIX_OTHER),
    case((P::LargeDoubleMatrix, C::Matrix, R::Multiplies), 11, DOUBLE_16, MULTIPLIES, MATRIX_OTHER),
    case((P::LargeDoubleMatrix, C::ValuNotMatrix, R::Touches), 11, DOUBLE_16, READS_VGPR, OVERWRITES_ADDEND),
    case((P::LargeDoubleMatrix, C::Memory, R::ReadsVgpr), 18, DOUBLE_16,
        "GLOBAL_STORE_DWORD $vgpr60_vgpr61, $vgpr4, 0, 0, implicit $exec", LOADS_OTHER),
    case((P::LargeDoubleMatrix, C::Memory, R::Touches), 11, DOUBLE_16, LOADS_OVER, LOADS_OTHER),
];

/// States that LLVM 22 puts between a matrix instruction and a VALU instruction that reads its result, on gfx942.
#[rustfmt::skip]
const STATES_TO_READ: &[(u32, &[&str])] = &[
    (4, &[
        "v_mfma_f32_4x4x1_16b_f32",
    ]),
    (5, &[
        "v_mfma_f32_4x4x4_16b_bf16", "v_mfma_f32_4x4x4_16b_f16", "v_mfma_i32_4x4x4_16b_i8",
    ]),
    (6, &[
        "v_mfma_f64_4x4x4_4b_f64",
    ]),
    (7, &[
        "v_mfma_f32_16x16x16_bf16", "v_mfma_f32_16x16x16_f16", "v_mfma_f32_16x16x32_bf8_bf8",
        "v_mfma_f32_16x16x32_bf8_fp8", "v_mfma_f32_16x16x32_fp8_bf8", "v_mfma_f32_16x16x32_fp8_fp8",
        "v_mfma_f32_16x16x8_xf32", "v_mfma_i32_16x16x32_i8", "v_smfmac_f32_16x16x32_bf16",
        "v_smfmac_f32_16x16x32_f16", "v_smfmac_f32_16x16x64_bf8_bf8", "v_smfmac_f32_16x16x64_bf8_fp8",
        "v_smfmac_f32_16x16x64_fp8_bf8", "v_smfmac_f32_16x16x64_fp8_fp8", "v_smfmac_i32_16x16x64_i8",
    ]),
    (10, &[
        "v_mfma_f32_16x16x1_4b_f32", "v_mfma_f32_16x16x4_f32",
    ]),
    (11, &[
        "v_mfma_f32_16x16x4_4b_bf16", "v_mfma_f32_16x16x4_4b_f16", "v_mfma_f32_32x32x16_bf8_bf8",
        "v_mfma_f32_32x32x16_bf8_fp8", "v_mfma_f32_32x32x16_fp8_bf8", "v_mfma_f32_32x32x16_fp8_fp8",
        "v_mfma_f32_32x32x4_xf32", "v_mfma_f32_32x32x8_bf16", "v_mfma_f32_32x32x8_f16", "v_mfma_f64_16x16x4_f64",
        "v_mfma_i32_16x16x4_4b_i8", "v_mfma_i32_32x32x16_i8", "v_smfmac_f32_32x32x16_bf16",
        "v_smfmac_f32_32x32x16_f16", "v_smfmac_f32_32x32x32_bf8_bf8", "v_smfmac_f32_32x32x32_bf8_fp8",
        "v_smfmac_f32_32x32x32_fp8_bf8", "v_smfmac_f32_32x32x32_fp8_fp8", "v_smfmac_i32_32x32x32_i8",
    ]),
    (18, &[
        "v_mfma_f32_32x32x1_2b_f32", "v_mfma_f32_32x32x2_f32",
    ]),
    (19, &[
        "v_mfma_f32_32x32x4_2b_bf16", "v_mfma_f32_32x32x4_2b_f16", "v_mfma_i32_32x32x4_2b_i8",
    ]),
];

fn parse(lines: &[&str]) -> MachineFunction {
    let mut text = String::from("--- f\nstage: allocated\n");
    text += "livein: $sgpr0\nlivein: $vgpr0\nbb.0:\n";
    for line in lines {
        text += &format!("  {line}\n");
    }
    text += "  S_ENDPGM 0\n";
    parse_function(&text, TABLES).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// States of `s_nop`s that the whole table puts in front of `consumer`, `distance` instructions after `producer`.
fn states_inserted(producer: &str, consumer: &str, distance: u32) -> u32 {
    let mut lines = vec![producer];
    lines.extend((0..distance).map(|_| "$sgpr90 = S_MOV_B32 0"));
    lines.push(consumer);
    let mut func = parse(&lines);
    run(&mut func, false);
    let insts: Vec<Inst> = func.block_insts(func.entry()).collect();
    let nops = insts.iter().filter(|&&inst| func.opcode(inst) == opcodes::S_NOP);
    nops.map(|&inst| wait_states(&func, inst)).sum()
}

#[test]
fn every_row_has_a_case() {
    for rule in facts::of(&Subtarget::default()).hazards {
        let key = (rule.producer, rule.consumer, rule.relation);
        assert!(CASES.iter().any(|case| case.rule == key), "{key:?} has no case");
        let is_needed = CASES.iter().any(|case| case.rule == key && case.states > 0);
        assert!(is_needed, "{key:?} is never met");
    }
    for case in CASES {
        let (producer, consumer, relation) = case.rule;
        let is_row = |rule: &super::Rule| {
            rule.producer == producer && rule.consumer == consumer && rule.relation == relation
        };
        assert!(
            facts::of(&Subtarget::default()).hazards.iter().any(is_row),
            "{:?} is no row",
            case.rule
        );
    }
}

#[test]
fn as_many_states_as_each_row_says() {
    for case in CASES {
        for distance in 0..case.states + 2 {
            assert_eq!(
                states_inserted(case.producer, case.consumer, distance),
                case.states.saturating_sub(distance),
                "{:?} at distance {distance}: {} ... {}",
                case.rule,
                case.producer,
                case.consumer
            );
        }
    }
}

#[test]
fn other_registers_need_none() {
    for case in CASES.iter().filter(|case| !case.twin.is_empty()) {
        assert_eq!(
            states_inserted(case.producer, case.twin, 0),
            0,
            "{:?}: {} ... {}",
            case.rule,
            case.producer,
            case.twin
        );
    }
}

/// An older producer may need more than a younger one; existing nops count; of paths across blocks, the shortest
/// counts. Another function may begin or continue with any consumer of its arguments or of preserved registers. A jump
/// is a state, and a called function begins with a wait, which is another.
#[test]
fn hazards_reach_into_other_functions() {
    let call = |arguments: &str| {
        format!(
            "$sgpr30_sgpr31 = S_SWAPPC_B64 $sgpr60_sgpr61{arguments}, implicit-def dead $sgpr8, implicit $exec"
        )
    };
    let back = |results: &str| format!("S_SETPC_B64_return $sgpr30_sgpr31{results}, implicit $exec");
    let kept = READ_FIRST.replace("$sgpr8", "$sgpr34");
    for (producer, jump, states) in [
        // Scalar results of vector instructions: five states before an address.
        (READ_FIRST, call(", implicit $sgpr8"), 3u32),
        (READ_FIRST, call(""), 0),
        (&kept, call(""), 3),
        (&kept, back(""), 4),
        (READ_FIRST, back(""), 0),
        // Vector results: two states before DPP.
        (WRITES_VGPR, back(", implicit $vgpr4"), 1),
        (WRITES_VGPR, back(""), 0),
        (WRITES_VGPR, call(", implicit $vgpr4"), 0),
        // The matrix unit writes late: its result must not be accessed yet.
        (NARROW_16, back(""), 6),
    ] {
        for distance in 0..states + 2 {
            let mut lines = vec![producer];
            lines.extend((0..distance).map(|_| "$sgpr90 = S_MOV_B32 0"));
            lines.push(&jump);
            let mut func = parse(&lines);
            run(&mut func, false);
            let insts: Vec<Inst> = func.block_insts(func.entry()).collect();
            let nops = insts.iter().filter(|&&inst| func.opcode(inst) == opcodes::S_NOP);
            let inserted: u32 = nops.map(|&inst| wait_states(&func, inst)).sum();
            assert_eq!(
                inserted,
                states.saturating_sub(distance),
                "{producer} {jump} {distance}"
            );
        }
    }
}

#[test]
fn states_are_counted_along_the_worst_path() {
    let text = |then: &str| {
        format!(
            "--- f\nstage: allocated\nlivein: $vgpr0\nbb.0:\n  {NARROW_16}\n  S_CBRANCH_SCC1 %bb.2, implicit undef $scc\n\
             bb.1:\n  S_NOP 3\n  {then}\nbb.2:\n  {READS_VGPR}\n  S_ENDPGM 0\n"
        )
    };
    let nops = |text: &str| -> Vec<u32> {
        let mut func = parse_function(text, TABLES).unwrap_or_else(|error| panic!("{error}\n{text}"));
        run(&mut func, false);
        let insts: Vec<Inst> = func
            .layout
            .blocks()
            .flat_map(|block| func.block_insts(block))
            .collect();
        let states = insts.iter().filter(|&&inst| func.opcode(inst) == opcodes::S_NOP);
        states.map(|&inst| wait_states(&func, inst)).collect()
    };
    // Over the branch there is one instruction in between, so six more are needed, however long the other path is.
    assert_eq!(nops(&text("$sgpr90 = S_MOV_B32 0")), [4, 6]);
    // Two passes right before need five, four passes further before still need six.
    assert_eq!(nops(&text(NARROW_4)), [4, 6]);
}

#[test]
fn matrix_instructions_are_told_from_moves() {
    let func = parse(&[
        "$agpr0 = V_ACCVGPR_WRITE_B32_e64 $vgpr0, implicit $exec",
        NARROW_4,
    ]);
    let kinds: Vec<bool> = func
        .block_insts(func.entry())
        .map(|inst| is_matrix(&func, inst))
        .collect();
    assert_eq!(kinds, [false, true, false]);
}

#[test]
fn passes_of_every_matrix_instruction() {
    let instrs = TABLES.instrs;
    let mut seen = 0;
    for opcode in (0..instrs.num_opcodes()).map(|number| Opcode(number as u16)) {
        let desc = instrs.desc(opcode);
        let flags = desc.target_flags();
        let mut expected = STATES_TO_READ
            .iter()
            .filter(|(_, names)| names.contains(&desc.mnemonic()));
        let Some(&(states, _)) = expected.next() else {
            let passes = Subtarget::default().matrix_passes(desc);
            let is_older = INSTR_INFO
                .encoding(opcode, &[Subtarget::default().id.processor.features])
                .is_none();
            assert!(
                passes == 0 || is_older,
                "{} is no known matrix instruction",
                desc.name()
            );
            continue;
        };
        seen += 1;
        let passes = Subtarget::default().matrix_passes(desc);
        let found = match (
            flags & target_flags::RATE64 != 0,
            flags & target_flags::MATRIX_SINGLE != 0,
        ) {
            (true, _) => {
                if desc.mnemonic().contains("_4x4x4") {
                    6
                } else {
                    11
                }
            }
            (_, true) => Wait::Passes(2).states_after(passes),
            _ => Wait::Passes(3).states_after(passes),
        };
        assert_eq!(found, states, "{}", desc.name());
    }
    assert!(seen >= 46, "{seen}");
}

/// Pairs of accesses and whether LLVM separates them where page faults are retried.
#[test]
fn runs_of_loads_that_overwrite_their_addresses_are_ended() {
    const LOAD: &str = "$vgpr2 = GLOBAL_LOAD_DWORD $vgpr4_vgpr5, 0, 0, implicit $exec";
    const OVER_ITSELF: &str = "$vgpr1 = GLOBAL_LOAD_DWORD $vgpr0_vgpr1, 0, 0, implicit $exec";
    const STORE: &str = "GLOBAL_STORE_DWORD $vgpr10_vgpr11, $vgpr6, 0, 0, implicit $exec";
    const BETWEEN: &str = "$vgpr7 = V_MOV_B32_e32 1, implicit $exec";
    const SCALAR: &str = "$sgpr4 = S_LOAD_DWORD_IMM $sgpr8_sgpr9, 0, 0";
    for (lines, nops) in [
        (&[LOAD, LOADS_OTHER][..], 0),
        (&[LOAD, OVER_ITSELF], 1),
        (&[OVER_ITSELF, LOADS_OTHER], 1),
        (
            &[
                LOAD,
                "$vgpr4 = GLOBAL_LOAD_DWORD $vgpr10_vgpr11, 0, 0, implicit $exec",
            ],
            1,
        ),
        (
            &[
                LOAD,
                "$vgpr6 = GLOBAL_LOAD_DWORD $vgpr2_vgpr3, 0, 0, implicit $exec",
            ],
            1,
        ),
        (&[LOAD, STORE], 1),
        (&[STORE, LOADS_OTHER], 0),
        (&[LOAD, BETWEEN, OVER_ITSELF], 0),
        (
            &[SCALAR, "$sgpr8_sgpr9 = S_LOAD_DWORDX2_IMM $sgpr10_sgpr11, 0, 0"],
            1,
        ),
        (&[SCALAR, LOAD, SCALAR], 0),
    ] {
        let mut func = parse(lines);
        run(&mut func, true);
        let insts: Vec<Inst> = func.block_insts(func.entry()).collect();
        let found = insts
            .iter()
            .filter(|&&inst| func.opcode(inst) == opcodes::S_NOP)
            .count();
        assert_eq!(found, nops, "{lines:?}");
    }
}
