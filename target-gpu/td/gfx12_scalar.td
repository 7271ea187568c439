// Numbers of scalar instructions on RDNA 4, and of scalar memory. `gfx12.td` has the forms of encodings; the instructions on
// floating-point numbers are in `scalar_float.td`.

let EncodingPredicates = [IsGFX12] in {

//===- SOP2 -------------------------------------------------------------------------------------------===//

defm S_ADD_U32 : SOP2_gfx12<0x00, "s_add_co_u32">;
defm S_SUB_U32 : SOP2_gfx12<0x01, "s_sub_co_u32">;
defm S_ADD_I32 : SOP2_gfx12<0x02, "s_add_co_i32">;
defm S_SUB_I32 : SOP2_gfx12<0x03, "s_sub_co_i32">;
defm S_ADDC_U32 : SOP2_gfx12<0x04, "s_add_co_ci_u32">;
defm S_SUBB_U32 : SOP2_gfx12<0x05, "s_sub_co_ci_u32">;
defm S_ABSDIFF_I32 : SOP2_gfx12<0x06>;
defm S_LSHL_B32 : SOP2_gfx12<0x08>;
defm S_LSHL_B64 : SOP2_gfx12<0x09>;
defm S_LSHR_B32 : SOP2_gfx12<0x0a>;
defm S_LSHR_B64 : SOP2_gfx12<0x0b>;
defm S_ASHR_I32 : SOP2_gfx12<0x0c>;
defm S_ASHR_I64 : SOP2_gfx12<0x0d>;
defm S_LSHL1_ADD_U32 : SOP2_gfx12<0x0e>;
defm S_LSHL2_ADD_U32 : SOP2_gfx12<0x0f>;
defm S_LSHL3_ADD_U32 : SOP2_gfx12<0x10>;
defm S_LSHL4_ADD_U32 : SOP2_gfx12<0x11>;
defm S_MIN_I32 : SOP2_gfx12<0x12>;
defm S_MIN_U32 : SOP2_gfx12<0x13>;
defm S_MAX_I32 : SOP2_gfx12<0x14>;
defm S_MAX_U32 : SOP2_gfx12<0x15>;
defm S_AND_B32 : SOP2_gfx12<0x16>;
defm S_AND_B64 : SOP2_gfx12<0x17>;
defm S_OR_B32 : SOP2_gfx12<0x18>;
defm S_OR_B64 : SOP2_gfx12<0x19>;
defm S_XOR_B32 : SOP2_gfx12<0x1a>;
defm S_XOR_B64 : SOP2_gfx12<0x1b>;
defm S_NAND_B32 : SOP2_gfx12<0x1c>;
defm S_NAND_B64 : SOP2_gfx12<0x1d>;
defm S_NOR_B32 : SOP2_gfx12<0x1e>;
defm S_NOR_B64 : SOP2_gfx12<0x1f>;
defm S_XNOR_B32 : SOP2_gfx12<0x20>;
defm S_XNOR_B64 : SOP2_gfx12<0x21>;
defm S_ANDN2_B32 : SOP2_gfx12<0x22, "s_and_not1_b32">;
defm S_ANDN2_B64 : SOP2_gfx12<0x23, "s_and_not1_b64">;
defm S_ORN2_B32 : SOP2_gfx12<0x24, "s_or_not1_b32">;
defm S_ORN2_B64 : SOP2_gfx12<0x25, "s_or_not1_b64">;
defm S_BFE_U32 : SOP2_gfx12<0x26>;
defm S_BFE_I32 : SOP2_gfx12<0x27>;
defm S_BFE_U64 : SOP2_gfx12<0x28>;
defm S_BFE_I64 : SOP2_gfx12<0x29>;
defm S_BFM_B32 : SOP2_gfx12<0x2a>;
defm S_BFM_B64 : SOP2_gfx12<0x2b>;
defm S_MUL_I32 : SOP2_gfx12<0x2c>;
defm S_MUL_HI_U32 : SOP2_gfx12<0x2d>;
defm S_MUL_HI_I32 : SOP2_gfx12<0x2e>;
defm S_CSELECT_B32 : SOP2_gfx12<0x30>;
defm S_CSELECT_B64 : SOP2_gfx12<0x31>;
defm S_PACK_LL_B32_B16 : SOP2_gfx12<0x32>;
defm S_PACK_LH_B32_B16 : SOP2_gfx12<0x33>;
defm S_PACK_HH_B32_B16 : SOP2_gfx12<0x34>;
defm S_PACK_HL_B32_B16 : SOP2_gfx12<0x35>;
defm S_MIN_F32 : SOP2_gfx12<0x42, "s_min_num_f32">;
defm S_MAX_F32 : SOP2_gfx12<0x43, "s_max_num_f32">;
defm S_MIN_F16 : SOP2_gfx12<0x4b, "s_min_num_f16">;
defm S_MAX_F16 : SOP2_gfx12<0x4c, "s_max_num_f16">;
defm S_MINIMUM_F32 : SOP2_gfx12<0x4f>;
defm S_MAXIMUM_F32 : SOP2_gfx12<0x50>;
defm S_MINIMUM_F16 : SOP2_gfx12<0x51>;
defm S_MAXIMUM_F16 : SOP2_gfx12<0x52>;
defm S_ADD_NC_U64 : SOP2_gfx12<0x53>;
defm S_SUB_NC_U64 : SOP2_gfx12<0x54>;
defm S_MUL_U64 : SOP2_gfx12<0x55>;

//===- SOP1 -------------------------------------------------------------------------------------------===//

defm S_MOV_B32 : SOP1_gfx12<0x00>;
defm S_MOV_B64 : SOP1_gfx12<0x01>;
defm S_CMOV_B32 : SOP1_gfx12<0x02>;
defm S_CMOV_B64 : SOP1_gfx12<0x03>;
defm S_BREV_B32 : SOP1_gfx12<0x04>;
defm S_BREV_B64 : SOP1_gfx12<0x05>;
defm S_FF1_I32_B32 : SOP1_gfx12<0x08, "s_ctz_i32_b32">;
defm S_FF1_I32_B64 : SOP1_gfx12<0x09, "s_ctz_i32_b64">;
defm S_FLBIT_I32_B32 : SOP1_gfx12<0x0a, "s_clz_i32_u32">;
defm S_FLBIT_I32_B64 : SOP1_gfx12<0x0b, "s_clz_i32_u64">;
defm S_FLBIT_I32 : SOP1_gfx12<0x0c, "s_cls_i32">;
defm S_FLBIT_I32_I64 : SOP1_gfx12<0x0d, "s_cls_i32_i64">;
defm S_SEXT_I32_I8 : SOP1_gfx12<0x0e>;
defm S_SEXT_I32_I16 : SOP1_gfx12<0x0f>;
defm S_BITSET0_B32 : SOP1_gfx12<0x10>;
defm S_BITSET0_B64 : SOP1_gfx12<0x11>;
defm S_BITSET1_B32 : SOP1_gfx12<0x12>;
defm S_BITSET1_B64 : SOP1_gfx12<0x13>;
defm S_BITREPLICATE_B64_B32 : SOP1_gfx12<0x14>;
defm S_ABS_I32 : SOP1_gfx12<0x15>;
defm S_BCNT0_I32_B32 : SOP1_gfx12<0x16>;
defm S_BCNT0_I32_B64 : SOP1_gfx12<0x17>;
defm S_BCNT1_I32_B32 : SOP1_gfx12<0x18>;
defm S_BCNT1_I32_B64 : SOP1_gfx12<0x19>;
defm S_QUADMASK_B32 : SOP1_gfx12<0x1a>;
defm S_QUADMASK_B64 : SOP1_gfx12<0x1b>;
defm S_WQM_B32 : SOP1_gfx12<0x1c>;
defm S_WQM_B64 : SOP1_gfx12<0x1d>;
defm S_NOT_B32 : SOP1_gfx12<0x1e>;
defm S_NOT_B64 : SOP1_gfx12<0x1f>;
defm S_AND_SAVEEXEC_B32 : SOP1_gfx12<0x20>;
defm S_AND_SAVEEXEC_B64 : SOP1_gfx12<0x21>;
defm S_OR_SAVEEXEC_B32 : SOP1_gfx12<0x22>;
defm S_OR_SAVEEXEC_B64 : SOP1_gfx12<0x23>;
defm S_XOR_SAVEEXEC_B32 : SOP1_gfx12<0x24>;
defm S_XOR_SAVEEXEC_B64 : SOP1_gfx12<0x25>;
defm S_NAND_SAVEEXEC_B32 : SOP1_gfx12<0x26>;
defm S_NAND_SAVEEXEC_B64 : SOP1_gfx12<0x27>;
defm S_NOR_SAVEEXEC_B32 : SOP1_gfx12<0x28>;
defm S_NOR_SAVEEXEC_B64 : SOP1_gfx12<0x29>;
defm S_XNOR_SAVEEXEC_B32 : SOP1_gfx12<0x2a>;
defm S_XNOR_SAVEEXEC_B64 : SOP1_gfx12<0x2b>;
defm S_ANDN1_SAVEEXEC_B32 : SOP1_gfx12<0x2c, "s_and_not0_saveexec_b32">;
defm S_ANDN1_SAVEEXEC_B64 : SOP1_gfx12<0x2d, "s_and_not0_saveexec_b64">;
defm S_ORN1_SAVEEXEC_B32 : SOP1_gfx12<0x2e, "s_or_not0_saveexec_b32">;
defm S_ORN1_SAVEEXEC_B64 : SOP1_gfx12<0x2f, "s_or_not0_saveexec_b64">;
defm S_ANDN2_SAVEEXEC_B32 : SOP1_gfx12<0x30, "s_and_not1_saveexec_b32">;
defm S_ANDN2_SAVEEXEC_B64 : SOP1_gfx12<0x31, "s_and_not1_saveexec_b64">;
defm S_ORN2_SAVEEXEC_B32 : SOP1_gfx12<0x32, "s_or_not1_saveexec_b32">;
defm S_ORN2_SAVEEXEC_B64 : SOP1_gfx12<0x33, "s_or_not1_saveexec_b64">;
defm S_ANDN1_WREXEC_B32 : SOP1_gfx12<0x34, "s_and_not0_wrexec_b32">;
defm S_ANDN1_WREXEC_B64 : SOP1_gfx12<0x35, "s_and_not0_wrexec_b64">;
defm S_ANDN2_WREXEC_B32 : SOP1_gfx12<0x36, "s_and_not1_wrexec_b32">;
defm S_ANDN2_WREXEC_B64 : SOP1_gfx12<0x37, "s_and_not1_wrexec_b64">;
defm S_MOVRELS_B32 : SOP1_gfx12<0x40>;
defm S_MOVRELS_B64 : SOP1_gfx12<0x41>;
defm S_MOVRELD_B32 : SOP1_gfx12<0x42>;
defm S_MOVRELD_B64 : SOP1_gfx12<0x43>;
defm S_MOVRELSD_2_B32 : SOP1_gfx12<0x44>;
defm S_GETPC_B64 : SOP1_gfx12<0x47>;
defm S_SETPC_B64 : SOP1_gfx12<0x48>;
let isNoDecode = true, isCodeGenOnly = true in {
defm S_SETPC_B64_return : SOP1_gfx12<0x48>;
defm S_SETPC_B64_tail : SOP1_gfx12<0x48>;
}
defm S_SWAPPC_B64 : SOP1_gfx12<0x49>;
defm S_RFE_B64 : SOP1_gfx12<0x4a>;
defm S_SENDMSG_RTN_B32 : SOP1_gfx12<0x4c>;
defm S_SENDMSG_RTN_B64 : SOP1_gfx12<0x4d>;
defm S_BARRIER_SIGNAL : SOP1_gfx12<0x4e>;
defm S_BARRIER_SIGNAL_ISFIRST : SOP1_gfx12<0x4f>;
defm S_GET_BARRIER_STATE : SOP1_gfx12<0x50>;
defm S_BARRIER_INIT : SOP1_gfx12<0x51>;
defm S_BARRIER_JOIN : SOP1_gfx12<0x52>;
defm S_ALLOC_VGPR : SOP1_gfx12<0x53>;
defm S_SLEEP_VAR : SOP1_gfx12<0x58>;

//===- SOPC -------------------------------------------------------------------------------------------===//

defm S_CMP_EQ_I32 : SOPC_gfx12<0x00>;
defm S_CMP_LG_I32 : SOPC_gfx12<0x01>;
defm S_CMP_GT_I32 : SOPC_gfx12<0x02>;
defm S_CMP_GE_I32 : SOPC_gfx12<0x03>;
defm S_CMP_LT_I32 : SOPC_gfx12<0x04>;
defm S_CMP_LE_I32 : SOPC_gfx12<0x05>;
defm S_CMP_EQ_U32 : SOPC_gfx12<0x06>;
defm S_CMP_LG_U32 : SOPC_gfx12<0x07>;
defm S_CMP_GT_U32 : SOPC_gfx12<0x08>;
defm S_CMP_GE_U32 : SOPC_gfx12<0x09>;
defm S_CMP_LT_U32 : SOPC_gfx12<0x0a>;
defm S_CMP_LE_U32 : SOPC_gfx12<0x0b>;
defm S_BITCMP0_B32 : SOPC_gfx12<0x0c>;
defm S_BITCMP1_B32 : SOPC_gfx12<0x0d>;
defm S_BITCMP0_B64 : SOPC_gfx12<0x0e>;
defm S_BITCMP1_B64 : SOPC_gfx12<0x0f>;
defm S_CMP_EQ_U64 : SOPC_gfx12<0x10>;
defm S_CMP_LG_U64 : SOPC_gfx12<0x11>;

//===- SOPK -------------------------------------------------------------------------------------------===//

defm S_MOVK_I32 : SOPK_gfx12<0x00>;
defm S_VERSION : SOPK_gfx12<0x01>;
defm S_CMOVK_I32 : SOPK_gfx12<0x02>;
defm S_ADDK_I32 : SOPK_gfx12<0x0f, "s_addk_co_i32">;
defm S_MULK_I32 : SOPK_gfx12<0x10>;
defm S_GETREG_B32 : SOPK_gfx12<0x11>;
defm S_SETREG_B32 : SOPK_gfx12<0x12>;
defm S_SETREG_IMM32_B32 : SOPK_gfx12<0x13>;
defm S_CALL_B64 : SOPK_gfx12<0x14>;

//===- SOPP -------------------------------------------------------------------------------------------===//

defm S_NOP : SOPP_gfx12<0x00>;
defm S_SETKILL : SOPP_gfx12<0x01>;
defm S_SETHALT : SOPP_gfx12<0x02>;
defm S_SLEEP : SOPP_gfx12<0x03>;
defm S_CLAUSE : SOPP_gfx12<0x05>;
defm S_DELAY_ALU : SOPP_gfx12<0x07>;
defm S_WAITCNT_DEPCTR : SOPP_gfx12<0x08, "s_wait_alu">;
defm S_WAITCNT : SOPP_gfx12<0x09>;
defm S_WAIT_IDLE : SOPP_gfx12<0x0a>;
defm S_WAIT_EVENT : SOPP_gfx12<0x0b>;
defm S_TRAP : SOPP_gfx12<0x10>;
defm S_ROUND_MODE : SOPP_gfx12<0x11>;
defm S_DENORM_MODE : SOPP_gfx12<0x12>;
defm S_BARRIER_WAIT : SOPP_gfx12<0x14>;
defm S_BARRIER_LEAVE : SOPP_gfx12<0x15>;
defm S_CODE_END : SOPP_gfx12<0x1f>;
defm S_BRANCH : SOPP_gfx12<0x20>;
defm S_CBRANCH_SCC0 : SOPP_gfx12<0x21>;
defm S_CBRANCH_SCC1 : SOPP_gfx12<0x22>;
defm S_CBRANCH_VCCZ : SOPP_gfx12<0x23>;
defm S_CBRANCH_VCCNZ : SOPP_gfx12<0x24>;
defm S_CBRANCH_EXECZ : SOPP_gfx12<0x25>;
defm S_CBRANCH_EXECNZ : SOPP_gfx12<0x26>;
defm S_ENDPGM : SOPP_gfx12<0x30>;
defm S_ENDPGM_SAVED : SOPP_gfx12<0x31>;
defm S_WAKEUP : SOPP_gfx12<0x34>;
defm S_SETPRIO : SOPP_gfx12<0x35>;
defm S_SENDMSG : SOPP_gfx12<0x36>;
defm S_SENDMSGHALT : SOPP_gfx12<0x37>;
defm S_INCPERFLEVEL : SOPP_gfx12<0x38>;
defm S_DECPERFLEVEL : SOPP_gfx12<0x39>;
defm S_TTRACEDATA : SOPP_gfx12<0x3a>;
defm S_TTRACEDATA_IMM : SOPP_gfx12<0x3b>;
defm S_ICACHE_INV : SOPP_gfx12<0x3c>;
defm S_WAIT_LOADCNT : SOPP_gfx12<0x40>;
defm S_WAIT_STORECNT : SOPP_gfx12<0x41>;
defm S_WAIT_SAMPLECNT : SOPP_gfx12<0x42>;
defm S_WAIT_BVHCNT : SOPP_gfx12<0x43>;
defm S_WAIT_EXPCNT : SOPP_gfx12<0x44>;
defm S_WAIT_DSCNT : SOPP_gfx12<0x46>;
defm S_WAIT_KMCNT : SOPP_gfx12<0x47>;
defm S_WAIT_LOADCNT_DSCNT : SOPP_gfx12<0x48>;
defm S_WAIT_STORECNT_DSCNT : SOPP_gfx12<0x49>;

//===- SMEM -------------------------------------------------------------------------------------------===//

defm S_LOAD_DWORD : SLoad_gfx12<0x00, "s_load_b32">;
defm S_LOAD_DWORDX2 : SLoad_gfx12<0x01, "s_load_b64">;
defm S_LOAD_DWORDX4 : SLoad_gfx12<0x02, "s_load_b128">;
defm S_LOAD_DWORDX8 : SLoad_gfx12<0x03, "s_load_b256">;
defm S_LOAD_DWORDX16 : SLoad_gfx12<0x04, "s_load_b512">;
defm S_LOAD_DWORDX3 : SLoad_gfx12<0x05>;
defm S_LOAD_I8 : SLoad_gfx12<0x08>;
defm S_LOAD_U8 : SLoad_gfx12<0x09>;
defm S_LOAD_I16 : SLoad_gfx12<0x0a>;
defm S_LOAD_U16 : SLoad_gfx12<0x0b>;
defm S_BUFFER_LOAD_DWORD : SLoad_gfx12<0x10, "s_buffer_load_b32">;
defm S_BUFFER_LOAD_DWORDX2 : SLoad_gfx12<0x11, "s_buffer_load_b64">;
defm S_BUFFER_LOAD_DWORDX4 : SLoad_gfx12<0x12, "s_buffer_load_b128">;
defm S_BUFFER_LOAD_DWORDX8 : SLoad_gfx12<0x13, "s_buffer_load_b256">;
defm S_BUFFER_LOAD_DWORDX16 : SLoad_gfx12<0x14, "s_buffer_load_b512">;
defm S_BUFFER_LOAD_DWORDX3 : SLoad_gfx12<0x15>;
defm S_BUFFER_LOAD_I8 : SLoad_gfx12<0x18>;
defm S_BUFFER_LOAD_U8 : SLoad_gfx12<0x19>;
defm S_BUFFER_LOAD_I16 : SLoad_gfx12<0x1a>;
defm S_BUFFER_LOAD_U16 : SLoad_gfx12<0x1b>;
defm S_DCACHE_INV : SCache_gfx12<0x21>;
defm S_ATC_PROBE : SProbe_gfx12<0x22>;
defm S_ATC_PROBE_BUFFER : SProbe_gfx12<0x23>;
defm S_PREFETCH_INST : SPrefetch_gfx12<0x24>;
defm S_PREFETCH_INST_PC_REL : SPrefetch_gfx12<0x25>;
defm S_PREFETCH_DATA : SPrefetch_gfx12<0x26>;
defm S_BUFFER_PREFETCH_DATA : SPrefetch_gfx12<0x27>;
defm S_PREFETCH_DATA_PC_REL : SPrefetch_gfx12<0x28>;

}
