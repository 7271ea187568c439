// What only processors before gfx90a have: AMD's reference of the Vega instruction set.

let Predicates = [LacksGFX90A] in {
// They are no forms of the instruction that has only one from gfx90a on.
let isCommutable = true, BaseName = "V_MUL_LEGACY_F32_BEFORE" in {
def V_MUL_LEGACY_F32_e32 : VOP2_e32<0x04, VOP_F32_F32_F32, "v_mul_legacy_f32_e32">;
def V_MUL_LEGACY_F32_sdwa : VOP2_sdwa<0x04, VOP_F32_F32_F32, "v_mul_legacy_f32">;
def V_MUL_LEGACY_F32_dpp : VOP2_dpp<0x04, VOP_F32_F32_F32, "v_mul_legacy_f32">;
}
let EncodingOf = V_MUL_LEGACY_F32_e64, AltMnemonics = []<string> in
def V_MUL_LEGACY_F32_BEFORE : VOP3Inst<0x104, VOP_F32_F32_F32, "v_mul_legacy_f32_e64">;
}

// As v_fma_mix, with two roundings.
let isCommutable = true, Predicates = [HasMadMix] in {
def V_MAD_MIX_F32 : VOP3PInst<0x20, "v_mad_mix_f32", MIX_F32>;
let D16Lo = true in def V_MAD_MIXLO_F16 : VOP3PInst<0x21, "v_mad_mixlo_f16", MIX_F16>;
let D16Hi = true in def V_MAD_MIXHI_F16 : VOP3PInst<0x22, "v_mad_mixhi_f16", MIX_F16>;
}

// Two words of local memory: the second is the other operand.
class DS_Src2<int op, string mnemonic> : DSInst<op, (outs), (ins VGPR_32:$addr, Offset16:$offset, GDS:$gds), mnemonic,
                                                "$addr$offset$gds"> {
  let mayLoad = true;
  let mayStore = true;
  let Predicates = [LacksGFX90A];
}
def DS_ADD_SRC2_U32 : DS_Src2<0x80, "ds_add_src2_u32">;
def DS_SUB_SRC2_U32 : DS_Src2<0x81, "ds_sub_src2_u32">;
def DS_RSUB_SRC2_U32 : DS_Src2<0x82, "ds_rsub_src2_u32">;
def DS_INC_SRC2_U32 : DS_Src2<0x83, "ds_inc_src2_u32">;
def DS_DEC_SRC2_U32 : DS_Src2<0x84, "ds_dec_src2_u32">;
def DS_MIN_SRC2_I32 : DS_Src2<0x85, "ds_min_src2_i32">;
def DS_MAX_SRC2_I32 : DS_Src2<0x86, "ds_max_src2_i32">;
def DS_MIN_SRC2_U32 : DS_Src2<0x87, "ds_min_src2_u32">;
def DS_MAX_SRC2_U32 : DS_Src2<0x88, "ds_max_src2_u32">;
def DS_AND_SRC2_B32 : DS_Src2<0x89, "ds_and_src2_b32">;
def DS_OR_SRC2_B32 : DS_Src2<0x8a, "ds_or_src2_b32">;
def DS_XOR_SRC2_B32 : DS_Src2<0x8b, "ds_xor_src2_b32">;
def DS_WRITE_SRC2_B32 : DS_Src2<0x8d, "ds_write_src2_b32">;
def DS_MIN_SRC2_F32 : DS_Src2<0x92, "ds_min_src2_f32">;
def DS_MAX_SRC2_F32 : DS_Src2<0x93, "ds_max_src2_f32">;
def DS_ADD_SRC2_F32 : DS_Src2<0x95, "ds_add_src2_f32">;
def DS_ADD_SRC2_U64 : DS_Src2<0xc0, "ds_add_src2_u64">;
def DS_SUB_SRC2_U64 : DS_Src2<0xc1, "ds_sub_src2_u64">;
def DS_RSUB_SRC2_U64 : DS_Src2<0xc2, "ds_rsub_src2_u64">;
def DS_INC_SRC2_U64 : DS_Src2<0xc3, "ds_inc_src2_u64">;
def DS_DEC_SRC2_U64 : DS_Src2<0xc4, "ds_dec_src2_u64">;
def DS_MIN_SRC2_I64 : DS_Src2<0xc5, "ds_min_src2_i64">;
def DS_MAX_SRC2_I64 : DS_Src2<0xc6, "ds_max_src2_i64">;
def DS_MIN_SRC2_U64 : DS_Src2<0xc7, "ds_min_src2_u64">;
def DS_MAX_SRC2_U64 : DS_Src2<0xc8, "ds_max_src2_u64">;
def DS_AND_SRC2_B64 : DS_Src2<0xc9, "ds_and_src2_b64">;
def DS_OR_SRC2_B64 : DS_Src2<0xca, "ds_or_src2_b64">;
def DS_XOR_SRC2_B64 : DS_Src2<0xcb, "ds_xor_src2_b64">;
def DS_WRITE_SRC2_B64 : DS_Src2<0xcd, "ds_write_src2_b64">;
def DS_MIN_SRC2_F64 : DS_Src2<0xd2, "ds_min_src2_f64">;
def DS_MAX_SRC2_F64 : DS_Src2<0xd3, "ds_max_src2_f64">;

//===- A status after the data of a load ---------------------------------------------------------------------------===//

multiclass BufferLoadStatus<int op, string mnemonic, RegisterOperand data> {
  let mayLoad = true, tfe = true, Predicates = [LacksGFX90A] in
  defm _TFE : BufferForms<op, mnemonic, (outs data:$vdata), (ins), "$vdata, ", CPol, "", " tfe">;
}
defm BUFFER_LOAD_FORMAT_X : BufferLoadStatus<0x00, "buffer_load_format_x", AVLdSt_64>;
defm BUFFER_LOAD_FORMAT_XY : BufferLoadStatus<0x01, "buffer_load_format_xy", AVLdSt_96>;
defm BUFFER_LOAD_FORMAT_XYZ : BufferLoadStatus<0x02, "buffer_load_format_xyz", AVLdSt_128>;
defm BUFFER_LOAD_FORMAT_XYZW : BufferLoadStatus<0x03, "buffer_load_format_xyzw", AVLdSt_160>;
defm BUFFER_LOAD_FORMAT_D16_X : BufferLoadStatus<0x08, "buffer_load_format_d16_x", AVLdSt_64>;
defm BUFFER_LOAD_FORMAT_D16_XY : BufferLoadStatus<0x09, "buffer_load_format_d16_xy", AVLdSt_64>;
defm BUFFER_LOAD_FORMAT_D16_XYZ : BufferLoadStatus<0x0a, "buffer_load_format_d16_xyz", AVLdSt_96>;
defm BUFFER_LOAD_FORMAT_D16_XYZW : BufferLoadStatus<0x0b, "buffer_load_format_d16_xyzw", AVLdSt_96>;
defm BUFFER_LOAD_UBYTE : BufferLoadStatus<0x10, "buffer_load_ubyte", AVLdSt_64>;
defm BUFFER_LOAD_SBYTE : BufferLoadStatus<0x11, "buffer_load_sbyte", AVLdSt_64>;
defm BUFFER_LOAD_USHORT : BufferLoadStatus<0x12, "buffer_load_ushort", AVLdSt_64>;
defm BUFFER_LOAD_SSHORT : BufferLoadStatus<0x13, "buffer_load_sshort", AVLdSt_64>;
defm BUFFER_LOAD_DWORD : BufferLoadStatus<0x14, "buffer_load_dword", AVLdSt_64>;
defm BUFFER_LOAD_DWORDX2 : BufferLoadStatus<0x15, "buffer_load_dwordx2", AVLdSt_96>;
defm BUFFER_LOAD_DWORDX3 : BufferLoadStatus<0x16, "buffer_load_dwordx3", AVLdSt_128>;
defm BUFFER_LOAD_DWORDX4 : BufferLoadStatus<0x17, "buffer_load_dwordx4", AVLdSt_160>;
defm BUFFER_LOAD_UBYTE_D16 : BufferLoadStatus<0x20, "buffer_load_ubyte_d16", AVLdSt_64>;
defm BUFFER_LOAD_UBYTE_D16_HI : BufferLoadStatus<0x21, "buffer_load_ubyte_d16_hi", AVLdSt_64>;
defm BUFFER_LOAD_SBYTE_D16 : BufferLoadStatus<0x22, "buffer_load_sbyte_d16", AVLdSt_64>;
defm BUFFER_LOAD_SBYTE_D16_HI : BufferLoadStatus<0x23, "buffer_load_sbyte_d16_hi", AVLdSt_64>;
defm BUFFER_LOAD_SHORT_D16 : BufferLoadStatus<0x24, "buffer_load_short_d16", AVLdSt_64>;
defm BUFFER_LOAD_SHORT_D16_HI : BufferLoadStatus<0x25, "buffer_load_short_d16_hi", AVLdSt_64>;
defm BUFFER_LOAD_FORMAT_D16_HI_X : BufferLoadStatus<0x26, "buffer_load_format_d16_hi_x", AVLdSt_64>;

// Waves count in the order in which they began.
def DS_ORDERED_COUNT : DSInst<0xbf, (outs VGPR_32:$vdst), (ins VGPR_32:$addr, Offset16:$offset), "ds_ordered_count",
                              "$vdst, $addr$offset gds"> {
  let has_vdst = true;
  let has_gds = false;
  let fixed_gds = true;
  let GWS = true;
  let mayLoad = true;
  let mayStore = true;
  let hasSideEffects = true;
  let Uses = [M0, EXEC];
  let Predicates = [LacksGFX90A];
}
