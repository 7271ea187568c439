// Products of matrices on RDNA 3: AMD's reference of its instruction set.

// Matrices of 16 or 8 elements in a lane: A and B are in vector registers, the addend can be a constant.
foreach n = [64, 128, 256] in def VMatrix_#n : RegisterOperand<!cast<RegisterClass>("VReg_"#n)>;
foreach n = [128, 256] in foreach type = ["f16", "f32", "b32", "bf16"] in
def VMatrixC_#n#_#type : SrcOperand<!cast<RegisterClass>("VReg_"#n), !if(!eq(!find(type, "16"), -1), 32, 16),
                                    !not(!eq(type, "b32")), false>;

let EncodingPredicates = [OnlyOtherEncodings] in {

// Matrices of 16 times 16 elements in the vector registers of a wave: D = A * B + C. Modifiers of A and B are
// signs, of integers whether elements are signed; op_sel of C selects the halves of its registers, and of those of D.
class WMMA<string mnemonic, int a, RegisterOperand c, string modifiers, bit hasClamp>
  : VOP3PBase<0, (outs c.RegClass:$vdst),
      !con((ins PackedMods:$src0_modifiers, !cast<RegisterOperand>("VMatrix_"#a):$src0,
                PackedMods:$src1_modifiers, !cast<RegisterOperand>("VMatrix_"#a):$src1,
                PackedMods:$src2_modifiers, c:$src2), !if(hasClamp, (ins Clamp:$clamp), (ins))),
      mnemonic, "$vdst, $src0_modifiers, $src1_modifiers, $src2_modifiers"#modifiers#!if(hasClamp, "$clamp", "")> {
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<4> src2_modifiers;
  bits<1> clamp;
  let Inst{8} = src0_modifiers{1};
  let Inst{9} = src1_modifiers{1};
  let Inst{10} = src2_modifiers{1};
  let Inst{11} = src0_modifiers{2};
  let Inst{12} = src1_modifiers{2};
  let Inst{13} = src2_modifiers{2};
  let Inst{14} = src2_modifiers{3};
  let Inst{15} = !if(hasClamp, clamp{0}, 0);
  let Inst{58-50} = src2{8-0};
  let Inst{59} = src0_modifiers{3};
  let Inst{60} = src1_modifiers{3};
  let Inst{61} = src0_modifiers{0};
  let Inst{62} = src1_modifiers{0};
  let Inst{63} = src2_modifiers{0};
  let Uses = [MODE, EXEC];
  let MAI = true;
  let isConvergent = true;
  let Constraints = "@earlyclobber $vdst";
}
// D is in the registers of C: A and B may not be in them, but all of C may.
class WMMAAccumulating<string mnemonic, int a, RegisterOperand c, string modifiers, bit hasClamp>
  : WMMA<mnemonic, a, c, modifiers, hasClamp> {
  let Constraints = "$vdst = $src2, @earlyclobber $vdst";
  let isCodeGenOnly = true;
  let isNoDecode = true;
}
// C and D have half as many registers in waves of 64 lanes.
multiclass WMMASizes<string name, int a, string c, string modifiers, bit hasClamp> {
  let BaseName = NAME in {
  def _w32 : WMMA<name, a, !cast<RegisterOperand>("VMatrixC_256_"#c), modifiers, hasClamp>;
  def _w64 : WMMA<name, a, !cast<RegisterOperand>("VMatrixC_128_"#c), modifiers, hasClamp>;
  }
  let BaseName = NAME#"_mac" in {
  def _mac_w32 : WMMAAccumulating<name, a, !cast<RegisterOperand>("VMatrixC_256_"#c), modifiers, hasClamp>;
  def _mac_w64 : WMMAAccumulating<name, a, !cast<RegisterOperand>("VMatrixC_128_"#c), modifiers, hasClamp>;
  }
}
defvar AllModifiers = "$op_sel$op_sel_hi$neg_lo$neg_hi";
defm V_WMMA_F32_16X16X16_F16 : WMMASizes<"v_wmma_f32_16x16x16_f16", 256, "f32", "$neg_lo$neg_hi", false>;
defm V_WMMA_F32_16X16X16_BF16 : WMMASizes<"v_wmma_f32_16x16x16_bf16", 256, "f32", "$neg_lo$neg_hi", false>;
defm V_WMMA_F16_16X16X16_F16 : WMMASizes<"v_wmma_f16_16x16x16_f16", 256, "f16", AllModifiers, false>;
defm V_WMMA_BF16_16X16X16_BF16 : WMMASizes<"v_wmma_bf16_16x16x16_bf16", 256, "bf16", AllModifiers, false>;
defm V_WMMA_I32_16X16X16_IU8 : WMMASizes<"v_wmma_i32_16x16x16_iu8", 128, "b32", "$neg_lo$neg_hi", true>;
defm V_WMMA_I32_16X16X16_IU4 : WMMASizes<"v_wmma_i32_16x16x16_iu4", 64, "b32", "$neg_lo$neg_hi", true>;

}

// The number of an instruction in waves of both sizes.
multiclass WMMA_enc<string gen, Predicate generation, int op> {
  foreach form = ["", "_mac"] in foreach size = ["32", "64"] in
  let EncodingPredicates = [generation, !cast<Predicate>("IsWave"#size)],
      isCodeGenOnly = !not(!empty(form)), isNoDecode = !not(!empty(form)) in
  def form#"_w"#size#gen : VOP3P_gfx10_enc<!cast<AMDInst>(NAME#form#"_w"#size), op, "">;
}
multiclass WMMA_gfx11<int op> : WMMA_enc<"_gfx11", IsGFX11, op>;
defm V_WMMA_F32_16X16X16_F16 : WMMA_gfx11<0x40>;
defm V_WMMA_F32_16X16X16_BF16 : WMMA_gfx11<0x41>;
defm V_WMMA_F16_16X16X16_F16 : WMMA_gfx11<0x42>;
defm V_WMMA_BF16_16X16X16_BF16 : WMMA_gfx11<0x43>;
defm V_WMMA_I32_16X16X16_IU8 : WMMA_gfx11<0x44>;
defm V_WMMA_I32_16X16X16_IU4 : WMMA_gfx11<0x45>;
