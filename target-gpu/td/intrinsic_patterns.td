// Instructions of the target's intrinsics.

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
def : Pat<(i32 (int_amdgcn_sffbh i32:$a)), (V_FFBH_I32_e64 $a)>;
def : Pat<(i32 (int_amdgcn_mbcnt_lo i32:$a, i32:$b)), (V_MBCNT_LO_U32_B32_e64 $a, $b)>;
def : Pat<(i32 (int_amdgcn_mbcnt_hi i32:$a, i32:$b)), (V_MBCNT_HI_U32_B32_e64 $a, $b)>;

// Between lanes.
def : Pat<(i32 (int_amdgcn_readfirstlane i32:$a)), (V_READFIRSTLANE_B32 $a)>;
def : Pat<(i32 (int_amdgcn_readlane i32:$a, i32:$lane)), (V_READLANE_B32 $a, $lane)>;
def : Pat<(i32 (int_amdgcn_ds_bpermute i32:$addr, i32:$data)), (DS_BPERMUTE_B32 $addr, $data, 0)>;
def : Pat<(i32 (int_amdgcn_ds_permute i32:$addr, i32:$data)), (DS_PERMUTE_B32 $addr, $data, 0)>;
def : Pat<(i32 (int_amdgcn_ds_swizzle i32:$a, timm:$pattern)), (DS_SWIZZLE_B32 $a, $pattern)>;
def : Pat<(i32 (int_amdgcn_update_dpp i32:$old, i32:$a, timm:$ctrl, timm:$rows, timm:$banks, timm:$zero)),
          (V_MOV_B32_dpp $old, $a, $ctrl, $rows, $banks, $zero)>;
def : Pat<(i32 (int_amdgcn_mov_dpp i32:$a, timm:$ctrl, timm:$rows, timm:$banks, timm:$zero)),
          (V_MOV_B32_dpp (i32 (IMPLICIT_DEF)), $a, $ctrl, $rows, $banks, $zero)>;
def : Pat<(i32 (int_amdgcn_writelane i32:$value, i32:$lane, i32:$old)), (V_WRITELANE_B32 $value, $lane, $old)>;

// Synchronization and the wave's state.
def : Pat<(int_amdgcn_s_barrier), (S_BARRIER)>;
def : Pat<(int_amdgcn_s_waitcnt timm:$counts), (S_WAITCNT $counts)>;
def : Pat<(int_amdgcn_s_sleep timm:$n), (S_SLEEP $n)>;
def : Pat<(int_amdgcn_s_setprio timm:$n), (S_SETPRIO $n)>;
def : Pat<(i32 (int_amdgcn_s_getreg timm:$reg)), (S_GETREG_B32 $reg)>;
def : Pat<(int_amdgcn_s_setreg timm:$reg, i32:$value), (S_SETREG_B32 $value, $reg)>;
def : Pat<(i64 (int_amdgcn_s_memtime)), (S_MEMTIME)>;
def : Pat<(i64 (int_amdgcn_s_memrealtime)), (S_MEMREALTIME)>;
def : Pat<(trap), (S_TRAP 2)>;
def : Pat<(debugtrap), (S_TRAP 3)>;
def : Pat<(i64 (readcyclecounter)), (S_MEMTIME)>;
def : Pat<(atomic_fence timm:$ordering, timm:$scope), (SI_FENCE $ordering, $scope)>;

// Division: the flag of div_scale says which operand is scaled; its second result is a lane mask.
def : Pat<(f32 (int_amdgcn_div_fmas f32:$a, f32:$b, f32:$c, i1:$scaled)), (SI_DIV_FMAS_F32 $a, $b, $c, $scaled)>;
def : Pat<(f64 (int_amdgcn_div_fmas f64:$a, f64:$b, f64:$c, i1:$scaled)), (SI_DIV_FMAS_F64 $a, $b, $c, $scaled)>;
