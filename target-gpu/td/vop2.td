// VOP2: two sources, the second a vector register.

class VOP2Common<VOPProfile P, dag outs, dag ins, string mnemonic, string asm> : AMDInst<outs, ins, mnemonic, asm> {
  bits<10> vdst;
  bits<10> src1;
  let VALU = true;
  let VOP2 = true;
  let Uses = !listconcat(!if(P.HasCarryIn, [VCC], []), !if(P.AnyFP, [MODE, EXEC], [EXEC]));
  let Defs = !if(P.HasSDst, [VCC], []);
  let ReadsMode = P.AnyFP;
  let mayRaiseFPException = P.AnyFP;
  let Rate64 = P.Any64;
}
// Text of the carry operands of the 32-bit encodings.
class CarryText<VOPProfile P> {
  string Out = !if(P.HasSDst, "$vcc, ", "");
  string In = !if(P.HasCarryIn, ", $vcc", "");
}
class VOP2_e32<int op, VOPProfile P, string mnemonic>
  : VOP2Common<P, P.Outs, !con((ins P.Src0Short:$src0, P.Src1.Short:$src1), !if(P.TiedSrc2, (ins P.Dst.Short:$src2), (ins))),
               mnemonic, "$vdst, "#CarryText<P>.Out#"$src0, $src1"#CarryText<P>.In> {
  field bits<32> Inst;
  let Size = 4;
  bits<10> src0;
  let Inst{8-0} = src0{8-0};
  let Inst{16-9} = src1{7-0};
  let Inst{24-17} = vdst{7-0};
  let Inst{30-25} = op;
  let Inst{31} = 0;
  let Form = "e32";
  let Constraints = !if(P.TiedSrc2, "$vdst = $src2", "");
}
class VOP2_sdwa<int op, VOPProfile P, string mnemonic>
  : VOP2Common<P, P.Outs,
      !con(!if(P.Mods0, (ins FPInputMods:$src0_modifiers), (ins IntInputMods:$src0_modifiers)), (ins P.Src0.Sdwa:$src0),
           !if(P.Mods1, (ins FPInputMods:$src1_modifiers), (ins IntInputMods:$src1_modifiers)),
           (ins P.Src1.Sdwa:$src1, Clamp:$clamp), !if(P.HasSDWAOMod, (ins OMod:$omod), (ins)),
           (ins DstSel:$dst_sel, DstUnused:$dst_unused, Src0Sel:$src0_sel, Src1Sel:$src1_sel)),
      mnemonic#"_sdwa",
      "$vdst, "#CarryText<P>.Out#"$src0_modifiers, $src1_modifiers"#CarryText<P>.In#"$clamp"
      #!if(P.HasSDWAOMod, "$omod", "")#"$dst_sel$dst_unused$src0_sel$src1_sel"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<1> clamp;
  bits<2> omod;
  bits<3> dst_sel;
  bits<2> dst_unused;
  bits<3> src0_sel;
  bits<3> src1_sel;
  let Inst{8-0} = 249;
  let Inst{16-9} = src1{7-0};
  let Inst{24-17} = vdst{7-0};
  let Inst{30-25} = op;
  let Inst{31} = 0;
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
  let Inst{58-56} = src1_sel;
  let Inst{59} = !if(P.Mods1, 0, src1_modifiers{0});
  let Inst{60} = !if(P.Mods1, src1_modifiers{0}, 0);
  let Inst{61} = !if(P.Mods1, src1_modifiers{1}, 0);
  let Inst{62} = 0;
  let DecodeIgnore{62} = 1;
  let Inst{63} = src1{8};
  let SDWA = true;
  let Form = "sdwa";
}
class VOP2_dpp<int op, VOPProfile P, string mnemonic>
  : VOP2Common<P, P.Outs,
      !con(!if(P.TiedSrc2, (ins), (ins P.Dst.Short:$old)),
           !if(P.Mods0, (ins FPInputMods:$src0_modifiers), (ins)), (ins P.Src0.Short:$src0),
           !if(P.Mods1, (ins FPInputMods:$src1_modifiers), (ins)), (ins P.Src1.Short:$src1),
           !if(P.TiedSrc2, (ins P.Dst.Short:$src2), (ins)),
           !if(P.Any64, (ins DPPCtrl64:$dpp_ctrl), (ins DPPCtrl:$dpp_ctrl)),
           (ins RowMask:$row_mask, BankMask:$bank_mask, BoundCtrl:$bound_ctrl, FI:$fi)),
      mnemonic#"_dpp",
      "$vdst, "#CarryText<P>.Out#!if(P.Mods0, "$src0_modifiers", "$src0")#", "
      #!if(P.Mods1, "$src1_modifiers", "$src1")#CarryText<P>.In#" $dpp_ctrl$row_mask$bank_mask$bound_ctrl"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<9> dpp_ctrl;
  bits<4> row_mask;
  bits<4> bank_mask;
  bits<1> bound_ctrl;
  let Inst{8-0} = 250;
  let Inst{16-9} = src1{7-0};
  let Inst{24-17} = vdst{7-0};
  let Inst{30-25} = op;
  let Inst{31} = 0;
  let Inst{39-32} = src0{7-0};
  let Inst{48-40} = dpp_ctrl;
  let Inst{50-49} = 0;
  let DecodeIgnore{50-49} = 3;
  let Inst{51} = bound_ctrl{0};
  let Inst{52} = !if(P.Mods0, src0_modifiers{0}, 0);
  let Inst{53} = !if(P.Mods0, src0_modifiers{1}, 0);
  let Inst{54} = !if(P.Mods1, src1_modifiers{0}, 0);
  let Inst{55} = !if(P.Mods1, src1_modifiers{1}, 0);
  let Inst{59-56} = bank_mask;
  let Inst{63-60} = row_mask;
  let DPP = true;
  let Form = "dpp";
  let isConvergent = true;
  let Constraints = !if(P.TiedSrc2, "$vdst = $src2", "$vdst = $old");
}

class VOP2_dpp8<VOPProfile P, string mnemonic>
  : VOP2Common<P, P.Outs,
      !con(!if(P.TiedSrc2, (ins), (ins P.Dst.Short:$old)), (ins P.Src0.Short:$src0, P.Src1.Short:$src1),
           !if(P.TiedSrc2, (ins P.Dst.Short:$src2), (ins)), (ins DPP8Lanes:$dpp8, DPP8FI:$fi)),
      mnemonic#"_dpp",
      "$vdst, "#CarryText<P>.Out#"$src0, $src1"#CarryText<P>.In#"$dpp8$fi"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<24> dpp8;
  bits<2> fi;
  let Inst{1-0} = fi;
  let Inst{8-2} = 0b0111010;
  let Inst{16-9} = src1{7-0};
  let Inst{24-17} = vdst{7-0};
  let Inst{31} = 0;
  let Inst{39-32} = src0{7-0};
  let Inst{63-40} = dpp8;
  let DPP = true;
  let Form = "dpp8";
  let isConvergent = true;
  let Constraints = !if(P.TiedSrc2, "$vdst = $src2", "$vdst = $old");
}

// `commuted`: the instruction with exchanged sources, if it is another one.
multiclass VOP2<int op, string mnemonic, VOPProfile P, string commuted = ""> {
  let BaseName = NAME, CommutedBase = commuted in {
  def _e32 : VOP2_e32<op, P, mnemonic#"_e32">;
  def _e64 : VOP3Inst<!add(op, 0x100), P, mnemonic#"_e64"> { let VOP2 = true; }
  if P.HasSDWA then def _sdwa : VOP2_sdwa<op, P, mnemonic>;
  if P.HasDPP then def _dpp : VOP2_dpp<op, P, mnemonic>;
  if !and(P.HasDPP, !not(P.Any64)) then let EncodingPredicates = [OnlyOtherEncodings] in
  def _dpp8 : VOP2_dpp8<P, mnemonic>;
  if P.HasDPP then let VOP2 = true in defm "" : VOP3Dpp<mnemonic, P>;
  }
}

def VOP_I32_I32_I32 : VOPProfile<I32, I32, I32>;
def VOP_I32_I32_I32_Clamp : VOPProfile<I32, I32, I32> { let HasClamp = true; }
def VOP_F32_F32_F32 : VOPProfile<F32, F32, F32>;
def VOP_F16_F16_F16 : VOPProfile<F16, F16, F16>;
def VOP_F16_F16_I16 : VOPProfile<F16, F16, I16>;
def VOP_I16_I16_I16 : VOPProfile<I16, I16, I16>;
def VOP_I16_I16_I16_Clamp : VOPProfile<I16, I16, I16> { let HasClamp = true; }
// Accumulate into the destination.
class VOPAccumulate<VALUType dst, VALUType src, bit clamp> : VOPProfile<dst, src, src, dst> {
  let TiedSrc2 = true;
  let HasSDWA = false;
  let Mods2 = false;
  let HasClamp = clamp;
}
def VOP_MAC_F32 : VOPAccumulate<F32, F32, true>;
def VOP_MAC_F16 : VOPAccumulate<F16, F16, true>;
def VOP_MAC_F64 : VOPAccumulate<F64, F64, true>;
def VOP_DOT2C_F32_F16 : VOPAccumulate<F32, V2F16, true>;
def VOP_DOT2C_I32_I16 : VOPAccumulate<I32, I32, true>;
def VOP_PK_FMAC_F16 : VOPProfile<V2F16, V2F16, V2F16, V2F16> { let TiedSrc2 = true; let Mods2 = false; }
// Carry out, and in.
def VOP_CarryOut : VOPProfile<I32, I32, I32> { let HasSDst = true; let HasClamp = true; }
def VOP_CarryInOut : VOPProfile<I32, I32, I32> {
  let HasSDst = true;
  let HasCarryIn = true;
  let HasClamp = true;
}
def VOP_CNDMASK : VOPProfile<I32, I32, I32> {
  let HasCarryIn = true;
  // Text may give constants modifiers, as in VOP3.
  let Src0Short = VSrc_f32;
  let Mods0 = true;
  let Mods1 = true;
}

defm V_CNDMASK_B32 : VOP2<0x00, "v_cndmask_b32", VOP_CNDMASK>;
let isCommutable = true in {
defm V_ADD_F32 : VOP2<0x01, "v_add_f32", VOP_F32_F32_F32>;
defm V_SUB_F32 : VOP2<0x02, "v_sub_f32", VOP_F32_F32_F32, "V_SUBREV_F32">;
defm V_SUBREV_F32 : VOP2<0x03, "v_subrev_f32", VOP_F32_F32_F32, "V_SUB_F32">;
let Predicates = [HasGFX90A] in defm V_FMAC_F64 : VOP2<0x04, "v_fmac_f64", VOP_MAC_F64>;
defm V_MUL_F32 : VOP2<0x05, "v_mul_f32", VOP_F32_F32_F32>;
defm V_MUL_I32_I24 : VOP2<0x06, "v_mul_i32_i24", VOP_I32_I32_I32_Clamp>;
defm V_MUL_HI_I32_I24 : VOP2<0x07, "v_mul_hi_i32_i24", VOP_I32_I32_I32>;
defm V_MUL_U32_U24 : VOP2<0x08, "v_mul_u32_u24", VOP_I32_I32_I32_Clamp>;
defm V_MUL_HI_U32_U24 : VOP2<0x09, "v_mul_hi_u32_u24", VOP_I32_I32_I32>;
defm V_MIN_F32 : VOP2<0x0a, "v_min_f32", VOP_F32_F32_F32>;
defm V_MAX_F32 : VOP2<0x0b, "v_max_f32", VOP_F32_F32_F32>;
defm V_MIN_I32 : VOP2<0x0c, "v_min_i32", VOP_I32_I32_I32>;
defm V_MAX_I32 : VOP2<0x0d, "v_max_i32", VOP_I32_I32_I32>;
defm V_MIN_U32 : VOP2<0x0e, "v_min_u32", VOP_I32_I32_I32>;
defm V_MAX_U32 : VOP2<0x0f, "v_max_u32", VOP_I32_I32_I32>;
}
// The shift amount is the first operand.
defm V_LSHRREV_B32 : VOP2<0x10, "v_lshrrev_b32", VOP_I32_I32_I32>;
defm V_ASHRREV_I32 : VOP2<0x11, "v_ashrrev_i32", VOP_I32_I32_I32>;
defm V_LSHLREV_B32 : VOP2<0x12, "v_lshlrev_b32", VOP_I32_I32_I32>;
let isCommutable = true in {
defm V_AND_B32 : VOP2<0x13, "v_and_b32", VOP_I32_I32_I32>;
defm V_OR_B32 : VOP2<0x14, "v_or_b32", VOP_I32_I32_I32>;
defm V_XOR_B32 : VOP2<0x15, "v_xor_b32", VOP_I32_I32_I32>;
let Predicates = [HasDL] in defm V_XNOR_B32 : VOP2<0x3d, "v_xnor_b32", VOP_I32_I32_I32>;

// dst = src0 * K + src1, dst = src0 * src1 + K: the literal K always follows.
class VOP2Madmk<int op, VOPProfile P, string mnemonic, string asm>
  : VOP2Common<P, P.Outs, (ins), mnemonic, asm> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<32> imm;
  let Inst{8-0} = src0{8-0};
  let Inst{16-9} = src1{7-0};
  let Inst{24-17} = vdst{7-0};
  let Inst{30-25} = op;
  let Inst{31} = 0;
  let Inst{63-32} = imm;
}
multiclass VOP2_Madmk<int op, string mnemonic, VOPProfile P, Operand K> {
  def NAME : VOP2Madmk<op, P, mnemonic, "$vdst, $src0, $imm, $src1"> {
    let InOperandList = (ins P.Src0.Src0:$src0, K:$imm, P.Src1.Short:$src1);
    let BaseName = NAME;
  }
}
multiclass VOP2_Madak<int op, string mnemonic, VOPProfile P, Operand K> {
  def NAME : VOP2Madmk<op, P, mnemonic, "$vdst, $src0, $src1, $imm"> {
    let InOperandList = (ins P.Src0.Src0:$src0, P.Src1.Short:$src1, K:$imm);
    let BaseName = NAME;
  }
}
}
let Predicates = [HasGFX940] in defm V_FMAMK_F32 : VOP2_Madmk<0x17, "v_fmamk_f32", VOP_F32_F32_F32, KImmFP32>;
let isCommutable = true, Predicates = [HasGFX940] in defm V_FMAAK_F32 : VOP2_Madak<0x18, "v_fmaak_f32", VOP_F32_F32_F32, KImmFP32>;
let Predicates = [LacksGFX940] in {
defm V_MADMK_F32 : VOP2_Madmk<0x17, "v_madmk_f32", VOP_F32_F32_F32, KImmFP32>;
let isCommutable = true in {
defm V_MAC_F32 : VOP2<0x16, "v_mac_f32", VOP_MAC_F32>;
defm V_MADAK_F32 : VOP2_Madak<0x18, "v_madak_f32", VOP_F32_F32_F32, KImmFP32>;
}
}
defm V_MADMK_F16 : VOP2_Madmk<0x24, "v_madmk_f16", VOP_F16_F16_F16, KImmFP16>;
let isCommutable = true in defm V_MADAK_F16 : VOP2_Madak<0x25, "v_madak_f16", VOP_F16_F16_F16, KImmFP16>;

let isCommutable = true in {
defm V_ADD_CO_U32 : VOP2<0x19, "v_add_co_u32", VOP_CarryOut>;
defm V_SUB_CO_U32 : VOP2<0x1a, "v_sub_co_u32", VOP_CarryOut, "V_SUBREV_CO_U32">;
defm V_SUBREV_CO_U32 : VOP2<0x1b, "v_subrev_co_u32", VOP_CarryOut, "V_SUB_CO_U32">;
defm V_ADDC_CO_U32 : VOP2<0x1c, "v_addc_co_u32", VOP_CarryInOut>;
defm V_SUBB_CO_U32 : VOP2<0x1d, "v_subb_co_u32", VOP_CarryInOut, "V_SUBBREV_CO_U32">;
defm V_SUBBREV_CO_U32 : VOP2<0x1e, "v_subbrev_co_u32", VOP_CarryInOut, "V_SUBB_CO_U32">;
defm V_ADD_F16 : VOP2<0x1f, "v_add_f16", VOP_F16_F16_F16>;
defm V_SUB_F16 : VOP2<0x20, "v_sub_f16", VOP_F16_F16_F16, "V_SUBREV_F16">;
defm V_SUBREV_F16 : VOP2<0x21, "v_subrev_f16", VOP_F16_F16_F16, "V_SUB_F16">;
defm V_MUL_F16 : VOP2<0x22, "v_mul_f16", VOP_F16_F16_F16>;
defm V_MAC_F16 : VOP2<0x23, "v_mac_f16", VOP_MAC_F16>;
defm V_ADD_U16 : VOP2<0x26, "v_add_u16", VOP_I16_I16_I16_Clamp>;
defm V_SUB_U16 : VOP2<0x27, "v_sub_u16", VOP_I16_I16_I16_Clamp, "V_SUBREV_U16">;
defm V_SUBREV_U16 : VOP2<0x28, "v_subrev_u16", VOP_I16_I16_I16_Clamp, "V_SUB_U16">;
defm V_MUL_LO_U16 : VOP2<0x29, "v_mul_lo_u16", VOP_I16_I16_I16>;
defm V_MAX_F16 : VOP2<0x2d, "v_max_f16", VOP_F16_F16_F16>;
defm V_MIN_F16 : VOP2<0x2e, "v_min_f16", VOP_F16_F16_F16>;
defm V_MAX_U16 : VOP2<0x2f, "v_max_u16", VOP_I16_I16_I16>;
defm V_MAX_I16 : VOP2<0x30, "v_max_i16", VOP_I16_I16_I16>;
defm V_MIN_U16 : VOP2<0x31, "v_min_u16", VOP_I16_I16_I16>;
defm V_MIN_I16 : VOP2<0x32, "v_min_i16", VOP_I16_I16_I16>;
defm V_ADD_U32 : VOP2<0x34, "v_add_u32", VOP_I32_I32_I32_Clamp>;
defm V_SUB_U32 : VOP2<0x35, "v_sub_u32", VOP_I32_I32_I32_Clamp, "V_SUBREV_U32">;
defm V_SUBREV_U32 : VOP2<0x36, "v_subrev_u32", VOP_I32_I32_I32_Clamp, "V_SUB_U32">;
}
defm V_LSHLREV_B16 : VOP2<0x2a, "v_lshlrev_b16", VOP_I16_I16_I16>;
defm V_LSHRREV_B16 : VOP2<0x2b, "v_lshrrev_b16", VOP_I16_I16_I16>;
defm V_ASHRREV_I16 : VOP2<0x2c, "v_ashrrev_i16", VOP_I16_I16_I16>;
defm V_LDEXP_F16 : VOP2<0x33, "v_ldexp_f16", VOP_F16_F16_I16>;
let isCommutable = true in {
let DOT = true in {
let Predicates = [HasMAI] in defm V_DOT2C_F32_F16 : VOP2<0x37, "v_dot2c_f32_f16", VOP_DOT2C_F32_F16>;
let Predicates = [HasMAI] in defm V_DOT2C_I32_I16 : VOP2<0x38, "v_dot2c_i32_i16", VOP_DOT2C_I32_I16>;
let Predicates = [HasMAI] in defm V_DOT4C_I32_I8 : VOP2<0x39, "v_dot4c_i32_i8", VOP_DOT2C_I32_I16>;
let Predicates = [HasMAI] in defm V_DOT8C_I32_I4 : VOP2<0x3a, "v_dot8c_i32_i4", VOP_DOT2C_I32_I16>;
}
let Predicates = [HasDL] in defm V_FMAC_F32 : VOP2<0x3b, "v_fmac_f32", VOP_MAC_F32>;
let Predicates = [HasMAI] in defm V_PK_FMAC_F16 : VOP2<0x3c, "v_pk_fmac_f16", VOP_PK_FMAC_F16>;
}
