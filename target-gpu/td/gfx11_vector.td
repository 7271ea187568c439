// The vector instructions of RDNA 3: AMD's reference of its instruction set. RDNA 4 has the same forms.

//===- Operands -------------------------------------------------------------------------------------------------===//

// bfloats in vector instructions; literals may follow.
def VLiteralSrc_v2bf16 : VALUSrcOperand<VS_32, 16, true, true>;
def VCSrcHalf_bf16 : VALUSrcOperand<VS_32, 16, true, true> { let IsHalf = true; }
def DppSrc_v2bf16 : VALUSrcOperand<VS_32, 16, true, false>;
def DppSrc1_v2bf16 : VALUSrcOperand<VS_32, 16, true, false>;
def : OperandAs<AfterGFX9, VCSrc_v2bf16, VLiteralSrc_v2bf16>;
def : OperandAs<AfterGFX10, VCSrc_bf16, VCSrcHalf_bf16>;
def : OperandAs<VectorDppSources, DppSrc1_v2bf16, VGPR_32>;
def HalfBF16 : VALUHalf<VSrc_bf16, VCSrc_bf16, true>;
def PairBF16 : VALUType<VGPR_32, VSrc_v2bf16, VCSrc_v2bf16, true> {
  let Dpp1 = DppSrc1_v2bf16;
  let Dpp2 = DppSrc_v2bf16;
}
// What interpolation waits for: exports that are outstanding.
def WaitExp : NamedIntOperand<"wait_exp", 0, "always_int", 3>;

//===- Instructions that earlier processors do not have ---------------------------------------------------------===//

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
  let Interpolation = true;
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

// Two operations on f32 or 32 bits at once, X and Y, in waves of 32 lanes: one instruction whose operands say which
// they are (`mc/src/dual.rs`). A source that an operation does not have is no register. `$src2x` and `$src2y` are results
// of operations that add to these. The literal that follows can be the constant of both, and any source.
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
  let AltMnemonics = !foreach(name, [
      "fmac_f32", "fmaak_f32", "fmamk_f32", "mul_f32", "add_f32", "sub_f32", "subrev_f32", "mul_dx9_zero_f32",
      "mov_b32", "cndmask_b32", "max_f32", "min_f32", "max_num_f32", "min_num_f32", "dot2acc_f32_f16",
      "dot2acc_f32_bf16", "add_nc_u32", "lshlrev_b32", "and_b32"], "v_dual_"#name);
}

//===- Forms ----------------------------------------------------------------------------------------------------===//

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
multiclass VOP2_enc<string gen, int op, string name>
  : VOP2Short_enc<gen, op, name>, VOP3Dpp_enc<gen, !add(op, 0x100), name> {
  def "_e32"#gen : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, FormName<name, "_e32">.ret>;
  def "_e64"#gen : VOP3_gfx11_enc<!cast<AMDInst>(NAME#"_e64"), !add(op, 0x100), FormName<name, "_e64">.ret>;
}
multiclass VOPC_enc<string gen, int op, string name> : VOP3Dpp_enc<gen, op, name> {
  def "_e32"#gen : VOPC_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, FormName<name, "_e32">.ret>;
  def "_e64"#gen : VOP3_gfx11_enc<!cast<AMDInst>(NAME#"_e64"), op, FormName<name, "_e64">.ret>;
  foreach form = ["_dpp", "_dpp8"] in
  if !exists<AMDInst>(NAME#form) then
  let AltMnemonics = [!if(!empty(name), !cast<AMDInst>(NAME#form).Mnemonic, name)#"_dpp"] in
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
multiclass VOP2Only_gfx11<int op, string name> {
  let AltMnemonics = [name#"_e32"] in def _e32_gfx11 : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, name>;
}
multiclass VOP2Madk_gfx11<int op> { def _gfx11 : VOP2_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
multiclass VOP3Lane_gfx11<int op> { def _gfx11 : VOP3_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
// Without the 64-bit encoding, the name needs no suffix.
multiclass VOP2Short_gfx11<int op, string name> : VOP2Short_enc<"_gfx11", op, name> {
  let AltMnemonics = [name#"_e32"] in def _e32_gfx11 : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, name>;
}
