// Kinds of operands: allowed values and syntax. A `Syntax` names a hook in `target-gpu/mc/src/asm/` that parses,
// prints, encodes and decodes operands of the kind.

//===- Sources ---------------------------------------------------------------------------------------------------===//

// A register or a constant; `literal` if a literal may follow the instruction.
class SrcOperand<RegisterClass rc, int width, bit float, bit literal> : RegisterOperand<rc> {
  let OperandNamespace = "AMDGPU";
  let Syntax = "source";
  let ConstantBits = width;
  let ConstantIsFloat = float;
  let AllowLiteral = literal;
}
// A source of a VALU instruction: scalar registers and literals in it use the constant bus.
class VALUSrcOperand<RegisterClass rc, int width, bit float, bit literal> : SrcOperand<rc, width, float, literal> {
  let UsesConstantBus = true;
}

def SSrc_b32 : SrcOperand<SReg_32, 32, false, true>;
def SSrc_b64 : SrcOperand<SReg_64, 64, false, true> { let AsmRegClass = SSrcAsm_64; }
// Without literal.
def SCSrc_b64 : SrcOperand<SReg_64, 64, false, false> { let AsmRegClass = SSrcAsm_64; }
// Scalar destinations. Assemblers accept the read-only values as well.
def SDstOp_32 : RegisterOperand<SReg_32>;
def SDstOp_64 : RegisterOperand<SReg_64> { let AsmRegClass = SSrcAsm_64; }
def LaneMaskDst : RegisterOperand<LaneMask> { let AsmRegClass = SSrcAsm_64; }
def LaneMaskSrc : RegisterOperand<LaneMask_XEXEC> { let AsmRegClass = SReg_64_XEXEC; }
// Of scalar loads: neither M0 nor EXEC.
def SMemDst_32 : RegisterOperand<SReg_32_XM0_XEXEC> { let AsmRegClass = SMemDstAsm_32; }
def SMemDst_64 : RegisterOperand<SReg_64_XEXEC> { let AsmRegClass = SMemDstAsm_64; }
// Scalar addresses of scratch. Assemblers accept EXEC_LO, though not EXEC_HI.
def ScratchBase : RegisterOperand<SReg_32_XEXEC> { let AsmRegClass = SReg_32_XEXEC_HI; }
// The first register of an array in registers.
def SRegSrc_32 : RegisterOperand<SReg_32>;
def SRegSrc_64 : RegisterOperand<SReg_64>;
// Scalar sources without literal.
def SCSrc_b32 : SrcOperand<SReg_32, 32, false, false>;

// VSrc: with literal (VOP1, VOP2, VOPC); VCSrc: without (VOP3, VOP3P on GFX9).
foreach literal = [false, true] in {
  defvar prefix = !if(literal, "VSrc_", "VCSrc_");
  def prefix#b16 : VALUSrcOperand<VS_32, 16, false, literal>;
  def prefix#f16 : VALUSrcOperand<VS_32, 16, true, literal>;
  def prefix#b32 : VALUSrcOperand<VS_32, 32, false, literal>;
  def prefix#f32 : VALUSrcOperand<VS_32, 32, true, literal>;
  def prefix#v2b16 : VALUSrcOperand<VS_32, 16, false, literal>;
  def prefix#v2f16 : VALUSrcOperand<VS_32, 16, true, literal>;
  def prefix#b64 : VALUSrcOperand<VS_64, 64, false, literal> { let AsmRegClass = VSrcAsm_64; }
  def prefix#f64 : VALUSrcOperand<VS_64, 64, true, literal> { let AsmRegClass = VSrcAsm_64; }
}
// Pairs of 32-bit values; a constant is one of them.
def VCSrc_v2b32 : VALUSrcOperand<VS_64, 32, false, false> { let AsmRegClass = VSrcAsm_64; }
def VCSrc_v2f32 : VALUSrcOperand<VS_64, 32, true, false> { let AsmRegClass = VSrcAsm_64; }

// Vector registers only, in a 9-bit field.
def VRegSrc_32 : RegisterOperand<VGPR_32>;
// Lane select of readlane and writelane: scalar registers and inline integers.
def SCSrc_lane : SrcOperand<SReg_32, 32, false, false> { let UsesConstantBus = true; }

// Lane select of permlane16.
def SSrcLane : SrcOperand<SReg_32, 32, false, false> { let UsesConstantBus = true; }
def SSrcLane_Literal : SrcOperand<SReg_32, 32, false, true> { let UsesConstantBus = true; }

// SDWA sources: a vector or scalar register, or an inline constant. Bit 8 of the field says that it is not a vector
// register.
foreach n = [16, 32] in {
  foreach float = [false, true] in {
    def SDWASrc_#!if(float, "f", "b")#n : VALUSrcOperand<VS_32, n, float, false> { let Syntax = "sdwa_source"; }
  }
}
// SDWA compare result: VCC, or a scalar pair with bit 7 of the field set.
def SDWAVopcDst : RegisterOperand<LaneMask> {
  let AsmRegClass = SReg_64;
  let Syntax = "sdwa_vopc_dst";
}

// Accumulation registers as sources of matrix instructions: VGPRs or AGPRs.
foreach n = [32, 64, 128, 256] in {
  def AVSrc_#n : RegisterOperand<!cast<RegisterClass>(!if(!eq(n, 32), "AV_32", "AV_"#n#"_Align2"))>;
}
def ASrc_32 : RegisterOperand<AGPR_32>;
// Their third source: a register of the same file as the destination, or an inline constant.
class MatrixCOperand<RegisterClass rc, int width, bit float> : SrcOperand<rc, width, float, false>;
foreach n = [64, 128, 256, 512, 1024] in {
  foreach file = ["V", "A"] in {
    defvar rc = !cast<RegisterClass>(file#"Reg_"#n#"_Align2");
    def file#ISrc_#n#_f32 : MatrixCOperand<rc, 32, true>;
    def file#ISrc_#n#_b32 : MatrixCOperand<rc, 32, false>;
    def file#ISrc_#n#_f64 : MatrixCOperand<rc, 64, true>;
  }
}

// Data of memory instructions: VGPRs for code generation; text and encoding also allow AGPRs.
def AVLdSt_32 : RegisterOperand<VGPR_32> { let AsmRegClass = AV_32; }
foreach n = [64, 96, 128, 160] in {
  def AVLdSt_#n : RegisterOperand<!cast<RegisterClass>("VReg_"#n#"_Align2")> {
    let AsmRegClass = !cast<RegisterClass>("AV_"#n#"_Align2");
  }
}

//===- Source modifiers (the operand before its source) -----------------------------------------------------------===//

// Bits: 0 neg (or sext), 1 abs (packed: neg_hi), 2 op_sel, 3 op_sel_hi (of src0 of VOP3: op_sel of the destination).
class InputMods<string syntax> : Operand<i32> {
  let Syntax = syntax;
  let IsSourceModifiers = true;
}
def FPInputMods : InputMods<"fp_mods">;     // -|x|
def IntInputMods : InputMods<"int_mods">;   // sext(x)
def PackedMods : InputMods<"packed_mods"> { let DefaultValue = 8; } // op_sel, op_sel_hi, neg_* after the operands
def MixMods : InputMods<"mix_mods">;        // -|x|, op_sel and op_sel_hi after the operands
def OpSelMods : InputMods<"op_sel_mods">;   // op_sel after the operands
def LaneMods : InputMods<"lane_mods">;      // the same without a bit of the result
def FPOpSelMods : InputMods<"fp_op_sel_mods">; // -|x|, op_sel after the operands

//===- Halves of registers -----------------------------------------------------------------------------------------===//

// An operand of 16 bits is the low half of a register; from GFX11 on it can also be the high half: `v5.l`, `v5.h`. An
// instruction is the same on all processors, so the half is where its operands have room for it:
// - Of a 64-bit encoding, in the modifiers of the source (the bit that is op_sel), and for the result in those of the first
//   source. The operand is the whole register, and prints `.h` if the bit is set.
// - Of a 32-bit encoding, in the number of the register: its field has seven bits of the number and the half above them.
//   High halves are registers of their own there (VGPR5_HI16), which code generation does not name.
// So code generation may treat all values of 16 bits as the low halves of registers.
def VGPR_16 : RegisterOperand<VGPR_32>;
def VGPR_16_Short : RegisterOperand<VGPR_32>;
// Modifiers of sources of these instructions: they have op_sel from GFX11 on.
def FPHalfMods : InputMods<"fp_mods">;
def HalfMods : InputMods<"op_sel_mods">;
// A source that has 32 bits before GFX11, of which the lower 16 count, and is a half from then on.
def VCSrc_b32_Half : VALUSrcOperand<VS_32, 32, false, false>;
def VSrc_b32_Half : VALUSrcOperand<VS_32, 32, false, true>;
// A source of 16 bits where the 16 bits are not half of a register: op_sel_hi says whether they are.
def VMixSrc_f16 : VALUSrcOperand<VS_32, 16, true, false>;

// Sources of DPP in the 64-bit encoding but the first, which is a vector register: no literals. The second is a vector
// register on some processors.
foreach n = [16, 32] in foreach kind = ["b", "f", "v2b", "v2f"] in
if !or(!eq(n, 16), !not(!eq(!find(kind, "v2"), 0))) then {
  def DppSrc_#kind#n : VALUSrcOperand<VS_32, n, !or(!eq(kind, "f"), !eq(kind, "v2f")), false>;
  def DppSrc1_#kind#n : VALUSrcOperand<VS_32, n, !or(!eq(kind, "f"), !eq(kind, "v2f")), false>;
}

//===- Immediates ------------------------------------------------------------------------------------------------===//

class ImmOperand<string syntax, ValueType ty = i32> : Operand<ty> {
  let OperandNamespace = "AMDGPU";
  let Syntax = syntax;
}
def S16Imm : ImmOperand<"s16imm", i16>;  // printed as hexadecimal half word
def UnsignedKImm : ImmOperand<"unsigned_k", i16>;  // the same, never written with a sign
def U16Imm : ImmOperand<"u16imm", i16>;  // printed as decimal
def KImmFP32 : ImmOperand<"kimm32">;     // the literal that fmamk/fmaak always carry
def KImmFP16 : ImmOperand<"kimm16">;
def SImm32 : ImmOperand<"simm32">;
def SOPPBrTarget : ImmOperand<"branch", OtherVT> { let IsPCRelative = true; }
def Hwreg : ImmOperand<"hwreg">;
def WaitcntImm : ImmOperand<"waitcnt">;
def SendMsgImm : ImmOperand<"sendmsg">;
def DepCtrImm : ImmOperand<"depctr">;
def GPRIdxMode : ImmOperand<"gpr_idx">;
def EndpgmImm : ImmOperand<"endpgm"> { let IsOptional = true; }
def ProbeImm : ImmOperand<"u7imm">;

//===- Optional modifiers ----------------------------------------------------------------------------------------===//

// An optional keyword.
class FlagOperand<string word> : Operand<i1> {
  let Syntax = "flag";
  let AsmPrefix = word;
  let IsOptional = true;
}
def Clamp : FlagOperand<"clamp">;
def GDS : FlagOperand<"gds"> { let Syntax = "gds"; } // always 0 on gfx942
def LDSFlag : FlagOperand<"lds">;

// `keyword:number`
class NamedIntOperand<string word, int default = 0, string syntax = "named_int", int width = 4> : Operand<i32> {
  let Syntax = syntax;
  let AsmPrefix = word;
  let IsOptional = true;
  let DefaultValue = default;
  let Width = width;
}
class UnsignedOffset<int width, string word = "offset"> : NamedIntOperand<word, 0, "offset", width>;
class SignedOffset<int width> : NamedIntOperand<"offset", 0, "signed_offset", width>;
def Offset16 : UnsignedOffset<16>;  // DS
def DSOffset0 : UnsignedOffset<8, "offset0">;
def DSOffset1 : UnsignedOffset<8, "offset1">;
def DSSwizzle : NamedIntOperand<"offset", 0, "swizzle">;
def FlatOffset : UnsignedOffset<12>;
def GlobalOffset : SignedOffset<13>; // global, scratch
def BufOffset : UnsignedOffset<12>;
def SMRDOffset : ImmOperand<"smrd_offset"> { let Width = 21; } // signed, mandatory
def SMRDNamedOffset : NamedIntOperand<"offset", 0, "smrd_named_offset", 21> { let IsOptional = false; }
def CBSZ : NamedIntOperand<"cbsz", 0, "named_int", 3>;
def ABID : NamedIntOperand<"abid">;
def BLGP : NamedIntOperand<"blgp", 0, "named_int", 3>;
def NegBLGP : NamedIntOperand<"neg", 0, "neg_blgp">; // f64 matrix instructions: negate A, B, C
def OMod : Operand<i32> { let Syntax = "omod"; let IsOptional = true; }
def SMemCPol : Operand<i32> { let Syntax = "smem_cpol"; let IsOptional = true; }
def SMemCPol_GLC1 : Operand<i32> { let Syntax = "smem_cpol_rtn"; let IsOptional = true; let DefaultValue = 1; }
def CPol : Operand<i32> { let Syntax = "cpol"; let IsOptional = true; }
// Atomics that do not return: no sc0.
def CPol_NoRtn : Operand<i32> { let Syntax = "cpol_no_rtn"; let IsOptional = true; }
// Atomics that return: sc0 is part of the encoding.
def CPol_GLC1 : Operand<i32> { let Syntax = "cpol_rtn"; let IsOptional = true; let DefaultValue = 1; }
def MTBufFormat : Operand<i32> { let Syntax = "buf_format"; let IsOptional = true; let DefaultValue = 1; }

def DPPCtrl : Operand<i32> { let Syntax = "dpp_ctrl"; }
def DPPCtrl64 : Operand<i32> { let Syntax = "dpp_ctrl"; } // 64-bit operands: row_newbcast only
def RowMask : NamedIntOperand<"row_mask", 15, "dpp_mask">;
def BankMask : NamedIntOperand<"bank_mask", 15, "dpp_mask">;
def BoundCtrl : Operand<i1> { let Syntax = "bound_ctrl"; let IsOptional = true; }
// Lanes that are not active are read, too.
def FI : NamedIntOperand<"fi", 0, "bit">;
// The lane that each of eight lanes reads; the number of the first source says that it is this control, and FI.
def DPP8Lanes : Operand<i32> { let Syntax = "dpp8"; let AsmPrefix = "dpp8"; }
def DPP8FI : NamedIntOperand<"fi", 0, "dpp8_fi">;
def DstSel : NamedIntOperand<"dst_sel", 6, "sdwa_sel">;
def Src0Sel : NamedIntOperand<"src0_sel", 6, "sdwa_sel">;
def Src1Sel : NamedIntOperand<"src1_sel", 6, "sdwa_sel">;
def DstUnused : NamedIntOperand<"dst_unused", 2, "dst_unused">;

//===- Kinds of operands that differ between processors ------------------------------------------------------------===//

// Vector registers that are a file of their own: tuples start anywhere, and data of memory instructions is never in
// accumulation registers.
foreach type = ["b64", "f64"] in {
  def VSrc_#type#_Any : VALUSrcOperand<VS_64, 64, !eq(type, "f64"), true> { let AsmRegClass = VSrcAsm_64_Any; }
  def VCSrc_#type#_Any : VALUSrcOperand<VS_64, 64, !eq(type, "f64"), false> { let AsmRegClass = VSrcAsm_64_Any; }
  foreach kind = ["VSrc_"#type, "VCSrc_"#type] in
  def : OperandAs<SeparateVGPRs, !cast<RegisterOperand>(kind), !cast<RegisterOperand>(kind#"_Any")>;
}
foreach n = [64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 512, 1024] in
foreach file = ["VReg_", "AReg_", "AV_"] in
def : OperandAs<SeparateVGPRs, !cast<RegisterClass>(file#n#"_Align2"), !cast<RegisterClass>(file#n)>;
foreach n = [64, 128, 256] in
def : OperandAs<SeparateVGPRs, !cast<RegisterOperand>("AVSrc_"#n), !cast<RegisterClass>("AV_"#n)>;
def : OperandAs<SeparateVGPRs, AVLdSt_32, VGPR_32>;
foreach n = [64, 96, 128, 160] in
def : OperandAs<SeparateVGPRs, !cast<RegisterOperand>("AVLdSt_"#n), !cast<RegisterClass>("VReg_"#n)>;
foreach n = [64, 128, 256, 512, 1024] in foreach type = ["f32", "b32", "f64"] in foreach file = ["V", "A"] in {
  def file#ISrc_#n#_#type#_Any : MatrixCOperand<!cast<RegisterClass>(file#"Reg_"#n), !if(!eq(type, "f64"), 64, 32),
                                               !not(!eq(type, "b32"))>;
  def : OperandAs<SeparateVGPRs, !cast<RegisterOperand>(file#"ISrc_"#n#"_"#type),
                  !cast<RegisterOperand>(file#"ISrc_"#n#"_"#type#"_Any")>;
}

// From GFX10 on a literal may follow every vector instruction.
foreach type = ["b16", "f16", "b32", "f32", "v2b16", "v2f16"] in {
  defvar inline = !cast<VALUSrcOperand>("VCSrc_"#type);
  def VLiteralSrc_#type : VALUSrcOperand<VS_32, inline.ConstantBits, inline.ConstantIsFloat, true>;
  def : OperandAs<AfterGFX9, inline, !cast<RegisterOperand>("VLiteralSrc_"#type)>;
}
foreach type = ["b64", "f64"] in {
  def VLiteralSrc_#type : VALUSrcOperand<VS_64, 64, !eq(type, "f64"), true> { let AsmRegClass = VSrcAsm_64_Any; }
  def : OperandAs<AfterGFX9, !cast<RegisterOperand>("VCSrc_"#type), !cast<RegisterOperand>("VLiteralSrc_"#type)>;
}

def : OperandAs<AfterGFX9, VMixSrc_f16, VLiteralSrc_f16>;
def : OperandAs<AfterGFX9, VCSrc_b32_Half, VLiteralSrc_b32>;

// Halves of registers. `VSrc`: in 32-bit encodings.
foreach type = ["b16", "f16"] in {
  defvar float = !eq(type, "f16");
  let IsHalf = true in {
  def VSrcHalf_#type : VALUSrcOperand<VS_32, 16, float, true> { let AsmRegClass = VS_Halves; }
  def VCSrcHalf_#type : VALUSrcOperand<VS_32, 16, float, true>;
  def DppSrcHalf_#type : VALUSrcOperand<VS_32, 16, float, false>;
  }
  foreach kind = ["VSrc", "VCSrc", "DppSrc"] in
  def : OperandAs<AfterGFX10, !cast<RegisterOperand>(kind#"_"#type), !cast<RegisterOperand>(kind#"Half_"#type)>;
  def : OperandAs<AfterGFX10, !cast<RegisterOperand>("DppSrc1_"#type), !cast<RegisterOperand>("DppSrcHalf_"#type)>;
}
let IsHalf = true in {
def VGPR_16_Half : RegisterOperand<VGPR_32>;
def VGPR_16_ShortHalf : RegisterOperand<VGPR_32> { let AsmRegClass = VGPR_Halves; }
}
def : OperandAs<AfterGFX10, VGPR_16, VGPR_16_Half>;
def : OperandAs<AfterGFX10, VGPR_16_Short, VGPR_16_ShortHalf>;
def : OperandAs<AfterGFX10, VCSrc_b32_Half, VCSrcHalf_b16>;
def : OperandAs<AfterGFX10, VSrc_b32_Half, VSrcHalf_b16>;
def : OperandAs<AfterGFX10, FPHalfMods, FPOpSelMods>;
def : OperandAs<AfterGFX10, HalfMods, OpSelMods>;
foreach type = ["b16", "f16"] in def : OperandAs<VectorDppSources, !cast<RegisterOperand>("DppSrc1_"#type), VGPR_16_Half>;
foreach type = ["b32", "f32", "v2b16", "v2f16"] in
def : OperandAs<VectorDppSources, !cast<RegisterOperand>("DppSrc1_"#type), VGPR_32>;

def : OperandAs<AfterGFX9, SSrcLane, SSrcLane_Literal>;
def SMemDst_64_Null : RegisterOperand<SReg_64_XEXEC> { let AsmRegClass = SMemDstAsm_64_Null; }
def : OperandAs<AfterGFX9, SMemDst_64, SMemDst_64_Null>;

def FlatOffset11 : UnsignedOffset<11>;
def GlobalOffset12 : SignedOffset<12>;
def : OperandAs<IsGFX10, FlatOffset, FlatOffset11>;
def : OperandAs<IsGFX10, GlobalOffset, GlobalOffset12>;

// Waves of 32 lanes have masks of 32 bits.
def LaneMaskDst_32 : RegisterOperand<SReg_32>;
def LaneMaskSrc_32 : RegisterOperand<SReg_32>;
def SDWAVopcDst_32 : RegisterOperand<SReg_32> { let Syntax = "sdwa_vopc_dst"; }
def : OperandAs<IsWave32, LaneMaskDst, LaneMaskDst_32>;
def : OperandAs<IsWave32, LaneMaskSrc, LaneMaskSrc_32>;
def : OperandAs<IsWave32, SDWAVopcDst, SDWAVopcDst_32>;

def : OperandTable<[SeparateVGPRs, AfterGFX9, IsGFX10, IsWave32]>;
def : OperandTable<[SeparateVGPRs, AfterGFX9, IsGFX10]>;
foreach waves = [[IsWave32], []<Predicate>] in {
def : OperandTable<!listconcat([SeparateVGPRs, AfterGFX9, AfterGFX10, IsGFX11, VectorDppSources], waves)>;
def : OperandTable<!listconcat([SeparateVGPRs, AfterGFX9, AfterGFX10, IsGFX11], waves)>;
def : OperandTable<!listconcat([SeparateVGPRs, AfterGFX9, AfterGFX10, IsGFX12], waves)>;
}
def : OperandTable<[SeparateVGPRs]>;
