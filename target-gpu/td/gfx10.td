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
defm V_FMA_LEGACY_F32 : VOP3<0, "v_fma_legacy_f32", VOP3_F32x3_NoDPP>;
defm V_XOR3_B32 : VOP3<0, "v_xor3_b32", VOP3_I32x3>;
}
defm V_MULLIT_F32 : VOP3<0, "v_mullit_f32", VOP3_F32x3>;
// Operations on 16 bits that are VOP2 in GFX9, where they select no halves.
let isCommutable = true in {
defm V_ADD_NC_U16 : VOP3<0, "v_add_nc_u16", VOP3_I16x2_OpSel>;
defm V_MUL_LO_U16_opsel : VOP3<0, "v_mul_lo_u16", VOP3_I16x2_OpSel>;
foreach op = ["MAX_U16", "MAX_I16", "MIN_U16", "MIN_I16"] in
defm V_#op#_opsel : VOP3<0, "v_"#!tolower(op), VOP3_I16x2_OpSel>;
}
defm V_SUB_NC_U16 : VOP3<0, "v_sub_nc_u16", VOP3_I16x2_OpSel>;
foreach op = ["LSHLREV_B16", "LSHRREV_B16", "ASHRREV_I16"] in
defm V_#op#_opsel : VOP3<0, "v_"#!tolower(op), VOP3_I16x2_OpSel>;

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
    let HalfOperands = VOPCOperands<P>.AsmExecHalves;
    let Inst{7-0} = 0x7e;
  }
  if !not(P.Any64) then {
  def _dpp : VOPC_dpp<P, true, name>;
  def _dpp8 : VOPC_dpp8<P, true, name>;
  let OutOperandList = (outs) in {
  def _e64_dpp : VOPC_e64_dpp<P, true, name> {
    let AsmOperands = VOPCOperands<P>.AsmExecHalves#DppControl<>.Asm16;
    let Inst{7-0} = 0x7e;
  }
  def _e64_dpp8 : VOPC_e64_dpp8<P, true, name> {
    let AsmOperands = VOPCOperands<P>.AsmExecHalves#DppControl<>.Asm8;
    let Inst{7-0} = 0x7e;
  }
  }
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
defm FLAT_ATOMIC_CMPSWAP_F32 : FlatAtomic<0, "flat_atomic_fcmpswap", AVLdSt_64, AVLdSt_32>;
defm FLAT_ATOMIC_MIN_F32 : FlatAtomic<0, "flat_atomic_fmin", AVLdSt_32>;
defm FLAT_ATOMIC_MAX_F32 : FlatAtomic<0, "flat_atomic_fmax", AVLdSt_32>;
defm FLAT_ATOMIC_CMPSWAP_F64 : FlatAtomic<0, "flat_atomic_fcmpswap_x2", AVLdSt_128, AVLdSt_64>;
defm GLOBAL_ATOMIC_CMPSWAP_F32 : GlobalAtomic<0, "global_atomic_fcmpswap", AVLdSt_64, AVLdSt_32>;
defm GLOBAL_ATOMIC_MIN_F32 : GlobalAtomic<0, "global_atomic_fmin", AVLdSt_32>;
defm GLOBAL_ATOMIC_MAX_F32 : GlobalAtomic<0, "global_atomic_fmax", AVLdSt_32>;
defm GLOBAL_ATOMIC_CMPSWAP_F64 : GlobalAtomic<0, "global_atomic_fcmpswap_x2", AVLdSt_128, AVLdSt_64>;
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
let InOperandList = (ins), BufferInvalidate = true, Predicates = []<Predicate> in {
def BUFFER_GL0_INV : BufferCacheBefore<0, "buffer_gl0_inv">;
def BUFFER_GL1_INV : BufferCacheBefore<0, "buffer_gl1_inv">;
}
}

//===- Encodings -------------------------------------------------------------------------------------------------===//

multiclass SOP2_gfx10<int op, string name = ""> { def _gfx10 : SOP2Numbered<!cast<AMDInst>(NAME), op, name>; }
multiclass SOP1_gfx10<int op, string name = ""> { def _gfx10 : SOP1Numbered<!cast<AMDInst>(NAME), op, name>; }
multiclass SOPC_gfx10<int op, string name = ""> { def _gfx10 : SOPCNumbered<!cast<AMDInst>(NAME), op, name>; }
multiclass SOPK_gfx10<int op, string name = ""> { def _gfx10 : SOPKNumbered<!cast<AMDInst>(NAME), op, name>; }
multiclass SOPP_gfx10<int op, string name = ""> { def _gfx10 : SOPCNumbered<!cast<AMDInst>(NAME), op, name>; }

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
  // Atomics do not have it.
  let Inst{15} = !if(!or(of.AtomicRet, of.AtomicNoRet), 0, cpol{2});
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
