// What only shaders use, on Vega and RDNA 2: exports and the interpolation of attributes.

def ExportTarget : ImmOperand<"export_target">;
// A register, or none, which is written `off`.
def ExportSource : RegisterOperand<VGPR_32> { let Syntax = "export_source"; }
def ExportMask : NamedIntOperand<"en">;
def ExportDone : FlagOperand<"done">;
def ExportCompressed : FlagOperand<"compr">;
def ExportValid : FlagOperand<"vm">;

// `$exports` are the sources, of which the mask says which are exported; of compressed ones, each of two words has two.
def EXP : AMDInst<(outs), (ins ExportTarget:$tgt, ExportSource:$src0, ExportSource:$src1, ExportSource:$src2,
                               ExportSource:$src3, ExportMask:$en, ExportDone:$done, ExportCompressed:$compr,
                               ExportValid:$vm),
                  "exp", "$tgt $exports$done$compr$vm"> {
  field bits<64> Inst;
  let Size = 8;
  bits<6> tgt;
  bits<10> src0;
  bits<10> src1;
  bits<10> src2;
  bits<10> src3;
  bits<4> en;
  bits<1> done;
  bits<1> compr;
  bits<1> vm;
  let Inst{3-0} = en;
  let Inst{9-4} = tgt;
  let Inst{10} = compr;
  let Inst{11} = done;
  let Inst{12} = vm;
  let Inst{31-26} = 0b111110;
  let Inst{39-32} = src0{7-0};
  let Inst{47-40} = src1{7-0};
  let Inst{55-48} = src2{7-0};
  let Inst{63-56} = src3{7-0};
  let Uses = [EXEC];
  let hasSideEffects = true;
  let mayStore = true;
  let Export = true;
  let EncodingPredicates = [IsGFX10];
}
let EncodingPredicates = [IsGFX9, LacksGFX90A] in
def EXP_gfx9 : EncodedAs<EXP> {
  bits<6> tgt;
  bits<10> src0;
  bits<10> src1;
  bits<10> src2;
  bits<10> src3;
  bits<4> en;
  bits<1> done;
  bits<1> compr;
  bits<1> vm;
  let Inst{3-0} = en;
  let Inst{9-4} = tgt;
  let Inst{10} = compr;
  let Inst{11} = done;
  let Inst{12} = vm;
  let Inst{31-26} = 0b110001;
  let Inst{39-32} = src0{7-0};
  let Inst{47-40} = src1{7-0};
  let Inst{55-48} = src2{7-0};
  let Inst{63-56} = src3{7-0};
}

// Four times the number of an attribute, plus that of a channel: `attr3.y`.
def InterpAttribute : ImmOperand<"interp_attribute">;
// A value at a vertex, or the difference of two: `p10`.
def InterpSlot : ImmOperand<"interp_slot">;
def InterpHigh : FlagOperand<"high">;

class InterpInst<dag outs, dag ins, string mnemonic, string asm> : AMDInst<outs, ins, mnemonic, asm> {
  bits<10> vdst;
  bits<8> attr;
  let VALU = true;
  let Interpolation = true;
  let Uses = [M0, MODE, EXEC];
  let ReadsMode = true;
  let EncodingPredicates = [IsGFX10];
}
class Interp_e32<int op, dag source, string name, string text>
  : InterpInst<(outs VGPR_32:$vdst), !con(source, (ins InterpAttribute:$attr)), name#"_e32",
               "$vdst, "#text#", $attr"> {
  field bits<32> Inst;
  let Size = 4;
  bits<10> vsrc;
  let Inst{7-0} = vsrc{7-0};
  let Inst{15-8} = attr;
  let Inst{17-16} = op;
  let Inst{25-18} = vdst{7-0};
  let Inst{31-26} = 0b110010;
}
// `second`: the vector register after the attribute, if there is one.
class Interp_e64<int op, dag first, dag second, dag half, dag scale, string name, string text, string after>
  : InterpInst<(outs VGPR_32:$vdst),
               !con(first, (ins InterpAttribute:$attr), second, half, (ins Clamp:$clamp), scale), name,
               "$vdst, "#text#", $attr"#after#!if(!empty(half), "", "$high")#"$clamp"#!if(!empty(scale), "", "$omod")> {
  field bits<64> Inst;
  let Size = 8;
  bits<10> src1;
  bits<10> src2;
  bits<4> src1_modifiers;
  bits<4> src2_modifiers;
  bits<1> high;
  bits<1> clamp;
  bits<2> omod;
  bit has_src2 = !not(!empty(second));
  let Inst{7-0} = vdst{7-0};
  let Inst{8} = 0;
  let Inst{9} = src1_modifiers{1};
  let Inst{10} = !if(has_src2, src2_modifiers{1}, 0);
  let Inst{14-11} = 0;
  let Inst{15} = clamp;
  let Inst{25-16} = op;
  let Inst{31-26} = 0b110101;
  let Inst{37-32} = attr{7-2};
  let Inst{39-38} = attr{1-0};
  let Inst{40} = !if(!empty(half), 0, high);
  let Inst{49-41} = src1{8-0};
  let Inst{58-50} = !if(has_src2, src2{8-0}, 0);
  let Inst{60-59} = !if(!empty(scale), 0, omod);
  let Inst{61} = 0;
  let Inst{62} = src1_modifiers{0};
  let Inst{63} = !if(has_src2, src2_modifiers{0}, 0);
  let DecodeIgnore{14-11} = 0xf;
  let DecodeIgnore{58-50} = !if(has_src2, 0, 0x1ff);
  let VOP3 = true;
}

defvar InterpSource1 = (ins FPInputMods:$src1_modifiers, VRegSrc_32:$src1);
defvar InterpSource2 = (ins FPInputMods:$src2_modifiers, VRegSrc_32:$src2);
def V_INTERP_P1_F32_e32 : Interp_e32<0, (ins VGPR_32:$vsrc), "v_interp_p1_f32", "$vsrc">;
let Constraints = "$vdst = $vdst_in" in
def V_INTERP_P2_F32_e32 : Interp_e32<1, (ins VGPR_32:$vdst_in, VGPR_32:$vsrc), "v_interp_p2_f32", "$vsrc">;
def V_INTERP_MOV_F32_e32 : Interp_e32<2, (ins InterpSlot:$vsrc), "v_interp_mov_f32", "$vsrc">;
def V_INTERP_P1_F32_e64 : Interp_e64<0x200, InterpSource1, (ins), (ins), (ins OMod:$omod), "v_interp_p1_f32_e64",
                                     "$src1_modifiers", "">;
def V_INTERP_P2_F32_e64 : Interp_e64<0x201, InterpSource1, (ins), (ins), (ins OMod:$omod), "v_interp_p2_f32_e64",
                                     "$src1_modifiers", "">;
let src1_modifiers = 0 in
def V_INTERP_MOV_F32_e64 : Interp_e64<0x202, (ins InterpSlot:$src1), (ins), (ins), (ins OMod:$omod),
                                      "v_interp_mov_f32_e64", "$src1", "">;
def V_INTERP_P1LL_F16 : Interp_e64<0x342, InterpSource1, (ins), (ins InterpHigh:$high), (ins OMod:$omod),
                                   "v_interp_p1ll_f16", "$src1_modifiers", "">;
def V_INTERP_P1LV_F16 : Interp_e64<0x343, InterpSource1, InterpSource2, (ins InterpHigh:$high), (ins OMod:$omod),
                                   "v_interp_p1lv_f16", "$src1_modifiers", ", $src2_modifiers">;
def V_INTERP_P2_F16 : Interp_e64<0x35a, InterpSource1, InterpSource2, (ins InterpHigh:$high), (ins),
                                 "v_interp_p2_f16", "$src1_modifiers", ", $src2_modifiers">;

//===- Vega numbers them differently ------------------------------------------------------------------------------===//

class Interp_e32_gfx9<AMDInst of, int op> : EncodedAs<of> {
  bits<10> vdst;
  bits<10> vsrc;
  bits<8> attr;
  let Inst{7-0} = vsrc{7-0};
  let Inst{15-8} = attr;
  let Inst{17-16} = op;
  let Inst{25-18} = vdst{7-0};
  let Inst{31-26} = 0b110101;
}
// `slot`: of a value that is no register.
class Interp_e64_gfx9<AMDInst of, int op, bit has_src2, bit has_high, bit has_omod, bit slot = false> : EncodedAs<of> {
  bits<10> vdst;
  bits<8> attr;
  bits<10> src1;
  bits<10> src2;
  bits<4> src1_modifiers;
  bits<4> src2_modifiers;
  bits<1> high;
  bits<1> clamp;
  bits<2> omod;
  let Inst{7-0} = vdst{7-0};
  let Inst{8} = 0;
  let Inst{9} = !if(slot, 0, src1_modifiers{1});
  let Inst{10} = !if(has_src2, src2_modifiers{1}, 0);
  let Inst{14-11} = 0;
  let Inst{15} = clamp;
  let Inst{25-16} = op;
  let Inst{31-26} = 0b110100;
  let Inst{37-32} = attr{7-2};
  let Inst{39-38} = attr{1-0};
  let Inst{40} = !if(has_high, high, 0);
  let Inst{49-41} = src1{8-0};
  let Inst{58-50} = !if(has_src2, src2{8-0}, 0);
  let Inst{60-59} = !if(has_omod, omod, 0);
  let Inst{61} = 0;
  let Inst{62} = !if(slot, 0, src1_modifiers{0});
  let Inst{63} = !if(has_src2, src2_modifiers{0}, 0);
  let DecodeIgnore{14-11} = 0xf;
  let DecodeIgnore{58-50} = !if(has_src2, 0, 0x1ff);
}
// The older instruction keeps the other half of its register.
let EncodingPredicates = [OnlyOtherEncodings] in
def V_INTERP_P2_LEGACY_F16 : Interp_e64<0, InterpSource1, InterpSource2, (ins InterpHigh:$high), (ins),
                                        "v_interp_p2_legacy_f16", "$src1_modifiers", ", $src2_modifiers">;
let EncodingPredicates = [IsGFX9, LacksGFX90A] in {
def V_INTERP_P1_F32_e32_gfx9 : Interp_e32_gfx9<V_INTERP_P1_F32_e32, 0>;
def V_INTERP_P2_F32_e32_gfx9 : Interp_e32_gfx9<V_INTERP_P2_F32_e32, 1>;
def V_INTERP_MOV_F32_e32_gfx9 : Interp_e32_gfx9<V_INTERP_MOV_F32_e32, 2>;
def V_INTERP_P1_F32_e64_gfx9 : Interp_e64_gfx9<V_INTERP_P1_F32_e64, 0x270, false, false, true>;
def V_INTERP_P2_F32_e64_gfx9 : Interp_e64_gfx9<V_INTERP_P2_F32_e64, 0x271, false, false, true>;
def V_INTERP_MOV_F32_e64_gfx9 : Interp_e64_gfx9<V_INTERP_MOV_F32_e64, 0x272, false, false, true, true>;
def V_INTERP_P1LL_F16_gfx9 : Interp_e64_gfx9<V_INTERP_P1LL_F16, 0x274, false, true, true>;
def V_INTERP_P1LV_F16_gfx9 : Interp_e64_gfx9<V_INTERP_P1LV_F16, 0x275, true, true, true>;
def V_INTERP_P2_LEGACY_F16_gfx9 : Interp_e64_gfx9<V_INTERP_P2_LEGACY_F16, 0x276, true, true, false>;
def V_INTERP_P2_F16_gfx9 : Interp_e64_gfx9<V_INTERP_P2_F16, 0x277, true, true, false>;
}
