// Instructions that gfx950 adds, for what others do with several.

//===- Rounding to 16 bits ---------------------------------------------------------------------------------------===//

// The upper half of the result is that of zero.
def : Pat<(i32 (fp_to_bf16 (VOP3Mods f32:$a, i32:$am))), (V_CVT_PK_BF16_F32_e64 $am, $a, 0, (i32 0))>;
let AddedComplexity = 50 in {
def : Pat<(i32 (or (and (i32 (fp_to_bf16 (VOP3Mods f32:$a, i32:$am))), 0xffff),
                   (shl (i32 (fp_to_bf16 (VOP3Mods f32:$b, i32:$bm))), (i32 16)))),
          (V_CVT_PK_BF16_F32_e64 $am, $a, $bm, $b)>;
def : Pat<(v2f16 (build_vector (f16 (fpround (VOP3Mods f32:$a, i32:$am))), (f16 (fpround (VOP3Mods f32:$b, i32:$bm))))),
          (V_CVT_PK_F16_F32_e64 $am, $a, $bm, $b)>;
}
foreach format = ["F16", "BF16"] in
  def : Pat<(i32 (!cast<SDPatternOperator>("int_amdgcn_cvt_sr_"#!tolower(format)#"_f32") i32:$old, f32:$a, i32:$seed,
                                                                                       timm:$high)),
            (!cast<Instruction>("V_CVT_SR_"#format#"_F32_e64") (HighHalfOfDst $high), $a, 0, $seed, $old)>;

//===- Least and largest, NaN if one is NaN ----------------------------------------------------------------------===//

foreach f = [["fminimum", "MINIMUM"], ["fmaximum", "MAXIMUM"]] in {
  defvar op = !cast<SDPatternOperator>(f[0]);
  defvar instruction = !cast<Instruction>("V_"#f[1]#"3_F32_e64");
  def : Pat<(f32 (op (VOP3Mods f32:$a, i32:$am), (VOP3Mods f32:$b, i32:$bm))),
            (instruction $am, $a, $bm, $b, $bm, $b)>;
  def : FPMinMax3<op, f32, instruction>;
}

//===- Integers --------------------------------------------------------------------------------------------------===//

foreach type = ["I8", "U8"] in
  def : Pat<(i32 (!cast<SDPatternOperator>("int_amdgcn_ashr_pk_"#!tolower(type)#"_i32") i32:$a, i32:$b, i32:$c)),
            (!cast<Instruction>("V_ASHR_PK_"#type#"_I32_e64") 0, $a, 0, $b, 0, $c, (i32 (IMPLICIT_DEF)))>;
def : DotPat<int_amdgcn_fdot2_f32_bf16, f32, V_DOT2_F32_BF16>;

//===- Conversions with a scale ----------------------------------------------------------------------------------===//

// Values of 16 bits are halves of dwords. Numbers of bytes are two bits of op_sel: of the third source, or the first, and of the
// destination, or the second source.
def UpperBitToSrc : SDNodeXForm<timm, [{ dag.target_constant(i128::from((imm >> 1 & 1) << 2), ValueType::I32) }]>;
def LowerBitToSrcHighDst : SDNodeXForm<timm, [{ dag.target_constant(i128::from((imm & 1) << 2 | 8), ValueType::I32) }]>;
def PartOneBit : TImmLeaf<i1, [{ imm != 0 }]>;
class ScaledOp<string name> {
  SDPatternOperator Op = !cast<SDPatternOperator>("int_amdgcn_cvt_scalef32_"#name);
  Instruction Inst = !cast<Instruction>("V_CVT_SCALEF32_"#!toupper(name)#"_e64");
}
foreach small = ["fp8", "bf8"] in {
  defvar from_f32 = ScaledOp<"pk_"#small#"_f32">;
  def : Pat<(i32 (from_f32.Op i32:$old, f32:$lo, f32:$hi, f32:$scale, timm:$word)),
            (from_f32.Inst (HighHalfOfDst $word), $lo, 0, $hi, 0, $scale, $old)>;
  foreach wide = ["f16", "bf16"] in {
    defvar from = ScaledOp<"pk_"#small#"_"#wide>;
    def : Pat<(i32 (from.Op i32:$old, i32:$src, f32:$scale, timm:$word)),
              (from.Inst (HighHalfOfDst $word), $src, 0, $scale, $old)>;
  }
  foreach wide = ["f32", "f16", "bf16"] in {
    defvar ty = !if(!eq(wide, "f32"), f32, i32);
    defvar one = ScaledOp<"sr_"#small#"_"#wide>;
    def : Pat<(i32 (one.Op i32:$old, ty:$src, i32:$seed, f32:$scale, timm:$byte)),
              (one.Inst (UpperBitToDst $byte), $src, 0, $seed, (LowerBitToSrc $byte), $scale, $old)>;
    defvar to = ScaledOp<"pk_"#wide#"_"#small>;
    defvar result = !if(!eq(wide, "f32"), v2f32, i32);
    def : Pat<(result (to.Op i32:$src, f32:$scale, timm:$word)), (to.Inst (LowerBitToSrc $word), $src, 0, $scale)>;
  }
  defvar to_f32 = ScaledOp<"f32_"#small>;
  def : Pat<(f32 (to_f32.Op i32:$src, f32:$scale, timm:$byte)),
            (to_f32.Inst (LowerBitToSrc $byte), $src, (UpperBitToSrc $byte), $scale)>;
  defvar to_f16 = ScaledOp<"f16_"#small>;
  def : Pat<(i32 (to_f16.Op i32:$old, i32:$src, f32:$scale, timm:$byte, PartZeroBit)),
            (to_f16.Inst (LowerBitToSrc $byte), $src, (UpperBitToSrc $byte), $scale, $old)>;
  def : Pat<(i32 (to_f16.Op i32:$old, i32:$src, f32:$scale, timm:$byte, PartOneBit)),
            (to_f16.Inst (LowerBitToSrcHighDst $byte), $src, (UpperBitToSrc $byte), $scale, $old)>;
}
defvar fp4_from_f32 = ScaledOp<"pk_fp4_f32">;
def : Pat<(i32 (fp4_from_f32.Op i32:$old, f32:$lo, f32:$hi, f32:$scale, timm:$byte)),
          (fp4_from_f32.Inst (UpperBitToDst $byte), $lo, 0, $hi, (LowerBitToSrc $byte), $scale, $old)>;
foreach wide = ["f16", "bf16"] in {
  defvar from = ScaledOp<"pk_fp4_"#wide>;
  def : Pat<(i32 (from.Op i32:$old, i32:$src, f32:$scale, timm:$byte)),
            (from.Inst (UpperBitToDst $byte), $src, 0, $scale, (LowerBitToSrc $byte), $old)>;
}
foreach wide = ["f32", "f16", "bf16"] in {
  defvar ty = !if(!eq(wide, "f32"), v2f32, i32);
  defvar from = ScaledOp<"sr_pk_fp4_"#wide>;
  def : Pat<(i32 (from.Op i32:$old, ty:$src, i32:$seed, f32:$scale, timm:$byte)),
            (from.Inst (UpperBitToDst $byte), $src, 0, $seed, (LowerBitToSrc $byte), $scale, $old)>;
  defvar to = ScaledOp<"pk_"#wide#"_fp4">;
  def : Pat<(ty (to.Op i32:$src, f32:$scale, timm:$byte)),
            (to.Inst (LowerBitToSrc $byte), $src, (UpperBitToSrc $byte), $scale)>;
}
foreach small = ["fp6", "bf6"] in {
  defvar two = ScaledOp<"2xpk16_"#small#"_f32">;
  def : Pat<(v6i32 (two.Op v16f32:$lo, v16f32:$hi, f32:$scale)), (two.Inst $lo, $hi, $scale)>;
  foreach wide = ["f32", "f16", "bf16"] in {
    defvar elements = !if(!eq(wide, "f32"), v32f32, v16i32);
    defvar stochastic = ScaledOp<"sr_pk32_"#small#"_"#wide>;
    def : Pat<(v6i32 (stochastic.Op elements:$src, i32:$seed, f32:$scale)), (stochastic.Inst $src, $seed, $scale)>;
    defvar to = ScaledOp<"pk32_"#wide#"_"#small>;
    def : Pat<(elements (to.Op v6i32:$src, f32:$scale)), (to.Inst $src, $scale)>;
    if !not(!eq(wide, "f32")) then {
      defvar from = ScaledOp<"pk32_"#small#"_"#wide>;
      def : Pat<(v6i32 (from.Op elements:$src, f32:$scale)), (from.Inst $src, $scale)>;
    }
  }
}

//===- Transposing loads -----------------------------------------------------------------------------------------===//

class TransposingLoad<string name, ValueType ty, Instruction inst>
  : Pat<(ty (!cast<SDPatternOperator>("int_amdgcn_ds_read_"#name) (DS1Addr1Offset i32:$addr, i32:$offset))),
        (inst $addr, $offset)>;
def : TransposingLoad<"tr4_b64", v2i32, DS_READ_B64_TR_B4>;
def : TransposingLoad<"tr6_b96", v3i32, DS_READ_B96_TR_B6>;
def : TransposingLoad<"tr8_b64", v2i32, DS_READ_B64_TR_B8>;
def : TransposingLoad<"tr16_b64", i64, DS_READ_B64_TR_B16>;
