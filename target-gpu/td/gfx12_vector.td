// The vector instructions of RDNA 4: AMD's reference of its instruction set. `gfx11_vector.td` has the forms of encodings.

//===- Operands --------------------------------------------------------------------------------------------------===//

// The byte of a source that is converted, or that a result is written to.
def ByteSel : NamedIntOperand<"byte_sel", 0, "named_int", 2>;
def IndexKey1 : NamedIntOperand<"index_key", 0, "named_int", 1>;
def IndexKey2 : NamedIntOperand<"index_key", 0, "named_int", 2>;
// Scalar sources of transcendental functions.
def SSrcFloat_f32 : SrcOperand<SReg_32, 32, true, true>;
def SSrcFloat_f16 : SrcOperand<SReg_32, 16, true, true>;
foreach n = [32] in def VMatrix_#n : RegisterOperand<VGPR_32>;
foreach n = [64] in foreach type = ["f16", "f32", "b32", "bf16"] in
def VMatrixC_#n#_#type : SrcOperand<VReg_64, !if(!eq(!find(type, "16"), -1), 32, 16), !not(!eq(type, "b32")), false>;

//===- Instructions that earlier processors do not have -------------------------------------------------------------===//

def VOP3_F16x2_OpSel : VOPProfile<F16, F16, F16> { let HasOpSel = true; }
// The byte is no modifier: bits of op_sel, in the opposite order.
def VOP3_F32_Byte : VOPProfile<F32, I32> { let HasClamp = true; }
def VOP3_V2F32_OpSel : VOPProfile<V2F32, I32> { let HasOpSel = true; let HasClamp = true; let HasOMod = false; }
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
defm V_CVT_PK_F32_FP8_opsel : VOP3<0, "v_cvt_pk_f32_fp8", VOP3_V2F32_OpSel>;
defm V_CVT_PK_F32_BF8_opsel : VOP3<0, "v_cvt_pk_f32_bf8", VOP3_V2F32_OpSel>;

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
            (ins LaneMods:$src0_modifiers, VRegSrc_32:$src0, LaneMods:$src1_modifiers, VRegSrc_32:$src1, VGPR_32:$vdst_in),
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

// Sparse: A is compressed, `$src2` selects the elements that it holds; D is also C. `key`: the part of the register.
class SWMMAC<string mnemonic, int a, int b, int c, string modifiers, Operand key, bit hasClamp>
  : VOP3PBase<0, (outs !cast<RegisterClass>("VReg_"#c):$vdst),
      !con((ins PackedMods:$src0_modifiers, !cast<RegisterOperand>("VMatrix_"#a):$src0,
                PackedMods:$src1_modifiers, !cast<RegisterOperand>("VMatrix_"#b):$src1, VRegSrc_32:$src2),
           (ins key:$index_key), !if(hasClamp, (ins Clamp:$clamp), (ins)), (ins !cast<RegisterClass>("VReg_"#c):$vdst_in)),
      mnemonic, "$vdst, $src0_modifiers, $src1_modifiers, $src2$index_key"#modifiers#!if(hasClamp, "$clamp", "")> {
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<2> index_key;
  bits<1> clamp;
  let Inst{8} = src0_modifiers{1};
  let Inst{9} = src1_modifiers{1};
  let Inst{10} = 0;
  let Inst{11} = index_key{0};
  let Inst{12} = !if(!eq(key.Width, 2), index_key{1}, 0);
  let Inst{13} = 0;
  let Inst{14} = 1;
  let Inst{15} = !if(hasClamp, clamp{0}, 0);
  let Inst{58-50} = src2{8-0};
  let Inst{59} = src0_modifiers{3};
  let Inst{60} = src1_modifiers{3};
  let Inst{61} = src0_modifiers{0};
  let Inst{62} = src1_modifiers{0};
  let Inst{63} = 0;
  let DecodeIgnore{14-12} = !if(!eq(key.Width, 2), 0b110, 0b111);
  let Uses = [MODE, EXEC];
  let isConvergent = true;
  let Constraints = "$vdst = $vdst_in";
}
multiclass MatrixSizes<string name, int a, int c, string type, string modifiers, bit hasClamp> {
  let BaseName = NAME in {
  def _w32 : WMMA<name, a, !cast<RegisterOperand>("VMatrixC_"#c#"_"#type), modifiers, hasClamp>;
  def _w64 : WMMA<name, Half<a>.ret, !cast<RegisterOperand>("VMatrixC_"#Half<c>.ret#"_"#type), modifiers, hasClamp>;
  }
}
multiclass SparseSizes<string name, int a, int b, int c, string modifiers, Operand key, bit hasClamp> {
  let BaseName = NAME in {
  def _w32 : SWMMAC<name, a, b, c, modifiers, key, hasClamp>;
  def _w64 : SWMMAC<name, Half<a>.ret, Half<b>.ret, Half<c>.ret, modifiers, key, hasClamp>;
  }
}
defm V_WMMA_F32_16X16X16_F16_gfx12 : MatrixSizes<"v_wmma_f32_16x16x16_f16", 128, 256, "f32", "$neg_lo$neg_hi", false>;
defm V_WMMA_F32_16X16X16_BF16_gfx12 : MatrixSizes<"v_wmma_f32_16x16x16_bf16", 128, 256, "f32", "$neg_lo$neg_hi", false>;
defm V_WMMA_F16_16X16X16_F16_gfx12 : MatrixSizes<"v_wmma_f16_16x16x16_f16", 128, 128, "f16", "$neg_lo$neg_hi", false>;
defm V_WMMA_BF16_16X16X16_BF16_gfx12 : MatrixSizes<"v_wmma_bf16_16x16x16_bf16", 128, 128, "bf16", "$neg_lo$neg_hi", false>;
defm V_WMMA_I32_16X16X16_IU8_gfx12 : MatrixSizes<"v_wmma_i32_16x16x16_iu8", 64, 256, "b32", "$neg_lo", true>;
defm V_WMMA_I32_16X16X16_IU4_gfx12 : MatrixSizes<"v_wmma_i32_16x16x16_iu4", 32, 256, "b32", "$neg_lo", true>;
foreach a = ["fp8", "bf8"] in foreach b = ["fp8", "bf8"] in {
  defm V_WMMA_F32_16X16X16_#!toupper(a)#"_"#!toupper(b)
    : MatrixSizes<"v_wmma_f32_16x16x16_"#a#"_"#b, 64, 256, "f32", "$neg_lo$neg_hi", false>;
  defm V_SWMMAC_F32_16X16X32_#!toupper(a)#"_"#!toupper(b)
    : SparseSizes<"v_swmmac_f32_16x16x32_"#a#"_"#b, 64, 128, 256, "", IndexKey2, false>;
}
defm V_WMMA_I32_16X16X32_IU4 : MatrixSizes<"v_wmma_i32_16x16x32_iu4", 64, 256, "b32", "$neg_lo", true>;
defm V_SWMMAC_F32_16X16X32_F16 : SparseSizes<"v_swmmac_f32_16x16x32_f16", 128, 256, 256, "$neg_lo$neg_hi", IndexKey2, false>;
defm V_SWMMAC_F32_16X16X32_BF16 : SparseSizes<"v_swmmac_f32_16x16x32_bf16", 128, 256, 256, "$neg_lo$neg_hi", IndexKey2, false>;
defm V_SWMMAC_F16_16X16X32_F16 : SparseSizes<"v_swmmac_f16_16x16x32_f16", 128, 256, 128, "$neg_lo$neg_hi", IndexKey2, false>;
defm V_SWMMAC_BF16_16X16X32_BF16 : SparseSizes<"v_swmmac_bf16_16x16x32_bf16", 128, 256, 128, "$neg_lo$neg_hi", IndexKey2, false>;
defm V_SWMMAC_I32_16X16X32_IU8 : SparseSizes<"v_swmmac_i32_16x16x32_iu8", 64, 128, 256, "$neg_lo", IndexKey2, true>;
defm V_SWMMAC_I32_16X16X32_IU4 : SparseSizes<"v_swmmac_i32_16x16x32_iu4", 32, 64, 256, "$neg_lo", IndexKey2, true>;
defm V_SWMMAC_I32_16X16X64_IU4 : SparseSizes<"v_swmmac_i32_16x16x64_iu4", 64, 128, 256, "$neg_lo", IndexKey1, true>;
}

//===- Forms -----------------------------------------------------------------------------------------------------===//

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
multiclass Matrix_gfx12<int op> {
  let EncodingPredicates = [IsGFX12, IsWave32] in def _w32_gfx12 : VOP3P_gfx10_enc<!cast<AMDInst>(NAME#"_w32"), op, "">;
  let EncodingPredicates = [IsGFX12, IsWave64] in def _w64_gfx12 : VOP3P_gfx10_enc<!cast<AMDInst>(NAME#"_w64"), op, "">;
}

//===- Numbers of RDNA 4 -------------------------------------------------------------------------------------------===//

let EncodingPredicates = [IsGFX12] in {

//===- VOP1 ----------------------------------------------------------------------------------------------------------===//

defm V_NOP : VOP1Plain_gfx12<0x00>;
defm V_MOV_B32 : VOP1_gfx12<0x01>;
defm V_READFIRSTLANE_B32 : VOP1Only_gfx12<0x02>;
defm V_CVT_I32_F64 : VOP1_gfx12<0x03>;
defm V_CVT_F64_I32 : VOP1_gfx12<0x04>;
defm V_CVT_F32_I32 : VOP1_gfx12<0x05>;
defm V_CVT_F32_U32 : VOP1_gfx12<0x06>;
defm V_CVT_U32_F32 : VOP1_gfx12<0x07>;
defm V_CVT_I32_F32 : VOP1_gfx12<0x08>;
defm V_CVT_F16_F32 : VOP1_gfx12<0x0a>;
defm V_CVT_F32_F16 : VOP1_gfx12<0x0b>;
defm V_CVT_RPI_I32_F32 : VOP1_gfx12<0x0c, "v_cvt_nearest_i32_f32">;
defm V_CVT_FLR_I32_F32 : VOP1_gfx12<0x0d, "v_cvt_floor_i32_f32">;
defm V_CVT_OFF_F32_I4 : VOP1_gfx12<0x0e>;
defm V_CVT_F32_F64 : VOP1_gfx12<0x0f>;
defm V_CVT_F64_F32 : VOP1_gfx12<0x10>;
defm V_CVT_F32_UBYTE0 : VOP1_gfx12<0x11>;
defm V_CVT_F32_UBYTE1 : VOP1_gfx12<0x12>;
defm V_CVT_F32_UBYTE2 : VOP1_gfx12<0x13>;
defm V_CVT_F32_UBYTE3 : VOP1_gfx12<0x14>;
defm V_CVT_U32_F64 : VOP1_gfx12<0x15>;
defm V_CVT_F64_U32 : VOP1_gfx12<0x16>;
defm V_TRUNC_F64 : VOP1_gfx12<0x17>;
defm V_CEIL_F64 : VOP1_gfx12<0x18>;
defm V_RNDNE_F64 : VOP1_gfx12<0x19>;
defm V_FLOOR_F64 : VOP1_gfx12<0x1a>;
defm V_PIPEFLUSH : VOP1Plain_gfx12<0x1b>;
defm V_MOV_B16 : VOP1_gfx12<0x1c>;
defm V_FRACT_F32 : VOP1_gfx12<0x20>;
defm V_TRUNC_F32 : VOP1_gfx12<0x21>;
defm V_CEIL_F32 : VOP1_gfx12<0x22>;
defm V_RNDNE_F32 : VOP1_gfx12<0x23>;
defm V_FLOOR_F32 : VOP1_gfx12<0x24>;
defm V_EXP_F32 : VOP1_gfx12<0x25>;
defm V_LOG_F32 : VOP1_gfx12<0x27>;
defm V_RCP_F32 : VOP1_gfx12<0x2a>;
defm V_RCP_IFLAG_F32 : VOP1_gfx12<0x2b>;
defm V_RSQ_F32 : VOP1_gfx12<0x2e>;
defm V_RCP_F64 : VOP1_gfx12<0x2f>;
defm V_RSQ_F64 : VOP1_gfx12<0x31>;
defm V_SQRT_F32 : VOP1_gfx12<0x33>;
defm V_SQRT_F64 : VOP1_gfx12<0x34>;
defm V_SIN_F32 : VOP1_gfx12<0x35>;
defm V_COS_F32 : VOP1_gfx12<0x36>;
defm V_NOT_B32 : VOP1_gfx12<0x37>;
defm V_BFREV_B32 : VOP1_gfx12<0x38>;
defm V_FFBH_U32 : VOP1_gfx12<0x39, "v_clz_i32_u32">;
defm V_FFBL_B32 : VOP1_gfx12<0x3a, "v_ctz_i32_b32">;
defm V_FFBH_I32 : VOP1_gfx12<0x3b, "v_cls_i32">;
defm V_FREXP_EXP_I32_F64 : VOP1_gfx12<0x3c>;
defm V_FREXP_MANT_F64 : VOP1_gfx12<0x3d>;
defm V_FRACT_F64 : VOP1_gfx12<0x3e>;
defm V_FREXP_EXP_I32_F32 : VOP1_gfx12<0x3f>;
defm V_FREXP_MANT_F32 : VOP1_gfx12<0x40>;
defm V_MOVRELD_B32 : VOP1_gfx12<0x42>;
defm V_MOVRELS_B32 : VOP1_gfx12<0x43>;
defm V_MOVRELSD_B32 : VOP1_gfx12<0x44>;
defm V_MOVRELSD_2_B32 : VOP1_gfx12<0x48>;
defm V_CVT_F16_U16 : VOP1_gfx12<0x50>;
defm V_CVT_F16_I16 : VOP1_gfx12<0x51>;
defm V_CVT_U16_F16 : VOP1_gfx12<0x52>;
defm V_CVT_I16_F16 : VOP1_gfx12<0x53>;
defm V_RCP_F16 : VOP1_gfx12<0x54>;
defm V_SQRT_F16 : VOP1_gfx12<0x55>;
defm V_RSQ_F16 : VOP1_gfx12<0x56>;
defm V_LOG_F16 : VOP1_gfx12<0x57>;
defm V_EXP_F16 : VOP1_gfx12<0x58>;
defm V_FREXP_MANT_F16 : VOP1_gfx12<0x59>;
defm V_FREXP_EXP_I16_F16 : VOP1_gfx12<0x5a>;
defm V_FLOOR_F16 : VOP1_gfx12<0x5b>;
defm V_CEIL_F16 : VOP1_gfx12<0x5c>;
defm V_TRUNC_F16 : VOP1_gfx12<0x5d>;
defm V_RNDNE_F16 : VOP1_gfx12<0x5e>;
defm V_FRACT_F16 : VOP1_gfx12<0x5f>;
defm V_SIN_F16 : VOP1_gfx12<0x60>;
defm V_COS_F16 : VOP1_gfx12<0x61>;
defm V_SAT_PK_U8_I16 : VOP1_gfx12<0x62>;
defm V_CVT_NORM_I16_F16 : VOP1_gfx12<0x63>;
defm V_CVT_NORM_U16_F16 : VOP1_gfx12<0x64>;
defm V_SWAP_B32 : VOP1Only_gfx12<0x65>;
defm V_SWAP_B16 : VOP1Only_gfx12<0x66>;
defm V_PERMLANE64_B32 : VOP1Only_gfx12<0x67>;
defm V_SWAPREL_B32 : VOP1Only_gfx12<0x68>;
defm V_NOT_B16 : VOP1_gfx12<0x69>;
defm V_CVT_I32_I16 : VOP1_gfx12<0x6a>;
defm V_CVT_U32_U16 : VOP1_gfx12<0x6b>;
defm V_CVT_F32_FP8 : VOP1Byte_gfx12<0x6c>;
defm V_CVT_F32_FP8_byte : VOP3_gfx12<0x1ec>;
defm V_CVT_F32_BF8 : VOP1Byte_gfx12<0x6d>;
defm V_CVT_F32_BF8_byte : VOP3_gfx12<0x1ed>;
defm V_CVT_PK_F32_FP8 : VOP1Byte_gfx12<0x6e>;
defm V_CVT_PK_F32_FP8_opsel : VOP3_gfx12<0x1ee, "v_cvt_pk_f32_fp8_e64">;
defm V_CVT_PK_F32_BF8 : VOP1Byte_gfx12<0x6f>;
defm V_CVT_PK_F32_BF8_opsel : VOP3_gfx12<0x1ef, "v_cvt_pk_f32_bf8_e64">;

//===- VOP2 ----------------------------------------------------------------------------------------------------------===//

defm V_CNDMASK_B32 : VOP2_gfx12<0x01>;
defm V_ADD_F64 : VOP2_64_gfx12<0x02, "v_add_f64">;
defm V_ADD_F32 : VOP2_gfx12<0x03>;
defm V_SUB_F32 : VOP2_gfx12<0x04>;
defm V_SUBREV_F32 : VOP2_gfx12<0x05>;
defm V_MUL_F64 : VOP2_64_gfx12<0x06, "v_mul_f64">;
defm V_MUL_LEGACY_F32 : VOP2_gfx12<0x07, "v_mul_dx9_zero_f32">;
defm V_MUL_F32 : VOP2_gfx12<0x08>;
defm V_MUL_I32_I24 : VOP2_gfx12<0x09>;
defm V_MUL_HI_I32_I24 : VOP2_gfx12<0x0a>;
defm V_MUL_U32_U24 : VOP2_gfx12<0x0b>;
defm V_MUL_HI_U32_U24 : VOP2_gfx12<0x0c>;
defm V_MIN_F64 : VOP2_64_gfx12<0x0d, "v_min_num_f64">;
defm V_MAX_F64 : VOP2_64_gfx12<0x0e, "v_max_num_f64">;
defm V_MIN_I32 : VOP2_gfx12<0x11>;
defm V_MAX_I32 : VOP2_gfx12<0x12>;
defm V_MIN_U32 : VOP2_gfx12<0x13>;
defm V_MAX_U32 : VOP2_gfx12<0x14>;
defm V_MIN_F32 : VOP2_gfx12<0x15, "v_min_num_f32">;
defm V_MAX_F32 : VOP2_gfx12<0x16, "v_max_num_f32">;
defm V_LSHLREV_B32 : VOP2_gfx12<0x18>;
defm V_LSHRREV_B32 : VOP2_gfx12<0x19>;
defm V_ASHRREV_I32 : VOP2_gfx12<0x1a>;
defm V_AND_B32 : VOP2_gfx12<0x1b>;
defm V_OR_B32 : VOP2_gfx12<0x1c>;
defm V_XOR_B32 : VOP2_gfx12<0x1d>;
defm V_XNOR_B32 : VOP2_gfx12<0x1e>;
defm V_LSHLREV_B64 : VOP2_64_gfx12<0x1f, "v_lshlrev_b64">;
defm V_ADDC_CO_U32 : VOP2_gfx12<0x20, "v_add_co_ci_u32">;
defm V_SUBB_CO_U32 : VOP2_gfx12<0x21, "v_sub_co_ci_u32">;
defm V_SUBBREV_CO_U32 : VOP2_gfx12<0x22, "v_subrev_co_ci_u32">;
defm V_ADD_U32 : VOP2_gfx12<0x25, "v_add_nc_u32">;
defm V_SUB_U32 : VOP2_gfx12<0x26, "v_sub_nc_u32">;
defm V_SUBREV_U32 : VOP2_gfx12<0x27, "v_subrev_nc_u32">;
defm V_FMAC_F32 : VOP2_gfx12<0x2b>;
defm V_FMAMK_F32 : VOP2Madk_gfx12<0x2c>;
defm V_FMAAK_F32 : VOP2Madk_gfx12<0x2d>;
defm V_CVT_PKRTZ_F16_F32 : VOP2_gfx12<0x2f, "v_cvt_pk_rtz_f16_f32">;
defm V_MIN_F16 : VOP2_gfx12<0x30, "v_min_num_f16">;
defm V_MAX_F16 : VOP2_gfx12<0x31, "v_max_num_f16">;
defm V_ADD_F16 : VOP2_gfx12<0x32>;
defm V_SUB_F16 : VOP2_gfx12<0x33>;
defm V_SUBREV_F16 : VOP2_gfx12<0x34>;
defm V_MUL_F16 : VOP2_gfx12<0x35>;
defm V_FMAC_F16 : VOP2_gfx12<0x36>;
defm V_FMAMK_F16 : VOP2Madk_gfx12<0x37>;
defm V_FMAAK_F16 : VOP2Madk_gfx12<0x38>;
defm V_LDEXP_F16 : VOP2_gfx12<0x3b>;
defm V_PK_FMAC_F16 : VOP2Short_gfx12<0x3c, "v_pk_fmac_f16">;

//===- VOPC ----------------------------------------------------------------------------------------------------------===//

multiclass Compare_gfx12<int op> {
  defm V_CMP_#NAME : VOPC_gfx12<op>;
  defm V_CMPX_#NAME#_nosdst : VOPC_gfx12<!add(op, 0x80)>;
}
// Without those that are always false or true.
foreach i = !range(1, 15) in {
  defvar relation = !toupper(FloatRelations[i]);
  defm relation#"_F16" : Compare_gfx12<i>;
  defm relation#"_F32" : Compare_gfx12<!add(0x10, i)>;
  defm relation#"_F64" : Compare_gfx12<!add(0x20, i)>;
}
foreach i = !range(1, 7) in {
  defvar relation = !toupper(IntRelations[i]);
  defm relation#"_I16" : Compare_gfx12<!add(0x30, i)>;
  defm relation#"_U16" : Compare_gfx12<!add(0x38, i)>;
  defm relation#"_I32" : Compare_gfx12<!add(0x40, i)>;
  defm relation#"_U32" : Compare_gfx12<!add(0x48, i)>;
  defm relation#"_I64" : Compare_gfx12<!add(0x50, i)>;
  defm relation#"_U64" : Compare_gfx12<!add(0x58, i)>;
}
defm CLASS_F16 : Compare_gfx12<0x7d>;
defm CLASS_F32 : Compare_gfx12<0x7e>;
defm CLASS_F64 : Compare_gfx12<0x7f>;

//===- VOP3 ----------------------------------------------------------------------------------------------------------===//

defm V_FMA_LEGACY_F32 : VOP3_gfx12<0x209, "v_fma_dx9_zero_f32">;
defm V_MAD_I32_I24 : VOP3_gfx12<0x20a>;
defm V_MAD_U32_U24 : VOP3_gfx12<0x20b>;
defm V_CUBEID_F32 : VOP3_gfx12<0x20c>;
defm V_CUBESC_F32 : VOP3_gfx12<0x20d>;
defm V_CUBETC_F32 : VOP3_gfx12<0x20e>;
defm V_CUBEMA_F32 : VOP3_gfx12<0x20f>;
defm V_BFE_U32 : VOP3_gfx12<0x210>;
defm V_BFE_I32 : VOP3_gfx12<0x211>;
defm V_BFI_B32 : VOP3_gfx12<0x212>;
defm V_FMA_F32 : VOP3_gfx12<0x213>;
defm V_FMA_F64 : VOP3_gfx12<0x214>;
defm V_LERP_U8 : VOP3_gfx12<0x215>;
defm V_ALIGNBIT_B32 : VOP3_gfx12<0x216>;
defm V_ALIGNBYTE_B32 : VOP3_gfx12<0x217>;
defm V_MULLIT_F32 : VOP3_gfx12<0x218>;
defm V_MIN3_I32 : VOP3_gfx12<0x21a>;
defm V_MIN3_U32 : VOP3_gfx12<0x21b>;
defm V_MAX3_I32 : VOP3_gfx12<0x21d>;
defm V_MAX3_U32 : VOP3_gfx12<0x21e>;
defm V_MED3_I32 : VOP3_gfx12<0x220>;
defm V_MED3_U32 : VOP3_gfx12<0x221>;
defm V_SAD_U8 : VOP3_gfx12<0x222>;
defm V_SAD_HI_U8 : VOP3_gfx12<0x223>;
defm V_SAD_U16 : VOP3_gfx12<0x224>;
defm V_SAD_U32 : VOP3_gfx12<0x225>;
defm V_CVT_PK_U8_F32 : VOP3_gfx12<0x226>;
defm V_DIV_FIXUP_F32 : VOP3_gfx12<0x227>;
defm V_DIV_FIXUP_F64 : VOP3_gfx12<0x228>;
defm V_MIN3_F32 : VOP3_gfx12<0x229, "v_min3_num_f32">;
defm V_MAX3_F32 : VOP3_gfx12<0x22a, "v_max3_num_f32">;
defm V_MIN3_F16 : VOP3_gfx12<0x22b, "v_min3_num_f16">;
defm V_MAX3_F16 : VOP3_gfx12<0x22c, "v_max3_num_f16">;
defm V_MINIMUM3_F32 : VOP3_gfx12<0x22d>;
defm V_MAXIMUM3_F32 : VOP3_gfx12<0x22e>;
defm V_MINIMUM3_F16 : VOP3_gfx12<0x22f>;
defm V_MAXIMUM3_F16 : VOP3_gfx12<0x230>;
defm V_MED3_F32 : VOP3_gfx12<0x231, "v_med3_num_f32">;
defm V_MED3_F16 : VOP3_gfx12<0x232, "v_med3_num_f16">;
defm V_DIV_FMAS_F32 : VOP3_gfx12<0x237>;
defm V_DIV_FMAS_F64 : VOP3_gfx12<0x238>;
defm V_MSAD_U8 : VOP3_gfx12<0x239>;
defm V_QSAD_PK_U16_U8 : VOP3_gfx12<0x23a>;
defm V_MQSAD_PK_U16_U8 : VOP3_gfx12<0x23b>;
defm V_MQSAD_U32_U8 : VOP3_gfx12<0x23d>;
defm V_XOR3_B32 : VOP3_gfx12<0x240>;
defm V_MAD_U16 : VOP3_gfx12<0x241>;
defm V_PERM_B32 : VOP3_gfx12<0x244>;
defm V_XAD_U32 : VOP3_gfx12<0x245>;
defm V_LSHL_ADD_U32 : VOP3_gfx12<0x246>;
defm V_ADD_LSHL_U32 : VOP3_gfx12<0x247>;
defm V_FMA_F16 : VOP3_gfx12<0x248>;
defm V_MIN3_I16 : VOP3_gfx12<0x24a>;
defm V_MIN3_U16 : VOP3_gfx12<0x24b>;
defm V_MAX3_I16 : VOP3_gfx12<0x24d>;
defm V_MAX3_U16 : VOP3_gfx12<0x24e>;
defm V_MED3_I16 : VOP3_gfx12<0x250>;
defm V_MED3_U16 : VOP3_gfx12<0x251>;
defm V_MAD_I16 : VOP3_gfx12<0x253>;
defm V_DIV_FIXUP_F16 : VOP3_gfx12<0x254>;
defm V_ADD3_U32 : VOP3_gfx12<0x255>;
defm V_LSHL_OR_B32 : VOP3_gfx12<0x256>;
defm V_AND_OR_B32 : VOP3_gfx12<0x257>;
defm V_OR3_B32 : VOP3_gfx12<0x258>;
defm V_MAD_U32_U16 : VOP3_gfx12<0x259>;
defm V_MAD_I32_I16 : VOP3_gfx12<0x25a>;
defm V_PERMLANE16_B32 : VOP3_gfx12<0x25b>;
defm V_PERMLANEX16_B32 : VOP3_gfx12<0x25c>;
defm V_CNDMASK_B16 : VOP3_gfx12<0x25d>;
defm V_MAXMIN_U32 : VOP3_gfx12<0x262>;
defm V_MINMAX_U32 : VOP3_gfx12<0x263>;
defm V_MAXMIN_I32 : VOP3_gfx12<0x264>;
defm V_MINMAX_I32 : VOP3_gfx12<0x265>;
defm V_DOT2_F16_F16 : VOP3_gfx12<0x266>;
defm V_DOT2_BF16_BF16 : VOP3_gfx12<0x267>;
defm V_MINMAX_F32 : VOP3_gfx12<0x268, "v_minmax_num_f32">;
defm V_MAXMIN_F32 : VOP3_gfx12<0x269, "v_maxmin_num_f32">;
defm V_MINMAX_F16 : VOP3_gfx12<0x26a, "v_minmax_num_f16">;
defm V_MAXMIN_F16 : VOP3_gfx12<0x26b, "v_maxmin_num_f16">;
defm V_MINIMUMMAXIMUM_F32 : VOP3_gfx12<0x26c>;
defm V_MAXIMUMMINIMUM_F32 : VOP3_gfx12<0x26d>;
defm V_MINIMUMMAXIMUM_F16 : VOP3_gfx12<0x26e>;
defm V_MAXIMUMMINIMUM_F16 : VOP3_gfx12<0x26f>;
defm V_S_EXP_F32 : VOP3Lane_gfx12<0x280>;
defm V_S_EXP_F16 : VOP3Lane_gfx12<0x281>;
defm V_S_LOG_F32 : VOP3Lane_gfx12<0x282>;
defm V_S_LOG_F16 : VOP3Lane_gfx12<0x283>;
defm V_S_RCP_F32 : VOP3Lane_gfx12<0x284>;
defm V_S_RCP_F16 : VOP3Lane_gfx12<0x285>;
defm V_S_RSQ_F32 : VOP3Lane_gfx12<0x286>;
defm V_S_RSQ_F16 : VOP3Lane_gfx12<0x287>;
defm V_S_SQRT_F32 : VOP3Lane_gfx12<0x288>;
defm V_S_SQRT_F16 : VOP3Lane_gfx12<0x289>;
defm V_DIV_SCALE_F32 : VOP3_gfx12<0x2fc>;
defm V_DIV_SCALE_F64 : VOP3_gfx12<0x2fd>;
defm V_MAD_U64_U32 : VOP3_gfx12<0x2fe, "v_mad_co_u64_u32">;
defm V_MAD_I64_I32 : VOP3_gfx12<0x2ff, "v_mad_co_i64_i32">;
defm V_ADD_CO_U32 : VOP3_gfx12<0x300, "v_add_co_u32">;
defm V_SUB_CO_U32 : VOP3_gfx12<0x301, "v_sub_co_u32">;
defm V_SUBREV_CO_U32 : VOP3_gfx12<0x302, "v_subrev_co_u32">;
defm V_ADD_NC_U16 : VOP3_gfx12<0x303>;
defm V_SUB_NC_U16 : VOP3_gfx12<0x304>;
defm V_MUL_LO_U16_opsel : VOP3_gfx12<0x305>;
defm V_CVT_PK_I16_F32 : VOP3_gfx12<0x306>;
defm V_CVT_PK_U16_F32 : VOP3_gfx12<0x307>;
defm V_MAX_U16_opsel : VOP3_gfx12<0x309>;
defm V_MAX_I16_opsel : VOP3_gfx12<0x30a>;
defm V_MIN_U16_opsel : VOP3_gfx12<0x30b>;
defm V_MIN_I16_opsel : VOP3_gfx12<0x30c>;
defm V_ADD_I16 : VOP3_gfx12<0x30d, "v_add_nc_i16">;
defm V_SUB_I16 : VOP3_gfx12<0x30e, "v_sub_nc_i16">;
defm V_PERMLANE16_VAR_B32 : VOP3_gfx12<0x30f>;
defm V_PERMLANEX16_VAR_B32 : VOP3_gfx12<0x310>;
defm V_PACK_B32_F16 : VOP3_gfx12<0x311>;
defm V_CVT_PKNORM_I16_F16 : VOP3_gfx12<0x312, "v_cvt_pk_norm_i16_f16">;
defm V_CVT_PKNORM_U16_F16 : VOP3_gfx12<0x313, "v_cvt_pk_norm_u16_f16">;
defm V_LDEXP_F32 : VOP3_gfx12<0x31c>;
defm V_BFM_B32 : VOP3_gfx12<0x31d>;
defm V_BCNT_U32_B32 : VOP3_gfx12<0x31e>;
defm V_MBCNT_LO_U32_B32 : VOP3_gfx12<0x31f>;
defm V_MBCNT_HI_U32_B32 : VOP3_gfx12<0x320>;
defm V_CVT_PKNORM_I16_F32 : VOP3_gfx12<0x321, "v_cvt_pk_norm_i16_f32">;
defm V_CVT_PKNORM_U16_F32 : VOP3_gfx12<0x322, "v_cvt_pk_norm_u16_f32">;
defm V_CVT_PK_U16_U32 : VOP3_gfx12<0x323>;
defm V_CVT_PK_I16_I32 : VOP3_gfx12<0x324>;
defm V_SUB_I32 : VOP3_gfx12<0x325, "v_sub_nc_i32">;
defm V_ADD_I32 : VOP3_gfx12<0x326, "v_add_nc_i32">;
defm V_LDEXP_F64 : VOP3_gfx12<0x32b>;
defm V_MUL_LO_U32 : VOP3_gfx12<0x32c>;
defm V_MUL_HI_U32 : VOP3_gfx12<0x32d>;
defm V_MUL_HI_I32 : VOP3_gfx12<0x32e>;
defm V_TRIG_PREOP_F64 : VOP3_gfx12<0x32f>;
defm V_LSHLREV_B16_opsel : VOP3_gfx12<0x338>;
defm V_LSHRREV_B16_opsel : VOP3_gfx12<0x339>;
defm V_ASHRREV_I16_opsel : VOP3_gfx12<0x33a>;
defm V_LSHRREV_B64 : VOP3_gfx12<0x33d>;
defm V_ASHRREV_I64 : VOP3_gfx12<0x33e>;
defm V_MINIMUM_F64 : VOP3_gfx12<0x341>;
defm V_MAXIMUM_F64 : VOP3_gfx12<0x342>;
defm V_READLANE_B32 : VOP3Lane_gfx12<0x360>;
defm V_WRITELANE_B32 : VOP3Lane_gfx12<0x361>;
defm V_AND_B16 : VOP3_gfx12<0x362>;
defm V_OR_B16 : VOP3_gfx12<0x363>;
defm V_XOR_B16 : VOP3_gfx12<0x364>;
defm V_MINIMUM_F32 : VOP3_gfx12<0x365>;
defm V_MAXIMUM_F32 : VOP3_gfx12<0x366>;
defm V_MINIMUM_F16 : VOP3_gfx12<0x367>;
defm V_MAXIMUM_F16 : VOP3_gfx12<0x368>;
defm V_CVT_PK_FP8_F32 : VOP3_gfx12<0x369>;
defm V_CVT_PK_BF8_F32 : VOP3_gfx12<0x36a>;
defm V_CVT_SR_FP8_F32 : VOP3SrByte_gfx12<0x36b>;
defm V_CVT_SR_BF8_F32 : VOP3SrByte_gfx12<0x36c>;

//===- VOP3P ---------------------------------------------------------------------------------------------------------===//

defm V_PK_MAD_I16 : VOP3P_gfx12<0x00>;
defm V_PK_MUL_LO_U16 : VOP3P_gfx12<0x01>;
defm V_PK_ADD_I16 : VOP3P_gfx12<0x02>;
defm V_PK_SUB_I16 : VOP3P_gfx12<0x03>;
defm V_PK_LSHLREV_B16 : VOP3P_gfx12<0x04>;
defm V_PK_LSHRREV_B16 : VOP3P_gfx12<0x05>;
defm V_PK_ASHRREV_I16 : VOP3P_gfx12<0x06>;
defm V_PK_MAX_I16 : VOP3P_gfx12<0x07>;
defm V_PK_MIN_I16 : VOP3P_gfx12<0x08>;
defm V_PK_MAD_U16 : VOP3P_gfx12<0x09>;
defm V_PK_ADD_U16 : VOP3P_gfx12<0x0a>;
defm V_PK_SUB_U16 : VOP3P_gfx12<0x0b>;
defm V_PK_MAX_U16 : VOP3P_gfx12<0x0c>;
defm V_PK_MIN_U16 : VOP3P_gfx12<0x0d>;
defm V_PK_FMA_F16 : VOP3P_gfx12<0x0e>;
defm V_PK_ADD_F16 : VOP3P_gfx12<0x0f>;
defm V_PK_MUL_F16 : VOP3P_gfx12<0x10>;
defm V_DOT2_F32_F16 : VOP3P_gfx12<0x13>;
defm V_DOT4_I32_IU8 : VOP3P_gfx12<0x16>;
defm V_DOT4_U32_U8 : VOP3P_gfx12<0x17>;
defm V_DOT8_I32_IU4 : VOP3P_gfx12<0x18>;
defm V_DOT8_U32_U4 : VOP3P_gfx12<0x19>;
defm V_DOT2_F32_BF16 : VOP3P_gfx12<0x1a>;
defm V_PK_MIN_F16 : VOP3P_gfx12<0x1b, "v_pk_min_num_f16">;
defm V_PK_MAX_F16 : VOP3P_gfx12<0x1c, "v_pk_max_num_f16">;
defm V_PK_MINIMUM_F16 : VOP3P_gfx12<0x1d>;
defm V_PK_MAXIMUM_F16 : VOP3P_gfx12<0x1e>;
defm V_FMA_MIX_F32 : VOP3P_gfx12<0x20>;
defm V_FMA_MIXLO_F16 : VOP3P_gfx12<0x21>;
defm V_FMA_MIXHI_F16 : VOP3P_gfx12<0x22>;
defm V_DOT4_F32_FP8_BF8 : VOP3P_gfx12<0x24>;
defm V_DOT4_F32_BF8_FP8 : VOP3P_gfx12<0x25>;
defm V_DOT4_F32_FP8_FP8 : VOP3P_gfx12<0x26>;
defm V_DOT4_F32_BF8_BF8 : VOP3P_gfx12<0x27>;
}
defm V_WMMA_F32_16X16X16_F16_gfx12 : Matrix_gfx12<0x40>;
defm V_WMMA_F32_16X16X16_BF16_gfx12 : Matrix_gfx12<0x41>;
defm V_WMMA_F16_16X16X16_F16_gfx12 : Matrix_gfx12<0x42>;
defm V_WMMA_BF16_16X16X16_BF16_gfx12 : Matrix_gfx12<0x43>;
defm V_WMMA_I32_16X16X16_IU8_gfx12 : Matrix_gfx12<0x44>;
defm V_WMMA_I32_16X16X16_IU4_gfx12 : Matrix_gfx12<0x45>;
defm V_WMMA_F32_16X16X16_FP8_FP8 : Matrix_gfx12<0x46>;
defm V_WMMA_F32_16X16X16_FP8_BF8 : Matrix_gfx12<0x47>;
defm V_WMMA_F32_16X16X16_BF8_FP8 : Matrix_gfx12<0x48>;
defm V_WMMA_F32_16X16X16_BF8_BF8 : Matrix_gfx12<0x49>;
defm V_WMMA_I32_16X16X32_IU4 : Matrix_gfx12<0x4a>;
defm V_SWMMAC_F32_16X16X32_F16 : Matrix_gfx12<0x50>;
defm V_SWMMAC_F32_16X16X32_BF16 : Matrix_gfx12<0x51>;
defm V_SWMMAC_F16_16X16X32_F16 : Matrix_gfx12<0x52>;
defm V_SWMMAC_BF16_16X16X32_BF16 : Matrix_gfx12<0x53>;
defm V_SWMMAC_I32_16X16X32_IU8 : Matrix_gfx12<0x54>;
defm V_SWMMAC_I32_16X16X32_IU4 : Matrix_gfx12<0x55>;
defm V_SWMMAC_I32_16X16X64_IU4 : Matrix_gfx12<0x56>;
defm V_SWMMAC_F32_16X16X32_FP8_FP8 : Matrix_gfx12<0x57>;
defm V_SWMMAC_F32_16X16X32_FP8_BF8 : Matrix_gfx12<0x58>;
defm V_SWMMAC_F32_16X16X32_BF8_FP8 : Matrix_gfx12<0x59>;
defm V_SWMMAC_F32_16X16X32_BF8_BF8 : Matrix_gfx12<0x5a>;
