// VOP1: one source.

class VOP1Common<VOPProfile P, dag outs, dag ins, string mnemonic, string asm> : AMDInst<outs, ins, mnemonic, asm> {
  bits<10> vdst;
  let VALU = true;
  let VOP1 = true;
  let Uses = !if(P.AnyFP, [MODE, EXEC], [EXEC]);
  let ReadsMode = P.AnyFP;
  let mayRaiseFPException = P.AnyFP;
  let Rate64 = P.Any64;
}
class VOP1_e32<int op, VOPProfile P, string mnemonic>
  : VOP1Common<P, P.Outs, (ins P.Src0.Src0:$src0), mnemonic, "$vdst, $src0"> {
  field bits<32> Inst;
  let Size = 4;
  bits<10> src0;
  let Inst{8-0} = src0{8-0};
  let Inst{16-9} = op;
  let Inst{24-17} = vdst{7-0};
  let Inst{31-25} = 0b0111111;
  let Form = "e32";
}
class VOP1_sdwa<int op, VOPProfile P, string mnemonic>
  : VOP1Common<P, P.Outs,
      !con(!if(P.Mods0, (ins FPInputMods:$src0_modifiers), (ins IntInputMods:$src0_modifiers)),
           (ins P.Src0.Sdwa:$src0, Clamp:$clamp), !if(P.HasSDWAOMod, (ins OMod:$omod), (ins)),
           (ins DstSel:$dst_sel, DstUnused:$dst_unused, Src0Sel:$src0_sel)),
      mnemonic#"_sdwa",
      "$vdst, $src0_modifiers$clamp"#!if(P.HasSDWAOMod, "$omod", "")#"$dst_sel$dst_unused$src0_sel"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<4> src0_modifiers;
  bits<1> clamp;
  bits<2> omod;
  bits<3> dst_sel;
  bits<2> dst_unused;
  bits<3> src0_sel;
  let Inst{8-0} = 249;
  let Inst{16-9} = op;
  let Inst{24-17} = vdst{7-0};
  let Inst{31-25} = 0b0111111;
  let Inst{39-32} = src0{7-0};
  let Inst{42-40} = dst_sel;
  let Inst{44-43} = dst_unused;
  let Inst{45} = clamp{0};
  let Inst{47-46} = !if(P.HasSDWAOMod, omod, 0);
  let Inst{50-48} = src0_sel;
  let Inst{51} = !if(P.Mods0, 0, src0_modifiers{0});
  let Inst{52} = !if(P.Mods0, src0_modifiers{0}, 0);
  let Inst{53} = !if(P.Mods0, src0_modifiers{1}, 0);
  let Inst{54} = 0;
  let DecodeIgnore{54} = 1;
  let Inst{55} = src0{8};
  let Inst{63-56} = 0;
  let SDWA = true;
  let Form = "sdwa";
}
// Of 8-bit floats: the source has no modifiers, the whole destination is written.
class VOP1_sdwa_fp8<int op, VOPProfile P, string mnemonic>
  : VOP1Common<P, P.Outs, (ins P.Src0.Sdwa:$src0, Clamp:$clamp, OMod:$omod, Src0Sel:$src0_sel), mnemonic#"_sdwa",
               "$vdst, $src0$clamp$omod$src0_sel"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<1> clamp;
  bits<2> omod;
  bits<3> src0_sel;
  let Inst{8-0} = 249;
  let Inst{16-9} = op;
  let Inst{24-17} = vdst{7-0};
  let Inst{31-25} = 0b0111111;
  let Inst{39-32} = src0{7-0};
  let Inst{42-40} = 6;
  let Inst{44-43} = 0;
  let Inst{45} = clamp{0};
  let Inst{47-46} = omod;
  let Inst{50-48} = src0_sel;
  let Inst{54-51} = 0;
  let Inst{55} = src0{8};
  let Inst{63-56} = 0;
  let SDWA = true;
  let Form = "sdwa";
}
class VOP1_dpp<int op, VOPProfile P, string mnemonic>
  : VOP1Common<P, P.Outs,
      !con((ins P.Dst.Short:$old), !if(P.Mods0, (ins FPInputMods:$src0_modifiers), (ins)),
           (ins P.Src0.Short:$src0), !if(P.Any64, (ins DPPCtrl64:$dpp_ctrl), (ins DPPCtrl:$dpp_ctrl)),
           (ins RowMask:$row_mask, BankMask:$bank_mask, BoundCtrl:$bound_ctrl, FI:$fi)),
      mnemonic#"_dpp",
      "$vdst, "#!if(P.Mods0, "$src0_modifiers", "$src0")#" $dpp_ctrl$row_mask$bank_mask$bound_ctrl"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<4> src0_modifiers;
  bits<9> dpp_ctrl;
  bits<4> row_mask;
  bits<4> bank_mask;
  bits<1> bound_ctrl;
  let Inst{8-0} = 250;
  let Inst{16-9} = op;
  let Inst{24-17} = vdst{7-0};
  let Inst{31-25} = 0b0111111;
  let Inst{39-32} = src0{7-0};
  let Inst{48-40} = dpp_ctrl;
  let Inst{50-49} = 0;
  let DecodeIgnore{50-49} = 3;
  let Inst{51} = bound_ctrl{0};
  let Inst{52} = !if(P.Mods0, src0_modifiers{0}, 0);
  let Inst{53} = !if(P.Mods0, src0_modifiers{1}, 0);
  let Inst{55-54} = 0;
  let Inst{59-56} = bank_mask;
  let Inst{63-60} = row_mask;
  let DPP = true;
  let Form = "dpp";
  let isConvergent = true;
  let Constraints = "$vdst = $old";
}

class VOP1_dpp8<VOPProfile P, string mnemonic>
  : VOP1Common<P, P.Outs, (ins P.Dst.Short:$old, P.Src0.Short:$src0, DPP8Lanes:$dpp8, DPP8FI:$fi), mnemonic#"_dpp",
               "$vdst, $src0$dpp8$fi"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<24> dpp8;
  bits<2> fi;
  let Inst{1-0} = fi;
  let Inst{8-2} = 0b0111010;
  let Inst{24-17} = vdst{7-0};
  let Inst{31-25} = 0b0111111;
  let Inst{39-32} = src0{7-0};
  let Inst{63-40} = dpp8;
  let DPP = true;
  let Form = "dpp8";
  let isConvergent = true;
  let Constraints = "$vdst = $old";
}

multiclass VOP1<int op, string mnemonic, VOPProfile P> {
  let BaseName = NAME in {
  def _e32 : VOP1_e32<op, P, mnemonic#"_e32">;
  def _e64 : VOP3Inst<!add(op, 0x140), P, mnemonic#"_e64"> { let VOP1 = true; }
  if P.HasSDWA then {
    if P.SDWASourceOnly then def _sdwa : VOP1_sdwa_fp8<op, P, mnemonic>;
    else def _sdwa : VOP1_sdwa<op, P, mnemonic>;
  }
  if P.HasDPP then {
    // Pairs of registers as sources came with gfx90a.
    if P.Src0.Is64 then let Predicates = [HasGFX90A] in def _dpp : VOP1_dpp<op, P, mnemonic>;
    else def _dpp : VOP1_dpp<op, P, mnemonic>;
    if !not(P.Any64) then let EncodingPredicates = [OnlyOtherEncodings] in def _dpp8 : VOP1_dpp8<P, mnemonic>;
    let VOP1 = true in defm "" : VOP3Dpp<mnemonic, P>;
  }
  }
}

def VOP_I32_I32 : VOPProfile<I32, I32>;
// The source is a vector register.
def R32 : VALUType<VGPR_32, VRegSrc_32, VRegSrc_32, false>;
def VOP_I32_R32 : VOPProfile<I32, R32>;
def VOP_I64_I64 : VOPProfile<I64, I64>;
def VOP_F32_F32 : VOPProfile<F32, F32>;
def VOP_F64_F64 : VOPProfile<F64, F64>;
def VOP_F16_F16 : VOPProfile<F16, F16>;
def VOP_F32_I32 : VOPProfile<F32, I32>;
def VOP_F64_I32 : VOPProfile<F64, I32>;
def VOP_F16_I16 : VOPProfile<F16, I16>;
def VOP_F64_F32 : VOPProfile<F64, F32>;
def VOP_F32_F64 : VOPProfile<F32, F64>;
def VOP_F16_F32 : VOPProfile<F16, F32>;
def VOP_F32_F16 : VOPProfile<F32, F16>;
// SDWA selects words of a register, although the result is a pair.
def VOP_V2F32_I32 : VOPProfile<V2F32, I32Half> { let HasSDWA = true; let SDWASourceOnly = true; }
// Text allows omod, although the result is an integer.
def VOP_I32_F32 : VOPProfile<I32, F32> { let HasOMod = true; }
def VOP_I32_F64 : VOPProfile<I32, F64> { let HasOMod = true; }
def VOP_I16_I32 : VOPProfile<I16, I32>;
def VOP_I16_F16 : VOPProfile<I16, F16> { let HasOMod = true; }
def VOP_I32_F32_NoOMod : VOPProfile<I32, F32>;
def VOP_F32_FP8 : VOPProfile<F32, I32> { let SDWASourceOnly = true; }

// Without operands.
class VOP1Plain_e32<int op, string mnemonic> : VOP1Common<VOP_I32_I32, (outs), (ins), mnemonic, ""> {
  field bits<32> Inst;
  let Size = 4;
  let AltMnemonics = [mnemonic#"_e32"];
  let Inst{8-0} = 0;
  let Inst{16-9} = op;
  let Inst{24-17} = 0;
  let Inst{31-25} = 0b0111111;
  let BaseName = !toupper(mnemonic);
  let Form = "e32";
}
class VOP1Plain_e64<int op, string mnemonic> : VOP1Common<VOP_I32_I32, (outs), (ins), mnemonic, ""> {
  field bits<64> Inst;
  let Size = 8;
  let AltMnemonics = [mnemonic#"_e64"];
  let Inst{15-0} = 0;
  let Inst{25-16} = !add(op, 0x140);
  let Inst{31-26} = 0b110100;
  let Inst{63-32} = 0;
  let BaseName = !toupper(mnemonic);
  let Form = "e64";
  let VOP3 = true;
}
// Exchanges two registers, which are both read and written.
class VOP1Swap<int op, string mnemonic, DAGOperand rc = VGPR_32>
  : VOP1Common<VOP_I32_I32, (outs rc:$vdst, rc:$vdst1), (ins rc:$src0, rc:$src1), mnemonic, "$vdst, $src0"> {
  field bits<32> Inst;
  let Size = 4;
  bits<10> src0;
  let Inst{8-0} = src0{8-0};
  let Inst{16-9} = op;
  let Inst{24-17} = vdst{7-0};
  let Inst{31-25} = 0b0111111;
  let Constraints = "$vdst = $src1, $vdst1 = $src0";
  let BaseName = !toupper(mnemonic);
}

def V_NOP_e32 : VOP1Plain_e32<0x00, "v_nop">;
def V_NOP_e64 : VOP1Plain_e64<0x00, "v_nop">;
// The encodings with modifiers exist as well; assembly text never requires the selects.
class VNopExtended<int marker, dag ins, string asm> : VOP1Common<VOP_I32_I32, (outs), ins, "v_nop", asm> {
  field bits<64> Inst;
  let Size = 8;
  let Inst{31-0} = !or(0x7e000000, marker);
  let BaseName = "V_NOP";
}
def V_NOP_sdwa : VNopExtended<249, (ins), ""> {
  let AltMnemonics = ["v_nop_sdwa"];
  let Inst{63-32} = 0;
  let SDWA = true;
  let Form = "sdwa";
}
def V_NOP_dpp : VNopExtended<250, (ins DPPCtrl:$dpp_ctrl, RowMask:$row_mask, BankMask:$bank_mask,
                                       BoundCtrl:$bound_ctrl, FI:$fi),
                             "$dpp_ctrl$row_mask$bank_mask$bound_ctrl"> {
  let AltMnemonics = ["v_nop_dpp"];
  bits<9> dpp_ctrl;
  bits<4> row_mask;
  bits<4> bank_mask;
  bits<1> bound_ctrl;
  let Inst{39-32} = 0;
  let Inst{48-40} = dpp_ctrl;
  let Inst{50-49} = 0;
  let DecodeIgnore{50-49} = 3;
  let Inst{51} = bound_ctrl{0};
  let Inst{55-52} = 0;
  let Inst{59-56} = bank_mask;
  let Inst{63-60} = row_mask;
  let DPP = true;
  let Form = "dpp";
}
let isMoveImm = true, isReMaterializable = true, isAsCheapAsAMove = true in {
defm V_MOV_B32 : VOP1<0x01, "v_mov_b32", VOP_I32_I32>;
let Predicates = [HasGFX940] in defm V_MOV_B64 : VOP1<0x38, "v_mov_b64", VOP_I64_I64>;
}
let isConvergent = true in
def V_READFIRSTLANE_B32 : VOP1Common<VOP_I32_I32, (outs SDstOp_32:$vdst), (ins VRegSrc_32:$src0),
                                     "v_readfirstlane_b32", "$vdst, $src0"> {
  field bits<32> Inst;
  let Size = 4;
  bits<10> src0;
  let Inst{8-0} = src0{8-0};
  let Inst{16-9} = 0x02;
  let Inst{24-17} = vdst{7-0};
  let Inst{31-25} = 0b0111111;
  let BaseName = "V_READFIRSTLANE_B32";
}
defm V_CVT_I32_F64 : VOP1<0x03, "v_cvt_i32_f64", VOP_I32_F64>;
defm V_CVT_F64_I32 : VOP1<0x04, "v_cvt_f64_i32", VOP_F64_I32>;
defm V_CVT_F32_I32 : VOP1<0x05, "v_cvt_f32_i32", VOP_F32_I32>;
defm V_CVT_F32_U32 : VOP1<0x06, "v_cvt_f32_u32", VOP_F32_I32>;
defm V_CVT_U32_F32 : VOP1<0x07, "v_cvt_u32_f32", VOP_I32_F32>;
defm V_CVT_I32_F32 : VOP1<0x08, "v_cvt_i32_f32", VOP_I32_F32>;
defm V_CVT_F16_F32 : VOP1<0x0a, "v_cvt_f16_f32", VOP_F16_F32>;
defm V_CVT_F32_F16 : VOP1<0x0b, "v_cvt_f32_f16", VOP_F32_F16>;
defm V_CVT_RPI_I32_F32 : VOP1<0x0c, "v_cvt_rpi_i32_f32", VOP_I32_F32_NoOMod>;
defm V_CVT_FLR_I32_F32 : VOP1<0x0d, "v_cvt_flr_i32_f32", VOP_I32_F32_NoOMod>;
defm V_CVT_OFF_F32_I4 : VOP1<0x0e, "v_cvt_off_f32_i4", VOP_F32_I32>;
defm V_CVT_F32_F64 : VOP1<0x0f, "v_cvt_f32_f64", VOP_F32_F64>;
defm V_CVT_F64_F32 : VOP1<0x10, "v_cvt_f64_f32", VOP_F64_F32>;
defm V_CVT_F32_UBYTE0 : VOP1<0x11, "v_cvt_f32_ubyte0", VOP_F32_I32>;
defm V_CVT_F32_UBYTE1 : VOP1<0x12, "v_cvt_f32_ubyte1", VOP_F32_I32>;
defm V_CVT_F32_UBYTE2 : VOP1<0x13, "v_cvt_f32_ubyte2", VOP_F32_I32>;
defm V_CVT_F32_UBYTE3 : VOP1<0x14, "v_cvt_f32_ubyte3", VOP_F32_I32>;
defm V_CVT_U32_F64 : VOP1<0x15, "v_cvt_u32_f64", VOP_I32_F64>;
defm V_CVT_F64_U32 : VOP1<0x16, "v_cvt_f64_u32", VOP_F64_I32>;
defm V_TRUNC_F64 : VOP1<0x17, "v_trunc_f64", VOP_F64_F64>;
defm V_CEIL_F64 : VOP1<0x18, "v_ceil_f64", VOP_F64_F64>;
defm V_RNDNE_F64 : VOP1<0x19, "v_rndne_f64", VOP_F64_F64>;
defm V_FLOOR_F64 : VOP1<0x1a, "v_floor_f64", VOP_F64_F64>;
defm V_FRACT_F32 : VOP1<0x1b, "v_fract_f32", VOP_F32_F32>;
defm V_TRUNC_F32 : VOP1<0x1c, "v_trunc_f32", VOP_F32_F32>;
defm V_CEIL_F32 : VOP1<0x1d, "v_ceil_f32", VOP_F32_F32>;
defm V_RNDNE_F32 : VOP1<0x1e, "v_rndne_f32", VOP_F32_F32>;
defm V_FLOOR_F32 : VOP1<0x1f, "v_floor_f32", VOP_F32_F32>;
let Trans = true in {
defm V_EXP_F32 : VOP1<0x20, "v_exp_f32", VOP_F32_F32>;
defm V_LOG_F32 : VOP1<0x21, "v_log_f32", VOP_F32_F32>;
defm V_RCP_F32 : VOP1<0x22, "v_rcp_f32", VOP_F32_F32>;
defm V_RCP_IFLAG_F32 : VOP1<0x23, "v_rcp_iflag_f32", VOP_F32_F32>;
defm V_RSQ_F32 : VOP1<0x24, "v_rsq_f32", VOP_F32_F32>;
defm V_RCP_F64 : VOP1<0x25, "v_rcp_f64", VOP_F64_F64>;
defm V_RSQ_F64 : VOP1<0x26, "v_rsq_f64", VOP_F64_F64>;
defm V_SQRT_F32 : VOP1<0x27, "v_sqrt_f32", VOP_F32_F32>;
defm V_SQRT_F64 : VOP1<0x28, "v_sqrt_f64", VOP_F64_F64>;
defm V_SIN_F32 : VOP1<0x29, "v_sin_f32", VOP_F32_F32>;
defm V_COS_F32 : VOP1<0x2a, "v_cos_f32", VOP_F32_F32>;
defm V_RCP_F16 : VOP1<0x3d, "v_rcp_f16", VOP_F16_F16>;
defm V_SQRT_F16 : VOP1<0x3e, "v_sqrt_f16", VOP_F16_F16>;
defm V_RSQ_F16 : VOP1<0x3f, "v_rsq_f16", VOP_F16_F16>;
defm V_LOG_F16 : VOP1<0x40, "v_log_f16", VOP_F16_F16>;
defm V_EXP_F16 : VOP1<0x41, "v_exp_f16", VOP_F16_F16>;
defm V_SIN_F16 : VOP1<0x49, "v_sin_f16", VOP_F16_F16>;
defm V_COS_F16 : VOP1<0x4a, "v_cos_f16", VOP_F16_F16>;
defm V_EXP_LEGACY_F32 : VOP1<0x4b, "v_exp_legacy_f32", VOP_F32_F32>;
defm V_LOG_LEGACY_F32 : VOP1<0x4c, "v_log_legacy_f32", VOP_F32_F32>;
}
defm V_NOT_B32 : VOP1<0x2b, "v_not_b32", VOP_I32_I32>;
defm V_BFREV_B32 : VOP1<0x2c, "v_bfrev_b32", VOP_I32_I32>;
defm V_FFBH_U32 : VOP1<0x2d, "v_ffbh_u32", VOP_I32_I32>;
defm V_FFBL_B32 : VOP1<0x2e, "v_ffbl_b32", VOP_I32_I32>;
defm V_FFBH_I32 : VOP1<0x2f, "v_ffbh_i32", VOP_I32_I32>;
defm V_FREXP_EXP_I32_F64 : VOP1<0x30, "v_frexp_exp_i32_f64", VOP_I32_F64>;
defm V_FREXP_MANT_F64 : VOP1<0x31, "v_frexp_mant_f64", VOP_F64_F64>;
defm V_FRACT_F64 : VOP1<0x32, "v_fract_f64", VOP_F64_F64>;
defm V_FREXP_EXP_I32_F32 : VOP1<0x33, "v_frexp_exp_i32_f32", VOP_I32_F32_NoOMod>;
defm V_FREXP_MANT_F32 : VOP1<0x34, "v_frexp_mant_f32", VOP_F32_F32>;
let hasSideEffects = true in {
def V_CLREXCP_e32 : VOP1Plain_e32<0x35, "v_clrexcp">;
def V_CLREXCP_e64 : VOP1Plain_e64<0x35, "v_clrexcp">;
}
defm V_SCREEN_PARTITION_4SE_B32 : VOP1<0x37, "v_screen_partition_4se_b32", VOP_I32_I32>;
defm V_CVT_F16_U16 : VOP1<0x39, "v_cvt_f16_u16", VOP_F16_I16>;
defm V_CVT_F16_I16 : VOP1<0x3a, "v_cvt_f16_i16", VOP_F16_I16>;
defm V_CVT_U16_F16 : VOP1<0x3b, "v_cvt_u16_f16", VOP_I16_F16>;
defm V_CVT_I16_F16 : VOP1<0x3c, "v_cvt_i16_f16", VOP_I16_F16>;
defm V_FREXP_MANT_F16 : VOP1<0x42, "v_frexp_mant_f16", VOP_F16_F16>;
defm V_FREXP_EXP_I16_F16 : VOP1<0x43, "v_frexp_exp_i16_f16", VOP_I16_F16>;
defm V_FLOOR_F16 : VOP1<0x44, "v_floor_f16", VOP_F16_F16>;
defm V_CEIL_F16 : VOP1<0x45, "v_ceil_f16", VOP_F16_F16>;
defm V_TRUNC_F16 : VOP1<0x46, "v_trunc_f16", VOP_F16_F16>;
defm V_RNDNE_F16 : VOP1<0x47, "v_rndne_f16", VOP_F16_F16>;
defm V_FRACT_F16 : VOP1<0x48, "v_fract_f16", VOP_F16_F16>;
defm V_CVT_NORM_I16_F16 : VOP1<0x4d, "v_cvt_norm_i16_f16", VOP_I16_F16>;
defm V_CVT_NORM_U16_F16 : VOP1<0x4e, "v_cvt_norm_u16_f16", VOP_I16_F16>;
defm V_SAT_PK_U8_I16 : VOP1<0x4f, "v_sat_pk_u8_i16", VOP_I16_I32>;
def V_SWAP_B32 : VOP1Swap<0x51, "v_swap_b32">;
let Predicates = [HasGFX90A] in def V_ACCVGPR_MOV_B32 : VOP1Common<VOP_I32_I32, (outs AGPR_32:$vdst), (ins AGPR_32:$src0), "v_accvgpr_mov_b32",
                                   "$vdst, $src0"> {
  field bits<32> Inst;
  let Size = 4;
  bits<10> src0;
  let Inst{8-0} = src0{8-0};
  let Inst{16-9} = 0x52;
  let Inst{24-17} = vdst{7-0};
  let Inst{31-25} = 0b0111111;
  let BaseName = "V_ACCVGPR_MOV_B32";
}
let Predicates = [HasFP8] in defm V_CVT_F32_FP8 : VOP1<0x54, "v_cvt_f32_fp8", VOP_F32_FP8>;
let Predicates = [HasFP8] in defm V_CVT_F32_BF8 : VOP1<0x55, "v_cvt_f32_bf8", VOP_F32_FP8>;
let Predicates = [HasFP8] in defm V_CVT_PK_F32_FP8 : VOP1<0x56, "v_cvt_pk_f32_fp8", VOP_V2F32_I32>;
let Predicates = [HasFP8] in defm V_CVT_PK_F32_BF8 : VOP1<0x57, "v_cvt_pk_f32_bf8", VOP_V2F32_I32>;
