// VOP3P: packed math, mixed precision, dot products; matrix instructions (MAI).

class VOP3PBase<int op, dag outs, dag ins, string mnemonic, string asm> : AMDInst<outs, ins, mnemonic, asm> {
  field bits<96> Inst;
  let Size = 8;
  bits<10> vdst;
  bits<10> src0;
  bits<10> src1;
  bits<10> src2;
  let Inst{7-0} = vdst{7-0};
  let Inst{22-16} = op;
  let Inst{31-23} = 0b110100111;
  let Inst{40-32} = src0{8-0};
  let Inst{49-41} = src1{8-0};
  let VALU = true;
  let VOP3P = true;
  let BaseName = !toupper(mnemonic);
}

//===- Packed math -----------------------------------------------------------------------------------------------===//

class PackedProfile<VALUType dst, VALUType src0, VALUType src1, VALUType src2 = NONE> {
  VALUType Dst = dst;
  VALUType Src0 = src0;
  VALUType Src1 = src1;
  VALUType Src2 = src2;
  bit Three = src2.Exists;
  bit FP = !or(dst.IsFP, src0.IsFP);
  bit HasClamp = true;
  Operand Mods = PackedMods;
  string Modifiers = "$op_sel$op_sel_hi$neg_lo$neg_hi";
}
class VOP3POperands<PackedProfile P> {
  dag Ins = !con((ins P.Mods:$src0_modifiers, P.Src0.Src:$src0, P.Mods:$src1_modifiers, P.Src1.Src:$src1),
                 !if(P.Three, (ins P.Mods:$src2_modifiers, P.Src2.Src:$src2), (ins)), (ins Clamp:$clamp));
  dag DppIns = !con((ins P.Mods:$src0_modifiers, P.Src0.RC:$src0, P.Mods:$src1_modifiers, P.Src1.Dpp1:$src1),
                    !if(P.Three, (ins P.Mods:$src2_modifiers, P.Src2.Dpp2:$src2), (ins)), (ins Clamp:$clamp));
  string Asm = "$vdst, $src0_modifiers, $src1_modifiers"#!if(P.Three, ", $src2_modifiers", "")#P.Modifiers#"$clamp";
}
class VOP3PInst<int op, string mnemonic, PackedProfile P>
  : VOP3PBase<op, (outs P.Dst.RC:$vdst), VOP3POperands<P>.Ins, mnemonic, VOP3POperands<P>.Asm> {
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<4> src2_modifiers;
  bits<1> clamp;
  let Inst{8} = src0_modifiers{1};
  let Inst{9} = src1_modifiers{1};
  let Inst{10} = !if(P.Three, src2_modifiers{1}, 0);
  let Inst{11} = src0_modifiers{2};
  let Inst{12} = src1_modifiers{2};
  let Inst{13} = !if(P.Three, src2_modifiers{2}, 0);
  let Inst{14} = !if(P.Three, src2_modifiers{3}, 1);
  // Without a third source its op_sel_hi is ignored; older assemblers write 0.
  let DecodeIgnore{14} = !not(P.Three);
  let DecodeIgnore{58-50} = !if(P.Three, 0, 0x1ff);
  let Inst{15} = clamp{0};
  let Inst{58-50} = !if(P.Three, src2{8-0}, 0);
  let Inst{59} = src0_modifiers{3};
  let Inst{60} = src1_modifiers{3};
  let Inst{61} = src0_modifiers{0};
  let Inst{62} = src1_modifiers{0};
  let Inst{63} = !if(P.Three, src2_modifiers{0}, 0);
  let Uses = !if(P.FP, [MODE, EXEC], [EXEC]);
  let ReadsMode = P.FP;
  let mayRaiseFPException = P.FP;
  let FPClamp = P.FP;
  let IntClamp = !not(P.FP);
}

def PK_I16x2 : PackedProfile<V2I16, V2I16, V2I16>;
def PK_I16x3 : PackedProfile<V2I16, V2I16, V2I16, V2I16>;
def PK_F16x2 : PackedProfile<V2F16, V2F16, V2F16>;
def PK_F16x3 : PackedProfile<V2F16, V2F16, V2F16, V2F16>;
def PK_F32x2 : PackedProfile<V2F32, V2F32, V2F32>;
def PK_F32x3 : PackedProfile<V2F32, V2F32, V2F32, V2F32>;
def PK_I32x2 : PackedProfile<V2I32, V2I32, V2I32>;
// Each source is an f32 or a half of a register; abs and neg instead of packed negation.
class MixProfile<VALUType dst> : PackedProfile<dst, MixF16, MixF16, MixF16> {
  let Mods = MixMods;
  let Modifiers = "$op_sel$op_sel_hi";
}
def MIX_F32 : MixProfile<F32>;
def MIX_F16 : MixProfile<MixF16>;
// Dot products of bytes and narrower elements have no op_sel.
class DotProfile<VALUType dst, VALUType src> : PackedProfile<dst, src, src, dst> {
  let Modifiers = "$neg_lo$neg_hi";
}
def DOT_F32_F16 : PackedProfile<F32, V2F16, V2F16, F32>;
def DOT_I32_I16 : PackedProfile<I32, V2I16, V2I16, I32>;
def DOT_I32_I8 : DotProfile<I32, I32>;

let isCommutable = true in {
def V_PK_MAD_I16 : VOP3PInst<0x00, "v_pk_mad_i16", PK_I16x3>;
def V_PK_MUL_LO_U16 : VOP3PInst<0x01, "v_pk_mul_lo_u16", PK_I16x2>;
def V_PK_ADD_I16 : VOP3PInst<0x02, "v_pk_add_i16", PK_I16x2>;
def V_PK_MAX_I16 : VOP3PInst<0x07, "v_pk_max_i16", PK_I16x2>;
def V_PK_MIN_I16 : VOP3PInst<0x08, "v_pk_min_i16", PK_I16x2>;
def V_PK_MAD_U16 : VOP3PInst<0x09, "v_pk_mad_u16", PK_I16x3>;
def V_PK_ADD_U16 : VOP3PInst<0x0a, "v_pk_add_u16", PK_I16x2>;
def V_PK_MAX_U16 : VOP3PInst<0x0c, "v_pk_max_u16", PK_I16x2>;
def V_PK_MIN_U16 : VOP3PInst<0x0d, "v_pk_min_u16", PK_I16x2>;
def V_PK_FMA_F16 : VOP3PInst<0x0e, "v_pk_fma_f16", PK_F16x3>;
def V_PK_ADD_F16 : VOP3PInst<0x0f, "v_pk_add_f16", PK_F16x2>;
def V_PK_MUL_F16 : VOP3PInst<0x10, "v_pk_mul_f16", PK_F16x2>;
def V_PK_MIN_F16 : VOP3PInst<0x11, "v_pk_min_f16", PK_F16x2>;
def V_PK_MAX_F16 : VOP3PInst<0x12, "v_pk_max_f16", PK_F16x2>;
let Predicates = [HasFmaMix] in def V_FMA_MIX_F32 : VOP3PInst<0x20, "v_fma_mix_f32", MIX_F32>;
// These preserve the other half of the destination.
let Predicates = [HasFmaMix], D16Lo = true in def V_FMA_MIXLO_F16 : VOP3PInst<0x21, "v_fma_mixlo_f16", MIX_F16>;
let Predicates = [HasFmaMix], D16Hi = true in def V_FMA_MIXHI_F16 : VOP3PInst<0x22, "v_fma_mixhi_f16", MIX_F16>;
let DOT = true in {
let Predicates = [HasDL] in def V_DOT2_F32_F16 : VOP3PInst<0x23, "v_dot2_f32_f16", DOT_F32_F16>;
let Predicates = [HasDL] in def V_DOT2_I32_I16 : VOP3PInst<0x26, "v_dot2_i32_i16", DOT_I32_I16>;
let Predicates = [HasDL] in def V_DOT2_U32_U16 : VOP3PInst<0x27, "v_dot2_u32_u16", DOT_I32_I16>;
let Predicates = [HasDL] in def V_DOT4_I32_I8 : VOP3PInst<0x28, "v_dot4_i32_i8", DOT_I32_I8>;
let Predicates = [HasDL] in def V_DOT4_U32_U8 : VOP3PInst<0x29, "v_dot4_u32_u8", DOT_I32_I8>;
let Predicates = [HasDL] in def V_DOT8_I32_I4 : VOP3PInst<0x2a, "v_dot8_i32_i4", DOT_I32_I8>;
let Predicates = [HasDL] in def V_DOT8_U32_U4 : VOP3PInst<0x2b, "v_dot8_u32_u4", DOT_I32_I8>;
}
let Predicates = [HasPackedFP32] in def V_PK_FMA_F32 : VOP3PInst<0x30, "v_pk_fma_f32", PK_F32x3>;
let Predicates = [HasPackedFP32] in def V_PK_MUL_F32 : VOP3PInst<0x31, "v_pk_mul_f32", PK_F32x2>;
let Predicates = [HasPackedFP32] in def V_PK_ADD_F32 : VOP3PInst<0x32, "v_pk_add_f32", PK_F32x2>;
}
def V_PK_SUB_I16 : VOP3PInst<0x03, "v_pk_sub_i16", PK_I16x2>;
def V_PK_LSHLREV_B16 : VOP3PInst<0x04, "v_pk_lshlrev_b16", PK_I16x2>;
def V_PK_LSHRREV_B16 : VOP3PInst<0x05, "v_pk_lshrrev_b16", PK_I16x2>;
def V_PK_ASHRREV_I16 : VOP3PInst<0x06, "v_pk_ashrrev_i16", PK_I16x2>;
def V_PK_SUB_U16 : VOP3PInst<0x0b, "v_pk_sub_u16", PK_I16x2>;
let Predicates = [HasGFX90A] in def V_PK_MOV_B32 : VOP3PInst<0x33, "v_pk_mov_b32", PK_I32x2>;

//===- Accumulation registers ------------------------------------------------------------------------------------===//

// `v_accvgpr_read` and `v_accvgpr_write` are accepted as well.
class AccMove<int op, RegisterClass dst, DAGOperand src, string mnemonic>
  : VOP3PBase<op, (outs dst:$vdst), (ins src:$src0), mnemonic, "$vdst, $src0"> {
  let src1 = 0;
  let src2 = 0;
  let Inst{15-8} = 0b01000000;
  let Inst{58-50} = 0;
  let Inst{60-59} = 0b11;
  let Inst{63-61} = 0;
  let Uses = [EXEC];
  let MAI = true;
  let AltMnemonics = [mnemonic#"_e64", !subst("_b32", "", mnemonic)];
}
let Predicates = [HasMAI] in def V_ACCVGPR_READ_B32_e64 : AccMove<0x58, VGPR_32, ASrc_32, "v_accvgpr_read_b32">;
let Predicates = [HasMAI] in def V_ACCVGPR_WRITE_B32_e64 : AccMove<0x59, AGPR_32, VCSrc_b32, "v_accvgpr_write_b32">;

//===- Matrix instructions ---------------------------------------------------------------------------------------===//

// Passes of a matrix instruction, from its mnemonic: rows, and whether it computes several blocks (`_4b_`).
class MatrixTiming<string mnemonic, bit single, bit double> {
  bit Long = !or(single, !ge(!find(mnemonic, "b_"), 0));
  SchedWrite Write = !cond(
    double: WriteMatrix,
    !ge(!find(mnemonic, "_4x4x"), 0): WriteMatrix4x4,
    !ge(!find(mnemonic, "_32x32x"), 0): !if(Long, WriteMatrix32x32Long, WriteMatrix32x32),
    true: !if(Long, WriteMatrix16x16Long, WriteMatrix16x16));
}

// D = A * B + C. D and C are in VGPRs or AGPRs (`acc_cd`), A and B in either (`src{9}`).
class MFMAInst<int op, bit acc, RegisterClass dst, RegisterOperand a, RegisterOperand b, RegisterOperand c, bit f64,
               string mnemonic>
  : VOP3PBase<op, (outs dst:$vdst),
      !con((ins a:$src0, b:$src1, c:$src2, CBSZ:$cbsz, ABID:$abid),
           !if(f64, (ins NegBLGP:$blgp), (ins BLGP:$blgp))),
      mnemonic, "$vdst, $src0, $src1, $src2$cbsz$abid$blgp"> {
  bits<3> cbsz;
  bits<4> abid;
  bits<3> blgp;
  let Inst{10-8} = cbsz;
  let Inst{14-11} = abid;
  let Inst{15} = acc;
  let Inst{58-50} = src2{8-0};
  let Inst{59} = src0{9};
  let Inst{60} = src1{9};
  let Inst{63-61} = blgp;
  let Uses = !if(f64, [MODE, EXEC], [MODE, EXEC]);
  let MAI = true;
  let isConvergent = true;
  let Rate64 = f64;
}
// dst: bits of C and D; src: bits of A and B; `element`: type of constants for C.
// `old`: spellings without separators, which assemblers also accept. The first is that of processors before gfx940,
// where the instruction has the opcode `before`; without spellings they do not have it.
multiclass MFMA<int op, string mnemonic, int dst, int src, string element, list<string> old = [], int before = op,
                Predicate has = HasGFX940> {
  // gfx908 has those whose number is the same later, with results in AGPRs, which the encoding does not say.
  defvar in_gfx908 = !and(!eq(before, op), !not(!eq(element, "f64")));
  defvar has_before = !and(!not(!empty(old)), !ge(before, 0));
  defvar single = !and(!eq(src, 32), !eq(element, "f32"));
  let AltMnemonics = !listconcat([mnemonic#"_e64"], old), MatrixSingle = single,
      MatrixWrite = MatrixTiming<mnemonic, single, !eq(element, "f64")>.Write in {
  foreach acc = [true, false] in {
    defvar file = !if(acc, "A", "V");
    defvar suffix = !if(acc, "_e64", "_vgprcd_e64");
    defvar rc = !cast<RegisterClass>(file#"Reg_"#dst#"_Align2");
    defvar ab = !cast<RegisterOperand>("AVSrc_"#src);
    defvar c = !cast<RegisterOperand>(file#"ISrc_"#dst#"_"#element);
    // Results of more than four registers are written before all of C is read, unless they are the same registers.
    let ResultFile = !if(acc, "accumulation", "vector") in {
    let Constraints = !if(!gt(dst, 128), "@earlyclobber $vdst", "") in {
    let BaseName = NAME, Predicates = [has] in
    def suffix : MFMAInst<op, acc, rc, ab, ab, c, !eq(element, "f64"), mnemonic>;
    if has_before then {
    let EncodingOf = !cast<AMDInst>(NAME#suffix), Predicates = [GFX90AOnly], AltMnemonics = []<string> in
    def "_before"#suffix : MFMAInst<before, acc, rc, ab, ab, c, !eq(element, "f64"), !head(old)>;
    if !and(acc, in_gfx908) then
    let EncodingOf = !cast<AMDInst>(NAME#suffix), Predicates = [GFX908Only], AltMnemonics = []<string> in
    def "_gfx908"#suffix : MFMAInst<before, false, rc, ab, ab, c, false, !head(old)>;
    }
    }
    if !gt(dst, 128) then
    let Constraints = "$vdst = $src2", isNoDecode = true, isCodeGenOnly = true in {
    let BaseName = NAME#"_mac", Predicates = [has] in
    def "_mac"#suffix : MFMAInst<op, acc, rc, ab, ab, c, !eq(element, "f64"), mnemonic>;
    if has_before then {
    let EncodingOf = !cast<AMDInst>(NAME#"_mac"#suffix), Predicates = [GFX90AOnly], AltMnemonics = []<string> in
    def "_mac_before"#suffix : MFMAInst<before, acc, rc, ab, ab, c, !eq(element, "f64"), !head(old)>;
    if !and(acc, in_gfx908) then
    let EncodingOf = !cast<AMDInst>(NAME#"_mac"#suffix), Predicates = [GFX908Only], AltMnemonics = []<string> in
    def "_mac_gfx908"#suffix : MFMAInst<before, false, rc, ab, ab, c, false, !head(old)>;
    }
    }
    }
  }
  }
}
multiclass MFMABefore<int op, string mnemonic, int dst, string element> {
  foreach acc = [true, false] in {
    defvar file = !if(acc, "A", "V");
    defvar suffix = !if(acc, "_e64", "_vgprcd_e64");
    defvar rc = !cast<RegisterClass>(file#"Reg_"#dst#"_Align2");
    defvar c = !cast<RegisterOperand>(file#"ISrc_"#dst#"_"#element);
    let Predicates = [GFX90AOnly], ResultFile = !if(acc, "accumulation", "vector"),
        MatrixWrite = MatrixTiming<mnemonic, false, false>.Write in {
    let Constraints = !if(!gt(dst, 128), "@earlyclobber $vdst", ""), BaseName = NAME in
    def suffix : MFMAInst<op, acc, rc, AVSrc_32, AVSrc_32, c, false, mnemonic>;
    if acc then let EncodingOf = !cast<AMDInst>(NAME#suffix), Predicates = [GFX908Only] in
    def "_gfx908"#suffix : MFMAInst<op, false, rc, AVSrc_32, AVSrc_32, c, false, mnemonic>;
    if !gt(dst, 128) then
    let Constraints = "$vdst = $src2", isNoDecode = true, isCodeGenOnly = true, BaseName = NAME#"_mac" in
    def "_mac"#suffix : MFMAInst<op, acc, rc, AVSrc_32, AVSrc_32, c, false, mnemonic>;
    }
    if !and(acc, !gt(dst, 128)) then
    let Constraints = "$vdst = $src2", isNoDecode = true, isCodeGenOnly = true, Predicates = [GFX908Only],
        EncodingOf = !cast<AMDInst>(NAME#"_mac"#suffix) in
    def "_mac_gfx908"#suffix : MFMAInst<op, false, rc, AVSrc_32, AVSrc_32, c, false, mnemonic>;
  }
}
defm V_MFMA_F32_16X16X8XF32 : MFMA<0x3e, "v_mfma_f32_16x16x8_xf32", 128, 64, "f32", ["v_mfma_f32_16x16x8xf32"], -1, HasXF32>;
defm V_MFMA_F32_32X32X4XF32 : MFMA<0x3f, "v_mfma_f32_32x32x4_xf32", 512, 64, "f32", ["v_mfma_f32_32x32x4xf32"], -1, HasXF32>;
defm V_MFMA_F32_32X32X1F32 : MFMA<0x40, "v_mfma_f32_32x32x1_2b_f32", 1024, 32, "f32", ["v_mfma_f32_32x32x1f32"]>;
defm V_MFMA_F32_16X16X1F32 : MFMA<0x41, "v_mfma_f32_16x16x1_4b_f32", 512, 32, "f32", ["v_mfma_f32_16x16x1f32"]>;
defm V_MFMA_F32_4X4X1F32 : MFMA<0x42, "v_mfma_f32_4x4x1_16b_f32", 128, 32, "f32", ["v_mfma_f32_4x4x1f32"]>;
defm V_MFMA_F32_32X32X2F32 : MFMA<0x44, "v_mfma_f32_32x32x2_f32", 512, 32, "f32", ["v_mfma_f32_32x32x2f32"]>;
defm V_MFMA_F32_16X16X4F32 : MFMA<0x45, "v_mfma_f32_16x16x4_f32", 128, 32, "f32", ["v_mfma_f32_16x16x4f32"]>;
defm V_MFMA_F32_32X32X4F16 : MFMA<0x48, "v_mfma_f32_32x32x4_2b_f16", 1024, 64, "f32", ["v_mfma_f32_32x32x4f16"]>;
defm V_MFMA_F32_16X16X4F16 : MFMA<0x49, "v_mfma_f32_16x16x4_4b_f16", 512, 64, "f32", ["v_mfma_f32_16x16x4f16"]>;
defm V_MFMA_F32_4X4X4F16 : MFMA<0x4a, "v_mfma_f32_4x4x4_16b_f16", 128, 64, "f32", ["v_mfma_f32_4x4x4f16"]>;
defm V_MFMA_F32_32X32X8F16 : MFMA<0x4c, "v_mfma_f32_32x32x8_f16", 512, 64, "f32", ["v_mfma_f32_32x32x8f16"]>;
defm V_MFMA_F32_16X16X16F16 : MFMA<0x4d, "v_mfma_f32_16x16x16_f16", 128, 64, "f32", ["v_mfma_f32_16x16x16f16"]>;
defm V_MFMA_I32_32X32X4I8 : MFMA<0x50, "v_mfma_i32_32x32x4_2b_i8", 1024, 32, "b32", ["v_mfma_i32_32x32x4i8"]>;
defm V_MFMA_I32_16X16X4I8 : MFMA<0x51, "v_mfma_i32_16x16x4_4b_i8", 512, 32, "b32", ["v_mfma_i32_16x16x4i8"]>;
defm V_MFMA_I32_4X4X4I8 : MFMA<0x52, "v_mfma_i32_4x4x4_16b_i8", 128, 32, "b32", ["v_mfma_i32_4x4x4i8"]>;
defm V_MFMA_I32_32X32X16I8 : MFMA<0x56, "v_mfma_i32_32x32x16_i8", 512, 64, "b32", ["v_mfma_i32_32x32x16i8"], -1>;
defm V_MFMA_I32_16X16X32I8 : MFMA<0x57, "v_mfma_i32_16x16x32_i8", 128, 64, "b32", ["v_mfma_i32_16x16x32i8"], -1>;
defm V_MFMA_F32_32X32X4BF16_1K : MFMA<0x5d, "v_mfma_f32_32x32x4_2b_bf16", 1024, 64, "f32", ["v_mfma_f32_32x32x4bf16_1k", "v_mfma_f32_32x32x4bf16"], 0x63>;
defm V_MFMA_F32_16X16X4BF16_1K : MFMA<0x5e, "v_mfma_f32_16x16x4_4b_bf16", 512, 64, "f32", ["v_mfma_f32_16x16x4bf16_1k", "v_mfma_f32_16x16x4bf16"], 0x64>;
defm V_MFMA_F32_4X4X4BF16_1K : MFMA<0x5f, "v_mfma_f32_4x4x4_16b_bf16", 128, 64, "f32", ["v_mfma_f32_4x4x4bf16_1k", "v_mfma_f32_4x4x4bf16"], 0x65>;
defm V_MFMA_F32_32X32X8BF16_1K : MFMA<0x60, "v_mfma_f32_32x32x8_bf16", 512, 64, "f32", ["v_mfma_f32_32x32x8bf16_1k", "v_mfma_f32_32x32x8bf16"], 0x66>;
defm V_MFMA_F32_16X16X16BF16_1K : MFMA<0x61, "v_mfma_f32_16x16x16_bf16", 128, 64, "f32", ["v_mfma_f32_16x16x16bf16_1k", "v_mfma_f32_16x16x16bf16"], 0x67>;
defm V_MFMA_F64_16X16X4F64 : MFMA<0x6e, "v_mfma_f64_16x16x4_f64", 256, 64, "f64", ["v_mfma_f64_16x16x4f64"]>;
defm V_MFMA_F64_4X4X4F64 : MFMA<0x6f, "v_mfma_f64_4x4x4_4b_f64", 64, 64, "f64", ["v_mfma_f64_4x4x4f64"]>;
// Those that exist only before gfx940.
defm V_MFMA_I32_32X32X8I8 : MFMABefore<0x54, "v_mfma_i32_32x32x8i8", 512, "b32">;
defm V_MFMA_I32_16X16X16I8 : MFMABefore<0x55, "v_mfma_i32_16x16x16i8", 128, "b32">;
defm V_MFMA_F32_32X32X2BF16 : MFMABefore<0x68, "v_mfma_f32_32x32x2bf16", 1024, "f32">;
defm V_MFMA_F32_16X16X2BF16 : MFMABefore<0x69, "v_mfma_f32_16x16x2bf16", 512, "f32">;
defm V_MFMA_F32_4X4X2BF16 : MFMABefore<0x6b, "v_mfma_f32_4x4x2bf16", 128, "f32">;
defm V_MFMA_F32_32X32X4BF16 : MFMABefore<0x6c, "v_mfma_f32_32x32x4bf16", 512, "f32">;
defm V_MFMA_F32_16X16X8BF16 : MFMABefore<0x6d, "v_mfma_f32_16x16x8bf16", 128, "f32">;
foreach a = ["BF8", "FP8"] in foreach b = ["BF8", "FP8"] in {
  defvar index = !add(!if(!eq(a, "FP8"), 2, 0), !if(!eq(b, "FP8"), 1, 0));
  defm V_MFMA_F32_16X16X32_#a#_#b
    : MFMA<!add(0x70, index), "v_mfma_f32_16x16x32_"#!tolower(a)#"_"#!tolower(b), 128, 64, "f32">;
  defm V_MFMA_F32_32X32X16_#a#_#b
    : MFMA<!add(0x74, index), "v_mfma_f32_32x32x16_"#!tolower(a)#"_"#!tolower(b), 512, 64, "f32">;
}

// Sparse: A is compressed, $idx selects the elements that it holds; D is also C.
// `old`: the spelling without separators.
class SMFMACInst<int op, bit acc, RegisterClass dst, string mnemonic, string old, RegisterOperand a, RegisterOperand b>
  : VOP3PBase<op, (outs dst:$vdst),
      (ins a:$src0, b:$src1, VRegSrc_32:$idx, CBSZ:$cbsz, ABID:$abid, dst:$src2),
      mnemonic, "$vdst, $src0, $src1, $idx$cbsz$abid"> {
  bits<10> idx;
  bits<3> cbsz;
  bits<4> abid;
  let Inst{10-8} = cbsz;
  let Inst{14-11} = abid;
  let Inst{15} = acc;
  let Inst{58-50} = idx{8-0};
  let Inst{59} = src0{9};
  let Inst{60} = src1{9};
  let Inst{63-61} = 0;
  let Uses = [MODE, EXEC];
  let MAI = true;
  let isConvergent = true;
  let Constraints = "$vdst = $src2";
  let AltMnemonics = [mnemonic#"_e64", old];
}
multiclass SMFMACOf<int op, string shape, string elements, int dst, RegisterOperand a, RegisterOperand b, Predicate has> {
  defvar mnemonic = shape#"_"#elements;
  defvar old = shape#!subst("_", "", elements);
  let MatrixWrite = MatrixTiming<mnemonic, false, false>.Write, Predicates = [has] in {
  def _e64 : SMFMACInst<op, false, !cast<RegisterClass>("VReg_"#dst#"_Align2"), mnemonic, old, a, b>;
  def _agprcd_e64 : SMFMACInst<op, true, !cast<RegisterClass>("AReg_"#dst#"_Align2"), mnemonic, old, a, b>;
  }
}
multiclass SMFMAC<int op, string shape, string elements, int dst>
  : SMFMACOf<op, shape, elements, dst, AVSrc_64, AVSrc_128, HasGFX940>;
multiclass SMFMACWide<int op, string shape, string elements, int dst>
  : SMFMACOf<op, shape, elements, dst, AVSrc_128, AVSrc_256, HasGFX950>;
defm V_SMFMAC_F32_16X16X32_F16 : SMFMAC<0x62, "v_smfmac_f32_16x16x32", "f16", 128>;
defm V_SMFMAC_F32_32X32X16_F16 : SMFMAC<0x64, "v_smfmac_f32_32x32x16", "f16", 512>;
defm V_SMFMAC_F32_16X16X32_BF16 : SMFMAC<0x66, "v_smfmac_f32_16x16x32", "bf16", 128>;
defm V_SMFMAC_F32_32X32X16_BF16 : SMFMAC<0x68, "v_smfmac_f32_32x32x16", "bf16", 512>;
defm V_SMFMAC_I32_16X16X64_I8 : SMFMAC<0x6a, "v_smfmac_i32_16x16x64", "i8", 128>;
defm V_SMFMAC_I32_32X32X32_I8 : SMFMAC<0x6c, "v_smfmac_i32_32x32x32", "i8", 512>;
foreach a = ["BF8", "FP8"] in foreach b = ["BF8", "FP8"] in {
  defvar index = !add(!if(!eq(a, "FP8"), 2, 0), !if(!eq(b, "FP8"), 1, 0));
  defm V_SMFMAC_F32_16X16X64_#a#_#b
    : SMFMAC<!add(0x78, index), "v_smfmac_f32_16x16x64", !tolower(a)#"_"#!tolower(b), 128>;
  defm V_SMFMAC_F32_32X32X32_#a#_#b
    : SMFMAC<!add(0x7c, index), "v_smfmac_f32_32x32x32", !tolower(a)#"_"#!tolower(b), 512>;
}
