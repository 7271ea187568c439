// Instructions for the target's intrinsics.

// Floating-point functions with modifiers.
class IntrinsicUnary<SDPatternOperator op, ValueType ty, Instruction v> : FPUnary<op, ty, ty, v>;
foreach ty = ["F32", "F64"] in {
  defvar vt = !cast<ValueType>(!tolower(ty));
  def : IntrinsicUnary<int_amdgcn_rcp, vt, !cast<Instruction>("V_RCP_"#ty#"_e64")>;
  def : IntrinsicUnary<int_amdgcn_rsq, vt, !cast<Instruction>("V_RSQ_"#ty#"_e64")>;
  def : IntrinsicUnary<int_amdgcn_sqrt, vt, !cast<Instruction>("V_SQRT_"#ty#"_e64")>;
  def : IntrinsicUnary<int_amdgcn_fract, vt, !cast<Instruction>("V_FRACT_"#ty#"_e64")>;
  def : IntrinsicUnary<int_amdgcn_frexp_mant, vt, !cast<Instruction>("V_FREXP_MANT_"#ty#"_e64")>;
  def : FPUnary<int_amdgcn_frexp_exp, i32, vt, !cast<Instruction>("V_FREXP_EXP_I32_"#ty#"_e64")>;
  def : FPTernary<int_amdgcn_div_fixup, vt, !cast<Instruction>("V_DIV_FIXUP_"#ty#"_e64")>;
}
def : IntrinsicUnary<int_amdgcn_exp2, f32, V_EXP_F32_e64>;
def : IntrinsicUnary<int_amdgcn_log, f32, V_LOG_F32_e64>;
def : IntrinsicUnary<int_amdgcn_sin, f32, V_SIN_F32_e64>;
def : IntrinsicUnary<int_amdgcn_cos, f32, V_COS_F32_e64>;
def : FPTernary<int_amdgcn_fmed3, f32, V_MED3_F32_e64>;
def : FPTernary<int_amdgcn_fma_legacy, f32, V_FMA_LEGACY_F32_e64>;
def : FPTernary<int_amdgcn_cubeid, f32, V_CUBEID_F32_e64>;
def : FPTernary<int_amdgcn_cubema, f32, V_CUBEMA_F32_e64>;
def : FPTernary<int_amdgcn_cubesc, f32, V_CUBESC_F32_e64>;
def : FPTernary<int_amdgcn_cubetc, f32, V_CUBETC_F32_e64>;
def : FPBin<int_amdgcn_fmul_legacy, f32, V_MUL_LEGACY_F32_e64>;
def : Pat<(f64 (int_amdgcn_trig_preop (VOP3Mods f64:$a, i32:$am), i32:$segment)),
          (V_TRIG_PREOP_F64_e64 $am, $a, $segment)>;

// Integers.
class TernaryInt<SDPatternOperator op, Instruction v> : Pat<(i32 (op i32:$a, i32:$b, i32:$c)), (v $a, $b, $c)>;
def : TernaryInt<int_amdgcn_ubfe, V_BFE_U32_e64>;
def : TernaryInt<int_amdgcn_sbfe, V_BFE_I32_e64>;
def : TernaryInt<int_amdgcn_perm, V_PERM_B32_e64>;
def : TernaryInt<int_amdgcn_lerp, V_LERP_U8_e64>;
def : TernaryInt<int_amdgcn_sad_u8, V_SAD_U8_e64>;
def : TernaryInt<int_amdgcn_sad_hi_u8, V_SAD_HI_U8_e64>;
def : TernaryInt<int_amdgcn_sad_u16, V_SAD_U16_e64>;
def : TernaryInt<int_amdgcn_msad_u8, V_MSAD_U8_e64>;
def : Pat<(i32 (int_amdgcn_mul_u24 i32:$a, i32:$b)), (V_MUL_U32_U24_e64 $a, $b)>;
def : Pat<(i32 (int_amdgcn_mul_i24 i32:$a, i32:$b)), (V_MUL_I32_I24_e64 $a, $b)>;
// 64 bits: both halves of the 48-bit product.
def : Pat<(i64 (int_amdgcn_mul_u24 i32:$a, i32:$b)),
          (REG_SEQUENCE VReg_64_Align2, (V_MUL_U32_U24_e64 $a, $b), sub0, (V_MUL_HI_U32_U24_e64 $a, $b), sub1)>;
def : Pat<(i64 (int_amdgcn_mul_i24 i32:$a, i32:$b)),
          (REG_SEQUENCE VReg_64_Align2, (V_MUL_I32_I24_e64 $a, $b), sub0, (V_MUL_HI_I32_I24_e64 $a, $b), sub1)>;
def : Pat<(i32 (int_amdgcn_mulhi_u24 i32:$a, i32:$b)), (V_MUL_HI_U32_U24_e64 $a, $b)>;
def : Pat<(i32 (int_amdgcn_mulhi_i24 i32:$a, i32:$b)), (V_MUL_HI_I32_I24_e64 $a, $b)>;
def : Pat<(i32 (int_amdgcn_sffbh i32:$a)), (V_FFBH_I32_e64 $a)>;
def : Pat<(i32 (int_amdgcn_prng_b32 i32:$a)), (V_PRNG_B32_e64 $a)>;
def : Pat<(i32 (int_amdgcn_bitop3 i32:$a, i32:$b, i32:$c, timm:$table)), (V_BITOP3_B32_e64 $a, $b, $c, $table)>;
def : Pat<(i32 (int_amdgcn_alignbyte i32:$high, i32:$low, i32:$amount)),
          (V_ALIGNBYTE_B32_e64 0, $high, 0, $low, 0, $amount)>;
def : Pat<(i64 (int_amdgcn_qsad_pk_u16_u8 i64:$a, i32:$b, i64:$c)), (V_QSAD_PK_U16_U8_e64 $a, $b, $c)>;
def : Pat<(i64 (int_amdgcn_mqsad_pk_u16_u8 i64:$a, i32:$b, i64:$c)), (V_MQSAD_PK_U16_U8_e64 $a, $b, $c)>;
def : Pat<(v4i32 (int_amdgcn_mqsad_u32_u8 i64:$a, i32:$b, v4i32:$c)), (V_MQSAD_U32_U8_e64 $a, $b, $c)>;

// Masks of the scalar unit.
def : Pat<(i64 (int_amdgcn_s_bitreplicate i32:$a)), (S_BITREPLICATE_B64_B32 $a)>;
def : Pat<(i32 (int_amdgcn_s_quadmask i32:$a)), (S_QUADMASK_B32 $a)>;
def : Pat<(i64 (int_amdgcn_s_quadmask i64:$a)), (S_QUADMASK_B64 $a)>;
def : Pat<(i32 (int_amdgcn_s_wqm i32:$a)), (S_WQM_B32 $a)>;
def : Pat<(i64 (int_amdgcn_s_wqm i64:$a)), (S_WQM_B64 $a)>;

// Dot products; the sources are used unmodified (op_sel_hi is set). The last argument is the clamp bit.
class DotPat<SDPatternOperator op, ValueType ty, Instruction v>
  : Pat<(ty (op i32:$a, i32:$b, ty:$c, timm:$clamp)), (v 8, $a, 8, $b, 8, $c, $clamp)>;
def : DotPat<int_amdgcn_fdot2, f32, V_DOT2_F32_F16>;
def : DotPat<int_amdgcn_sdot2, i32, V_DOT2_I32_I16>;
def : DotPat<int_amdgcn_udot2, i32, V_DOT2_U32_U16>;
def : DotPat<int_amdgcn_sdot4, i32, V_DOT4_I32_I8>;
def : DotPat<int_amdgcn_udot4, i32, V_DOT4_U32_U8>;
def : DotPat<int_amdgcn_sdot8, i32, V_DOT8_I32_I4>;
def : DotPat<int_amdgcn_udot8, i32, V_DOT8_U32_U4>;

// Conversions to pairs of 16 bits and to bytes.
def : Pat<(i32 (int_amdgcn_cvt_pk_i16 i32:$a, i32:$b)), (V_CVT_PK_I16_I32_e64 $a, $b)>;
def : Pat<(i32 (int_amdgcn_cvt_pk_u16 i32:$a, i32:$b)), (V_CVT_PK_U16_U32_e64 $a, $b)>;
class PackPat<SDPatternOperator op, Instruction v>
  : Pat<(i32 (op (VOP3Mods f32:$a, i32:$am), (VOP3Mods f32:$b, i32:$bm))), (v $am, $a, $bm, $b)>;
def : PackPat<int_amdgcn_cvt_pknorm_i16, V_CVT_PKNORM_I16_F32_e64>;
def : PackPat<int_amdgcn_cvt_pknorm_u16, V_CVT_PKNORM_U16_F32_e64>;
def : PackPat<int_amdgcn_cvt_pkrtz, V_CVT_PKRTZ_F16_F32_e64>;
def : Pat<(i32 (int_amdgcn_cvt_pk_u8_f32 (VOP3Mods f32:$a, i32:$am), i32:$byte, i32:$old)),
          (V_CVT_PK_U8_F32_e64 $am, $a, $byte, $old)>;
def : Pat<(f32 (int_amdgcn_cvt_off_f32_i4 i32:$a)), (V_CVT_OFF_F32_I4_e64 $a)>;

// 8-bit floats: SDWA selects the byte or word that is read, op_sel the one that is written. RDNA 4 has numbers for both.
def PartZeroBit : TImmLeaf<i1, [{ imm == 0 }]>;
def ByteSelect : SDNodeXForm<timm, [{ dag.target_constant(i128::from(imm & 3), ValueType::I32) }]>;
def WordSelect : SDNodeXForm<timm, [{ dag.target_constant(i128::from(4 + (imm & 1)), ValueType::I32) }]>;
// Bit 3 of the first modifiers is op_sel of the destination, bit 2 of the third's op_sel of the third source.
def HighHalfOfDst : SDNodeXForm<timm, [{ dag.target_constant(i128::from((imm & 1) << 3), ValueType::I32) }]>;
def UpperBitToDst : SDNodeXForm<timm, [{ dag.target_constant(i128::from((imm >> 1 & 1) << 3), ValueType::I32) }]>;
def ByteNumber : SDNodeXForm<timm, [{ dag.target_constant(i128::from(imm & 3), ValueType::I32) }]>;
def LowerBitToSrc : SDNodeXForm<timm, [{ dag.target_constant(i128::from((imm & 1) << 2), ValueType::I32) }]>;
foreach kind = ["FP8", "BF8"] in {
  defvar one = !cast<SDPatternOperator>("int_amdgcn_cvt_f32_"#!tolower(kind));
  defvar two = !cast<SDPatternOperator>("int_amdgcn_cvt_pk_f32_"#!tolower(kind));
  let AddedComplexity = 10 in
  def : Pat<(v2f32 (two i32:$a, PartZeroBit)), (!cast<Instruction>("V_CVT_PK_F32_"#kind#"_e64") 0, $a)>;
  // The plain encoding of the conversion of one byte is unreliable: SDWA for byte 0, too.
  def : Pat<(f32 (one i32:$a, timm:$byte)),
            (!cast<Instruction>("V_CVT_F32_"#kind#"_sdwa") $a, 0, 0, (ByteSelect $byte))>;
  def : Pat<(v2f32 (two i32:$a, timm:$word)),
            (!cast<Instruction>("V_CVT_PK_F32_"#kind#"_sdwa") $a, 0, 0, (WordSelect $word))>;
  let Predicates = [IsGFX12] in {
  def : Pat<(f32 (one i32:$a, timm:$byte)),
            (!cast<Instruction>("V_CVT_F32_"#kind#"_byte_e64") $a, 0, 0, (ByteNumber $byte))>;
  def : Pat<(v2f32 (two i32:$a, timm:$word)),
            (!cast<Instruction>("V_CVT_PK_F32_"#kind#"_e64") (LowerBitToSrc $word), $a)>;
  }
  def : Pat<(i32 (!cast<SDPatternOperator>("int_amdgcn_cvt_pk_"#!tolower(kind)#"_f32") f32:$a, f32:$b, i32:$old,
                                                                                        timm:$word)),
            (!cast<Instruction>("V_CVT_PK_"#kind#"_F32_e64") (HighHalfOfDst $word), $a, 0, $b, $old)>;
  def : Pat<(i32 (!cast<SDPatternOperator>("int_amdgcn_cvt_sr_"#!tolower(kind)#"_f32") f32:$a, i32:$seed, i32:$old,
                                                                                        timm:$byte)),
            (!cast<Instruction>("V_CVT_SR_"#kind#"_F32_e64") (UpperBitToDst $byte), $a, 0, $seed,
                                                             (LowerBitToSrc $byte), $old)>;
}
def : Pat<(i32 (int_amdgcn_mbcnt_lo i32:$a, i32:$b)), (V_MBCNT_LO_U32_B32_e64 $a, $b)>;
def : Pat<(i32 (int_amdgcn_mbcnt_hi i32:$a, i32:$b)), (V_MBCNT_HI_U32_B32_e64 $a, $b)>;

// Cross-lane operations. `ballot` has zero bits for inactive lanes.
def : Pat<(i64 (int_amdgcn_ballot i1:$c)), (SI_BALLOT $c)>;
def : Pat<(i32 (int_amdgcn_ballot i1:$c)), (SI_BALLOT_B32 $c)>;
def : Pat<(i32 (int_amdgcn_readfirstlane i32:$a)), (V_READFIRSTLANE_B32 $a)>;
def : Pat<(i32 (int_amdgcn_readlane i32:$a, i32:$lane)), (V_READLANE_B32 $a, $lane)>;
def : Pat<(i32 (int_amdgcn_ds_bpermute i32:$addr, i32:$data)), (DS_BPERMUTE_B32 $addr, $data, 0)>;
let Predicates = [PermutesWholeWaves] in
def : Pat<(i32 (int_amdgcn_wave_shuffle i32:$data, i32:$lane)),
          (DS_BPERMUTE_B32 (V_LSHLREV_B32_e64 (i32 2), $lane), $data, 0)>;
def : Pat<(i32 (int_amdgcn_ds_permute i32:$addr, i32:$data)), (DS_PERMUTE_B32 $addr, $data, 0)>;
// The bits of the sum of address and offset that are the lane number.
def LaneOffset : SDNodeXForm<imm, [{ dag.target_constant(i128::from(imm & 0xff), ValueType::I32) }]>;
def : Pat<(i32 (int_amdgcn_ds_bpermute (add i32:$addr, imm:$offset), i32:$data)),
          (DS_BPERMUTE_B32 $addr, $data, (LaneOffset $offset))>;
def : Pat<(i32 (int_amdgcn_ds_permute (add i32:$addr, imm:$offset), i32:$data)),
          (DS_PERMUTE_B32 $addr, $data, (LaneOffset $offset))>;
def : Pat<(i32 (int_amdgcn_ds_swizzle i32:$a, timm:$pattern)), (DS_SWIZZLE_B32 $a, $pattern)>;
def : Pat<(i32 (int_amdgcn_update_dpp i32:$old, i32:$a, timm:$ctrl, timm:$rows, timm:$banks, timm:$zero)),
          (V_MOV_B32_dpp $old, $a, $ctrl, $rows, $banks, $zero)>;
def : Pat<(i32 (int_amdgcn_mov_dpp i32:$a, timm:$ctrl, timm:$rows, timm:$banks, timm:$zero)),
          (V_MOV_B32_dpp (i32 (IMPLICIT_DEF)), $a, $ctrl, $rows, $banks, $zero)>;
def : Pat<(i32 (int_amdgcn_strict_wwm i32:$a)), (SI_WHOLE_WAVE $a)>;
def : Pat<(i32 (int_amdgcn_wwm i32:$a)), (SI_WHOLE_WAVE $a)>;
def : Pat<(i32 (int_amdgcn_strict_wqm i32:$a)), (SI_WHOLE_QUADS $a)>;
def : Pat<(i32 (int_amdgcn_wqm i32:$a)), (SI_WQM $a)>;
def : Pat<(i32 (int_amdgcn_softwqm i32:$a)), (SI_SOFT_WQM $a)>;
foreach name = [int_amdgcn_set_inactive, int_amdgcn_set_inactive_chain_arg] in
def : Pat<(i32 (name i32:$a, i32:$inactive)), (SI_SET_INACTIVE $a, $inactive)>;
def : Pat<(i32 (int_amdgcn_writelane i32:$value, i32:$lane, i32:$old)), (V_WRITELANE_B32 $value, $lane, $old)>;

// Synchronization and the wave's state.
def : Pat<(int_amdgcn_s_barrier), (S_BARRIER)>;
let Predicates = [IsGFX12] in def : Pat<(int_amdgcn_s_barrier), (SI_SPLIT_BARRIER)>;
def : Pat<(int_amdgcn_s_barrier_signal timm:$barrier), (S_BARRIER_SIGNAL $barrier)>;
def : Pat<(int_amdgcn_s_barrier_wait timm:$barrier), (S_BARRIER_WAIT $barrier)>;
def : Pat<(int_amdgcn_s_barrier_leave timm), (S_BARRIER_LEAVE)>;
foreach generation = [IsGFX9, IsGFX10] in
let Predicates = [generation] in {
  def : Pat<(int_amdgcn_asyncmark), (SI_ASYNC_MARK)>;
  def : Pat<(int_amdgcn_wait_asyncmark timm:$marks), (SI_WAIT_ASYNC_MARK $marks)>;
}
def : Pat<(int_amdgcn_buffer_wbinvl1), (BUFFER_WBINVL1)>;
def : Pat<(int_amdgcn_buffer_wbinvl1_vol), (BUFFER_WBINVL1_VOL)>;
def : Pat<(int_amdgcn_endpgm), (SI_END_WAVE)>;
def : Pat<(int_amdgcn_s_waitcnt timm:$counts), (S_WAITCNT $counts)>;
def : Pat<(int_amdgcn_s_sleep timm:$n), (S_SLEEP $n)>;
def : Pat<(int_amdgcn_s_setprio timm:$n), (S_SETPRIO $n)>;
def : Pat<(int_amdgcn_sched_barrier timm:$mask), (SI_SCHED_BARRIER $mask)>;
def : Pat<(int_amdgcn_sched_group_barrier timm:$mask, timm:$size, timm:$pipeline),
          (SI_SCHED_GROUP_BARRIER $mask, $size, $pipeline)>;
def : Pat<(int_amdgcn_iglp_opt timm:$strategy), (SI_SCHED_STRATEGY $strategy)>;
def : Pat<(i32 (int_amdgcn_s_getreg timm:$reg)), (S_GETREG_B32 $reg)>;
def : Pat<(int_amdgcn_s_setreg timm:$reg, i32:$value), (S_SETREG_B32 $value, $reg)>;
def : Pat<(i64 (int_amdgcn_s_memtime)), (S_MEMTIME)>;
def : Pat<(i64 (int_amdgcn_s_memrealtime)), (S_MEMREALTIME)>;
def : Pat<(int_amdgcn_s_nop timm:$n), (S_NOP $n)>;
def : Pat<(int_amdgcn_s_sethalt timm:$n), (S_SETHALT $n)>;
def : Pat<(int_amdgcn_s_incperflevel timm:$n), (S_INCPERFLEVEL $n)>;
def : Pat<(int_amdgcn_s_decperflevel timm:$n), (S_DECPERFLEVEL $n)>;
def : Pat<(int_amdgcn_s_dcache_inv), (S_DCACHE_INV)>;
def : Pat<(int_amdgcn_s_dcache_inv_vol), (S_DCACHE_INV_VOL)>;
def : Pat<(int_amdgcn_s_dcache_wb), (S_DCACHE_WB)>;
def : Pat<(int_amdgcn_s_dcache_wb_vol), (S_DCACHE_WB_VOL)>;
def : Pat<(i64 (int_amdgcn_s_getpc)), (S_GETPC_B64)>;
def : Pat<(trap), (S_TRAP 2)>;
def : Pat<(debugtrap), (S_TRAP 3)>;
def : Pat<(i64 (readcyclecounter)), (S_MEMTIME)>;
def : Pat<(i64 (readsteadycounter)), (S_MEMREALTIME)>;
// From RDNA 3 on: a register of 20 bits, and the answer to a message.
let Predicates = [IsGFX11] in
def : Pat<(i64 (readcyclecounter)),
          (REG_SEQUENCE SReg_64, (S_GETREG_B32 (i32 0x981d)), sub0, (S_MOV_B32 (i32 0)), sub1)>;
let Predicates = [IsGFX12] in def : Pat<(i64 (readcyclecounter)), (EXTRACT_SUBREG (SI_READ_CYCLES), sub0_sub1)>;
def : Pat<(i64 (int_amdgcn_s_memrealtime)), (S_SENDMSG_RTN_B64 (i32 131))>;
def : Pat<(i64 (readsteadycounter)), (S_SENDMSG_RTN_B64 (i32 131))>;
def : Pat<(atomic_fence timm:$ordering, timm:$scope), (SI_FENCE $ordering, $scope)>;

// Division: the flag of div_scale says which operand is scaled; its second result is a lane mask.
def : Pat<(f32 (int_amdgcn_div_fmas f32:$a, f32:$b, f32:$c, i1:$scaled)), (SI_DIV_FMAS_F32 $a, $b, $c, $scaled)>;
def : Pat<(f64 (int_amdgcn_div_fmas f64:$a, f64:$b, f64:$c, i1:$scaled)), (SI_DIV_FMAS_F64 $a, $b, $c, $scaled)>;

//===- RDNA ------------------------------------------------------------------------------------------------------===//

// Bits of op_sel: whether inactive lanes are read, and whether lanes out of bounds are zero.
foreach kind = ["16", "x16"] in {
  def : Pat<(i32 (!cast<SDPatternOperator>("int_amdgcn_permlane"#kind) i32:$old, i32:$src, i32:$low, i32:$high, timm:$fi,
                                                                       timm:$bound)),
            (!cast<Instruction>("V_PERMLANE"#!toupper(kind)#"_B32_e64") (LowerBitToSrc $fi), $src, (LowerBitToSrc $bound),
                                                                        $low, $high, $old)>;
  def : Pat<(i32 (!cast<SDPatternOperator>("int_amdgcn_permlane"#kind#"_var") i32:$old, i32:$src, i32:$select, timm:$fi,
                                                                              timm:$bound)),
            (!cast<Instruction>("V_PERMLANE"#!toupper(kind)#"_VAR_B32_e64") (LowerBitToSrc $fi), $src,
                                                                            (LowerBitToSrc $bound), $select, $old)>;
}
def : Pat<(i32 (int_amdgcn_permlane64 i32:$src)), (V_PERMLANE64_B32 $src)>;
def : Pat<(i32 (int_amdgcn_mov_dpp8 i32:$src, timm:$select)), (V_MOV_B32_dpp8 (i32 (IMPLICIT_DEF)), $src, $select, 0)>;
def : Pat<(i32 (int_amdgcn_ds_bpermute_fi_b32 i32:$addr, i32:$data)), (DS_BPERMUTE_FI_B32 $addr, $data, 0)>;

// Negation of a factor says that it has a sign.
def SignOfFactor : SDNodeXForm<timm, [{ dag.target_constant(i128::from(8 | imm & 1), ValueType::I32) }]>;
foreach row = [["4", "V_DOT4_I32_IU8"], ["8", "V_DOT8_I32_IU4"]] in
  def : Pat<(i32 (!cast<SDPatternOperator>("int_amdgcn_sudot"#row[0]) timm:$as, i32:$a, timm:$bs, i32:$b, i32:$c, timm:$clamp)),
            (!cast<Instruction>(row[1]) (SignOfFactor $as), $a, (SignOfFactor $bs), $b, 8, $c, $clamp)>;
// Where both factors have one anyhow in other instructions.
foreach row = [["4", "V_DOT4_I32_IU8"], ["8", "V_DOT8_I32_IU4"]] in
  def : Pat<(i32 (!cast<SDPatternOperator>("int_amdgcn_sdot"#row[0]) i32:$a, i32:$b, i32:$c, timm:$clamp)),
            (!cast<Instruction>(row[1]) 9, $a, 9, $b, 8, $c, $clamp)>;
foreach ty = ["F16", "BF16"] in
  def : Pat<(i32 (!cast<SDPatternOperator>("int_amdgcn_fdot2_"#!tolower(ty)#"_"#!tolower(ty)) i32:$a, i32:$b, i32:$c)),
            (!cast<Instruction>("V_DOT2_"#ty#"_"#ty#"_e64") 0, $a, 0, $b, 0, $c)>;
foreach a = ["fp8", "bf8"] in foreach b = ["fp8", "bf8"] in
  def : Pat<(f32 (!cast<SDPatternOperator>("int_amdgcn_dot4_f32_"#a#"_"#b) i32:$a, i32:$b, f32:$c)),
            (!cast<Instruction>("V_DOT4_F32_"#!toupper(a)#"_"#!toupper(b)) 8, $a, 8, $b, 8, $c, 0)>;

foreach counter = ["bvh", "ds", "exp", "km", "load", "sample", "store"] in
  def : Pat<(!cast<SDPatternOperator>("int_amdgcn_s_wait_"#counter#"cnt") timm:$count),
            (!cast<Instruction>("S_WAIT_"#!toupper(counter)#"CNT") $count)>;
let Predicates = [IsGFX11] in def : Pat<(int_amdgcn_s_wait_event_export_ready), (S_WAIT_EVENT 0)>;
let Predicates = [IsGFX12] in def : Pat<(int_amdgcn_s_wait_event_export_ready), (S_WAIT_EVENT 2)>;
def : Pat<(int_amdgcn_s_sleep_var i32:$count), (S_SLEEP_VAR $count)>;
def : Pat<(int_amdgcn_s_ttracedata_imm timm:$value), (S_TTRACEDATA_IMM $value)>;
def : Pat<(i32 (int_amdgcn_s_sendmsg_rtn timm:$message)), (S_SENDMSG_RTN_B32 $message)>;
def : Pat<(i64 (int_amdgcn_s_sendmsg_rtn timm:$message)), (S_SENDMSG_RTN_B64 $message)>;
