// MUBUF and MTBUF: buffer memory through a resource descriptor; cache control.

class MUBUFInst<int op, dag outs, dag ins, string mnemonic, string asm> : Inst64<outs, ins, mnemonic, asm> {
  bits<10> vdata;
  bits<10> vaddr;
  bits<10> srsrc;
  bits<10> soffset;
  bits<12> offset;
  bits<5> cpol;
  bit has_vdata = true;
  bit has_vaddr = false;
  bit offen = false;
  bit idxen = false;
  bit lds = false;
  bit tfe = false;
  let Inst{11-0} = offset;
  let Inst{12} = offen;
  let Inst{13} = idxen;
  let Inst{14} = !if(Returns, 1, !if(AtomicNoRet, 0, cpol{0}));
  let Inst{15} = cpol{4};
  let Inst{16} = lds;
  let Inst{17} = cpol{1};
  let Inst{24-18} = op;
  let Inst{25} = 0;
  let Inst{31-26} = 0b111000;
  let Inst{39-32} = !if(has_vaddr, vaddr{7-0}, 0);
  let Inst{47-40} = !if(has_vdata, vdata{7-0}, 0);
  let Inst{52-48} = srsrc{6-2};
  let Inst{54-53} = 0;
  // Data is in AGPRs; before gfx90a: a status follows the data.
  let Inst{55} = !if(tfe, 1, !if(has_vdata, vdata{9}, 0));
  let Inst{63-56} = soffset{7-0};
  let DecodeIgnore{25} = 1;
  let DecodeIgnore{39-32} = !if(has_vaddr, 0, 0xff);
  let DecodeIgnore{54-53} = 3;
  let MUBUF = true;
  let VMEM = true;
  let VM_CNT = true;
  let Uses = [EXEC];
}
def BufRsrc : RegisterOperand<SReg_128>;
def BufSOffset : SrcOperand<SReg_32, 32, false, false>;

// The four address forms. `data`: operands before the address; `tied`: data and result are one register.
multiclass BufferForms<int op, string mnemonic, dag outs, dag data, string text, Operand policy, string suffix = "",
                       string flags = ""> {
  let BaseName = NAME in {
  let AddrForm = "offset" in
  def _OFFSET#suffix : MUBUFInst<op, outs, !con(data, (ins BufRsrc:$srsrc, BufSOffset:$soffset, BufOffset:$offset,
                                                           policy:$cpol)),
                                 mnemonic, text#"off, $srsrc, $soffset$offset$cpol"#flags>;
  let AddrForm = "offen", has_vaddr = true, offen = true in
  def _OFFEN#suffix : MUBUFInst<op, outs, !con(data, (ins VGPR_32:$vaddr, BufRsrc:$srsrc, BufSOffset:$soffset,
                                                          BufOffset:$offset, policy:$cpol)),
                                mnemonic, text#"$vaddr, $srsrc, $soffset offen$offset$cpol"#flags>;
  let AddrForm = "idxen", has_vaddr = true, idxen = true in
  def _IDXEN#suffix : MUBUFInst<op, outs, !con(data, (ins VGPR_32:$vaddr, BufRsrc:$srsrc, BufSOffset:$soffset,
                                                          BufOffset:$offset, policy:$cpol)),
                                mnemonic, text#"$vaddr, $srsrc, $soffset idxen$offset$cpol"#flags>;
  let AddrForm = "bothen", has_vaddr = true, offen = true, idxen = true in
  def _BOTHEN#suffix : MUBUFInst<op, outs, !con(data, (ins VReg_64_Align2:$vaddr, BufRsrc:$srsrc, BufSOffset:$soffset,
                                                           BufOffset:$offset, policy:$cpol)),
                                 mnemonic, text#"$vaddr, $srsrc, $soffset idxen offen$offset$cpol"#flags>;
  }
}
multiclass BufferLoad<int op, string mnemonic, RegisterOperand data> {
  let mayLoad = true in defm "" : BufferForms<op, mnemonic, (outs data:$vdata), (ins), "$vdata, ", CPol>;
}
// To LDS at M0.
multiclass BufferLoadLDS<int op, string mnemonic> {
  let mayLoad = true, mayStore = true, LDSDMA = true, lds = true, has_vdata = false, Uses = [M0, EXEC] in
  defm _LDS : BufferForms<op, mnemonic, (outs), (ins), "", CPol, "", " lds">;
}
// From LDS at M0; no vector register takes part.
let mayLoad = true, mayStore = true, LDSDMA = true, lds = true, has_vdata = false, Uses = [M0, EXEC],
    Predicates = [LacksGFX940] in
def BUFFER_STORE_LDS_DWORD : MUBUFInst<0x3d, (outs), (ins BufRsrc:$srsrc, BufSOffset:$soffset, BufOffset:$offset,
                                                          CPol:$cpol),
                                       "buffer_store_lds_dword", "$srsrc, $soffset$offset lds$cpol">;
// Half of the destination is preserved.
multiclass BufferLoadD16<int op, string mnemonic> {
  let mayLoad = true, Constraints = "$vdata = $vdata_in" in
  defm "" : BufferForms<op, mnemonic, (outs AVLdSt_32:$vdata), (ins AVLdSt_32:$vdata_in), "$vdata, ", CPol>;
}
multiclass BufferStore<int op, string mnemonic, RegisterOperand data> {
  let mayStore = true in defm "" : BufferForms<op, mnemonic, (outs), (ins data:$vdata), "$vdata, ", CPol>;
}
multiclass BufferAtomic<int op, string mnemonic, RegisterOperand data> {
  let mayLoad = true, mayStore = true in {
  let AtomicNoRet = true in
  defm "" : BufferForms<op, mnemonic, (outs), (ins data:$vdata), "$vdata, ", CPol_NoRtn>;
  let AtomicRet = true, Returns = true, Constraints = "$vdata = $vdata_in" in
  defm "" : BufferForms<op, mnemonic, (outs data:$vdata), (ins data:$vdata_in), "$vdata, ", CPol_GLC1, "_RTN">;
  }
}
// Atomics on floating-point numbers came without the old value first.
multiclass BufferAtomicFloat<int op, string mnemonic, RegisterOperand data> {
  let mayLoad = true, mayStore = true, FPAtomic = true in {
  let AtomicNoRet = true, Predicates = [HasMAI] in
  defm "" : BufferForms<op, mnemonic, (outs), (ins data:$vdata), "$vdata, ", CPol_NoRtn>;
  let AtomicRet = true, Returns = true, Constraints = "$vdata = $vdata_in", Predicates = [HasGFX90A] in
  defm "" : BufferForms<op, mnemonic, (outs data:$vdata), (ins data:$vdata_in), "$vdata, ", CPol_GLC1, "_RTN">;
  }
}
class BufferCache<int op, string mnemonic> : MUBUFInst<op, (outs), (ins CPol:$cpol), mnemonic, "$cpol"> {
  let AsmSeparator = "";
  let Inst{17} = ?;
  let has_vdata = false;
  let srsrc = 0;
  let soffset = 0;
  let offset = 0;
  let hasSideEffects = true;
  let mayLoad = true;
  let mayStore = true;
  let BaseName = !toupper(mnemonic);
}
let Predicates = [HasGFX940] in def BUFFER_WBL2 : BufferCache<0x28, "buffer_wbl2"> { let BufferWriteback = true; }
class BufferCacheBefore<int op, string mnemonic> : BufferCache<op, mnemonic> {
  let AsmOperands = "";
  let cpol = 0;
  let Predicates = [LacksGFX940];
}
// Other compilers set the bits that are a scope later.
let EncodingOf = BUFFER_WBL2 in def BUFFER_WBL2_BEFORE : BufferCacheBefore<0x28, "buffer_wbl2"> {
  let Predicates = [GFX90AOnly];
  let Inst{14} = ?;
  let Inst{15} = ?;
}
let InOperandList = (ins) in {
let BufferInvalidate = true, VM_CNT = false in {
def BUFFER_INVL2 : BufferCacheBefore<0x29, "buffer_invl2"> { let Predicates = [GFX90AOnly]; }
def BUFFER_WBINVL1 : BufferCacheBefore<0x3e, "buffer_wbinvl1">;
def BUFFER_WBINVL1_VOL : BufferCacheBefore<0x3f, "buffer_wbinvl1_vol">;
}
}
let Predicates = [HasGFX940] in def BUFFER_INV : BufferCache<0x29, "buffer_inv"> { let BufferInvalidate = true; let VM_CNT = false; }

defm BUFFER_LOAD_FORMAT_X : BufferLoad<0x00, "buffer_load_format_x", AVLdSt_32>;
defm BUFFER_LOAD_FORMAT_X : BufferLoadLDS<0x00, "buffer_load_format_x">;
defm BUFFER_LOAD_FORMAT_XY : BufferLoad<0x01, "buffer_load_format_xy", AVLdSt_64>;
defm BUFFER_LOAD_FORMAT_XYZ : BufferLoad<0x02, "buffer_load_format_xyz", AVLdSt_96>;
defm BUFFER_LOAD_FORMAT_XYZW : BufferLoad<0x03, "buffer_load_format_xyzw", AVLdSt_128>;
defm BUFFER_STORE_FORMAT_X : BufferStore<0x04, "buffer_store_format_x", AVLdSt_32>;
defm BUFFER_STORE_FORMAT_XY : BufferStore<0x05, "buffer_store_format_xy", AVLdSt_64>;
defm BUFFER_STORE_FORMAT_XYZ : BufferStore<0x06, "buffer_store_format_xyz", AVLdSt_96>;
defm BUFFER_STORE_FORMAT_XYZW : BufferStore<0x07, "buffer_store_format_xyzw", AVLdSt_128>;
defm BUFFER_LOAD_FORMAT_D16_X : BufferLoad<0x08, "buffer_load_format_d16_x", AVLdSt_32>;
defm BUFFER_LOAD_FORMAT_D16_XY : BufferLoad<0x09, "buffer_load_format_d16_xy", AVLdSt_32>;
defm BUFFER_LOAD_FORMAT_D16_XYZ : BufferLoad<0x0a, "buffer_load_format_d16_xyz", AVLdSt_64>;
defm BUFFER_LOAD_FORMAT_D16_XYZW : BufferLoad<0x0b, "buffer_load_format_d16_xyzw", AVLdSt_64>;
defm BUFFER_STORE_FORMAT_D16_X : BufferStore<0x0c, "buffer_store_format_d16_x", AVLdSt_32>;
defm BUFFER_STORE_FORMAT_D16_XY : BufferStore<0x0d, "buffer_store_format_d16_xy", AVLdSt_32>;
defm BUFFER_STORE_FORMAT_D16_XYZ : BufferStore<0x0e, "buffer_store_format_d16_xyz", AVLdSt_64>;
defm BUFFER_STORE_FORMAT_D16_XYZW : BufferStore<0x0f, "buffer_store_format_d16_xyzw", AVLdSt_64>;
defm BUFFER_LOAD_UBYTE : BufferLoad<0x10, "buffer_load_ubyte", AVLdSt_32>;
defm BUFFER_LOAD_UBYTE : BufferLoadLDS<0x10, "buffer_load_ubyte">;
defm BUFFER_LOAD_SBYTE : BufferLoad<0x11, "buffer_load_sbyte", AVLdSt_32>;
defm BUFFER_LOAD_SBYTE : BufferLoadLDS<0x11, "buffer_load_sbyte">;
defm BUFFER_LOAD_USHORT : BufferLoad<0x12, "buffer_load_ushort", AVLdSt_32>;
defm BUFFER_LOAD_USHORT : BufferLoadLDS<0x12, "buffer_load_ushort">;
defm BUFFER_LOAD_SSHORT : BufferLoad<0x13, "buffer_load_sshort", AVLdSt_32>;
defm BUFFER_LOAD_SSHORT : BufferLoadLDS<0x13, "buffer_load_sshort">;
defm BUFFER_LOAD_DWORD : BufferLoad<0x14, "buffer_load_dword", AVLdSt_32>;
defm BUFFER_LOAD_DWORD : BufferLoadLDS<0x14, "buffer_load_dword">;
defm BUFFER_LOAD_DWORDX2 : BufferLoad<0x15, "buffer_load_dwordx2", AVLdSt_64>;
defm BUFFER_LOAD_DWORDX3 : BufferLoad<0x16, "buffer_load_dwordx3", AVLdSt_96>;
defm BUFFER_LOAD_DWORDX4 : BufferLoad<0x17, "buffer_load_dwordx4", AVLdSt_128>;
defm BUFFER_STORE_BYTE : BufferStore<0x18, "buffer_store_byte", AVLdSt_32>;
defm BUFFER_STORE_BYTE_D16_HI : BufferStore<0x19, "buffer_store_byte_d16_hi", AVLdSt_32>;
defm BUFFER_STORE_SHORT : BufferStore<0x1a, "buffer_store_short", AVLdSt_32>;
defm BUFFER_STORE_SHORT_D16_HI : BufferStore<0x1b, "buffer_store_short_d16_hi", AVLdSt_32>;
defm BUFFER_STORE_DWORD : BufferStore<0x1c, "buffer_store_dword", AVLdSt_32>;
defm BUFFER_STORE_DWORDX2 : BufferStore<0x1d, "buffer_store_dwordx2", AVLdSt_64>;
defm BUFFER_STORE_DWORDX3 : BufferStore<0x1e, "buffer_store_dwordx3", AVLdSt_96>;
defm BUFFER_STORE_DWORDX4 : BufferStore<0x1f, "buffer_store_dwordx4", AVLdSt_128>;
let D16Lo = true in defm BUFFER_LOAD_UBYTE_D16 : BufferLoadD16<0x20, "buffer_load_ubyte_d16">;
let D16Hi = true in defm BUFFER_LOAD_UBYTE_D16_HI : BufferLoadD16<0x21, "buffer_load_ubyte_d16_hi">;
let D16Lo = true in defm BUFFER_LOAD_SBYTE_D16 : BufferLoadD16<0x22, "buffer_load_sbyte_d16">;
let D16Hi = true in defm BUFFER_LOAD_SBYTE_D16_HI : BufferLoadD16<0x23, "buffer_load_sbyte_d16_hi">;
let D16Lo = true in defm BUFFER_LOAD_SHORT_D16 : BufferLoadD16<0x24, "buffer_load_short_d16">;
let D16Hi = true in defm BUFFER_LOAD_SHORT_D16_HI : BufferLoadD16<0x25, "buffer_load_short_d16_hi">;
let D16Hi = true in defm BUFFER_LOAD_FORMAT_D16_HI_X : BufferLoadD16<0x26, "buffer_load_format_d16_hi_x">;
defm BUFFER_STORE_FORMAT_D16_HI_X : BufferStore<0x27, "buffer_store_format_d16_hi_x", AVLdSt_32>;
defm BUFFER_ATOMIC_SWAP : BufferAtomic<0x40, "buffer_atomic_swap", AVLdSt_32>;
defm BUFFER_ATOMIC_CMPSWAP : BufferAtomic<0x41, "buffer_atomic_cmpswap", AVLdSt_64>;
defm BUFFER_ATOMIC_ADD : BufferAtomic<0x42, "buffer_atomic_add", AVLdSt_32>;
defm BUFFER_ATOMIC_SUB : BufferAtomic<0x43, "buffer_atomic_sub", AVLdSt_32>;
defm BUFFER_ATOMIC_SMIN : BufferAtomic<0x44, "buffer_atomic_smin", AVLdSt_32>;
defm BUFFER_ATOMIC_UMIN : BufferAtomic<0x45, "buffer_atomic_umin", AVLdSt_32>;
defm BUFFER_ATOMIC_SMAX : BufferAtomic<0x46, "buffer_atomic_smax", AVLdSt_32>;
defm BUFFER_ATOMIC_UMAX : BufferAtomic<0x47, "buffer_atomic_umax", AVLdSt_32>;
defm BUFFER_ATOMIC_AND : BufferAtomic<0x48, "buffer_atomic_and", AVLdSt_32>;
defm BUFFER_ATOMIC_OR : BufferAtomic<0x49, "buffer_atomic_or", AVLdSt_32>;
defm BUFFER_ATOMIC_XOR : BufferAtomic<0x4a, "buffer_atomic_xor", AVLdSt_32>;
defm BUFFER_ATOMIC_INC : BufferAtomic<0x4b, "buffer_atomic_inc", AVLdSt_32>;
defm BUFFER_ATOMIC_DEC : BufferAtomic<0x4c, "buffer_atomic_dec", AVLdSt_32>;
defm BUFFER_ATOMIC_ADD_F32 : BufferAtomicFloat<0x4d, "buffer_atomic_add_f32", AVLdSt_32>;
defm BUFFER_ATOMIC_PK_ADD_F16 : BufferAtomicFloat<0x4e, "buffer_atomic_pk_add_f16", AVLdSt_32>;
let Predicates = [HasGFX90A], FPAtomic = true in defm BUFFER_ATOMIC_ADD_F64 : BufferAtomic<0x4f, "buffer_atomic_add_f64", AVLdSt_64>;
let Predicates = [HasGFX90A], FPAtomic = true in defm BUFFER_ATOMIC_MIN_F64 : BufferAtomic<0x50, "buffer_atomic_min_f64", AVLdSt_64>;
let Predicates = [HasGFX90A], FPAtomic = true in defm BUFFER_ATOMIC_MAX_F64 : BufferAtomic<0x51, "buffer_atomic_max_f64", AVLdSt_64>;
defm BUFFER_ATOMIC_SWAP_X2 : BufferAtomic<0x60, "buffer_atomic_swap_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_CMPSWAP_X2 : BufferAtomic<0x61, "buffer_atomic_cmpswap_x2", AVLdSt_128>;
defm BUFFER_ATOMIC_ADD_X2 : BufferAtomic<0x62, "buffer_atomic_add_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_SUB_X2 : BufferAtomic<0x63, "buffer_atomic_sub_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_SMIN_X2 : BufferAtomic<0x64, "buffer_atomic_smin_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_UMIN_X2 : BufferAtomic<0x65, "buffer_atomic_umin_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_SMAX_X2 : BufferAtomic<0x66, "buffer_atomic_smax_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_UMAX_X2 : BufferAtomic<0x67, "buffer_atomic_umax_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_AND_X2 : BufferAtomic<0x68, "buffer_atomic_and_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_OR_X2 : BufferAtomic<0x69, "buffer_atomic_or_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_XOR_X2 : BufferAtomic<0x6a, "buffer_atomic_xor_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_INC_X2 : BufferAtomic<0x6b, "buffer_atomic_inc_x2", AVLdSt_64>;
defm BUFFER_ATOMIC_DEC_X2 : BufferAtomic<0x6c, "buffer_atomic_dec_x2", AVLdSt_64>;

//===- MTBUF: with a format --------------------------------------------------------------------------------------===//

class MTBUFInst<int op, dag outs, dag ins, string mnemonic, string asm> : Inst64<outs, ins, mnemonic, asm> {
  bits<10> vdata;
  bits<10> vaddr;
  bits<10> srsrc;
  bits<10> soffset;
  bits<12> offset;
  bits<7> format;
  bits<5> cpol;
  bit has_vaddr = false;
  bit offen = false;
  bit idxen = false;
  let Inst{11-0} = offset;
  let Inst{12} = offen;
  let Inst{13} = idxen;
  let Inst{14} = cpol{0};
  let Inst{18-15} = op;
  // Data format, number format.
  let Inst{22-19} = format{3-0};
  let Inst{25-23} = format{6-4};
  let Inst{31-26} = 0b111010;
  let Inst{39-32} = !if(has_vaddr, vaddr{7-0}, 0);
  let Inst{47-40} = vdata{7-0};
  let Inst{52-48} = srsrc{6-2};
  let Inst{53} = cpol{4};
  let Inst{54} = cpol{1};
  let Inst{55} = vdata{9};
  let Inst{63-56} = soffset{7-0};
  let DecodeIgnore{39-32} = !if(has_vaddr, 0, 0xff);
  let MTBUF = true;
  let VMEM = true;
  let VM_CNT = true;
  let Uses = [EXEC];
}
multiclass TBufferForms<int op, string mnemonic, dag outs, dag data> {
  let BaseName = NAME in {
  let AddrForm = "offset" in
  def _OFFSET : MTBUFInst<op, outs, !con(data, (ins BufRsrc:$srsrc, BufSOffset:$soffset, BufOffset:$offset,
                                                    MTBufFormat:$format, CPol:$cpol)),
                          mnemonic, "$vdata, off, $srsrc, $soffset$format$offset$cpol">;
  let AddrForm = "offen", has_vaddr = true, offen = true in
  def _OFFEN : MTBUFInst<op, outs, !con(data, (ins VGPR_32:$vaddr, BufRsrc:$srsrc, BufSOffset:$soffset,
                                                   BufOffset:$offset, MTBufFormat:$format, CPol:$cpol)),
                         mnemonic, "$vdata, $vaddr, $srsrc, $soffset$format offen$offset$cpol">;
  let AddrForm = "idxen", has_vaddr = true, idxen = true in
  def _IDXEN : MTBUFInst<op, outs, !con(data, (ins VGPR_32:$vaddr, BufRsrc:$srsrc, BufSOffset:$soffset,
                                                   BufOffset:$offset, MTBufFormat:$format, CPol:$cpol)),
                         mnemonic, "$vdata, $vaddr, $srsrc, $soffset$format idxen$offset$cpol">;
  let AddrForm = "bothen", has_vaddr = true, offen = true, idxen = true in
  def _BOTHEN : MTBUFInst<op, outs, !con(data, (ins VReg_64_Align2:$vaddr, BufRsrc:$srsrc, BufSOffset:$soffset,
                                                    BufOffset:$offset, MTBufFormat:$format, CPol:$cpol)),
                          mnemonic, "$vdata, $vaddr, $srsrc, $soffset$format idxen offen$offset$cpol">;
  }
}
multiclass TBufferLoad<int op, string mnemonic, RegisterOperand data> {
  let mayLoad = true in defm "" : TBufferForms<op, mnemonic, (outs data:$vdata), (ins)>;
}
multiclass TBufferStore<int op, string mnemonic, RegisterOperand data> {
  let mayStore = true in defm "" : TBufferForms<op, mnemonic, (outs), (ins data:$vdata)>;
}
defm TBUFFER_LOAD_FORMAT_X : TBufferLoad<0x00, "tbuffer_load_format_x", AVLdSt_32>;
defm TBUFFER_LOAD_FORMAT_XY : TBufferLoad<0x01, "tbuffer_load_format_xy", AVLdSt_64>;
defm TBUFFER_LOAD_FORMAT_XYZ : TBufferLoad<0x02, "tbuffer_load_format_xyz", AVLdSt_96>;
defm TBUFFER_LOAD_FORMAT_XYZW : TBufferLoad<0x03, "tbuffer_load_format_xyzw", AVLdSt_128>;
defm TBUFFER_STORE_FORMAT_X : TBufferStore<0x04, "tbuffer_store_format_x", AVLdSt_32>;
defm TBUFFER_STORE_FORMAT_XY : TBufferStore<0x05, "tbuffer_store_format_xy", AVLdSt_64>;
defm TBUFFER_STORE_FORMAT_XYZ : TBufferStore<0x06, "tbuffer_store_format_xyz", AVLdSt_96>;
defm TBUFFER_STORE_FORMAT_XYZW : TBufferStore<0x07, "tbuffer_store_format_xyzw", AVLdSt_128>;
defm TBUFFER_LOAD_FORMAT_D16_X : TBufferLoad<0x08, "tbuffer_load_format_d16_x", AVLdSt_32>;
defm TBUFFER_LOAD_FORMAT_D16_XY : TBufferLoad<0x09, "tbuffer_load_format_d16_xy", AVLdSt_32>;
defm TBUFFER_LOAD_FORMAT_D16_XYZ : TBufferLoad<0x0a, "tbuffer_load_format_d16_xyz", AVLdSt_64>;
defm TBUFFER_LOAD_FORMAT_D16_XYZW : TBufferLoad<0x0b, "tbuffer_load_format_d16_xyzw", AVLdSt_64>;
defm TBUFFER_STORE_FORMAT_D16_X : TBufferStore<0x0c, "tbuffer_store_format_d16_x", AVLdSt_32>;
defm TBUFFER_STORE_FORMAT_D16_XY : TBufferStore<0x0d, "tbuffer_store_format_d16_xy", AVLdSt_32>;
defm TBUFFER_STORE_FORMAT_D16_XYZ : TBufferStore<0x0e, "tbuffer_store_format_d16_xyz", AVLdSt_64>;
defm TBUFFER_STORE_FORMAT_D16_XYZW : TBufferStore<0x0f, "tbuffer_store_format_d16_xyzw", AVLdSt_64>;
