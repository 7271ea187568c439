// DS: local data share.

class DSInst<int op, dag outs, dag ins, string mnemonic, string asm> : Inst64<outs, ins, mnemonic, asm> {
  bits<10> vdst;
  bits<10> addr;
  bits<10> data0;
  bits<10> data1;
  bits<16> offset;
  bits<8> offset0;
  bits<8> offset1;
  bits<1> gds;
  bit has_vdst = false;
  bit has_addr = true;
  bit has_data0 = false;
  bit has_data1 = false;
  bit has_offset = true;
  bit has_two_offsets = false;
  bit has_gds = true;
  bit fixed_gds = false;
  let Inst{7-0} = !if(has_two_offsets, offset0{7-0}, !if(has_offset, offset{7-0}, 0));
  let Inst{15-8} = !if(has_two_offsets, offset1{7-0}, !if(has_offset, offset{15-8}, 0));
  // From gfx90a on there is no global data share: the bit is ignored, except by global wave sync.
  let Inst{16} = !if(fixed_gds, 1, !if(has_gds, gds{0}, 0));
  let DecodeIgnore{16} = !not(!or(fixed_gds, has_gds));
  let Inst{24-17} = op;
  // Data is in AGPRs.
  let Inst{25} = !if(has_vdst, vdst{9}, !if(has_data0, data0{9}, 0));
  let Inst{31-26} = 0b110110;
  let Inst{39-32} = !if(has_addr, addr{7-0}, 0);
  let Inst{47-40} = !if(has_data0, data0{7-0}, 0);
  let Inst{55-48} = !if(has_data1, data1{7-0}, 0);
  let Inst{63-56} = !if(has_vdst, vdst{7-0}, 0);
  let DS = true;
  let LGKM_CNT = true;
  let Uses = [EXEC];
  let BaseName = !toupper(mnemonic);
}

class DS_Read<int op, string mnemonic, RegisterOperand data>
  : DSInst<op, (outs data:$vdst), (ins VGPR_32:$addr, Offset16:$offset, GDS:$gds), mnemonic,
           "$vdst, $addr$offset$gds"> {
  let has_vdst = true;
  let mayLoad = true;
}
// Half of the destination is preserved.
class DS_Read_D16<int op, string mnemonic> : DS_Read<op, mnemonic, AVLdSt_32> {
  let InOperandList = (ins VGPR_32:$addr, Offset16:$offset, GDS:$gds, AVLdSt_32:$vdst_in);
  let Constraints = "$vdst = $vdst_in";
}
class DS_Read2<int op, string mnemonic, RegisterOperand data>
  : DSInst<op, (outs data:$vdst), (ins VGPR_32:$addr, DSOffset0:$offset0, DSOffset1:$offset1, GDS:$gds), mnemonic,
           "$vdst, $addr$offset0$offset1$gds"> {
  let has_vdst = true;
  let has_two_offsets = true;
  let mayLoad = true;
}
class DS_Write<int op, string mnemonic, RegisterOperand data>
  : DSInst<op, (outs), (ins VGPR_32:$addr, data:$data0, Offset16:$offset, GDS:$gds), mnemonic,
           "$addr, $data0$offset$gds"> {
  let has_data0 = true;
  let mayStore = true;
}
class DS_Write2<int op, string mnemonic, RegisterOperand data>
  : DSInst<op, (outs), (ins VGPR_32:$addr, data:$data0, data:$data1, DSOffset0:$offset0, DSOffset1:$offset1, GDS:$gds),
           mnemonic, "$addr, $data0, $data1$offset0$offset1$gds"> {
  let has_data0 = true;
  let has_data1 = true;
  let has_two_offsets = true;
  let mayStore = true;
}
// Atomics with one data operand. BaseName is that of the form without result.
class DS_Atomic<int op, string mnemonic, RegisterOperand data> : DS_Write<op, mnemonic, data> {
  let mayLoad = true;
  let AtomicNoRet = true;
}
class DS_AtomicRtn<int op, string mnemonic, RegisterOperand data, RegisterOperand result = data, string base = "">
  : DSInst<op, (outs result:$vdst), (ins VGPR_32:$addr, data:$data0, Offset16:$offset, GDS:$gds), mnemonic,
           "$vdst, $addr, $data0$offset$gds"> {
  let has_vdst = true;
  let has_data0 = true;
  let mayLoad = true;
  let mayStore = true;
  let AtomicRet = true;
  let Returns = true;
  let BaseName = !if(!empty(base), !toupper(mnemonic), base);
}
// With two: compare and new value, or mask and value.
class DS_Atomic2<int op, string mnemonic, RegisterOperand data>
  : DSInst<op, (outs), (ins VGPR_32:$addr, data:$data0, data:$data1, Offset16:$offset, GDS:$gds), mnemonic,
           "$addr, $data0, $data1$offset$gds"> {
  let has_data0 = true;
  let has_data1 = true;
  let mayLoad = true;
  let mayStore = true;
  let AtomicNoRet = true;
}
class DS_Atomic2Rtn<int op, string mnemonic, RegisterOperand data, string base = "">
  : DSInst<op, (outs data:$vdst), (ins VGPR_32:$addr, data:$data0, data:$data1, Offset16:$offset, GDS:$gds), mnemonic,
           "$vdst, $addr, $data0, $data1$offset$gds"> {
  let has_vdst = true;
  let has_data0 = true;
  let has_data1 = true;
  let mayLoad = true;
  let mayStore = true;
  let AtomicRet = true;
  let Returns = true;
  let BaseName = !if(!empty(base), !toupper(mnemonic), base);
}
// Exchange of two locations.
class DS_Exchange2<int op, string mnemonic, RegisterOperand data, RegisterOperand result>
  : DSInst<op, (outs result:$vdst),
           (ins VGPR_32:$addr, data:$data0, data:$data1, DSOffset0:$offset0, DSOffset1:$offset1, GDS:$gds), mnemonic,
           "$vdst, $addr, $data0, $data1$offset0$offset1$gds"> {
  let has_vdst = true;
  let has_data0 = true;
  let has_data1 = true;
  let has_two_offsets = true;
  let mayLoad = true;
  let mayStore = true;
  let AtomicRet = true;
  let Returns = true;
}
// Between lanes, through the LDS hardware but not its memory.
class DS_Permute<int op, string mnemonic>
  : DSInst<op, (outs AVLdSt_32:$vdst), (ins VGPR_32:$addr, AVLdSt_32:$data0, Offset16:$offset), mnemonic,
           "$vdst, $addr, $data0$offset"> {
  let has_vdst = true;
  let has_data0 = true;
  let has_gds = false;
  let isConvergent = true;
}
// The address is M0 (and the lane).
class DS_AddTidRead<int op, string mnemonic>
  : DSInst<op, (outs AVLdSt_32:$vdst), (ins Offset16:$offset, GDS:$gds), mnemonic, "$vdst$offset$gds"> {
  let has_vdst = true;
  let has_addr = false;
  let mayLoad = true;
  let Uses = [M0, EXEC];
}
class DS_AddTidWrite<int op, string mnemonic>
  : DSInst<op, (outs), (ins AVLdSt_32:$data0, Offset16:$offset, GDS:$gds), mnemonic, "$data0$offset$gds"> {
  let has_data0 = true;
  let has_addr = false;
  let mayStore = true;
  let Uses = [M0, EXEC];
}
class DS_Append<int op, string mnemonic> : DS_AddTidRead<op, mnemonic> {
  let mayStore = true;
  let isConvergent = true;
}
// Global wave sync.
class DS_GWS<int op, string mnemonic, dag ins, string asm> : DSInst<op, (outs), ins, mnemonic, asm> {
  let has_addr = false;
  let has_gds = false;
  let fixed_gds = true;
  let GWS = true;
  let mayLoad = true;
  let mayStore = true;
  let hasSideEffects = true;
  let isConvergent = true;
  let Uses = [M0, EXEC];
}
class DS_GWS_0D<int op, string mnemonic> : DS_GWS<op, mnemonic, (ins Offset16:$offset), "$offset gds"> {
  let AsmSeparator = "";
}
class DS_GWS_1D<int op, string mnemonic>
  : DS_GWS<op, mnemonic, (ins AVLdSt_32:$data0, Offset16:$offset), "$data0$offset gds"> {
  let Inst{39-32} = data0{7-0};
  let Inst{47-40} = 0;
  let has_data0 = true;
}

def DS_ADD_U32 : DS_Atomic<0x00, "ds_add_u32", AVLdSt_32>;
def DS_SUB_U32 : DS_Atomic<0x01, "ds_sub_u32", AVLdSt_32>;
def DS_RSUB_U32 : DS_Atomic<0x02, "ds_rsub_u32", AVLdSt_32>;
def DS_INC_U32 : DS_Atomic<0x03, "ds_inc_u32", AVLdSt_32>;
def DS_DEC_U32 : DS_Atomic<0x04, "ds_dec_u32", AVLdSt_32>;
def DS_MIN_I32 : DS_Atomic<0x05, "ds_min_i32", AVLdSt_32>;
def DS_MAX_I32 : DS_Atomic<0x06, "ds_max_i32", AVLdSt_32>;
def DS_MIN_U32 : DS_Atomic<0x07, "ds_min_u32", AVLdSt_32>;
def DS_MAX_U32 : DS_Atomic<0x08, "ds_max_u32", AVLdSt_32>;
def DS_AND_B32 : DS_Atomic<0x09, "ds_and_b32", AVLdSt_32>;
def DS_OR_B32 : DS_Atomic<0x0a, "ds_or_b32", AVLdSt_32>;
def DS_XOR_B32 : DS_Atomic<0x0b, "ds_xor_b32", AVLdSt_32>;
def DS_MSKOR_B32 : DS_Atomic2<0x0c, "ds_mskor_b32", AVLdSt_32>;
def DS_WRITE_B32 : DS_Write<0x0d, "ds_write_b32", AVLdSt_32>;
def DS_WRITE2_B32 : DS_Write2<0x0e, "ds_write2_b32", AVLdSt_32>;
def DS_WRITE2ST64_B32 : DS_Write2<0x0f, "ds_write2st64_b32", AVLdSt_32>;
def DS_CMPST_B32 : DS_Atomic2<0x10, "ds_cmpst_b32", AVLdSt_32>;
let FPAtomic = true in def DS_CMPST_F32 : DS_Atomic2<0x11, "ds_cmpst_f32", AVLdSt_32>;
let FPAtomic = true in def DS_MIN_F32 : DS_Atomic<0x12, "ds_min_f32", AVLdSt_32>;
let FPAtomic = true in def DS_MAX_F32 : DS_Atomic<0x13, "ds_max_f32", AVLdSt_32>;
def DS_NOP : DSInst<0x14, (outs), (ins), "ds_nop", ""> {
  let has_addr = false;
  let has_offset = false;
  let has_gds = false;
  let hasSideEffects = true;
}
let FPAtomic = true in def DS_ADD_F32 : DS_Atomic<0x15, "ds_add_f32", AVLdSt_32>;
let FPAtomic = true, Predicates = [HasGFX940] in def DS_PK_ADD_F16 : DS_Atomic<0x17, "ds_pk_add_f16", AVLdSt_32>;
let FPAtomic = true, Predicates = [HasGFX940] in def DS_PK_ADD_BF16 : DS_Atomic<0x18, "ds_pk_add_bf16", AVLdSt_32>;
def DS_WRITE_ADDTID_B32 : DS_AddTidWrite<0x1d, "ds_write_addtid_b32">;
def DS_WRITE_B8 : DS_Write<0x1e, "ds_write_b8", AVLdSt_32>;
def DS_WRITE_B16 : DS_Write<0x1f, "ds_write_b16", AVLdSt_32>;
def DS_ADD_RTN_U32 : DS_AtomicRtn<0x20, "ds_add_rtn_u32", AVLdSt_32, AVLdSt_32, "DS_ADD_U32">;
def DS_SUB_RTN_U32 : DS_AtomicRtn<0x21, "ds_sub_rtn_u32", AVLdSt_32, AVLdSt_32, "DS_SUB_U32">;
def DS_RSUB_RTN_U32 : DS_AtomicRtn<0x22, "ds_rsub_rtn_u32", AVLdSt_32, AVLdSt_32, "DS_RSUB_U32">;
def DS_INC_RTN_U32 : DS_AtomicRtn<0x23, "ds_inc_rtn_u32", AVLdSt_32, AVLdSt_32, "DS_INC_U32">;
def DS_DEC_RTN_U32 : DS_AtomicRtn<0x24, "ds_dec_rtn_u32", AVLdSt_32, AVLdSt_32, "DS_DEC_U32">;
def DS_MIN_RTN_I32 : DS_AtomicRtn<0x25, "ds_min_rtn_i32", AVLdSt_32, AVLdSt_32, "DS_MIN_I32">;
def DS_MAX_RTN_I32 : DS_AtomicRtn<0x26, "ds_max_rtn_i32", AVLdSt_32, AVLdSt_32, "DS_MAX_I32">;
def DS_MIN_RTN_U32 : DS_AtomicRtn<0x27, "ds_min_rtn_u32", AVLdSt_32, AVLdSt_32, "DS_MIN_U32">;
def DS_MAX_RTN_U32 : DS_AtomicRtn<0x28, "ds_max_rtn_u32", AVLdSt_32, AVLdSt_32, "DS_MAX_U32">;
def DS_AND_RTN_B32 : DS_AtomicRtn<0x29, "ds_and_rtn_b32", AVLdSt_32, AVLdSt_32, "DS_AND_B32">;
def DS_OR_RTN_B32 : DS_AtomicRtn<0x2a, "ds_or_rtn_b32", AVLdSt_32, AVLdSt_32, "DS_OR_B32">;
def DS_XOR_RTN_B32 : DS_AtomicRtn<0x2b, "ds_xor_rtn_b32", AVLdSt_32, AVLdSt_32, "DS_XOR_B32">;
def DS_MSKOR_RTN_B32 : DS_Atomic2Rtn<0x2c, "ds_mskor_rtn_b32", AVLdSt_32, "DS_MSKOR_B32">;
def DS_WRXCHG_RTN_B32 : DS_AtomicRtn<0x2d, "ds_wrxchg_rtn_b32", AVLdSt_32>;
def DS_WRXCHG2_RTN_B32 : DS_Exchange2<0x2e, "ds_wrxchg2_rtn_b32", AVLdSt_32, AVLdSt_64>;
def DS_WRXCHG2ST64_RTN_B32 : DS_Exchange2<0x2f, "ds_wrxchg2st64_rtn_b32", AVLdSt_32, AVLdSt_64>;
def DS_CMPST_RTN_B32 : DS_Atomic2Rtn<0x30, "ds_cmpst_rtn_b32", AVLdSt_32, "DS_CMPST_B32">;
let FPAtomic = true in def DS_CMPST_RTN_F32 : DS_Atomic2Rtn<0x31, "ds_cmpst_rtn_f32", AVLdSt_32, "DS_CMPST_F32">;
let FPAtomic = true in def DS_MIN_RTN_F32 : DS_AtomicRtn<0x32, "ds_min_rtn_f32", AVLdSt_32, AVLdSt_32, "DS_MIN_F32">;
let FPAtomic = true in def DS_MAX_RTN_F32 : DS_AtomicRtn<0x33, "ds_max_rtn_f32", AVLdSt_32, AVLdSt_32, "DS_MAX_F32">;
def DS_WRAP_RTN_B32 : DS_Atomic2Rtn<0x34, "ds_wrap_rtn_b32", AVLdSt_32>;
let FPAtomic = true in def DS_ADD_RTN_F32 : DS_AtomicRtn<0x35, "ds_add_rtn_f32", AVLdSt_32, AVLdSt_32, "DS_ADD_F32">;
def DS_READ_B32 : DS_Read<0x36, "ds_read_b32", AVLdSt_32>;
def DS_READ2_B32 : DS_Read2<0x37, "ds_read2_b32", AVLdSt_64>;
def DS_READ2ST64_B32 : DS_Read2<0x38, "ds_read2st64_b32", AVLdSt_64>;
def DS_READ_I8 : DS_Read<0x39, "ds_read_i8", AVLdSt_32>;
def DS_READ_U8 : DS_Read<0x3a, "ds_read_u8", AVLdSt_32>;
def DS_READ_I16 : DS_Read<0x3b, "ds_read_i16", AVLdSt_32>;
def DS_READ_U16 : DS_Read<0x3c, "ds_read_u16", AVLdSt_32>;
let isConvergent = true, mayLoad = false in
def DS_SWIZZLE_B32 : DS_Read<0x3d, "ds_swizzle_b32", AVLdSt_32> {
  let InOperandList = (ins VGPR_32:$addr, DSSwizzle:$offset, GDS:$gds);
}
def DS_PERMUTE_B32 : DS_Permute<0x3e, "ds_permute_b32">;
def DS_BPERMUTE_B32 : DS_Permute<0x3f, "ds_bpermute_b32">;
def DS_ADD_U64 : DS_Atomic<0x40, "ds_add_u64", AVLdSt_64>;
def DS_SUB_U64 : DS_Atomic<0x41, "ds_sub_u64", AVLdSt_64>;
def DS_RSUB_U64 : DS_Atomic<0x42, "ds_rsub_u64", AVLdSt_64>;
def DS_INC_U64 : DS_Atomic<0x43, "ds_inc_u64", AVLdSt_64>;
def DS_DEC_U64 : DS_Atomic<0x44, "ds_dec_u64", AVLdSt_64>;
def DS_MIN_I64 : DS_Atomic<0x45, "ds_min_i64", AVLdSt_64>;
def DS_MAX_I64 : DS_Atomic<0x46, "ds_max_i64", AVLdSt_64>;
def DS_MIN_U64 : DS_Atomic<0x47, "ds_min_u64", AVLdSt_64>;
def DS_MAX_U64 : DS_Atomic<0x48, "ds_max_u64", AVLdSt_64>;
def DS_AND_B64 : DS_Atomic<0x49, "ds_and_b64", AVLdSt_64>;
def DS_OR_B64 : DS_Atomic<0x4a, "ds_or_b64", AVLdSt_64>;
def DS_XOR_B64 : DS_Atomic<0x4b, "ds_xor_b64", AVLdSt_64>;
def DS_MSKOR_B64 : DS_Atomic2<0x4c, "ds_mskor_b64", AVLdSt_64>;
def DS_WRITE_B64 : DS_Write<0x4d, "ds_write_b64", AVLdSt_64>;
def DS_WRITE2_B64 : DS_Write2<0x4e, "ds_write2_b64", AVLdSt_64>;
def DS_WRITE2ST64_B64 : DS_Write2<0x4f, "ds_write2st64_b64", AVLdSt_64>;
def DS_CMPST_B64 : DS_Atomic2<0x50, "ds_cmpst_b64", AVLdSt_64>;
let FPAtomic = true in def DS_CMPST_F64 : DS_Atomic2<0x51, "ds_cmpst_f64", AVLdSt_64>;
let FPAtomic = true in def DS_MIN_F64 : DS_Atomic<0x52, "ds_min_f64", AVLdSt_64>;
let FPAtomic = true in def DS_MAX_F64 : DS_Atomic<0x53, "ds_max_f64", AVLdSt_64>;
def DS_WRITE_B8_D16_HI : DS_Write<0x54, "ds_write_b8_d16_hi", AVLdSt_32>;
def DS_WRITE_B16_D16_HI : DS_Write<0x55, "ds_write_b16_d16_hi", AVLdSt_32>;
let D16Lo = true in def DS_READ_U8_D16 : DS_Read_D16<0x56, "ds_read_u8_d16">;
let D16Hi = true in def DS_READ_U8_D16_HI : DS_Read_D16<0x57, "ds_read_u8_d16_hi">;
let D16Lo = true in def DS_READ_I8_D16 : DS_Read_D16<0x58, "ds_read_i8_d16">;
let D16Hi = true in def DS_READ_I8_D16_HI : DS_Read_D16<0x59, "ds_read_i8_d16_hi">;
let D16Lo = true in def DS_READ_U16_D16 : DS_Read_D16<0x5a, "ds_read_u16_d16">;
let D16Hi = true in def DS_READ_U16_D16_HI : DS_Read_D16<0x5b, "ds_read_u16_d16_hi">;
let Predicates = [HasGFX90A], FPAtomic = true in def DS_ADD_F64 : DS_Atomic<0x5c, "ds_add_f64", AVLdSt_64>;
def DS_ADD_RTN_U64 : DS_AtomicRtn<0x60, "ds_add_rtn_u64", AVLdSt_64, AVLdSt_64, "DS_ADD_U64">;
def DS_SUB_RTN_U64 : DS_AtomicRtn<0x61, "ds_sub_rtn_u64", AVLdSt_64, AVLdSt_64, "DS_SUB_U64">;
def DS_RSUB_RTN_U64 : DS_AtomicRtn<0x62, "ds_rsub_rtn_u64", AVLdSt_64, AVLdSt_64, "DS_RSUB_U64">;
def DS_INC_RTN_U64 : DS_AtomicRtn<0x63, "ds_inc_rtn_u64", AVLdSt_64, AVLdSt_64, "DS_INC_U64">;
def DS_DEC_RTN_U64 : DS_AtomicRtn<0x64, "ds_dec_rtn_u64", AVLdSt_64, AVLdSt_64, "DS_DEC_U64">;
def DS_MIN_RTN_I64 : DS_AtomicRtn<0x65, "ds_min_rtn_i64", AVLdSt_64, AVLdSt_64, "DS_MIN_I64">;
def DS_MAX_RTN_I64 : DS_AtomicRtn<0x66, "ds_max_rtn_i64", AVLdSt_64, AVLdSt_64, "DS_MAX_I64">;
def DS_MIN_RTN_U64 : DS_AtomicRtn<0x67, "ds_min_rtn_u64", AVLdSt_64, AVLdSt_64, "DS_MIN_U64">;
def DS_MAX_RTN_U64 : DS_AtomicRtn<0x68, "ds_max_rtn_u64", AVLdSt_64, AVLdSt_64, "DS_MAX_U64">;
def DS_AND_RTN_B64 : DS_AtomicRtn<0x69, "ds_and_rtn_b64", AVLdSt_64, AVLdSt_64, "DS_AND_B64">;
def DS_OR_RTN_B64 : DS_AtomicRtn<0x6a, "ds_or_rtn_b64", AVLdSt_64, AVLdSt_64, "DS_OR_B64">;
def DS_XOR_RTN_B64 : DS_AtomicRtn<0x6b, "ds_xor_rtn_b64", AVLdSt_64, AVLdSt_64, "DS_XOR_B64">;
def DS_MSKOR_RTN_B64 : DS_Atomic2Rtn<0x6c, "ds_mskor_rtn_b64", AVLdSt_64, "DS_MSKOR_B64">;
def DS_WRXCHG_RTN_B64 : DS_AtomicRtn<0x6d, "ds_wrxchg_rtn_b64", AVLdSt_64>;
def DS_WRXCHG2_RTN_B64 : DS_Exchange2<0x6e, "ds_wrxchg2_rtn_b64", AVLdSt_64, AVLdSt_128>;
def DS_WRXCHG2ST64_RTN_B64 : DS_Exchange2<0x6f, "ds_wrxchg2st64_rtn_b64", AVLdSt_64, AVLdSt_128>;
def DS_CMPST_RTN_B64 : DS_Atomic2Rtn<0x70, "ds_cmpst_rtn_b64", AVLdSt_64, "DS_CMPST_B64">;
let FPAtomic = true in def DS_CMPST_RTN_F64 : DS_Atomic2Rtn<0x71, "ds_cmpst_rtn_f64", AVLdSt_64, "DS_CMPST_F64">;
let FPAtomic = true in def DS_MIN_RTN_F64 : DS_AtomicRtn<0x72, "ds_min_rtn_f64", AVLdSt_64, AVLdSt_64, "DS_MIN_F64">;
let FPAtomic = true in def DS_MAX_RTN_F64 : DS_AtomicRtn<0x73, "ds_max_rtn_f64", AVLdSt_64, AVLdSt_64, "DS_MAX_F64">;
def DS_READ_B64 : DS_Read<0x76, "ds_read_b64", AVLdSt_64>;
def DS_READ2_B64 : DS_Read2<0x77, "ds_read2_b64", AVLdSt_128>;
def DS_READ2ST64_B64 : DS_Read2<0x78, "ds_read2st64_b64", AVLdSt_128>;
let Predicates = [HasGFX90A], FPAtomic = true in def DS_ADD_RTN_F64 : DS_AtomicRtn<0x7c, "ds_add_rtn_f64", AVLdSt_64, AVLdSt_64, "DS_ADD_F64">;
def DS_CONDXCHG32_RTN_B64 : DS_AtomicRtn<0x7e, "ds_condxchg32_rtn_b64", AVLdSt_64>;
def DS_GWS_SEMA_RELEASE_ALL : DS_GWS_0D<0x98, "ds_gws_sema_release_all">;
def DS_GWS_INIT : DS_GWS_1D<0x99, "ds_gws_init">;
def DS_GWS_SEMA_V : DS_GWS_0D<0x9a, "ds_gws_sema_v">;
def DS_GWS_SEMA_BR : DS_GWS_1D<0x9b, "ds_gws_sema_br">;
def DS_GWS_SEMA_P : DS_GWS_0D<0x9c, "ds_gws_sema_p">;
def DS_GWS_BARRIER : DS_GWS_1D<0x9d, "ds_gws_barrier">;
def DS_READ_ADDTID_B32 : DS_AddTidRead<0xb6, "ds_read_addtid_b32">;
let FPAtomic = true, Predicates = [HasGFX940] in def DS_PK_ADD_RTN_F16 : DS_AtomicRtn<0xb7, "ds_pk_add_rtn_f16", AVLdSt_32, AVLdSt_32, "DS_PK_ADD_F16">;
let FPAtomic = true, Predicates = [HasGFX940] in def DS_PK_ADD_RTN_BF16 : DS_AtomicRtn<0xb8, "ds_pk_add_rtn_bf16", AVLdSt_32, AVLdSt_32, "DS_PK_ADD_BF16">;
def DS_CONSUME : DS_Append<0xbd, "ds_consume">;
def DS_APPEND : DS_Append<0xbe, "ds_append">;
def DS_WRITE_B96 : DS_Write<0xde, "ds_write_b96", AVLdSt_96>;
def DS_WRITE_B128 : DS_Write<0xdf, "ds_write_b128", AVLdSt_128>;
def DS_READ_B96 : DS_Read<0xfe, "ds_read_b96", AVLdSt_96>;
def DS_READ_B128 : DS_Read<0xff, "ds_read_b128", AVLdSt_128>;
