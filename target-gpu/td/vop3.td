// VOP3: instructions that exist in the 64-bit encoding only.

class VOP3Only<int op, string mnemonic, VOPProfile P> : VOP3Inst<op, P, mnemonic> {
  let AltMnemonics = [mnemonic#"_e64"];
}
multiclass VOP3<int op, string mnemonic, VOPProfile P> {
  let BaseName = NAME in {
  def _e64 : VOP3Only<op, mnemonic, P>;
  if P.HasDPP then defm "" : VOP3Dpp<mnemonic, P>;
  }
}

def VOP3_I32x3 : VOPProfile<I32, I32, I32, I32>;
def VOP3_I32x3_Clamp : VOPProfile<I32, I32, I32, I32> { let HasClamp = true; }
def VOP3_F32x3 : VOPProfile<F32, F32, F32, F32>;
def VOP3_F32x3_NoDPP : VOPProfile<F32, F32, F32, F32> { let HasDPP = false; }
def VOP3_F64x3 : VOPProfile<F64, F64, F64, F64>;
def VOP3_F16x3 : VOPProfile<F16, F16, F16, F16>;
def VOP3_F16x3_OpSel : VOPProfile<F16, F16, F16, F16> { let HasOpSel = true; }
def VOP3_I16x3_Clamp : VOPProfile<I16, I16, I16, I16> { let HasClamp = true; }
def VOP3_I16x3_OpSel : VOPProfile<I16, I16, I16, I16> { let HasOpSel = true; let HasClamp = true; }
def VOP3_I32_I16_I16_I32_OpSel : VOPProfile<I32, I16, I16, I32> { let HasOpSel = true; let HasClamp = true; }
// The shift is half of a register from GFX11 on.
def VOP3_ALIGN : VOPProfile<I32, I32, I32, I32Half> { let HasOpSel = true; let HasClamp = true; }
def VOP3_I32_F32_I32_I32 : VOPProfile<I32, F32, I32, I32>;
def VOP3_I32_F32_I32 : VOPProfile<I32, F32, I32>;
def VOP3_I64_I64_I32_I64_Clamp : VOPProfile<I64, I64, I32, I64> { let HasClamp = true; }
def VOP3_I64_I64_I32_I64 : VOPProfile<I64, I64, I32, I64>;
def VOP3_I128_I64_I32_I128_Clamp : VOPProfile<I128, I64, I32, I32> {
  let HasClamp = true;
  let HasCarryIn = false;
}
// Division: the scale flag goes to a scalar pair; no abs.
class VOP3DivScale<VALUType T> : VOPProfile<T, T, T, T> {
  let HasSDst = true;
  let HasDPP = false;
}
def VOP3_DIV_SCALE_F32 : VOP3DivScale<F32>;
def VOP3_DIV_SCALE_F64 : VOP3DivScale<F64>;
def VOP3_MAD64 : VOPProfile<I64, I32, I32, I64> { let HasSDst = true; let HasClamp = true; }

def VOP3_F64x2 : VOPProfile<F64, F64, F64>;
def VOP3_F64_F64_I32 : VOPProfile<F64, F64, I32>;
def VOP3_F32_F32_I32 : VOPProfile<F32, F32, I32>;
def VOP3_I32x2 : VOPProfile<I32, I32, I32>;
def VOP3_I32x2_NoDPP : VOPProfile<I32, I32, I32> { let HasDPP = false; }
def VOP3_I32x2_Clamp : VOPProfile<I32, I32, I32> { let HasClamp = true; }
def VOP3_I64_I32_I64 : VOPProfile<I64, I32, I64>;
def VOP3_I32_F32_F32 : VOPProfile<I32, F32, F32>;
def VOP3_V2F16_F32_F32 : VOPProfile<V2F16, F32, F32>;
def VOP3_V2F16_F16_F16_OpSel : VOPProfile<V2F16, F16, F16> { let HasOpSel = true; let HasOMod = false; }
def VOP3_I32_F16_F16_OpSel : VOPProfile<I32, F16, F16> { let HasOpSel = true; }
def VOP3_I16x2_OpSel : VOPProfile<I16, I16, I16> { let HasOpSel = true; let HasClamp = true; }
// Conversions to 8-bit floats write a part of the destination, selected by op_sel, and preserve the rest.
def VOP3_FP8_F32_F32 : VOPProfile<I32, F32, F32> { let HasOpSel = true; let HasClamp = false; }
def VOP3_FP8_F32_I32 : VOPProfile<I32, F32, I32, I32> {
  let HasOpSel = true;
  let HasClamp = false;
  let TiedSrc2 = true;
}
multiclass VOP3CvtPkFP8<int op, string mnemonic> {
  let BaseName = NAME in
  def _e64 : VOP3Only<op, mnemonic, VOP3_FP8_F32_F32> {
    let InOperandList = (ins FPOpSelMods:$src0_modifiers, VCSrc_f32:$src0, FPOpSelMods:$src1_modifiers, VCSrc_f32:$src1,
                             VGPR_32:$vdst_in);
    let Constraints = "$vdst = $vdst_in";
  }
}
// The byte is chosen by two bits: op_sel of the third source, which is the destination, and of the destination.
multiclass VOP3CvtSrFP8<int op, string mnemonic> {
  let BaseName = NAME in
  def _e64 : VOP3Only<op, mnemonic, VOP3_FP8_F32_I32> {
    let InOperandList = (ins FPOpSelMods:$src0_modifiers, VCSrc_f32:$src0, OpSelMods:$src1_modifiers, VCSrc_b32:$src1,
                             OpSelMods:$src2_modifiers, VGPR_32:$src2);
    let Constraints = "$vdst = $src2";
  }
}

let isCommutable = true in {
let Predicates = [LacksGFX940] in {
defm V_MAD_LEGACY_F32 : VOP3<0x1c0, "v_mad_legacy_f32", VOP3_F32x3_NoDPP>;
defm V_MAD_F32 : VOP3<0x1c1, "v_mad_f32", VOP3_F32x3_NoDPP>;
}
defm V_MAD_I32_I24 : VOP3<0x1c2, "v_mad_i32_i24", VOP3_I32x3_Clamp>;
defm V_MAD_U32_U24 : VOP3<0x1c3, "v_mad_u32_u24", VOP3_I32x3_Clamp>;
defm V_FMA_F32 : VOP3<0x1cb, "v_fma_f32", VOP3_F32x3>;
defm V_FMA_F64 : VOP3<0x1cc, "v_fma_f64", VOP3_F64x3>;
defm V_LERP_U8 : VOP3<0x1cd, "v_lerp_u8", VOP3_I32x3>;
}
defm V_CUBEID_F32 : VOP3<0x1c4, "v_cubeid_f32", VOP3_F32x3>;
defm V_CUBESC_F32 : VOP3<0x1c5, "v_cubesc_f32", VOP3_F32x3>;
defm V_CUBETC_F32 : VOP3<0x1c6, "v_cubetc_f32", VOP3_F32x3>;
defm V_CUBEMA_F32 : VOP3<0x1c7, "v_cubema_f32", VOP3_F32x3>;
defm V_BFE_U32 : VOP3<0x1c8, "v_bfe_u32", VOP3_I32x3>;
defm V_BFE_I32 : VOP3<0x1c9, "v_bfe_i32", VOP3_I32x3>;
defm V_BFI_B32 : VOP3<0x1ca, "v_bfi_b32", VOP3_I32x3>;
defm V_ALIGNBIT_B32 : VOP3<0x1ce, "v_alignbit_b32", VOP3_ALIGN>;
defm V_ALIGNBYTE_B32 : VOP3<0x1cf, "v_alignbyte_b32", VOP3_ALIGN>;
let isCommutable = true in {
defm V_MIN3_F32 : VOP3<0x1d0, "v_min3_f32", VOP3_F32x3>;
defm V_MIN3_I32 : VOP3<0x1d1, "v_min3_i32", VOP3_I32x3>;
defm V_MIN3_U32 : VOP3<0x1d2, "v_min3_u32", VOP3_I32x3>;
defm V_MAX3_F32 : VOP3<0x1d3, "v_max3_f32", VOP3_F32x3>;
defm V_MAX3_I32 : VOP3<0x1d4, "v_max3_i32", VOP3_I32x3>;
defm V_MAX3_U32 : VOP3<0x1d5, "v_max3_u32", VOP3_I32x3>;
defm V_MED3_F32 : VOP3<0x1d6, "v_med3_f32", VOP3_F32x3>;
defm V_MED3_I32 : VOP3<0x1d7, "v_med3_i32", VOP3_I32x3>;
defm V_MED3_U32 : VOP3<0x1d8, "v_med3_u32", VOP3_I32x3>;
defm V_SAD_U8 : VOP3<0x1d9, "v_sad_u8", VOP3_I32x3_Clamp>;
defm V_SAD_HI_U8 : VOP3<0x1da, "v_sad_hi_u8", VOP3_I32x3_Clamp>;
defm V_SAD_U16 : VOP3<0x1db, "v_sad_u16", VOP3_I32x3_Clamp>;
defm V_SAD_U32 : VOP3<0x1dc, "v_sad_u32", VOP3_I32x3_Clamp>;
}
defm V_CVT_PK_U8_F32 : VOP3<0x1dd, "v_cvt_pk_u8_f32", VOP3_I32_F32_I32_I32>;
defm V_DIV_FIXUP_F32 : VOP3<0x1de, "v_div_fixup_f32", VOP3_F32x3_NoDPP>;
defm V_DIV_FIXUP_F64 : VOP3<0x1df, "v_div_fixup_f64", VOP3_F64x3>;
defm V_DIV_SCALE_F32 : VOP3<0x1e0, "v_div_scale_f32", VOP3_DIV_SCALE_F32>;
defm V_DIV_SCALE_F64 : VOP3<0x1e1, "v_div_scale_f64", VOP3_DIV_SCALE_F64>;
// VCC holds the scale flags of the lanes.
multiclass VOP3DivFmas<int op, string mnemonic, VOPProfile P> {
  let BaseName = NAME in def _e64 : VOP3Only<op, mnemonic, P> { let Uses = [MODE, VCC, EXEC]; }
}
let isCommutable = true in {
defm V_DIV_FMAS_F32 : VOP3DivFmas<0x1e2, "v_div_fmas_f32", VOP3_F32x3>;
defm V_DIV_FMAS_F64 : VOP3DivFmas<0x1e3, "v_div_fmas_f64", VOP3_F64x3>;
}
defm V_MSAD_U8 : VOP3<0x1e4, "v_msad_u8", VOP3_I32x3_Clamp>;
// The result must not overlap the sources.
multiclass VOP3EarlyClobber<int op, string mnemonic, VOPProfile P> {
  let BaseName = NAME in def _e64 : VOP3Only<op, mnemonic, P> { let Constraints = "@earlyclobber $vdst"; }
}
let Product = true in {
defm V_QSAD_PK_U16_U8 : VOP3EarlyClobber<0x1e5, "v_qsad_pk_u16_u8", VOP3_I64_I64_I32_I64_Clamp>;
defm V_MQSAD_PK_U16_U8 : VOP3EarlyClobber<0x1e6, "v_mqsad_pk_u16_u8", VOP3_I64_I64_I32_I64_Clamp>;
let BaseName = "V_MQSAD_U32_U8" in
def V_MQSAD_U32_U8_e64 : VOP3Only<0x1e7, "v_mqsad_u32_u8", VOP3_I128_I64_I32_I128_Clamp> {
  let InOperandList = (ins VCSrc_b64:$src0, VCSrc_b32:$src1, VReg_128_Align2:$src2, Clamp:$clamp);
  let Constraints = "@earlyclobber $vdst";
}
let isCommutable = true in {
defm V_MAD_U64_U32 : VOP3<0x1e8, "v_mad_u64_u32", VOP3_MAD64>;
defm V_MAD_I64_I32 : VOP3<0x1e9, "v_mad_i64_i32", VOP3_MAD64>;
}
}
let isCommutable = true in {
defm V_MAD_LEGACY_F16 : VOP3<0x1ea, "v_mad_legacy_f16", VOP3_F16x3>;
defm V_MAD_LEGACY_U16 : VOP3<0x1eb, "v_mad_legacy_u16", VOP3_I16x3_Clamp>;
defm V_MAD_LEGACY_I16 : VOP3<0x1ec, "v_mad_legacy_i16", VOP3_I16x3_Clamp>;
defm V_FMA_LEGACY_F16 : VOP3<0x1ee, "v_fma_legacy_f16", VOP3_F16x3>;
defm V_MAD_U32_U16 : VOP3<0x1f1, "v_mad_u32_u16", VOP3_I32_I16_I16_I32_OpSel>;
defm V_MAD_I32_I16 : VOP3<0x1f2, "v_mad_i32_i16", VOP3_I32_I16_I16_I32_OpSel>;
defm V_XAD_U32 : VOP3<0x1f3, "v_xad_u32", VOP3_I32x3>;
defm V_MIN3_F16 : VOP3<0x1f4, "v_min3_f16", VOP3_F16x3_OpSel>;
defm V_MIN3_I16 : VOP3<0x1f5, "v_min3_i16", VOP3_I16x3_OpSel>;
defm V_MIN3_U16 : VOP3<0x1f6, "v_min3_u16", VOP3_I16x3_OpSel>;
defm V_MAX3_F16 : VOP3<0x1f7, "v_max3_f16", VOP3_F16x3_OpSel>;
defm V_MAX3_I16 : VOP3<0x1f8, "v_max3_i16", VOP3_I16x3_OpSel>;
defm V_MAX3_U16 : VOP3<0x1f9, "v_max3_u16", VOP3_I16x3_OpSel>;
defm V_MED3_F16 : VOP3<0x1fa, "v_med3_f16", VOP3_F16x3_OpSel>;
defm V_MED3_I16 : VOP3<0x1fb, "v_med3_i16", VOP3_I16x3_OpSel>;
defm V_MED3_U16 : VOP3<0x1fc, "v_med3_u16", VOP3_I16x3_OpSel>;
defm V_ADD_LSHL_U32 : VOP3<0x1fe, "v_add_lshl_u32", VOP3_I32x3>;
defm V_ADD3_U32 : VOP3<0x1ff, "v_add3_u32", VOP3_I32x3>;
defm V_AND_OR_B32 : VOP3<0x201, "v_and_or_b32", VOP3_I32x3>;
defm V_OR3_B32 : VOP3<0x202, "v_or3_b32", VOP3_I32x3>;
defm V_MAD_F16 : VOP3<0x203, "v_mad_f16", VOP3_F16x3_OpSel>;
defm V_MAD_U16 : VOP3<0x204, "v_mad_u16", VOP3_I16x3_OpSel>;
defm V_MAD_I16 : VOP3<0x205, "v_mad_i16", VOP3_I16x3_OpSel>;
defm V_FMA_F16 : VOP3<0x206, "v_fma_f16", VOP3_F16x3_OpSel>;
}
defm V_DIV_FIXUP_LEGACY_F16 : VOP3<0x1ef, "v_div_fixup_legacy_f16", VOP3_F16x3>;
defm V_PERM_B32 : VOP3<0x1ed, "v_perm_b32", VOP3_I32x3>;
defm V_CVT_PKACCUM_U8_F32 : VOP3<0x1f0, "v_cvt_pkaccum_u8_f32", VOP3_I32_F32_I32>;
defm V_LSHL_ADD_U32 : VOP3<0x1fd, "v_lshl_add_u32", VOP3_I32x3>;
defm V_LSHL_OR_B32 : VOP3<0x200, "v_lshl_or_b32", VOP3_I32x3>;
defm V_DIV_FIXUP_F16 : VOP3<0x207, "v_div_fixup_f16", VOP3_F16x3_OpSel>;
let Predicates = [HasGFX940] in defm V_LSHL_ADD_U64 : VOP3<0x208, "v_lshl_add_u64", VOP3_I64_I64_I32_I64>;

let isCommutable = true in {
defm V_ADD_F64 : VOP3<0x280, "v_add_f64", VOP3_F64x2>;
defm V_MUL_F64 : VOP3<0x281, "v_mul_f64", VOP3_F64x2>;
defm V_MIN_F64 : VOP3<0x282, "v_min_f64", VOP3_F64x2>;
defm V_MAX_F64 : VOP3<0x283, "v_max_f64", VOP3_F64x2>;
let Product = true in {
// The low half is the same for signed numbers.
let AltMnemonics = ["v_mul_lo_u32_e64", "v_mul_lo_i32", "v_mul_lo_i32_e64"] in
defm V_MUL_LO_U32 : VOP3<0x285, "v_mul_lo_u32", VOP3_I32x2_NoDPP>;
defm V_MUL_HI_U32 : VOP3<0x286, "v_mul_hi_u32", VOP3_I32x2_NoDPP>;
defm V_MUL_HI_I32 : VOP3<0x287, "v_mul_hi_i32", VOP3_I32x2_NoDPP>;
}
}
defm V_LDEXP_F64 : VOP3<0x284, "v_ldexp_f64", VOP3_F64_F64_I32>;
defm V_LDEXP_F32 : VOP3<0x288, "v_ldexp_f32", VOP3_F32_F32_I32>;

// One lane of a vector register.
class VOP3Lane<int op, dag outs, dag ins, string mnemonic, string asm> : AMDInst<outs, ins, mnemonic, asm> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> vdst;
  bits<10> src0;
  bits<10> src1;
  let Inst{7-0} = vdst{7-0};
  let Inst{15-8} = 0;
  let Inst{25-16} = op;
  let Inst{31-26} = 0b110100;
  let Inst{40-32} = src0{8-0};
  let Inst{49-41} = src1{8-0};
  let Inst{63-50} = 0;
  let VALU = true;
  let VOP3 = true;
  let BaseName = !toupper(mnemonic);
  let AltMnemonics = [mnemonic#"_e64"];
}
let isConvergent = true in {
def V_READLANE_B32 : VOP3Lane<0x289, (outs SDstOp_32:$vdst), (ins VRegSrc_32:$src0, SCSrc_lane:$src1),
                              "v_readlane_b32", "$vdst, $src0, $src1">;
}
def V_WRITELANE_B32 : VOP3Lane<0x28a, (outs VGPR_32:$vdst),
                               (ins SCSrc_lane:$src0, SCSrc_lane:$src1, VGPR_32:$vdst_in),
                               "v_writelane_b32", "$vdst, $src0, $src1"> {
  let Constraints = "$vdst = $vdst_in";
}

defm V_BCNT_U32_B32 : VOP3<0x28b, "v_bcnt_u32_b32", VOP3_I32x2>;
defm V_MBCNT_LO_U32_B32 : VOP3<0x28c, "v_mbcnt_lo_u32_b32", VOP3_I32x2>;
defm V_MBCNT_HI_U32_B32 : VOP3<0x28d, "v_mbcnt_hi_u32_b32", VOP3_I32x2>;
defm V_LSHLREV_B64 : VOP3<0x28f, "v_lshlrev_b64", VOP3_I64_I32_I64>;
defm V_LSHRREV_B64 : VOP3<0x290, "v_lshrrev_b64", VOP3_I64_I32_I64>;
defm V_ASHRREV_I64 : VOP3<0x291, "v_ashrrev_i64", VOP3_I64_I32_I64>;
defm V_TRIG_PREOP_F64 : VOP3<0x292, "v_trig_preop_f64", VOP3_F64_F64_I32>;
defm V_BFM_B32 : VOP3<0x293, "v_bfm_b32", VOP3_I32x2>;
defm V_CVT_PKNORM_I16_F32 : VOP3<0x294, "v_cvt_pknorm_i16_f32", VOP3_I32_F32_F32>;
defm V_CVT_PKNORM_U16_F32 : VOP3<0x295, "v_cvt_pknorm_u16_f32", VOP3_I32_F32_F32>;
defm V_CVT_PKRTZ_F16_F32 : VOP3<0x296, "v_cvt_pkrtz_f16_f32", VOP3_V2F16_F32_F32>;
defm V_CVT_PK_U16_U32 : VOP3<0x297, "v_cvt_pk_u16_u32", VOP3_I32x2>;
defm V_CVT_PK_I16_I32 : VOP3<0x298, "v_cvt_pk_i16_i32", VOP3_I32x2>;
defm V_CVT_PKNORM_I16_F16 : VOP3<0x299, "v_cvt_pknorm_i16_f16", VOP3_I32_F16_F16_OpSel>;
defm V_CVT_PKNORM_U16_F16 : VOP3<0x29a, "v_cvt_pknorm_u16_f16", VOP3_I32_F16_F16_OpSel>;
let isCommutable = true in {
defm V_ADD_I32 : VOP3<0x29c, "v_add_i32", VOP3_I32x2_Clamp>;
defm V_ADD_I16 : VOP3<0x29e, "v_add_i16", VOP3_I16x2_OpSel>;
}
defm V_SUB_I32 : VOP3<0x29d, "v_sub_i32", VOP3_I32x2_Clamp>;
defm V_SUB_I16 : VOP3<0x29f, "v_sub_i16", VOP3_I16x2_OpSel>;
defm V_PACK_B32_F16 : VOP3<0x2a0, "v_pack_b32_f16", VOP3_V2F16_F16_F16_OpSel>;
let isCommutable = true, Predicates = [HasGFX90A] in
defm V_MUL_LEGACY_F32 : VOP3<0x2a1, "v_mul_legacy_f32", VOP_F32_F32_F32>;
let Predicates = [HasFP8] in defm V_CVT_PK_FP8_F32 : VOP3CvtPkFP8<0x2a2, "v_cvt_pk_fp8_f32">;
let Predicates = [HasFP8] in defm V_CVT_PK_BF8_F32 : VOP3CvtPkFP8<0x2a3, "v_cvt_pk_bf8_f32">;
let Predicates = [HasFP8], ByteSelect = true in defm V_CVT_SR_FP8_F32 : VOP3CvtSrFP8<0x2a4, "v_cvt_sr_fp8_f32">;
let Predicates = [HasFP8], ByteSelect = true in defm V_CVT_SR_BF8_F32 : VOP3CvtSrFP8<0x2a5, "v_cvt_sr_bf8_f32">;
