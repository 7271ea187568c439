// Scalar ALU: SOP1, SOP2, SOPK, SOPC, SOPP.

let SALU = true in {

//===- SOP2 ------------------------------------------------------------------------------------------------------===//

class SOP2Inst<int op, dag outs, dag ins, string mnemonic, string asm> : Inst32<outs, ins, mnemonic, asm> {
  bits<10> sdst;
  bits<10> ssrc0;
  bits<10> ssrc1;
  let Inst{7-0} = ssrc0{7-0};
  let Inst{15-8} = ssrc1{7-0};
  let Inst{22-16} = sdst{6-0};
  let Inst{29-23} = op;
  let Inst{31-30} = 0b10;
  let SOP2 = true;
  let BaseName = !toupper(mnemonic);
}
multiclass SOP2<int op, string mnemonic, RegisterOperand dst, RegisterOperand src0, RegisterOperand src1> {
  def NAME : SOP2Inst<op, (outs dst:$sdst), (ins src0:$ssrc0, src1:$ssrc1), mnemonic, "$sdst, $ssrc0, $ssrc1">;
}
multiclass SOP2_32<int op, string mnemonic> { defm NAME : SOP2<op, mnemonic, SDstOp_32, SSrc_b32, SSrc_b32>; }
multiclass SOP2_64<int op, string mnemonic> { defm NAME : SOP2<op, mnemonic, SDstOp_64, SSrc_b64, SSrc_b64>; }
multiclass SOP2_64_32<int op, string mnemonic> { defm NAME : SOP2<op, mnemonic, SDstOp_64, SSrc_b64, SSrc_b32>; }

let Defs = [SCC] in {
let isCommutable = true in {
defm S_ADD_U32 : SOP2_32<0x00, "s_add_u32">;
defm S_ADD_I32 : SOP2_32<0x02, "s_add_i32">;
defm S_MIN_I32 : SOP2_32<0x06, "s_min_i32">;
defm S_MIN_U32 : SOP2_32<0x07, "s_min_u32">;
defm S_MAX_I32 : SOP2_32<0x08, "s_max_i32">;
defm S_MAX_U32 : SOP2_32<0x09, "s_max_u32">;
defm S_AND_B32 : SOP2_32<0x0c, "s_and_b32">;
defm S_AND_B64 : SOP2_64<0x0d, "s_and_b64">;
defm S_OR_B32 : SOP2_32<0x0e, "s_or_b32">;
defm S_OR_B64 : SOP2_64<0x0f, "s_or_b64">;
defm S_XOR_B32 : SOP2_32<0x10, "s_xor_b32">;
defm S_XOR_B64 : SOP2_64<0x11, "s_xor_b64">;
defm S_NAND_B32 : SOP2_32<0x16, "s_nand_b32">;
defm S_NAND_B64 : SOP2_64<0x17, "s_nand_b64">;
defm S_NOR_B32 : SOP2_32<0x18, "s_nor_b32">;
defm S_NOR_B64 : SOP2_64<0x19, "s_nor_b64">;
defm S_XNOR_B32 : SOP2_32<0x1a, "s_xnor_b32">;
defm S_XNOR_B64 : SOP2_64<0x1b, "s_xnor_b64">;
defm S_ABSDIFF_I32 : SOP2_32<0x2a, "s_absdiff_i32">;
let Uses = [SCC] in defm S_ADDC_U32 : SOP2_32<0x04, "s_addc_u32">;
}
defm S_SUB_U32 : SOP2_32<0x01, "s_sub_u32">;
defm S_SUB_I32 : SOP2_32<0x03, "s_sub_i32">;
let Uses = [SCC] in defm S_SUBB_U32 : SOP2_32<0x05, "s_subb_u32">;
defm S_ANDN2_B32 : SOP2_32<0x12, "s_andn2_b32">;
defm S_ANDN2_B64 : SOP2_64<0x13, "s_andn2_b64">;
defm S_ORN2_B32 : SOP2_32<0x14, "s_orn2_b32">;
defm S_ORN2_B64 : SOP2_64<0x15, "s_orn2_b64">;
defm S_LSHL_B32 : SOP2_32<0x1c, "s_lshl_b32">;
defm S_LSHL_B64 : SOP2_64_32<0x1d, "s_lshl_b64">;
defm S_LSHR_B32 : SOP2_32<0x1e, "s_lshr_b32">;
defm S_LSHR_B64 : SOP2_64_32<0x1f, "s_lshr_b64">;
defm S_ASHR_I32 : SOP2_32<0x20, "s_ashr_i32">;
defm S_ASHR_I64 : SOP2_64_32<0x21, "s_ashr_i64">;
defm S_BFE_U32 : SOP2_32<0x25, "s_bfe_u32">;
defm S_BFE_I32 : SOP2_32<0x26, "s_bfe_i32">;
defm S_BFE_U64 : SOP2_64_32<0x27, "s_bfe_u64">;
defm S_BFE_I64 : SOP2_64_32<0x28, "s_bfe_i64">;
defm S_LSHL1_ADD_U32 : SOP2_32<0x2e, "s_lshl1_add_u32">;
defm S_LSHL2_ADD_U32 : SOP2_32<0x2f, "s_lshl2_add_u32">;
defm S_LSHL3_ADD_U32 : SOP2_32<0x30, "s_lshl3_add_u32">;
defm S_LSHL4_ADD_U32 : SOP2_32<0x31, "s_lshl4_add_u32">;
}
let Uses = [SCC] in {
defm S_CSELECT_B32 : SOP2_32<0x0a, "s_cselect_b32">;
defm S_CSELECT_B64 : SOP2_64<0x0b, "s_cselect_b64">;
}
defm S_BFM_B32 : SOP2_32<0x22, "s_bfm_b32">;
defm S_BFM_B64 : SOP2<0x23, "s_bfm_b64", SDstOp_64, SSrc_b32, SSrc_b32>;
let isCommutable = true in {
defm S_MUL_I32 : SOP2_32<0x24, "s_mul_i32">;
defm S_MUL_HI_U32 : SOP2_32<0x2c, "s_mul_hi_u32">;
defm S_MUL_HI_I32 : SOP2_32<0x2d, "s_mul_hi_i32">;
}
defm S_PACK_LL_B32_B16 : SOP2_32<0x32, "s_pack_ll_b32_b16">;
defm S_PACK_LH_B32_B16 : SOP2_32<0x33, "s_pack_lh_b32_b16">;
defm S_PACK_HH_B32_B16 : SOP2_32<0x34, "s_pack_hh_b32_b16">;

// Sources only.
let sdst = 0, DecodeIgnore = 0x7f0000, hasSideEffects = true, isTerminator = true, isBranch = true,
    isIndirectBranch = true in {
def S_CBRANCH_G_FORK : SOP2Inst<0x29, (outs), (ins SCSrc_b64:$ssrc0, SCSrc_b64:$ssrc1), "s_cbranch_g_fork",
                                "$ssrc0, $ssrc1">;
let isBarrier = true in
def S_RFE_RESTORE_B64 : SOP2Inst<0x2b, (outs), (ins SSrc_b64:$ssrc0, SSrc_b32:$ssrc1), "s_rfe_restore_b64",
                                 "$ssrc0, $ssrc1">;
}

//===- SOP1 ------------------------------------------------------------------------------------------------------===//

class SOP1Inst<int op, dag outs, dag ins, string mnemonic, string asm> : Inst32<outs, ins, mnemonic, asm> {
  bits<10> sdst;
  bits<10> ssrc0;
  let Inst{7-0} = ssrc0{7-0};
  let Inst{15-8} = op;
  let Inst{22-16} = sdst{6-0};
  let Inst{31-23} = 0b101111101;
  // A destination or a source that does not exist.
  let DecodeIgnore{22-16} = !if(!empty(outs), 0x7f, 0);
  let DecodeIgnore{7-0} = !if(!empty(ins), 0xff, 0);
  let SOP1 = true;
  let BaseName = !toupper(mnemonic);
}
multiclass SOP1<int op, string mnemonic, RegisterOperand dst, RegisterOperand src> {
  def NAME : SOP1Inst<op, (outs dst:$sdst), (ins src:$ssrc0), mnemonic, "$sdst, $ssrc0">;
}
multiclass SOP1_32<int op, string mnemonic> { defm NAME : SOP1<op, mnemonic, SDstOp_32, SSrc_b32>; }
multiclass SOP1_64<int op, string mnemonic> { defm NAME : SOP1<op, mnemonic, SDstOp_64, SSrc_b64>; }
multiclass SOP1_32_64<int op, string mnemonic> { defm NAME : SOP1<op, mnemonic, SDstOp_32, SSrc_b64>; }
multiclass SOP1_64_32<int op, string mnemonic> { defm NAME : SOP1<op, mnemonic, SDstOp_64, SSrc_b32>; }

let isMoveImm = true, isReMaterializable = true, isAsCheapAsAMove = true in {
defm S_MOV_B32 : SOP1_32<0x00, "s_mov_b32">;
defm S_MOV_B64 : SOP1_64<0x01, "s_mov_b64">;
}
// The old value is preserved if SCC is 0.
let Uses = [SCC] in {
defm S_CMOV_B32 : SOP1_32<0x02, "s_cmov_b32">;
defm S_CMOV_B64 : SOP1_64<0x03, "s_cmov_b64">;
}
let Defs = [SCC] in {
defm S_NOT_B32 : SOP1_32<0x04, "s_not_b32">;
defm S_NOT_B64 : SOP1_64<0x05, "s_not_b64">;
let WQM = true in {
defm S_WQM_B32 : SOP1_32<0x06, "s_wqm_b32">;
defm S_WQM_B64 : SOP1_64<0x07, "s_wqm_b64">;
}
defm S_BCNT0_I32_B32 : SOP1_32<0x0a, "s_bcnt0_i32_b32">;
defm S_BCNT0_I32_B64 : SOP1_32_64<0x0b, "s_bcnt0_i32_b64">;
defm S_BCNT1_I32_B32 : SOP1_32<0x0c, "s_bcnt1_i32_b32">;
defm S_BCNT1_I32_B64 : SOP1_32_64<0x0d, "s_bcnt1_i32_b64">;
defm S_QUADMASK_B32 : SOP1_32<0x28, "s_quadmask_b32">;
defm S_QUADMASK_B64 : SOP1_64<0x29, "s_quadmask_b64">;
defm S_ABS_I32 : SOP1_32<0x30, "s_abs_i32">;
}
defm S_BREV_B32 : SOP1_32<0x08, "s_brev_b32">;
defm S_BREV_B64 : SOP1_64<0x09, "s_brev_b64">;
defm S_FF0_I32_B32 : SOP1_32<0x0e, "s_ff0_i32_b32">;
defm S_FF0_I32_B64 : SOP1_32_64<0x0f, "s_ff0_i32_b64">;
defm S_FF1_I32_B32 : SOP1_32<0x10, "s_ff1_i32_b32">;
defm S_FF1_I32_B64 : SOP1_32_64<0x11, "s_ff1_i32_b64">;
defm S_FLBIT_I32_B32 : SOP1_32<0x12, "s_flbit_i32_b32">;
defm S_FLBIT_I32_B64 : SOP1_32_64<0x13, "s_flbit_i32_b64">;
defm S_FLBIT_I32 : SOP1_32<0x14, "s_flbit_i32">;
defm S_FLBIT_I32_I64 : SOP1_32_64<0x15, "s_flbit_i32_i64">;
defm S_SEXT_I32_I8 : SOP1_32<0x16, "s_sext_i32_i8">;
defm S_SEXT_I32_I16 : SOP1_32<0x17, "s_sext_i32_i16">;
// The destination is also read.
defm S_BITSET0_B32 : SOP1_32<0x18, "s_bitset0_b32">;
defm S_BITSET0_B64 : SOP1_64_32<0x19, "s_bitset0_b64">;
defm S_BITSET1_B32 : SOP1_32<0x1a, "s_bitset1_b32">;
defm S_BITSET1_B64 : SOP1_64_32<0x1b, "s_bitset1_b64">;
let ssrc0 = 0 in
def S_GETPC_B64 : SOP1Inst<0x1c, (outs SDstOp_64:$sdst), (ins), "s_getpc_b64", "$sdst">;
let sdst = 0, isTerminator = true, isBarrier = true, hasSideEffects = true in {
let isBranch = true, isIndirectBranch = true in
def S_SETPC_B64 : SOP1Inst<0x1d, (outs), (ins SReg_64:$ssrc0), "s_setpc_b64", "$ssrc0">;
let isBranch = true, isIndirectBranch = true in
def S_RFE_B64 : SOP1Inst<0x1f, (outs), (ins SReg_64:$ssrc0), "s_rfe_b64", "$ssrc0">;
let isReturn = true, isNoDecode = true, isCodeGenOnly = true in {
def S_SETPC_B64_return : SOP1Inst<0x1d, (outs), (ins SReg_64:$ssrc0), "s_setpc_b64", "$ssrc0">;
let isCall = true in
def S_SETPC_B64_tail : SOP1Inst<0x1d, (outs), (ins SReg_64:$ssrc0), "s_setpc_b64", "$ssrc0">;
}
}
let isCall = true, hasSideEffects = true in
defm S_SWAPPC_B64 : SOP1<0x1e, "s_swappc_b64", SDstOp_64, SSrc_b64>;
let Uses = [EXEC], Defs = [EXEC, SCC], WritesExec = true, hasSideEffects = true in {
defm S_AND_SAVEEXEC_B64 : SOP1_64<0x20, "s_and_saveexec_b64">;
defm S_OR_SAVEEXEC_B64 : SOP1_64<0x21, "s_or_saveexec_b64">;
defm S_XOR_SAVEEXEC_B64 : SOP1_64<0x22, "s_xor_saveexec_b64">;
defm S_ANDN2_SAVEEXEC_B64 : SOP1_64<0x23, "s_andn2_saveexec_b64">;
defm S_ORN2_SAVEEXEC_B64 : SOP1_64<0x24, "s_orn2_saveexec_b64">;
defm S_NAND_SAVEEXEC_B64 : SOP1_64<0x25, "s_nand_saveexec_b64">;
defm S_NOR_SAVEEXEC_B64 : SOP1_64<0x26, "s_nor_saveexec_b64">;
defm S_XNOR_SAVEEXEC_B64 : SOP1_64<0x27, "s_xnor_saveexec_b64">;
defm S_ANDN1_SAVEEXEC_B64 : SOP1_64<0x33, "s_andn1_saveexec_b64">;
defm S_ORN1_SAVEEXEC_B64 : SOP1_64<0x34, "s_orn1_saveexec_b64">;
defm S_ANDN1_WREXEC_B64 : SOP1_64<0x35, "s_andn1_wrexec_b64">;
defm S_ANDN2_WREXEC_B64 : SOP1_64<0x36, "s_andn2_wrexec_b64">;
}
let Uses = [M0], hasSideEffects = true in {
defm S_MOVRELS_B32 : SOP1<0x2a, "s_movrels_b32", SDstOp_32, SRegSrc_32>;
defm S_MOVRELS_B64 : SOP1<0x2b, "s_movrels_b64", SDstOp_64, SRegSrc_64>;
defm S_MOVRELD_B32 : SOP1_32<0x2c, "s_movreld_b32">;
defm S_MOVRELD_B64 : SOP1_64<0x2d, "s_movreld_b64">;
}
let sdst = 0, hasSideEffects = true in {
let isTerminator = true, isBranch = true, isIndirectBranch = true in
def S_CBRANCH_JOIN : SOP1Inst<0x2e, (outs), (ins SReg_32:$ssrc0), "s_cbranch_join", "$ssrc0">;
let Uses = [M0], Defs = [M0] in
def S_SET_GPR_IDX_IDX : SOP1Inst<0x32, (outs), (ins SSrc_b32:$ssrc0), "s_set_gpr_idx_idx", "$ssrc0">;
}
defm S_BITREPLICATE_B64_B32 : SOP1_64_32<0x37, "s_bitreplicate_b64_b32">;

//===- SOPC ------------------------------------------------------------------------------------------------------===//

class SOPCInst<int op, dag ins, string mnemonic, string asm> : Inst32<(outs), ins, mnemonic, asm> {
  bits<10> ssrc0;
  bits<10> ssrc1;
  let Inst{7-0} = ssrc0{7-0};
  let Inst{15-8} = ssrc1{7-0};
  let Inst{22-16} = op;
  let Inst{31-23} = 0b101111110;
  let SOPC = true;
  let BaseName = !toupper(mnemonic);
}
class SOPC_32<int op, string mnemonic> : SOPCInst<op, (ins SSrc_b32:$ssrc0, SSrc_b32:$ssrc1), mnemonic,
                                                  "$ssrc0, $ssrc1">;
class SOPC_64_32<int op, string mnemonic> : SOPCInst<op, (ins SSrc_b64:$ssrc0, SSrc_b32:$ssrc1), mnemonic,
                                                     "$ssrc0, $ssrc1">;
class SOPC_64<int op, string mnemonic> : SOPCInst<op, (ins SSrc_b64:$ssrc0, SSrc_b64:$ssrc1), mnemonic,
                                                  "$ssrc0, $ssrc1">;

let Defs = [SCC] in {
let isCompare = true in {
let isCommutable = true in {
def S_CMP_EQ_I32 : SOPC_32<0x00, "s_cmp_eq_i32">;
def S_CMP_LG_I32 : SOPC_32<0x01, "s_cmp_lg_i32">;
def S_CMP_EQ_U32 : SOPC_32<0x06, "s_cmp_eq_u32">;
def S_CMP_LG_U32 : SOPC_32<0x07, "s_cmp_lg_u32">;
def S_CMP_EQ_U64 : SOPC_64<0x12, "s_cmp_eq_u64">;
def S_CMP_LG_U64 : SOPC_64<0x13, "s_cmp_lg_u64">;
let CommutedBase = "S_CMP_LT_I32" in def S_CMP_GT_I32 : SOPC_32<0x02, "s_cmp_gt_i32">;
let CommutedBase = "S_CMP_LE_I32" in def S_CMP_GE_I32 : SOPC_32<0x03, "s_cmp_ge_i32">;
let CommutedBase = "S_CMP_GT_I32" in def S_CMP_LT_I32 : SOPC_32<0x04, "s_cmp_lt_i32">;
let CommutedBase = "S_CMP_GE_I32" in def S_CMP_LE_I32 : SOPC_32<0x05, "s_cmp_le_i32">;
let CommutedBase = "S_CMP_LT_U32" in def S_CMP_GT_U32 : SOPC_32<0x08, "s_cmp_gt_u32">;
let CommutedBase = "S_CMP_LE_U32" in def S_CMP_GE_U32 : SOPC_32<0x09, "s_cmp_ge_u32">;
let CommutedBase = "S_CMP_GT_U32" in def S_CMP_LT_U32 : SOPC_32<0x0a, "s_cmp_lt_u32">;
let CommutedBase = "S_CMP_GE_U32" in def S_CMP_LE_U32 : SOPC_32<0x0b, "s_cmp_le_u32">;
}
def S_BITCMP0_B32 : SOPC_32<0x0c, "s_bitcmp0_b32">;
def S_BITCMP1_B32 : SOPC_32<0x0d, "s_bitcmp1_b32">;
def S_BITCMP0_B64 : SOPC_64_32<0x0e, "s_bitcmp0_b64">;
def S_BITCMP1_B64 : SOPC_64_32<0x0f, "s_bitcmp1_b64">;
}
}
let hasSideEffects = true in {
def S_SETVSKIP : SOPC_32<0x10, "s_setvskip">;
let Uses = [M0, MODE], Defs = [M0, MODE] in
def S_SET_GPR_IDX_ON : SOPCInst<0x11, (ins SSrc_b32:$ssrc0, GPRIdxMode:$ssrc1), "s_set_gpr_idx_on",
                                "$ssrc0, $ssrc1">;
}

//===- SOPK ------------------------------------------------------------------------------------------------------===//

class SOPKInst<int op, dag outs, dag ins, string mnemonic, string asm> : Inst32<outs, ins, mnemonic, asm> {
  bits<10> sdst;
  bits<16> simm16;
  let Inst{15-0} = simm16;
  let Inst{22-16} = sdst{6-0};
  let Inst{27-23} = op;
  let Inst{31-28} = 0b1011;
  let SOPK = true;
  let BaseName = !toupper(mnemonic);
}
class SOPK_32<int op, string mnemonic>
  : SOPKInst<op, (outs SDstOp_32:$sdst), (ins S16Imm:$simm16), mnemonic, "$sdst, $simm16">;
// The destination is also a source.
class SOPK_tied<int op, string mnemonic>
  : SOPKInst<op, (outs SDstOp_32:$sdst), (ins SReg_32:$src0, S16Imm:$simm16), mnemonic, "$sdst, $simm16"> {
  let Constraints = "$sdst = $src0";
}
class SOPK_cmp<int op, string mnemonic, Operand constant = S16Imm>
  : SOPKInst<op, (outs), (ins SReg_32:$sdst, constant:$simm16), mnemonic, "$sdst, $simm16"> {
  let isCompare = true;
  let Defs = [SCC];
}

let isMoveImm = true, isReMaterializable = true, isAsCheapAsAMove = true in
def S_MOVK_I32 : SOPK_32<0x00, "s_movk_i32">;
let Uses = [SCC] in def S_CMOVK_I32 : SOPK_32<0x01, "s_cmovk_i32">;
def S_CMPK_EQ_I32 : SOPK_cmp<0x02, "s_cmpk_eq_i32">;
def S_CMPK_LG_I32 : SOPK_cmp<0x03, "s_cmpk_lg_i32">;
def S_CMPK_GT_I32 : SOPK_cmp<0x04, "s_cmpk_gt_i32">;
def S_CMPK_GE_I32 : SOPK_cmp<0x05, "s_cmpk_ge_i32">;
def S_CMPK_LT_I32 : SOPK_cmp<0x06, "s_cmpk_lt_i32">;
def S_CMPK_LE_I32 : SOPK_cmp<0x07, "s_cmpk_le_i32">;
def S_CMPK_EQ_U32 : SOPK_cmp<0x08, "s_cmpk_eq_u32", UnsignedKImm>;
def S_CMPK_LG_U32 : SOPK_cmp<0x09, "s_cmpk_lg_u32", UnsignedKImm>;
def S_CMPK_GT_U32 : SOPK_cmp<0x0a, "s_cmpk_gt_u32", UnsignedKImm>;
def S_CMPK_GE_U32 : SOPK_cmp<0x0b, "s_cmpk_ge_u32", UnsignedKImm>;
def S_CMPK_LT_U32 : SOPK_cmp<0x0c, "s_cmpk_lt_u32", UnsignedKImm>;
def S_CMPK_LE_U32 : SOPK_cmp<0x0d, "s_cmpk_le_u32", UnsignedKImm>;
let Defs = [SCC] in def S_ADDK_I32 : SOPK_tied<0x0e, "s_addk_i32">;
def S_MULK_I32 : SOPK_tied<0x0f, "s_mulk_i32">;
let isTerminator = true, isBranch = true, hasSideEffects = true in
def S_CBRANCH_I_FORK : SOPKInst<0x10, (outs), (ins SReg_64:$sdst, SOPPBrTarget:$simm16), "s_cbranch_i_fork",
                                "$sdst, $simm16">;
let hasSideEffects = true in {
let Uses = [MODE] in
def S_GETREG_B32 : SOPKInst<0x11, (outs SDstOp_32:$sdst), (ins Hwreg:$simm16), "s_getreg_b32", "$sdst, $simm16">;
let Uses = [MODE], Defs = [MODE] in {
def S_SETREG_B32 : SOPKInst<0x12, (outs), (ins SReg_32:$sdst, Hwreg:$simm16), "s_setreg_b32", "$simm16, $sdst">;
def S_SETREG_IMM32_B32 : Inst64<(outs), (ins SImm32:$imm, Hwreg:$simm16), "s_setreg_imm32_b32", "$simm16, $imm"> {
  bits<16> simm16;
  bits<32> imm;
  let Inst{15-0} = simm16;
  let Inst{22-16} = 0;
  let Inst{27-23} = 0x14;
  let Inst{31-28} = 0b1011;
  let Inst{63-32} = imm;
  let SOPK = true;
  let BaseName = "S_SETREG_IMM32_B32";
}
}
let isCall = true in
def S_CALL_B64 : SOPKInst<0x15, (outs SDstOp_64:$sdst), (ins SOPPBrTarget:$simm16), "s_call_b64", "$sdst, $simm16">;
}

//===- SOPP ------------------------------------------------------------------------------------------------------===//

class SOPPInst<int op, dag ins, string mnemonic, string asm> : Inst32<(outs), ins, mnemonic, asm> {
  bits<16> simm16;
  let Inst{15-0} = simm16;
  let Inst{22-16} = op;
  let Inst{31-23} = 0b101111111;
  let SOPP = true;
  let hasSideEffects = true;
  let BaseName = !toupper(mnemonic);
}
class SOPPPlain<int op, string mnemonic> : SOPPInst<op, (ins), mnemonic, ""> { let simm16 = 0; }
class SOPPImm<int op, string mnemonic, Operand operand = U16Imm>
  : SOPPInst<op, (ins operand:$simm16), mnemonic, "$simm16">;
class SOPPBranch<int op, string mnemonic> : SOPPInst<op, (ins SOPPBrTarget:$simm16), mnemonic, "$simm16"> {
  let isBranch = true;
  let isTerminator = true;
}

def S_NOP : SOPPImm<0x00, "s_nop">;
let isTerminator = true, isBarrier = true, isReturn = true in
def S_ENDPGM : SOPPInst<0x01, (ins EndpgmImm:$simm16), "s_endpgm", "$simm16">;
let isBarrier = true in def S_BRANCH : SOPPBranch<0x02, "s_branch">;
def S_WAKEUP : SOPPPlain<0x03, "s_wakeup">;
let Uses = [SCC] in {
def S_CBRANCH_SCC0 : SOPPBranch<0x04, "s_cbranch_scc0">;
def S_CBRANCH_SCC1 : SOPPBranch<0x05, "s_cbranch_scc1">;
}
let Uses = [VCC] in {
def S_CBRANCH_VCCZ : SOPPBranch<0x06, "s_cbranch_vccz">;
def S_CBRANCH_VCCNZ : SOPPBranch<0x07, "s_cbranch_vccnz">;
}
let Uses = [EXEC] in {
def S_CBRANCH_EXECZ : SOPPBranch<0x08, "s_cbranch_execz">;
def S_CBRANCH_EXECNZ : SOPPBranch<0x09, "s_cbranch_execnz">;
}
let isConvergent = true in def S_BARRIER : SOPPPlain<0x0a, "s_barrier">;
def S_SETKILL : SOPPImm<0x0b, "s_setkill">;
def S_WAITCNT : SOPPImm<0x0c, "s_waitcnt", WaitcntImm>;
def S_SETHALT : SOPPImm<0x0d, "s_sethalt">;
def S_SLEEP : SOPPImm<0x0e, "s_sleep">;
def S_SETPRIO : SOPPImm<0x0f, "s_setprio">;
let Uses = [M0, EXEC], LGKM_CNT = true in {
def S_SENDMSG : SOPPImm<0x10, "s_sendmsg", SendMsgImm>;
def S_SENDMSGHALT : SOPPImm<0x11, "s_sendmsghalt", SendMsgImm>;
}
def S_TRAP : SOPPImm<0x12, "s_trap">;
def S_ICACHE_INV : SOPPPlain<0x13, "s_icache_inv">;
def S_INCPERFLEVEL : SOPPImm<0x14, "s_incperflevel">;
def S_DECPERFLEVEL : SOPPImm<0x15, "s_decperflevel">;
let Uses = [M0] in def S_TTRACEDATA : SOPPPlain<0x16, "s_ttracedata">;
def S_CBRANCH_CDBGSYS : SOPPBranch<0x17, "s_cbranch_cdbgsys">;
def S_CBRANCH_CDBGUSER : SOPPBranch<0x18, "s_cbranch_cdbguser">;
def S_CBRANCH_CDBGSYS_OR_USER : SOPPBranch<0x19, "s_cbranch_cdbgsys_or_user">;
def S_CBRANCH_CDBGSYS_AND_USER : SOPPBranch<0x1a, "s_cbranch_cdbgsys_and_user">;
let isTerminator = true, isBarrier = true, isReturn = true in {
def S_ENDPGM_SAVED : SOPPPlain<0x1b, "s_endpgm_saved">;
def S_ENDPGM_ORDERED_PS_DONE : SOPPPlain<0x1e, "s_endpgm_ordered_ps_done">;
}
let Uses = [MODE], Defs = [MODE] in {
def S_SET_GPR_IDX_OFF : SOPPPlain<0x1c, "s_set_gpr_idx_off">;
let Uses = [MODE, M0], Defs = [MODE, M0] in
def S_SET_GPR_IDX_MODE : SOPPImm<0x1d, "s_set_gpr_idx_mode", GPRIdxMode>;
}

} // SALU

//===- Other numbers ---------------------------------------------------------------------------------------------===//

// Encodings of later generations, in which a scalar instruction has another number, and `name`, if that is another.
class SOP2Numbered<AMDInst of, int op, string name> : EncodedAs<of, name> { let Inst{29-23} = op; }
class SOP1Numbered<AMDInst of, int op, string name> : EncodedAs<of, name> { let Inst{15-8} = op; }
class SOPCNumbered<AMDInst of, int op, string name> : EncodedAs<of, name> { let Inst{22-16} = op; }
class SOPKNumbered<AMDInst of, int op, string name> : EncodedAs<of, name> { let Inst{27-23} = op; }
