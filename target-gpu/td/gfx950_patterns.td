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
