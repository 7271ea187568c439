// The text form of immediate arguments of llvm.amdgcn.* intrinsics. Encodings: instruction set documents of GFX9 and
// CDNA3.
#ifndef INTRINSIC_FORMATS
#define INTRINSIC_FORMATS

include "IntrinsicsBase.td"

// s_waitcnt: vmcnt is split, so the pair is written by hand.
def WaitcntFormat : CustomFormat<"super::formats::waitcnt">;

// hwreg(id, offset, size) of s_getreg and s_setreg.
def HwRegFormat : BitsFormat<[
  Positional<"id", 0, 6, [FormatValue<"mode", 1>, FormatValue<"status", 2>, FormatValue<"trapsts", 3>,
                          FormatValue<"hw_id", 4>, FormatValue<"gpr_alloc", 5>, FormatValue<"lds_alloc", 6>,
                          FormatValue<"ib_sts", 7>, FormatValue<"sh_mem_bases", 15>,
                          FormatValue<"tba_lo", 16>, FormatValue<"tba_hi", 17>, FormatValue<"tma_lo", 18>,
                          FormatValue<"tma_hi", 19>, FormatValue<"xcc_id", 20>]>,
  Positional<"offset", 6, 5>,
  Positional<"size", 11, 5, [], 1>]>;

def SleepFormat : ImmFormat<[FormatCase<"clocks64", -128, 0, [Positional<"count", 0, 7>]>]>;
def PriorityFormat : EnumFormat<[FormatValue<"lowest", 0>, FormatValue<"low", 1>, FormatValue<"high", 2>,
                                 FormatValue<"highest", 3>]>;

// ds_swizzle: a permutation of each four lanes, or and/or/xor masks on the lane number within 32.
def SwizzleFormat : ImmFormat<[
  FormatCase<"quad_perm", -256, 0x8000,
             [Positional<"l0", 0, 2>, Positional<"l1", 2, 2>, Positional<"l2", 4, 2>, Positional<"l3", 6, 2>]>,
  FormatCase<"bitmask", !xor(0x7fff, -1), 0,
             [Positional<"and", 0, 5>, Positional<"or", 5, 5>, Positional<"xor", 10, 5>]>]>;

// dpp_ctrl of GFX9 and CDNA.
class DppShift<string keyword, int base> : FormatCase<keyword, -16, base, [Positional<"lanes", 0, 4>]>;
class DppSingle<string keyword, int value> : FormatCase<keyword, -1, value>;
def DppCtrlFormat : ImmFormat<[
  FormatCase<"quad_perm", -256, 0,
             [Positional<"l0", 0, 2>, Positional<"l1", 2, 2>, Positional<"l2", 4, 2>, Positional<"l3", 6, 2>]>,
  DppShift<"row_shl", 0x100>, DppShift<"row_shr", 0x110>, DppShift<"row_ror", 0x120>,
  DppSingle<"wave_shl", 0x130>, DppSingle<"wave_rol", 0x134>, DppSingle<"wave_shr", 0x138>,
  DppSingle<"wave_ror", 0x13c>, DppSingle<"row_mirror", 0x140>, DppSingle<"row_half_mirror", 0x141>,
  DppSingle<"row_bcast15", 0x142>, DppSingle<"row_bcast31", 0x143>, DppShift<"row_newbcast", 0x150>]>;
class DppMask<string part>
    : ImmFormat<[FormatCase<"all", -1, 15>,
                 FormatBitsCase<[Flag<part#"0", 0>, Flag<part#"1", 1>, Flag<part#"2", 2>, Flag<part#"3", 3>],
                                "none">]>;
def DppRowMaskFormat : DppMask<"row">;
def DppBankMaskFormat : DppMask<"bank">;
// The value of a lane whose source is out of bounds.
def DppBoundCtrlFormat : BoolFormat<"keep_old", "zero">;

// Kinds of instructions that may cross, or that form a group.
def SchedMaskFormat : BitsFormat<[
  Flag<"alu", 0>, Flag<"valu", 1>, Flag<"salu", 2>, Flag<"mfma", 3>, Flag<"vmem", 4>, Flag<"vmem_read", 5>,
  Flag<"vmem_write", 6>, Flag<"ds", 7>, Flag<"ds_read", 8>, Flag<"ds_write", 9>, Flag<"trans", 10>]>;
def IglpStrategyFormat : EnumFormat<[
  FormatValue<"small_gemm", 0>, FormatValue<"small_gemm_single_wave", 1>, FormatValue<"exp_interleave", 2>,
  FormatValue<"exp_simple_interleave", 3>]>;

// Cache bits by their names on gfx942 (sc0 is glc, nt is slc before it).
def CachePolicyFormat : BitsFormat<[Flag<"sc0", 0>, Flag<"nt", 1>, Flag<"swz", 3>, Flag<"sc1", 4>,
                                    Flag<"volatile", 31>]>;

def SendMsgFormat : BitsFormat<[
  Positional<"id", 0, 4, [FormatValue<"interrupt", 1>, FormatValue<"gs", 2>, FormatValue<"gs_done", 3>,
                          FormatValue<"savewave", 4>, FormatValue<"stall_wave_gen", 5>,
                          FormatValue<"halt_waves", 6>, FormatValue<"ordered_ps_done", 7>,
                          FormatValue<"early_prim_dealloc", 8>, FormatValue<"gs_alloc_req", 9>,
                          FormatValue<"get_doorbell", 10>, FormatValue<"get_ddid", 11>,
                          FormatValue<"sysmsg", 15>]>,
  Named<"op", 4, 3, 0>, Named<"stream", 8, 2, 0>]>;

// Numbers of LLVM's comparison predicates.
def FCmpPredicateFormat : EnumFormat<[
  FormatValue<"false", 0>, FormatValue<"oeq", 1>, FormatValue<"ogt", 2>, FormatValue<"oge", 3>, FormatValue<"olt", 4>,
  FormatValue<"ole", 5>, FormatValue<"one", 6>, FormatValue<"ord", 7>, FormatValue<"uno", 8>, FormatValue<"ueq", 9>,
  FormatValue<"ugt", 10>, FormatValue<"uge", 11>, FormatValue<"ult", 12>, FormatValue<"ule", 13>,
  FormatValue<"une", 14>, FormatValue<"true", 15>]>;
def ICmpPredicateFormat : EnumFormat<[
  FormatValue<"eq", 32>, FormatValue<"ne", 33>, FormatValue<"ugt", 34>, FormatValue<"uge", 35>, FormatValue<"ult", 36>,
  FormatValue<"ule", 37>, FormatValue<"sgt", 38>, FormatValue<"sge", 39>, FormatValue<"slt", 40>,
  FormatValue<"sle", 41>]>;

def SignFormat : BoolFormat<"unsigned", "signed">;
def ClampFormat : BoolFormat<"wrap", "clamp">;
def WordSelFormat : BoolFormat<"low", "high">;
def DivScaleFormat : BoolFormat<"denominator", "numerator">;
def VolatileFormat : BoolFormat<"normal", "volatile">;
def WaveReduceFormat : EnumFormat<[FormatValue<"default", 0>, FormatValue<"iterative", 1>, FormatValue<"dpp", 2>]>;
// How mfma permutes B, or which operands it negates.
def MfmaBlgpFormat : EnumFormat<[
  FormatValue<"none", 0>, FormatValue<"bcast_low32", 1>, FormatValue<"bcast_high32", 2>, FormatValue<"rotate16", 3>,
  FormatValue<"bcast_group0", 4>, FormatValue<"bcast_group1", 5>, FormatValue<"bcast_group2", 6>,
  FormatValue<"bcast_group3", 7>]>;
def MatrixElementFormat : EnumFormat<[FormatValue<"fp8", 0>, FormatValue<"bf8", 1>, FormatValue<"fp6", 2>,
                                      FormatValue<"bf6", 3>, FormatValue<"fp4", 4>]>;
def MfmaNegFormat : BitsFormat<[Flag<"neg_a", 0>, Flag<"neg_b", 1>, Flag<"neg_c", 2>]>;

#endif
