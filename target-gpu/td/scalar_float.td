// Scalar instructions on floating-point numbers: RDNA 3.5 and later.

def SSrc_f32 : SrcOperand<SReg_32, 32, true, true>;
def SSrc_f16 : SrcOperand<SReg_32, 16, true, true>;

let SALU = true, EncodingPredicates = [HasScalarFloat], Uses = [MODE], ReadsMode = true in {

// Two sources of a type; f16 results have zeros in the upper half.
multiclass SOP2Float<int op32, int op16, string name> {
  foreach type = ["f32", "f16"] in {
    defvar source = !cast<RegisterOperand>("SSrc_"#type);
    def _#!toupper(type) : SOP2Inst<!if(!eq(type, "f32"), op32, op16), (outs SDstOp_32:$sdst),
                                    (ins source:$ssrc0, source:$ssrc1), name#"_"#type, "$sdst, $ssrc0, $ssrc1">;
  }
}
let isCommutable = true in {
defm S_ADD : SOP2Float<0x40, 0x49, "s_add">;
// On RDNA 4 they have other names.
let EncodingPredicates = [HasScalarFloat, IsGFX11] in {
defm S_MIN : SOP2Float<0x42, 0x4b, "s_min">;
defm S_MAX : SOP2Float<0x43, 0x4c, "s_max">;
}
defm S_MUL : SOP2Float<0x44, 0x4d, "s_mul">;
}
defm S_SUB : SOP2Float<0x41, 0x4a, "s_sub">;
def S_CVT_PK_RTZ_F16_F32 : SOP2Inst<0x48, (outs SDstOp_32:$sdst), (ins SSrc_f32:$ssrc0, SSrc_f32:$ssrc1),
                                    "s_cvt_pk_rtz_f16_f32", "$sdst, $ssrc0, $ssrc1">;

// The product is added to the destination.
foreach type = ["f32", "f16"] in {
  defvar source = !cast<RegisterOperand>("SSrc_"#type);
  let Constraints = "$sdst = $addend" in
  def S_FMAC_#!toupper(type) : SOP2Inst<!if(!eq(type, "f32"), 0x47, 0x4e), (outs SDstOp_32:$sdst),
                                        (ins source:$ssrc0, source:$ssrc1, SReg_32:$addend), "s_fmac_"#type,
                                        "$sdst, $ssrc0, $ssrc1">;
}
// One of the three is a constant in the second dword.
class SOP2Constant<int op, dag ins, string mnemonic, string asm> : Inst64<(outs SDstOp_32:$sdst), ins, mnemonic, asm> {
  bits<10> sdst;
  bits<10> ssrc0;
  bits<10> ssrc1;
  bits<32> imm;
  let Inst{7-0} = ssrc0{7-0};
  let Inst{15-8} = ssrc1{7-0};
  let Inst{22-16} = sdst{6-0};
  let Inst{29-23} = op;
  let Inst{31-30} = 0b10;
  let Inst{63-32} = imm;
  let SOP2 = true;
  let BaseName = !toupper(mnemonic);
}
def S_FMAAK_F32 : SOP2Constant<0x45, (ins SSrc_f32:$ssrc0, SSrc_f32:$ssrc1, KImmFP32:$imm), "s_fmaak_f32",
                               "$sdst, $ssrc0, $ssrc1, $imm">;
def S_FMAMK_F32 : SOP2Constant<0x46, (ins SSrc_f32:$ssrc0, KImmFP32:$imm, SSrc_f32:$ssrc1), "s_fmamk_f32",
                               "$sdst, $ssrc0, $imm, $ssrc1">;

class SOP1Float<int op, string mnemonic, RegisterOperand source>
  : SOP1Inst<op, (outs SDstOp_32:$sdst), (ins source:$ssrc0), mnemonic, "$sdst, $ssrc0">;
defvar ScalarRoundings = ["ceil", "floor", "trunc", "rndne"];
foreach i = !range(ScalarRoundings) in {
  defvar name = ScalarRoundings[i];
  def S_#!toupper(name)#_F32 : SOP1Float<!add(0x60, i), "s_"#name#"_f32", SSrc_f32>;
  def S_#!toupper(name)#_F16 : SOP1Float<!add(0x6b, i), "s_"#name#"_f16", SSrc_f16>;
}
def S_CVT_F32_I32 : SOP1Float<0x64, "s_cvt_f32_i32", SSrc_b32>;
def S_CVT_F32_U32 : SOP1Float<0x65, "s_cvt_f32_u32", SSrc_b32>;
def S_CVT_I32_F32 : SOP1Float<0x66, "s_cvt_i32_f32", SSrc_f32>;
def S_CVT_U32_F32 : SOP1Float<0x67, "s_cvt_u32_f32", SSrc_f32>;
def S_CVT_F16_F32 : SOP1Float<0x68, "s_cvt_f16_f32", SSrc_f32>;
def S_CVT_F32_F16 : SOP1Float<0x69, "s_cvt_f32_f16", SSrc_f16>;
// Of the upper half.
def S_CVT_HI_F32_F16 : SOP1Float<0x6a, "s_cvt_hi_f32_f16", SSrc_b32>;

defvar ScalarRelations = ["lt", "eq", "le", "gt", "lg", "ge", "o", "u", "nge", "nlg", "ngt", "nle", "neq", "nlt"];
defvar ScalarSwapped = ["gt", "eq", "ge", "lt", "lg", "le", "o", "u", "nle", "nlg", "nlt", "nge", "neq", "ngt"];
let Defs = [SCC], isCompare = true, isCommutable = true in
foreach i = !range(ScalarRelations) in foreach type = ["f32", "f16"] in {
  defvar name = "s_cmp_"#ScalarRelations[i]#"_"#type;
  defvar source = !cast<RegisterOperand>("SSrc_"#type);
  let CommutedBase = !toupper("s_cmp_"#ScalarSwapped[i]#"_"#type) in
  def !toupper(name) : SOPCInst<!add(!if(!eq(type, "f32"), 0x41, 0x51), i), (ins source:$ssrc0, source:$ssrc1), name,
                                "$ssrc0, $ssrc1">;
}

}
