// The vector instructions of RDNA 4: AMD's reference of its instruction set. `gfx11_vector.td` has the forms.

//===- Operands -------------------------------------------------------------------------------------------------===//

// The byte of a source that is converted, or that a result is written to.
def ByteSel : NamedIntOperand<"byte_sel", 0, "named_int", 2>;
// Scalar sources of transcendental functions.
def SSrcFloat_f32 : SrcOperand<SReg_32, 32, true, true>;
def SSrcFloat_f16 : SrcOperand<SReg_32, 16, true, true>;

//===- Instructions that earlier processors do not have ---------------------------------------------------------===//

def VOP3_F16x2_OpSel : VOPProfile<F16, F16, F16> { let HasOpSel = true; }
// The byte is no modifier: bits of op_sel, in the opposite order.
def VOP3_F32_Byte : VOPProfile<F32, I32> { let HasClamp = true; }
def DOT_F32_FP8 : DotProfile<F32, I32> { let HasClamp = false; }
class VOP3Byte<string mnemonic> : VOP3Inst<0, VOP3_F32_Byte, mnemonic#"_e64"> {
  bits<2> byte_sel;
  let InOperandList = !con(VOP3Operands<VOP3_F32_Byte>.Ins, (ins ByteSel:$byte_sel));
  let AsmOperands = VOP3Operands<VOP3_F32_Byte>.Asm#"$byte_sel";
  let HalfOperands = AsmOperands;
  let Inst{11} = byte_sel{1};
  let Inst{12} = byte_sel{0};
}
class VOP3Byte_dpp<string mnemonic> : VOP3Inst_dpp<VOP3_F32_Byte, mnemonic> {
  bits<2> byte_sel;
  let InOperandList = !con(VOP3Operands<VOP3_F32_Byte>.DppIns, (ins ByteSel:$byte_sel), DppControl<>.Ins16);
  let AsmOperands = VOP3Operands<VOP3_F32_Byte>.Asm#"$byte_sel"#DppControl<>.Asm16;
  let Inst{11} = byte_sel{1};
  let Inst{12} = byte_sel{0};
}
class VOP3Byte_dpp8<string mnemonic> : VOP3Inst_dpp8<VOP3_F32_Byte, mnemonic> {
  bits<2> byte_sel;
  let InOperandList = !con(VOP3Operands<VOP3_F32_Byte>.DppIns, (ins ByteSel:$byte_sel), DppControl<>.Ins8);
  let AsmOperands = VOP3Operands<VOP3_F32_Byte>.Asm#"$byte_sel"#DppControl<>.Asm8;
  let Inst{11} = byte_sel{1};
  let Inst{12} = byte_sel{0};
}
multiclass VOP3Bytes<string mnemonic> {
  let BaseName = NAME in {
  def _e64 : VOP3Byte<mnemonic> { let AltMnemonics = []<string>; }
  def _e64_dpp : VOP3Byte_dpp<mnemonic>;
  def _e64_dpp8 : VOP3Byte_dpp8<mnemonic>;
  }
}

// Registers of matrices in waves of 64 lanes are half as many, but for one.
class Half<int width> { int ret = !if(!eq(width, 32), 32, !srl(width, 1)); }

// Operands of conversions to bytes with DPP.
class ToFP8<dag src1, dag kept, dag control> {
  dag Ins = !con((ins FPOpSelMods:$src0_modifiers, VGPR_32:$src0), src1, kept, control);
}

let EncodingPredicates = [OnlyOtherEncodings] in {
// Operations on f64 that have a 32-bit encoding here.
foreach op = ["ADD", "MUL", "MIN", "MAX"] in
let BaseName = "V_"#op#"_F64", isCommutable = true in
def V_#op#_F64_e32 : VOP2_e32<0, VOP3_F64x2, "v_"#!tolower(op)#"_f64_e32">;
let BaseName = "V_LSHLREV_B64" in def V_LSHLREV_B64_e32 : VOP2_e32<0, VOP3_I64_I32_I64, "v_lshlrev_b64_e32">;

// Minima and maxima of which a NaN is one if it is among the sources.
let isCommutable = true in
foreach op = ["MINIMUM", "MAXIMUM"] in {
defm V_#op#_F32 : VOP3<0, "v_"#!tolower(op)#"_f32", VOP_F32_F32_F32>;
defm V_#op#_F16 : VOP3<0, "v_"#!tolower(op)#"_f16", VOP3_F16x2_OpSel>;
defm V_#op#_F64 : VOP3<0, "v_"#!tolower(op)#"_f64", VOP3_F64x2>;
defm V_#op#3_F16 : VOP3<0, "v_"#!tolower(op)#"3_f16", VOP3_F16x3_OpSel>;
def V_PK_#op#_F16 : VOP3PInst<0, "v_pk_"#!tolower(op)#"_f16", PK_F16x2>;
}
foreach op = ["MINIMUMMAXIMUM", "MAXIMUMMINIMUM"] in {
defm V_#op#_F32 : VOP3<0, "v_"#!tolower(op)#"_f32", VOP3_F32x3>;
defm V_#op#_F16 : VOP3<0, "v_"#!tolower(op)#"_f16", VOP3_F16x3_OpSel>;
}
defm V_CVT_F32_FP8_byte : VOP3Bytes<"v_cvt_f32_fp8">;
defm V_CVT_F32_BF8_byte : VOP3Bytes<"v_cvt_f32_bf8">;

// Conversions to bytes with DPP. The results of pairs and the bytes of results are kept otherwise.
foreach type = ["fp8", "bf8"] in {
  defvar pair = "v_cvt_pk_"#type#"_f32";
  defvar pair_src1 = (ins FPOpSelMods:$src1_modifiers, DppSrc1_f32:$src1);
  let BaseName = !toupper(pair), Constraints = "$vdst = $vdst_in" in {
  def !toupper(pair)#"_e64_dpp" : VOP3Inst_dpp<VOP3_FP8_F32_F32, pair> {
    let InOperandList = ToFP8<pair_src1, (ins VGPR_32:$vdst_in), DppControl<>.Ins16>.Ins;
  }
  def !toupper(pair)#"_e64_dpp8" : VOP3Inst_dpp8<VOP3_FP8_F32_F32, pair> {
    let InOperandList = ToFP8<pair_src1, (ins VGPR_32:$vdst_in), DppControl<>.Ins8>.Ins;
  }
  }
  defvar byte = "v_cvt_sr_"#type#"_f32";
  defvar byte_src1 = (ins OpSelMods:$src1_modifiers, DppSrc1_b32:$src1);
  defvar kept = (ins OpSelMods:$src2_modifiers, VGPR_32:$src2);
  let BaseName = !toupper(byte), ByteSelect = true in {
  def !toupper(byte)#"_e64_dpp" : VOP3Inst_dpp<VOP3_FP8_F32_I32, byte> {
    let InOperandList = ToFP8<byte_src1, kept, DppControl<>.Ins16>.Ins;
  }
  def !toupper(byte)#"_e64_dpp8" : VOP3Inst_dpp8<VOP3_FP8_F32_I32, byte> {
    let InOperandList = ToFP8<byte_src1, kept, DppControl<>.Ins8>.Ins;
  }
  }
}

// Transcendental functions of one value for all lanes.
class ScalarTrans<string mnemonic, RegisterOperand source>
  : AMDInst<(outs SDstOp_32:$sdst), (ins FPInputMods:$src0_modifiers, source:$src0, Clamp:$clamp, OMod:$omod), mnemonic,
            "$sdst, $src0_modifiers$clamp$omod"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> sdst;
  bits<10> src0;
  bits<4> src0_modifiers;
  bits<1> clamp;
  bits<2> omod;
  let Inst{7-0} = sdst{7-0};
  let Inst{8} = src0_modifiers{1};
  let Inst{14-9} = 0;
  let Inst{15} = clamp{0};
  let Inst{40-32} = src0{8-0};
  let Inst{58-41} = 0;
  let Inst{60-59} = omod;
  let Inst{61} = src0_modifiers{0};
  let Inst{63-62} = 0;
  let DecodeIgnore{58-41} = 0x3ffff;
  let DecodeIgnore{14-11} = 0xf;
  let VALU = true;
  let VOP3 = true;
  let Trans = true;
  let ScalarResult = true;
  let Uses = [MODE, EXEC];
  let ReadsMode = true;
  let mayRaiseFPException = true;
  let AltMnemonics = [mnemonic#"_e64"];
}
foreach op = ["exp", "log", "rcp", "rsq", "sqrt"] in foreach type = ["f32", "f16"] in
def V_S_#!toupper(op)#"_"#!toupper(type) : ScalarTrans<"v_s_"#op#"_"#type, !cast<RegisterOperand>("SSrcFloat_"#type)>;

// Each lane reads one of its row, or of the row beside it, that a register says.
class PermLaneVar<string mnemonic>
  : AMDInst<(outs VGPR_32:$vdst),
            (ins LaneMods:$src0_modifiers, VRegSrc_32:$src0, LaneMods:$src1_modifiers, VRegSrc_32:$src1,
                 VGPR_32:$vdst_in),
            mnemonic, "$vdst, $src0_modifiers, $src1_modifiers$op_sel"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> vdst;
  bits<10> src0;
  bits<10> src1;
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  let Inst{7-0} = vdst{7-0};
  let Inst{10-8} = 0;
  let Inst{11} = src0_modifiers{2};
  let Inst{12} = src1_modifiers{2};
  let Inst{15-13} = 0;
  let DecodeIgnore{14} = 1;
  let Inst{40-32} = src0{8-0};
  let Inst{49-41} = src1{8-0};
  let Inst{63-50} = 0;
  let VALU = true;
  let VOP3 = true;
  let Form = "e64";
  let Uses = [EXEC];
  let isConvergent = true;
  let AltMnemonics = [mnemonic#"_e64"];
  let Constraints = "$vdst = $vdst_in";
}
def V_PERMLANE16_VAR_B32_e64 : PermLaneVar<"v_permlane16_var_b32">;
def V_PERMLANEX16_VAR_B32_e64 : PermLaneVar<"v_permlanex16_var_b32">;

let DOT = true in foreach a = ["fp8", "bf8"] in foreach b = ["fp8", "bf8"] in
def V_DOT4_F32_#!toupper(a)#"_"#!toupper(b) : VOP3PInst<0, "v_dot4_f32_"#a#"_"#b, DOT_F32_FP8>;
}

//===- Forms ----------------------------------------------------------------------------------------------------===//

multiclass VOP1_gfx12<int op, string name = ""> : VOP1_enc<"_gfx12", op, name>;
multiclass VOP2_gfx12<int op, string name = ""> : VOP2_enc<"_gfx12", op, name>;
multiclass VOPC_gfx12<int op, string name = ""> : VOPC_enc<"_gfx12", op, name>;
multiclass VOP3_gfx12<int op, string name = ""> : VOP3_enc<"_gfx12", op, name>;
multiclass VOP3P_gfx12<int op, string name = ""> : VOP3P_enc<"_gfx12", op, name>;
multiclass VOP1Only_gfx12<int op> { def _gfx12 : VOP1_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
multiclass VOP1Plain_gfx12<int op> {
  def _e32_gfx12 : VOP1_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, "">;
  def _e64_gfx12 : VOP3_gfx10_enc<!cast<AMDInst>(NAME#"_e64"), !add(op, 0x180), "">;
}
multiclass VOP2Only_gfx12<int op, string name> {
  let AltMnemonics = [name#"_e32"] in def _e32_gfx12 : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, name>;
}
multiclass VOP2Madk_gfx12<int op> { def _gfx12 : VOP2_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
multiclass VOP3Lane_gfx12<int op> { def _gfx12 : VOP3_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
multiclass VOP2Short_gfx12<int op, string name> : VOP2Short_enc<"_gfx12", op, name> {
  let AltMnemonics = [name#"_e32"] in def _e32_gfx12 : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, name>;
}
// Operations on f64, whose 64-bit encoding has no suffix on other processors.
multiclass VOP2_64_gfx12<int op, string name> {
  let AltMnemonics = []<string> in {
  def _e32_gfx12 : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, name#"_e32">;
  def _e64_gfx12 : VOP3_gfx11_enc<!cast<AMDInst>(NAME#"_e64"), !add(op, 0x100), name#"_e64">;
  }
}
// Conversions of bytes: the 64-bit encoding is another instruction, for it says which byte.
multiclass VOP1Byte_gfx12<int op> {
  def _e32_gfx12 : VOP1_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, "">;
  if !and(!exists<AMDInst>(NAME#"_dpp"), !not(!cast<AMDInst>(NAME#"_e32").Rate64)) then {
  def _dpp_gfx12 : VOP1_gfx10_dpp<!cast<AMDInst>(NAME#"_dpp"), op, "">;
  def _dpp8_gfx12 : VOP1_gfx10_enc<!cast<AMDInst>(NAME#"_dpp8"), op, "">;
  }
}
// `byte_sel` instead of op_sel.
class VOP3SrByte_gfx12_enc<AMDInst of, int op> : EncodedAs<of, "", !subst("$op_sel", "$byte_sel", of.AsmOperands)> {
  let Inst{12-11} = 0;
  let Inst{25-16} = op;
  let Inst{31-26} = 0b110101;
}
multiclass VOP3SrByte_gfx12<int op> {
  foreach form = ["_e64", "_e64_dpp", "_e64_dpp8"] in
  def form#"_gfx12" : VOP3SrByte_gfx12_enc<!cast<AMDInst>(NAME#form), op>;
}
