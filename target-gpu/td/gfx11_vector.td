// The vector instructions of RDNA 3: AMD's reference of its instruction set. RDNA 4 has the same forms with other numbers.

//===- Operands --------------------------------------------------------------------------------------------------===//

// bfloats in vector instructions; literals may follow.
def VLiteralSrc_v2bf16 : VALUSrcOperand<VS_32, 16, true, true>;
def VCSrcHalf_bf16 : VALUSrcOperand<VS_32, 16, true, true> { let IsHalf = true; }
def DppSrc_v2bf16 : VALUSrcOperand<VS_32, 16, true, false>;
def DppSrc1_v2bf16 : VALUSrcOperand<VS_32, 16, true, false>;
def : OperandAs<AfterGFX9, VCSrc_v2bf16, VLiteralSrc_v2bf16>;
def : OperandAs<AfterGFX10, VCSrc_bf16, VCSrcHalf_bf16>;
def : OperandAs<VectorDppSources, DppSrc1_v2bf16, VGPR_32>;
def HalfBF16 : VALUHalf<VSrc_bf16, VCSrc_bf16, true>;
def PairBF16 : VALUType<VGPR_32, VSrc_v2bf16, VCSrc_v2bf16, true> { let Dpp1 = DppSrc1_v2bf16; let Dpp2 = DppSrc_v2bf16; }
// Matrices of 16 or 8 elements in a lane: A and B are in vector registers, the addend can be a constant.
foreach n = [64, 128, 256] in def VMatrix_#n : RegisterOperand<!cast<RegisterClass>("VReg_"#n)>;
foreach n = [128, 256] in foreach type = ["f16", "f32", "b32", "bf16"] in
def VMatrixC_#n#_#type : SrcOperand<!cast<RegisterClass>("VReg_"#n), !if(!eq(!find(type, "16"), -1), 32, 16),
                                    !not(!eq(type, "b32")), false>;
// What interpolation waits for: exports that are outstanding.
def WaitExp : NamedIntOperand<"wait_exp", 0, "always_int", 3>;

//===- Instructions that earlier processors do not have -------------------------------------------------------------===//

def VOP_I16_I16 : VOPProfile<I16, I16>;
def VOP_I32_I16 : VOPProfile<I32, I16>;
def VOP_CNDMASK_B16 : VOPProfile<I16, I16, I16> {
  let HasCarryIn = true;
  let Mods0 = true;
  let Mods1 = true;
}
class VOP3Dot<VALUType dst, VALUType pair> : VOPProfile<dst, pair, pair, dst> {
  let HasClamp = false;
  let HasOMod = false;
}
def DOT_F32_BF16 : PackedProfile<F32, PairBF16, PairBF16, F32>;

let EncodingPredicates = [OnlyOtherEncodings] in {

// Moves and bits of halves.
defm V_MOV_B16 : VOP1<0, "v_mov_b16", VOP_I16_I16>;
defm V_NOT_B16 : VOP1<0, "v_not_b16", VOP_I16_I16>;
defm V_CVT_I32_I16 : VOP1<0, "v_cvt_i32_i16", VOP_I32_I16>;
defm V_CVT_U32_U16 : VOP1<0, "v_cvt_u32_u16", VOP_I32_I16>;
def V_SWAP_B16 : VOP1Swap<0, "v_swap_b16", VGPR_16_Short>;
let isCommutable = true in
foreach op = ["AND", "OR", "XOR"] in defm V_#op#_B16 : VOP3<0, "v_"#!tolower(op)#"_b16", VOP_I16_I16_I16>;

// Selects halves: without op_sel, the halves are all of it.
let BaseName = "V_CNDMASK_B16" in {
def V_CNDMASK_B16_e64 : VOP3Only<0, "v_cndmask_b16", VOP_CNDMASK_B16> {
  let HalfOperands = "$vdst, $src0_modifiers, $src1_modifiers, $src2";
}
def V_CNDMASK_B16_e64_dpp : VOP3Inst_dpp<VOP_CNDMASK_B16, "v_cndmask_b16"> {
  let AsmOperands = "$vdst, $src0_modifiers, $src1_modifiers, $src2"#DppControl<>.Asm16;
}
def V_CNDMASK_B16_e64_dpp8 : VOP3Inst_dpp8<VOP_CNDMASK_B16, "v_cndmask_b16"> {
  let AsmOperands = "$vdst, $src0_modifiers, $src1_modifiers, $src2"#DppControl<>.Asm8;
}
}

// The lanes of one half of a wave read those of the other.
let isConvergent = true in
def V_PERMLANE64_B32 : VOP1Common<VOP_I32_I32, (outs VGPR_32:$vdst), (ins VRegSrc_32:$src0), "v_permlane64_b32",
                                  "$vdst, $src0"> {
  field bits<32> Inst;
  let Size = 4;
  bits<10> src0;
  let Inst{8-0} = src0{8-0};
  let Inst{24-17} = vdst{7-0};
  let Inst{31-25} = 0b0111111;
  let BaseName = "V_PERMLANE64_B32";
}

// The larger of the third and the smaller of the others, and the opposite.
foreach op = ["MAXMIN", "MINMAX"] in {
defm V_#op#_F32 : VOP3<0, "v_"#!tolower(op)#"_f32", VOP3_F32x3>;
defm V_#op#_F16 : VOP3<0, "v_"#!tolower(op)#"_f16", VOP3_F16x3_OpSel>;
defm V_#op#_U32 : VOP3<0, "v_"#!tolower(op)#"_u32", VOP3_I32x3>;
defm V_#op#_I32 : VOP3<0, "v_"#!tolower(op)#"_i32", VOP3_I32x3>;
}
defm V_CVT_PK_I16_F32 : VOP3<0, "v_cvt_pk_i16_f32", VOP3_I32_F32_F32>;
defm V_CVT_PK_U16_F32 : VOP3<0, "v_cvt_pk_u16_f32", VOP3_I32_F32_F32>;

// Dot products. Those of pairs take both halves of the first two sources.
let DOT = true, isCommutable = true in {
multiclass VOP3Dots<string mnemonic, VOPProfile P> {
  let BaseName = NAME in {
  def _e64 : VOP3Only<0, mnemonic, P> { let Inst{12-11} = 0; let DecodeIgnore{12-11} = 3; }
  def _e64_dpp : VOP3Inst_dpp<P, mnemonic> { let Inst{12-11} = 0; let DecodeIgnore{12-11} = 3; }
  def _e64_dpp8 : VOP3Inst_dpp8<P, mnemonic> { let Inst{12-11} = 0; let DecodeIgnore{12-11} = 3; }
  }
}
defm V_DOT2_F16_F16 : VOP3Dots<"v_dot2_f16_f16", VOP3Dot<F16, V2F16>>;
defm V_DOT2_BF16_BF16 : VOP3Dots<"v_dot2_bf16_bf16", VOP3Dot<HalfBF16, PairBF16>>;
// Signs of elements of bytes and of four bits are modifiers.
def V_DOT4_I32_IU8 : VOP3PInst<0, "v_dot4_i32_iu8", DOT_I32_I8>;
def V_DOT8_I32_IU4 : VOP3PInst<0, "v_dot8_i32_iu4", DOT_I32_I8>;
}
// In other lanes.
class VOP3PInst_dpp<string mnemonic, PackedProfile P> : VOP3PInst<0, mnemonic#"_e64_dpp", P> {
  bits<9> dpp_ctrl;
  bits<4> row_mask;
  bits<4> bank_mask;
  bits<1> bound_ctrl;
  bits<1> fi;
  let Size = 12;
  let InOperandList = !con((ins VGPR_32:$old), VOP3POperands<P>.DppIns, DppControl<>.Ins16);
  let AsmOperands = VOP3POperands<P>.Asm#DppControl<>.Asm16;
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
  let isConvergent = true;
  let Constraints = "$vdst = $old";
}
class VOP3PInst_dpp8<string mnemonic, PackedProfile P> : VOP3PInst<0, mnemonic#"_e64_dpp", P> {
  bits<24> dpp8;
  bits<2> fi;
  let Size = 12;
  let InOperandList = !con((ins VGPR_32:$old), VOP3POperands<P>.DppIns, DppControl<>.Ins8);
  let AsmOperands = VOP3POperands<P>.Asm#DppControl<>.Asm8;
  let Inst{33-32} = fi;
  let Inst{40-34} = 0b0111010;
  let Inst{71-64} = src0{7-0};
  let Inst{95-72} = dpp8;
  let DPP = true;
  let isConvergent = true;
  let Constraints = "$vdst = $old";
}
multiclass VOP3PDpp<string mnemonic, PackedProfile P> {
  let BaseName = NAME in {
  def _e64_dpp : VOP3PInst_dpp<mnemonic, P> { let Form = "e64_dpp"; }
  def _e64_dpp8 : VOP3PInst_dpp8<mnemonic, P> { let Form = "e64_dpp8"; }
  }
}
let DOT = true in {
defm V_DOT2_F32_F16 : VOP3PDpp<"v_dot2_f32_f16", DOT_F32_F16>;
defm V_DOT2_F32_BF16 : VOP3PDpp<"v_dot2_f32_bf16", DOT_F32_BF16>;
}
defm V_FMA_MIX_F32 : VOP3PDpp<"v_fma_mix_f32", MIX_F32>;
let D16Lo = true in defm V_FMA_MIXLO_F16 : VOP3PDpp<"v_fma_mixlo_f16", MIX_F16>;
let D16Hi = true in defm V_FMA_MIXHI_F16 : VOP3PDpp<"v_fma_mixhi_f16", MIX_F16>;

// Matrices of 16 times 16 elements in the vector registers of a wave: D = A * B + C. Modifiers of A and B are
// signs, of integers whether elements are signed; op_sel of C selects the halves of its registers, and of those of D.
class WMMA<string mnemonic, int a, RegisterOperand c, string modifiers, bit hasClamp>
  : VOP3PBase<0, (outs c.RegClass:$vdst),
      !con((ins PackedMods:$src0_modifiers, !cast<RegisterOperand>("VMatrix_"#a):$src0,
                PackedMods:$src1_modifiers, !cast<RegisterOperand>("VMatrix_"#a):$src1,
                PackedMods:$src2_modifiers, c:$src2), !if(hasClamp, (ins Clamp:$clamp), (ins))),
      mnemonic, "$vdst, $src0_modifiers, $src1_modifiers, $src2_modifiers"#modifiers#!if(hasClamp, "$clamp", "")> {
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<4> src2_modifiers;
  bits<1> clamp;
  let Inst{8} = src0_modifiers{1};
  let Inst{9} = src1_modifiers{1};
  let Inst{10} = src2_modifiers{1};
  let Inst{11} = src0_modifiers{2};
  let Inst{12} = src1_modifiers{2};
  let Inst{13} = src2_modifiers{2};
  let Inst{14} = src2_modifiers{3};
  let Inst{15} = !if(hasClamp, clamp{0}, 0);
  let Inst{58-50} = src2{8-0};
  let Inst{59} = src0_modifiers{3};
  let Inst{60} = src1_modifiers{3};
  let Inst{61} = src0_modifiers{0};
  let Inst{62} = src1_modifiers{0};
  let Inst{63} = src2_modifiers{0};
  let Uses = [MODE, EXEC];
  let isConvergent = true;
  let Constraints = "@earlyclobber $vdst";
}
// C and D have half as many registers in waves of 64 lanes.
multiclass WMMASizes<string name, int a, string c, string modifiers, bit hasClamp> {
  let BaseName = NAME in {
  def _w32 : WMMA<name, a, !cast<RegisterOperand>("VMatrixC_256_"#c), modifiers, hasClamp>;
  def _w64 : WMMA<name, a, !cast<RegisterOperand>("VMatrixC_128_"#c), modifiers, hasClamp>;
  }
}
defm V_WMMA_F32_16X16X16_F16 : WMMASizes<"v_wmma_f32_16x16x16_f16", 256, "f32", "$op_sel$op_sel_hi$neg_lo$neg_hi", false>;
defm V_WMMA_F32_16X16X16_BF16 : WMMASizes<"v_wmma_f32_16x16x16_bf16", 256, "f32", "$op_sel$op_sel_hi$neg_lo$neg_hi", false>;
defm V_WMMA_F16_16X16X16_F16 : WMMASizes<"v_wmma_f16_16x16x16_f16", 256, "f16", "$op_sel$op_sel_hi$neg_lo$neg_hi", false>;
defm V_WMMA_BF16_16X16X16_BF16 : WMMASizes<"v_wmma_bf16_16x16x16_bf16", 256, "bf16", "$op_sel$op_sel_hi$neg_lo$neg_hi", false>;
defm V_WMMA_I32_16X16X16_IU8 : WMMASizes<"v_wmma_i32_16x16x16_iu8", 128, "b32", "$neg_lo$neg_hi", true>;
defm V_WMMA_I32_16X16X16_IU4 : WMMASizes<"v_wmma_i32_16x16x16_iu4", 64, "b32", "$neg_lo$neg_hi", true>;
}

// Interpolation of attributes: the second source is read from lanes of its quad.
class Interp<string mnemonic, VOPProfile P>
  : AMDInst<(outs P.Dst.Long:$vdst),
            (ins FPHalfMods:$src0_modifiers, P.Src0.Long:$src0, FPHalfMods:$src1_modifiers, P.Src1.Long:$src1,
                 FPHalfMods:$src2_modifiers, P.Src2.Long:$src2, Clamp:$clamp, WaitExp:$wait_exp),
            mnemonic, "$vdst, $src0_modifiers, $src1_modifiers, $src2_modifiers"
            #"$clamp"#!if(P.HasHalves, "$op_sel", "")#"$wait_exp"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> vdst;
  bits<10> src0;
  bits<10> src1;
  bits<10> src2;
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<4> src2_modifiers;
  bits<1> clamp;
  bits<3> wait_exp;
  let Inst{7-0} = vdst{7-0};
  let Inst{10-8} = wait_exp;
  let Inst{11} = !if(P.HasHalves, src0_modifiers{2}, 0);
  let Inst{12} = !if(P.HasHalves, src1_modifiers{2}, 0);
  let Inst{13} = !if(P.HasHalves, src2_modifiers{2}, 0);
  let Inst{14} = !if(P.HasHalves, src0_modifiers{3}, 0);
  let Inst{15} = clamp{0};
  let Inst{23} = 0;
  let Inst{31-24} = 0xcd;
  let Inst{39-32} = src0{7-0};
  let Inst{40} = 1;
  let Inst{48-41} = src1{7-0};
  let Inst{49} = 1;
  let Inst{57-50} = src2{7-0};
  let Inst{58} = 1;
  let Inst{60-59} = 0;
  let Inst{61} = src0_modifiers{0};
  let Inst{62} = src1_modifiers{0};
  let Inst{63} = src2_modifiers{0};
  let VALU = true;
  let VOP3 = true;
  let Uses = [MODE, EXEC];
  let ReadsMode = true;
  let isConvergent = true;
  let EncodingPredicates = [AfterGFX10];
}
class InterpNumber<int op, string mnemonic, VOPProfile P> : Interp<mnemonic, P> { let Inst{22-16} = op; }
def V_INTERP_P10_F32_inreg : InterpNumber<0, "v_interp_p10_f32", VOP3_F32x3>;
def V_INTERP_P2_F32_inreg : InterpNumber<1, "v_interp_p2_f32", VOP3_F32x3>;
def INTERP_P10_F16 : VOPProfile<F32, F16, F32, F16>;
def INTERP_P2_F16 : VOPProfile<F16, F16, F32, F32>;
def V_INTERP_P10_F16_F32_inreg : InterpNumber<2, "v_interp_p10_f16_f32", INTERP_P10_F16>;
def V_INTERP_P2_F16_F32_inreg : InterpNumber<3, "v_interp_p2_f16_f32", INTERP_P2_F16>;
def V_INTERP_P10_RTZ_F16_F32_inreg : InterpNumber<4, "v_interp_p10_rtz_f16_f32", INTERP_P10_F16>;
def V_INTERP_P2_RTZ_F16_F32_inreg : InterpNumber<5, "v_interp_p2_rtz_f16_f32", INTERP_P2_F16>;

// Two operations on f32 or 32 bits at once, X and Y, in waves of 32 lanes: one instruction whose operands say which they are
// (`mc/src/dual.rs`). A source that an operation does not have is no register. `$src2x` and `$src2y` are the results of
// operations that add to these. The literal that follows can be the constant of both, and any source.
class DualOperation : ImmOperand<"dual_operation">;
def DualX : DualOperation;
def DualY : DualOperation;
class DualRegister : RegisterOperand<VGPR_32> { let Syntax = "dual_register"; let IsOptional = true; }
def DualSrc1 : DualRegister;
def DualSrc2 : DualRegister;
def DualConstant : ImmOperand<"dual_constant"> { let IsOptional = true; }
def V_DUAL : AMDInst<(outs VGPR_32:$vdstx, VGPR_32:$vdsty),
                     (ins DualX:$opx, VSrc_f32:$src0x, DualSrc1:$vsrc1x, DualY:$opy, VSrc_f32:$src0y, DualSrc1:$vsrc1y,
                          DualConstant:$imm, DualSrc2:$src2x, DualSrc2:$src2y),
                     "v_dual", "$dual"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> vdstx;
  bits<10> vdsty;
  bits<4> opx;
  bits<5> opy;
  bits<10> src0x;
  bits<10> src0y;
  bits<10> vsrc1x;
  bits<10> vsrc1y;
  let Inst{8-0} = src0x{8-0};
  let Inst{16-9} = vsrc1x{7-0};
  let Inst{21-17} = opy;
  let Inst{25-22} = opx;
  let Inst{31-26} = 0b110010;
  let Inst{40-32} = src0y{8-0};
  let Inst{48-41} = vsrc1y{7-0};
  // The lowest bit is the opposite of that of the other result.
  let Inst{55-49} = vdsty{7-1};
  let Inst{63-56} = vdstx{7-0};
  let VALU = true;
  let Uses = [MODE, EXEC];
  let ReadsMode = true;
  let mayRaiseFPException = true;
  let EncodingPredicates = [AfterGFX10, IsWave32];
  let AltMnemonics = !foreach(name, ["fmac_f32", "fmaak_f32", "fmamk_f32", "mul_f32", "add_f32", "sub_f32", "subrev_f32",
                                     "mul_dx9_zero_f32", "mov_b32", "cndmask_b32", "max_f32", "min_f32", "max_num_f32",
                                     "min_num_f32", "dot2acc_f32_f16", "dot2acc_f32_bf16", "add_nc_u32", "lshlrev_b32",
                                     "and_b32"], "v_dual_"#name);
}

//===- Forms -----------------------------------------------------------------------------------------------------===//

// `gen` is the end of names of the encodings of a generation: `_gfx11`.

class VOP3_gfx11_enc<AMDInst of, int op, string name>
  : EncodedAs<of, name, !if(!empty(of.HalfOperands), of.AsmOperands, of.HalfOperands)> {
  let Inst{25-16} = op;
  let Inst{31-26} = 0b110101;
}
multiclass VOP3Dpp_enc<string gen, int op, string name> {
  foreach form = ["_e64_dpp", "_e64_dpp8"] in
  if !exists<AMDInst>(NAME#form) then
  def form#gen : VOP3_gfx11_enc<!cast<AMDInst>(NAME#form), op, FormName<name, "_e64_dpp">.ret>;
}
multiclass VOP1_enc<string gen, int op, string name> : VOP3Dpp_enc<gen, !add(op, 0x180), name> {
  def "_e32"#gen : VOP1_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, FormName<name, "_e32">.ret>;
  if !exists<AMDInst>(NAME#"_e64") then
  def "_e64"#gen : VOP3_gfx11_enc<!cast<AMDInst>(NAME#"_e64"), !add(op, 0x180), FormName<name, "_e64">.ret>;
  if !and(!exists<AMDInst>(NAME#"_dpp"), !not(!cast<AMDInst>(NAME#"_e32").Rate64)) then
  def "_dpp"#gen : VOP1_gfx10_dpp<!cast<AMDInst>(NAME#"_dpp"), op, FormName<name, "_dpp">.ret>;
  if !exists<AMDInst>(NAME#"_dpp8") then
  def "_dpp8"#gen : VOP1_gfx10_enc<!cast<AMDInst>(NAME#"_dpp8"), op, FormName<name, "_dpp">.ret>;
}
multiclass VOP2Short_enc<string gen, int op, string name> {
  if !exists<AMDInst>(NAME#"_dpp") then
  def "_dpp"#gen : VOP2_gfx10_dpp<!cast<AMDInst>(NAME#"_dpp"), op, FormName<name, "_dpp">.ret>;
  if !exists<AMDInst>(NAME#"_dpp8") then
  def "_dpp8"#gen : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_dpp8"), op, FormName<name, "_dpp">.ret>;
}
multiclass VOP2_enc<string gen, int op, string name> : VOP2Short_enc<gen, op, name>, VOP3Dpp_enc<gen, !add(op, 0x100), name> {
  def "_e32"#gen : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, FormName<name, "_e32">.ret>;
  def "_e64"#gen : VOP3_gfx11_enc<!cast<AMDInst>(NAME#"_e64"), !add(op, 0x100), FormName<name, "_e64">.ret>;
}
multiclass VOPC_enc<string gen, int op, string name> : VOP3Dpp_enc<gen, op, name> {
  def "_e32"#gen : VOPC_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, FormName<name, "_e32">.ret>;
  def "_e64"#gen : VOP3_gfx11_enc<!cast<AMDInst>(NAME#"_e64"), op, FormName<name, "_e64">.ret>;
  foreach form = ["_dpp", "_dpp8"] in
  if !exists<AMDInst>(NAME#form) then let AltMnemonics = [!if(!empty(name), !cast<AMDInst>(NAME#form).Mnemonic, name)#"_dpp"] in
  def form#gen : VOPC_gfx10_enc<!cast<AMDInst>(NAME#form), op, name>;
}
multiclass VOP3_enc<string gen, int op, string name> : VOP3Dpp_enc<gen, op, name> {
  let AltMnemonics = !if(!empty(name), !cast<AMDInst>(NAME#"_e64").AltMnemonics, [name#"_e64"]) in
  def "_e64"#gen : VOP3_gfx11_enc<!cast<AMDInst>(NAME#"_e64"), op, name>;
}
multiclass VOP3P_enc<string gen, int op, string name> {
  def gen : VOP3P_gfx10_enc<!cast<AMDInst>(NAME), op, name>;
  foreach form = ["_e64_dpp", "_e64_dpp8"] in
  if !exists<AMDInst>(NAME#form) then
  def form#gen : VOP3P_gfx10_enc<!cast<AMDInst>(NAME#form), op, FormName<name, "_e64_dpp">.ret>;
}
multiclass WMMA_enc<string gen, int op> {
  let EncodingPredicates = [IsGFX11, IsWave32] in def "_w32"#gen : VOP3P_gfx10_enc<!cast<AMDInst>(NAME#"_w32"), op, "">;
  let EncodingPredicates = [IsGFX11, IsWave64] in def "_w64"#gen : VOP3P_gfx10_enc<!cast<AMDInst>(NAME#"_w64"), op, "">;
}

multiclass VOP1_gfx11<int op, string name = ""> : VOP1_enc<"_gfx11", op, name>;
multiclass VOP2_gfx11<int op, string name = ""> : VOP2_enc<"_gfx11", op, name>;
multiclass VOPC_gfx11<int op, string name = ""> : VOPC_enc<"_gfx11", op, name>;
multiclass VOP3_gfx11<int op, string name = ""> : VOP3_enc<"_gfx11", op, name>;
multiclass VOP3P_gfx11<int op, string name = ""> : VOP3P_enc<"_gfx11", op, name>;
multiclass VOP1Plain_gfx11<int op> {
  def _e32_gfx11 : VOP1_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, "">;
  def _e64_gfx11 : VOP3_gfx10_enc<!cast<AMDInst>(NAME#"_e64"), !add(op, 0x180), "">;
}
multiclass VOP1Only_gfx11<int op> { def _gfx11 : VOP1_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
multiclass VOP2Madk_gfx11<int op> { def _gfx11 : VOP2_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
multiclass VOP3Lane_gfx11<int op> { def _gfx11 : VOP3_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
// Without the 64-bit encoding, the name needs no suffix.
multiclass VOP2Short_gfx11<int op, string name> : VOP2Short_enc<"_gfx11", op, name> {
  let AltMnemonics = [name#"_e32"] in def _e32_gfx11 : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, name>;
}

//===- Numbers of RDNA 3 -------------------------------------------------------------------------------------------===//

let EncodingPredicates = [IsGFX11] in {

//===- VOP1 ------------------------------------------------------------------------------------------------------------===//

defm V_NOP : VOP1Plain_gfx11<0x00>;
defm V_MOV_B32 : VOP1_gfx11<0x01>;
defm V_READFIRSTLANE_B32 : VOP1Only_gfx11<0x02>;
defm V_CVT_I32_F64 : VOP1_gfx11<0x03>;
defm V_CVT_F64_I32 : VOP1_gfx11<0x04>;
defm V_CVT_F32_I32 : VOP1_gfx11<0x05>;
defm V_CVT_F32_U32 : VOP1_gfx11<0x06>;
defm V_CVT_U32_F32 : VOP1_gfx11<0x07>;
defm V_CVT_I32_F32 : VOP1_gfx11<0x08>;
defm V_CVT_F16_F32 : VOP1_gfx11<0x0a>;
defm V_CVT_F32_F16 : VOP1_gfx11<0x0b>;
defm V_CVT_RPI_I32_F32 : VOP1_gfx11<0x0c, "v_cvt_nearest_i32_f32">;
defm V_CVT_FLR_I32_F32 : VOP1_gfx11<0x0d, "v_cvt_floor_i32_f32">;
defm V_CVT_OFF_F32_I4 : VOP1_gfx11<0x0e>;
defm V_CVT_F32_F64 : VOP1_gfx11<0x0f>;
defm V_CVT_F64_F32 : VOP1_gfx11<0x10>;
defm V_CVT_F32_UBYTE0 : VOP1_gfx11<0x11>;
defm V_CVT_F32_UBYTE1 : VOP1_gfx11<0x12>;
defm V_CVT_F32_UBYTE2 : VOP1_gfx11<0x13>;
defm V_CVT_F32_UBYTE3 : VOP1_gfx11<0x14>;
defm V_CVT_U32_F64 : VOP1_gfx11<0x15>;
defm V_CVT_F64_U32 : VOP1_gfx11<0x16>;
defm V_TRUNC_F64 : VOP1_gfx11<0x17>;
defm V_CEIL_F64 : VOP1_gfx11<0x18>;
defm V_RNDNE_F64 : VOP1_gfx11<0x19>;
defm V_FLOOR_F64 : VOP1_gfx11<0x1a>;
defm V_PIPEFLUSH : VOP1Plain_gfx11<0x1b>;
defm V_MOV_B16 : VOP1_gfx11<0x1c>;
defm V_FRACT_F32 : VOP1_gfx11<0x20>;
defm V_TRUNC_F32 : VOP1_gfx11<0x21>;
defm V_CEIL_F32 : VOP1_gfx11<0x22>;
defm V_RNDNE_F32 : VOP1_gfx11<0x23>;
defm V_FLOOR_F32 : VOP1_gfx11<0x24>;
defm V_EXP_F32 : VOP1_gfx11<0x25>;
defm V_LOG_F32 : VOP1_gfx11<0x27>;
defm V_RCP_F32 : VOP1_gfx11<0x2a>;
defm V_RCP_IFLAG_F32 : VOP1_gfx11<0x2b>;
defm V_RSQ_F32 : VOP1_gfx11<0x2e>;
defm V_RCP_F64 : VOP1_gfx11<0x2f>;
defm V_RSQ_F64 : VOP1_gfx11<0x31>;
defm V_SQRT_F32 : VOP1_gfx11<0x33>;
defm V_SQRT_F64 : VOP1_gfx11<0x34>;
defm V_SIN_F32 : VOP1_gfx11<0x35>;
defm V_COS_F32 : VOP1_gfx11<0x36>;
defm V_NOT_B32 : VOP1_gfx11<0x37>;
defm V_BFREV_B32 : VOP1_gfx11<0x38>;
defm V_FFBH_U32 : VOP1_gfx11<0x39, "v_clz_i32_u32">;
defm V_FFBL_B32 : VOP1_gfx11<0x3a, "v_ctz_i32_b32">;
defm V_FFBH_I32 : VOP1_gfx11<0x3b, "v_cls_i32">;
defm V_FREXP_EXP_I32_F64 : VOP1_gfx11<0x3c>;
defm V_FREXP_MANT_F64 : VOP1_gfx11<0x3d>;
defm V_FRACT_F64 : VOP1_gfx11<0x3e>;
defm V_FREXP_EXP_I32_F32 : VOP1_gfx11<0x3f>;
defm V_FREXP_MANT_F32 : VOP1_gfx11<0x40>;
defm V_MOVRELD_B32 : VOP1_gfx11<0x42>;
defm V_MOVRELS_B32 : VOP1_gfx11<0x43>;
defm V_MOVRELSD_B32 : VOP1_gfx11<0x44>;
defm V_MOVRELSD_2_B32 : VOP1_gfx11<0x48>;
defm V_CVT_F16_U16 : VOP1_gfx11<0x50>;
defm V_CVT_F16_I16 : VOP1_gfx11<0x51>;
defm V_CVT_U16_F16 : VOP1_gfx11<0x52>;
defm V_CVT_I16_F16 : VOP1_gfx11<0x53>;
defm V_RCP_F16 : VOP1_gfx11<0x54>;
defm V_SQRT_F16 : VOP1_gfx11<0x55>;
defm V_RSQ_F16 : VOP1_gfx11<0x56>;
defm V_LOG_F16 : VOP1_gfx11<0x57>;
defm V_EXP_F16 : VOP1_gfx11<0x58>;
defm V_FREXP_MANT_F16 : VOP1_gfx11<0x59>;
defm V_FREXP_EXP_I16_F16 : VOP1_gfx11<0x5a>;
defm V_FLOOR_F16 : VOP1_gfx11<0x5b>;
defm V_CEIL_F16 : VOP1_gfx11<0x5c>;
defm V_TRUNC_F16 : VOP1_gfx11<0x5d>;
defm V_RNDNE_F16 : VOP1_gfx11<0x5e>;
defm V_FRACT_F16 : VOP1_gfx11<0x5f>;
defm V_SIN_F16 : VOP1_gfx11<0x60>;
defm V_COS_F16 : VOP1_gfx11<0x61>;
defm V_SAT_PK_U8_I16 : VOP1_gfx11<0x62>;
defm V_CVT_NORM_I16_F16 : VOP1_gfx11<0x63>;
defm V_CVT_NORM_U16_F16 : VOP1_gfx11<0x64>;
defm V_SWAP_B32 : VOP1Only_gfx11<0x65>;
defm V_SWAP_B16 : VOP1Only_gfx11<0x66>;
defm V_PERMLANE64_B32 : VOP1Only_gfx11<0x67>;
defm V_SWAPREL_B32 : VOP1Only_gfx11<0x68>;
defm V_NOT_B16 : VOP1_gfx11<0x69>;
defm V_CVT_I32_I16 : VOP1_gfx11<0x6a>;
defm V_CVT_U32_U16 : VOP1_gfx11<0x6b>;

//===- VOP2 ------------------------------------------------------------------------------------------------------------===//

defm V_CNDMASK_B32 : VOP2_gfx11<0x01>;
defm V_DOT2C_F32_F16 : VOP2Short_gfx11<0x02, "v_dot2acc_f32_f16">;
defm V_ADD_F32 : VOP2_gfx11<0x03>;
defm V_SUB_F32 : VOP2_gfx11<0x04>;
defm V_SUBREV_F32 : VOP2_gfx11<0x05>;
defm V_FMAC_LEGACY_F32 : VOP2_gfx11<0x06, "v_fmac_dx9_zero_f32">;
defm V_MUL_LEGACY_F32 : VOP2_gfx11<0x07, "v_mul_dx9_zero_f32">;
defm V_MUL_F32 : VOP2_gfx11<0x08>;
defm V_MUL_I32_I24 : VOP2_gfx11<0x09>;
defm V_MUL_HI_I32_I24 : VOP2_gfx11<0x0a>;
defm V_MUL_U32_U24 : VOP2_gfx11<0x0b>;
defm V_MUL_HI_U32_U24 : VOP2_gfx11<0x0c>;
defm V_MIN_F32 : VOP2_gfx11<0x0f>;
defm V_MAX_F32 : VOP2_gfx11<0x10>;
defm V_MIN_I32 : VOP2_gfx11<0x11>;
defm V_MAX_I32 : VOP2_gfx11<0x12>;
defm V_MIN_U32 : VOP2_gfx11<0x13>;
defm V_MAX_U32 : VOP2_gfx11<0x14>;
defm V_LSHLREV_B32 : VOP2_gfx11<0x18>;
defm V_LSHRREV_B32 : VOP2_gfx11<0x19>;
defm V_ASHRREV_I32 : VOP2_gfx11<0x1a>;
defm V_AND_B32 : VOP2_gfx11<0x1b>;
defm V_OR_B32 : VOP2_gfx11<0x1c>;
defm V_XOR_B32 : VOP2_gfx11<0x1d>;
defm V_XNOR_B32 : VOP2_gfx11<0x1e>;
defm V_ADDC_CO_U32 : VOP2_gfx11<0x20, "v_add_co_ci_u32">;
defm V_SUBB_CO_U32 : VOP2_gfx11<0x21, "v_sub_co_ci_u32">;
defm V_SUBBREV_CO_U32 : VOP2_gfx11<0x22, "v_subrev_co_ci_u32">;
defm V_ADD_U32 : VOP2_gfx11<0x25, "v_add_nc_u32">;
defm V_SUB_U32 : VOP2_gfx11<0x26, "v_sub_nc_u32">;
defm V_SUBREV_U32 : VOP2_gfx11<0x27, "v_subrev_nc_u32">;
defm V_FMAC_F32 : VOP2_gfx11<0x2b>;
defm V_FMAMK_F32 : VOP2Madk_gfx11<0x2c>;
defm V_FMAAK_F32 : VOP2Madk_gfx11<0x2d>;
defm V_CVT_PKRTZ_F16_F32 : VOP2_gfx11<0x2f, "v_cvt_pk_rtz_f16_f32">;
defm V_ADD_F16 : VOP2_gfx11<0x32>;
defm V_SUB_F16 : VOP2_gfx11<0x33>;
defm V_SUBREV_F16 : VOP2_gfx11<0x34>;
defm V_MUL_F16 : VOP2_gfx11<0x35>;
defm V_FMAC_F16 : VOP2_gfx11<0x36>;
defm V_FMAMK_F16 : VOP2Madk_gfx11<0x37>;
defm V_FMAAK_F16 : VOP2Madk_gfx11<0x38>;
defm V_MAX_F16 : VOP2_gfx11<0x39>;
defm V_MIN_F16 : VOP2_gfx11<0x3a>;
defm V_LDEXP_F16 : VOP2_gfx11<0x3b>;
defm V_PK_FMAC_F16 : VOP2Short_gfx11<0x3c, "v_pk_fmac_f16">;

//===- VOPC ------------------------------------------------------------------------------------------------------------===//

multiclass Compare_gfx11<int op, string name> {
  defm V_CMP_#NAME : VOPC_gfx11<op, !if(!empty(name), "", "v_cmp_"#name)>;
  defm V_CMPX_#NAME#_nosdst : VOPC_gfx11<!add(op, 0x80), !if(!empty(name), "", "v_cmpx_"#name)>;
}
foreach i = !range(FloatRelations) in {
  defvar relation = !toupper(FloatRelations[i]);
  foreach type = ["f16", "f32", "f64"] in
  defm relation#"_"#!toupper(type)
    : Compare_gfx11<!add(!cond(!eq(type, "f16"): 0, !eq(type, "f32"): 0x10, true: 0x20), i),
                    !if(!eq(i, 15), "t_"#type, "")>;
}
foreach i = !range(IntRelations) in {
  defvar relation = !toupper(IntRelations[i]);
  defm relation#"_I32" : Compare_gfx11<!add(0x40, i), "">;
  defm relation#"_U32" : Compare_gfx11<!add(0x48, i), "">;
  defm relation#"_I64" : Compare_gfx11<!add(0x50, i), "">;
  defm relation#"_U64" : Compare_gfx11<!add(0x58, i), "">;
}
foreach i = !range(1, 7) in {
  defvar relation = !toupper(IntRelations[i]);
  defm relation#"_I16" : Compare_gfx11<!add(0x30, i), "">;
  defm relation#"_U16" : Compare_gfx11<!add(0x38, i), "">;
}
defm CLASS_F16 : Compare_gfx11<0x7d, "">;
defm CLASS_F32 : Compare_gfx11<0x7e, "">;
defm CLASS_F64 : Compare_gfx11<0x7f, "">;

//===- VOP3 ------------------------------------------------------------------------------------------------------------===//

defm V_FMA_LEGACY_F32 : VOP3_gfx11<0x209, "v_fma_dx9_zero_f32">;
defm V_MAD_I32_I24 : VOP3_gfx11<0x20a>;
defm V_MAD_U32_U24 : VOP3_gfx11<0x20b>;
defm V_CUBEID_F32 : VOP3_gfx11<0x20c>;
defm V_CUBESC_F32 : VOP3_gfx11<0x20d>;
defm V_CUBETC_F32 : VOP3_gfx11<0x20e>;
defm V_CUBEMA_F32 : VOP3_gfx11<0x20f>;
defm V_BFE_U32 : VOP3_gfx11<0x210>;
defm V_BFE_I32 : VOP3_gfx11<0x211>;
defm V_BFI_B32 : VOP3_gfx11<0x212>;
defm V_FMA_F32 : VOP3_gfx11<0x213>;
defm V_FMA_F64 : VOP3_gfx11<0x214>;
defm V_LERP_U8 : VOP3_gfx11<0x215>;
defm V_ALIGNBIT_B32 : VOP3_gfx11<0x216>;
defm V_ALIGNBYTE_B32 : VOP3_gfx11<0x217>;
defm V_MULLIT_F32 : VOP3_gfx11<0x218>;
defm V_MIN3_F32 : VOP3_gfx11<0x219>;
defm V_MIN3_I32 : VOP3_gfx11<0x21a>;
defm V_MIN3_U32 : VOP3_gfx11<0x21b>;
defm V_MAX3_F32 : VOP3_gfx11<0x21c>;
defm V_MAX3_I32 : VOP3_gfx11<0x21d>;
defm V_MAX3_U32 : VOP3_gfx11<0x21e>;
defm V_MED3_F32 : VOP3_gfx11<0x21f>;
defm V_MED3_I32 : VOP3_gfx11<0x220>;
defm V_MED3_U32 : VOP3_gfx11<0x221>;
defm V_SAD_U8 : VOP3_gfx11<0x222>;
defm V_SAD_HI_U8 : VOP3_gfx11<0x223>;
defm V_SAD_U16 : VOP3_gfx11<0x224>;
defm V_SAD_U32 : VOP3_gfx11<0x225>;
defm V_CVT_PK_U8_F32 : VOP3_gfx11<0x226>;
defm V_DIV_FIXUP_F32 : VOP3_gfx11<0x227>;
defm V_DIV_FIXUP_F64 : VOP3_gfx11<0x228>;
defm V_DIV_FMAS_F32 : VOP3_gfx11<0x237>;
defm V_DIV_FMAS_F64 : VOP3_gfx11<0x238>;
defm V_MSAD_U8 : VOP3_gfx11<0x239>;
defm V_QSAD_PK_U16_U8 : VOP3_gfx11<0x23a>;
defm V_MQSAD_PK_U16_U8 : VOP3_gfx11<0x23b>;
defm V_MQSAD_U32_U8 : VOP3_gfx11<0x23d>;
defm V_XOR3_B32 : VOP3_gfx11<0x240>;
defm V_MAD_U16 : VOP3_gfx11<0x241>;
defm V_PERM_B32 : VOP3_gfx11<0x244>;
defm V_XAD_U32 : VOP3_gfx11<0x245>;
defm V_LSHL_ADD_U32 : VOP3_gfx11<0x246>;
defm V_ADD_LSHL_U32 : VOP3_gfx11<0x247>;
defm V_FMA_F16 : VOP3_gfx11<0x248>;
defm V_MIN3_F16 : VOP3_gfx11<0x249>;
defm V_MIN3_I16 : VOP3_gfx11<0x24a>;
defm V_MIN3_U16 : VOP3_gfx11<0x24b>;
defm V_MAX3_F16 : VOP3_gfx11<0x24c>;
defm V_MAX3_I16 : VOP3_gfx11<0x24d>;
defm V_MAX3_U16 : VOP3_gfx11<0x24e>;
defm V_MED3_F16 : VOP3_gfx11<0x24f>;
defm V_MED3_I16 : VOP3_gfx11<0x250>;
defm V_MED3_U16 : VOP3_gfx11<0x251>;
defm V_MAD_I16 : VOP3_gfx11<0x253>;
defm V_DIV_FIXUP_F16 : VOP3_gfx11<0x254>;
defm V_ADD3_U32 : VOP3_gfx11<0x255>;
defm V_LSHL_OR_B32 : VOP3_gfx11<0x256>;
defm V_AND_OR_B32 : VOP3_gfx11<0x257>;
defm V_OR3_B32 : VOP3_gfx11<0x258>;
defm V_MAD_U32_U16 : VOP3_gfx11<0x259>;
defm V_MAD_I32_I16 : VOP3_gfx11<0x25a>;
defm V_PERMLANE16_B32 : VOP3_gfx11<0x25b>;
defm V_PERMLANEX16_B32 : VOP3_gfx11<0x25c>;
defm V_CNDMASK_B16 : VOP3_gfx11<0x25d>;
defm V_MAXMIN_F32 : VOP3_gfx11<0x25e>;
defm V_MINMAX_F32 : VOP3_gfx11<0x25f>;
defm V_MAXMIN_F16 : VOP3_gfx11<0x260>;
defm V_MINMAX_F16 : VOP3_gfx11<0x261>;
defm V_MAXMIN_U32 : VOP3_gfx11<0x262>;
defm V_MINMAX_U32 : VOP3_gfx11<0x263>;
defm V_MAXMIN_I32 : VOP3_gfx11<0x264>;
defm V_MINMAX_I32 : VOP3_gfx11<0x265>;
defm V_DOT2_F16_F16 : VOP3_gfx11<0x266>;
defm V_DOT2_BF16_BF16 : VOP3_gfx11<0x267>;
defm V_DIV_SCALE_F32 : VOP3_gfx11<0x2fc>;
defm V_DIV_SCALE_F64 : VOP3_gfx11<0x2fd>;
defm V_MAD_U64_U32 : VOP3_gfx11<0x2fe>;
defm V_MAD_I64_I32 : VOP3_gfx11<0x2ff>;
defm V_ADD_CO_U32 : VOP3_gfx11<0x300, "v_add_co_u32">;
defm V_SUB_CO_U32 : VOP3_gfx11<0x301, "v_sub_co_u32">;
defm V_SUBREV_CO_U32 : VOP3_gfx11<0x302, "v_subrev_co_u32">;
defm V_ADD_NC_U16 : VOP3_gfx11<0x303>;
defm V_SUB_NC_U16 : VOP3_gfx11<0x304>;
defm V_MUL_LO_U16_opsel : VOP3_gfx11<0x305>;
defm V_CVT_PK_I16_F32 : VOP3_gfx11<0x306>;
defm V_CVT_PK_U16_F32 : VOP3_gfx11<0x307>;
defm V_MAX_U16_opsel : VOP3_gfx11<0x309>;
defm V_MAX_I16_opsel : VOP3_gfx11<0x30a>;
defm V_MIN_U16_opsel : VOP3_gfx11<0x30b>;
defm V_MIN_I16_opsel : VOP3_gfx11<0x30c>;
defm V_ADD_I16 : VOP3_gfx11<0x30d, "v_add_nc_i16">;
defm V_SUB_I16 : VOP3_gfx11<0x30e, "v_sub_nc_i16">;
defm V_PACK_B32_F16 : VOP3_gfx11<0x311>;
defm V_CVT_PKNORM_I16_F16 : VOP3_gfx11<0x312, "v_cvt_pk_norm_i16_f16">;
defm V_CVT_PKNORM_U16_F16 : VOP3_gfx11<0x313, "v_cvt_pk_norm_u16_f16">;
defm V_LDEXP_F32 : VOP3_gfx11<0x31c>;
defm V_BFM_B32 : VOP3_gfx11<0x31d>;
defm V_BCNT_U32_B32 : VOP3_gfx11<0x31e>;
defm V_MBCNT_LO_U32_B32 : VOP3_gfx11<0x31f>;
defm V_MBCNT_HI_U32_B32 : VOP3_gfx11<0x320>;
defm V_CVT_PKNORM_I16_F32 : VOP3_gfx11<0x321, "v_cvt_pk_norm_i16_f32">;
defm V_CVT_PKNORM_U16_F32 : VOP3_gfx11<0x322, "v_cvt_pk_norm_u16_f32">;
defm V_CVT_PK_U16_U32 : VOP3_gfx11<0x323>;
defm V_CVT_PK_I16_I32 : VOP3_gfx11<0x324>;
defm V_SUB_I32 : VOP3_gfx11<0x325, "v_sub_nc_i32">;
defm V_ADD_I32 : VOP3_gfx11<0x326, "v_add_nc_i32">;
defm V_ADD_F64 : VOP3_gfx11<0x327>;
defm V_MUL_F64 : VOP3_gfx11<0x328>;
defm V_MIN_F64 : VOP3_gfx11<0x329>;
defm V_MAX_F64 : VOP3_gfx11<0x32a>;
defm V_LDEXP_F64 : VOP3_gfx11<0x32b>;
defm V_MUL_LO_U32 : VOP3_gfx11<0x32c>;
defm V_MUL_HI_U32 : VOP3_gfx11<0x32d>;
defm V_MUL_HI_I32 : VOP3_gfx11<0x32e>;
defm V_TRIG_PREOP_F64 : VOP3_gfx11<0x32f>;
defm V_LSHLREV_B16_opsel : VOP3_gfx11<0x338>;
defm V_LSHRREV_B16_opsel : VOP3_gfx11<0x339>;
defm V_ASHRREV_I16_opsel : VOP3_gfx11<0x33a>;
defm V_LSHLREV_B64 : VOP3_gfx11<0x33c>;
defm V_LSHRREV_B64 : VOP3_gfx11<0x33d>;
defm V_ASHRREV_I64 : VOP3_gfx11<0x33e>;
defm V_READLANE_B32 : VOP3Lane_gfx11<0x360>;
defm V_WRITELANE_B32 : VOP3Lane_gfx11<0x361>;
defm V_AND_B16 : VOP3_gfx11<0x362>;
defm V_OR_B16 : VOP3_gfx11<0x363>;
defm V_XOR_B16 : VOP3_gfx11<0x364>;

//===- VOP3P -----------------------------------------------------------------------------------------------------------===//

defm V_PK_MAD_I16 : VOP3P_gfx11<0x00>;
defm V_PK_MUL_LO_U16 : VOP3P_gfx11<0x01>;
defm V_PK_ADD_I16 : VOP3P_gfx11<0x02>;
defm V_PK_SUB_I16 : VOP3P_gfx11<0x03>;
defm V_PK_LSHLREV_B16 : VOP3P_gfx11<0x04>;
defm V_PK_LSHRREV_B16 : VOP3P_gfx11<0x05>;
defm V_PK_ASHRREV_I16 : VOP3P_gfx11<0x06>;
defm V_PK_MAX_I16 : VOP3P_gfx11<0x07>;
defm V_PK_MIN_I16 : VOP3P_gfx11<0x08>;
defm V_PK_MAD_U16 : VOP3P_gfx11<0x09>;
defm V_PK_ADD_U16 : VOP3P_gfx11<0x0a>;
defm V_PK_SUB_U16 : VOP3P_gfx11<0x0b>;
defm V_PK_MAX_U16 : VOP3P_gfx11<0x0c>;
defm V_PK_MIN_U16 : VOP3P_gfx11<0x0d>;
defm V_PK_FMA_F16 : VOP3P_gfx11<0x0e>;
defm V_PK_ADD_F16 : VOP3P_gfx11<0x0f>;
defm V_PK_MUL_F16 : VOP3P_gfx11<0x10>;
defm V_PK_MIN_F16 : VOP3P_gfx11<0x11>;
defm V_PK_MAX_F16 : VOP3P_gfx11<0x12>;
defm V_DOT2_F32_F16 : VOP3P_gfx11<0x13>;
defm V_DOT4_I32_IU8 : VOP3P_gfx11<0x16>;
defm V_DOT4_U32_U8 : VOP3P_gfx11<0x17>;
defm V_DOT8_I32_IU4 : VOP3P_gfx11<0x18>;
defm V_DOT8_U32_U4 : VOP3P_gfx11<0x19>;
defm V_DOT2_F32_BF16 : VOP3P_gfx11<0x1a>;
defm V_FMA_MIX_F32 : VOP3P_gfx11<0x20>;
defm V_FMA_MIXLO_F16 : VOP3P_gfx11<0x21>;
defm V_FMA_MIXHI_F16 : VOP3P_gfx11<0x22>;
}
defm V_WMMA_F32_16X16X16_F16 : WMMA_enc<"_gfx11", 0x40>;
defm V_WMMA_F32_16X16X16_BF16 : WMMA_enc<"_gfx11", 0x41>;
defm V_WMMA_F16_16X16X16_F16 : WMMA_enc<"_gfx11", 0x42>;
defm V_WMMA_BF16_16X16X16_BF16 : WMMA_enc<"_gfx11", 0x43>;
defm V_WMMA_I32_16X16X16_IU8 : WMMA_enc<"_gfx11", 0x44>;
defm V_WMMA_I32_16X16X16_IU4 : WMMA_enc<"_gfx11", 0x45>;
