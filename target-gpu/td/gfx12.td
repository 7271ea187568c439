// The encodings of RDNA 4: AMD's reference of its instruction set. Scalar instructions are as on RDNA 3; memory instructions
// have three dwords, offsets of 24 bits, a scope and a temporal hint. Vector instructions are in `gfx12_vector.td`.

//===- Operands ------------------------------------------------------------------------------------------------===//

def SMRDOffset24 : ImmOperand<"smrd_offset"> { let Width = 24; }
def SMRDNamedOffset24 : NamedIntOperand<"offset", 0, "smrd_named_offset", 24> { let IsOptional = false; }
def FlatOffset24 : SignedOffset<24>;
def BufOffset23 : UnsignedOffset<23>;
// A register; NULL for none.
def BufSOffset_Register : RegisterOperand<SReg_32>;
def : OperandAs<IsGFX12, SMRDOffset, SMRDOffset24>;
def : OperandAs<IsGFX12, SMRDNamedOffset, SMRDNamedOffset24>;
def : OperandAs<IsGFX12, FlatOffset, FlatOffset24>;
def : OperandAs<IsGFX12, GlobalOffset, FlatOffset24>;
def : OperandAs<IsGFX12, BufOffset, BufOffset23>;
def : OperandAs<IsGFX12, BufSOffset, BufSOffset_Register>;

def SMemDst_96 : RegisterOperand<SReg_96>;
// The number of a barrier: a constant, or M0.
def BarrierId : SrcOperand<M0_CLASS, 32, false, false>;
def SImm16 : ImmOperand<"simm16", i16>; // printed with its sign
def AVLdSt_256 : RegisterOperand<VReg_256>;
def AVLdSt_1024 : RegisterOperand<VReg_1024>;

//===- Instructions that earlier processors do not have ----------------------------------------------------------===//

let EncodingPredicates = [OnlyOtherEncodings] in {
let SALU = true in {
let isCommutable = true in {
defm S_ADD_NC_U64 : SOP2_64<0, "s_add_nc_u64">;
defm S_MUL_U64 : SOP2_64<0, "s_mul_u64">;
}
defm S_SUB_NC_U64 : SOP2_64<0, "s_sub_nc_u64">;
// Minima and maxima of which a NaN is one if it is among the sources.
let isCommutable = true, Uses = [MODE], ReadsMode = true in {
defm S_MINIMUM : SOP2Float<0, 0, "s_minimum">;
defm S_MAXIMUM : SOP2Float<0, 0, "s_maximum">;
}

let hasSideEffects = true in {
// Arrival at a barrier, of which waiting at it is another instruction.
let isConvergent = true in {
let sdst = 0 in {
def S_BARRIER_SIGNAL : SOP1Inst<0, (outs), (ins BarrierId:$ssrc0), "s_barrier_signal", "$ssrc0">;
let Defs = [SCC] in
def S_BARRIER_SIGNAL_ISFIRST : SOP1Inst<0, (outs), (ins BarrierId:$ssrc0), "s_barrier_signal_isfirst", "$ssrc0">;
def S_BARRIER_INIT : SOP1Inst<0, (outs), (ins BarrierId:$ssrc0), "s_barrier_init", "$ssrc0"> { let Uses = [M0]; }
def S_BARRIER_JOIN : SOP1Inst<0, (outs), (ins BarrierId:$ssrc0), "s_barrier_join", "$ssrc0">;
}
def S_BARRIER_WAIT : SOPPImm<0, "s_barrier_wait", SImm16>;
let Defs = [SCC] in def S_BARRIER_LEAVE : SOPPPlain<0, "s_barrier_leave">;
}
let LGKM_CNT = true in
def S_GET_BARRIER_STATE : SOP1Inst<0, (outs SDstOp_32:$sdst), (ins BarrierId:$ssrc0), "s_get_barrier_state",
                                   "$sdst, $ssrc0">;
let sdst = 0 in {
let Defs = [SCC] in def S_ALLOC_VGPR : SOP1Inst<0, (outs), (ins SSrc_b32:$ssrc0), "s_alloc_vgpr", "$ssrc0">;
def S_SLEEP_VAR : SOP1Inst<0, (outs), (ins SSrc_b32:$ssrc0), "s_sleep_var", "$ssrc0">;
}

// Wait until at most so many operations of a kind are outstanding.
foreach counter = ["load", "store", "sample", "bvh", "exp", "ds", "km"] in
def S_WAIT_#!toupper(counter)#CNT : SOPPImm<0, "s_wait_"#counter#"cnt", S16Imm>;
// Of two kinds, the first in the upper byte.
def S_WAIT_LOADCNT_DSCNT : SOPPImm<0, "s_wait_loadcnt_dscnt", S16Imm>;
def S_WAIT_STORECNT_DSCNT : SOPPImm<0, "s_wait_storecnt_dscnt", S16Imm>;
}
} // SALU

defm S_LOAD_DWORDX3 : SLoad<0, "s_load_b96", SMemDst_96>;
defm S_BUFFER_LOAD_DWORDX3 : SLoad<0, "s_buffer_load_b96", SMemDst_96, SMemBase_128>;
foreach type = ["i8", "u8", "i16", "u16"] in {
  defm S_LOAD_#!toupper(type) : SLoad<0, "s_load_"#type, SMemDst_32>;
  defm S_BUFFER_LOAD_#!toupper(type) : SLoad<0, "s_buffer_load_"#type, SMemDst_32, SMemBase_128>;
}
// Fetches lines of 128 bytes into a cache, one more than the last operand says: from a base or the program counter.
class SPrefetch<string mnemonic, dag base, string text>
  : SMEMInst<0, (outs), !con(base, (ins SMRDOffset:$offset, SReg_32:$soffset, ProbeImm:$sdata)), mnemonic,
             text#"$offset, $soffset, $sdata"> {
  let has_immediate = true;
  let has_soffset = true;
  let cpol = 0;
  let hasSideEffects = true;
  let LGKM_CNT = false;
}
class SPrefetchRelative<string mnemonic> : SPrefetch<mnemonic, (ins), ""> { let sbase = 0; }
def S_PREFETCH_INST : SPrefetch<"s_prefetch_inst", (ins SMemBase_64:$sbase), "$sbase, ">;
def S_PREFETCH_DATA : SPrefetch<"s_prefetch_data", (ins SMemBase_64:$sbase), "$sbase, ">;
def S_BUFFER_PREFETCH_DATA : SPrefetch<"s_buffer_prefetch_data", (ins SMemBase_128:$sbase), "$sbase, ">;
def S_PREFETCH_INST_PC_REL : SPrefetchRelative<"s_prefetch_inst_pc_rel">;
def S_PREFETCH_DATA_PC_REL : SPrefetchRelative<"s_prefetch_data_pc_rel">;

// Subtraction of at most what is there, and only if that much is there.
def DS_SUB_CLAMP_U32 : DS_Atomic<0, "ds_sub_clamp_u32", AVLdSt_32>;
def DS_SUB_CLAMP_RTN_U32 : DS_AtomicRtn<0, "ds_sub_clamp_rtn_u32", AVLdSt_32, AVLdSt_32, "DS_SUB_CLAMP_U32">;
def DS_COND_SUB_U32 : DS_Atomic<0, "ds_cond_sub_u32", AVLdSt_32>;
def DS_COND_SUB_RTN_U32 : DS_AtomicRtn<0, "ds_cond_sub_rtn_u32", AVLdSt_32, AVLdSt_32, "DS_COND_SUB_U32">;
defm FLAT_ATOMIC_COND_SUB : FlatAtomic<0, "flat_atomic_cond_sub_u32", AVLdSt_32>;
defm GLOBAL_ATOMIC_COND_SUB : GlobalAtomic<0, "global_atomic_cond_sub_u32", AVLdSt_32>;
defm BUFFER_ATOMIC_COND_SUB : BufferAtomic<0, "buffer_atomic_cond_sub_u32", AVLdSt_32>;
defm FLAT_ATOMIC_CSUB : FlatAtomic<0, "flat_atomic_sub_clamp_u32", AVLdSt_32>;
defm GLOBAL_ATOMIC_ORDERED_ADD : GlobalAtomic<0, "global_atomic_ordered_add_b64", AVLdSt_64>;
// Inactive lanes are read, too.
def DS_BPERMUTE_FI_B32 : DS_Permute<0, "ds_bpermute_fi_b32">;
// Pushes up to eight nodes of a hierarchy of boxes and pops one or two; the stack's address changes.
class DS_BVHStack<string mnemonic, RegisterOperand result>
  : DSInst<0, (outs result:$vdst, VGPR_32:$addr), (ins VGPR_32:$addr_in, AVLdSt_32:$data0, AVLdSt_256:$data1, Offset16:$offset),
           mnemonic, "$vdst, $addr, $data0, $data1$offset"> {
  let has_vdst = true;
  let has_data0 = true;
  let has_data1 = true;
  let has_gds = false;
  let Constraints = "$addr = $addr_in";
  let mayLoad = true;
  let mayStore = true;
}
def DS_BVH_STACK_PUSH8_POP1_RTN_B32 : DS_BVHStack<"ds_bvh_stack_push8_pop1_rtn_b32", AVLdSt_32>;
def DS_BVH_STACK_PUSH8_POP2_RTN_B64 : DS_BVHStack<"ds_bvh_stack_push8_pop2_rtn_b64", AVLdSt_64>;

// Blocks of registers by a mask in M0.
let Uses = [M0, EXEC], hasSideEffects = true in {
defm GLOBAL_LOAD_BLOCK : GlobalLoad<0, "global_load_block", AVLdSt_1024>;
defm GLOBAL_STORE_BLOCK : GlobalStore<0, "global_store_block", AVLdSt_1024>;
}
let Uses = [FLAT_SCR, M0, EXEC], hasSideEffects = true in {
defm SCRATCH_LOAD_BLOCK : ScratchLoad<0, "scratch_load_block", AVLdSt_1024>;
defm SCRATCH_STORE_BLOCK : ScratchStore<0, "scratch_store_block", AVLdSt_1024>;
}
// Rows of matrices become columns; registers are half as many in waves of 64 lanes.
let isConvergent = true in {
defm GLOBAL_LOAD_TR_B128_w32 : GlobalLoad<0, "global_load_tr_b128", AVLdSt_128>;
defm GLOBAL_LOAD_TR_B128_w64 : GlobalLoad<0, "global_load_tr_b128", AVLdSt_64>;
defm GLOBAL_LOAD_TR_B64_w32 : GlobalLoad<0, "global_load_tr_b64", AVLdSt_64>;
defm GLOBAL_LOAD_TR_B64_w64 : GlobalLoad<0, "global_load_tr_b64", AVLdSt_32>;
}
// Caches up to a scope are written back, or their lines dropped.
class GlobalCache<string mnemonic> : FLATInst<0, 2, (outs), (ins CPol:$cpol), mnemonic, "$cpol"> {
  let AsmSeparator = "";
  let has_vaddr = false;
  let offset = 0;
  let mayLoad = true;
  let mayStore = true;
  let hasSideEffects = true;
  let BaseName = !toupper(mnemonic);
}
let BufferInvalidate = true in def GLOBAL_INV : GlobalCache<"global_inv">;
let BufferWriteback = true in {
def GLOBAL_WB : GlobalCache<"global_wb">;
def GLOBAL_WBINV : GlobalCache<"global_wbinv">;
}
}

// A word of LDS for all lanes, or an attribute; the register is written once so many vector instructions are outstanding,
// and once vector memory has read its sources.
def WaitVaVDst : NamedIntOperand<"wait_va_vdst", 0, "always_int">;
def WaitVmVSrc : NamedIntOperand<"wait_vm_vsrc", 0, "always_int", 1>;
class VDSDIRInst<int op, dag attribute, string mnemonic, string text>
  : Inst32<(outs VGPR_32:$vdst), !con(attribute, (ins WaitVaVDst:$wait_va_vdst, WaitVmVSrc:$wait_vm_vsrc)), mnemonic,
           "$vdst"#text#"$wait_va_vdst$wait_vm_vsrc"> {
  bits<10> vdst;
  bits<8> attr;
  bits<4> wait_va_vdst;
  bits<1> wait_vm_vsrc;
  let Inst{7-0} = vdst{7-0};
  let Inst{15-8} = !if(!empty(attribute), 0, attr);
  let Inst{19-16} = wait_va_vdst;
  let Inst{21-20} = op;
  let Inst{22} = 0;
  let Inst{23} = wait_vm_vsrc;
  let Inst{31-24} = 0b11001110;
  let DecodeIgnore{15-8} = !if(!empty(attribute), 0xff, 0);
  let DecodeIgnore{22} = 1;
  let Uses = [M0, EXEC];
  let mayLoad = true;
  let isConvergent = true;
  let LdsDirect = true;
  let EncodingPredicates = [IsGFX12];
}
def DS_PARAM_LOAD : VDSDIRInst<0, (ins InterpAttribute:$attr), "ds_param_load", ", $attr">;
def DS_DIRECT_LOAD : VDSDIRInst<1, (ins), "ds_direct_load", "">;

//===- Encodings -------------------------------------------------------------------------------------------------===//

multiclass SOP2_gfx12<int op, string name = ""> {
  defvar of = !cast<AMDInst>(NAME);
  let AltMnemonics = OldNames<of, name>.ret in def _gfx12 : SOP2Numbered<of, op, name>;
}
multiclass SOP1_gfx12<int op, string name = ""> {
  defvar of = !cast<AMDInst>(NAME);
  let AltMnemonics = OldNames<of, name>.ret in def _gfx12 : SOP1Numbered<of, op, name>;
}
multiclass SOPC_gfx12<int op, string name = ""> {
  defvar of = !cast<AMDInst>(NAME);
  let AltMnemonics = OldNames<of, name>.ret in def _gfx12 : SOPCNumbered<of, op, name>;
}
multiclass SOPP_gfx12<int op, string name = ""> : SOPC_gfx12<op, name>;
multiclass SOPK_gfx12<int op, string name = ""> {
  defvar of = !cast<AMDInst>(NAME);
  let AltMnemonics = OldNames<of, name>.ret in def _gfx12 : SOPKNumbered<of, op, name>;
}

// The cache policy: a temporal hint below, a scope above.
class SMEM_gfx12_enc<SMEMInst of, int op, string name> : EncodedAs<of, name> {
  bits<10> soffset;
  bits<24> offset;
  bits<5> cpol;
  let AltMnemonics = OldNames<of, name>.ret;
  let Inst{18-13} = op;
  let Inst{25-19} = 0;
  let Inst{31-26} = 0b111101;
  let Inst{55-32} = !if(of.has_immediate, offset, 0);
  let Inst{56} = 0;
  // 0x7c: no scalar register.
  let Inst{63-57} = !if(of.has_soffset, soffset{6-0}, !if(of.has_immediate, 0x7c, 0));
}
class SLoad_gfx12_enc<SMEMInst of, int op, string name> : SMEM_gfx12_enc<of, op, name> {
  let Inst{22-21} = cpol{4-3};
  let Inst{24-23} = cpol{1-0};
}
// A register alone is one with the offset 0.
multiclass SLoad_gfx12<int op, string name = ""> {
  foreach form = ["_IMM", "_SGPR_IMM"] in
  def form#"_gfx12" : SLoad_gfx12_enc<!cast<SMEMInst>(NAME#form), op, name>;
  let isNoDecode = true in def _SGPR_gfx12 : SLoad_gfx12_enc<!cast<SMEMInst>(NAME#"_SGPR"), op, name>;
}
multiclass SProbe_gfx12<int op> {
  foreach form = ["_IMM", "_SGPR_IMM"] in
  def form#"_gfx12" : SMEM_gfx12_enc<!cast<SMEMInst>(NAME#form), op, "">;
  let isNoDecode = true in def _SGPR_gfx12 : SMEM_gfx12_enc<!cast<SMEMInst>(NAME#"_SGPR"), op, "">;
}
multiclass SCache_gfx12<int op> { def _gfx12 : SMEM_gfx12_enc<!cast<SMEMInst>(NAME), op, "">; }
class SPrefetch_gfx12_enc<SMEMInst of, int op> : SMEM_gfx12_enc<of, op, ""> {
  bits<10> sdata;
  let Inst{12-6} = {0, 0, sdata{4}, sdata{3}, sdata{2}, sdata{1}, sdata{0}};
}
multiclass SPrefetch_gfx12<int op> { def _gfx12 : SPrefetch_gfx12_enc<!cast<SMEMInst>(NAME), op>; }

class DS_gfx12_enc<DSInst of, int op, string name, string text = of.AsmOperands> : EncodedAs<of, name, text> {
  bits<1> gds;
  let AltMnemonics = OldNames<of, name>.ret;
  let Inst{16} = 0;
  let Inst{17} = !if(of.has_gds, gds{0}, 0);
  let Inst{25-18} = op;
}
multiclass DS_gfx12<int op, string name = ""> { def _gfx12 : DS_gfx12_enc<!cast<DSInst>(NAME), op, name>; }
multiclass DSCompareStore_gfx12<int op, string name> {
  defvar of = !cast<DSInst>(NAME);
  def _gfx12 : DS_gfx12_enc<of, op, name, !subst("$data0, $data1", "$data1, $data0", of.AsmOperands)> {
    bits<10> data0;
    bits<10> data1;
    let Inst{47-40} = data1{7-0};
    let Inst{55-48} = data0{7-0};
  }
}

// Bits that all memory instructions of three dwords share.
class ThreeDwords<AMDInst of, string name> : EncodedAs<of, name> {
  bits<5> cpol;
  let Size = 12;
  let AltMnemonics = OldNames<of, name>.ret;
  let Inst{51-50} = cpol{4-3};
  let Inst{52} = !if(of.Returns, 1, !if(of.AtomicNoRet, 0, cpol{0}));
  let Inst{54-53} = cpol{2-1};
}
class FLAT_gfx12_enc<FLATInst of, int op, string name> : ThreeDwords<of, name> {
  bits<10> vdst;
  bits<10> vaddr;
  bits<10> vdata;
  bits<10> saddr;
  bits<24> offset;
  // 0x7c: no scalar address.
  let Inst{6-0} = !if(of.has_saddr, saddr{6-0}, 0x7c);
  let Inst{13-7} = 0;
  let Inst{21-14} = op;
  let Inst{23-22} = 0;
  let Inst{24} = of.FlatScratch;
  let Inst{25} = of.FlatGlobal;
  let Inst{31-26} = 0b111011;
  let Inst{39-32} = !if(of.has_vdst, vdst{7-0}, 0);
  let Inst{48-40} = 0;
  // Whether an access to scratch memory has a vector address.
  let Inst{49} = !and(of.FlatScratch, of.has_vaddr);
  let Inst{62-55} = !if(of.has_vdata, vdata{7-0}, 0);
  let Inst{63} = 0;
  let Inst{71-64} = !if(of.has_vaddr, vaddr{7-0}, 0);
  let Inst{95-72} = offset;
}
multiclass FLAT_gfx12<int op, string name = ""> {
  foreach form = ["", "_RTN", "_SADDR", "_SADDR_RTN", "_SVS", "_ST"] in
  if !exists<FLATInst>(NAME#form) then
  def form#"_gfx12" : FLAT_gfx12_enc<!cast<FLATInst>(NAME#form), op, name>;
}
multiclass GlobalCache_gfx12<int op> {
  def _gfx12 : FLAT_gfx12_enc<!cast<FLATInst>(NAME), op, ""> {
    let offset = 0;
  }
}
multiclass LoadTransposed_gfx12<int op> {
  foreach waves = [32, 64] in
  let EncodingPredicates = [IsGFX12, !cast<Predicate>("IsWave"#waves)] in
  defm _w#waves : FLAT_gfx12<op>;
}

class MUBUF_gfx12_enc<MUBUFInst of, int op, string name> : ThreeDwords<of, name> {
  bits<10> vdata;
  bits<10> vaddr;
  bits<10> srsrc;
  bits<10> soffset;
  bits<23> offset;
  let Inst{6-0} = soffset{6-0};
  let Inst{13-7} = 0;
  let Inst{21-14} = op;
  let Inst{22} = of.tfe;
  let Inst{25-23} = 0;
  let Inst{31-26} = 0b110001;
  let Inst{39-32} = vdata{7-0};
  let Inst{40} = 0;
  let Inst{47-41} = srsrc{6-0};
  let Inst{49-48} = 0;
  // The format that no format is.
  let Inst{61-55} = 1;
  let Inst{62} = of.offen;
  let Inst{63} = of.idxen;
  let Inst{71-64} = !if(of.has_vaddr, vaddr{7-0}, 0);
  let Inst{94-72} = offset;
  let Inst{95} = 0;
  let DecodeIgnore{61-55} = 0x7f;
}
multiclass MUBUF_gfx12<int op, string name = ""> {
  foreach address = ["_OFFSET", "_OFFEN", "_IDXEN", "_BOTHEN"] in
  foreach form = ["", "_RTN", "_TFE"] in {
    defvar of = NAME#!if(!eq(form, "_TFE"), form#address, address#form);
    if !exists<MUBUFInst>(of) then
    def form#address#"_gfx12" : MUBUF_gfx12_enc<!cast<MUBUFInst>(of), op, name>;
  }
}
class MTBUF_gfx12_enc<MTBUFInst of, int op, string name> : ThreeDwords<of, name> {
  bits<10> vdata;
  bits<10> vaddr;
  bits<10> srsrc;
  bits<10> soffset;
  bits<23> offset;
  bits<7> format;
  let Inst{6-0} = soffset{6-0};
  let Inst{13-7} = 0;
  let Inst{21-14} = !or(0x80, op);
  let Inst{22} = 0;
  let Inst{25-23} = 0;
  let Inst{31-26} = 0b110001;
  let Inst{39-32} = vdata{7-0};
  let Inst{40} = 0;
  let Inst{47-41} = srsrc{6-0};
  let Inst{49-48} = 0;
  let Inst{61-55} = format;
  let Inst{62} = of.offen;
  let Inst{63} = of.idxen;
  let Inst{71-64} = !if(of.has_vaddr, vaddr{7-0}, 0);
  let Inst{94-72} = offset;
  let Inst{95} = 0;
}
multiclass MTBUF_gfx12<int op, string name = ""> {
  foreach form = ["_OFFSET", "_OFFEN", "_IDXEN", "_BOTHEN"] in
  def form#"_gfx12" : MTBUF_gfx12_enc<!cast<MTBUFInst>(NAME#form), op, name>;
}
