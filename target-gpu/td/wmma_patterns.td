// Products of matrices on RDNA 3 and 4, as their intrinsics have them. Values of 8 and 16 bits are passed as integers of whole
// dwords (`lowering/intrinsics.rs` converts them).

// Modifiers of A and B: whether integers are signed.
def SignedMods : SDNodeXForm<timm, [{ dag.target_constant(i128::from(8 | imm & 1), ValueType::I32) }]>;
// Of C: which halves of registers hold its elements.
def AddendHalf : SDNodeXForm<timm, [{ dag.target_constant(i128::from(8 | (imm & 1) << 2), ValueType::I32) }]>;

// Waves of one size. What is added is tied to the result, unless it is a constant.
class WMMAPat<SDPatternOperator op, string name, string size, ValueType d, ValueType ab>
  : Pat<(d (op ab:$a, ab:$b, d:$c)), (!cast<Instruction>(name#"_mac_w"#size) 8, $a, 8, $b, 8, $c)>;
class WMMAConstantPat<SDPatternOperator op, string name, string size, ValueType d, ValueType ab>
  : Pat<(d (op ab:$a, ab:$b, (MatrixConstant d:$c))), (!cast<Instruction>(name#"_w"#size) 8, $a, 8, $b, 8, $c)>;
class WMMAIntegerPat<SDPatternOperator op, string name, string size, ValueType d, ValueType ab>
  : Pat<(d (op timm:$as, ab:$a, timm:$bs, ab:$b, d:$c, timm:$clamp)),
        (!cast<Instruction>(name#"_mac_w"#size) (SignedMods $as), $a, (SignedMods $bs), $b, 8, $c, $clamp)>;
class WMMAIntegerConstantPat<SDPatternOperator op, string name, string size, ValueType d, ValueType ab>
  : Pat<(d (op timm:$as, ab:$a, timm:$bs, ab:$b, (MatrixConstant d:$c), timm:$clamp)),
        (!cast<Instruction>(name#"_w"#size) (SignedMods $as), $a, (SignedMods $bs), $b, 8, $c, $clamp)>;

// Matrices whose elements all have the same changes of sign: A and B of 16-bit elements, and C of floats or halves.
def MatrixFactor : ComplexPattern<untyped, 2, "select_matrix_factor">;
def MatrixAddend : ComplexPattern<untyped, 2, "select_matrix_addend">;

multiclass WMMAPats<SDPatternOperator op, string name, string size, ValueType d, ValueType ab> {
  def : WMMAPat<op, name, size, d, ab>;
  def : WMMAConstantPat<op, name, size, d, ab>;
}
multiclass WMMAIntegerPats<SDPatternOperator op, string name, string size, ValueType d, ValueType ab> {
  def : WMMAIntegerPat<op, name, size, d, ab>;
  def : WMMAIntegerConstantPat<op, name, size, d, ab>;
}

// RDNA 3: all of a row of A is in each lane, and sums of 16 bits are in halves of registers whose other halves stay.
foreach type = ["F16", "BF16"] in {
  defvar name = "V_WMMA_F32_16X16X16_"#type;
  defvar op = !cast<SDPatternOperator>("int_amdgcn_wmma_f32_16x16x16_"#!tolower(type));
  defm : WMMAPats<op, name, "32", v8f32, v8i32>;
  defm : WMMAPats<op, name, "64", v4f32, v8i32>;
  foreach kind = ["", "_tied"] in foreach size = [["32", "8"], ["64", "4"]] in {
    defvar d = !cast<ValueType>("v"#size[1]#"i32");
    def : Pat<(d (!cast<SDPatternOperator>("int_amdgcn_wmma_"#!tolower(type)#"_16x16x16_"#!tolower(type)#kind)
                  v8i32:$a, v8i32:$b, d:$c, timm:$half)),
              (!cast<Instruction>("V_WMMA_"#type#"_16X16X16_"#type#"_mac_w"#size[0]) 8, $a, 8, $b, (AddendHalf $half), $c)>;
  }
}
foreach size = [["32", "8"], ["64", "4"]] in {
  defvar d = !cast<ValueType>("v"#size[1]#"i32");
  defm : WMMAIntegerPats<int_amdgcn_wmma_i32_16x16x16_iu8, "V_WMMA_I32_16X16X16_IU8", size[0], d, v4i32>;
  defm : WMMAIntegerPats<int_amdgcn_wmma_i32_16x16x16_iu4, "V_WMMA_I32_16X16X16_IU4", size[0], d, v2i32>;
}

// RDNA 4.
multiclass SignedWMMAPats<SDPatternOperator op, string name, string size, ValueType d, ValueType ab> {
  def : Pat<(d (op (MatrixFactor ab:$a, i32:$as), (MatrixFactor ab:$b, i32:$bs), (MatrixAddend d:$c, i32:$cs))),
            (!cast<Instruction>(name#"_mac_w"#size) $as, $a, $bs, $b, $cs, $c)>;
  def : Pat<(d (op (MatrixFactor ab:$a, i32:$as), (MatrixFactor ab:$b, i32:$bs), (MatrixConstant d:$c))),
            (!cast<Instruction>(name#"_w"#size) $as, $a, $bs, $b, 8, $c)>;
}
foreach type = ["F16", "BF16"] in {
  defvar name = "V_WMMA_F32_16X16X16_"#type#"_gfx12";
  defvar op = !cast<SDPatternOperator>("int_amdgcn_wmma_f32_16x16x16_"#!tolower(type));
  defm : SignedWMMAPats<op, name, "32", v8f32, v4i32>;
  defm : SignedWMMAPats<op, name, "64", v4f32, i64>;
  defvar narrow = !cast<SDPatternOperator>("int_amdgcn_wmma_"#!tolower(type)#"_16x16x16_"#!tolower(type));
  foreach d = [v4i32, i64] in
    def : Pat<(d (narrow (MatrixFactor d:$a, i32:$as), (MatrixFactor d:$b, i32:$bs), (MatrixAddend d:$c, i32:$cs), timm)),
              (!cast<Instruction>("V_WMMA_"#type#"_16X16X16_"#type#"_gfx12_mac_w"#!if(!eq(d.Size, 128), "32", "64"))
               $as, $a, $bs, $b, $cs, $c)>;
}
defm : WMMAIntegerPats<int_amdgcn_wmma_i32_16x16x16_iu8, "V_WMMA_I32_16X16X16_IU8_gfx12", "32", v8i32, v2i32>;
defm : WMMAIntegerPats<int_amdgcn_wmma_i32_16x16x16_iu8, "V_WMMA_I32_16X16X16_IU8_gfx12", "64", v4i32, i32>;
defm : WMMAIntegerPats<int_amdgcn_wmma_i32_16x16x16_iu4, "V_WMMA_I32_16X16X16_IU4_gfx12", "32", v8i32, i32>;
defm : WMMAIntegerPats<int_amdgcn_wmma_i32_16x16x16_iu4, "V_WMMA_I32_16X16X16_IU4_gfx12", "64", v4i32, i32>;
defm : WMMAIntegerPats<int_amdgcn_wmma_i32_16x16x32_iu4, "V_WMMA_I32_16X16X32_IU4", "32", v8i32, v2i32>;
defm : WMMAIntegerPats<int_amdgcn_wmma_i32_16x16x32_iu4, "V_WMMA_I32_16X16X32_IU4", "64", v4i32, i32>;

// A sparse A: which part of the register has the positions of its elements is a number, so a shift of these is not needed.
class SWMMACPat<SDPatternOperator op, string name, string size, ValueType d, ValueType a, ValueType b, dag index, int key>
  : Pat<(d (op a:$a, b:$b, d:$c, index)), (!cast<Instruction>(name#"_w"#size) 8, $a, 8, $b, $index, key, $c)>;
class SWMMACIntegerPat<SDPatternOperator op, string name, string size, ValueType d, ValueType a, ValueType b, dag index,
                       int key>
  : Pat<(d (op timm:$as, a:$a, timm:$bs, b:$b, d:$c, index, timm:$clamp)),
        (!cast<Instruction>(name#"_w"#size) (SignedMods $as), $a, (SignedMods $bs), $b, $index, key, $clamp, $c)>;
class SignedSWMMACPat<SDPatternOperator op, string name, string size, ValueType d, ValueType a, ValueType b, dag index, int key>
  : Pat<(d (op (MatrixFactor a:$a, i32:$as), (MatrixFactor b:$b, i32:$bs), d:$c, index)),
        (!cast<Instruction>(name#"_w"#size) $as, $a, $bs, $b, $index, key, $c)>;
class ShiftedIndex<int amount> { dag ret = !if(!eq(amount, 0), (i32 i32:$index), (i32 (srl i32:$index, (i32 amount)))); }
// `keys`: how many parts of `width` bits can be chosen.
multiclass SWMMACPats<SDPatternOperator op, string name, string size, ValueType d, ValueType a, ValueType b, int keys,
                      int width> {
  foreach key = !range(keys) in
  def : SWMMACPat<op, name, size, d, a, b, ShiftedIndex<!mul(key, width)>.ret, key>;
}
multiclass SignedSWMMACPats<SDPatternOperator op, string name, string size, ValueType d, ValueType a, ValueType b, int keys,
                            int width> {
  foreach key = !range(keys) in
  def : SignedSWMMACPat<op, name, size, d, a, b, ShiftedIndex<!mul(key, width)>.ret, key>;
}
multiclass SWMMACIntegerPats<SDPatternOperator op, string name, string size, ValueType d, ValueType a, ValueType b,
                             int keys, int width> {
  foreach key = !range(keys) in
  def : SWMMACIntegerPat<op, name, size, d, a, b, ShiftedIndex<!mul(key, width)>.ret, key>;
}
foreach type = ["F16", "BF16"] in {
  defvar op = !cast<SDPatternOperator>("int_amdgcn_swmmac_f32_16x16x32_"#!tolower(type));
  defm : SignedSWMMACPats<op, "V_SWMMAC_F32_16X16X32_"#type, "32", v8f32, v4i32, v8i32, 2, 16>;
  defm : SignedSWMMACPats<op, "V_SWMMAC_F32_16X16X32_"#type, "64", v4f32, i64, v4i32, 4, 8>;
  defvar narrow = !cast<SDPatternOperator>("int_amdgcn_swmmac_"#!tolower(type)#"_16x16x32_"#!tolower(type));
  defm : SignedSWMMACPats<narrow, "V_SWMMAC_"#type#"_16X16X32_"#type, "32", v4i32, v4i32, v8i32, 2, 16>;
  defm : SignedSWMMACPats<narrow, "V_SWMMAC_"#type#"_16X16X32_"#type, "64", i64, i64, v4i32, 4, 8>;
}
foreach a = ["fp8", "bf8"] in foreach b = ["fp8", "bf8"] in {
  defvar kinds = a#"_"#b;
  defvar dense = !cast<SDPatternOperator>("int_amdgcn_wmma_f32_16x16x16_"#kinds);
  foreach size = [["32", "v8f32", "v2i32"], ["64", "v4f32", "i32"]] in {
    defvar name = "V_WMMA_F32_16X16X16_"#!toupper(kinds);
    defvar d = !cast<ValueType>(size[1]);
    defvar ab = !cast<ValueType>(size[2]);
    def : Pat<(d (dense ab:$a, ab:$b, (MatrixAddend d:$c, i32:$cs))),
              (!cast<Instruction>(name#"_mac_w"#size[0]) 8, $a, 8, $b, $cs, $c)>;
    def : WMMAConstantPat<dense, name, size[0], d, ab>;
  }
  defvar sparse = !cast<SDPatternOperator>("int_amdgcn_swmmac_f32_16x16x32_"#kinds);
  defm : SWMMACPats<sparse, "V_SWMMAC_F32_16X16X32_"#!toupper(kinds), "32", v8f32, v2i32, v4i32, 2, 16>;
  defm : SWMMACPats<sparse, "V_SWMMAC_F32_16X16X32_"#!toupper(kinds), "64", v4f32, i32, v2i32, 4, 8>;
}
defm : SWMMACIntegerPats<int_amdgcn_swmmac_i32_16x16x32_iu8, "V_SWMMAC_I32_16X16X32_IU8", "32", v8i32, v2i32, v4i32, 2, 16>;
defm : SWMMACIntegerPats<int_amdgcn_swmmac_i32_16x16x32_iu8, "V_SWMMAC_I32_16X16X32_IU8", "64", v4i32, i32, v2i32, 4, 8>;
defm : SWMMACIntegerPats<int_amdgcn_swmmac_i32_16x16x32_iu4, "V_SWMMAC_I32_16X16X32_IU4", "32", v8i32, i32, v2i32, 2, 16>;
defm : SWMMACIntegerPats<int_amdgcn_swmmac_i32_16x16x32_iu4, "V_SWMMAC_I32_16X16X32_IU4", "64", v4i32, i32, i32, 1, 16>;
defm : SWMMACIntegerPats<int_amdgcn_swmmac_i32_16x16x64_iu4, "V_SWMMAC_I32_16X16X64_IU4", "32", v8i32, v2i32, v4i32, 1, 32>;
defm : SWMMACIntegerPats<int_amdgcn_swmmac_i32_16x16x64_iu4, "V_SWMMAC_I32_16X16X64_IU4", "64", v4i32, i32, v2i32, 2, 16>;
