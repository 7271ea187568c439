// The encodings of RDNA 3: AMD's reference of its instruction set. An encoding names the instruction, its number here, and its
// name if that is another; what it does not say is as in the instruction's own encoding. Assemblers know the old name, too.

//===- Instructions that RDNA 2 does not have ------------------------------------------------------------------------===//

// When the vector ALU will have the results that one or two of the next instructions read.
def DelayImm : ImmOperand<"delay_alu">;

let EncodingPredicates = [OnlyOtherEncodings] in {
let SALU = true in {
defm S_PACK_HL_B32_B16 : SOP2_32<0, "s_pack_hl_b32_b16">;
// A message that is answered; the answer counts as one of local and scalar memory.
let LGKM_CNT = true, hasSideEffects = true in {
def S_SENDMSG_RTN_B32 : SOP1Inst<0, (outs SDstOp_32:$sdst), (ins SendMsgImm:$ssrc0), "s_sendmsg_rtn_b32",
                                 "$sdst, $ssrc0">;
def S_SENDMSG_RTN_B64 : SOP1Inst<0, (outs SDstOp_64:$sdst), (ins SendMsgImm:$ssrc0), "s_sendmsg_rtn_b64",
                                 "$sdst, $ssrc0">;
}
def S_DELAY_ALU : SOPPImm<0, "s_delay_alu", DelayImm>;
def S_WAIT_EVENT : SOPPImm<0, "s_wait_event", S16Imm>;
} // SALU

// The number of a register of the geometry engine, and what is added to that register.
class DS_GSRegister<string mnemonic>
  : DSInst<0, (outs AVLdSt_64:$vdst), (ins AVLdSt_32:$data0, Offset16:$offset), mnemonic, "$vdst, $data0$offset gds"> {
  let has_vdst = true;
  let has_addr = false;
  let has_data0 = true;
  let has_gds = false;
  let fixed_gds = true;
  let hasSideEffects = true;
  let mayLoad = true;
  let mayStore = true;
}
def DS_ADD_GS_REG_RTN : DS_GSRegister<"ds_add_gs_reg_rtn">;
def DS_SUB_GS_REG_RTN : DS_GSRegister<"ds_sub_gs_reg_rtn">;
// Pushes up to four nodes of a hierarchy of boxes and pops one; the stack's address changes.
def DS_BVH_STACK_RTN_B32
  : DSInst<0, (outs AVLdSt_32:$vdst, VGPR_32:$addr),
           (ins VGPR_32:$addr_in, AVLdSt_32:$data0, AVLdSt_128:$data1, Offset16:$offset), "ds_bvh_stack_rtn_b32",
           "$vdst, $addr, $data0, $data1$offset"> {
  let has_vdst = true;
  let has_data0 = true;
  let has_data1 = true;
  let has_gds = false;
  let Constraints = "$addr = $addr_in";
  let mayLoad = true;
  let mayStore = true;
}
}

// A word of LDS for all lanes, or an attribute; the register is written once so many vector instructions are outstanding.
def WaitVDst : NamedIntOperand<"wait_vdst", 0, "always_int">;
class LDSDIRInst<int op, dag attribute, string mnemonic, string text>
  : Inst32<(outs VGPR_32:$vdst), !con(attribute, (ins WaitVDst:$wait_vdst)), mnemonic, "$vdst"#text#"$wait_vdst"> {
  bits<10> vdst;
  bits<8> attr;
  bits<4> wait_vdst;
  let Inst{7-0} = vdst{7-0};
  let Inst{15-8} = !if(!empty(attribute), 0, attr);
  let Inst{19-16} = wait_vdst;
  let Inst{21-20} = op;
  let Inst{31-22} = 0b1100111000;
  let DecodeIgnore{15-8} = !if(!empty(attribute), 0xff, 0);
  let Uses = [M0, EXEC];
  let mayLoad = true;
  let isConvergent = true;
  let LdsDirect = true;
  let EncodingPredicates = [IsGFX11];
}
def LDS_PARAM_LOAD : LDSDIRInst<0, (ins InterpAttribute:$attr), "lds_param_load", ", $attr">;
def LDS_DIRECT_LOAD : LDSDIRInst<1, (ins), "lds_direct_load", "">;

//===- Encodings -------------------------------------------------------------------------------------------------===//

// Mnemonics of an encoding that are read, too: where it has a name of its own, the instruction's.
class OldNames<AMDInst of, string name> { list<string> ret = !if(!empty(name), of.AltMnemonics, [of.Mnemonic]); }

multiclass SOP2_gfx11<int op, string name = ""> {
  defvar of = !cast<AMDInst>(NAME);
  let AltMnemonics = OldNames<of, name>.ret in def _gfx11 : SOP2Numbered<of, op, name>;
}
multiclass SOP1_gfx11<int op, string name = ""> {
  defvar of = !cast<AMDInst>(NAME);
  let AltMnemonics = OldNames<of, name>.ret in def _gfx11 : SOP1Numbered<of, op, name>;
}
multiclass SOPC_gfx11<int op, string name = ""> {
  defvar of = !cast<AMDInst>(NAME);
  let AltMnemonics = OldNames<of, name>.ret in def _gfx11 : SOPCNumbered<of, op, name>;
}
multiclass SOPP_gfx11<int op, string name = ""> : SOPC_gfx11<op, name>;
multiclass SOPK_gfx11<int op> { def _gfx11 : SOPKNumbered<!cast<AMDInst>(NAME), op, "">; }

class SMEM_gfx11_enc<SMEMInst of, int op, string name> : EncodedAs<of, name> {
  bits<10> soffset;
  bits<21> offset;
  bits<5> cpol;
  let AltMnemonics = OldNames<of, name>.ret;
  let Inst{16-13} = 0;
  let Inst{17} = 0;
  let Inst{25-18} = op;
  let Inst{31-26} = 0b111101;
  let Inst{52-32} = !if(of.has_immediate, offset, 0);
  // 0x7c: no scalar register.
  let Inst{63-57} = !if(of.has_soffset, soffset{6-0}, !if(of.has_immediate, 0x7c, 0));
}
class SLoad_gfx11_enc<SMEMInst of, int op, string name> : SMEM_gfx11_enc<of, op, name> {
  let Inst{13} = cpol{2};
  let Inst{14} = cpol{0};
}
multiclass SLoad_gfx11<int op, string name> {
  foreach form = ["_IMM", "_SGPR", "_SGPR_IMM"] in
  def form#"_gfx11" : SLoad_gfx11_enc<!cast<SMEMInst>(NAME#form), op, name>;
}
multiclass SProbe_gfx11<int op> {
  foreach form = ["_IMM", "_SGPR", "_SGPR_IMM"] in
  def form#"_gfx11" : SMEM_gfx11_enc<!cast<SMEMInst>(NAME#form), op, "">;
}
multiclass SCache_gfx11<int op> { def _gfx11 : SMEM_gfx11_enc<!cast<SMEMInst>(NAME), op, "">; }

class DS_gfx11_enc<DSInst of, int op, string name, string text = of.AsmOperands> : EncodedAs<of, name, text> {
  bits<1> gds;
  let AltMnemonics = OldNames<of, name>.ret;
  let Inst{16} = 0;
  let Inst{17} = !if(of.fixed_gds, 1, !if(of.has_gds, gds{0}, 0));
  let Inst{25-18} = op;
}
multiclass DS_gfx11<int op, string name = ""> { def _gfx11 : DS_gfx11_enc<!cast<DSInst>(NAME), op, name>; }
// The new value comes before the one that is compared with; under the old name as well.
multiclass DSCompareStore_gfx11<int op, string name> {
  defvar of = !cast<DSInst>(NAME);
  def _gfx11 : DS_gfx11_enc<of, op, name, !subst("$data0, $data1", "$data1, $data0", of.AsmOperands)> {
    bits<10> data0;
    bits<10> data1;
    let Inst{47-40} = data1{7-0};
    let Inst{55-48} = data0{7-0};
  }
}

class FLAT_gfx11_enc<FLATInst of, int op, string name> : EncodedAs<of, name> {
  bits<5> cpol;
  let AltMnemonics = OldNames<of, name>.ret;
  let Inst{13} = cpol{2};
  let Inst{14} = !if(of.Returns, 1, !if(of.AtomicNoRet, 0, cpol{0}));
  let Inst{15} = cpol{1};
  let Inst{16} = of.FlatScratch;
  let Inst{17} = of.FlatGlobal;
  let Inst{24-18} = op;
  let Inst{25} = 0;
  // 0x7c: no scalar address.
  let Inst{54-48} = !if(of.has_saddr, ?, 0x7c);
  // Whether an access to scratch memory has a vector address.
  let Inst{55} = !and(of.FlatScratch, of.has_vaddr);
}
multiclass FLAT_gfx11<int op, string name = ""> {
  foreach form = ["", "_RTN", "_SADDR", "_SADDR_RTN", "_SVS", "_ST"] in
  if !exists<FLATInst>(NAME#form) then
  def form#"_gfx11" : FLAT_gfx11_enc<!cast<FLATInst>(NAME#form), op, name>;
}

class MUBUF_gfx11_enc<MUBUFInst of, int op, string name> : EncodedAs<of, name> {
  bits<5> cpol;
  let AltMnemonics = OldNames<of, name>.ret;
  let Inst{12} = cpol{1};
  let Inst{13} = cpol{2};
  let Inst{14} = !if(of.Returns, 1, !if(of.AtomicNoRet, 0, cpol{0}));
  let Inst{17-15} = 0;
  let Inst{25-18} = op;
  let Inst{53} = of.tfe;
  let Inst{54} = of.offen;
  let Inst{55} = of.idxen;
}
multiclass MUBUF_gfx11<int op, string name = ""> {
  foreach address = ["_OFFSET", "_OFFEN", "_IDXEN", "_BOTHEN"] in
  foreach form = ["", "_RTN", "_TFE"] in {
    defvar of = NAME#!if(!eq(form, "_TFE"), form#address, address#form);
    if !exists<MUBUFInst>(of) then
    def form#address#"_gfx11" : MUBUF_gfx11_enc<!cast<MUBUFInst>(of), op, name>;
  }
}
multiclass BufferCache_gfx11<int op> { def _gfx11 : BufferCache_gfx10_enc<!cast<MUBUFInst>(NAME), op>; }
class MTBUF_gfx11_enc<MTBUFInst of, int op, string name> : EncodedAs<of, name> {
  bits<7> format;
  bits<5> cpol;
  let AltMnemonics = OldNames<of, name>.ret;
  let Inst{12} = cpol{1};
  let Inst{13} = cpol{2};
  let Inst{14} = cpol{0};
  let Inst{18-15} = op;
  let Inst{25-19} = format;
  let Inst{53} = 0;
  let Inst{54} = of.offen;
  let Inst{55} = of.idxen;
}
multiclass MTBUF_gfx11<int op, string name = ""> {
  foreach form = ["_OFFSET", "_OFFEN", "_IDXEN", "_BOTHEN"] in
  def form#"_gfx11" : MTBUF_gfx11_enc<!cast<MTBUFInst>(NAME#form), op, name>;
}
