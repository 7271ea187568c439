// Half precision. A value is the low half of a dword whose upper half is undefined; a pair fills a dword.

//===- Constants -------------------------------------------------------------------------------------------------===//

def : Pat<(f16 fpimm:$x), (S_MOV_B32 (FPBits32 $x))>;

//===- Arithmetic ------------------------------------------------------------------------------------------------===//

def : FPBin<fadd, f16, V_ADD_F16_e64>;
def : FPBin<fsub, f16, V_SUB_F16_e64>;
def : FPBin<fmul, f16, V_MUL_F16_e64>;
def : FPTernary<fma, f16, V_FMA_F16_e64>;
foreach op = [fminnum, fminnum_ieee] in {
  def : FPBin<op, f16, V_MIN_F16_e64>;
  def : FPMinMax3<op, f16, V_MIN3_F16_e64>;
}
foreach op = [fmaxnum, fmaxnum_ieee] in {
  def : FPBin<op, f16, V_MAX_F16_e64>;
  def : FPMinMax3<op, f16, V_MAX3_F16_e64>;
}
def half_zero : FPImmLeaf<f16, [{ bits == 0 }]>;
def half_one : FPImmLeaf<f16, [{ bits == 0x3c00 }]>;
let AddedComplexity = 30 in
foreach ops = [[fminnum, fmaxnum], [fminnum_ieee, fmaxnum_ieee]] in
def : Pat<(f16 (ops[0] (OneUseBinFrag<ops[1]> (VOP3Mods f16:$a, i32:$am), half_zero), half_one)),
          (V_MAX_F16_e64 $am, $a, $am, $a, 1)>;
// The instruction takes an exponent of 16 bits.
def short_fldexp : PatFrag<(ops node:$a, node:$n), (fldexp $a, $n), [{ target.has_16_bits(dag, n.operand(1)) }]>;
let AddedComplexity = 5 in
def : Pat<(f16 (short_fldexp (VOP3Mods f16:$a, i32:$am), i32:$n)), (V_LDEXP_F16_e64 $am, $a, 0, $n)>;
def : Pat<(f16 (fldexp (VOP3Mods f16:$a, i32:$am), i32:$n)),
          (V_LDEXP_F16_e64 $am, $a, 0, (V_MED3_I32_e64 $n, (S_MOV_B32 (i32 -32768)), (V_MOV_B32_e32 (i32 32767))))>;

// Sign operations.
defm : SignPat<fneg, f16, S_XOR_B32, V_XOR_B32_e64, 0x8000>;
defm : SignPat<fabs, f16, S_AND_B32, V_AND_B32_e64, 0x7fff>;
def : Pat<(f16 (fcopysign f16:$a, f16:$s)), (V_BFI_B32_e64 (S_MOV_B32 (i32 0x7fff)), $a, $s)>;

// Selections have the modifiers of single precision.
foreach vt = [f16, v2f16, v2i16] in {
  def : Pat<(vt (UniformTriFrag<select> i1:$c, vt:$a, vt:$b)), (SI_SELECT_B32 $c, $a, $b)>;
  def : Pat<(vt (DivergentTriFrag<select> i1:$c, vt:$a, vt:$b)), (V_CNDMASK_B32_e64 0, $b, 0, $a, $c)>;
}

//===- Conversions -----------------------------------------------------------------------------------------------===//

def : FPUnary<fpround, f16, f32, V_CVT_F16_F32_e64>;
def : FPUnary<fpextend, f32, f16, V_CVT_F32_F16_e64>;
def : Pat<(f64 (fpextend (VOP3Mods f16:$a, i32:$am))), (V_CVT_F64_F32_e64 0, (V_CVT_F32_F16_e64 $am, $a))>;
// Single precision represents all integers that are finite in half precision.
def : Pat<(f16 (sint_to_fp i32:$a)), (V_CVT_F16_F32_e64 0, (V_CVT_F32_I32_e64 $a))>;
def : Pat<(f16 (uint_to_fp i32:$a)), (V_CVT_F16_F32_e64 0, (V_CVT_F32_U32_e64 $a))>;
def : Pat<(i32 (fp_to_sint (VOP3Mods f16:$a, i32:$am))), (V_CVT_I32_F32_e64 0, (V_CVT_F32_F16_e64 $am, $a))>;
def : Pat<(i32 (fp_to_uint (VOP3Mods f16:$a, i32:$am))), (V_CVT_U32_F32_e64 0, (V_CVT_F32_F16_e64 $am, $a))>;
// 16-bit integers are converted directly; an extension is not needed.
def sint_of_16 : PatFrag<(ops node:$a), (sint_to_fp $a), [{ target.has_16_bits(dag, n.operand(0)) }]>;
def uint_of_16 : PatFrag<(ops node:$a), (uint_to_fp $a), [{ target.has_16_unsigned_bits(dag, n.operand(0)) }]>;
let AddedComplexity = 5 in {
def : Pat<(f16 (sint_of_16 i32:$a)), (V_CVT_F16_I16_e64 0, $a)>;
def : Pat<(f16 (uint_of_16 i32:$a)), (V_CVT_F16_U16_e64 0, $a)>;
def : Pat<(f16 (sint_to_fp (sext_inreg i32:$a, i16))), (V_CVT_F16_I16_e64 0, $a)>;
def : Pat<(f16 (uint_to_fp (and i32:$a, 0xffff))), (V_CVT_F16_U16_e64 0, $a)>;
}

//===- Intrinsics ------------------------------------------------------------------------------------------------===//

foreach f = [["rcp", "RCP"], ["rsq", "RSQ"], ["sqrt", "SQRT"], ["fract", "FRACT"], ["frexp_mant", "FREXP_MANT"],
             ["exp2", "EXP"], ["log", "LOG"], ["sin", "SIN"], ["cos", "COS"]] in
  def : FPUnary<!cast<SDPatternOperator>("int_amdgcn_"#f[0]), f16, f16, !cast<Instruction>("V_"#f[1]#"_F16_e64")>;
def : FPTernary<int_amdgcn_fmed3, f16, V_MED3_F16_e64>;
def : FPTernary<int_amdgcn_div_fixup, f16, V_DIV_FIXUP_F16_e64>;

//===- Pairs -----------------------------------------------------------------------------------------------------===//

// The low element is the register itself: selected by hand, since it depends on the register file.
def upper : PatFrag<(ops node:$v), (extractelt $v, (i32 1))>;
let AddedComplexity = 20 in
def : Pat<(f16 (ScalarUnaryFrag<upper> v2f16:$v)), (S_LSHR_B32 $v, (i32 16))>;
def : Pat<(f16 (upper v2f16:$v)), (V_LSHRREV_B32_e64 (i32 16), $v)>;

let AddedComplexity = 20 in {
def : Pat<(v2f16 (ScalarBinFrag<build_vector> f16:$a, f16:$b)), (S_PACK_LL_B32_B16 $a, $b)>;
def : Pat<(v2f16 (ScalarBinFrag<build_vector> f16:$a, (upper v2f16:$b))), (S_PACK_LH_B32_B16 $a, $b)>;
def : Pat<(v2f16 (ScalarBinFrag<build_vector> (upper v2f16:$a), (upper v2f16:$b))), (S_PACK_HH_B32_B16 $a, $b)>;
def : Pat<(v2f16 (ScalarBinFrag<build_vector> undef, f16:$b)), (S_LSHL_B32 $b, (i32 16))>;
}
// Bytes: 0 to 3 are those of the second source, 4 to 7 those of the first.
def : Pat<(v2f16 (build_vector f16:$a, f16:$b)), (V_PERM_B32_e64 $b, $a, (S_MOV_B32 (i32 0x05040100)))>;
let AddedComplexity = 10 in {
def : Pat<(v2f16 (build_vector f16:$a, half_zero)), (V_AND_B32_e64 (S_MOV_B32 (i32 0xffff)), $a)>;
def : Pat<(v2f16 (build_vector half_zero, f16:$b)), (V_LSHLREV_B32_e64 (i32 16), $b)>;
def : Pat<(v2f16 (build_vector undef, f16:$b)), (V_LSHLREV_B32_e64 (i32 16), $b)>;
}
// Results of arithmetic are packed without a selector: the instruction quiets NaNs and respects the denormal mode.
def build_of_results : PatFrag<(ops node:$a, node:$b), (build_vector $a, $b), [{ target.are_results(dag, n) }]>;
let AddedComplexity = 5 in
def : Pat<(v2f16 (build_of_results (VOP3Mods f16:$a, i32:$am), (VOP3Mods f16:$b, i32:$bm))),
          (V_PACK_B32_F16_e64 $am, $a, $bm, $b)>;
// Upper elements of other pairs need not be shifted down first.
def : Pat<(v2f16 (build_vector f16:$a, (upper v2f16:$b))),
          (V_PERM_B32_e64 $b, $a, (S_MOV_B32 (i32 0x07060100)))>;
def : Pat<(v2f16 (build_vector (upper v2f16:$a), f16:$b)),
          (V_PERM_B32_e64 $b, $a, (S_MOV_B32 (i32 0x05040302)))>;
def : Pat<(v2f16 (build_vector (upper v2f16:$a), (upper v2f16:$b))),
          (V_PERM_B32_e64 $b, $a, (S_MOV_B32 (i32 0x07060302)))>;

// Instructions that use an upper element in place (SDWA): word 1 of a source, the whole destination, padded.
def Upper : ComplexPattern<f16, 2, "select_upper", [], [], 8>;
class SDWAUnary<SDPatternOperator op, ValueType ty, Instruction v>
  : Pat<(ty (op (Upper f16:$a, i32:$am))), (v $am, $a, 0, 0, 6, 0, 5)>;
multiclass SDWABin<SDPatternOperator op, Instruction v> {
  def : Pat<(f16 (op (Upper f16:$a, i32:$am), (VOP3Mods f16:$b, i32:$bm))), (v $am, $a, $bm, $b, 0, 0, 6, 0, 5, 6)>;
  def : Pat<(f16 (op (VOP3Mods f16:$a, i32:$am), (Upper f16:$b, i32:$bm))), (v $am, $a, $bm, $b, 0, 0, 6, 0, 6, 5)>;
  def : Pat<(f16 (op (Upper f16:$a, i32:$am), (Upper f16:$b, i32:$bm))), (v $am, $a, $bm, $b, 0, 0, 6, 0, 5, 5)>;
}
let AddedComplexity = 15 in {
def : SDWAUnary<fpextend, f32, V_CVT_F32_F16_sdwa>;
def : SDWAUnary<ffloor, f16, V_FLOOR_F16_sdwa>;
def : SDWAUnary<fceil, f16, V_CEIL_F16_sdwa>;
def : SDWAUnary<ftrunc, f16, V_TRUNC_F16_sdwa>;
foreach op = [frint, fnearbyint, froundeven] in def : SDWAUnary<op, f16, V_RNDNE_F16_sdwa>;
foreach f = [["rcp", "RCP"], ["rsq", "RSQ"], ["sqrt", "SQRT"], ["fract", "FRACT"], ["frexp_mant", "FREXP_MANT"],
             ["exp2", "EXP"], ["log", "LOG"], ["sin", "SIN"], ["cos", "COS"]] in
  def : SDWAUnary<!cast<SDPatternOperator>("int_amdgcn_"#f[0]), f16, !cast<Instruction>("V_"#f[1]#"_F16_sdwa")>;
defm : SDWABin<fadd, V_ADD_F16_sdwa>;
defm : SDWABin<fsub, V_SUB_F16_sdwa>;
defm : SDWABin<fmul, V_MUL_F16_sdwa>;
foreach op = [fminnum, fminnum_ieee] in defm : SDWABin<op, V_MIN_F16_sdwa>;
foreach op = [fmaxnum, fmaxnum_ieee] in defm : SDWABin<op, V_MAX_F16_sdwa>;
}

//===- Packed arithmetic -----------------------------------------------------------------------------------------===//

// Elements in any order out of one register, with their signs; inline constants are taken twice.
def VOP3PMods : ComplexPattern<untyped, 2, "select_vop3p_mods">;
class PackedBin<SDPatternOperator op, ValueType ty, Instruction v>
  : Pat<(ty (op (VOP3PMods ty:$a, i32:$am), (VOP3PMods ty:$b, i32:$bm))), (v $am, $a, $bm, $b)>;
class PackedTernary<SDPatternOperator op, ValueType ty, Instruction v>
  : Pat<(ty (op (VOP3PMods ty:$a, i32:$am), (VOP3PMods ty:$b, i32:$bm), (VOP3PMods ty:$c, i32:$cm))),
        (v $am, $a, $bm, $b, $cm, $c)>;
def : PackedBin<fadd, v2f16, V_PK_ADD_F16>;
def : PackedBin<fmul, v2f16, V_PK_MUL_F16>;
def : PackedTernary<fma, v2f16, V_PK_FMA_F16>;
def : PackedBin<fadd, v2f32, V_PK_ADD_F32>;
def : PackedBin<fmul, v2f32, V_PK_MUL_F32>;
def : PackedTernary<fma, v2f32, V_PK_FMA_F32>;
foreach op = [fminnum, fminnum_ieee] in def : PackedBin<op, v2f16, V_PK_MIN_F16>;
foreach op = [fmaxnum, fmaxnum_ieee] in def : PackedBin<op, v2f16, V_PK_MAX_F16>;
// There is no packed subtraction: both signs of the second source are inverted.
def NegatedPackedMods : SDNodeXForm<timm, [{ dag.target_constant(i128::from(imm ^ 3), ValueType::I32) }]>;
class PackedDifference<ValueType ty, Instruction add>
  : Pat<(ty (fsub (VOP3PMods ty:$a, i32:$am), (VOP3PMods ty:$b, i32:$bm))), (add $am, $a, (NegatedPackedMods $bm), $b)>;
def : PackedDifference<v2f16, V_PK_ADD_F16>;
def : PackedDifference<v2f32, V_PK_ADD_F32>;
def : Pat<(v2f16 (fcanonicalize (VOP3PMods v2f16:$a, i32:$am))), (V_PK_MAX_F16 $am, $a, $am, $a)>;
defm : SignPat<fneg, v2f16, S_XOR_B32, V_XOR_B32_e64, 0x80008000>;
defm : SignPat<fabs, v2f16, S_AND_B32, V_AND_B32_e64, 0x7fff7fff>;
def : Pat<(v2f16 (fcopysign v2f16:$a, v2f16:$s)), (V_BFI_B32_e64 (S_MOV_B32 (i32 0x7fff7fff)), $a, $s)>;

def : PackedBin<add, v2i16, V_PK_ADD_U16>;
def : PackedBin<sub, v2i16, V_PK_SUB_I16>;
def : PackedBin<mul, v2i16, V_PK_MUL_LO_U16>;
def : PackedBin<smin, v2i16, V_PK_MIN_I16>;
def : PackedBin<smax, v2i16, V_PK_MAX_I16>;
def : PackedBin<umin, v2i16, V_PK_MIN_U16>;
def : PackedBin<umax, v2i16, V_PK_MAX_U16>;
def : Pat<(v2i16 (add (OneUseBinFrag<mul> (VOP3PMods v2i16:$a, i32:$am), (VOP3PMods v2i16:$b, i32:$bm)),
                      (VOP3PMods v2i16:$c, i32:$cm))),
          (V_PK_MAD_U16 $am, $a, $bm, $b, $cm, $c)>;
def : Pat<(v2i16 (abs v2i16:$a)), (V_PK_MAX_I16 8, (V_PK_SUB_I16 0, (i32 0), 8, $a), 8, $a)>;
class PackedShift<SDPatternOperator op, Instruction v>
  : Pat<(v2i16 (op (VOP3PMods v2i16:$a, i32:$am), (VOP3PMods v2i16:$n, i32:$nm))), (v $nm, $n, $am, $a)>;
def : PackedShift<shl, V_PK_LSHLREV_B16>;
def : PackedShift<srl, V_PK_LSHRREV_B16>;
def : PackedShift<sra, V_PK_ASHRREV_I16>;
class PackedSaturating<SDPatternOperator op, Instruction v>
  : Pat<(v2i16 (op (VOP3PMods v2i16:$a, i32:$am), (VOP3PMods v2i16:$b, i32:$bm))), (v $am, $a, $bm, $b, 1)>;
def : PackedSaturating<saddsat, V_PK_ADD_I16>;
def : PackedSaturating<uaddsat, V_PK_ADD_U16>;
def : PackedSaturating<ssubsat, V_PK_SUB_I16>;
def : PackedSaturating<usubsat, V_PK_SUB_U16>;

//===- Sums of products in single precision of halves --------------------------------------------------------------===//

def MixMods32 : ComplexPattern<untyped, 2, "select_mix_mods">;
def mixed_fma : PatFrag<(ops node:$a, node:$b, node:$c), (fma $a, $b, $c), [{ target.has_half_operand(dag, n) }]>;
let AddedComplexity = 10 in
def : Pat<(f32 (mixed_fma (MixMods32 f32:$a, i32:$am), (MixMods32 f32:$b, i32:$bm), (MixMods32 f32:$c, i32:$cm))),
          (V_FMA_MIX_F32 $am, $a, $bm, $b, $cm, $c)>;
// The other half of the destination keeps its old value, which is undefined.
def one_use_fma : PatFrag<(ops node:$a, node:$b, node:$c), (fma $a, $b, $c)> { let HasOneUse = true; }
let AddedComplexity = 10 in
def : Pat<(f16 (fpround (f32 (one_use_fma (MixMods32 f32:$a, i32:$am), (MixMods32 f32:$b, i32:$bm),
                                          (MixMods32 f32:$c, i32:$cm))))),
          (V_FMA_MIXLO_F16 $am, $a, $bm, $b, $cm, $c)>;
// A product alone: adding -0 changes nothing.
def one_use_fmul : PatFrag<(ops node:$a, node:$b), (fmul $a, $b)> { let HasOneUse = true; }
let AddedComplexity = 10 in
def : Pat<(f16 (fpround (f32 (one_use_fmul (MixMods32 f32:$a, i32:$am), (MixMods32 f32:$b, i32:$bm))))),
          (V_FMA_MIXLO_F16 $am, $a, $bm, $b, 1, (i32 0))>;
