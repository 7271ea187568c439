// What gfx950 adds: AMD's reference of the CDNA4 instruction set.

//===- Operands --------------------------------------------------------------------------------------------------===//

def VSrc_bf16 : VALUSrcOperand<VS_32, 16, true, true>;
def VCSrc_bf16 : VALUSrcOperand<VS_32, 16, true, false>;
def VSrc_v2bf16 : VALUSrcOperand<VS_32, 16, true, true>;
def VCSrc_v2bf16 : VALUSrcOperand<VS_32, 16, true, false>;
foreach n = [64, 192, 512, 1024] in
def VRegSrc_#n : RegisterOperand<!cast<RegisterClass>("VReg_"#n#"_Align2")>;
def AVSrc_192 : RegisterOperand<AV_192_Align2>;

// One bit of the result for each combination of bits of the three sources.
def BitOp3 : NamedIntOperand<"bitop3", 0, "bitop3">;

def BF16 : VALUType<VGPR_32, VSrc_bf16, VCSrc_bf16, true>;
def V2BF16 : VALUType<VGPR_32, VSrc_v2bf16, VCSrc_v2bf16, true>;
// Registers only.
def R2F32 : VALUType<VReg_64_Align2, VSrc_b32, VRegSrc_64, true>;
def R6I32 : VALUType<VReg_192_Align2, VSrc_b32, VRegSrc_192, false>;
def R16I32 : VALUType<VReg_512_Align2, VSrc_b32, VRegSrc_512, false>;
def R32I32 : VALUType<VReg_1024_Align2, VSrc_b32, VRegSrc_1024, false>;

//===- VOP1, VOP2 ------------------------------------------------------------------------------------------------===//

def VOP_F32_BF16 : VOPProfile<F32, BF16>;

// Exchanges rows of lanes of two registers.
class PermLaneSwap<int op, string mnemonic> : VOP1Common<VOP_I32_I32, (outs VGPR_32:$vdst, VGPR_32:$vdst1),
                                                         (ins VGPR_32:$src0, VGPR_32:$src1), mnemonic#"_e32",
                                                         "$vdst, $src0"> {
  field bits<32> Inst;
  let Size = 4;
  bits<10> src0;
  let Inst{8-0} = src0{8-0};
  let Inst{16-9} = op;
  let Inst{24-17} = vdst{7-0};
  let Inst{31-25} = 0b0111111;
  let Form = "e32";
}
class PermLaneSwap_e64<int op, string mnemonic>
  : VOP1Common<VOP_I32_I32, (outs VGPR_32:$vdst, VGPR_32:$vdst1),
               (ins VGPR_32:$src0, VGPR_32:$src1, BoundCtrl:$bound_ctrl, FI:$fi), mnemonic#"_e64",
               "$vdst, $src0$bound_ctrl$fi"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src0;
  bits<1> bound_ctrl;
  bits<1> fi;
  let Inst{7-0} = vdst{7-0};
  let Inst{10-8} = 0;
  let Inst{11} = fi;
  let Inst{12} = bound_ctrl;
  let Inst{15-13} = 0;
  let Inst{25-16} = !add(op, 0x140);
  let Inst{31-26} = 0b110100;
  let Inst{40-32} = src0{8-0};
  let Inst{63-41} = 0;
  let DecodeIgnore{58-41} = 0x3ffff;
  let VOP3 = true;
  let Form = "e64";
}
multiclass PermLaneSwaps<int op, string mnemonic> {
  let Constraints = "$vdst = $src1, $vdst1 = $src0", BaseName = NAME, isConvergent = true in {
  def _e32 : PermLaneSwap<op, mnemonic>;
  def _e64 : PermLaneSwap_e64<op, mnemonic>;
  }
}

let Predicates = [HasGFX950] in {
defm V_PRNG_B32 : VOP1<0x58, "v_prng_b32", VOP_I32_I32>;
defm V_PERMLANE16_SWAP_B32 : PermLaneSwaps<0x59, "v_permlane16_swap_b32">;
defm V_PERMLANE32_SWAP_B32 : PermLaneSwaps<0x5a, "v_permlane32_swap_b32">;
defm V_CVT_F32_BF16 : VOP1<0x5b, "v_cvt_f32_bf16", VOP_F32_BF16>;
let isCommutable = true, DOT = true in
defm V_DOT2C_F32_BF16 : VOP2<0x16, "v_dot2c_f32_bf16", VOPAccumulate<F32, V2BF16, true>>;
}

//===- VOP3 ------------------------------------------------------------------------------------------------------===//

class BitOp3Inst<int op, string mnemonic, VOPProfile P, string end> : VOP3Only<op, mnemonic, P> {
  bits<8> bitop3;
  let AsmString = mnemonic#" $vdst, $src0"#!if(P.HasOpSel, "_modifiers", "")#", $src1"#!if(P.HasOpSel, "_modifiers", "")
    #", $src2"#!if(P.HasOpSel, "_modifiers", "")#"$bitop3"#end;
  let InOperandList = !con(VOP3Operands<P>.Ins, (ins BitOp3:$bitop3));
  let Inst{10-8} = bitop3{5-3};
  let Inst{60-59} = bitop3{7-6};
  let Inst{63-61} = bitop3{2-0};
}
def VOP3_I16x3_OpSelOnly : VOPProfile<I16, I16, I16, I16> { let HasOpSel = true; }
def VOP3_I32x3_OpSelOnly : VOPProfile<I32, I32, I32, I32> { let HasOpSel = true; }

// Conversions with a scale write a part of the destination, selected by op_sel, and preserve the rest.
class ConvertPart<VALUType src0, VALUType src1, VALUType src2 = NONE> : VOPProfile<I32, src0, src1, src2> {
  let HasOpSel = true;
  let HasClamp = false;
  let HasOMod = false;
}
multiclass VOP3ConvertPart<int op, string mnemonic, VOPProfile P> {
  let BaseName = NAME in
  def _e64 : VOP3Only<op, mnemonic, P> {
    let InOperandList = !con(VOP3Operands<P>.Ins, (ins VGPR_32:$vdst_in));
    let Constraints = "$vdst = $vdst_in";
  }
}
class ConvertByte<VALUType src> : VOPProfile<I32, src, F32, I32> {
  let HasOpSel = true;
  let HasClamp = false;
  let TiedSrc2 = true;
}
// Two bits choose the byte: op_sel of the third source, which is the destination, and of the destination.
multiclass VOP3ConvertByte<int op, string mnemonic, VALUType src> {
  defvar P = ConvertByte<src>;
  let BaseName = NAME in
  def _e64 : VOP3Only<op, mnemonic, P> {
    let InOperandList = (ins FPOpSelMods:$src0_modifiers, src.Src:$src0, FPOpSelMods:$src1_modifiers, VCSrc_f32:$src1,
                             OpSelMods:$src2_modifiers, VGPR_32:$src2);
    let Constraints = "$vdst = $src2";
  }
}
// The source is a part of a register, selected by op_sel.
class ConvertFromPart<VALUType dst> : VOPProfile<dst, I32, F32> {
  let HasOpSel = true;
  let HasClamp = false;
  let HasOMod = false;
}
// Many elements at once: no modifiers.
class ConvertMany<VALUType dst, VALUType src0, VALUType src1, VALUType src2 = NONE>
  : VOPProfile<dst, src0, src1, src2> {
  let Mods1 = false;
  let Mods2 = false;
  let HasClamp = false;
  let HasOMod = false;
}
multiclass VOP3ConvertMany<int op, string mnemonic, VOPProfile P> {
  let Constraints = "@earlyclobber $vdst", BaseName = NAME in def _e64 : VOP3Only<op, mnemonic, P>;
}

let Predicates = [HasGFX950] in {
let BaseName = "V_BITOP3_B16" in def V_BITOP3_B16_e64 : BitOp3Inst<0x233, "v_bitop3_b16", VOP3_I16x3_OpSelOnly, "$op_sel">;
let BaseName = "V_BITOP3_B32" in def V_BITOP3_B32_e64 : BitOp3Inst<0x234, "v_bitop3_b32", VOP3_I32x3, "">;
defm V_CVT_SCALEF32_PK_FP8_F32 : VOP3ConvertPart<0x235, "v_cvt_scalef32_pk_fp8_f32", ConvertPart<F32, F32, F32>>;
defm V_CVT_SCALEF32_PK_BF8_F32 : VOP3ConvertPart<0x236, "v_cvt_scalef32_pk_bf8_f32", ConvertPart<F32, F32, F32>>;
let ByteSelect = true in defm V_CVT_SCALEF32_SR_FP8_F32 : VOP3ConvertPart<0x237, "v_cvt_scalef32_sr_fp8_f32", ConvertPart<F32, I32, F32>>;
let ByteSelect = true in defm V_CVT_SCALEF32_SR_BF8_F32 : VOP3ConvertPart<0x238, "v_cvt_scalef32_sr_bf8_f32", ConvertPart<F32, I32, F32>>;
defm V_CVT_SCALEF32_PK_F32_FP8 : VOP3<0x239, "v_cvt_scalef32_pk_f32_fp8", ConvertFromPart<V2F32>>;
defm V_CVT_SCALEF32_PK_F32_BF8 : VOP3<0x23a, "v_cvt_scalef32_pk_f32_bf8", ConvertFromPart<V2F32>>;
defm V_CVT_SCALEF32_F32_FP8 : VOP3<0x23b, "v_cvt_scalef32_f32_fp8", ConvertFromPart<F32>>;
defm V_CVT_SCALEF32_F32_BF8 : VOP3<0x23c, "v_cvt_scalef32_f32_bf8", ConvertFromPart<F32>>;
let ByteSelect = true in defm V_CVT_SCALEF32_PK_FP4_F32 : VOP3ConvertPart<0x23d, "v_cvt_scalef32_pk_fp4_f32", ConvertPart<F32, F32, F32>>;
let AlwaysPlaced = true in defm V_CVT_SCALEF32_SR_PK_FP4_F32 : VOP3ConvertPart<0x23e, "v_cvt_scalef32_sr_pk_fp4_f32", ConvertPart<R2F32, I32, F32>>;
defm V_CVT_SCALEF32_PK_F32_FP4 : VOP3<0x23f, "v_cvt_scalef32_pk_f32_fp4", ConvertFromPart<V2F32>>;
defm V_CVT_SCALEF32_PK_FP8_F16 : VOP3ConvertPart<0x240, "v_cvt_scalef32_pk_fp8_f16", ConvertPart<V2F16, F32>>;
defm V_CVT_SCALEF32_PK_BF8_F16 : VOP3ConvertPart<0x241, "v_cvt_scalef32_pk_bf8_f16", ConvertPart<V2F16, F32>>;
let ByteSelect = true in defm V_CVT_SCALEF32_SR_FP8_F16 : VOP3ConvertPart<0x242, "v_cvt_scalef32_sr_fp8_f16", ConvertPart<F16, I32, F32>>;
let ByteSelect = true in defm V_CVT_SCALEF32_SR_BF8_F16 : VOP3ConvertPart<0x243, "v_cvt_scalef32_sr_bf8_f16", ConvertPart<F16, I32, F32>>;
defm V_CVT_SCALEF32_PK_FP8_BF16 : VOP3ConvertPart<0x244, "v_cvt_scalef32_pk_fp8_bf16", ConvertPart<V2BF16, F32>>;
defm V_CVT_SCALEF32_PK_BF8_BF16 : VOP3ConvertPart<0x245, "v_cvt_scalef32_pk_bf8_bf16", ConvertPart<V2BF16, F32>>;
let ByteSelect = true in defm V_CVT_SCALEF32_SR_FP8_BF16 : VOP3ConvertPart<0x246, "v_cvt_scalef32_sr_fp8_bf16", ConvertPart<BF16, I32, F32>>;
let ByteSelect = true in defm V_CVT_SCALEF32_SR_BF8_BF16 : VOP3ConvertPart<0x247, "v_cvt_scalef32_sr_bf8_bf16", ConvertPart<BF16, I32, F32>>;
defm V_CVT_SCALEF32_PK_F16_FP8 : VOP3<0x248, "v_cvt_scalef32_pk_f16_fp8", ConvertFromPart<V2F16>>;
defm V_CVT_SCALEF32_PK_F16_BF8 : VOP3<0x249, "v_cvt_scalef32_pk_f16_bf8", ConvertFromPart<V2F16>>;
defm V_CVT_SCALEF32_F16_FP8 : VOP3ConvertPart<0x24a, "v_cvt_scalef32_f16_fp8", ConvertFromPart<F16>>;
defm V_CVT_SCALEF32_F16_BF8 : VOP3ConvertPart<0x24b, "v_cvt_scalef32_f16_bf8", ConvertFromPart<F16>>;
let ByteSelect = true in defm V_CVT_SCALEF32_PK_FP4_F16 : VOP3ConvertByte<0x24c, "v_cvt_scalef32_pk_fp4_f16", V2F16>;
let ByteSelect = true in defm V_CVT_SCALEF32_PK_FP4_BF16 : VOP3ConvertByte<0x24d, "v_cvt_scalef32_pk_fp4_bf16", V2BF16>;
let AlwaysPlaced = true in defm V_CVT_SCALEF32_SR_PK_FP4_F16 : VOP3ConvertPart<0x24e, "v_cvt_scalef32_sr_pk_fp4_f16", ConvertPart<V2F16, I32, F32>>;
let AlwaysPlaced = true in defm V_CVT_SCALEF32_SR_PK_FP4_BF16 : VOP3ConvertPart<0x24f, "v_cvt_scalef32_sr_pk_fp4_bf16", ConvertPart<V2BF16, I32, F32>>;
defm V_CVT_SCALEF32_PK_F16_FP4 : VOP3<0x250, "v_cvt_scalef32_pk_f16_fp4", ConvertFromPart<V2F16>>;
defm V_CVT_SCALEF32_PK_BF16_FP4 : VOP3<0x251, "v_cvt_scalef32_pk_bf16_fp4", ConvertFromPart<V2BF16>>;
foreach element = ["FP6", "BF6"] in {
  defvar second = !eq(element, "BF6");
  defvar text = !tolower(element);
  defm V_CVT_SCALEF32_2XPK16_#element#_F32
    : VOP3ConvertMany<!add(0x252, second), "v_cvt_scalef32_2xpk16_"#text#"_f32", ConvertMany<R6I32, R16I32, R16I32, F32>>;
  defm V_CVT_SCALEF32_SR_PK32_#element#_F32
    : VOP3ConvertMany<!add(0x254, second), "v_cvt_scalef32_sr_pk32_"#text#"_f32", ConvertMany<R6I32, R32I32, I32, F32>>;
  defm V_CVT_SCALEF32_PK32_F32_#element
    : VOP3ConvertMany<!add(0x256, second), "v_cvt_scalef32_pk32_f32_"#text, ConvertMany<R32I32, R6I32, F32>>;
  foreach half = ["F16", "BF16"] in {
    defvar number = !add(!shl(second, 1), !eq(half, "BF16"));
    defvar suffix = text#"_"#!tolower(half);
    defm V_CVT_SCALEF32_PK32_#element#_#half
      : VOP3ConvertMany<!add(0x258, number), "v_cvt_scalef32_pk32_"#suffix, ConvertMany<R6I32, R16I32, F32>>;
    defm V_CVT_SCALEF32_SR_PK32_#element#_#half
      : VOP3ConvertMany<!add(0x25c, number), "v_cvt_scalef32_sr_pk32_"#suffix, ConvertMany<R6I32, R16I32, I32, F32>>;
    defm V_CVT_SCALEF32_PK32_#half#_#element
      : VOP3ConvertMany<!add(0x260, number), "v_cvt_scalef32_pk32_"#!tolower(half)#"_"#text, ConvertMany<R16I32, R6I32, F32>>;
  }
}
defm V_ASHR_PK_I8_I32 : VOP3ConvertPart<0x265, "v_ashr_pk_i8_i32", VOP3_I32x3_OpSelOnly>;
defm V_ASHR_PK_U8_I32 : VOP3ConvertPart<0x266, "v_ashr_pk_u8_i32", VOP3_I32x3_OpSelOnly>;
defm V_CVT_PK_F16_F32 : VOP3<0x267, "v_cvt_pk_f16_f32", VOP3_V2F16_F32_F32>;
defm V_CVT_PK_BF16_F32 : VOP3<0x268, "v_cvt_pk_bf16_f32", VOPProfile<V2BF16, F32, F32>>;
defm V_CVT_SCALEF32_PK_BF16_FP8 : VOP3<0x269, "v_cvt_scalef32_pk_bf16_fp8", ConvertFromPart<V2BF16>>;
defm V_CVT_SCALEF32_PK_BF16_BF8 : VOP3<0x26a, "v_cvt_scalef32_pk_bf16_bf8", ConvertFromPart<V2BF16>>;
defm V_CVT_SR_F16_F32 : VOP3ConvertPart<0x2a6, "v_cvt_sr_f16_f32", ConvertPart<F32, I32>>;
defm V_CVT_SR_BF16_F32 : VOP3ConvertPart<0x2a7, "v_cvt_sr_bf16_f32", ConvertPart<F32, I32>>;
let isCommutable = true in {
defm V_MINIMUM3_F32 : VOP3<0x2a8, "v_minimum3_f32", VOP3_F32x3>;
defm V_MAXIMUM3_F32 : VOP3<0x2a9, "v_maximum3_f32", VOP3_F32x3>;
}

//===- VOP3P -----------------------------------------------------------------------------------------------------===//

let isCommutable = true in {
let DOT = true in def V_DOT2_F32_BF16 : VOP3PInst<0x1a, "v_dot2_f32_bf16", PackedProfile<F32, V2BF16, V2BF16, F32>>;
def V_PK_MINIMUM3_F16 : VOP3PInst<0x1b, "v_pk_minimum3_f16", PK_F16x3>;
def V_PK_MAXIMUM3_F16 : VOP3PInst<0x1c, "v_pk_maximum3_f16", PK_F16x3>;
}
}

// Twice as many products in an instruction: A and B are four registers.
foreach element = ["F16", "BF16"] in {
  defvar half = !eq(element, "F16");
  defvar text = !tolower(element);
  defm V_MFMA_F32_16X16X32_#element
    : MFMA<!if(half, 0x54, 0x35), "v_mfma_f32_16x16x32_"#text, 128, 128, "f32", ["v_mfma_f32_16x16x32"#text], -1, HasGFX950>;
  defm V_MFMA_F32_32X32X16_#element
    : MFMA<!if(half, 0x55, 0x37), "v_mfma_f32_32x32x16_"#text, 512, 128, "f32", ["v_mfma_f32_32x32x16"#text], -1, HasGFX950>;
  defm V_SMFMAC_F32_16X16X64_#element : SMFMACWide<!if(half, 0x5a, 0x39), "v_smfmac_f32_16x16x64", text, 128>;
  defm V_SMFMAC_F32_32X32X32_#element : SMFMACWide<!if(half, 0x5b, 0x46), "v_smfmac_f32_32x32x32", text, 512>;
}
defm V_MFMA_I32_16X16X64_I8
  : MFMA<0x36, "v_mfma_i32_16x16x64_i8", 128, 128, "b32", ["v_mfma_i32_16x16x64i8"], -1, HasGFX950>;
defm V_MFMA_I32_32X32X32_I8
  : MFMA<0x38, "v_mfma_i32_32x32x32_i8", 512, 128, "b32", ["v_mfma_i32_32x32x32i8"], -1, HasGFX950>;
defm V_SMFMAC_I32_16X16X128_I8 : SMFMACWide<0x3a, "v_smfmac_i32_16x16x128", "i8", 128>;
defm V_SMFMAC_I32_32X32X64_I8 : SMFMACWide<0x47, "v_smfmac_i32_32x32x64", "i8", 512>;
defm V_SMFMAC_F32_16X16X128_BF8_BF8 : SMFMACWide<0x3b, "v_smfmac_f32_16x16x128", "bf8_bf8", 128>;
defm V_SMFMAC_F32_16X16X128_BF8_FP8 : SMFMACWide<0x3c, "v_smfmac_f32_16x16x128", "bf8_fp8", 128>;
defm V_SMFMAC_F32_16X16X128_FP8_BF8 : SMFMACWide<0x3d, "v_smfmac_f32_16x16x128", "fp8_bf8", 128>;
defm V_SMFMAC_F32_16X16X128_FP8_FP8 : SMFMACWide<0x43, "v_smfmac_f32_16x16x128", "fp8_fp8", 128>;
defm V_SMFMAC_F32_32X32X64_BF8_BF8 : SMFMACWide<0x4b, "v_smfmac_f32_32x32x64", "bf8_bf8", 512>;
defm V_SMFMAC_F32_32X32X64_BF8_FP8 : SMFMACWide<0x4e, "v_smfmac_f32_32x32x64", "bf8_fp8", 512>;
defm V_SMFMAC_F32_32X32X64_FP8_BF8 : SMFMACWide<0x4f, "v_smfmac_f32_32x32x64", "fp8_bf8", 512>;
defm V_SMFMAC_F32_32X32X64_FP8_FP8 : SMFMACWide<0x53, "v_smfmac_f32_32x32x64", "fp8_fp8", 512>;

// The formats of A and B are chosen by cbsz and blgp, and say how many registers they are: eight for elements of 8 bits,
// six for 6, four for 4. Each size is an instruction, which has some bits of the format in its encoding.
class MatrixFormat<string word> : NamedIntOperand<word, 0, "matrix_format">;
foreach n = [256, 192, 128] in {
  def CBSZ_#n : MatrixFormat<"cbsz">;
  def BLGP_#n : MatrixFormat<"blgp">;
}
// Elements of 8 bits take twice as long.
class MFMAFormatsTiming<int dst, int a, int b> {
  bit Long = !or(!eq(a, 256), !eq(b, 256));
  SchedWrite Write = !if(!eq(dst, 512), !if(Long, WriteMatrix32x32Long, WriteMatrix32x32),
                         !if(Long, WriteMatrix16x16Long, WriteMatrix16x16));
}
class MFMAFormatsInst<int op, bit acc, int dst, int a, int b, string mnemonic>
  : VOP3PBase<op, (outs !cast<RegisterClass>(!if(acc, "A", "V")#"Reg_"#dst#"_Align2"):$vdst),
      (ins !cast<RegisterOperand>("AVSrc_"#a):$src0, !cast<RegisterOperand>("AVSrc_"#b):$src1,
           !cast<RegisterOperand>(!if(acc, "A", "V")#"ISrc_"#dst#"_f32"):$src2,
           !cast<Operand>("CBSZ_"#a):$cbsz, !cast<Operand>("BLGP_"#b):$blgp),
      mnemonic, "$vdst, $src0, $src1, $src2$cbsz$blgp"> {
  bits<3> cbsz;
  bits<3> blgp;
  let Inst{8} = !if(!eq(a, 128), 0, cbsz{0});
  let Inst{10-9} = !cond(!eq(a, 256): 0b00, !eq(a, 192): 0b01, true: 0b10);
  let Inst{14-11} = 0;
  let Inst{15} = acc;
  let Inst{58-50} = src2{8-0};
  let Inst{59} = src0{9};
  let Inst{60} = src1{9};
  let Inst{61} = !if(!eq(b, 128), 0, blgp{0});
  let Inst{63-62} = !cond(!eq(b, 256): 0b00, !eq(b, 192): 0b01, true: 0b10);
  let Uses = [MODE, EXEC];
  let MAI = true;
  let isConvergent = true;
  let AltMnemonics = [mnemonic#"_e64"];
  let Predicates = [HasGFX950];
  let MatrixWrite = MFMAFormatsTiming<dst, a, b>.Write;
  let ResultFile = !if(acc, "accumulation", "vector");
}
// The same with a scale for each 32 elements of a row of A and of a column of B: a byte of a register, chosen by a bit of
// op_sel and one of op_sel_hi. An instruction that loads the scales stands before that of the product.
class ScaleByte<string word> : NamedIntOperand<word, 0, "scale_byte", 2>;
def ScaleByteLow : ScaleByte<"op_sel">;
def ScaleByteHigh : ScaleByte<"op_sel_hi"> { let IsOptional = false; }
class MFMAScaleInst<int op, bit acc, int dst, int a, int b, string mnemonic>
  : AMDInst<(outs !cast<RegisterClass>(!if(acc, "A", "V")#"Reg_"#dst#"_Align2"):$vdst),
      (ins !cast<RegisterOperand>("AVSrc_"#a):$src0, !cast<RegisterOperand>("AVSrc_"#b):$src1,
           !cast<RegisterOperand>(!if(acc, "A", "V")#"ISrc_"#dst#"_f32"):$src2, VRegSrc_32:$scale0, VRegSrc_32:$scale1,
           ScaleByteLow:$scale_low, ScaleByteHigh:$scale_high, !cast<Operand>("CBSZ_"#a):$cbsz,
           !cast<Operand>("BLGP_"#b):$blgp),
      mnemonic, "$vdst, $src0, $src1, $src2, $scale0, $scale1$scale_low$scale_high$cbsz$blgp"> {
  field bits<128> Inst;
  let Size = 16;
  bits<10> vdst;
  bits<10> src0;
  bits<10> src1;
  bits<10> src2;
  bits<10> scale0;
  bits<10> scale1;
  bits<2> scale_low;
  bits<2> scale_high;
  bits<3> cbsz;
  bits<3> blgp;
  let Inst{10-0} = 0;
  let Inst{12-11} = scale_low;
  let Inst{15-13} = 0;
  let Inst{22-16} = 0x2c;
  let Inst{31-23} = 0b110100111;
  let Inst{40-32} = scale0{8-0};
  let Inst{49-41} = scale1{8-0};
  let Inst{58-50} = 0;
  let Inst{60-59} = scale_high;
  let Inst{63-61} = 0;
  let DecodeIgnore{10-0} = 0x7ff;
  let DecodeIgnore{15-13} = 0b111;
  let DecodeIgnore{58-50} = 0x1ff;
  let DecodeIgnore{63-61} = 0b111;
  let Inst{71-64} = vdst{7-0};
  let Inst{72} = !if(!eq(a, 128), 0, cbsz{0});
  let Inst{74-73} = !cond(!eq(a, 256): 0b00, !eq(a, 192): 0b01, true: 0b10);
  let Inst{78-75} = 1;
  let Inst{79} = acc;
  let Inst{86-80} = op;
  let Inst{95-87} = 0b110100111;
  let Inst{104-96} = src0{8-0};
  let Inst{113-105} = src1{8-0};
  let Inst{122-114} = src2{8-0};
  let Inst{123} = src0{9};
  let Inst{124} = src1{9};
  let Inst{125} = !if(!eq(b, 128), 0, blgp{0});
  let Inst{127-126} = !cond(!eq(b, 256): 0b00, !eq(b, 192): 0b01, true: 0b10);
  let Uses = [MODE, EXEC];
  let VALU = true;
  let VOP3P = true;
  let MAI = true;
  let isConvergent = true;
  let AltMnemonics = [mnemonic#"_e64"];
  let Predicates = [HasGFX950];
  let MatrixWrite = MFMAFormatsTiming<dst, a, b>.Write;
  let ResultFile = !if(acc, "accumulation", "vector");
}
// Loads the scales of a product alone.
class LoadScale<string mnemonic> : VOP3PBase<0x2c, (outs), (ins PackedMods:$src0_modifiers, VCSrc_b32:$src0,
                                                                PackedMods:$src1_modifiers, VCSrc_b32:$src1),
                                             mnemonic, "$src0_modifiers, $src1_modifiers$op_sel$op_sel_hi"> {
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  let Inst{10-0} = 0;
  let Inst{11} = src0_modifiers{2};
  let Inst{12} = src1_modifiers{2};
  let Inst{15-13} = 0b010;
  let Inst{58-50} = 0;
  let Inst{59} = src0_modifiers{3};
  let Inst{60} = src1_modifiers{3};
  let Inst{63-61} = 0;
  let DecodeIgnore{10-0} = 0x7ff;
  let DecodeIgnore{15-13} = 0b111;
  let DecodeIgnore{58-50} = 0x1ff;
  let DecodeIgnore{63-61} = 0b111;
  let Uses = [EXEC];
  let hasSideEffects = true;
  let AltMnemonics = [mnemonic#"_e64"];
}
let Predicates = [HasGFX950] in def V_MFMA_LD_SCALE_B32 : LoadScale<"v_mfma_ld_scale_b32">;

multiclass MFMAFormats<int op, string mnemonic, int dst> {
  foreach a = [256, 192, 128] in foreach b = [256, 192, 128] in foreach acc = [true, false] in {
    defvar suffix = "_"#!srl(a, 5)#"_"#!srl(b, 5)#!if(acc, "_e64", "_vgprcd_e64");
    let Constraints = !if(!gt(dst, 128), "@earlyclobber $vdst", ""), BaseName = NAME#"_"#a#"_"#b in
    def suffix : MFMAFormatsInst<op, acc, dst, a, b, mnemonic>;
    if !gt(dst, 128) then
    let Constraints = "$vdst = $src2", isNoDecode = true, isCodeGenOnly = true, BaseName = NAME#"_mac_"#a#"_"#b in
    def "_mac"#suffix : MFMAFormatsInst<op, acc, dst, a, b, mnemonic>;
  }
}
multiclass MFMAScales<int op, string mnemonic, int dst> {
  foreach a = [256, 192, 128] in foreach b = [256, 192, 128] in foreach acc = [true, false] in {
    defvar suffix = "_"#!srl(a, 5)#"_"#!srl(b, 5)#!if(acc, "_e64", "_vgprcd_e64");
    let Constraints = !if(!gt(dst, 128), "@earlyclobber $vdst", ""), BaseName = NAME#"_"#a#"_"#b in
    def suffix : MFMAScaleInst<op, acc, dst, a, b, mnemonic>;
    if !gt(dst, 128) then
    let Constraints = "$vdst = $src2", isNoDecode = true, isCodeGenOnly = true, BaseName = NAME#"_mac_"#a#"_"#b in
    def "_mac"#suffix : MFMAScaleInst<op, acc, dst, a, b, mnemonic>;
  }
}
defm V_MFMA_SCALE_F32_16X16X128_F8F6F4 : MFMAScales<0x2d, "v_mfma_scale_f32_16x16x128_f8f6f4", 128>;
defm V_MFMA_SCALE_F32_32X32X64_F8F6F4 : MFMAScales<0x2e, "v_mfma_scale_f32_32x32x64_f8f6f4", 512>;
defm V_MFMA_F32_16X16X128_F8F6F4 : MFMAFormats<0x2d, "v_mfma_f32_16x16x128_f8f6f4", 128>;
defm V_MFMA_F32_32X32X64_F8F6F4 : MFMAFormats<0x2e, "v_mfma_f32_32x32x64_f8f6f4", 512>;

//===- Memory ----------------------------------------------------------------------------------------------------===//

let Predicates = [HasGFX950] in {
// Loads that transpose a matrix of narrow elements between lanes.
let isConvergent = true in {
def DS_READ_B64_TR_B4 : DS_Read<0xe0, "ds_read_b64_tr_b4", AVLdSt_64>;
def DS_READ_B96_TR_B6 : DS_Read<0xe1, "ds_read_b96_tr_b6", AVLdSt_96>;
def DS_READ_B64_TR_B8 : DS_Read<0xe2, "ds_read_b64_tr_b8", AVLdSt_64>;
def DS_READ_B64_TR_B16 : DS_Read<0xe3, "ds_read_b64_tr_b16", AVLdSt_64>;
}
defm BUFFER_LOAD_DWORDX3 : BufferLoadLDS<0x16, "buffer_load_dwordx3">;
defm BUFFER_LOAD_DWORDX4 : BufferLoadLDS<0x17, "buffer_load_dwordx4">;
let FPAtomic = true in defm BUFFER_ATOMIC_PK_ADD_BF16 : BufferAtomic<0x52, "buffer_atomic_pk_add_bf16", AVLdSt_32>;
}
defm GLOBAL_LOAD_LDS_DWORDX4 : GlobalLoadLDSForms<0x7d, "global_load_lds_dwordx4", HasGFX950>;
defm GLOBAL_LOAD_LDS_DWORDX3 : GlobalLoadLDSForms<0x7e, "global_load_lds_dwordx3", HasGFX950>;
