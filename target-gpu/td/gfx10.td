// The encodings of RDNA 2: AMD's reference of its instruction set.
//
// Most instructions are those of GFX9 with another number: a line names the instruction and its number here, and its name
// if that is another, too. What an encoding does not say is as in GFX9.

//===- Instructions that GFX9 does not have ------------------------------------------------------------------------===//

def VOP_MAC_LEGACY_F32 : VOPAccumulate<F32, F32, true> { let HasDPP = false; }

let EncodingPredicates = [OnlyOtherEncodings] in {

let SALU = true in {
let Uses = [EXEC], Defs = [EXEC, SCC], WritesExec = true, hasSideEffects = true in {
foreach op = ["AND", "OR", "XOR", "ANDN2", "ORN2", "NAND", "NOR", "XNOR", "ANDN1", "ORN1"] in
defm S_#op#_SAVEEXEC_B32 : SOP1_32<0, "s_"#!tolower(op)#"_saveexec_b32">;
defm S_ANDN1_WREXEC_B32 : SOP1_32<0, "s_andn1_wrexec_b32">;
defm S_ANDN2_WREXEC_B32 : SOP1_32<0, "s_andn2_wrexec_b32">;
}
let Uses = [M0], hasSideEffects = true in
defm S_MOVRELSD_2_B32 : SOP1_32<0, "s_movrelsd_2_b32">;
let sdst = 0, hasSideEffects = true in
def S_VERSION : SOPKInst<0, (outs), (ins U16Imm:$simm16), "s_version", "$simm16">;
class SOPK_wait<string mnemonic>
  : SOPKInst<0, (outs), (ins SDstOp_32:$sdst, S16Imm:$simm16), mnemonic, "$sdst, $simm16"> {
  let hasSideEffects = true;
}
def S_WAITCNT_VSCNT : SOPK_wait<"s_waitcnt_vscnt">;
def S_WAITCNT_VMCNT : SOPK_wait<"s_waitcnt_vmcnt">;
def S_WAITCNT_EXPCNT : SOPK_wait<"s_waitcnt_expcnt">;
def S_WAITCNT_LGKMCNT : SOPK_wait<"s_waitcnt_lgkmcnt">;
let hasSideEffects = true, isTerminator = true, isBranch = true in {
def S_SUBVECTOR_LOOP_BEGIN : SOPKInst<0, (outs SDstOp_32:$sdst), (ins SOPPBrTarget:$simm16), "s_subvector_loop_begin",
                                      "$sdst, $simm16">;
def S_SUBVECTOR_LOOP_END : SOPKInst<0, (outs SDstOp_32:$sdst), (ins SOPPBrTarget:$simm16), "s_subvector_loop_end",
                                    "$sdst, $simm16">;
}
def S_CODE_END : SOPPPlain<0, "s_code_end">;
def S_INST_PREFETCH : SOPPImm<0, "s_inst_prefetch", S16Imm>;
def S_CLAUSE : SOPPImm<0, "s_clause", S16Imm>;
def S_WAIT_IDLE : SOPPPlain<0, "s_wait_idle">;
def S_WAITCNT_DEPCTR : SOPPImm<0, "s_waitcnt_depctr", DepCtrImm>;
let Uses = [MODE], Defs = [MODE] in {
def S_ROUND_MODE : SOPPImm<0, "s_round_mode", S16Imm>;
def S_DENORM_MODE : SOPPImm<0, "s_denorm_mode">;
}
def S_TTRACEDATA_IMM : SOPPImm<0, "s_ttracedata_imm", S16Imm>;
} // SALU
def S_GL1_INV : SCache<0, "s_gl1_inv">;

//===- Vector ALU ------------------------------------------------------------------------------------------------===//

// Registers relative to M0; the number of the result is one of them, so nothing is known of it.
let Uses = [M0, EXEC], hasSideEffects = true in {
defm V_MOVRELD_B32 : VOP1<0, "v_movreld_b32", VOP_I32_I32>;
defm V_MOVRELS_B32 : VOP1<0, "v_movrels_b32", VOP_I32_R32>;
defm V_MOVRELSD_B32 : VOP1<0, "v_movrelsd_b32", VOP_I32_R32>;
defm V_MOVRELSD_2_B32 : VOP1<0, "v_movrelsd_2_b32", VOP_I32_R32>;
def V_SWAPREL_B32 : VOP1Swap<0, "v_swaprel_b32">;
}
let hasSideEffects = true in {
def V_PIPEFLUSH_e32 : VOP1Plain_e32<0, "v_pipeflush">;
def V_PIPEFLUSH_e64 : VOP1Plain_e64<0, "v_pipeflush">;
}

// f32 multiplication in which 0 times anything is 0.
let isCommutable = true in {
defm V_FMAC_LEGACY_F32 : VOP2<0, "v_fmac_legacy_f32", VOP_MAC_LEGACY_F32>;
defm V_FMAC_F16 : VOP2<0, "v_fmac_f16", VOP_MAC_F16>;
defm V_FMAAK_F16 : VOP2_Madak<0, "v_fmaak_f16", VOP_F16_F16_F16, KImmFP16>;
}
defm V_FMAMK_F16 : VOP2_Madmk<0, "v_fmamk_f16", VOP_F16_F16_F16, KImmFP16>;
// GFX9 has the 64-bit encoding only.
let BaseName = "V_CVT_PKRTZ_F16_F32" in {
def V_CVT_PKRTZ_F16_F32_e32 : VOP2_e32<0, VOP3_V2F16_F32_F32, "v_cvt_pkrtz_f16_f32_e32">;
def V_CVT_PKRTZ_F16_F32_sdwa : VOP2_sdwa<0, VOP3_V2F16_F32_F32, "v_cvt_pkrtz_f16_f32">;
def V_CVT_PKRTZ_F16_F32_dpp : VOP2_dpp<0, VOP3_V2F16_F32_F32, "v_cvt_pkrtz_f16_f32">;
def V_CVT_PKRTZ_F16_F32_dpp8 : VOP2_dpp8<VOP3_V2F16_F32_F32, "v_cvt_pkrtz_f16_f32">;
}
let BaseName = "V_MUL_LEGACY_F32_BEFORE" in
def V_MUL_LEGACY_F32_dpp8 : VOP2_dpp8<VOP_F32_F32_F32, "v_mul_legacy_f32">;

let isCommutable = true in {
defm V_FMA_LEGACY_F32 : VOP3<0, "v_fma_legacy_f32", VOP3_F32x3>;
defm V_XOR3_B32 : VOP3<0, "v_xor3_b32", VOP3_I32x3>;
}
defm V_MULLIT_F32 : VOP3<0, "v_mullit_f32", VOP3_F32x3>;
// Operations on 16 bits that are VOP2 in GFX9, where they select no halves.
let isCommutable = true in {
defm V_ADD_NC_U16 : VOP3<0, "v_add_nc_u16", VOP3_I16x2_OpSel>;
defm V_MUL_LO_U16_opsel : VOP3<0, "v_mul_lo_u16", VOP3_I16x2_OpSel>;
foreach op = ["MAX_U16", "MAX_I16", "MIN_U16", "MIN_I16"] in
defm V_#op#_opsel : VOP3<0, "v_"#!tolower(op), VOP3_I16x2_OpSel_NoClamp>;
}
defm V_SUB_NC_U16 : VOP3<0, "v_sub_nc_u16", VOP3_I16x2_OpSel>;
foreach op = ["LSHLREV_B16", "LSHRREV_B16", "ASHRREV_I16"] in
defm V_#op#_opsel : VOP3<0, "v_"#!tolower(op), VOP3_I16x2_OpSel_NoClamp>;

// Lanes of a row of sixteen read others of it, or of the row beside it. op_sel: read inactive lanes; 0 for lanes out of
// bounds.
class PermLane16<string mnemonic>
  : AMDInst<(outs VGPR_32:$vdst),
            (ins LaneMods:$src0_modifiers, VRegSrc_32:$src0, LaneMods:$src1_modifiers, SSrcLane:$src1, SSrcLane:$src2,
                 VGPR_32:$vdst_in),
            mnemonic, "$vdst, $src0_modifiers, $src1_modifiers, $src2$op_sel"> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> vdst;
  bits<10> src0;
  bits<10> src1;
  bits<10> src2;
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  let Inst{7-0} = vdst{7-0};
  let Inst{10-8} = 0;
  let Inst{11} = src0_modifiers{2};
  let Inst{12} = src1_modifiers{2};
  let Inst{15-13} = 0;
  let Inst{40-32} = src0{8-0};
  let Inst{49-41} = src1{8-0};
  let Inst{58-50} = src2{8-0};
  let Inst{63-59} = 0;
  let VALU = true;
  let VOP3 = true;
  let Form = "e64";
  let Uses = [EXEC];
  let isConvergent = true;
  let AltMnemonics = [mnemonic#"_e64"];
  let Constraints = "$vdst = $vdst_in";
}
def V_PERMLANE16_B32_e64 : PermLane16<"v_permlane16_b32">;
def V_PERMLANEX16_B32_e64 : PermLane16<"v_permlanex16_b32">;

// Comparisons whose result is EXEC only.
multiclass VOPCExec<string name, VOPProfile P, string commuted> {
  let BaseName = NAME, CommutedBase = commuted, isCommutable = !not(!empty(commuted)), Defs = [EXEC] in {
  def _e32 : VOPC_e32<0, P, true, name#"_e32"> { let AsmOperands = "$src0, $src1"; }
  def _e64 : VOPC_e64<0, P, true, name#"_e64"> {
    let OutOperandList = (outs);
    let AsmOperands = VOPCOperands<P>.AsmExec;
    let Inst{7-0} = 0x7e;
  }
  if P.HasSDWA then def _sdwa : VOPC_sdwa<0, P, true, name> {
    let OutOperandList = (outs);
    let AsmOperands = "$src0_modifiers, $src1_modifiers$src0_sel$src1_sel";
    let Inst{47-40} = 0;
  }
  }
}
multiclass VOPCExecAll<list<string> relations, list<string> swapped, list<string> types, VOPProfile P> {
  foreach i = !range(relations) in foreach type = types in {
    defvar name = relations[i]#"_"#type;
    defm V_CMPX_#!toupper(name)#_nosdst : VOPCExec<"v_cmpx_"#name, P, !toupper("V_CMPX_"#swapped[i]#"_"#type)#"_nosdst">;
  }
}
}

defvar FloatRelations = ["f", "lt", "eq", "le", "gt", "lg", "ge", "o", "u", "nge", "nlg", "ngt", "nle", "neq", "nlt", "tru"];
defvar FloatSwapped = ["f", "gt", "eq", "ge", "lt", "lg", "le", "o", "u", "nle", "nlg", "nlt", "nge", "neq", "ngt", "tru"];
defvar IntRelations = ["f", "lt", "eq", "le", "gt", "ne", "ge", "t"];
defvar IntSwapped = ["f", "gt", "eq", "ge", "lt", "ne", "le", "t"];
let EncodingPredicates = [OnlyOtherEncodings] in {
defm "" : VOPCExecAll<FloatRelations, FloatSwapped, ["f16"], VOPC_F16>;
defm "" : VOPCExecAll<FloatRelations, FloatSwapped, ["f32"], VOPC_F32>;
defm "" : VOPCExecAll<FloatRelations, FloatSwapped, ["f64"], VOPC_F64>;
defm "" : VOPCExecAll<IntRelations, IntSwapped, ["i16", "u16"], VOPC_I16>;
defm "" : VOPCExecAll<IntRelations, IntSwapped, ["i32", "u32"], VOPC_I32>;
defm "" : VOPCExecAll<IntRelations, IntSwapped, ["i64", "u64"], VOPC_I64>;
defm V_CMPX_CLASS_F16_nosdst : VOPCExec<"v_cmpx_class_f16", VOPC_CLASS_F16, "">;
defm V_CMPX_CLASS_F32_nosdst : VOPCExec<"v_cmpx_class_f32", VOPC_CLASS_F32, "">;
defm V_CMPX_CLASS_F64_nosdst : VOPCExec<"v_cmpx_class_f64", VOPC_CLASS_F64, "">;

//===- Memory ----------------------------------------------------------------------------------------------------===//

// Of floating-point numbers; fmin and fmax on 64 bits are those of gfx90a.
let FPAtomic = true in {
foreach of = ["FLAT", "GLOBAL"] in {
  defvar name = !tolower(of);
  if !eq(of, "FLAT") then {
    defm FLAT_ATOMIC_CMPSWAP_F32 : FlatAtomic<0, "flat_atomic_fcmpswap", AVLdSt_64, AVLdSt_32>;
    defm FLAT_ATOMIC_MIN_F32 : FlatAtomic<0, "flat_atomic_fmin", AVLdSt_32>;
    defm FLAT_ATOMIC_MAX_F32 : FlatAtomic<0, "flat_atomic_fmax", AVLdSt_32>;
    defm FLAT_ATOMIC_CMPSWAP_F64 : FlatAtomic<0, "flat_atomic_fcmpswap_x2", AVLdSt_128, AVLdSt_64>;
  } else {
    defm GLOBAL_ATOMIC_CMPSWAP_F32 : GlobalAtomic<0, "global_atomic_fcmpswap", AVLdSt_64, AVLdSt_32>;
    defm GLOBAL_ATOMIC_MIN_F32 : GlobalAtomic<0, "global_atomic_fmin", AVLdSt_32>;
    defm GLOBAL_ATOMIC_MAX_F32 : GlobalAtomic<0, "global_atomic_fmax", AVLdSt_32>;
    defm GLOBAL_ATOMIC_CMPSWAP_F64 : GlobalAtomic<0, "global_atomic_fcmpswap_x2", AVLdSt_128, AVLdSt_64>;
  }
}
defm BUFFER_ATOMIC_CMPSWAP_F32 : BufferAtomic<0, "buffer_atomic_fcmpswap", AVLdSt_64>;
defm BUFFER_ATOMIC_MIN_F32 : BufferAtomic<0, "buffer_atomic_fmin", AVLdSt_32>;
defm BUFFER_ATOMIC_MAX_F32 : BufferAtomic<0, "buffer_atomic_fmax", AVLdSt_32>;
defm BUFFER_ATOMIC_CMPSWAP_F64 : BufferAtomic<0, "buffer_atomic_fcmpswap_x2", AVLdSt_128>;
}
// Subtraction, or nothing if the result would be negative.
defm GLOBAL_ATOMIC_CSUB : GlobalAtomic<0, "global_atomic_csub", AVLdSt_32>;
defm BUFFER_ATOMIC_CSUB : BufferAtomic<0, "buffer_atomic_csub", AVLdSt_32>;

// The address is scalar, plus four bytes per lane.
let has_vaddr = false, AddrForm = "addtid" in {
let mayLoad = true, has_vdst = true in {
def GLOBAL_LOAD_DWORD_ADDTID : FLATInst<0, 2, (outs AVLdSt_32:$vdst), (ins GlobalOffset:$offset, CPol:$cpol),
                                        "global_load_dword_addtid", "$vdst, off$offset$cpol">;
let has_saddr = true in
def GLOBAL_LOAD_DWORD_ADDTID_SADDR : FLATInst<0, 2, (outs AVLdSt_32:$vdst),
                                              (ins SReg_64_XEXEC:$saddr, GlobalOffset:$offset, CPol:$cpol),
                                              "global_load_dword_addtid", "$vdst, $saddr$offset$cpol">;
}
let mayStore = true, has_vdata = true in {
def GLOBAL_STORE_DWORD_ADDTID : FLATInst<0, 2, (outs), (ins AVLdSt_32:$vdata, GlobalOffset:$offset, CPol:$cpol),
                                         "global_store_dword_addtid", "$vdata, off$offset$cpol">;
let has_saddr = true in
def GLOBAL_STORE_DWORD_ADDTID_SADDR : FLATInst<0, 2, (outs),
                                               (ins AVLdSt_32:$vdata, SReg_64_XEXEC:$saddr, GlobalOffset:$offset,
                                                    CPol:$cpol),
                                               "global_store_dword_addtid", "$vdata, $saddr$offset$cpol">;
}
}
def BUFFER_GL0_INV : BufferCacheBefore<0, "buffer_gl0_inv"> { let InOperandList = (ins); let BufferInvalidate = true; let Predicates = []; }
def BUFFER_GL1_INV : BufferCacheBefore<0, "buffer_gl1_inv"> { let InOperandList = (ins); let BufferInvalidate = true; let Predicates = []; }
}

//===- Encodings -------------------------------------------------------------------------------------------------===//

class SOP2_gfx10_enc<AMDInst of, int op, string name> : EncodedAs<of, name> { let Inst{29-23} = op; }
class SOP1_gfx10_enc<AMDInst of, int op, string name> : EncodedAs<of, name> { let Inst{15-8} = op; }
class SOPC_gfx10_enc<AMDInst of, int op, string name> : EncodedAs<of, name> { let Inst{22-16} = op; }
class SOPK_gfx10_enc<AMDInst of, int op, string name> : EncodedAs<of, name> { let Inst{27-23} = op; }
multiclass SOP2_gfx10<int op, string name = ""> { def _gfx10 : SOP2_gfx10_enc<!cast<AMDInst>(NAME), op, name>; }
multiclass SOP1_gfx10<int op, string name = ""> { def _gfx10 : SOP1_gfx10_enc<!cast<AMDInst>(NAME), op, name>; }
multiclass SOPC_gfx10<int op, string name = ""> { def _gfx10 : SOPC_gfx10_enc<!cast<AMDInst>(NAME), op, name>; }
multiclass SOPK_gfx10<int op, string name = ""> { def _gfx10 : SOPK_gfx10_enc<!cast<AMDInst>(NAME), op, name>; }
multiclass SOPP_gfx10<int op, string name = ""> { def _gfx10 : SOPC_gfx10_enc<!cast<AMDInst>(NAME), op, name>; }

// The name of a form.
class FormName<string name, string suffix> { string ret = !if(!empty(name), "", name#suffix); }

class VOP1_gfx10_enc<AMDInst of, int op, string name, string text = of.AsmOperands> : EncodedAs<of, name, text> {
  let Inst{16-9} = op;
}
class VOP1_gfx10_dpp<AMDInst of, int op, string name> : VOP1_gfx10_enc<of, op, name, of.AsmOperands#"$fi"> {
  bits<1> fi;
  let Inst{50} = fi;
}
class VOP2_gfx10_enc<AMDInst of, int op, string name, string text = of.AsmOperands> : EncodedAs<of, name, text> {
  let Inst{30-25} = op;
}
class VOP2_gfx10_dpp<AMDInst of, int op, string name> : VOP2_gfx10_enc<of, op, name, of.AsmOperands#"$fi"> {
  bits<1> fi;
  let Inst{50} = fi;
}
class VOPC_gfx10_enc<AMDInst of, int op, string name> : EncodedAs<of, name> { let Inst{24-17} = op; }
class VOP3_gfx10_enc<AMDInst of, int op, string name> : EncodedAs<of, name> {
  let Inst{25-16} = op;
  let Inst{31-26} = 0b110101;
}
class VOP3P_gfx10_enc<AMDInst of, int op, string name> : EncodedAs<of, name> {
  let Inst{22-16} = op;
  let Inst{31-23} = 0b110011000;
}

// All forms of an instruction. DPP has no pairs of registers.
multiclass VOP1_gfx10<int op, string name = ""> {
  def _e32_gfx10 : VOP1_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, FormName<name, "_e32">.ret>;
  if !exists<AMDInst>(NAME#"_e64") then
  def _e64_gfx10 : VOP3_gfx10_enc<!cast<AMDInst>(NAME#"_e64"), !add(op, 0x180), FormName<name, "_e64">.ret>;
  if !exists<AMDInst>(NAME#"_sdwa") then
  def _sdwa_gfx10 : VOP1_gfx10_enc<!cast<AMDInst>(NAME#"_sdwa"), op, FormName<name, "_sdwa">.ret>;
  if !and(!exists<AMDInst>(NAME#"_dpp"), !not(!cast<AMDInst>(NAME#"_e32").Rate64)) then
  def _dpp_gfx10 : VOP1_gfx10_dpp<!cast<AMDInst>(NAME#"_dpp"), op, FormName<name, "_dpp">.ret>;
  if !exists<AMDInst>(NAME#"_dpp8") then
  def _dpp8_gfx10 : VOP1_gfx10_enc<!cast<AMDInst>(NAME#"_dpp8"), op, FormName<name, "_dpp">.ret>;
}
multiclass VOP2Forms_gfx10<int op, string name = ""> {
  if !exists<AMDInst>(NAME#"_sdwa") then
  def _sdwa_gfx10 : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_sdwa"), op, FormName<name, "_sdwa">.ret>;
  if !exists<AMDInst>(NAME#"_dpp") then
  def _dpp_gfx10 : VOP2_gfx10_dpp<!cast<AMDInst>(NAME#"_dpp"), op, FormName<name, "_dpp">.ret>;
  if !exists<AMDInst>(NAME#"_dpp8") then
  def _dpp8_gfx10 : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_dpp8"), op, FormName<name, "_dpp">.ret>;
}
multiclass VOP2_gfx10<int op, string name = ""> : VOP2Forms_gfx10<op, name> {
  def _e32_gfx10 : VOP2_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, FormName<name, "_e32">.ret>;
  def _e64_gfx10 : VOP3_gfx10_enc<!cast<AMDInst>(NAME#"_e64"), !add(op, 0x100), FormName<name, "_e64">.ret>;
}
// Without the 64-bit encoding, the name needs no suffix.
multiclass VOP2Short_gfx10<int op> : VOP2Forms_gfx10<op> {
  defvar of = !cast<AMDInst>(NAME#"_e32");
  let AltMnemonics = [of.Mnemonic] in
  def _e32_gfx10 : VOP2_gfx10_enc<of, op, !subst("_e32", "", of.Mnemonic)>;
}
multiclass VOP1Only_gfx10<int op> { def _gfx10 : VOP1_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
multiclass VOP2Madk_gfx10<int op> { def _gfx10 : VOP2_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
// Instructions that have the 64-bit encoding only, here.
multiclass VOP3_gfx10<int op, string name = ""> {
  let AltMnemonics = !if(!empty(name), !cast<AMDInst>(NAME#"_e64").AltMnemonics, [name#"_e64"]) in
  def _e64_gfx10 : VOP3_gfx10_enc<!cast<AMDInst>(NAME#"_e64"), op, name>;
}
multiclass VOP3Lane_gfx10<int op> { def _gfx10 : VOP3_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
multiclass VOP3P_gfx10<int op> { def _gfx10 : VOP3P_gfx10_enc<!cast<AMDInst>(NAME), op, "">; }
multiclass VOPC_gfx10<int op> {
  def _e32_gfx10 : VOPC_gfx10_enc<!cast<AMDInst>(NAME#"_e32"), op, "">;
  def _e64_gfx10 : VOP3_gfx10_enc<!cast<AMDInst>(NAME#"_e64"), op, "">;
  if !exists<AMDInst>(NAME#"_sdwa") then def _sdwa_gfx10 : VOPC_gfx10_enc<!cast<AMDInst>(NAME#"_sdwa"), op, "">;
}

// An immediate offset is always there, and the register is NULL if there is none.
class SMEM_gfx10_enc<SMEMInst of, int op> : EncodedAs<of> {
  bits<10> soffset;
  bits<21> offset;
  bits<5> cpol;
  let Inst{14} = 0;
  let Inst{17} = 0;
  let Inst{25-18} = op;
  let Inst{31-26} = 0b111101;
  let Inst{52-32} = !if(of.has_immediate, offset, 0);
  let Inst{63-57} = !if(of.has_soffset, soffset{6-0}, !if(of.has_immediate, 0x7d, 0));
}
class SLoad_gfx10_enc<SMEMInst of, int op> : SMEM_gfx10_enc<of, op> { let Inst{14} = cpol{2}; }
multiclass SLoad_gfx10<int op> {
  foreach form = ["_IMM", "_SGPR", "_SGPR_IMM"] in
  def form#"_gfx10" : SLoad_gfx10_enc<!cast<SMEMInst>(NAME#form), op>;
}
multiclass SProbe_gfx10<int op> {
  foreach form = ["_IMM", "_SGPR", "_SGPR_IMM"] in
  def form#"_gfx10" : SMEM_gfx10_enc<!cast<SMEMInst>(NAME#form), op>;
}
multiclass SCache_gfx10<int op> { def _gfx10 : SMEM_gfx10_enc<!cast<SMEMInst>(NAME), op>; }

class DS_gfx10_enc<DSInst of, int op> : EncodedAs<of> {
  bits<1> gds;
  let Inst{16} = 0;
  let Inst{17} = !if(of.fixed_gds, 1, !if(of.has_gds, gds{0}, 0));
  let Inst{25-18} = op;
}
multiclass DS_gfx10<int op> { def _gfx10 : DS_gfx10_enc<!cast<DSInst>(NAME), op>; }

class FLAT_gfx10_enc<FLATInst of, int op, string name> : EncodedAs<of, name> {
  bits<13> offset;
  bits<5> cpol;
  let Inst{11-0} = offset{11-0};
  let Inst{12} = cpol{2};
  let Inst{13} = 0;
  let Inst{24-18} = op;
  let Inst{25} = 0;
  // 0x7d: no scalar address, 0x7f: no address at all.
  let Inst{54-48} = !if(of.has_saddr, ?, !if(!and(of.FlatScratch, !not(of.has_vaddr)), 0x7f, 0x7d));
  let Inst{55} = 0;
}
multiclass FLAT_gfx10<int op, string name = ""> {
  foreach form = ["", "_RTN", "_SADDR", "_SADDR_RTN", "_ST"] in
  if !exists<FLATInst>(NAME#form) then
  def form#"_gfx10" : FLAT_gfx10_enc<!cast<FLATInst>(NAME#form), op, name>;
}

// Loads to LDS are loads with a bit and a following word.
multiclass GlobalLoadLDS_gfx10<int op, string name> {
  def _gfx10 : FLAT_gfx10_enc<!cast<FLATInst>(NAME), op, name> {
    let AsmOperands = "$vaddr, off$offset$cpol lds";
    let Inst{13} = 1;
  }
  def _SADDR_gfx10 : FLAT_gfx10_enc<!cast<FLATInst>(NAME#"_SADDR"), op, name> {
    let AsmOperands = "$vaddr, $saddr$offset$cpol lds";
    let Inst{13} = 1;
  }
}

class MUBUF_gfx10_enc<MUBUFInst of, int op, string name> : EncodedAs<of, name> {
  bits<5> cpol;
  let Inst{15} = cpol{2};
  let Inst{17} = 0;
  let Inst{25-18} = op;
  let Inst{54} = cpol{1};
  let Inst{55} = of.tfe;
}
multiclass MUBUF_gfx10<int op, string name = ""> {
  foreach address = ["_OFFSET", "_OFFEN", "_IDXEN", "_BOTHEN"] in
  foreach form = ["", "_RTN", "_LDS", "_TFE"] in {
    defvar of = NAME#!if(!or(!eq(form, "_LDS"), !eq(form, "_TFE")), form#address, address#form);
    if !exists<MUBUFInst>(of) then
    def form#address#"_gfx10" : MUBUF_gfx10_enc<!cast<MUBUFInst>(of), op, name>;
  }
}
class BufferCache_gfx10_enc<MUBUFInst of, int op> : EncodedAs<of> { let Inst{25-18} = op; }
multiclass BufferCache_gfx10<int op> { def _gfx10 : BufferCache_gfx10_enc<!cast<MUBUFInst>(NAME), op>; }
class MTBUF_gfx10_enc<MTBUFInst of, int op> : EncodedAs<of> {
  bits<7> format;
  bits<5> cpol;
  bits<4> number = op;
  let Inst{15} = cpol{2};
  let Inst{18-16} = number{2-0};
  let Inst{25-19} = format;
  let Inst{53} = number{3};
  let Inst{54} = cpol{1};
  let Inst{55} = 0;
}
multiclass MTBUF_gfx10<int op> {
  foreach form = ["_OFFSET", "_OFFEN", "_IDXEN", "_BOTHEN"] in
  def form#"_gfx10" : MTBUF_gfx10_enc<!cast<MTBUFInst>(NAME#form), op>;
}

//===- Numbers ---------------------------------------------------------------------------------------------------===//

let EncodingPredicates = [IsGFX10] in {

//===- SOP2 ------------------------------------------------------------------------------------------------===//

defm S_ADD_U32 : SOP2_gfx10<0x00>;
defm S_SUB_U32 : SOP2_gfx10<0x01>;
defm S_ADD_I32 : SOP2_gfx10<0x02>;
defm S_SUB_I32 : SOP2_gfx10<0x03>;
defm S_ADDC_U32 : SOP2_gfx10<0x04>;
defm S_SUBB_U32 : SOP2_gfx10<0x05>;
defm S_MIN_I32 : SOP2_gfx10<0x06>;
defm S_MIN_U32 : SOP2_gfx10<0x07>;
defm S_MAX_I32 : SOP2_gfx10<0x08>;
defm S_MAX_U32 : SOP2_gfx10<0x09>;
defm S_CSELECT_B32 : SOP2_gfx10<0x0a>;
defm S_CSELECT_B64 : SOP2_gfx10<0x0b>;
defm S_AND_B32 : SOP2_gfx10<0x0e>;
defm S_AND_B64 : SOP2_gfx10<0x0f>;
defm S_OR_B32 : SOP2_gfx10<0x10>;
defm S_OR_B64 : SOP2_gfx10<0x11>;
defm S_XOR_B32 : SOP2_gfx10<0x12>;
defm S_XOR_B64 : SOP2_gfx10<0x13>;
defm S_ANDN2_B32 : SOP2_gfx10<0x14>;
defm S_ANDN2_B64 : SOP2_gfx10<0x15>;
defm S_ORN2_B32 : SOP2_gfx10<0x16>;
defm S_ORN2_B64 : SOP2_gfx10<0x17>;
defm S_NAND_B32 : SOP2_gfx10<0x18>;
defm S_NAND_B64 : SOP2_gfx10<0x19>;
defm S_NOR_B32 : SOP2_gfx10<0x1a>;
defm S_NOR_B64 : SOP2_gfx10<0x1b>;
defm S_XNOR_B32 : SOP2_gfx10<0x1c>;
defm S_XNOR_B64 : SOP2_gfx10<0x1d>;
defm S_LSHL_B32 : SOP2_gfx10<0x1e>;
defm S_LSHL_B64 : SOP2_gfx10<0x1f>;
defm S_LSHR_B32 : SOP2_gfx10<0x20>;
defm S_LSHR_B64 : SOP2_gfx10<0x21>;
defm S_ASHR_I32 : SOP2_gfx10<0x22>;
defm S_ASHR_I64 : SOP2_gfx10<0x23>;
defm S_BFM_B32 : SOP2_gfx10<0x24>;
defm S_BFM_B64 : SOP2_gfx10<0x25>;
defm S_MUL_I32 : SOP2_gfx10<0x26>;
defm S_BFE_U32 : SOP2_gfx10<0x27>;
defm S_BFE_I32 : SOP2_gfx10<0x28>;
defm S_BFE_U64 : SOP2_gfx10<0x29>;
defm S_BFE_I64 : SOP2_gfx10<0x2a>;
defm S_ABSDIFF_I32 : SOP2_gfx10<0x2c>;
defm S_LSHL1_ADD_U32 : SOP2_gfx10<0x2e>;
defm S_LSHL2_ADD_U32 : SOP2_gfx10<0x2f>;
defm S_LSHL3_ADD_U32 : SOP2_gfx10<0x30>;
defm S_LSHL4_ADD_U32 : SOP2_gfx10<0x31>;
defm S_PACK_LL_B32_B16 : SOP2_gfx10<0x32>;
defm S_PACK_LH_B32_B16 : SOP2_gfx10<0x33>;
defm S_PACK_HH_B32_B16 : SOP2_gfx10<0x34>;
defm S_MUL_HI_U32 : SOP2_gfx10<0x35>;
defm S_MUL_HI_I32 : SOP2_gfx10<0x36>;

//===- SOP1 ------------------------------------------------------------------------------------------------===//

defm S_MOV_B32 : SOP1_gfx10<0x03>;
defm S_MOV_B64 : SOP1_gfx10<0x04>;
defm S_CMOV_B32 : SOP1_gfx10<0x05>;
defm S_CMOV_B64 : SOP1_gfx10<0x06>;
defm S_NOT_B32 : SOP1_gfx10<0x07>;
defm S_NOT_B64 : SOP1_gfx10<0x08>;
defm S_WQM_B32 : SOP1_gfx10<0x09>;
defm S_WQM_B64 : SOP1_gfx10<0x0a>;
defm S_BREV_B32 : SOP1_gfx10<0x0b>;
defm S_BREV_B64 : SOP1_gfx10<0x0c>;
defm S_BCNT0_I32_B32 : SOP1_gfx10<0x0d>;
defm S_BCNT0_I32_B64 : SOP1_gfx10<0x0e>;
defm S_BCNT1_I32_B32 : SOP1_gfx10<0x0f>;
defm S_BCNT1_I32_B64 : SOP1_gfx10<0x10>;
defm S_FF0_I32_B32 : SOP1_gfx10<0x11>;
defm S_FF0_I32_B64 : SOP1_gfx10<0x12>;
defm S_FF1_I32_B32 : SOP1_gfx10<0x13>;
defm S_FF1_I32_B64 : SOP1_gfx10<0x14>;
defm S_FLBIT_I32_B32 : SOP1_gfx10<0x15>;
defm S_FLBIT_I32_B64 : SOP1_gfx10<0x16>;
defm S_FLBIT_I32 : SOP1_gfx10<0x17>;
defm S_FLBIT_I32_I64 : SOP1_gfx10<0x18>;
defm S_SEXT_I32_I8 : SOP1_gfx10<0x19>;
defm S_SEXT_I32_I16 : SOP1_gfx10<0x1a>;
defm S_BITSET0_B32 : SOP1_gfx10<0x1b>;
defm S_BITSET0_B64 : SOP1_gfx10<0x1c>;
defm S_BITSET1_B32 : SOP1_gfx10<0x1d>;
defm S_BITSET1_B64 : SOP1_gfx10<0x1e>;
defm S_GETPC_B64 : SOP1_gfx10<0x1f>;
defm S_SETPC_B64 : SOP1_gfx10<0x20>;
defm S_SWAPPC_B64 : SOP1_gfx10<0x21>;
defm S_RFE_B64 : SOP1_gfx10<0x22>;
defm S_AND_SAVEEXEC_B64 : SOP1_gfx10<0x24>;
defm S_OR_SAVEEXEC_B64 : SOP1_gfx10<0x25>;
defm S_XOR_SAVEEXEC_B64 : SOP1_gfx10<0x26>;
defm S_ANDN2_SAVEEXEC_B64 : SOP1_gfx10<0x27>;
defm S_ORN2_SAVEEXEC_B64 : SOP1_gfx10<0x28>;
defm S_NAND_SAVEEXEC_B64 : SOP1_gfx10<0x29>;
defm S_NOR_SAVEEXEC_B64 : SOP1_gfx10<0x2a>;
defm S_XNOR_SAVEEXEC_B64 : SOP1_gfx10<0x2b>;
defm S_QUADMASK_B32 : SOP1_gfx10<0x2c>;
defm S_QUADMASK_B64 : SOP1_gfx10<0x2d>;
defm S_MOVRELS_B32 : SOP1_gfx10<0x2e>;
defm S_MOVRELS_B64 : SOP1_gfx10<0x2f>;
defm S_MOVRELD_B32 : SOP1_gfx10<0x30>;
defm S_MOVRELD_B64 : SOP1_gfx10<0x31>;
defm S_ABS_I32 : SOP1_gfx10<0x34>;
defm S_ANDN1_SAVEEXEC_B64 : SOP1_gfx10<0x37>;
defm S_ORN1_SAVEEXEC_B64 : SOP1_gfx10<0x38>;
defm S_ANDN1_WREXEC_B64 : SOP1_gfx10<0x39>;
defm S_ANDN2_WREXEC_B64 : SOP1_gfx10<0x3a>;
defm S_BITREPLICATE_B64_B32 : SOP1_gfx10<0x3b>;
defm S_AND_SAVEEXEC_B32 : SOP1_gfx10<0x3c>;
defm S_OR_SAVEEXEC_B32 : SOP1_gfx10<0x3d>;
defm S_XOR_SAVEEXEC_B32 : SOP1_gfx10<0x3e>;
defm S_ANDN2_SAVEEXEC_B32 : SOP1_gfx10<0x3f>;
defm S_ORN2_SAVEEXEC_B32 : SOP1_gfx10<0x40>;
defm S_NAND_SAVEEXEC_B32 : SOP1_gfx10<0x41>;
defm S_NOR_SAVEEXEC_B32 : SOP1_gfx10<0x42>;
defm S_XNOR_SAVEEXEC_B32 : SOP1_gfx10<0x43>;
defm S_ANDN1_SAVEEXEC_B32 : SOP1_gfx10<0x44>;
defm S_ORN1_SAVEEXEC_B32 : SOP1_gfx10<0x45>;
defm S_ANDN1_WREXEC_B32 : SOP1_gfx10<0x46>;
defm S_ANDN2_WREXEC_B32 : SOP1_gfx10<0x47>;
defm S_MOVRELSD_2_B32 : SOP1_gfx10<0x49>;

//===- SOPC ------------------------------------------------------------------------------------------------===//

defm S_CMP_EQ_I32 : SOPC_gfx10<0x00>;
defm S_CMP_LG_I32 : SOPC_gfx10<0x01>;
defm S_CMP_GT_I32 : SOPC_gfx10<0x02>;
defm S_CMP_GE_I32 : SOPC_gfx10<0x03>;
defm S_CMP_LT_I32 : SOPC_gfx10<0x04>;
defm S_CMP_LE_I32 : SOPC_gfx10<0x05>;
defm S_CMP_EQ_U32 : SOPC_gfx10<0x06>;
defm S_CMP_LG_U32 : SOPC_gfx10<0x07>;
defm S_CMP_GT_U32 : SOPC_gfx10<0x08>;
defm S_CMP_GE_U32 : SOPC_gfx10<0x09>;
defm S_CMP_LT_U32 : SOPC_gfx10<0x0a>;
defm S_CMP_LE_U32 : SOPC_gfx10<0x0b>;
defm S_BITCMP0_B32 : SOPC_gfx10<0x0c>;
defm S_BITCMP1_B32 : SOPC_gfx10<0x0d>;
defm S_BITCMP0_B64 : SOPC_gfx10<0x0e>;
defm S_BITCMP1_B64 : SOPC_gfx10<0x0f>;
defm S_CMP_EQ_U64 : SOPC_gfx10<0x12>;
defm S_CMP_LG_U64 : SOPC_gfx10<0x13>;

//===- SOPK ------------------------------------------------------------------------------------------------===//

defm S_MOVK_I32 : SOPK_gfx10<0x00>;
defm S_VERSION : SOPK_gfx10<0x01>;
defm S_CMOVK_I32 : SOPK_gfx10<0x02>;
defm S_CMPK_EQ_I32 : SOPK_gfx10<0x03>;
defm S_CMPK_LG_I32 : SOPK_gfx10<0x04>;
defm S_CMPK_GT_I32 : SOPK_gfx10<0x05>;
defm S_CMPK_GE_I32 : SOPK_gfx10<0x06>;
defm S_CMPK_LT_I32 : SOPK_gfx10<0x07>;
defm S_CMPK_LE_I32 : SOPK_gfx10<0x08>;
defm S_CMPK_EQ_U32 : SOPK_gfx10<0x09>;
defm S_CMPK_LG_U32 : SOPK_gfx10<0x0a>;
defm S_CMPK_GT_U32 : SOPK_gfx10<0x0b>;
defm S_CMPK_GE_U32 : SOPK_gfx10<0x0c>;
defm S_CMPK_LT_U32 : SOPK_gfx10<0x0d>;
defm S_CMPK_LE_U32 : SOPK_gfx10<0x0e>;
defm S_ADDK_I32 : SOPK_gfx10<0x0f>;
defm S_MULK_I32 : SOPK_gfx10<0x10>;
defm S_GETREG_B32 : SOPK_gfx10<0x12>;
defm S_SETREG_B32 : SOPK_gfx10<0x13>;
defm S_SETREG_IMM32_B32 : SOPK_gfx10<0x15>;
defm S_CALL_B64 : SOPK_gfx10<0x16>;
defm S_WAITCNT_VSCNT : SOPK_gfx10<0x17>;
defm S_WAITCNT_VMCNT : SOPK_gfx10<0x18>;
defm S_WAITCNT_EXPCNT : SOPK_gfx10<0x19>;
defm S_WAITCNT_LGKMCNT : SOPK_gfx10<0x1a>;
defm S_SUBVECTOR_LOOP_BEGIN : SOPK_gfx10<0x1b>;
defm S_SUBVECTOR_LOOP_END : SOPK_gfx10<0x1c>;

//===- SOPP ------------------------------------------------------------------------------------------------===//

defm S_NOP : SOPP_gfx10<0x00>;
defm S_ENDPGM : SOPP_gfx10<0x01>;
defm S_BRANCH : SOPP_gfx10<0x02>;
defm S_WAKEUP : SOPP_gfx10<0x03>;
defm S_CBRANCH_SCC0 : SOPP_gfx10<0x04>;
defm S_CBRANCH_SCC1 : SOPP_gfx10<0x05>;
defm S_CBRANCH_VCCZ : SOPP_gfx10<0x06>;
defm S_CBRANCH_VCCNZ : SOPP_gfx10<0x07>;
defm S_CBRANCH_EXECZ : SOPP_gfx10<0x08>;
defm S_CBRANCH_EXECNZ : SOPP_gfx10<0x09>;
defm S_BARRIER : SOPP_gfx10<0x0a>;
defm S_SETKILL : SOPP_gfx10<0x0b>;
defm S_WAITCNT : SOPP_gfx10<0x0c>;
defm S_SETHALT : SOPP_gfx10<0x0d>;
defm S_SLEEP : SOPP_gfx10<0x0e>;
defm S_SETPRIO : SOPP_gfx10<0x0f>;
defm S_SENDMSG : SOPP_gfx10<0x10>;
defm S_SENDMSGHALT : SOPP_gfx10<0x11>;
defm S_TRAP : SOPP_gfx10<0x12>;
defm S_ICACHE_INV : SOPP_gfx10<0x13>;
defm S_INCPERFLEVEL : SOPP_gfx10<0x14>;
defm S_DECPERFLEVEL : SOPP_gfx10<0x15>;
defm S_TTRACEDATA : SOPP_gfx10<0x16>;
defm S_CBRANCH_CDBGSYS : SOPP_gfx10<0x17>;
defm S_CBRANCH_CDBGUSER : SOPP_gfx10<0x18>;
defm S_CBRANCH_CDBGSYS_OR_USER : SOPP_gfx10<0x19>;
defm S_CBRANCH_CDBGSYS_AND_USER : SOPP_gfx10<0x1a>;
defm S_ENDPGM_SAVED : SOPP_gfx10<0x1b>;
defm S_ENDPGM_ORDERED_PS_DONE : SOPP_gfx10<0x1e>;
defm S_CODE_END : SOPP_gfx10<0x1f>;
defm S_INST_PREFETCH : SOPP_gfx10<0x20>;
defm S_CLAUSE : SOPP_gfx10<0x21>;
defm S_WAIT_IDLE : SOPP_gfx10<0x22>;
defm S_WAITCNT_DEPCTR : SOPP_gfx10<0x23>;
defm S_ROUND_MODE : SOPP_gfx10<0x24>;
defm S_DENORM_MODE : SOPP_gfx10<0x25>;
defm S_TTRACEDATA_IMM : SOPP_gfx10<0x28>;

//===- SMEM ------------------------------------------------------------------------------------------------===//

defm S_LOAD_DWORD : SLoad_gfx10<0x00>;
defm S_LOAD_DWORDX2 : SLoad_gfx10<0x01>;
defm S_LOAD_DWORDX4 : SLoad_gfx10<0x02>;
defm S_LOAD_DWORDX8 : SLoad_gfx10<0x03>;
defm S_LOAD_DWORDX16 : SLoad_gfx10<0x04>;
defm S_BUFFER_LOAD_DWORD : SLoad_gfx10<0x08>;
defm S_BUFFER_LOAD_DWORDX2 : SLoad_gfx10<0x09>;
defm S_BUFFER_LOAD_DWORDX4 : SLoad_gfx10<0x0a>;
defm S_BUFFER_LOAD_DWORDX8 : SLoad_gfx10<0x0b>;
defm S_BUFFER_LOAD_DWORDX16 : SLoad_gfx10<0x0c>;
defm S_GL1_INV : SCache_gfx10<0x1f>;
defm S_DCACHE_INV : SCache_gfx10<0x20>;
defm S_MEMTIME : SCache_gfx10<0x24>;
defm S_MEMREALTIME : SCache_gfx10<0x25>;
defm S_ATC_PROBE : SProbe_gfx10<0x26>;
defm S_ATC_PROBE_BUFFER : SProbe_gfx10<0x27>;

//===- VOP1 ------------------------------------------------------------------------------------------------===//

defm V_NOP : VOP1_gfx10<0x00>;
defm V_MOV_B32 : VOP1_gfx10<0x01>;
defm V_READFIRSTLANE_B32 : VOP1Only_gfx10<0x02>;
defm V_CVT_I32_F64 : VOP1_gfx10<0x03>;
defm V_CVT_F64_I32 : VOP1_gfx10<0x04>;
defm V_CVT_F32_I32 : VOP1_gfx10<0x05>;
defm V_CVT_F32_U32 : VOP1_gfx10<0x06>;
defm V_CVT_U32_F32 : VOP1_gfx10<0x07>;
defm V_CVT_I32_F32 : VOP1_gfx10<0x08>;
defm V_CVT_F16_F32 : VOP1_gfx10<0x0a>;
defm V_CVT_F32_F16 : VOP1_gfx10<0x0b>;
defm V_CVT_RPI_I32_F32 : VOP1_gfx10<0x0c>;
defm V_CVT_FLR_I32_F32 : VOP1_gfx10<0x0d>;
defm V_CVT_OFF_F32_I4 : VOP1_gfx10<0x0e>;
defm V_CVT_F32_F64 : VOP1_gfx10<0x0f>;
defm V_CVT_F64_F32 : VOP1_gfx10<0x10>;
defm V_CVT_F32_UBYTE0 : VOP1_gfx10<0x11>;
defm V_CVT_F32_UBYTE1 : VOP1_gfx10<0x12>;
defm V_CVT_F32_UBYTE2 : VOP1_gfx10<0x13>;
defm V_CVT_F32_UBYTE3 : VOP1_gfx10<0x14>;
defm V_CVT_U32_F64 : VOP1_gfx10<0x15>;
defm V_CVT_F64_U32 : VOP1_gfx10<0x16>;
defm V_TRUNC_F64 : VOP1_gfx10<0x17>;
defm V_CEIL_F64 : VOP1_gfx10<0x18>;
defm V_RNDNE_F64 : VOP1_gfx10<0x19>;
defm V_FLOOR_F64 : VOP1_gfx10<0x1a>;
defm V_PIPEFLUSH : VOP1_gfx10<0x1b>;
defm V_FRACT_F32 : VOP1_gfx10<0x20>;
defm V_TRUNC_F32 : VOP1_gfx10<0x21>;
defm V_CEIL_F32 : VOP1_gfx10<0x22>;
defm V_RNDNE_F32 : VOP1_gfx10<0x23>;
defm V_FLOOR_F32 : VOP1_gfx10<0x24>;
defm V_EXP_F32 : VOP1_gfx10<0x25>;
defm V_LOG_F32 : VOP1_gfx10<0x27>;
defm V_RCP_F32 : VOP1_gfx10<0x2a>;
defm V_RCP_IFLAG_F32 : VOP1_gfx10<0x2b>;
defm V_RSQ_F32 : VOP1_gfx10<0x2e>;
defm V_RCP_F64 : VOP1_gfx10<0x2f>;
defm V_RSQ_F64 : VOP1_gfx10<0x31>;
defm V_SQRT_F32 : VOP1_gfx10<0x33>;
defm V_SQRT_F64 : VOP1_gfx10<0x34>;
defm V_SIN_F32 : VOP1_gfx10<0x35>;
defm V_COS_F32 : VOP1_gfx10<0x36>;
defm V_NOT_B32 : VOP1_gfx10<0x37>;
defm V_BFREV_B32 : VOP1_gfx10<0x38>;
defm V_FFBH_U32 : VOP1_gfx10<0x39>;
defm V_FFBL_B32 : VOP1_gfx10<0x3a>;
defm V_FFBH_I32 : VOP1_gfx10<0x3b>;
defm V_FREXP_EXP_I32_F64 : VOP1_gfx10<0x3c>;
defm V_FREXP_MANT_F64 : VOP1_gfx10<0x3d>;
defm V_FRACT_F64 : VOP1_gfx10<0x3e>;
defm V_FREXP_EXP_I32_F32 : VOP1_gfx10<0x3f>;
defm V_FREXP_MANT_F32 : VOP1_gfx10<0x40>;
defm V_CLREXCP : VOP1_gfx10<0x41>;
defm V_MOVRELD_B32 : VOP1_gfx10<0x42>;
defm V_MOVRELS_B32 : VOP1_gfx10<0x43>;
defm V_MOVRELSD_B32 : VOP1_gfx10<0x44>;
defm V_MOVRELSD_2_B32 : VOP1_gfx10<0x48>;
defm V_CVT_F16_U16 : VOP1_gfx10<0x50>;
defm V_CVT_F16_I16 : VOP1_gfx10<0x51>;
defm V_CVT_U16_F16 : VOP1_gfx10<0x52>;
defm V_CVT_I16_F16 : VOP1_gfx10<0x53>;
defm V_RCP_F16 : VOP1_gfx10<0x54>;
defm V_SQRT_F16 : VOP1_gfx10<0x55>;
defm V_RSQ_F16 : VOP1_gfx10<0x56>;
defm V_LOG_F16 : VOP1_gfx10<0x57>;
defm V_EXP_F16 : VOP1_gfx10<0x58>;
defm V_FREXP_MANT_F16 : VOP1_gfx10<0x59>;
defm V_FREXP_EXP_I16_F16 : VOP1_gfx10<0x5a>;
defm V_FLOOR_F16 : VOP1_gfx10<0x5b>;
defm V_CEIL_F16 : VOP1_gfx10<0x5c>;
defm V_TRUNC_F16 : VOP1_gfx10<0x5d>;
defm V_RNDNE_F16 : VOP1_gfx10<0x5e>;
defm V_FRACT_F16 : VOP1_gfx10<0x5f>;
defm V_SIN_F16 : VOP1_gfx10<0x60>;
defm V_COS_F16 : VOP1_gfx10<0x61>;
defm V_SAT_PK_U8_I16 : VOP1_gfx10<0x62>;
defm V_CVT_NORM_I16_F16 : VOP1_gfx10<0x63>;
defm V_CVT_NORM_U16_F16 : VOP1_gfx10<0x64>;
defm V_SWAP_B32 : VOP1Only_gfx10<0x65>;
defm V_SWAPREL_B32 : VOP1Only_gfx10<0x68>;

//===- VOP2 ------------------------------------------------------------------------------------------------===//

defm V_CNDMASK_B32 : VOP2_gfx10<0x01>;
defm V_DOT2C_F32_F16 : VOP2Short_gfx10<0x02>;
defm V_ADD_F32 : VOP2_gfx10<0x03>;
defm V_SUB_F32 : VOP2_gfx10<0x04>;
defm V_SUBREV_F32 : VOP2_gfx10<0x05>;
defm V_FMAC_LEGACY_F32 : VOP2_gfx10<0x06>;
defm V_MUL_LEGACY_F32 : VOP2_gfx10<0x07, "v_mul_legacy_f32">;
defm V_MUL_F32 : VOP2_gfx10<0x08>;
defm V_MUL_I32_I24 : VOP2_gfx10<0x09>;
defm V_MUL_HI_I32_I24 : VOP2_gfx10<0x0a>;
defm V_MUL_U32_U24 : VOP2_gfx10<0x0b>;
defm V_MUL_HI_U32_U24 : VOP2_gfx10<0x0c>;
defm V_DOT4C_I32_I8 : VOP2Short_gfx10<0x0d>;
defm V_MIN_F32 : VOP2_gfx10<0x0f>;
defm V_MAX_F32 : VOP2_gfx10<0x10>;
defm V_MIN_I32 : VOP2_gfx10<0x11>;
defm V_MAX_I32 : VOP2_gfx10<0x12>;
defm V_MIN_U32 : VOP2_gfx10<0x13>;
defm V_MAX_U32 : VOP2_gfx10<0x14>;
defm V_LSHRREV_B32 : VOP2_gfx10<0x16>;
defm V_ASHRREV_I32 : VOP2_gfx10<0x18>;
defm V_LSHLREV_B32 : VOP2_gfx10<0x1a>;
defm V_AND_B32 : VOP2_gfx10<0x1b>;
defm V_OR_B32 : VOP2_gfx10<0x1c>;
defm V_XOR_B32 : VOP2_gfx10<0x1d>;
defm V_XNOR_B32 : VOP2_gfx10<0x1e>;
defm V_ADD_U32 : VOP2_gfx10<0x25, "v_add_nc_u32">;
defm V_SUB_U32 : VOP2_gfx10<0x26, "v_sub_nc_u32">;
defm V_SUBREV_U32 : VOP2_gfx10<0x27, "v_subrev_nc_u32">;
defm V_ADDC_CO_U32 : VOP2_gfx10<0x28, "v_add_co_ci_u32">;
defm V_SUBB_CO_U32 : VOP2_gfx10<0x29, "v_sub_co_ci_u32">;
defm V_SUBBREV_CO_U32 : VOP2_gfx10<0x2a, "v_subrev_co_ci_u32">;
defm V_FMAC_F32 : VOP2_gfx10<0x2b>;
defm V_FMAMK_F32 : VOP2Madk_gfx10<0x2c>;
defm V_FMAAK_F32 : VOP2Madk_gfx10<0x2d>;
defm V_CVT_PKRTZ_F16_F32 : VOP2_gfx10<0x2f, "v_cvt_pkrtz_f16_f32">;
defm V_ADD_F16 : VOP2_gfx10<0x32>;
defm V_SUB_F16 : VOP2_gfx10<0x33>;
defm V_SUBREV_F16 : VOP2_gfx10<0x34>;
defm V_MUL_F16 : VOP2_gfx10<0x35>;
defm V_FMAC_F16 : VOP2_gfx10<0x36>;
defm V_FMAMK_F16 : VOP2Madk_gfx10<0x37>;
defm V_FMAAK_F16 : VOP2Madk_gfx10<0x38>;
defm V_MAX_F16 : VOP2_gfx10<0x39>;
defm V_MIN_F16 : VOP2_gfx10<0x3a>;
defm V_LDEXP_F16 : VOP2_gfx10<0x3b>;
defm V_PK_FMAC_F16 : VOP2Short_gfx10<0x3c>;

//===- VOPC ------------------------------------------------------------------------------------------------------===//

multiclass Compare_gfx10<int op> {
  defm V_CMP_#NAME : VOPC_gfx10<op>;
  defm V_CMPX_#NAME#_nosdst : VOPC_gfx10<!add(op, 0x10)>;
}
foreach i = !range(FloatRelations) in {
  defvar relation = !toupper(FloatRelations[i]);
  defm relation#"_F32" : Compare_gfx10<i>;
  defm relation#"_F64" : Compare_gfx10<!add(0x20, i)>;
  defm relation#"_F16" : Compare_gfx10<!add(!if(!lt(i, 8), 0xc8, 0xe0), i)>;
}
foreach i = !range(IntRelations) in {
  defvar relation = !toupper(IntRelations[i]);
  defm relation#"_I32" : Compare_gfx10<!add(0x80, i)>;
  defm relation#"_I64" : Compare_gfx10<!add(0xa0, i)>;
  defm relation#"_U32" : Compare_gfx10<!add(0xc0, i)>;
  defm relation#"_U64" : Compare_gfx10<!add(0xe0, i)>;
}
foreach i = !range(1, 7) in {
  defvar relation = !toupper(IntRelations[i]);
  defm relation#"_I16" : Compare_gfx10<!add(0x88, i)>;
  defm relation#"_U16" : Compare_gfx10<!add(0xa8, i)>;
}
defm CLASS_F32 : Compare_gfx10<0x88>;
defm CLASS_F16 : Compare_gfx10<0x8f>;
defm CLASS_F64 : Compare_gfx10<0xa8>;

//===- VOP3 ------------------------------------------------------------------------------------------------===//

defm V_FMA_LEGACY_F32 : VOP3_gfx10<0x140>;
defm V_MAD_I32_I24 : VOP3_gfx10<0x142>;
defm V_MAD_U32_U24 : VOP3_gfx10<0x143>;
defm V_CUBEID_F32 : VOP3_gfx10<0x144>;
defm V_CUBESC_F32 : VOP3_gfx10<0x145>;
defm V_CUBETC_F32 : VOP3_gfx10<0x146>;
defm V_CUBEMA_F32 : VOP3_gfx10<0x147>;
defm V_BFE_U32 : VOP3_gfx10<0x148>;
defm V_BFE_I32 : VOP3_gfx10<0x149>;
defm V_BFI_B32 : VOP3_gfx10<0x14a>;
defm V_FMA_F32 : VOP3_gfx10<0x14b>;
defm V_FMA_F64 : VOP3_gfx10<0x14c>;
defm V_LERP_U8 : VOP3_gfx10<0x14d>;
defm V_ALIGNBIT_B32 : VOP3_gfx10<0x14e>;
defm V_ALIGNBYTE_B32 : VOP3_gfx10<0x14f>;
defm V_MULLIT_F32 : VOP3_gfx10<0x150>;
defm V_MIN3_F32 : VOP3_gfx10<0x151>;
defm V_MIN3_I32 : VOP3_gfx10<0x152>;
defm V_MIN3_U32 : VOP3_gfx10<0x153>;
defm V_MAX3_F32 : VOP3_gfx10<0x154>;
defm V_MAX3_I32 : VOP3_gfx10<0x155>;
defm V_MAX3_U32 : VOP3_gfx10<0x156>;
defm V_MED3_F32 : VOP3_gfx10<0x157>;
defm V_MED3_I32 : VOP3_gfx10<0x158>;
defm V_MED3_U32 : VOP3_gfx10<0x159>;
defm V_SAD_U8 : VOP3_gfx10<0x15a>;
defm V_SAD_HI_U8 : VOP3_gfx10<0x15b>;
defm V_SAD_U16 : VOP3_gfx10<0x15c>;
defm V_SAD_U32 : VOP3_gfx10<0x15d>;
defm V_CVT_PK_U8_F32 : VOP3_gfx10<0x15e>;
defm V_DIV_FIXUP_F32 : VOP3_gfx10<0x15f>;
defm V_DIV_FIXUP_F64 : VOP3_gfx10<0x160>;
defm V_ADD_F64 : VOP3_gfx10<0x164>;
defm V_MUL_F64 : VOP3_gfx10<0x165>;
defm V_MIN_F64 : VOP3_gfx10<0x166>;
defm V_MAX_F64 : VOP3_gfx10<0x167>;
defm V_LDEXP_F64 : VOP3_gfx10<0x168>;
defm V_MUL_LO_U32 : VOP3_gfx10<0x169>;
defm V_MUL_HI_U32 : VOP3_gfx10<0x16a>;
defm V_MUL_HI_I32 : VOP3_gfx10<0x16c>;
defm V_DIV_SCALE_F32 : VOP3_gfx10<0x16d>;
defm V_DIV_SCALE_F64 : VOP3_gfx10<0x16e>;
defm V_DIV_FMAS_F32 : VOP3_gfx10<0x16f>;
defm V_DIV_FMAS_F64 : VOP3_gfx10<0x170>;
defm V_MSAD_U8 : VOP3_gfx10<0x171>;
defm V_QSAD_PK_U16_U8 : VOP3_gfx10<0x172>;
defm V_MQSAD_PK_U16_U8 : VOP3_gfx10<0x173>;
defm V_TRIG_PREOP_F64 : VOP3_gfx10<0x174>;
defm V_MQSAD_U32_U8 : VOP3_gfx10<0x175>;
defm V_MAD_U64_U32 : VOP3_gfx10<0x176>;
defm V_MAD_I64_I32 : VOP3_gfx10<0x177>;
defm V_XOR3_B32 : VOP3_gfx10<0x178>;
defm V_LSHLREV_B64 : VOP3_gfx10<0x2ff>;
defm V_LSHRREV_B64 : VOP3_gfx10<0x300>;
defm V_ASHRREV_I64 : VOP3_gfx10<0x301>;
defm V_ADD_NC_U16 : VOP3_gfx10<0x303>;
defm V_SUB_NC_U16 : VOP3_gfx10<0x304>;
defm V_MUL_LO_U16_opsel : VOP3_gfx10<0x305>;
defm V_LSHRREV_B16_opsel : VOP3_gfx10<0x307>;
defm V_ASHRREV_I16_opsel : VOP3_gfx10<0x308>;
defm V_MAX_U16_opsel : VOP3_gfx10<0x309>;
defm V_MAX_I16_opsel : VOP3_gfx10<0x30a>;
defm V_MIN_U16_opsel : VOP3_gfx10<0x30b>;
defm V_MIN_I16_opsel : VOP3_gfx10<0x30c>;
defm V_ADD_I16 : VOP3_gfx10<0x30d, "v_add_nc_i16">;
defm V_SUB_I16 : VOP3_gfx10<0x30e, "v_sub_nc_i16">;
defm V_ADD_CO_U32 : VOP3_gfx10<0x30f, "v_add_co_u32">;
defm V_SUB_CO_U32 : VOP3_gfx10<0x310, "v_sub_co_u32">;
defm V_PACK_B32_F16 : VOP3_gfx10<0x311>;
defm V_CVT_PKNORM_I16_F16 : VOP3_gfx10<0x312>;
defm V_CVT_PKNORM_U16_F16 : VOP3_gfx10<0x313>;
defm V_LSHLREV_B16_opsel : VOP3_gfx10<0x314>;
defm V_SUBREV_CO_U32 : VOP3_gfx10<0x319, "v_subrev_co_u32">;
defm V_MAD_U16 : VOP3_gfx10<0x340>;
defm V_PERM_B32 : VOP3_gfx10<0x344>;
defm V_XAD_U32 : VOP3_gfx10<0x345>;
defm V_LSHL_ADD_U32 : VOP3_gfx10<0x346>;
defm V_ADD_LSHL_U32 : VOP3_gfx10<0x347>;
defm V_FMA_F16 : VOP3_gfx10<0x34b>;
defm V_MIN3_F16 : VOP3_gfx10<0x351>;
defm V_MIN3_I16 : VOP3_gfx10<0x352>;
defm V_MIN3_U16 : VOP3_gfx10<0x353>;
defm V_MAX3_F16 : VOP3_gfx10<0x354>;
defm V_MAX3_I16 : VOP3_gfx10<0x355>;
defm V_MAX3_U16 : VOP3_gfx10<0x356>;
defm V_MED3_F16 : VOP3_gfx10<0x357>;
defm V_MED3_I16 : VOP3_gfx10<0x358>;
defm V_MED3_U16 : VOP3_gfx10<0x359>;
defm V_MAD_I16 : VOP3_gfx10<0x35e>;
defm V_DIV_FIXUP_F16 : VOP3_gfx10<0x35f>;
defm V_READLANE_B32 : VOP3Lane_gfx10<0x360>;
defm V_WRITELANE_B32 : VOP3Lane_gfx10<0x361>;
defm V_LDEXP_F32 : VOP3_gfx10<0x362>;
defm V_BFM_B32 : VOP3_gfx10<0x363>;
defm V_BCNT_U32_B32 : VOP3_gfx10<0x364>;
defm V_MBCNT_LO_U32_B32 : VOP3_gfx10<0x365>;
defm V_MBCNT_HI_U32_B32 : VOP3_gfx10<0x366>;
defm V_CVT_PKNORM_I16_F32 : VOP3_gfx10<0x368>;
defm V_CVT_PKNORM_U16_F32 : VOP3_gfx10<0x369>;
defm V_CVT_PK_U16_U32 : VOP3_gfx10<0x36a>;
defm V_CVT_PK_I16_I32 : VOP3_gfx10<0x36b>;
defm V_ADD3_U32 : VOP3_gfx10<0x36d>;
defm V_LSHL_OR_B32 : VOP3_gfx10<0x36f>;
defm V_AND_OR_B32 : VOP3_gfx10<0x371>;
defm V_OR3_B32 : VOP3_gfx10<0x372>;
defm V_MAD_U32_U16 : VOP3_gfx10<0x373>;
defm V_MAD_I32_I16 : VOP3_gfx10<0x375>;
defm V_SUB_I32 : VOP3_gfx10<0x376, "v_sub_nc_i32">;
defm V_PERMLANE16_B32 : VOP3_gfx10<0x377>;
defm V_PERMLANEX16_B32 : VOP3_gfx10<0x378>;
defm V_ADD_I32 : VOP3_gfx10<0x37f, "v_add_nc_i32">;

//===- VOP3P -----------------------------------------------------------------------------------------------===//

defm V_PK_MAD_I16 : VOP3P_gfx10<0x00>;
defm V_PK_MUL_LO_U16 : VOP3P_gfx10<0x01>;
defm V_PK_ADD_I16 : VOP3P_gfx10<0x02>;
defm V_PK_SUB_I16 : VOP3P_gfx10<0x03>;
defm V_PK_LSHLREV_B16 : VOP3P_gfx10<0x04>;
defm V_PK_LSHRREV_B16 : VOP3P_gfx10<0x05>;
defm V_PK_ASHRREV_I16 : VOP3P_gfx10<0x06>;
defm V_PK_MAX_I16 : VOP3P_gfx10<0x07>;
defm V_PK_MIN_I16 : VOP3P_gfx10<0x08>;
defm V_PK_MAD_U16 : VOP3P_gfx10<0x09>;
defm V_PK_ADD_U16 : VOP3P_gfx10<0x0a>;
defm V_PK_SUB_U16 : VOP3P_gfx10<0x0b>;
defm V_PK_MAX_U16 : VOP3P_gfx10<0x0c>;
defm V_PK_MIN_U16 : VOP3P_gfx10<0x0d>;
defm V_PK_FMA_F16 : VOP3P_gfx10<0x0e>;
defm V_PK_ADD_F16 : VOP3P_gfx10<0x0f>;
defm V_PK_MUL_F16 : VOP3P_gfx10<0x10>;
defm V_PK_MIN_F16 : VOP3P_gfx10<0x11>;
defm V_PK_MAX_F16 : VOP3P_gfx10<0x12>;
defm V_DOT2_F32_F16 : VOP3P_gfx10<0x13>;
defm V_DOT2_I32_I16 : VOP3P_gfx10<0x14>;
defm V_DOT2_U32_U16 : VOP3P_gfx10<0x15>;
defm V_DOT4_I32_I8 : VOP3P_gfx10<0x16>;
defm V_DOT4_U32_U8 : VOP3P_gfx10<0x17>;
defm V_DOT8_I32_I4 : VOP3P_gfx10<0x18>;
defm V_DOT8_U32_U4 : VOP3P_gfx10<0x19>;
defm V_FMA_MIX_F32 : VOP3P_gfx10<0x20>;
defm V_FMA_MIXLO_F16 : VOP3P_gfx10<0x21>;
defm V_FMA_MIXHI_F16 : VOP3P_gfx10<0x22>;

//===- DS --------------------------------------------------------------------------------------------------===//

defm DS_ADD_U32 : DS_gfx10<0x00>;
defm DS_SUB_U32 : DS_gfx10<0x01>;
defm DS_RSUB_U32 : DS_gfx10<0x02>;
defm DS_INC_U32 : DS_gfx10<0x03>;
defm DS_DEC_U32 : DS_gfx10<0x04>;
defm DS_MIN_I32 : DS_gfx10<0x05>;
defm DS_MAX_I32 : DS_gfx10<0x06>;
defm DS_MIN_U32 : DS_gfx10<0x07>;
defm DS_MAX_U32 : DS_gfx10<0x08>;
defm DS_AND_B32 : DS_gfx10<0x09>;
defm DS_OR_B32 : DS_gfx10<0x0a>;
defm DS_XOR_B32 : DS_gfx10<0x0b>;
defm DS_MSKOR_B32 : DS_gfx10<0x0c>;
defm DS_WRITE_B32 : DS_gfx10<0x0d>;
defm DS_WRITE2_B32 : DS_gfx10<0x0e>;
defm DS_WRITE2ST64_B32 : DS_gfx10<0x0f>;
defm DS_CMPST_B32 : DS_gfx10<0x10>;
defm DS_CMPST_F32 : DS_gfx10<0x11>;
defm DS_MIN_F32 : DS_gfx10<0x12>;
defm DS_MAX_F32 : DS_gfx10<0x13>;
defm DS_NOP : DS_gfx10<0x14>;
defm DS_ADD_F32 : DS_gfx10<0x15>;
defm DS_GWS_SEMA_RELEASE_ALL : DS_gfx10<0x18>;
defm DS_GWS_INIT : DS_gfx10<0x19>;
defm DS_GWS_SEMA_V : DS_gfx10<0x1a>;
defm DS_GWS_SEMA_BR : DS_gfx10<0x1b>;
defm DS_GWS_SEMA_P : DS_gfx10<0x1c>;
defm DS_GWS_BARRIER : DS_gfx10<0x1d>;
defm DS_WRITE_B8 : DS_gfx10<0x1e>;
defm DS_WRITE_B16 : DS_gfx10<0x1f>;
defm DS_ADD_RTN_U32 : DS_gfx10<0x20>;
defm DS_SUB_RTN_U32 : DS_gfx10<0x21>;
defm DS_RSUB_RTN_U32 : DS_gfx10<0x22>;
defm DS_INC_RTN_U32 : DS_gfx10<0x23>;
defm DS_DEC_RTN_U32 : DS_gfx10<0x24>;
defm DS_MIN_RTN_I32 : DS_gfx10<0x25>;
defm DS_MAX_RTN_I32 : DS_gfx10<0x26>;
defm DS_MIN_RTN_U32 : DS_gfx10<0x27>;
defm DS_MAX_RTN_U32 : DS_gfx10<0x28>;
defm DS_AND_RTN_B32 : DS_gfx10<0x29>;
defm DS_OR_RTN_B32 : DS_gfx10<0x2a>;
defm DS_XOR_RTN_B32 : DS_gfx10<0x2b>;
defm DS_MSKOR_RTN_B32 : DS_gfx10<0x2c>;
defm DS_WRXCHG_RTN_B32 : DS_gfx10<0x2d>;
defm DS_WRXCHG2_RTN_B32 : DS_gfx10<0x2e>;
defm DS_WRXCHG2ST64_RTN_B32 : DS_gfx10<0x2f>;
defm DS_CMPST_RTN_B32 : DS_gfx10<0x30>;
defm DS_CMPST_RTN_F32 : DS_gfx10<0x31>;
defm DS_MIN_RTN_F32 : DS_gfx10<0x32>;
defm DS_MAX_RTN_F32 : DS_gfx10<0x33>;
defm DS_WRAP_RTN_B32 : DS_gfx10<0x34>;
defm DS_SWIZZLE_B32 : DS_gfx10<0x35>;
defm DS_READ_B32 : DS_gfx10<0x36>;
defm DS_READ2_B32 : DS_gfx10<0x37>;
defm DS_READ2ST64_B32 : DS_gfx10<0x38>;
defm DS_READ_I8 : DS_gfx10<0x39>;
defm DS_READ_U8 : DS_gfx10<0x3a>;
defm DS_READ_I16 : DS_gfx10<0x3b>;
defm DS_READ_U16 : DS_gfx10<0x3c>;
defm DS_CONSUME : DS_gfx10<0x3d>;
defm DS_APPEND : DS_gfx10<0x3e>;
defm DS_ORDERED_COUNT : DS_gfx10<0x3f>;
defm DS_ADD_U64 : DS_gfx10<0x40>;
defm DS_SUB_U64 : DS_gfx10<0x41>;
defm DS_RSUB_U64 : DS_gfx10<0x42>;
defm DS_INC_U64 : DS_gfx10<0x43>;
defm DS_DEC_U64 : DS_gfx10<0x44>;
defm DS_MIN_I64 : DS_gfx10<0x45>;
defm DS_MAX_I64 : DS_gfx10<0x46>;
defm DS_MIN_U64 : DS_gfx10<0x47>;
defm DS_MAX_U64 : DS_gfx10<0x48>;
defm DS_AND_B64 : DS_gfx10<0x49>;
defm DS_OR_B64 : DS_gfx10<0x4a>;
defm DS_XOR_B64 : DS_gfx10<0x4b>;
defm DS_MSKOR_B64 : DS_gfx10<0x4c>;
defm DS_WRITE_B64 : DS_gfx10<0x4d>;
defm DS_WRITE2_B64 : DS_gfx10<0x4e>;
defm DS_WRITE2ST64_B64 : DS_gfx10<0x4f>;
defm DS_CMPST_B64 : DS_gfx10<0x50>;
defm DS_CMPST_F64 : DS_gfx10<0x51>;
defm DS_MIN_F64 : DS_gfx10<0x52>;
defm DS_MAX_F64 : DS_gfx10<0x53>;
defm DS_ADD_RTN_F32 : DS_gfx10<0x55>;
defm DS_ADD_RTN_U64 : DS_gfx10<0x60>;
defm DS_SUB_RTN_U64 : DS_gfx10<0x61>;
defm DS_RSUB_RTN_U64 : DS_gfx10<0x62>;
defm DS_INC_RTN_U64 : DS_gfx10<0x63>;
defm DS_DEC_RTN_U64 : DS_gfx10<0x64>;
defm DS_MIN_RTN_I64 : DS_gfx10<0x65>;
defm DS_MAX_RTN_I64 : DS_gfx10<0x66>;
defm DS_MIN_RTN_U64 : DS_gfx10<0x67>;
defm DS_MAX_RTN_U64 : DS_gfx10<0x68>;
defm DS_AND_RTN_B64 : DS_gfx10<0x69>;
defm DS_OR_RTN_B64 : DS_gfx10<0x6a>;
defm DS_XOR_RTN_B64 : DS_gfx10<0x6b>;
defm DS_MSKOR_RTN_B64 : DS_gfx10<0x6c>;
defm DS_WRXCHG_RTN_B64 : DS_gfx10<0x6d>;
defm DS_WRXCHG2_RTN_B64 : DS_gfx10<0x6e>;
defm DS_WRXCHG2ST64_RTN_B64 : DS_gfx10<0x6f>;
defm DS_CMPST_RTN_B64 : DS_gfx10<0x70>;
defm DS_CMPST_RTN_F64 : DS_gfx10<0x71>;
defm DS_MIN_RTN_F64 : DS_gfx10<0x72>;
defm DS_MAX_RTN_F64 : DS_gfx10<0x73>;
defm DS_READ_B64 : DS_gfx10<0x76>;
defm DS_READ2_B64 : DS_gfx10<0x77>;
defm DS_READ2ST64_B64 : DS_gfx10<0x78>;
defm DS_CONDXCHG32_RTN_B64 : DS_gfx10<0x7e>;
defm DS_WRITE_B8_D16_HI : DS_gfx10<0xa0>;
defm DS_WRITE_B16_D16_HI : DS_gfx10<0xa1>;
defm DS_READ_U8_D16 : DS_gfx10<0xa2>;
defm DS_READ_U8_D16_HI : DS_gfx10<0xa3>;
defm DS_READ_I8_D16 : DS_gfx10<0xa4>;
defm DS_READ_I8_D16_HI : DS_gfx10<0xa5>;
defm DS_READ_U16_D16 : DS_gfx10<0xa6>;
defm DS_READ_U16_D16_HI : DS_gfx10<0xa7>;
defm DS_WRITE_ADDTID_B32 : DS_gfx10<0xb0>;
defm DS_READ_ADDTID_B32 : DS_gfx10<0xb1>;
defm DS_PERMUTE_B32 : DS_gfx10<0xb2>;
defm DS_BPERMUTE_B32 : DS_gfx10<0xb3>;
defm DS_WRITE_B96 : DS_gfx10<0xde>;
defm DS_WRITE_B128 : DS_gfx10<0xdf>;
defm DS_READ_B96 : DS_gfx10<0xfe>;
defm DS_READ_B128 : DS_gfx10<0xff>;

//===- FLAT ------------------------------------------------------------------------------------------------===//

defm FLAT_LOAD_UBYTE : FLAT_gfx10<0x08>;
defm FLAT_LOAD_SBYTE : FLAT_gfx10<0x09>;
defm FLAT_LOAD_USHORT : FLAT_gfx10<0x0a>;
defm FLAT_LOAD_SSHORT : FLAT_gfx10<0x0b>;
defm FLAT_LOAD_DWORD : FLAT_gfx10<0x0c>;
defm FLAT_LOAD_DWORDX2 : FLAT_gfx10<0x0d>;
defm FLAT_LOAD_DWORDX4 : FLAT_gfx10<0x0e>;
defm FLAT_LOAD_DWORDX3 : FLAT_gfx10<0x0f>;
defm FLAT_STORE_BYTE : FLAT_gfx10<0x18>;
defm FLAT_STORE_BYTE_D16_HI : FLAT_gfx10<0x19>;
defm FLAT_STORE_SHORT : FLAT_gfx10<0x1a>;
defm FLAT_STORE_SHORT_D16_HI : FLAT_gfx10<0x1b>;
defm FLAT_STORE_DWORD : FLAT_gfx10<0x1c>;
defm FLAT_STORE_DWORDX2 : FLAT_gfx10<0x1d>;
defm FLAT_STORE_DWORDX4 : FLAT_gfx10<0x1e>;
defm FLAT_STORE_DWORDX3 : FLAT_gfx10<0x1f>;
defm FLAT_LOAD_UBYTE_D16 : FLAT_gfx10<0x20>;
defm FLAT_LOAD_UBYTE_D16_HI : FLAT_gfx10<0x21>;
defm FLAT_LOAD_SBYTE_D16 : FLAT_gfx10<0x22>;
defm FLAT_LOAD_SBYTE_D16_HI : FLAT_gfx10<0x23>;
defm FLAT_LOAD_SHORT_D16 : FLAT_gfx10<0x24>;
defm FLAT_LOAD_SHORT_D16_HI : FLAT_gfx10<0x25>;
defm FLAT_ATOMIC_SWAP : FLAT_gfx10<0x30>;
defm FLAT_ATOMIC_CMPSWAP : FLAT_gfx10<0x31>;
defm FLAT_ATOMIC_ADD : FLAT_gfx10<0x32>;
defm FLAT_ATOMIC_SUB : FLAT_gfx10<0x33>;
defm FLAT_ATOMIC_SMIN : FLAT_gfx10<0x35>;
defm FLAT_ATOMIC_UMIN : FLAT_gfx10<0x36>;
defm FLAT_ATOMIC_SMAX : FLAT_gfx10<0x37>;
defm FLAT_ATOMIC_UMAX : FLAT_gfx10<0x38>;
defm FLAT_ATOMIC_AND : FLAT_gfx10<0x39>;
defm FLAT_ATOMIC_OR : FLAT_gfx10<0x3a>;
defm FLAT_ATOMIC_XOR : FLAT_gfx10<0x3b>;
defm FLAT_ATOMIC_INC : FLAT_gfx10<0x3c>;
defm FLAT_ATOMIC_DEC : FLAT_gfx10<0x3d>;
defm FLAT_ATOMIC_CMPSWAP_F32 : FLAT_gfx10<0x3e>;
defm FLAT_ATOMIC_MIN_F32 : FLAT_gfx10<0x3f>;
defm FLAT_ATOMIC_MAX_F32 : FLAT_gfx10<0x40>;
defm FLAT_ATOMIC_SWAP_X2 : FLAT_gfx10<0x50>;
defm FLAT_ATOMIC_CMPSWAP_X2 : FLAT_gfx10<0x51>;
defm FLAT_ATOMIC_ADD_X2 : FLAT_gfx10<0x52>;
defm FLAT_ATOMIC_SUB_X2 : FLAT_gfx10<0x53>;
defm FLAT_ATOMIC_SMIN_X2 : FLAT_gfx10<0x55>;
defm FLAT_ATOMIC_UMIN_X2 : FLAT_gfx10<0x56>;
defm FLAT_ATOMIC_SMAX_X2 : FLAT_gfx10<0x57>;
defm FLAT_ATOMIC_UMAX_X2 : FLAT_gfx10<0x58>;
defm FLAT_ATOMIC_AND_X2 : FLAT_gfx10<0x59>;
defm FLAT_ATOMIC_OR_X2 : FLAT_gfx10<0x5a>;
defm FLAT_ATOMIC_XOR_X2 : FLAT_gfx10<0x5b>;
defm FLAT_ATOMIC_INC_X2 : FLAT_gfx10<0x5c>;
defm FLAT_ATOMIC_DEC_X2 : FLAT_gfx10<0x5d>;
defm FLAT_ATOMIC_CMPSWAP_F64 : FLAT_gfx10<0x5e>;
defm FLAT_ATOMIC_MIN_F64 : FLAT_gfx10<0x5f, "flat_atomic_fmin_x2">;
defm FLAT_ATOMIC_MAX_F64 : FLAT_gfx10<0x60, "flat_atomic_fmax_x2">;

//===- GLOBAL ----------------------------------------------------------------------------------------------===//

defm GLOBAL_LOAD_UBYTE : FLAT_gfx10<0x08>;
defm GLOBAL_LOAD_SBYTE : FLAT_gfx10<0x09>;
defm GLOBAL_LOAD_USHORT : FLAT_gfx10<0x0a>;
defm GLOBAL_LOAD_SSHORT : FLAT_gfx10<0x0b>;
defm GLOBAL_LOAD_DWORD : FLAT_gfx10<0x0c>;
defm GLOBAL_LOAD_DWORDX2 : FLAT_gfx10<0x0d>;
defm GLOBAL_LOAD_DWORDX4 : FLAT_gfx10<0x0e>;
defm GLOBAL_LOAD_DWORDX3 : FLAT_gfx10<0x0f>;
defm GLOBAL_LOAD_DWORD_ADDTID : FLAT_gfx10<0x16>;
defm GLOBAL_STORE_DWORD_ADDTID : FLAT_gfx10<0x17>;
defm GLOBAL_STORE_BYTE : FLAT_gfx10<0x18>;
defm GLOBAL_STORE_BYTE_D16_HI : FLAT_gfx10<0x19>;
defm GLOBAL_STORE_SHORT : FLAT_gfx10<0x1a>;
defm GLOBAL_STORE_SHORT_D16_HI : FLAT_gfx10<0x1b>;
defm GLOBAL_STORE_DWORD : FLAT_gfx10<0x1c>;
defm GLOBAL_STORE_DWORDX2 : FLAT_gfx10<0x1d>;
defm GLOBAL_STORE_DWORDX4 : FLAT_gfx10<0x1e>;
defm GLOBAL_STORE_DWORDX3 : FLAT_gfx10<0x1f>;
defm GLOBAL_LOAD_UBYTE_D16 : FLAT_gfx10<0x20>;
defm GLOBAL_LOAD_UBYTE_D16_HI : FLAT_gfx10<0x21>;
defm GLOBAL_LOAD_SBYTE_D16 : FLAT_gfx10<0x22>;
defm GLOBAL_LOAD_SBYTE_D16_HI : FLAT_gfx10<0x23>;
defm GLOBAL_LOAD_SHORT_D16 : FLAT_gfx10<0x24>;
defm GLOBAL_LOAD_SHORT_D16_HI : FLAT_gfx10<0x25>;
defm GLOBAL_ATOMIC_SWAP : FLAT_gfx10<0x30>;
defm GLOBAL_ATOMIC_CMPSWAP : FLAT_gfx10<0x31>;
defm GLOBAL_ATOMIC_ADD : FLAT_gfx10<0x32>;
defm GLOBAL_ATOMIC_SUB : FLAT_gfx10<0x33>;
defm GLOBAL_ATOMIC_CSUB : FLAT_gfx10<0x34>;
defm GLOBAL_ATOMIC_SMIN : FLAT_gfx10<0x35>;
defm GLOBAL_ATOMIC_UMIN : FLAT_gfx10<0x36>;
defm GLOBAL_ATOMIC_SMAX : FLAT_gfx10<0x37>;
defm GLOBAL_ATOMIC_UMAX : FLAT_gfx10<0x38>;
defm GLOBAL_ATOMIC_AND : FLAT_gfx10<0x39>;
defm GLOBAL_ATOMIC_OR : FLAT_gfx10<0x3a>;
defm GLOBAL_ATOMIC_XOR : FLAT_gfx10<0x3b>;
defm GLOBAL_ATOMIC_INC : FLAT_gfx10<0x3c>;
defm GLOBAL_ATOMIC_DEC : FLAT_gfx10<0x3d>;
defm GLOBAL_ATOMIC_CMPSWAP_F32 : FLAT_gfx10<0x3e>;
defm GLOBAL_ATOMIC_MIN_F32 : FLAT_gfx10<0x3f>;
defm GLOBAL_ATOMIC_MAX_F32 : FLAT_gfx10<0x40>;
defm GLOBAL_ATOMIC_SWAP_X2 : FLAT_gfx10<0x50>;
defm GLOBAL_ATOMIC_CMPSWAP_X2 : FLAT_gfx10<0x51>;
defm GLOBAL_ATOMIC_ADD_X2 : FLAT_gfx10<0x52>;
defm GLOBAL_ATOMIC_SUB_X2 : FLAT_gfx10<0x53>;
defm GLOBAL_ATOMIC_SMIN_X2 : FLAT_gfx10<0x55>;
defm GLOBAL_ATOMIC_UMIN_X2 : FLAT_gfx10<0x56>;
defm GLOBAL_ATOMIC_SMAX_X2 : FLAT_gfx10<0x57>;
defm GLOBAL_ATOMIC_UMAX_X2 : FLAT_gfx10<0x58>;
defm GLOBAL_ATOMIC_AND_X2 : FLAT_gfx10<0x59>;
defm GLOBAL_ATOMIC_OR_X2 : FLAT_gfx10<0x5a>;
defm GLOBAL_ATOMIC_XOR_X2 : FLAT_gfx10<0x5b>;
defm GLOBAL_ATOMIC_INC_X2 : FLAT_gfx10<0x5c>;
defm GLOBAL_ATOMIC_DEC_X2 : FLAT_gfx10<0x5d>;
defm GLOBAL_ATOMIC_CMPSWAP_F64 : FLAT_gfx10<0x5e>;
defm GLOBAL_ATOMIC_MIN_F64 : FLAT_gfx10<0x5f, "global_atomic_fmin_x2">;
defm GLOBAL_ATOMIC_MAX_F64 : FLAT_gfx10<0x60, "global_atomic_fmax_x2">;

foreach load = ["UBYTE", "SBYTE", "USHORT", "SSHORT", "DWORD"] in {
  defvar number = !cond(!eq(load, "UBYTE"): 0x08, !eq(load, "SBYTE"): 0x09, !eq(load, "USHORT"): 0x0a,
                        !eq(load, "SSHORT"): 0x0b, true: 0x0c);
  defm GLOBAL_LOAD_LDS_#load : GlobalLoadLDS_gfx10<number, "global_load_"#!tolower(load)>;
}

//===- SCRATCH ---------------------------------------------------------------------------------------------===//

defm SCRATCH_LOAD_UBYTE : FLAT_gfx10<0x08>;
defm SCRATCH_LOAD_SBYTE : FLAT_gfx10<0x09>;
defm SCRATCH_LOAD_USHORT : FLAT_gfx10<0x0a>;
defm SCRATCH_LOAD_SSHORT : FLAT_gfx10<0x0b>;
defm SCRATCH_LOAD_DWORD : FLAT_gfx10<0x0c>;
defm SCRATCH_LOAD_DWORDX2 : FLAT_gfx10<0x0d>;
defm SCRATCH_LOAD_DWORDX4 : FLAT_gfx10<0x0e>;
defm SCRATCH_LOAD_DWORDX3 : FLAT_gfx10<0x0f>;
defm SCRATCH_STORE_BYTE : FLAT_gfx10<0x18>;
defm SCRATCH_STORE_BYTE_D16_HI : FLAT_gfx10<0x19>;
defm SCRATCH_STORE_SHORT : FLAT_gfx10<0x1a>;
defm SCRATCH_STORE_SHORT_D16_HI : FLAT_gfx10<0x1b>;
defm SCRATCH_STORE_DWORD : FLAT_gfx10<0x1c>;
defm SCRATCH_STORE_DWORDX2 : FLAT_gfx10<0x1d>;
defm SCRATCH_STORE_DWORDX4 : FLAT_gfx10<0x1e>;
defm SCRATCH_STORE_DWORDX3 : FLAT_gfx10<0x1f>;
defm SCRATCH_LOAD_UBYTE_D16 : FLAT_gfx10<0x20>;
defm SCRATCH_LOAD_UBYTE_D16_HI : FLAT_gfx10<0x21>;
defm SCRATCH_LOAD_SBYTE_D16 : FLAT_gfx10<0x22>;
defm SCRATCH_LOAD_SBYTE_D16_HI : FLAT_gfx10<0x23>;
defm SCRATCH_LOAD_SHORT_D16 : FLAT_gfx10<0x24>;
defm SCRATCH_LOAD_SHORT_D16_HI : FLAT_gfx10<0x25>;

//===- MUBUF -----------------------------------------------------------------------------------------------===//

defm BUFFER_LOAD_FORMAT_X : MUBUF_gfx10<0x00>;
defm BUFFER_LOAD_FORMAT_XY : MUBUF_gfx10<0x01>;
defm BUFFER_LOAD_FORMAT_XYZ : MUBUF_gfx10<0x02>;
defm BUFFER_LOAD_FORMAT_XYZW : MUBUF_gfx10<0x03>;
defm BUFFER_STORE_FORMAT_X : MUBUF_gfx10<0x04>;
defm BUFFER_STORE_FORMAT_XY : MUBUF_gfx10<0x05>;
defm BUFFER_STORE_FORMAT_XYZ : MUBUF_gfx10<0x06>;
defm BUFFER_STORE_FORMAT_XYZW : MUBUF_gfx10<0x07>;
defm BUFFER_LOAD_UBYTE : MUBUF_gfx10<0x08>;
defm BUFFER_LOAD_SBYTE : MUBUF_gfx10<0x09>;
defm BUFFER_LOAD_USHORT : MUBUF_gfx10<0x0a>;
defm BUFFER_LOAD_SSHORT : MUBUF_gfx10<0x0b>;
defm BUFFER_LOAD_DWORD : MUBUF_gfx10<0x0c>;
defm BUFFER_LOAD_DWORDX2 : MUBUF_gfx10<0x0d>;
defm BUFFER_LOAD_DWORDX4 : MUBUF_gfx10<0x0e>;
defm BUFFER_LOAD_DWORDX3 : MUBUF_gfx10<0x0f>;
defm BUFFER_STORE_BYTE : MUBUF_gfx10<0x18>;
defm BUFFER_STORE_BYTE_D16_HI : MUBUF_gfx10<0x19>;
defm BUFFER_STORE_SHORT : MUBUF_gfx10<0x1a>;
defm BUFFER_STORE_SHORT_D16_HI : MUBUF_gfx10<0x1b>;
defm BUFFER_STORE_DWORD : MUBUF_gfx10<0x1c>;
defm BUFFER_STORE_DWORDX2 : MUBUF_gfx10<0x1d>;
defm BUFFER_STORE_DWORDX4 : MUBUF_gfx10<0x1e>;
defm BUFFER_STORE_DWORDX3 : MUBUF_gfx10<0x1f>;
defm BUFFER_LOAD_UBYTE_D16 : MUBUF_gfx10<0x20>;
defm BUFFER_LOAD_UBYTE_D16_HI : MUBUF_gfx10<0x21>;
defm BUFFER_LOAD_SBYTE_D16 : MUBUF_gfx10<0x22>;
defm BUFFER_LOAD_SBYTE_D16_HI : MUBUF_gfx10<0x23>;
defm BUFFER_LOAD_SHORT_D16 : MUBUF_gfx10<0x24>;
defm BUFFER_LOAD_SHORT_D16_HI : MUBUF_gfx10<0x25>;
defm BUFFER_LOAD_FORMAT_D16_HI_X : MUBUF_gfx10<0x26>;
defm BUFFER_STORE_FORMAT_D16_HI_X : MUBUF_gfx10<0x27>;
defm BUFFER_ATOMIC_SWAP : MUBUF_gfx10<0x30>;
defm BUFFER_ATOMIC_CMPSWAP : MUBUF_gfx10<0x31>;
defm BUFFER_ATOMIC_ADD : MUBUF_gfx10<0x32>;
defm BUFFER_ATOMIC_SUB : MUBUF_gfx10<0x33>;
defm BUFFER_ATOMIC_CSUB : MUBUF_gfx10<0x34>;
defm BUFFER_ATOMIC_SMIN : MUBUF_gfx10<0x35>;
defm BUFFER_ATOMIC_UMIN : MUBUF_gfx10<0x36>;
defm BUFFER_ATOMIC_SMAX : MUBUF_gfx10<0x37>;
defm BUFFER_ATOMIC_UMAX : MUBUF_gfx10<0x38>;
defm BUFFER_ATOMIC_AND : MUBUF_gfx10<0x39>;
defm BUFFER_ATOMIC_OR : MUBUF_gfx10<0x3a>;
defm BUFFER_ATOMIC_XOR : MUBUF_gfx10<0x3b>;
defm BUFFER_ATOMIC_INC : MUBUF_gfx10<0x3c>;
defm BUFFER_ATOMIC_DEC : MUBUF_gfx10<0x3d>;
defm BUFFER_ATOMIC_CMPSWAP_F32 : MUBUF_gfx10<0x3e>;
defm BUFFER_ATOMIC_MIN_F32 : MUBUF_gfx10<0x3f>;
defm BUFFER_ATOMIC_MAX_F32 : MUBUF_gfx10<0x40>;
defm BUFFER_ATOMIC_SWAP_X2 : MUBUF_gfx10<0x50>;
defm BUFFER_ATOMIC_CMPSWAP_X2 : MUBUF_gfx10<0x51>;
defm BUFFER_ATOMIC_ADD_X2 : MUBUF_gfx10<0x52>;
defm BUFFER_ATOMIC_SUB_X2 : MUBUF_gfx10<0x53>;
defm BUFFER_ATOMIC_SMIN_X2 : MUBUF_gfx10<0x55>;
defm BUFFER_ATOMIC_UMIN_X2 : MUBUF_gfx10<0x56>;
defm BUFFER_ATOMIC_SMAX_X2 : MUBUF_gfx10<0x57>;
defm BUFFER_ATOMIC_UMAX_X2 : MUBUF_gfx10<0x58>;
defm BUFFER_ATOMIC_AND_X2 : MUBUF_gfx10<0x59>;
defm BUFFER_ATOMIC_OR_X2 : MUBUF_gfx10<0x5a>;
defm BUFFER_ATOMIC_XOR_X2 : MUBUF_gfx10<0x5b>;
defm BUFFER_ATOMIC_INC_X2 : MUBUF_gfx10<0x5c>;
defm BUFFER_ATOMIC_DEC_X2 : MUBUF_gfx10<0x5d>;
defm BUFFER_ATOMIC_CMPSWAP_F64 : MUBUF_gfx10<0x5e>;
defm BUFFER_ATOMIC_MIN_F64 : MUBUF_gfx10<0x5f, "buffer_atomic_fmin_x2">;
defm BUFFER_ATOMIC_MAX_F64 : MUBUF_gfx10<0x60, "buffer_atomic_fmax_x2">;
defm BUFFER_GL0_INV : BufferCache_gfx10<0x71>;
defm BUFFER_GL1_INV : BufferCache_gfx10<0x72>;
defm BUFFER_LOAD_FORMAT_D16_X : MUBUF_gfx10<0x80>;
defm BUFFER_LOAD_FORMAT_D16_XY : MUBUF_gfx10<0x81>;
defm BUFFER_LOAD_FORMAT_D16_XYZ : MUBUF_gfx10<0x82>;
defm BUFFER_LOAD_FORMAT_D16_XYZW : MUBUF_gfx10<0x83>;
defm BUFFER_STORE_FORMAT_D16_X : MUBUF_gfx10<0x84>;
defm BUFFER_STORE_FORMAT_D16_XY : MUBUF_gfx10<0x85>;
defm BUFFER_STORE_FORMAT_D16_XYZ : MUBUF_gfx10<0x86>;
defm BUFFER_STORE_FORMAT_D16_XYZW : MUBUF_gfx10<0x87>;

//===- MTBUF -----------------------------------------------------------------------------------------------===//

defm TBUFFER_LOAD_FORMAT_X : MTBUF_gfx10<0x00>;
defm TBUFFER_LOAD_FORMAT_XY : MTBUF_gfx10<0x01>;
defm TBUFFER_LOAD_FORMAT_XYZ : MTBUF_gfx10<0x02>;
defm TBUFFER_LOAD_FORMAT_XYZW : MTBUF_gfx10<0x03>;
defm TBUFFER_STORE_FORMAT_X : MTBUF_gfx10<0x04>;
defm TBUFFER_STORE_FORMAT_XY : MTBUF_gfx10<0x05>;
defm TBUFFER_STORE_FORMAT_XYZ : MTBUF_gfx10<0x06>;
defm TBUFFER_STORE_FORMAT_XYZW : MTBUF_gfx10<0x07>;
defm TBUFFER_LOAD_FORMAT_D16_X : MTBUF_gfx10<0x08>;
defm TBUFFER_LOAD_FORMAT_D16_XY : MTBUF_gfx10<0x09>;
defm TBUFFER_LOAD_FORMAT_D16_XYZ : MTBUF_gfx10<0x0a>;
defm TBUFFER_LOAD_FORMAT_D16_XYZW : MTBUF_gfx10<0x0b>;
defm TBUFFER_STORE_FORMAT_D16_X : MTBUF_gfx10<0x0c>;
defm TBUFFER_STORE_FORMAT_D16_XY : MTBUF_gfx10<0x0d>;
defm TBUFFER_STORE_FORMAT_D16_XYZ : MTBUF_gfx10<0x0e>;
defm TBUFFER_STORE_FORMAT_D16_XYZW : MTBUF_gfx10<0x0f>;

} // EncodingPredicates
