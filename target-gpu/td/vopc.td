// VOPC: comparisons. The result is one bit a lane, in VCC or (VOP3) in any scalar pair; v_cmpx writes EXEC too.

class VOPCCommon<VOPProfile P, bit execResult, dag outs, dag ins, string mnemonic, string asm>
  : AMDInst<outs, ins, mnemonic, asm> {
  let VALU = true;
  let VOPC = true;
  let isCompare = true;
  let isConvergent = execResult;
  let WritesExec = execResult;
  let Uses = !if(P.AnyFP, [MODE, EXEC], [EXEC]);
  let ReadsMode = P.AnyFP;
  let mayRaiseFPException = P.AnyFP;
  let Rate64 = P.Any64;
}
class VOPC_e32<int op, VOPProfile P, bit execResult, string mnemonic>
  : VOPCCommon<P, execResult, (outs), (ins P.Src0.Src0:$src0, P.Src1.Short:$src1), mnemonic, "$vcc, $src0, $src1"> {
  field bits<32> Inst;
  let Size = 4;
  bits<10> src0;
  bits<10> src1;
  let Inst{8-0} = src0{8-0};
  let Inst{16-9} = src1{7-0};
  let Inst{24-17} = op;
  let Inst{31-25} = 0b0111110;
  let Defs = !if(execResult, [VCC, EXEC], [VCC]);
  let Form = "e32";
}
class VOPCOperands<VOPProfile P> {
  defvar mods = !if(P.HasHalves, FPHalfMods, FPInputMods);
  defvar has0 = !or(P.Mods0, P.HasHalves);
  defvar has1 = !or(P.Mods1, P.HasHalves);
  dag Mods0 = !if(P.Mods0, (ins mods:$src0_modifiers), !if(P.HasHalves, (ins HalfMods:$src0_modifiers), (ins)));
  dag Mods1 = !if(P.Mods1, (ins mods:$src1_modifiers), !if(P.HasHalves, (ins HalfMods:$src1_modifiers), (ins)));
  dag Tail = !if(P.HasClamp, (ins Clamp:$clamp), (ins));
  dag Ins = !con(Mods0, (ins P.Src0.Src:$src0), Mods1, (ins P.Src1.Src:$src1), Tail);
  dag DppIns = !con(Mods0, (ins P.Src0.Long:$src0), Mods1, (ins P.Src1.Dpp1:$src1), Tail);
  string AsmSources = !if(has0, "$src0_modifiers", "$src0")#", "#!if(has1, "$src1_modifiers", "$src1");
  defvar tail = !if(P.HasClamp, "$clamp", "");
  string AsmExec = AsmSources#tail;
  string AsmExecHalves = AsmSources#!if(P.HasHalves, "$op_sel", "")#tail;
  string Asm = "$sdst, "#AsmExec;
  string AsmHalves = "$sdst, "#AsmExecHalves;
}
class VOPC_e64<int op, VOPProfile P, bit execResult, string mnemonic>
  : VOPCCommon<P, execResult, (outs LaneMaskDst:$sdst), VOPCOperands<P>.Ins, mnemonic, VOPCOperands<P>.Asm> {
  field bits<96> Inst;
  let HalfOperands = VOPCOperands<P>.AsmHalves;
  let Size = 8;
  bits<10> sdst;
  bits<10> src0;
  bits<10> src1;
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<1> clamp;
  let Inst{7-0} = sdst{7-0};
  let Inst{8} = !if(P.Mods0, src0_modifiers{1}, 0);
  let Inst{9} = !if(P.Mods1, src1_modifiers{1}, 0);
  let Inst{10} = 0;
  let Inst{11} = !if(P.HasHalves, src0_modifiers{2}, 0);
  let Inst{12} = !if(P.HasHalves, src1_modifiers{2}, 0);
  let Inst{14-13} = 0;
  let DecodeIgnore{14-11} = !if(P.HasHalves, 0b1100, 0xf);
  let Inst{15} = !if(P.HasClamp, clamp{0}, 0);
  let Inst{25-16} = op;
  let Inst{31-26} = 0b110100;
  let Inst{40-32} = src0{8-0};
  let Inst{49-41} = src1{8-0};
  let Inst{60-50} = 0;
  let DecodeIgnore{58-50} = 0x1ff;
  let Inst{61} = !if(P.Mods0, src0_modifiers{0}, 0);
  let Inst{62} = !if(P.Mods1, src1_modifiers{0}, 0);
  let Inst{63} = 0;
  let VOP3 = true;
  let Defs = !if(execResult, [EXEC], []);
  let Form = "e64";
}
// With DPP in the 64-bit encoding; encodings say the number of the instruction.
class VOPC_e64_dpp<VOPProfile P, bit execResult, string mnemonic> : VOPC_e64<0, P, execResult, mnemonic#"_e64_dpp"> {
  bits<9> dpp_ctrl;
  bits<4> row_mask;
  bits<4> bank_mask;
  bits<1> bound_ctrl;
  bits<1> fi;
  let Size = 12;
  let InOperandList = !con(VOPCOperands<P>.DppIns, DppControl<>.Ins16);
  let AsmOperands = VOPCOperands<P>.AsmHalves#DppControl<>.Asm16;
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
}
class VOPC_e64_dpp8<VOPProfile P, bit execResult, string mnemonic> : VOPC_e64<0, P, execResult, mnemonic#"_e64_dpp"> {
  bits<24> dpp8;
  bits<2> fi;
  let Size = 12;
  let InOperandList = !con(VOPCOperands<P>.DppIns, DppControl<>.Ins8);
  let AsmOperands = VOPCOperands<P>.AsmHalves#DppControl<>.Asm8;
  let HalfOperands = AsmOperands;
  let Inst{33-32} = fi;
  let Inst{40-34} = 0b0111010;
  let Inst{71-64} = src0{7-0};
  let Inst{95-72} = dpp8;
  let DPP = true;
  let Form = "e64_dpp8";
  let isConvergent = true;
}
// With DPP in the 32-bit encoding.
class VOPC_dpp<VOPProfile P, bit execResult, string mnemonic>
  : VOPCCommon<P, execResult, (outs),
      !con(!if(P.Mods0, (ins FPInputMods:$src0_modifiers), (ins)), (ins P.Src0.Short:$src0),
           !if(P.Mods1, (ins FPInputMods:$src1_modifiers), (ins)), (ins P.Src1.Short:$src1), DppControl<>.Ins16),
      mnemonic, !if(execResult, "", "$vcc, ")#!if(P.Mods0, "$src0_modifiers", "$src0")#", "#!if(P.Mods1, "$src1_modifiers", "$src1")
      #DppControl<>.Asm16> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<10> src1;
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<9> dpp_ctrl;
  bits<4> row_mask;
  bits<4> bank_mask;
  bits<1> bound_ctrl;
  bits<1> fi;
  let Inst{8-0} = 250;
  let Inst{16-9} = src1{7-0};
  let Inst{31-25} = 0b0111110;
  let Inst{39-32} = src0{7-0};
  let Inst{48-40} = dpp_ctrl;
  let Inst{49} = 0;
  let Inst{50} = fi{0};
  let Inst{51} = bound_ctrl{0};
  let Inst{52} = !if(P.Mods0, src0_modifiers{0}, 0);
  let Inst{53} = !if(P.Mods0, src0_modifiers{1}, 0);
  let Inst{54} = !if(P.Mods1, src1_modifiers{0}, 0);
  let Inst{55} = !if(P.Mods1, src1_modifiers{1}, 0);
  let Inst{59-56} = bank_mask;
  let Inst{63-60} = row_mask;
  let Defs = !if(execResult, [EXEC], [VCC]);
  let AltMnemonics = [mnemonic#"_dpp"];
  let DPP = true;
  let Form = "dpp";
  let isConvergent = true;
}
class VOPC_dpp8<VOPProfile P, bit execResult, string mnemonic>
  : VOPCCommon<P, execResult, (outs), !con((ins P.Src0.Short:$src0, P.Src1.Short:$src1), DppControl<>.Ins8), mnemonic,
               !if(execResult, "", "$vcc, ")#"$src0, $src1"#DppControl<>.Asm8> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<10> src1;
  bits<24> dpp8;
  bits<2> fi;
  let Inst{1-0} = fi;
  let Inst{8-2} = 0b0111010;
  let Inst{16-9} = src1{7-0};
  let Inst{31-25} = 0b0111110;
  let Inst{39-32} = src0{7-0};
  let Inst{63-40} = dpp8;
  let Defs = !if(execResult, [EXEC], [VCC]);
  let AltMnemonics = [mnemonic#"_dpp"];
  let DPP = true;
  let Form = "dpp8";
  let isConvergent = true;
}

class VOPC_sdwa<int op, VOPProfile P, bit execResult, string mnemonic>
  : VOPCCommon<P, execResult, (outs SDWAVopcDst:$sdst),
      !con(!if(P.Mods0, (ins FPInputMods:$src0_modifiers), (ins IntInputMods:$src0_modifiers)), (ins P.Src0.Sdwa:$src0),
           !if(P.Mods1, (ins FPInputMods:$src1_modifiers), (ins IntInputMods:$src1_modifiers)), (ins P.Src1.Sdwa:$src1),
           (ins Src0Sel:$src0_sel, Src1Sel:$src1_sel)),
      mnemonic#"_sdwa", "$sdst, $src0_modifiers, $src1_modifiers$src0_sel$src1_sel"> {
  field bits<64> Inst;
  let Size = 8;
  bits<8> sdst;
  bits<10> src0;
  bits<10> src1;
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<3> src0_sel;
  bits<3> src1_sel;
  let Inst{8-0} = 249;
  let Inst{16-9} = src1{7-0};
  let Inst{24-17} = op;
  let Inst{31-25} = 0b0111110;
  let Inst{39-32} = src0{7-0};
  let Inst{47-40} = sdst;
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
  let Defs = !if(execResult, [EXEC], []);
}

multiclass VOPC<int op, string mnemonic, VOPProfile P, bit execResult, string commuted> {
  let BaseName = NAME, CommutedBase = commuted, isCommutable = !not(!empty(commuted)) in {
  def _e32 : VOPC_e32<op, P, execResult, mnemonic#"_e32">;
  def _e64 : VOPC_e64<op, P, execResult, mnemonic#"_e64">;
  if P.HasSDWA then def _sdwa : VOPC_sdwa<op, P, execResult, mnemonic>;
  if !not(!or(execResult, P.Any64)) then let EncodingPredicates = [OnlyOtherEncodings] in {
  def _dpp : VOPC_dpp<P, false, mnemonic>;
  def _dpp8 : VOPC_dpp8<P, false, mnemonic>;
  def _e64_dpp : VOPC_e64_dpp<P, false, mnemonic>;
  def _e64_dpp8 : VOPC_e64_dpp8<P, false, mnemonic>;
  }
  }
}
// v_cmp_REL_TYPE and v_cmpx_REL_TYPE. `swapped` is the relation between exchanged sources.
multiclass VOPCPair<int op, string relation, string swapped, string type, VOPProfile P> {
  defm V_CMP_#!toupper(relation#"_"#type)
    : VOPC<op, "v_cmp_"#relation#"_"#type, P, false, !toupper("V_CMP_"#swapped#"_"#type)>;
  defm V_CMPX_#!toupper(relation#"_"#type)
    : VOPC<!add(op, 0x10), "v_cmpx_"#relation#"_"#type, P, true, !toupper("V_CMPX_"#swapped#"_"#type)>;
}
// The 16 floating-point relations; n: not, o: both ordered, u: unordered.
multiclass VOPCFloat<int op, string type, VOPProfile P> {
  defm "" : VOPCPair<!add(op, 0), "f", "f", type, P>;
  defm "" : VOPCPair<!add(op, 1), "lt", "gt", type, P>;
  defm "" : VOPCPair<!add(op, 2), "eq", "eq", type, P>;
  defm "" : VOPCPair<!add(op, 3), "le", "ge", type, P>;
  defm "" : VOPCPair<!add(op, 4), "gt", "lt", type, P>;
  defm "" : VOPCPair<!add(op, 5), "lg", "lg", type, P>;
  defm "" : VOPCPair<!add(op, 6), "ge", "le", type, P>;
  defm "" : VOPCPair<!add(op, 7), "o", "o", type, P>;
  defm "" : VOPCPair<!add(op, 8), "u", "u", type, P>;
  defm "" : VOPCPair<!add(op, 9), "nge", "nle", type, P>;
  defm "" : VOPCPair<!add(op, 10), "nlg", "nlg", type, P>;
  defm "" : VOPCPair<!add(op, 11), "ngt", "nlt", type, P>;
  defm "" : VOPCPair<!add(op, 12), "nle", "nge", type, P>;
  defm "" : VOPCPair<!add(op, 13), "neq", "neq", type, P>;
  defm "" : VOPCPair<!add(op, 14), "nlt", "ngt", type, P>;
  defm "" : VOPCPair<!add(op, 15), "tru", "tru", type, P>;
}
multiclass VOPCInt<int op, string type, VOPProfile P> {
  defm "" : VOPCPair<!add(op, 0), "f", "f", type, P>;
  defm "" : VOPCPair<!add(op, 1), "lt", "gt", type, P>;
  defm "" : VOPCPair<!add(op, 2), "eq", "eq", type, P>;
  defm "" : VOPCPair<!add(op, 3), "le", "ge", type, P>;
  defm "" : VOPCPair<!add(op, 4), "gt", "lt", type, P>;
  defm "" : VOPCPair<!add(op, 5), "ne", "ne", type, P>;
  defm "" : VOPCPair<!add(op, 6), "ge", "le", type, P>;
  defm "" : VOPCPair<!add(op, 7), "t", "t", type, P>;
}
// Tests for a set of number classes (NaN, infinity, zero, ...), given by the second source.
multiclass VOPCClass<int op, string type, VOPProfile P> {
  defm V_CMP_CLASS_#!toupper(type) : VOPC<op, "v_cmp_class_"#type, P, false, "">;
  defm V_CMPX_CLASS_#!toupper(type) : VOPC<!add(op, 1), "v_cmpx_class_"#type, P, true, "">;
}

def VOPC_F16 : VOPProfile<I32, F16, F16>;
def VOPC_F32 : VOPProfile<I32, F32, F32>;
def VOPC_F64 : VOPProfile<I32, F64, F64>;
def VOPC_I16 : VOPProfile<I32, I16, I16>;
def VOPC_I32 : VOPProfile<I32, I32, I32>;
def VOPC_I64 : VOPProfile<I32, I64, I64>;
def VOPC_CLASS_F16 : VOPProfile<I32, F16, I32Half> { let HasClamp = false; }
def VOPC_CLASS_F32 : VOPProfile<I32, F32, I32> { let HasClamp = false; }
def VOPC_CLASS_F64 : VOPProfile<I32, F64, I32> { let HasClamp = false; }

defm "" : VOPCClass<0x10, "f32", VOPC_CLASS_F32>;
defm "" : VOPCClass<0x12, "f64", VOPC_CLASS_F64>;
defm "" : VOPCClass<0x14, "f16", VOPC_CLASS_F16>;
defm "" : VOPCFloat<0x20, "f16", VOPC_F16>;
defm "" : VOPCFloat<0x40, "f32", VOPC_F32>;
defm "" : VOPCFloat<0x60, "f64", VOPC_F64>;
defm "" : VOPCInt<0xa0, "i16", VOPC_I16>;
defm "" : VOPCInt<0xa8, "u16", VOPC_I16>;
defm "" : VOPCInt<0xc0, "i32", VOPC_I32>;
defm "" : VOPCInt<0xc8, "u32", VOPC_I32>;
defm "" : VOPCInt<0xe0, "i64", VOPC_I64>;
defm "" : VOPCInt<0xe8, "u64", VOPC_I64>;
