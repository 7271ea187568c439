// FLAT, GLOBAL and SCRATCH memory.

class FLATInst<int op, int segment, dag outs, dag ins, string mnemonic, string asm>
  : Inst64<outs, ins, mnemonic, asm> {
  bits<10> vdst;
  bits<10> vaddr;
  bits<10> vdata;
  bits<10> saddr;
  bits<13> offset;
  bits<5> cpol;
  bit has_vdst = false;
  bit has_vaddr = true;
  bit has_vdata = false;
  bit has_saddr = false;
  // Scratch accesses: whether there is a vector address; before gfx940: whether a load is to LDS.
  bit bit13 = false;
  // 0 flat, 1 scratch, 2 global.
  defvar seg = segment;
  let Inst{12-0} = offset;
  let Inst{13} = bit13;
  let Inst{15-14} = segment;
  let Inst{16} = !if(Returns, 1, !if(AtomicNoRet, 0, cpol{0}));
  let Inst{17} = cpol{1};
  let Inst{24-18} = op;
  let Inst{25} = cpol{4};
  let Inst{31-26} = 0b110111;
  let Inst{39-32} = !if(has_vaddr, vaddr{7-0}, 0);
  let Inst{47-40} = !if(has_vdata, vdata{7-0}, 0);
  // 0x7f: no scalar address.
  let Inst{54-48} = !if(has_saddr, saddr{6-0}, !if(segment, 0x7f, 0));
  let Inst{55} = !if(has_vdst, vdst{9}, !if(has_vdata, vdata{9}, 0));
  let Inst{63-56} = !if(has_vdst, vdst{7-0}, 0);
  // Registers that the instruction does not use.
  let DecodeIgnore{39-32} = !if(has_vaddr, 0, 0xff);
  let DecodeIgnore{47-40} = !if(has_vdata, 0, 0xff);
  let DecodeIgnore{54-48} = !if(!or(has_saddr, !ne(segment, 0)), 0, 0x7f);
  let DecodeIgnore{63-56} = !if(has_vdst, 0, 0xff);
  let FLAT = true;
  let VMEM = true;
  let VM_CNT = true;
  let LGKM_CNT = !eq(segment, 0);
  let FlatScratch = !eq(segment, 1);
  let FlatGlobal = !eq(segment, 2);
  let Uses = !if(!eq(segment, 2), [EXEC], [FLAT_SCR, EXEC]);
}

// Half of the destination is preserved: it is also a source, the last one.
class KeptHalf<RegisterOperand data, bit d16> {
  dag Ins = !if(d16, (ins data:$vdst_in), (ins));
  string Constraint = !if(d16, "$vdst = $vdst_in", "");
}

//===- Flat ------------------------------------------------------------------------------------------------------===//

multiclass FlatLoad<int op, string mnemonic, RegisterOperand data, bit d16 = false> {
  let mayLoad = true, has_vdst = true, Constraints = KeptHalf<data, d16>.Constraint, BaseName = NAME in
  def "" : FLATInst<op, 0, (outs data:$vdst),
                    !con((ins VReg_64_Align2:$vaddr, FlatOffset:$offset, CPol:$cpol), KeptHalf<data, d16>.Ins),
                    mnemonic, "$vdst, $vaddr$offset$cpol">;
}
multiclass FlatStore<int op, string mnemonic, RegisterOperand data> {
  let mayStore = true, has_vdata = true, BaseName = NAME in
  def "" : FLATInst<op, 0, (outs), (ins VReg_64_Align2:$vaddr, data:$vdata, FlatOffset:$offset, CPol:$cpol),
                    mnemonic, "$vaddr, $vdata$offset$cpol">;
}
multiclass FlatAtomic<int op, string mnemonic, RegisterOperand data, RegisterOperand result = data> {
  let mayLoad = true, mayStore = true, has_vdata = true, BaseName = NAME in {
  let AtomicNoRet = true in
  def "" : FLATInst<op, 0, (outs), (ins VReg_64_Align2:$vaddr, data:$vdata, FlatOffset:$offset, CPol_NoRtn:$cpol),
                    mnemonic, "$vaddr, $vdata$offset$cpol">;
  let AtomicRet = true, Returns = true, has_vdst = true in
  def _RTN : FLATInst<op, 0, (outs result:$vdst),
                      (ins VReg_64_Align2:$vaddr, data:$vdata, FlatOffset:$offset, CPol_GLC1:$cpol),
                      mnemonic, "$vdst, $vaddr, $vdata$offset$cpol">;
  }
}

//===- Global: 64-bit vector address, or scalar base and 32-bit vector offset -------------------------------------===//

multiclass GlobalLoad<int op, string mnemonic, RegisterOperand data, bit d16 = false> {
  let mayLoad = true, has_vdst = true, Constraints = KeptHalf<data, d16>.Constraint, BaseName = NAME in {
  let AddrForm = "vaddr" in
  def "" : FLATInst<op, 2, (outs data:$vdst),
                    !con((ins VReg_64_Align2:$vaddr, GlobalOffset:$offset, CPol:$cpol), KeptHalf<data, d16>.Ins),
                    mnemonic, "$vdst, $vaddr, off$offset$cpol">;
  let AddrForm = "saddr", has_saddr = true in
  def _SADDR : FLATInst<op, 2, (outs data:$vdst),
                        !con((ins SReg_64_XEXEC:$saddr, VGPR_32:$vaddr, GlobalOffset:$offset, CPol:$cpol),
                             KeptHalf<data, d16>.Ins),
                        mnemonic, "$vdst, $vaddr, $saddr$offset$cpol">;
  }
}
multiclass GlobalStore<int op, string mnemonic, RegisterOperand data> {
  let mayStore = true, has_vdata = true, BaseName = NAME in {
  let AddrForm = "vaddr" in
  def "" : FLATInst<op, 2, (outs), (ins VReg_64_Align2:$vaddr, data:$vdata, GlobalOffset:$offset, CPol:$cpol),
                    mnemonic, "$vaddr, $vdata, off$offset$cpol">;
  let AddrForm = "saddr", has_saddr = true in
  def _SADDR : FLATInst<op, 2, (outs),
                        (ins VGPR_32:$vaddr, data:$vdata, SReg_64_XEXEC:$saddr, GlobalOffset:$offset, CPol:$cpol),
                        mnemonic, "$vaddr, $vdata, $saddr$offset$cpol">;
  }
}
multiclass GlobalAtomic<int op, string mnemonic, RegisterOperand data, RegisterOperand result = data> {
  let mayLoad = true, mayStore = true, has_vdata = true, BaseName = NAME in {
  let AtomicNoRet = true in {
  let AddrForm = "vaddr" in
  def "" : FLATInst<op, 2, (outs), (ins VReg_64_Align2:$vaddr, data:$vdata, GlobalOffset:$offset, CPol_NoRtn:$cpol),
                    mnemonic, "$vaddr, $vdata, off$offset$cpol">;
  let AddrForm = "saddr", has_saddr = true in
  def _SADDR : FLATInst<op, 2, (outs),
                        (ins VGPR_32:$vaddr, data:$vdata, SReg_64_XEXEC:$saddr, GlobalOffset:$offset, CPol_NoRtn:$cpol),
                        mnemonic, "$vaddr, $vdata, $saddr$offset$cpol">;
  }
  let AtomicRet = true, Returns = true, has_vdst = true in {
  let AddrForm = "vaddr" in
  def _RTN : FLATInst<op, 2, (outs result:$vdst),
                      (ins VReg_64_Align2:$vaddr, data:$vdata, GlobalOffset:$offset, CPol_GLC1:$cpol),
                      mnemonic, "$vdst, $vaddr, $vdata, off$offset$cpol">;
  let AddrForm = "saddr", has_saddr = true in
  def _SADDR_RTN : FLATInst<op, 2, (outs result:$vdst),
                            (ins VGPR_32:$vaddr, data:$vdata, SReg_64_XEXEC:$saddr, GlobalOffset:$offset,
                                 CPol_GLC1:$cpol),
                            mnemonic, "$vdst, $vaddr, $vdata, $saddr$offset$cpol">;
  }
  }
}
// Atomics on floating-point numbers came without the old value first.
multiclass GlobalAtomicFloat<int op, string mnemonic, RegisterOperand data> {
  let mayLoad = true, mayStore = true, has_vdata = true, FPAtomic = true, BaseName = NAME in {
  let AtomicNoRet = true, Predicates = [HasMAI] in {
  let AddrForm = "vaddr" in
  def "" : FLATInst<op, 2, (outs), (ins VReg_64_Align2:$vaddr, data:$vdata, GlobalOffset:$offset, CPol_NoRtn:$cpol),
                    mnemonic, "$vaddr, $vdata, off$offset$cpol">;
  let AddrForm = "saddr", has_saddr = true in
  def _SADDR : FLATInst<op, 2, (outs),
                        (ins VGPR_32:$vaddr, data:$vdata, SReg_64_XEXEC:$saddr, GlobalOffset:$offset, CPol_NoRtn:$cpol),
                        mnemonic, "$vaddr, $vdata, $saddr$offset$cpol">;
  }
  let AtomicRet = true, Returns = true, has_vdst = true, Predicates = [HasGFX90A] in {
  let AddrForm = "vaddr" in
  def _RTN : FLATInst<op, 2, (outs data:$vdst),
                      (ins VReg_64_Align2:$vaddr, data:$vdata, GlobalOffset:$offset, CPol_GLC1:$cpol),
                      mnemonic, "$vdst, $vaddr, $vdata, off$offset$cpol">;
  let AddrForm = "saddr", has_saddr = true in
  def _SADDR_RTN : FLATInst<op, 2, (outs data:$vdst),
                            (ins VGPR_32:$vaddr, data:$vdata, SReg_64_XEXEC:$saddr, GlobalOffset:$offset,
                                 CPol_GLC1:$cpol),
                            mnemonic, "$vdst, $vaddr, $vdata, $saddr$offset$cpol">;
  }
  }
}
// Global memory to LDS at M0 plus four bytes per lane. Before gfx940 it is the load to registers, `before`, with an LDS
// bit and a following word.
multiclass GlobalLoadLDSForms<int op, string mnemonic, Predicate has> {
  let mayLoad = true, mayStore = true, LDSDMA = true, LGKM_CNT = false, Uses = [M0, EXEC], BaseName = NAME,
      Predicates = [has] in {
  let AddrForm = "vaddr" in
  def "" : FLATInst<op, 2, (outs), (ins VReg_64_Align2:$vaddr, GlobalOffset:$offset, CPol:$cpol), mnemonic,
                    "$vaddr, off$offset$cpol">;
  let AddrForm = "saddr", has_saddr = true in
  def _SADDR : FLATInst<op, 2, (outs), (ins SReg_64_XEXEC:$saddr, VGPR_32:$vaddr, GlobalOffset:$offset, CPol:$cpol),
                        mnemonic, "$vaddr, $saddr$offset$cpol">;
  }
}
multiclass GlobalLoadLDS<int op, string mnemonic, int before> : GlobalLoadLDSForms<op, mnemonic, HasGFX940> {
  defvar vaddr = (ins VReg_64_Align2:$vaddr, GlobalOffset:$offset, CPol:$cpol);
  defvar saddr = (ins SReg_64_XEXEC:$saddr, VGPR_32:$vaddr, GlobalOffset:$offset, CPol:$cpol);
  defvar old = !subst("_lds", "", mnemonic);
  let mayLoad = true, mayStore = true, LDSDMA = true, LGKM_CNT = false, Uses = [M0, EXEC] in {
  let Predicates = [LacksGFX940], bit13 = true in {
  let EncodingOf = !cast<AMDInst>(NAME) in
  def _BEFORE : FLATInst<before, 2, (outs), vaddr, old, "$vaddr, off$offset$cpol lds">;
  let EncodingOf = !cast<AMDInst>(NAME#"_SADDR"), has_saddr = true in
  def _SADDR_BEFORE : FLATInst<before, 2, (outs), saddr, old, "$vaddr, $saddr$offset$cpol lds">;
  }
  }
}

//===- Scratch: vector, scalar, both, or no address ---------------------------------------------------------------===//

// Before gfx940 there is always one address. `before` is the opcode there, and `lds` whether it is a load to LDS.
multiclass ScratchForms<int op, string mnemonic, dag outs, dag data, dag kept, string start, string end, int before = op,
                        bit lds = false> {
  defvar vaddr = !con(data, (ins VGPR_32:$vaddr, GlobalOffset:$offset, CPol:$cpol), kept);
  defvar saddr = !con(data, (ins ScratchBase:$saddr, GlobalOffset:$offset, CPol:$cpol), kept);
  defvar old = !subst("_lds", "", mnemonic);
  defvar word = !if(lds, " lds", "");
  let BaseName = NAME, Predicates = [HasGFX940] in {
  let AddrForm = "vaddr", bit13 = true in
  def "" : FLATInst<op, 1, outs, vaddr, mnemonic, start#"$vaddr"#end#", off$offset$cpol">;
  let AddrForm = "saddr", has_vaddr = false, has_saddr = true in
  def _SADDR : FLATInst<op, 1, outs, saddr, mnemonic, start#"off"#end#", $saddr$offset$cpol">;
  let AddrForm = "svs", bit13 = true, has_saddr = true in
  def _SVS : FLATInst<op, 1, outs,
                      !con(data, (ins VGPR_32:$vaddr, ScratchBase:$saddr, GlobalOffset:$offset, CPol:$cpol), kept),
                      mnemonic, start#"$vaddr"#end#", $saddr$offset$cpol">;
  let AddrForm = "st", has_vaddr = false in
  def _ST : FLATInst<op, 1, outs, !con(data, (ins GlobalOffset:$offset, CPol:$cpol), kept), mnemonic,
                     start#"off"#end#", off$offset$cpol">;
  }
  let Predicates = [LacksGFX940], bit13 = lds in {
  let EncodingOf = !cast<AMDInst>(NAME) in
  def _BEFORE : FLATInst<before, 1, outs, vaddr, old, start#"$vaddr"#end#", off$offset$cpol"#word>;
  let EncodingOf = !cast<AMDInst>(NAME#"_SADDR"), has_vaddr = false, has_saddr = true in
  def _SADDR_BEFORE : FLATInst<before, 1, outs, saddr, old, start#"off"#end#", $saddr$offset$cpol"#word>;
  }
}
multiclass ScratchLoad<int op, string mnemonic, RegisterOperand data, bit d16 = false> {
  let mayLoad = true, has_vdst = true, Constraints = KeptHalf<data, d16>.Constraint in
  defm "" : ScratchForms<op, mnemonic, (outs data:$vdst), (ins), KeptHalf<data, d16>.Ins, "$vdst, ", "">;
}
multiclass ScratchStore<int op, string mnemonic, RegisterOperand data> {
  let mayStore = true, has_vdata = true in
  defm "" : ScratchForms<op, mnemonic, (outs), (ins data:$vdata), (ins), "", ", $vdata">;
}
multiclass ScratchLoadLDS<int op, string mnemonic, int before> {
  let mayLoad = true, mayStore = true, LDSDMA = true, Uses = [FLAT_SCR, M0, EXEC] in
  defm "" : ScratchForms<op, mnemonic, (outs), (ins), (ins), "", "", before, true>;
}

//===- Flat instructions -------===//

defm FLAT_LOAD_UBYTE : FlatLoad<0x10, "flat_load_ubyte", AVLdSt_32>;
defm FLAT_LOAD_SBYTE : FlatLoad<0x11, "flat_load_sbyte", AVLdSt_32>;
defm FLAT_LOAD_USHORT : FlatLoad<0x12, "flat_load_ushort", AVLdSt_32>;
defm FLAT_LOAD_SSHORT : FlatLoad<0x13, "flat_load_sshort", AVLdSt_32>;
defm FLAT_LOAD_DWORD : FlatLoad<0x14, "flat_load_dword", AVLdSt_32>;
defm FLAT_LOAD_DWORDX2 : FlatLoad<0x15, "flat_load_dwordx2", AVLdSt_64>;
defm FLAT_LOAD_DWORDX3 : FlatLoad<0x16, "flat_load_dwordx3", AVLdSt_96>;
defm FLAT_LOAD_DWORDX4 : FlatLoad<0x17, "flat_load_dwordx4", AVLdSt_128>;
defm FLAT_STORE_BYTE : FlatStore<0x18, "flat_store_byte", AVLdSt_32>;
defm FLAT_STORE_BYTE_D16_HI : FlatStore<0x19, "flat_store_byte_d16_hi", AVLdSt_32>;
defm FLAT_STORE_SHORT : FlatStore<0x1a, "flat_store_short", AVLdSt_32>;
defm FLAT_STORE_SHORT_D16_HI : FlatStore<0x1b, "flat_store_short_d16_hi", AVLdSt_32>;
defm FLAT_STORE_DWORD : FlatStore<0x1c, "flat_store_dword", AVLdSt_32>;
defm FLAT_STORE_DWORDX2 : FlatStore<0x1d, "flat_store_dwordx2", AVLdSt_64>;
defm FLAT_STORE_DWORDX3 : FlatStore<0x1e, "flat_store_dwordx3", AVLdSt_96>;
defm FLAT_STORE_DWORDX4 : FlatStore<0x1f, "flat_store_dwordx4", AVLdSt_128>;
let D16Lo = true in defm FLAT_LOAD_UBYTE_D16 : FlatLoad<0x20, "flat_load_ubyte_d16", AVLdSt_32, true>;
let D16Hi = true in defm FLAT_LOAD_UBYTE_D16_HI : FlatLoad<0x21, "flat_load_ubyte_d16_hi", AVLdSt_32, true>;
let D16Lo = true in defm FLAT_LOAD_SBYTE_D16 : FlatLoad<0x22, "flat_load_sbyte_d16", AVLdSt_32, true>;
let D16Hi = true in defm FLAT_LOAD_SBYTE_D16_HI : FlatLoad<0x23, "flat_load_sbyte_d16_hi", AVLdSt_32, true>;
let D16Lo = true in defm FLAT_LOAD_SHORT_D16 : FlatLoad<0x24, "flat_load_short_d16", AVLdSt_32, true>;
let D16Hi = true in defm FLAT_LOAD_SHORT_D16_HI : FlatLoad<0x25, "flat_load_short_d16_hi", AVLdSt_32, true>;
defm FLAT_ATOMIC_SWAP : FlatAtomic<0x40, "flat_atomic_swap", AVLdSt_32>;
defm FLAT_ATOMIC_CMPSWAP : FlatAtomic<0x41, "flat_atomic_cmpswap", AVLdSt_64, AVLdSt_32>;
defm FLAT_ATOMIC_ADD : FlatAtomic<0x42, "flat_atomic_add", AVLdSt_32>;
defm FLAT_ATOMIC_SUB : FlatAtomic<0x43, "flat_atomic_sub", AVLdSt_32>;
defm FLAT_ATOMIC_SMIN : FlatAtomic<0x44, "flat_atomic_smin", AVLdSt_32>;
defm FLAT_ATOMIC_UMIN : FlatAtomic<0x45, "flat_atomic_umin", AVLdSt_32>;
defm FLAT_ATOMIC_SMAX : FlatAtomic<0x46, "flat_atomic_smax", AVLdSt_32>;
defm FLAT_ATOMIC_UMAX : FlatAtomic<0x47, "flat_atomic_umax", AVLdSt_32>;
defm FLAT_ATOMIC_AND : FlatAtomic<0x48, "flat_atomic_and", AVLdSt_32>;
defm FLAT_ATOMIC_OR : FlatAtomic<0x49, "flat_atomic_or", AVLdSt_32>;
defm FLAT_ATOMIC_XOR : FlatAtomic<0x4a, "flat_atomic_xor", AVLdSt_32>;
defm FLAT_ATOMIC_INC : FlatAtomic<0x4b, "flat_atomic_inc", AVLdSt_32>;
defm FLAT_ATOMIC_DEC : FlatAtomic<0x4c, "flat_atomic_dec", AVLdSt_32>;
let FPAtomic = true, Predicates = [HasGFX940] in defm FLAT_ATOMIC_ADD_F32 : FlatAtomic<0x4d, "flat_atomic_add_f32", AVLdSt_32>;
let FPAtomic = true, Predicates = [HasGFX940] in defm FLAT_ATOMIC_PK_ADD_F16 : FlatAtomic<0x4e, "flat_atomic_pk_add_f16", AVLdSt_32>;
let Predicates = [HasGFX90A], FPAtomic = true in defm FLAT_ATOMIC_ADD_F64 : FlatAtomic<0x4f, "flat_atomic_add_f64", AVLdSt_64>;
let Predicates = [HasGFX90A], FPAtomic = true in defm FLAT_ATOMIC_MIN_F64 : FlatAtomic<0x50, "flat_atomic_min_f64", AVLdSt_64>;
let Predicates = [HasGFX90A], FPAtomic = true in defm FLAT_ATOMIC_MAX_F64 : FlatAtomic<0x51, "flat_atomic_max_f64", AVLdSt_64>;
let FPAtomic = true, Predicates = [HasGFX940] in defm FLAT_ATOMIC_PK_ADD_BF16 : FlatAtomic<0x52, "flat_atomic_pk_add_bf16", AVLdSt_32>;
defm FLAT_ATOMIC_SWAP_X2 : FlatAtomic<0x60, "flat_atomic_swap_x2", AVLdSt_64>;
defm FLAT_ATOMIC_CMPSWAP_X2 : FlatAtomic<0x61, "flat_atomic_cmpswap_x2", AVLdSt_128, AVLdSt_64>;
defm FLAT_ATOMIC_ADD_X2 : FlatAtomic<0x62, "flat_atomic_add_x2", AVLdSt_64>;
defm FLAT_ATOMIC_SUB_X2 : FlatAtomic<0x63, "flat_atomic_sub_x2", AVLdSt_64>;
defm FLAT_ATOMIC_SMIN_X2 : FlatAtomic<0x64, "flat_atomic_smin_x2", AVLdSt_64>;
defm FLAT_ATOMIC_UMIN_X2 : FlatAtomic<0x65, "flat_atomic_umin_x2", AVLdSt_64>;
defm FLAT_ATOMIC_SMAX_X2 : FlatAtomic<0x66, "flat_atomic_smax_x2", AVLdSt_64>;
defm FLAT_ATOMIC_UMAX_X2 : FlatAtomic<0x67, "flat_atomic_umax_x2", AVLdSt_64>;
defm FLAT_ATOMIC_AND_X2 : FlatAtomic<0x68, "flat_atomic_and_x2", AVLdSt_64>;
defm FLAT_ATOMIC_OR_X2 : FlatAtomic<0x69, "flat_atomic_or_x2", AVLdSt_64>;
defm FLAT_ATOMIC_XOR_X2 : FlatAtomic<0x6a, "flat_atomic_xor_x2", AVLdSt_64>;
defm FLAT_ATOMIC_INC_X2 : FlatAtomic<0x6b, "flat_atomic_inc_x2", AVLdSt_64>;
defm FLAT_ATOMIC_DEC_X2 : FlatAtomic<0x6c, "flat_atomic_dec_x2", AVLdSt_64>;

//===- Global instructions -------===//

defm GLOBAL_LOAD_UBYTE : GlobalLoad<0x10, "global_load_ubyte", AVLdSt_32>;
defm GLOBAL_LOAD_SBYTE : GlobalLoad<0x11, "global_load_sbyte", AVLdSt_32>;
defm GLOBAL_LOAD_USHORT : GlobalLoad<0x12, "global_load_ushort", AVLdSt_32>;
defm GLOBAL_LOAD_SSHORT : GlobalLoad<0x13, "global_load_sshort", AVLdSt_32>;
defm GLOBAL_LOAD_DWORD : GlobalLoad<0x14, "global_load_dword", AVLdSt_32>;
defm GLOBAL_LOAD_DWORDX2 : GlobalLoad<0x15, "global_load_dwordx2", AVLdSt_64>;
defm GLOBAL_LOAD_DWORDX3 : GlobalLoad<0x16, "global_load_dwordx3", AVLdSt_96>;
defm GLOBAL_LOAD_DWORDX4 : GlobalLoad<0x17, "global_load_dwordx4", AVLdSt_128>;
defm GLOBAL_STORE_BYTE : GlobalStore<0x18, "global_store_byte", AVLdSt_32>;
defm GLOBAL_STORE_BYTE_D16_HI : GlobalStore<0x19, "global_store_byte_d16_hi", AVLdSt_32>;
defm GLOBAL_STORE_SHORT : GlobalStore<0x1a, "global_store_short", AVLdSt_32>;
defm GLOBAL_STORE_SHORT_D16_HI : GlobalStore<0x1b, "global_store_short_d16_hi", AVLdSt_32>;
defm GLOBAL_STORE_DWORD : GlobalStore<0x1c, "global_store_dword", AVLdSt_32>;
defm GLOBAL_STORE_DWORDX2 : GlobalStore<0x1d, "global_store_dwordx2", AVLdSt_64>;
defm GLOBAL_STORE_DWORDX3 : GlobalStore<0x1e, "global_store_dwordx3", AVLdSt_96>;
defm GLOBAL_STORE_DWORDX4 : GlobalStore<0x1f, "global_store_dwordx4", AVLdSt_128>;
let D16Lo = true in defm GLOBAL_LOAD_UBYTE_D16 : GlobalLoad<0x20, "global_load_ubyte_d16", AVLdSt_32, true>;
let D16Hi = true in defm GLOBAL_LOAD_UBYTE_D16_HI : GlobalLoad<0x21, "global_load_ubyte_d16_hi", AVLdSt_32, true>;
let D16Lo = true in defm GLOBAL_LOAD_SBYTE_D16 : GlobalLoad<0x22, "global_load_sbyte_d16", AVLdSt_32, true>;
let D16Hi = true in defm GLOBAL_LOAD_SBYTE_D16_HI : GlobalLoad<0x23, "global_load_sbyte_d16_hi", AVLdSt_32, true>;
let D16Lo = true in defm GLOBAL_LOAD_SHORT_D16 : GlobalLoad<0x24, "global_load_short_d16", AVLdSt_32, true>;
let D16Hi = true in defm GLOBAL_LOAD_SHORT_D16_HI : GlobalLoad<0x25, "global_load_short_d16_hi", AVLdSt_32, true>;
defm GLOBAL_LOAD_LDS_UBYTE : GlobalLoadLDS<0x26, "global_load_lds_ubyte", 0x10>;
defm GLOBAL_LOAD_LDS_SBYTE : GlobalLoadLDS<0x27, "global_load_lds_sbyte", 0x11>;
defm GLOBAL_LOAD_LDS_USHORT : GlobalLoadLDS<0x28, "global_load_lds_ushort", 0x12>;
defm GLOBAL_LOAD_LDS_SSHORT : GlobalLoadLDS<0x29, "global_load_lds_sshort", 0x13>;
defm GLOBAL_LOAD_LDS_DWORD : GlobalLoadLDS<0x2a, "global_load_lds_dword", 0x14>;
defm GLOBAL_ATOMIC_SWAP : GlobalAtomic<0x40, "global_atomic_swap", AVLdSt_32>;
defm GLOBAL_ATOMIC_CMPSWAP : GlobalAtomic<0x41, "global_atomic_cmpswap", AVLdSt_64, AVLdSt_32>;
defm GLOBAL_ATOMIC_ADD : GlobalAtomic<0x42, "global_atomic_add", AVLdSt_32>;
defm GLOBAL_ATOMIC_SUB : GlobalAtomic<0x43, "global_atomic_sub", AVLdSt_32>;
defm GLOBAL_ATOMIC_SMIN : GlobalAtomic<0x44, "global_atomic_smin", AVLdSt_32>;
defm GLOBAL_ATOMIC_UMIN : GlobalAtomic<0x45, "global_atomic_umin", AVLdSt_32>;
defm GLOBAL_ATOMIC_SMAX : GlobalAtomic<0x46, "global_atomic_smax", AVLdSt_32>;
defm GLOBAL_ATOMIC_UMAX : GlobalAtomic<0x47, "global_atomic_umax", AVLdSt_32>;
defm GLOBAL_ATOMIC_AND : GlobalAtomic<0x48, "global_atomic_and", AVLdSt_32>;
defm GLOBAL_ATOMIC_OR : GlobalAtomic<0x49, "global_atomic_or", AVLdSt_32>;
defm GLOBAL_ATOMIC_XOR : GlobalAtomic<0x4a, "global_atomic_xor", AVLdSt_32>;
defm GLOBAL_ATOMIC_INC : GlobalAtomic<0x4b, "global_atomic_inc", AVLdSt_32>;
defm GLOBAL_ATOMIC_DEC : GlobalAtomic<0x4c, "global_atomic_dec", AVLdSt_32>;
defm GLOBAL_ATOMIC_ADD_F32 : GlobalAtomicFloat<0x4d, "global_atomic_add_f32", AVLdSt_32>;
defm GLOBAL_ATOMIC_PK_ADD_F16 : GlobalAtomicFloat<0x4e, "global_atomic_pk_add_f16", AVLdSt_32>;
let Predicates = [HasGFX90A], FPAtomic = true in defm GLOBAL_ATOMIC_ADD_F64 : GlobalAtomic<0x4f, "global_atomic_add_f64", AVLdSt_64>;
let Predicates = [HasGFX90A], FPAtomic = true in defm GLOBAL_ATOMIC_MIN_F64 : GlobalAtomic<0x50, "global_atomic_min_f64", AVLdSt_64>;
let Predicates = [HasGFX90A], FPAtomic = true in defm GLOBAL_ATOMIC_MAX_F64 : GlobalAtomic<0x51, "global_atomic_max_f64", AVLdSt_64>;
let FPAtomic = true, Predicates = [HasGFX940] in defm GLOBAL_ATOMIC_PK_ADD_BF16 : GlobalAtomic<0x52, "global_atomic_pk_add_bf16", AVLdSt_32>;
defm GLOBAL_ATOMIC_SWAP_X2 : GlobalAtomic<0x60, "global_atomic_swap_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_CMPSWAP_X2 : GlobalAtomic<0x61, "global_atomic_cmpswap_x2", AVLdSt_128, AVLdSt_64>;
defm GLOBAL_ATOMIC_ADD_X2 : GlobalAtomic<0x62, "global_atomic_add_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_SUB_X2 : GlobalAtomic<0x63, "global_atomic_sub_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_SMIN_X2 : GlobalAtomic<0x64, "global_atomic_smin_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_UMIN_X2 : GlobalAtomic<0x65, "global_atomic_umin_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_SMAX_X2 : GlobalAtomic<0x66, "global_atomic_smax_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_UMAX_X2 : GlobalAtomic<0x67, "global_atomic_umax_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_AND_X2 : GlobalAtomic<0x68, "global_atomic_and_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_OR_X2 : GlobalAtomic<0x69, "global_atomic_or_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_XOR_X2 : GlobalAtomic<0x6a, "global_atomic_xor_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_INC_X2 : GlobalAtomic<0x6b, "global_atomic_inc_x2", AVLdSt_64>;
defm GLOBAL_ATOMIC_DEC_X2 : GlobalAtomic<0x6c, "global_atomic_dec_x2", AVLdSt_64>;

//===- Scratch instructions -------===//

defm SCRATCH_LOAD_UBYTE : ScratchLoad<0x10, "scratch_load_ubyte", AVLdSt_32>;
defm SCRATCH_LOAD_SBYTE : ScratchLoad<0x11, "scratch_load_sbyte", AVLdSt_32>;
defm SCRATCH_LOAD_USHORT : ScratchLoad<0x12, "scratch_load_ushort", AVLdSt_32>;
defm SCRATCH_LOAD_SSHORT : ScratchLoad<0x13, "scratch_load_sshort", AVLdSt_32>;
defm SCRATCH_LOAD_DWORD : ScratchLoad<0x14, "scratch_load_dword", AVLdSt_32>;
defm SCRATCH_LOAD_DWORDX2 : ScratchLoad<0x15, "scratch_load_dwordx2", AVLdSt_64>;
defm SCRATCH_LOAD_DWORDX3 : ScratchLoad<0x16, "scratch_load_dwordx3", AVLdSt_96>;
defm SCRATCH_LOAD_DWORDX4 : ScratchLoad<0x17, "scratch_load_dwordx4", AVLdSt_128>;
defm SCRATCH_STORE_BYTE : ScratchStore<0x18, "scratch_store_byte", AVLdSt_32>;
defm SCRATCH_STORE_BYTE_D16_HI : ScratchStore<0x19, "scratch_store_byte_d16_hi", AVLdSt_32>;
defm SCRATCH_STORE_SHORT : ScratchStore<0x1a, "scratch_store_short", AVLdSt_32>;
defm SCRATCH_STORE_SHORT_D16_HI : ScratchStore<0x1b, "scratch_store_short_d16_hi", AVLdSt_32>;
defm SCRATCH_STORE_DWORD : ScratchStore<0x1c, "scratch_store_dword", AVLdSt_32>;
defm SCRATCH_STORE_DWORDX2 : ScratchStore<0x1d, "scratch_store_dwordx2", AVLdSt_64>;
defm SCRATCH_STORE_DWORDX3 : ScratchStore<0x1e, "scratch_store_dwordx3", AVLdSt_96>;
defm SCRATCH_STORE_DWORDX4 : ScratchStore<0x1f, "scratch_store_dwordx4", AVLdSt_128>;
let D16Lo = true in defm SCRATCH_LOAD_UBYTE_D16 : ScratchLoad<0x20, "scratch_load_ubyte_d16", AVLdSt_32, true>;
let D16Hi = true in defm SCRATCH_LOAD_UBYTE_D16_HI : ScratchLoad<0x21, "scratch_load_ubyte_d16_hi", AVLdSt_32, true>;
let D16Lo = true in defm SCRATCH_LOAD_SBYTE_D16 : ScratchLoad<0x22, "scratch_load_sbyte_d16", AVLdSt_32, true>;
let D16Hi = true in defm SCRATCH_LOAD_SBYTE_D16_HI : ScratchLoad<0x23, "scratch_load_sbyte_d16_hi", AVLdSt_32, true>;
let D16Lo = true in defm SCRATCH_LOAD_SHORT_D16 : ScratchLoad<0x24, "scratch_load_short_d16", AVLdSt_32, true>;
let D16Hi = true in defm SCRATCH_LOAD_SHORT_D16_HI : ScratchLoad<0x25, "scratch_load_short_d16_hi", AVLdSt_32, true>;
defm SCRATCH_LOAD_LDS_UBYTE : ScratchLoadLDS<0x26, "scratch_load_lds_ubyte", 0x10>;
defm SCRATCH_LOAD_LDS_SBYTE : ScratchLoadLDS<0x27, "scratch_load_lds_sbyte", 0x11>;
defm SCRATCH_LOAD_LDS_USHORT : ScratchLoadLDS<0x28, "scratch_load_lds_ushort", 0x12>;
defm SCRATCH_LOAD_LDS_SSHORT : ScratchLoadLDS<0x29, "scratch_load_lds_sshort", 0x13>;
defm SCRATCH_LOAD_LDS_DWORD : ScratchLoadLDS<0x2a, "scratch_load_lds_dword", 0x14>;
