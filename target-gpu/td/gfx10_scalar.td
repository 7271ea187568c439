// Numbers of scalar instructions on RDNA 2, and of scalar memory. `gfx10.td` has the forms of encodings.

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
let isNoDecode = true, isCodeGenOnly = true in {
defm S_SETPC_B64_return : SOP1_gfx10<0x20>;
defm S_SETPC_B64_tail : SOP1_gfx10<0x20>;
}
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

}
