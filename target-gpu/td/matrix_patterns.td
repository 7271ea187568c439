// Matrix instructions for their intrinsics. Values of 8 and 16 bits are passed as integers of whole dwords
// (`lowering/intrinsics.rs` converts them). Accumulators are in vector registers, except on gfx908.

// An inline constant for all of C.
def MatrixConstant : ComplexPattern<untyped, 1, "select_matrix_constant", [], [], 8>;

// Results of more than four registers are written while C is still read: C is tied to the result.
class TupleMatrixPat<SDPatternOperator op, string name, ValueType d, ValueType ab, string suffix>
  : Pat<(d (op ab:$a, ab:$b, d:$c, timm:$cbsz, timm:$abid, timm:$blgp)),
        (!cast<Instruction>(name#!if(!gt(d.Size, 128), "_mac", "")#suffix) $a, $b, $c, $cbsz, $abid, $blgp)>;
class ConstantMatrixPat<SDPatternOperator op, string name, ValueType d, ValueType ab>
  : Pat<(d (op ab:$a, ab:$b, (MatrixConstant d:$c), timm:$cbsz, timm:$abid, timm:$blgp)),
        (!cast<Instruction>(name#"_vgprcd_e64") $a, $b, $c, $cbsz, $abid, $blgp)>;
multiclass MatrixPat<SDPatternOperator op, string name, ValueType d, ValueType ab> {
  def : TupleMatrixPat<op, name, d, ab, "_vgprcd_e64">;
  let Predicates = [GFX908Only] in def : TupleMatrixPat<op, name, d, ab, "_e64">;
  def : ConstantMatrixPat<op, name, d, ab>;
}

defm : MatrixPat<int_amdgcn_mfma_f32_32x32x1f32, "V_MFMA_F32_32X32X1F32", v32f32, f32>;
defm : MatrixPat<int_amdgcn_mfma_f32_16x16x1f32, "V_MFMA_F32_16X16X1F32", v16f32, f32>;
defm : MatrixPat<int_amdgcn_mfma_f32_4x4x1f32, "V_MFMA_F32_4X4X1F32", v4f32, f32>;
defm : MatrixPat<int_amdgcn_mfma_f32_32x32x2f32, "V_MFMA_F32_32X32X2F32", v16f32, f32>;
defm : MatrixPat<int_amdgcn_mfma_f32_16x16x4f32, "V_MFMA_F32_16X16X4F32", v4f32, f32>;
defm : MatrixPat<int_amdgcn_mfma_f32_16x16x8_xf32, "V_MFMA_F32_16X16X8XF32", v4f32, v2f32>;
defm : MatrixPat<int_amdgcn_mfma_f32_32x32x4_xf32, "V_MFMA_F32_32X32X4XF32", v16f32, v2f32>;
foreach kind = ["f16", "bf16_1k"] in {
  defvar suffix = !toupper(kind);
  foreach shape = [["32x32x4", "32"], ["16x16x4", "16"], ["4x4x4", "4"], ["32x32x8", "16"], ["16x16x16", "4"]] in
    defm : MatrixPat<!cast<SDPatternOperator>("int_amdgcn_mfma_f32_"#shape[0]#kind),
                    "V_MFMA_F32_"#!toupper(shape[0])#suffix, !cast<ValueType>("v"#shape[1]#"f32"), i64>;
}
defm : MatrixPat<int_amdgcn_mfma_i32_32x32x4i8, "V_MFMA_I32_32X32X4I8", v32i32, i32>;
defm : MatrixPat<int_amdgcn_mfma_i32_16x16x4i8, "V_MFMA_I32_16X16X4I8", v16i32, i32>;
defm : MatrixPat<int_amdgcn_mfma_i32_4x4x4i8, "V_MFMA_I32_4X4X4I8", v4i32, i32>;
defm : MatrixPat<int_amdgcn_mfma_i32_32x32x16_i8, "V_MFMA_I32_32X32X16I8", v16i32, i64>;
defm : MatrixPat<int_amdgcn_mfma_i32_16x16x32_i8, "V_MFMA_I32_16X16X32I8", v4i32, i64>;
// Before gfx940.
foreach shape = [["32x32x2", "32"], ["16x16x2", "16"], ["4x4x2", "4"], ["32x32x4", "16"], ["16x16x8", "4"]] in
  defm : MatrixPat<!cast<SDPatternOperator>("int_amdgcn_mfma_f32_"#shape[0]#"bf16"),
                  "V_MFMA_F32_"#!toupper(shape[0])#"BF16", !cast<ValueType>("v"#shape[1]#"f32"), i32>;
defm : MatrixPat<int_amdgcn_mfma_i32_32x32x8i8, "V_MFMA_I32_32X32X8I8", v16i32, i32>;
defm : MatrixPat<int_amdgcn_mfma_i32_16x16x16i8, "V_MFMA_I32_16X16X16I8", v4i32, i32>;
defm : MatrixPat<int_amdgcn_mfma_f64_16x16x4f64, "V_MFMA_F64_16X16X4F64", v4f64, f64>;
defm : MatrixPat<int_amdgcn_mfma_f64_4x4x4f64, "V_MFMA_F64_4X4X4F64", f64, f64>;

class SparseMatrixPat<SDPatternOperator op, string name, ValueType d, ValueType a, ValueType b = v4i32>
  : Pat<(d (op a:$a, b:$b, d:$c, i32:$index, timm:$cbsz, timm:$abid)),
        (!cast<Instruction>(name#"_e64") $a, $b, $index, $cbsz, $abid, $c)>;
foreach kind = ["f16", "bf16"] in {
  def : SparseMatrixPat<!cast<SDPatternOperator>("int_amdgcn_smfmac_f32_16x16x32_"#kind),
                        "V_SMFMAC_F32_16X16X32_"#!toupper(kind), v4f32, i64>;
  def : SparseMatrixPat<!cast<SDPatternOperator>("int_amdgcn_smfmac_f32_32x32x16_"#kind),
                        "V_SMFMAC_F32_32X32X16_"#!toupper(kind), v16f32, i64>;
}
def : SparseMatrixPat<int_amdgcn_smfmac_i32_16x16x64_i8, "V_SMFMAC_I32_16X16X64_I8", v4i32, v2i32>;
def : SparseMatrixPat<int_amdgcn_smfmac_i32_32x32x32_i8, "V_SMFMAC_I32_32X32X32_I8", v16i32, v2i32>;
foreach a = ["bf8", "fp8"] in foreach b = ["bf8", "fp8"] in {
  defvar kinds = a#"_"#b;
  defm : MatrixPat<!cast<SDPatternOperator>("int_amdgcn_mfma_f32_16x16x32_"#kinds),
                  "V_MFMA_F32_16X16X32_"#!toupper(kinds), v4f32, i64>;
  defm : MatrixPat<!cast<SDPatternOperator>("int_amdgcn_mfma_f32_32x32x16_"#kinds),
                  "V_MFMA_F32_32X32X16_"#!toupper(kinds), v16f32, i64>;
  def : SparseMatrixPat<!cast<SDPatternOperator>("int_amdgcn_smfmac_f32_16x16x64_"#kinds),
                        "V_SMFMAC_F32_16X16X64_"#!toupper(kinds), v4f32, v2i32>;
  def : SparseMatrixPat<!cast<SDPatternOperator>("int_amdgcn_smfmac_f32_32x32x32_"#kinds),
                        "V_SMFMAC_F32_32X32X32_"#!toupper(kinds), v16f32, v2i32>;
}
// Twice as many products, on gfx950.
foreach kind = ["f16", "bf16"] in {
  defm : MatrixPat<!cast<SDPatternOperator>("int_amdgcn_mfma_f32_16x16x32_"#kind),
                  "V_MFMA_F32_16X16X32_"#!toupper(kind), v4f32, v4i32>;
  defm : MatrixPat<!cast<SDPatternOperator>("int_amdgcn_mfma_f32_32x32x16_"#kind),
                  "V_MFMA_F32_32X32X16_"#!toupper(kind), v16f32, v4i32>;
  def : SparseMatrixPat<!cast<SDPatternOperator>("int_amdgcn_smfmac_f32_16x16x64_"#kind),
                        "V_SMFMAC_F32_16X16X64_"#!toupper(kind), v4f32, v4i32, v8i32>;
  def : SparseMatrixPat<!cast<SDPatternOperator>("int_amdgcn_smfmac_f32_32x32x32_"#kind),
                        "V_SMFMAC_F32_32X32X32_"#!toupper(kind), v16f32, v4i32, v8i32>;
}
defm : MatrixPat<int_amdgcn_mfma_i32_16x16x64_i8, "V_MFMA_I32_16X16X64_I8", v4i32, v4i32>;
defm : MatrixPat<int_amdgcn_mfma_i32_32x32x32_i8, "V_MFMA_I32_32X32X32_I8", v16i32, v4i32>;
def : SparseMatrixPat<int_amdgcn_smfmac_i32_16x16x128_i8, "V_SMFMAC_I32_16X16X128_I8", v4i32, v4i32, v8i32>;
def : SparseMatrixPat<int_amdgcn_smfmac_i32_32x32x64_i8, "V_SMFMAC_I32_32X32X64_I8", v16i32, v4i32, v8i32>;
foreach a = ["bf8", "fp8"] in foreach b = ["bf8", "fp8"] in {
  defvar kinds = a#"_"#b;
  def : SparseMatrixPat<!cast<SDPatternOperator>("int_amdgcn_smfmac_f32_16x16x128_"#kinds),
                        "V_SMFMAC_F32_16X16X128_"#!toupper(kinds), v4f32, v4i32, v8i32>;
  def : SparseMatrixPat<!cast<SDPatternOperator>("int_amdgcn_smfmac_f32_32x32x64_"#kinds),
                        "V_SMFMAC_F32_32X32X64_"#!toupper(kinds), v16f32, v4i32, v8i32>;
}
// Formats chosen by immediates, with and without scales: `lowering/scaled_products.rs` passes as many registers as the
// formats need, and the low and high bits of the numbers of both scales' bytes in place of the numbers.
def NoScaleBits : TImmLeaf<i32, [{ imm == 0 }]>;
foreach shape = [["16x16x128", "4"], ["32x32x64", "16"]] in {
  defvar op = !cast<SDPatternOperator>("int_amdgcn_mfma_scale_f32_"#shape[0]#"_f8f6f4");
  defvar d = !cast<ValueType>("v"#shape[1]#"f32");
  defvar end = "F32_"#!toupper(shape[0])#"_F8F6F4";
  defvar tied = !if(!eq(shape[1], "16"), "_mac", "");
  foreach a = [8, 6, 4] in foreach b = [8, 6, 4] in {
    defvar at = !cast<ValueType>("v"#a#"i32");
    defvar bt = !cast<ValueType>("v"#b#"i32");
    defvar sizes = "_"#a#"_"#b#"_vgprcd_e64";
    def : Pat<(d (op at:$a, bt:$b, d:$c, timm:$cbsz, timm:$blgp, timm:$low, i32:$sa, timm:$high, i32:$sb)),
              (!cast<Instruction>("V_MFMA_SCALE_"#end#tied#sizes) $a, $b, $c, $sa, $sb, $low, $high, $cbsz, $blgp)>;
    def : Pat<(d (op at:$a, bt:$b, (MatrixConstant d:$c), timm:$cbsz, timm:$blgp, timm:$low, i32:$sa, timm:$high, i32:$sb)),
              (!cast<Instruction>("V_MFMA_SCALE_"#end#sizes) $a, $b, $c, $sa, $sb, $low, $high, $cbsz, $blgp)>;
    let AddedComplexity = 20 in {
    def : Pat<(d (op at:$a, bt:$b, d:$c, timm:$cbsz, timm:$blgp, NoScaleBits, (i32 0), NoScaleBits, (i32 0))),
              (!cast<Instruction>("V_MFMA_"#end#tied#sizes) $a, $b, $c, $cbsz, $blgp)>;
    def : Pat<(d (op at:$a, bt:$b, (MatrixConstant d:$c), timm:$cbsz, timm:$blgp, NoScaleBits, (i32 0), NoScaleBits,
                  (i32 0))),
              (!cast<Instruction>("V_MFMA_"#end#sizes) $a, $b, $c, $cbsz, $blgp)>;
    }
  }
}
