// Vector ALU: operand types, profiles and encodings that VOP1, VOP2, VOPC, VOP3 share.

//===- Operand types ---------------------------------------------------------------------------------------------===//

class VALUType<RegisterClass rc, RegisterOperand literalSrc, RegisterOperand inlineSrc, bit fp> {
  RegisterClass RC = rc;               // destination, and a source that must be a vector register
  RegisterOperand Src0 = literalSrc;   // first source of the 32-bit encodings
  RegisterOperand Src = inlineSrc;     // sources of VOP3
  // Sources of SDWA; unsupported types are not used with it.
  RegisterOperand Sdwa = !cast<RegisterOperand>("SDWASrc_"#!if(fp, "f", "b")#!if(!eq(literalSrc.ConstantBits, 16), 16, 32));
  bit IsFP = fp;                       // has neg and abs
  bit Is64 = !eq(rc.Size, 64);
  bit Exists = true;
}
def NONE : VALUType<VGPR_32, VSrc_b32, VCSrc_b32, false> { let Exists = false; }
def I16 : VALUType<VGPR_32, VSrc_b16, VCSrc_b16, false>;
def F16 : VALUType<VGPR_32, VSrc_f16, VCSrc_f16, true>;
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

  dag Outs = (outs dst.RC:$vdst);
}

// Operands and text of VOP3 in the order of the machine instruction.
class VOP3Operands<VOPProfile P> {
  defvar floatMods = !if(P.HasOpSel, FPOpSelMods, P.ModsKind);
  defvar intMods = OpSelMods;
  bit M0 = !or(P.Mods0, P.HasOpSel);
  bit M1 = !or(P.Mods1, P.HasOpSel);
  bit M2 = !or(P.Mods2, P.HasOpSel);
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
  dag Outs = !con(P.Outs, !if(P.HasSDst, (outs LaneMaskDst:$sdst), (outs)));
  string Asm = "$vdst"#!if(P.HasSDst, ", $sdst", "")#", "
    #!if(M0, "$src0_modifiers", "$src0")
    #!if(P.Src1.Exists, !if(M1, ", $src1_modifiers", ", $src1"), "")
    #!if(P.TiedSrc2, "", !if(P.HasCarryIn, ", $src2", !if(P.Src2.Exists, !if(M2, ", $src2_modifiers", ", $src2"), "")))
    #!if(P.HasOpSel, "$op_sel", "")#!if(P.HasClamp, "$clamp", "")#!if(P.HasOMod, "$omod", "");
}

//===- Encodings -------------------------------------------------------------------------------------------------===//

// VOP3A; VOP3B where there is a second destination.
class VOP3Inst<int op, VOPProfile P, string mnemonic> : AMDInst<VOP3Operands<P>.Outs, VOP3Operands<P>.Ins, mnemonic,
                                                                VOP3Operands<P>.Asm> {
  defvar O = VOP3Operands<P>;
  field bits<64> Inst;
  let Size = 8;
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
  let Inst{11} = !if(P.HasSDst, sdst{3}, !if(P.HasOpSel, src0_modifiers{2}, 0));
  let Inst{12} = !if(P.HasSDst, sdst{4}, !if(!and(P.HasOpSel, P.Src1.Exists), src1_modifiers{2}, 0));
  let Inst{13} = !if(P.HasSDst, sdst{5}, !if(!and(P.HasOpSel, P.Src2.Exists), src2_modifiers{2}, 0));
  let Inst{14} = !if(P.HasSDst, sdst{6}, !if(P.HasOpSel, src0_modifiers{3}, 0));
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
  let DecodeIgnore{14-11} = !if(!or(P.HasSDst, P.HasOpSel), 0, 0xf);
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
  let Constraints = !if(P.TiedSrc2, "$vdst = $src2", "");
}
