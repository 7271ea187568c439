// Products of matrices on RDNA 4, where lanes hold no copies: AMD's reference of its instruction set.

def IndexKey1 : NamedIntOperand<"index_key", 0, "named_int", 1>;
def IndexKey2 : NamedIntOperand<"index_key", 0, "named_int", 2>;
foreach n = [32] in def VMatrix_#n : RegisterOperand<VGPR_32>;
foreach n = [64] in foreach type = ["f16", "f32", "b32", "bf16"] in
def VMatrixC_#n#_#type : SrcOperand<VReg_64, !if(!eq(!find(type, "16"), -1), 32, 16), !not(!eq(type, "b32")), false>;

let EncodingPredicates = [OnlyOtherEncodings] in {

// Sparse: A is compressed, `$src2` selects the elements that it holds; D is also C. `key`: the part of the register.
class SWMMAC<string mnemonic, int a, int b, int c, string modifiers, Operand key, bit hasClamp>
  : VOP3PBase<0, (outs !cast<RegisterClass>("VReg_"#c):$vdst),
      !con((ins PackedMods:$src0_modifiers, !cast<RegisterOperand>("VMatrix_"#a):$src0,
                PackedMods:$src1_modifiers, !cast<RegisterOperand>("VMatrix_"#b):$src1, VRegSrc_32:$src2),
           (ins key:$index_key), !if(hasClamp, (ins Clamp:$clamp), (ins)),
           (ins !cast<RegisterClass>("VReg_"#c):$vdst_in)),
      mnemonic, "$vdst, $src0_modifiers, $src1_modifiers, $src2$index_key"#modifiers#!if(hasClamp, "$clamp", "")> {
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bits<2> index_key;
  bits<1> clamp;
  let Inst{8} = src0_modifiers{1};
  let Inst{9} = src1_modifiers{1};
  let Inst{10} = 0;
  let Inst{11} = index_key{0};
  let Inst{12} = !if(!eq(key.Width, 2), index_key{1}, 0);
  let Inst{13} = 0;
  let Inst{14} = 1;
  let Inst{15} = !if(hasClamp, clamp{0}, 0);
  let Inst{58-50} = src2{8-0};
  let Inst{59} = src0_modifiers{3};
  let Inst{60} = src1_modifiers{3};
  let Inst{61} = src0_modifiers{0};
  let Inst{62} = src1_modifiers{0};
  let Inst{63} = 0;
  let DecodeIgnore{14-12} = !if(!eq(key.Width, 2), 0b110, 0b111);
  let Uses = [MODE, EXEC];
  let MAI = true;
  let isConvergent = true;
  let Constraints = "$vdst = $vdst_in, @earlyclobber $vdst";
}
multiclass MatrixSizes<string name, int a, int c, string type, string modifiers, bit hasClamp> {
  let BaseName = NAME in {
  def _w32 : WMMA<name, a, !cast<RegisterOperand>("VMatrixC_"#c#"_"#type), modifiers, hasClamp>;
  def _w64 : WMMA<name, Half<a>.ret, !cast<RegisterOperand>("VMatrixC_"#Half<c>.ret#"_"#type), modifiers, hasClamp>;
  }
  let BaseName = NAME#"_mac" in {
  def _mac_w32 : WMMAAccumulating<name, a, !cast<RegisterOperand>("VMatrixC_"#c#"_"#type), modifiers, hasClamp>;
  def _mac_w64
    : WMMAAccumulating<name, Half<a>.ret, !cast<RegisterOperand>("VMatrixC_"#Half<c>.ret#"_"#type), modifiers, hasClamp>;
  }
}
multiclass SparseSizes<string name, int a, int b, int c, string modifiers, Operand key, bit hasClamp> {
  let BaseName = NAME in {
  def _w32 : SWMMAC<name, a, b, c, modifiers, key, hasClamp>;
  def _w64 : SWMMAC<name, Half<a>.ret, Half<b>.ret, Half<c>.ret, modifiers, key, hasClamp>;
  }
}
defvar Signs = "$neg_lo$neg_hi";
defm V_WMMA_F32_16X16X16_F16_gfx12 : MatrixSizes<"v_wmma_f32_16x16x16_f16", 128, 256, "f32", Signs, false>;
defm V_WMMA_F32_16X16X16_BF16_gfx12 : MatrixSizes<"v_wmma_f32_16x16x16_bf16", 128, 256, "f32", Signs, false>;
defm V_WMMA_F16_16X16X16_F16_gfx12 : MatrixSizes<"v_wmma_f16_16x16x16_f16", 128, 128, "f16", Signs, false>;
defm V_WMMA_BF16_16X16X16_BF16_gfx12 : MatrixSizes<"v_wmma_bf16_16x16x16_bf16", 128, 128, "bf16", Signs, false>;
defm V_WMMA_I32_16X16X16_IU8_gfx12 : MatrixSizes<"v_wmma_i32_16x16x16_iu8", 64, 256, "b32", "$neg_lo", true>;
defm V_WMMA_I32_16X16X16_IU4_gfx12 : MatrixSizes<"v_wmma_i32_16x16x16_iu4", 32, 256, "b32", "$neg_lo", true>;
foreach a = ["fp8", "bf8"] in foreach b = ["fp8", "bf8"] in {
  defm V_WMMA_F32_16X16X16_#!toupper(a)#"_"#!toupper(b)
    : MatrixSizes<"v_wmma_f32_16x16x16_"#a#"_"#b, 64, 256, "f32", Signs, false>;
  defm V_SWMMAC_F32_16X16X32_#!toupper(a)#"_"#!toupper(b)
    : SparseSizes<"v_swmmac_f32_16x16x32_"#a#"_"#b, 64, 128, 256, "", IndexKey2, false>;
}
defm V_WMMA_I32_16X16X32_IU4 : MatrixSizes<"v_wmma_i32_16x16x32_iu4", 64, 256, "b32", "$neg_lo", true>;
defm V_SWMMAC_F32_16X16X32_F16 : SparseSizes<"v_swmmac_f32_16x16x32_f16", 128, 256, 256, Signs, IndexKey2, false>;
defm V_SWMMAC_F32_16X16X32_BF16 : SparseSizes<"v_swmmac_f32_16x16x32_bf16", 128, 256, 256, Signs, IndexKey2, false>;
defm V_SWMMAC_F16_16X16X32_F16 : SparseSizes<"v_swmmac_f16_16x16x32_f16", 128, 256, 128, Signs, IndexKey2, false>;
defm V_SWMMAC_BF16_16X16X32_BF16 : SparseSizes<"v_swmmac_bf16_16x16x32_bf16", 128, 256, 128, Signs, IndexKey2, false>;
defm V_SWMMAC_I32_16X16X32_IU8 : SparseSizes<"v_swmmac_i32_16x16x32_iu8", 64, 128, 256, "$neg_lo", IndexKey2, true>;
defm V_SWMMAC_I32_16X16X32_IU4 : SparseSizes<"v_swmmac_i32_16x16x32_iu4", 32, 64, 256, "$neg_lo", IndexKey2, true>;
defm V_SWMMAC_I32_16X16X64_IU4 : SparseSizes<"v_swmmac_i32_16x16x64_iu4", 64, 128, 256, "$neg_lo", IndexKey1, true>;

}

multiclass WMMA_gfx12<int op> : WMMA_enc<"_gfx12", IsGFX12, op>;
multiclass SWMMAC_gfx12<int op> {
  foreach size = ["32", "64"] in let EncodingPredicates = [IsGFX12, !cast<Predicate>("IsWave"#size)] in
  def "_w"#size#"_gfx12" : VOP3P_gfx10_enc<!cast<AMDInst>(NAME#"_w"#size), op, "">;
}
defm V_WMMA_F32_16X16X16_F16_gfx12 : WMMA_gfx12<0x40>;
defm V_WMMA_F32_16X16X16_BF16_gfx12 : WMMA_gfx12<0x41>;
defm V_WMMA_F16_16X16X16_F16_gfx12 : WMMA_gfx12<0x42>;
defm V_WMMA_BF16_16X16X16_BF16_gfx12 : WMMA_gfx12<0x43>;
defm V_WMMA_I32_16X16X16_IU8_gfx12 : WMMA_gfx12<0x44>;
defm V_WMMA_I32_16X16X16_IU4_gfx12 : WMMA_gfx12<0x45>;
defm V_WMMA_F32_16X16X16_FP8_FP8 : WMMA_gfx12<0x46>;
defm V_WMMA_F32_16X16X16_FP8_BF8 : WMMA_gfx12<0x47>;
defm V_WMMA_F32_16X16X16_BF8_FP8 : WMMA_gfx12<0x48>;
defm V_WMMA_F32_16X16X16_BF8_BF8 : WMMA_gfx12<0x49>;
defm V_WMMA_I32_16X16X32_IU4 : WMMA_gfx12<0x4a>;
defm V_SWMMAC_F32_16X16X32_F16 : SWMMAC_gfx12<0x50>;
defm V_SWMMAC_F32_16X16X32_BF16 : SWMMAC_gfx12<0x51>;
defm V_SWMMAC_F16_16X16X32_F16 : SWMMAC_gfx12<0x52>;
defm V_SWMMAC_BF16_16X16X32_BF16 : SWMMAC_gfx12<0x53>;
defm V_SWMMAC_I32_16X16X32_IU8 : SWMMAC_gfx12<0x54>;
defm V_SWMMAC_I32_16X16X32_IU4 : SWMMAC_gfx12<0x55>;
defm V_SWMMAC_I32_16X16X64_IU4 : SWMMAC_gfx12<0x56>;
defm V_SWMMAC_F32_16X16X32_FP8_FP8 : SWMMAC_gfx12<0x57>;
defm V_SWMMAC_F32_16X16X32_FP8_BF8 : SWMMAC_gfx12<0x58>;
defm V_SWMMAC_F32_16X16X32_BF8_FP8 : SWMMAC_gfx12<0x59>;
defm V_SWMMAC_F32_16X16X32_BF8_BF8 : SWMMAC_gfx12<0x5a>;
