// Scalar memory.

class SMEMInst<int op, dag outs, dag ins, string mnemonic, string asm> : Inst64<outs, ins, mnemonic, asm> {
  bits<10> sdst;
  bits<10> sdata;
  bits<10> sbase;
  bits<10> soffset;
  bits<21> offset;
  bits<5> cpol;
  bit has_sdst = false;
  bit has_immediate = false;
  bit has_soffset = false;
  let Inst{5-0} = sbase{6-1};
  let Inst{12-6} = !if(has_sdst, sdst{6-0}, sdata{6-0});
  let Inst{13} = 0;
  let Inst{14} = !and(has_immediate, has_soffset);
  let Inst{15} = 0;
  let Inst{16} = !if(Returns, 1, cpol{0});
  let Inst{17} = has_immediate;
  let Inst{25-18} = op;
  let Inst{31-26} = 0b110000;
  // The offset, or the number of the register that holds it.
  let Inst{38-32} = !if(has_immediate, offset{6-0}, soffset{6-0});
  let Inst{52-39} = !if(has_immediate, offset{20-7}, 0);
  let Inst{56-53} = 0;
  let Inst{63-57} = !if(!and(has_immediate, has_soffset), soffset{6-0}, 0);
  let DecodeIgnore{13} = 1;
  let DecodeIgnore{15} = 1;
  let DecodeIgnore{52-39} = !if(has_immediate, 0, 0x3fff);
  let DecodeIgnore{56-53} = 0xf;
  let DecodeIgnore{63-57} = !if(!and(has_immediate, has_soffset), 0, 0x7f);
  let SMEM = true;
  let LGKM_CNT = true;
  let BaseName = !toupper(mnemonic);
}

// The three forms of an address. `data` is the operand before the base, `text` its text; `policy` the cache policy.
multiclass SMEMForms<int op, string mnemonic, dag outs, dag data, string text, RegisterOperand base, dag policy,
                     bit sdst = false> {
  defvar policyText = !if(!empty(policy), "", "$cpol");
  let has_sdst = sdst in {
  let has_immediate = true, AddrForm = "imm" in
  def _IMM : SMEMInst<op, outs, !con(data, (ins base:$sbase, SMRDOffset:$offset), policy), mnemonic,
                      text#"$sbase, $offset"#policyText>;
  let has_soffset = true, AddrForm = "sgpr" in
  def _SGPR : SMEMInst<op, outs, !con(data, (ins base:$sbase, SReg_32:$soffset), policy), mnemonic,
                       text#"$sbase, $soffset"#policyText>;
  let has_immediate = true, has_soffset = true, AddrForm = "sgpr_imm" in
  def _SGPR_IMM : SMEMInst<op, outs, !con(data, (ins base:$sbase, SReg_32:$soffset, SMRDNamedOffset:$offset), policy),
                           mnemonic, text#"$sbase, $soffset$offset"#policyText>;
  }
}

def SMemBase_64 : RegisterOperand<SReg_64>;
def SMemBase_128 : RegisterOperand<SReg_128>;
def SMemDst_128 : RegisterOperand<SReg_128>;
def SMemDst_256 : RegisterOperand<SReg_256>;
def SMemDst_512 : RegisterOperand<SReg_512>;

multiclass SLoad<int op, string mnemonic, RegisterOperand dst, RegisterOperand base = SMemBase_64> {
  let mayLoad = true, isReMaterializable = true in
  defm NAME : SMEMForms<op, mnemonic, (outs dst:$sdst), (ins), "$sdst, ", base, (ins SMemCPol:$cpol), true>;
}
multiclass SStore<int op, string mnemonic, RegisterOperand data, RegisterOperand base = SMemBase_64> {
  let mayStore = true in
  defm NAME : SMEMForms<op, mnemonic, (outs), (ins data:$sdata), "$sdata, ", base, (ins SMemCPol:$cpol)>;
}
multiclass SProbe<int op, string mnemonic, RegisterOperand base> {
  let hasSideEffects = true, cpol = 0 in
  defm NAME : SMEMForms<op, mnemonic, (outs), (ins ProbeImm:$sdata), "$sdata, ", base, (ins)>;
}
multiclass SDiscard<int op, string mnemonic> {
  let hasSideEffects = true, sdata = 0, cpol = 0 in
  defm NAME : SMEMForms<op, mnemonic, (outs), (ins), "", SMemBase_64, (ins)>;
}
class SCache<int op, string mnemonic> : SMEMInst<op, (outs), (ins), mnemonic, ""> {
  let sdata = 0;
  let sbase = 0;
  let soffset = 0;
  let cpol = 0;
  let mayLoad = true;
  let mayStore = true;
  let hasSideEffects = true;
}
class STime<int op, string mnemonic> : SMEMInst<op, (outs SMemDst_64:$sdst), (ins), mnemonic, "$sdst"> {
  let has_sdst = true;
  let sbase = 0;
  let soffset = 0;
  let cpol = 0;
  let mayLoad = true;
  let hasSideEffects = true;
}
// Atomics: without and with the old value returned in the data register.
multiclass SAtomic<int op, string mnemonic, RegisterOperand data, RegisterOperand base = SMemBase_64> {
  let mayLoad = true, mayStore = true in {
  let AtomicNoRet = true, cpol = 0 in
  defm NAME : SMEMForms<op, mnemonic, (outs), (ins data:$sdata), "$sdata, ", base, (ins)>;
  let AtomicRet = true, Returns = true, Constraints = "$sdst = $sdata" in
  defm _RTN : SMEMForms<op, mnemonic, (outs data:$sdst), (ins data:$sdata), "$sdst, ", base,
                        (ins SMemCPol_GLC1:$cpol), true>;
  }
}

defm S_LOAD_DWORD : SLoad<0x00, "s_load_dword", SMemDst_32>;
defm S_LOAD_DWORDX2 : SLoad<0x01, "s_load_dwordx2", SMemDst_64>;
defm S_LOAD_DWORDX4 : SLoad<0x02, "s_load_dwordx4", SMemDst_128>;
defm S_LOAD_DWORDX8 : SLoad<0x03, "s_load_dwordx8", SMemDst_256>;
defm S_LOAD_DWORDX16 : SLoad<0x04, "s_load_dwordx16", SMemDst_512>;
defm S_SCRATCH_LOAD_DWORD : SLoad<0x05, "s_scratch_load_dword", SMemDst_32>;
defm S_SCRATCH_LOAD_DWORDX2 : SLoad<0x06, "s_scratch_load_dwordx2", SMemDst_64>;
defm S_SCRATCH_LOAD_DWORDX4 : SLoad<0x07, "s_scratch_load_dwordx4", SMemDst_128>;
defm S_BUFFER_LOAD_DWORD : SLoad<0x08, "s_buffer_load_dword", SMemDst_32, SMemBase_128>;
defm S_BUFFER_LOAD_DWORDX2 : SLoad<0x09, "s_buffer_load_dwordx2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_LOAD_DWORDX4 : SLoad<0x0a, "s_buffer_load_dwordx4", SMemDst_128, SMemBase_128>;
defm S_BUFFER_LOAD_DWORDX8 : SLoad<0x0b, "s_buffer_load_dwordx8", SMemDst_256, SMemBase_128>;
defm S_BUFFER_LOAD_DWORDX16 : SLoad<0x0c, "s_buffer_load_dwordx16", SMemDst_512, SMemBase_128>;

// Scalar stores and atomics assemble for gfx942, but its documents do not list them: no code generation.
defm S_STORE_DWORD : SStore<0x10, "s_store_dword", SMemDst_32>;
defm S_STORE_DWORDX2 : SStore<0x11, "s_store_dwordx2", SMemDst_64>;
defm S_STORE_DWORDX4 : SStore<0x12, "s_store_dwordx4", SMemDst_128>;
defm S_SCRATCH_STORE_DWORD : SStore<0x15, "s_scratch_store_dword", SMemDst_32>;
defm S_SCRATCH_STORE_DWORDX2 : SStore<0x16, "s_scratch_store_dwordx2", SMemDst_64>;
defm S_SCRATCH_STORE_DWORDX4 : SStore<0x17, "s_scratch_store_dwordx4", SMemDst_128>;
defm S_BUFFER_STORE_DWORD : SStore<0x18, "s_buffer_store_dword", SMemDst_32, SMemBase_128>;
defm S_BUFFER_STORE_DWORDX2 : SStore<0x19, "s_buffer_store_dwordx2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_STORE_DWORDX4 : SStore<0x1a, "s_buffer_store_dwordx4", SMemDst_128, SMemBase_128>;

def S_DCACHE_INV : SCache<0x20, "s_dcache_inv">;
def S_DCACHE_WB : SCache<0x21, "s_dcache_wb">;
def S_DCACHE_INV_VOL : SCache<0x22, "s_dcache_inv_vol">;
def S_DCACHE_WB_VOL : SCache<0x23, "s_dcache_wb_vol">;
def S_MEMTIME : STime<0x24, "s_memtime">;
def S_MEMREALTIME : STime<0x25, "s_memrealtime">;
defm S_ATC_PROBE : SProbe<0x26, "s_atc_probe", SMemBase_64>;
defm S_ATC_PROBE_BUFFER : SProbe<0x27, "s_atc_probe_buffer", SMemBase_128>;
defm S_DCACHE_DISCARD : SDiscard<0x28, "s_dcache_discard">;
defm S_DCACHE_DISCARD_X2 : SDiscard<0x29, "s_dcache_discard_x2">;

defm S_BUFFER_ATOMIC_SWAP : SAtomic<0x40, "s_buffer_atomic_swap", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_CMPSWAP : SAtomic<0x41, "s_buffer_atomic_cmpswap", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_ADD : SAtomic<0x42, "s_buffer_atomic_add", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_SUB : SAtomic<0x43, "s_buffer_atomic_sub", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_SMIN : SAtomic<0x44, "s_buffer_atomic_smin", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_UMIN : SAtomic<0x45, "s_buffer_atomic_umin", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_SMAX : SAtomic<0x46, "s_buffer_atomic_smax", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_UMAX : SAtomic<0x47, "s_buffer_atomic_umax", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_AND : SAtomic<0x48, "s_buffer_atomic_and", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_OR : SAtomic<0x49, "s_buffer_atomic_or", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_XOR : SAtomic<0x4a, "s_buffer_atomic_xor", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_INC : SAtomic<0x4b, "s_buffer_atomic_inc", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_DEC : SAtomic<0x4c, "s_buffer_atomic_dec", SMemDst_32, SMemBase_128>;
defm S_BUFFER_ATOMIC_SWAP_X2 : SAtomic<0x60, "s_buffer_atomic_swap_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_CMPSWAP_X2 : SAtomic<0x61, "s_buffer_atomic_cmpswap_x2", SMemDst_128, SMemBase_128>;
defm S_BUFFER_ATOMIC_ADD_X2 : SAtomic<0x62, "s_buffer_atomic_add_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_SUB_X2 : SAtomic<0x63, "s_buffer_atomic_sub_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_SMIN_X2 : SAtomic<0x64, "s_buffer_atomic_smin_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_UMIN_X2 : SAtomic<0x65, "s_buffer_atomic_umin_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_SMAX_X2 : SAtomic<0x66, "s_buffer_atomic_smax_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_UMAX_X2 : SAtomic<0x67, "s_buffer_atomic_umax_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_AND_X2 : SAtomic<0x68, "s_buffer_atomic_and_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_OR_X2 : SAtomic<0x69, "s_buffer_atomic_or_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_XOR_X2 : SAtomic<0x6a, "s_buffer_atomic_xor_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_INC_X2 : SAtomic<0x6b, "s_buffer_atomic_inc_x2", SMemDst_64, SMemBase_128>;
defm S_BUFFER_ATOMIC_DEC_X2 : SAtomic<0x6c, "s_buffer_atomic_dec_x2", SMemDst_64, SMemBase_128>;
defm S_ATOMIC_SWAP : SAtomic<0x80, "s_atomic_swap", SMemDst_32>;
defm S_ATOMIC_CMPSWAP : SAtomic<0x81, "s_atomic_cmpswap", SMemDst_64>;
defm S_ATOMIC_ADD : SAtomic<0x82, "s_atomic_add", SMemDst_32>;
defm S_ATOMIC_SUB : SAtomic<0x83, "s_atomic_sub", SMemDst_32>;
defm S_ATOMIC_SMIN : SAtomic<0x84, "s_atomic_smin", SMemDst_32>;
defm S_ATOMIC_UMIN : SAtomic<0x85, "s_atomic_umin", SMemDst_32>;
defm S_ATOMIC_SMAX : SAtomic<0x86, "s_atomic_smax", SMemDst_32>;
defm S_ATOMIC_UMAX : SAtomic<0x87, "s_atomic_umax", SMemDst_32>;
defm S_ATOMIC_AND : SAtomic<0x88, "s_atomic_and", SMemDst_32>;
defm S_ATOMIC_OR : SAtomic<0x89, "s_atomic_or", SMemDst_32>;
defm S_ATOMIC_XOR : SAtomic<0x8a, "s_atomic_xor", SMemDst_32>;
defm S_ATOMIC_INC : SAtomic<0x8b, "s_atomic_inc", SMemDst_32>;
defm S_ATOMIC_DEC : SAtomic<0x8c, "s_atomic_dec", SMemDst_32>;
defm S_ATOMIC_SWAP_X2 : SAtomic<0xa0, "s_atomic_swap_x2", SMemDst_64>;
defm S_ATOMIC_CMPSWAP_X2 : SAtomic<0xa1, "s_atomic_cmpswap_x2", SMemDst_128>;
defm S_ATOMIC_ADD_X2 : SAtomic<0xa2, "s_atomic_add_x2", SMemDst_64>;
defm S_ATOMIC_SUB_X2 : SAtomic<0xa3, "s_atomic_sub_x2", SMemDst_64>;
defm S_ATOMIC_SMIN_X2 : SAtomic<0xa4, "s_atomic_smin_x2", SMemDst_64>;
defm S_ATOMIC_UMIN_X2 : SAtomic<0xa5, "s_atomic_umin_x2", SMemDst_64>;
defm S_ATOMIC_SMAX_X2 : SAtomic<0xa6, "s_atomic_smax_x2", SMemDst_64>;
defm S_ATOMIC_UMAX_X2 : SAtomic<0xa7, "s_atomic_umax_x2", SMemDst_64>;
defm S_ATOMIC_AND_X2 : SAtomic<0xa8, "s_atomic_and_x2", SMemDst_64>;
defm S_ATOMIC_OR_X2 : SAtomic<0xa9, "s_atomic_or_x2", SMemDst_64>;
defm S_ATOMIC_XOR_X2 : SAtomic<0xaa, "s_atomic_xor_x2", SMemDst_64>;
defm S_ATOMIC_INC_X2 : SAtomic<0xab, "s_atomic_inc_x2", SMemDst_64>;
defm S_ATOMIC_DEC_X2 : SAtomic<0xac, "s_atomic_dec_x2", SMemDst_64>;
