// Vector ALU: operand types, profiles and encodings that VOP1, VOP2, VOPC, VOP3 share.

//===- Operand types ---------------------------------------------------------------------------------------------===//

class VALUType<RegisterClass rc, RegisterOperand literalSrc, RegisterOperand inlineSrc, bit fp> {
  RegisterClass RC = rc;               // destination, and a source that must be a vector register
  RegisterOperand Src0 = literalSrc;   // first source of the 32-bit encodings
  RegisterOperand Src = inlineSrc;     // sources of VOP3
  // Sources of SDWA; unsupported types are not used with it.
  RegisterOperand Sdwa = !cast<RegisterOperand>("SDWASrc_"#!if(fp, "f", "b")#!if(!eq(literalSrc.ConstantBits, 16), 16, 32));
  // Sources of DPP in the 64-bit encoding: the second, and the third.
  defvar type = !subst("VSrc_", "", !cast<string>(literalSrc));
  defvar has_dpp = !exists<RegisterOperand>("DppSrc_"#type);
  RegisterOperand Dpp1 = !if(has_dpp, !cast<RegisterOperand>("DppSrc1_"#type), inlineSrc);
  RegisterOperand Dpp2 = !if(has_dpp, !cast<RegisterOperand>("DppSrc_"#type), inlineSrc);
  // Vector registers in fields of the 32-bit encodings, and in those of VOP3.
  DAGOperand Short = rc;
  DAGOperand Long = rc;
  // Half of a register from GFX11 on.
  bit Is16 = false;
  bit IsFP = fp;                       // has neg and abs
  bit Is64 = !eq(rc.Size, 64);
  bit Exists = true;
}
def NONE : VALUType<VGPR_32, VSrc_b32, VCSrc_b32, false> { let Exists = false; }
class VALUHalf<RegisterOperand literalSrc, RegisterOperand inlineSrc, bit fp>
  : VALUType<VGPR_32, literalSrc, inlineSrc, fp> {
  let Short = VGPR_16_Short;
  let Long = VGPR_16;
  let Is16 = true;
}
def I16 : VALUHalf<VSrc_b16, VCSrc_b16, false>;
def F16 : VALUHalf<VSrc_f16, VCSrc_f16, true>;
// All of a register before GFX11.
def I32Half : VALUHalf<VSrc_b32_Half, VCSrc_b32_Half, false> { let Dpp1 = DppSrc1_b16; let Dpp2 = DppSrc_b16; }
// Of instructions that say by op_sel_hi whether they take a half.
def MixF16 : VALUType<VGPR_32, VSrc_f16, VMixSrc_f16, true> { let Dpp1 = DppSrc1_v2f16; let Dpp2 = DppSrc_v2f16; }
def I32 : VALUType<VGPR_32, VSrc_b32, VCSrc_b32, false>;
def F32 : VALUType<VGPR_32, VSrc_f32, VCSrc_f32, true>;
def I64 : VALUType<VReg_64_Align2, VSrc_b64, VCSrc_b64, false>;
def F64 : VALUType<VReg_64_Align2, VSrc_f64, VCSrc_f64, true>;
def V2F16 : VALUType<VGPR_32, VSrc_v2f16, VCSrc_v2f16, true>;
def V2I16 : VALUType<VGPR_32, VSrc_v2b16, VCSrc_v2b16, false>;
def V2F32 : VALUType<VReg_64_Align2, VSrc_b64, VCSrc_v2f32, true>;
def V2I32 : VALUType<VReg_64_Align2, VSrc_b64, VCSrc_v2b32, false>;
def I128 : VALUType<VReg_128_Align2, VSrc_b64, VCSrc_b64, false>; // destination only

//===- Profiles: types of destination and sources, and what follows from them -------------------------------------===//

class VOPProfile<VALUType dst, VALUType src0, VALUType src1 = NONE, VALUType src2 = NONE> {
  VALUType Dst = dst;
  VALUType Src0 = src0;
  VALUType Src1 = src1;
  VALUType Src2 = src2;
  // The first source of the 32-bit encodings.
  RegisterOperand Src0Short = src0.Src0;
  int NumSrcs = !if(src2.Exists, 3, !if(src1.Exists, 2, 1));

  // Source modifiers of VOP3, by source.
  bit Mods0 = src0.IsFP;
  bit Mods1 = src1.IsFP;
  bit Mods2 = src2.IsFP;
  Operand ModsKind = FPInputMods;
  bit AnyFP = !or(dst.IsFP, src0.IsFP, src1.IsFP, src2.IsFP);
  bit HasClamp = AnyFP;
  bit HasOMod = dst.IsFP;
  // op_sel after the operands of VOP3: every source has modifiers then.
  bit HasOpSel = false;
  // The same from GFX11 on, where it is the half of each operand of 16 bits.
  bit HasHalves = !or(dst.Is16, src0.Is16, src1.Is16, src2.Is16);
  // The third source is the destination: no text, no field.
  bit TiedSrc2 = false;
  // A second destination: a carry or comparison result in a scalar pair.
  bit HasSDst = false;
  // The last source is a carry in a scalar pair (VCC in the 32-bit encodings).
  bit HasCarryIn = false;

  // Types of the sources or the result, except comparison results.
  bit Any64 = !or(dst.Is64, src0.Is64, src1.Is64, src2.Is64);
  bit HasE64 = true;
  bit HasSDWA = !not(Any64);
  // SDWA selects a part of the source and writes the whole destination.
  bit SDWASourceOnly = false;
  bit HasDPP = true;
  bit HasSDWAOMod = dst.IsFP;

  dag Outs = (outs dst.Short:$vdst);
}

// Operands and text of VOP3 in the order of the machine instruction.
class VOP3Operands<VOPProfile P> {
  defvar floatMods = !if(P.HasOpSel, FPOpSelMods, !if(P.HasHalves, FPHalfMods, P.ModsKind));
  defvar intMods = !if(P.HasOpSel, OpSelMods, HalfMods);
  defvar selects = !or(P.HasOpSel, P.HasHalves);
  bit M0 = !or(P.Mods0, selects);
  bit M1 = !or(P.Mods1, selects);
  bit M2 = !or(P.Mods2, selects);
  dag Src0 = !if(M0, !if(P.Mods0, (ins floatMods:$src0_modifiers, P.Src0.Src:$src0),
                                  (ins intMods:$src0_modifiers, P.Src0.Src:$src0)), (ins P.Src0.Src:$src0));
  dag Src1 = !if(P.Src1.Exists,
                 !if(M1, !if(P.Mods1, (ins floatMods:$src1_modifiers, P.Src1.Src:$src1),
                                      (ins intMods:$src1_modifiers, P.Src1.Src:$src1)), (ins P.Src1.Src:$src1)),
                 (ins));
  dag Src2 = !if(P.TiedSrc2, (ins P.Dst.RC:$src2),
                 !if(P.HasCarryIn, (ins LaneMaskSrc:$src2),
                 !if(P.Src2.Exists,
                     !if(M2, !if(P.Mods2, (ins floatMods:$src2_modifiers, P.Src2.Src:$src2),
                                          (ins intMods:$src2_modifiers, P.Src2.Src:$src2)), (ins P.Src2.Src:$src2)),
                     (ins))));
  dag Tail = !con(!if(P.HasClamp, (ins Clamp:$clamp), (ins)), !if(P.HasOMod, (ins OMod:$omod), (ins)));
  dag Ins = !con(Src0, Src1, Src2, Tail);
  dag Outs = !con((outs P.Dst.Long:$vdst), !if(P.HasSDst, (outs LaneMaskDst:$sdst), (outs)));
  string AsmSources = "$vdst"#!if(P.HasSDst, ", $sdst", "")#", "
    #!if(M0, "$src0_modifiers", "$src0")
    #!if(P.Src1.Exists, !if(M1, ", $src1_modifiers", ", $src1"), "")
    #!if(P.TiedSrc2, "", !if(P.HasCarryIn, ", $src2", !if(P.Src2.Exists, !if(M2, ", $src2_modifiers", ", $src2"), "")));
  defvar tail = !if(P.HasClamp, "$clamp", "")#!if(P.HasOMod, "$omod", "");
  string Asm = AsmSources#!if(P.HasOpSel, "$op_sel", "")#tail;
  string AsmHalves = AsmSources#!if(selects, "$op_sel", "")#tail;
  // Bits of op_sel.
  bit Selects0 = selects;
  bit Selects1 = !and(selects, P.Src1.Exists);
  bit Selects2 = !and(selects, P.Src2.Exists, !or(P.HasOpSel, !not(P.TiedSrc2)));

  // With DPP: the first source is a vector register, and no literal follows.
  dag DppSrc0 = !con(!if(M0, !if(P.Mods0, (ins floatMods:$src0_modifiers), (ins intMods:$src0_modifiers)), (ins)),
                     (ins P.Src0.Long:$src0));
  dag DppSrc1 = !if(P.Src1.Exists,
                    !con(!if(M1, !if(P.Mods1, (ins floatMods:$src1_modifiers), (ins intMods:$src1_modifiers)), (ins)),
                         (ins P.Src1.Dpp1:$src1)), (ins));
  dag DppSrc2 = !if(!or(P.TiedSrc2, P.HasCarryIn, !not(P.Src2.Exists)), Src2,
                    !con(!if(M2, !if(P.Mods2, (ins floatMods:$src2_modifiers), (ins intMods:$src2_modifiers)), (ins)),
                         (ins P.Src2.Dpp2:$src2)));
  dag DppIns = !con(!if(P.TiedSrc2, (ins), (ins P.Dst.RC:$old)), DppSrc0, DppSrc1, DppSrc2, Tail);
}

// How the first source is read from other lanes, in the third dword of a 64-bit encoding.
class DppControl {
  dag Ins16 = (ins DPPCtrl:$dpp_ctrl, RowMask:$row_mask, BankMask:$bank_mask, BoundCtrl:$bound_ctrl, FI:$fi);
  string Asm16 = " $dpp_ctrl$row_mask$bank_mask$bound_ctrl$fi";
  dag Ins8 = (ins DPP8Lanes:$dpp8, DPP8FI:$fi);
  string Asm8 = "$dpp8$fi";
}

//===- Encodings -------------------------------------------------------------------------------------------------===//

// VOP3A; VOP3B where there is a second destination.
class VOP3Inst<int op, VOPProfile P, string mnemonic> : AMDInst<VOP3Operands<P>.Outs, VOP3Operands<P>.Ins, mnemonic,
                                                                VOP3Operands<P>.Asm> {
  defvar O = VOP3Operands<P>;
  field bits<96> Inst;
  let Size = 8;
  let HalfOperands = O.AsmHalves;
  bits<10> vdst;
  bits<10> sdst;
  bits<10> src0;
  bits<10> src1;
  bits<10> src2;
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<4> src2_modifiers;
  bits<1> clamp;
  bits<2> omod;
  let Inst{7-0} = vdst{7-0};
  let Inst{8} = !if(P.HasSDst, sdst{0}, !if(P.Mods0, src0_modifiers{1}, 0));
  let Inst{9} = !if(P.HasSDst, sdst{1}, !if(P.Mods1, src1_modifiers{1}, 0));
  let Inst{10} = !if(P.HasSDst, sdst{2}, !if(P.Mods2, src2_modifiers{1}, 0));
  let Inst{11} = !if(P.HasSDst, sdst{3}, !if(O.Selects0, src0_modifiers{2}, 0));
  let Inst{12} = !if(P.HasSDst, sdst{4}, !if(O.Selects1, src1_modifiers{2}, 0));
  let Inst{13} = !if(P.HasSDst, sdst{5}, !if(O.Selects2, src2_modifiers{2}, 0));
  let Inst{14} = !if(P.HasSDst, sdst{6}, !if(O.Selects0, src0_modifiers{3}, 0));
  let Inst{15} = !if(P.HasClamp, clamp{0}, 0);
  let Inst{25-16} = op;
  let Inst{31-26} = 0b110100;
  let Inst{40-32} = src0{8-0};
  let Inst{49-41} = !if(P.Src1.Exists, src1{8-0}, 0);
  let Inst{58-50} = !if(!and(!or(P.Src2.Exists, P.HasCarryIn), !not(P.TiedSrc2)), src2{8-0}, 0);
  let Inst{60-59} = !if(P.HasOMod, omod, 0);
  let Inst{61} = !if(P.Mods0, src0_modifiers{0}, 0);
  let Inst{62} = !if(P.Mods1, src1_modifiers{0}, 0);
  let Inst{63} = !if(P.Mods2, src2_modifiers{0}, 0);
  // op_sel, and sources that the instruction does not have.
  let DecodeIgnore{11} = !not(!or(P.HasSDst, O.Selects0));
  let DecodeIgnore{12} = !not(!or(P.HasSDst, P.HasOpSel, O.Selects1));
  let DecodeIgnore{13} = !not(!or(P.HasSDst, P.HasOpSel, O.Selects2));
  let DecodeIgnore{14} = !not(!or(P.HasSDst, O.Selects0));
  let DecodeIgnore{49-41} = !if(P.Src1.Exists, 0, 0x1ff);
  let DecodeIgnore{58-50} = !if(!and(!or(P.Src2.Exists, P.HasCarryIn), !not(P.TiedSrc2)), 0, 0x1ff);
  let VALU = true;
  let VOP3 = true;
  let Form = "e64";
  let Uses = !if(P.AnyFP, [MODE, EXEC], [EXEC]);
  let ReadsMode = P.AnyFP;
  let mayRaiseFPException = P.AnyFP;
  let FPClamp = !and(P.HasClamp, P.Dst.IsFP);
  let IntClamp = !and(P.HasClamp, !not(P.Dst.IsFP));
  let Rate64 = P.Any64;
  let CarryOut = P.HasSDst;
  let Constraints = !if(P.TiedSrc2, "$vdst = $src2", "");
}

// The same with DPP; encodings say the number of the instruction.
class VOP3Inst_dpp<VOPProfile P, string mnemonic> : VOP3Inst<0, P, mnemonic#"_e64_dpp"> {
  bits<9> dpp_ctrl;
  bits<4> row_mask;
  bits<4> bank_mask;
  bits<1> bound_ctrl;
  bits<1> fi;
  let Size = 12;
  let InOperandList = !con(VOP3Operands<P>.DppIns, DppControl<>.Ins16);
  let AsmOperands = VOP3Operands<P>.AsmHalves#DppControl<>.Asm16;
  let HalfOperands = AsmOperands;
  let Inst{40-32} = 250;
  let Inst{71-64} = src0{7-0};
  let Inst{80-72} = dpp_ctrl;
  let Inst{81} = 0;
  let Inst{82} = fi{0};
  let Inst{83} = bound_ctrl{0};
  let Inst{87-84} = 0;
  let Inst{91-88} = bank_mask;
  let Inst{95-92} = row_mask;
  let DPP = true;
  let Form = "e64_dpp";
  let isConvergent = true;
  let Constraints = !if(P.TiedSrc2, "$vdst = $src2", "$vdst = $old");
}
class VOP3Inst_dpp8<VOPProfile P, string mnemonic> : VOP3Inst<0, P, mnemonic#"_e64_dpp"> {
  bits<24> dpp8;
  bits<2> fi;
  let Size = 12;
  let InOperandList = !con(VOP3Operands<P>.DppIns, DppControl<>.Ins8);
  let AsmOperands = VOP3Operands<P>.AsmHalves#DppControl<>.Asm8;
  let HalfOperands = AsmOperands;
  let Inst{33-32} = fi;
  let Inst{40-34} = 0b0111010;
  let Inst{71-64} = src0{7-0};
  let Inst{95-72} = dpp8;
  let DPP = true;
  let Form = "e64_dpp8";
  let isConvergent = true;
  let Constraints = !if(P.TiedSrc2, "$vdst = $src2", "$vdst = $old");
}
// Both, for processors after GFX10.
multiclass VOP3Dpp<string mnemonic, VOPProfile P> {
  if !not(P.Any64) then let EncodingPredicates = [OnlyOtherEncodings] in {
  def _e64_dpp : VOP3Inst_dpp<P, mnemonic>;
  def _e64_dpp8 : VOP3Inst_dpp8<P, mnemonic>;
  }
}
