// The instructions for each operation. Uniform integer operations run on the scalar unit, everything else on the vector
// unit. Operands may end up in the other register file: `fix_copies` moves them.

//===- Fragments -------------------------------------------------------------------------------------------------===//

// Operand with neg and abs folded into its modifiers.
def VOP3Mods : ComplexPattern<untyped, 2, "select_vop3_mods">;

def InlineImm32 : ImmLeaf<i32, [{ (-16..=64).contains(&imm) }]>;

class UniformTriFrag<SDPatternOperator op>
  : PatFrag<(ops node:$a, node:$b, node:$c), (op $a, $b, $c)> { let IsUniform = true; }
class DivergentTriFrag<SDPatternOperator op>
  : PatFrag<(ops node:$a, node:$b, node:$c), (op $a, $b, $c)> { let IsDivergent = true; }

// Uniform values in scalar registers: uniform floats may also have been computed by the vector unit.
class ScalarUnaryFrag<SDPatternOperator op>
  : PatFrag<(ops node:$a), (op $a), [{ target.is_in_scalar_registers(dag, n.operand(0)) }]> { let IsUniform = true; }
class ScalarBinFrag<SDPatternOperator op>
  : PatFrag<(ops node:$a, node:$b), (op $a, $b),
            [{ target.is_in_scalar_registers(dag, n.operand(0)) && target.is_in_scalar_registers(dag, n.operand(1)) }]> {
  let IsUniform = true;
}

//===- Constants -------------------------------------------------------------------------------------------------===//

// A condition is 0 or 1.
def BoolImm : SDNodeXForm<imm, [{ dag.target_constant(i128::from(imm & 1), ValueType::I32) }]>;
def Imm32 : SDNodeXForm<imm, [{ dag.target_constant(i128::from(imm), ValueType::I32) }]>;
def FPBits32 : SDNodeXForm<fpimm, [{ let bits = dag.constant_float_bits(value).unwrap_or(0); dag.target_constant(i128::from(bits as u32 as i32), ValueType::I32) }]>;
def : Pat<(i1 imm:$x), (S_MOV_B32 (BoolImm $x))>;
def : Pat<(i32 imm:$x), (S_MOV_B32 (Imm32 $x))>;
def : Pat<(f32 fpimm:$x), (S_MOV_B32 (FPBits32 $x))>;

//===- 32-bit integers --------------------------------------------------------------------------------------------===//

// The vector form has a clamp operand after its sources, which is left at its default.
multiclass BinPat<SDPatternOperator op, Instruction s, Instruction v> {
  def : Pat<(i32 (UniformBinFrag<op> i32:$a, i32:$b)), (s $a, $b)>;
  def : Pat<(i32 (DivergentBinFrag<op> i32:$a, i32:$b)), (v $a, $b)>;
}
defm : BinPat<add, S_ADD_I32, V_ADD_U32_e64>;
// Saturating operations clamp; uniform ones are expanded.
class SaturatingPat<SDPatternOperator op, Instruction v> : Pat<(i32 (op i32:$a, i32:$b)), (v $a, $b, 1)>;
def : SaturatingPat<saddsat, V_ADD_I32_e64>;
def : SaturatingPat<ssubsat, V_SUB_I32_e64>;
def : SaturatingPat<uaddsat, V_ADD_U32_e64>;
def : SaturatingPat<usubsat, V_SUB_U32_e64>;
defm : BinPat<sub, S_SUB_I32, V_SUB_U32_e64>;
defm : BinPat<mul, S_MUL_I32, V_MUL_LO_U32_e64>;
defm : BinPat<mulhu, S_MUL_HI_U32, V_MUL_HI_U32_e64>;
defm : BinPat<mulhs, S_MUL_HI_I32, V_MUL_HI_I32_e64>;
defm : BinPat<and, S_AND_B32, V_AND_B32_e64>;
defm : BinPat<or, S_OR_B32, V_OR_B32_e64>;
defm : BinPat<xor, S_XOR_B32, V_XOR_B32_e64>;
defm : BinPat<smin, S_MIN_I32, V_MIN_I32_e64>;
defm : BinPat<smax, S_MAX_I32, V_MAX_I32_e64>;
defm : BinPat<umin, S_MIN_U32, V_MIN_U32_e64>;
defm : BinPat<umax, S_MAX_U32, V_MAX_U32_e64>;

// Products of 24-bit integers: four times as fast as the others.
def mul_u24 : PatFrag<(ops node:$a, node:$b), (mul $a, $b), [{ target.is_24_bit_product(dag, n, false) }]>;
def mul_i24 : PatFrag<(ops node:$a, node:$b), (mul $a, $b), [{ target.is_24_bit_product(dag, n, true) }]>;
def mul_u24_once : PatFrag<(ops node:$a, node:$b), (mul $a, $b), [{ target.is_24_bit_product(dag, n, false) }]> {
  let HasOneUse = true;
}
def mul_i24_once : PatFrag<(ops node:$a, node:$b), (mul $a, $b), [{ target.is_24_bit_product(dag, n, true) }]> {
  let HasOneUse = true;
}
// They ignore the upper bits.
def Low24 : ComplexPattern<i32, 1, "select_low_24">;
let AddedComplexity = 6 in {
def : Pat<(i32 (mul_u24 (Low24 i32:$a), (Low24 i32:$b))), (V_MUL_U32_U24_e64 $a, $b)>;
def : Pat<(i32 (add (mul_u24_once (Low24 i32:$a), (Low24 i32:$b)), i32:$c)), (V_MAD_U32_U24_e64 $a, $b, $c)>;
}
let AddedComplexity = 5 in {
def : Pat<(i32 (mul_i24 (Low24 i32:$a), (Low24 i32:$b))), (V_MUL_I32_I24_e64 $a, $b)>;
def : Pat<(i32 (add (mul_i24_once (Low24 i32:$a), (Low24 i32:$b)), i32:$c)), (V_MAD_I32_I24_e64 $a, $b, $c)>;
}

// A multiply-add: the low word of a wide sum whose upper word is unused. Uniform values would first have to be moved to
// vector registers.
def mul_of_lanes : PatFrag<(ops node:$a, node:$b), (mul $a, $b)> {
  let IsDivergent = true;
  let HasOneUse = true;
}
def add_of_lanes
  : PatFrag<(ops node:$a, node:$b), (add $a, $b),
            [{ dag.is_divergent(n.operand(0)) && dag.is_divergent(n.operand(1)) }]>;
def : Pat<(i32 (add_of_lanes (mul_of_lanes i32:$a, i32:$b), i32:$c)),
          (EXTRACT_SUBREG (V_MAD_U64_U32_e64 $a, $b, (REG_SEQUENCE VReg_64_Align2, $c, sub0, (i32 (IMPLICIT_DEF)), sub1)), sub0)>;

// Scaled indices.
class ScalarShlAddPat<int n, Instruction s>
  : Pat<(i32 (UniformBinFrag<add> (OneUseBinFrag<shl> i32:$a, (i32 n)), i32:$b)), (s $a, $b)>;
def : ScalarShlAddPat<1, S_LSHL1_ADD_U32>;
def : ScalarShlAddPat<2, S_LSHL2_ADD_U32>;
def : ScalarShlAddPat<3, S_LSHL3_ADD_U32>;
def : ScalarShlAddPat<4, S_LSHL4_ADD_U32>;

// The vector shifts take the amount first.
// The instructions take amounts modulo the width: an explicit mask is omitted.
def KeepsFiveBits : ImmLeaf<i32, [{ imm & 31 == 31 }]>;
def KeepsSixBits : ImmLeaf<i32, [{ imm & 63 == 63 }]>;
multiclass ShiftPat<SDPatternOperator op, Instruction s, Instruction v> {
  def : Pat<(i32 (UniformBinFrag<op> i32:$a, i32:$b)), (s $a, $b)>;
  def : Pat<(i32 (DivergentBinFrag<op> i32:$a, i32:$b)), (v $b, $a)>;
  def : Pat<(i32 (UniformBinFrag<op> i32:$a, (and i32:$b, KeepsFiveBits))), (s $a, $b)>;
  def : Pat<(i32 (DivergentBinFrag<op> i32:$a, (and i32:$b, KeepsFiveBits))), (v $b, $a)>;
}
defm : ShiftPat<shl, S_LSHL_B32, V_LSHLREV_B32_e64>;
defm : ShiftPat<srl, S_LSHR_B32, V_LSHRREV_B32_e64>;
defm : ShiftPat<sra, S_ASHR_I32, V_ASHRREV_I32_e64>;

def : Pat<(i32 (UniformBinFrag<xor> i32:$a, -1)), (S_NOT_B32 $a)>;
def : Pat<(i32 (DivergentBinFrag<xor> i32:$a, -1)), (V_NOT_B32_e64 $a)>;
def : Pat<(i32 (UniformUnaryFrag<abs> i32:$a)), (S_ABS_I32 $a)>;
def : Pat<(i32 (DivergentUnaryFrag<abs> i32:$a)), (V_MAX_I32_e64 (V_SUB_U32_e64 (i32 0), $a), $a)>;
def : Pat<(i32 (UniformUnaryFrag<ctpop> i32:$a)), (S_BCNT1_I32_B32 $a)>;
def : Pat<(i32 (DivergentUnaryFrag<ctpop> i32:$a)), (V_BCNT_U32_B32_e64 $a, (i32 0))>;
def : Pat<(i32 (DivergentBinFrag<add> (OneUseUnaryFrag<ctpop> i32:$a), i32:$b)), (V_BCNT_U32_B32_e64 $a, $b)>;
def : Pat<(i32 (UniformUnaryFrag<bitreverse> i32:$a)), (S_BREV_B32 $a)>;
def : Pat<(i32 (DivergentUnaryFrag<bitreverse> i32:$a)), (V_BFREV_B32_e64 $a)>;
// The hardware gives -1 for 0, which is more than 32 as unsigned.
def : Pat<(i32 (UniformUnaryFrag<ctlz> i32:$a)), (S_MIN_U32 (S_FLBIT_I32_B32 $a), (i32 32))>;
def : Pat<(i32 (DivergentUnaryFrag<ctlz> i32:$a)), (V_MIN_U32_e64 (V_FFBH_U32_e64 $a), (i32 32))>;
def : Pat<(i32 (UniformUnaryFrag<cttz> i32:$a)), (S_MIN_U32 (S_FF1_I32_B32 $a), (i32 32))>;
def : Pat<(i32 (DivergentUnaryFrag<cttz> i32:$a)), (V_MIN_U32_e64 (V_FFBL_B32_e64 $a), (i32 32))>;
def : Pat<(i32 (UniformUnaryFrag<ctlz_zero_undef> i32:$a)), (S_FLBIT_I32_B32 $a)>;
def : Pat<(i32 (DivergentUnaryFrag<ctlz_zero_undef> i32:$a)), (V_FFBH_U32_e64 $a)>;
def : Pat<(i32 (UniformUnaryFrag<cttz_zero_undef> i32:$a)), (S_FF1_I32_B32 $a)>;
def : Pat<(i32 (DivergentUnaryFrag<cttz_zero_undef> i32:$a)), (V_FFBL_B32_e64 $a)>;

// Low word of the pair shifted right; operands without op_sel.
def : Pat<(i32 (fshr i32:$high, i32:$low, i32:$amount)), (V_ALIGNBIT_B32_e64 0, $high, 0, $low, 0, $amount)>;
// Bytes reversed: the selector picks bytes 0 to 3 of the second source from the top down.
def : Pat<(i32 (bswap i32:$a)), (V_PERM_B32_e64 (i32 0), $a, (S_MOV_B32 (i32 0x00010203)))>;

def : Pat<(i32 (UniformBinFrag<sext_inreg> i32:$a, i8)), (S_SEXT_I32_I8 $a)>;
def : Pat<(i32 (UniformBinFrag<sext_inreg> i32:$a, i16)), (S_SEXT_I32_I16 $a)>;
def : Pat<(i32 (UniformBinFrag<sext_inreg> i32:$a, i1)), (S_BFE_I32 $a, (S_MOV_B32 (i32 0x10000)))>;
def : Pat<(i32 (DivergentBinFrag<sext_inreg> i32:$a, i8)), (V_BFE_I32_e64 $a, (i32 0), (i32 8))>;
def : Pat<(i32 (DivergentBinFrag<sext_inreg> i32:$a, i16)), (V_BFE_I32_e64 $a, (i32 0), (i32 16))>;
def : Pat<(i32 (DivergentBinFrag<sext_inreg> i32:$a, i1)), (V_BFE_I32_e64 $a, (i32 0), (i32 1))>;
foreach n = 1...7 in
  def : Pat<(i32 (DivergentBinFrag<sra> (OneUseBinFrag<sext_inreg> i32:$a, i8), (i32 n))),
            (V_BFE_I32_e64 $a, (i32 n), (i32 !sub(8, n)))>;
foreach n = 1...15 in
  def : Pat<(i32 (DivergentBinFrag<sra> (OneUseBinFrag<sext_inreg> i32:$a, i16), (i32 n))),
            (V_BFE_I32_e64 $a, (i32 n), (i32 !sub(16, n)))>;
def : Pat<(i32 (DivergentBinFrag<sext_inreg> (i32 (srl i32:$a, i32:$by)), i1)), (V_BFE_I32_e64 $a, $by, (i32 1))>;
def : Pat<(i32 (DivergentBinFrag<sext_inreg> (i32 (srl i32:$a, (i32 8))), i8)), (V_BFE_I32_e64 $a, (i32 8), (i32 8))>;
def : Pat<(i32 (DivergentBinFrag<sext_inreg> (i32 (srl i32:$a, (i32 16))), i8)), (V_BFE_I32_e64 $a, (i32 16), (i32 8))>;

// Three operands at once. Uniform parts are better computed once by the scalar unit, unless they combine a register and
// an inline constant: such an instruction cannot read two scalar registers.
class InnerBinFrag<SDPatternOperator op>
  : PatFrag<(ops node:$a, node:$b), (op $a, $b), [{ target.belongs_to_vector_unit(dag, n) }]> { let HasOneUse = true; }
multiclass TernaryPat<SDPatternOperator outer, SDPatternOperator inner, Instruction v> {
  def : Pat<(i32 (DivergentBinFrag<outer> (InnerBinFrag<inner> i32:$a, i32:$b), i32:$c)), (v $a, $b, $c)>;
}
defm : TernaryPat<add, add, V_ADD3_U32_e64>;
defm : TernaryPat<or, or, V_OR3_B32_e64>;
defm : TernaryPat<add, shl, V_LSHL_ADD_U32_e64>;
defm : TernaryPat<shl, add, V_ADD_LSHL_U32_e64>;
defm : TernaryPat<or, shl, V_LSHL_OR_B32_e64>;
defm : TernaryPat<or, and, V_AND_OR_B32_e64>;
defm : TernaryPat<add, xor, V_XAD_U32_e64>;
defm : TernaryPat<smax, smax, V_MAX3_I32_e64>;
defm : TernaryPat<smin, smin, V_MIN3_I32_e64>;
defm : TernaryPat<umax, umax, V_MAX3_U32_e64>;
defm : TernaryPat<umin, umin, V_MIN3_U32_e64>;

// The median, as sorting networks compute it: from the minimum and the maximum of two.
class Middle<SDPatternOperator outer, SDPatternOperator inner, Instruction v>
  : Pat<(i32 (DivergentBinFrag<outer> (inner i32:$a, i32:$b), (OneUseBinFrag<inner> (outer i32:$a, i32:$b), i32:$c))),
        (v $a, $b, $c)> {
  let AddedComplexity = 4;
}
def : Middle<smax, smin, V_MED3_I32_e64>;
def : Middle<smin, smax, V_MED3_I32_e64>;
def : Middle<umax, umin, V_MED3_U32_e64>;
def : Middle<umin, umax, V_MED3_U32_e64>;

// Bits of two words selected by a third: x ? y : z. The majority of three bits: where two differ, the third decides.
class SelectBits<ValueType ty> : PatFrags<(ops node:$x, node:$y, node:$z), [
  (xor (InnerBinFrag<and> (InnerBinFrag<xor> ty:$y, ty:$z), ty:$x), ty:$z),
  (or (DivergentBinFrag<and> ty:$x, ty:$y), (InnerBinFrag<and> (InnerBinFrag<xor> ty:$x, -1), ty:$z))]> {
  let IsDivergent = true;
}
class MostBits<ValueType ty> : PatFrags<(ops node:$x, node:$y, node:$z), [
  (or (InnerBinFrag<and> ty:$x, ty:$y), (InnerBinFrag<and> (xor ty:$x, ty:$y), ty:$z)),
  (or (InnerBinFrag<and> ty:$x, ty:$y), (InnerBinFrag<and> (or ty:$x, ty:$y), ty:$z))]> {
  let IsDivergent = true;
}
def select_bits : SelectBits<i32>;
def select_bits64 : SelectBits<i64>;
def most_bits : MostBits<i32>;
def most_bits64 : MostBits<i64>;
// Bits of one word without those of another: zero where the mask is one. Or all ones where it is zero.
def : Pat<(i32 (DivergentBinFrag<and> (xor i32:$x, (i32 -1)), i32:$y)), (V_BFI_B32_e64 $x, (i32 0), $y)>;
def : Pat<(i32 (DivergentBinFrag<or> (xor i32:$x, (i32 -1)), i32:$y)), (V_BFI_B32_e64 $x, $y, (i32 -1))>;
def : Pat<(i64 (DivergentBinFrag<and> (xor i64:$x, (i64 -1)), i64:$y)),
          (REG_SEQUENCE VReg_64_Align2,
            (V_BFI_B32_e64 (i32 (EXTRACT_SUBREG $x, sub0)), (i32 0), (i32 (EXTRACT_SUBREG $y, sub0))), sub0,
            (V_BFI_B32_e64 (i32 (EXTRACT_SUBREG $x, sub1)), (i32 0), (i32 (EXTRACT_SUBREG $y, sub1))), sub1)>;
let AddedComplexity = 12 in {
def : Pat<(i32 (select_bits i32:$x, i32:$y, i32:$z)), (V_BFI_B32_e64 $x, $y, $z)>;
def : Pat<(i32 (DivergentBinFrag<add> (select_bits i32:$x, i32:$y, i32:$z), i32:$a)),
          (V_ADD_U32_e64 (V_BFI_B32_e64 $x, $y, $z), $a)>;
def : Pat<(i32 (most_bits i32:$x, i32:$y, i32:$z)), (V_BFI_B32_e64 (V_XOR_B32_e64 $x, $y), $z, $x)>;
def : Pat<(i64 (select_bits64 i64:$x, i64:$y, i64:$z)),
          (REG_SEQUENCE VReg_64_Align2,
            (V_BFI_B32_e64 (i32 (EXTRACT_SUBREG $x, sub0)), (i32 (EXTRACT_SUBREG $y, sub0)),
                           (i32 (EXTRACT_SUBREG $z, sub0))), sub0,
            (V_BFI_B32_e64 (i32 (EXTRACT_SUBREG $x, sub1)), (i32 (EXTRACT_SUBREG $y, sub1)),
                           (i32 (EXTRACT_SUBREG $z, sub1))), sub1)>;
def : Pat<(i64 (most_bits64 i64:$x, i64:$y, i64:$z)),
          (REG_SEQUENCE VReg_64_Align2,
            (V_BFI_B32_e64 (V_XOR_B32_e64 (i32 (EXTRACT_SUBREG $x, sub0)), (i32 (EXTRACT_SUBREG $y, sub0))),
                           (i32 (EXTRACT_SUBREG $z, sub0)), (i32 (EXTRACT_SUBREG $x, sub0))), sub0,
            (V_BFI_B32_e64 (V_XOR_B32_e64 (i32 (EXTRACT_SUBREG $x, sub1)), (i32 (EXTRACT_SUBREG $y, sub1))),
                           (i32 (EXTRACT_SUBREG $z, sub1)), (i32 (EXTRACT_SUBREG $x, sub1))), sub1)>;
}

// A byte or a half of a word is used in place (SDWA): the whole destination is written.
def Subword : ComplexPattern<i32, 3, "select_subword", [], [], 8>;
class SDWAFirst<SDPatternOperator op, Instruction v>
  : Pat<(i32 (DivergentBinFrag<op> (Subword i32:$a, i32:$am, i32:$as), i32:$b)), (v $am, $a, 0, $b, 0, 6, 0, $as, 6)>;
class SDWASecond<SDPatternOperator op, Instruction v>
  : Pat<(i32 (DivergentBinFrag<op> i32:$a, (Subword i32:$b, i32:$bm, i32:$bs))), (v 0, $a, $bm, $b, 0, 6, 0, 6, $bs)>;
class SDWABoth<SDPatternOperator op, Instruction v>
  : Pat<(i32 (DivergentBinFrag<op> (Subword i32:$a, i32:$am, i32:$as), (Subword i32:$b, i32:$bm, i32:$bs))),
        (v $am, $a, $bm, $b, 0, 6, 0, $as, $bs)>;
let AddedComplexity = 15 in {
foreach p = [[V_ADD_U32_sdwa], [V_OR_B32_sdwa], [V_XOR_B32_sdwa]] in {
  defvar op = !cond(!eq(p[0], V_ADD_U32_sdwa): add, !eq(p[0], V_OR_B32_sdwa): or, true: xor);
  def : SDWAFirst<op, p[0]>;
  def : SDWASecond<op, p[0]>;
  def : SDWABoth<op, p[0]>;
}
foreach p = [["smin", "MIN_I32"], ["smax", "MAX_I32"], ["umin", "MIN_U32"], ["umax", "MAX_U32"]] in {
  defvar op = !cast<SDPatternOperator>(p[0]);
  defvar v = !cast<Instruction>("V_"#p[1]#"_sdwa");
  def : SDWAFirst<op, v>;
  def : SDWASecond<op, v>;
  def : SDWABoth<op, v>;
}
def : SDWABoth<mul, V_MUL_I32_I24_sdwa>;
def : SDWAFirst<sub, V_SUB_U32_sdwa>;
def : SDWASecond<sub, V_SUB_U32_sdwa>;
def : SDWABoth<sub, V_SUB_U32_sdwa>;
def : Pat<(i32 (DivergentBinFrag<shl> (Subword i32:$a, i32:$am, i32:$as), i32:$n)),
          (V_LSHLREV_B32_sdwa 0, $n, $am, $a, 0, 6, 0, 6, $as)>;
}

// Clamping between two constants, at least one of which needs no register; the lower must not exceed the upper.
class Between<SDPatternOperator least, SDPatternOperator most>
  : PatFrag<(ops node:$a, node:$low, node:$high), (least (OneUseBinFrag<most> $a, $low), $high),
            [{ target.is_constant_range(dag, n) }]>;
class DivergentBetween<SDPatternOperator least, SDPatternOperator most> : Between<least, most> { let IsDivergent = true; }
let AddedComplexity = 8 in {
def : Pat<(i32 (DivergentBetween<smin, smax> i32:$a, i32:$low, i32:$high)), (V_MED3_I32_e64 $a, $low, $high)>;
// From zero on, signed and unsigned numbers are the same.
def : Pat<(i32 (DivergentBetween<umin, smax> i32:$a, i32:$low, i32:$high)), (V_MED3_I32_e64 $a, $low, $high)>;
def : Pat<(i32 (DivergentBetween<umin, umax> i32:$a, i32:$low, i32:$high)), (V_MED3_U32_e64 $a, $low, $high)>;
}

// Low halves of two words. Bytes: 0 to 3 are those of the second source, 4 to 7 those of the first.
def : Pat<(i32 (UniformBinFrag<or> (and i32:$a, 0xffff), (shl i32:$b, (i32 16)))), (S_PACK_LL_B32_B16 $a, $b)>;
def : Pat<(i32 (DivergentBinFrag<or> (and i32:$a, 0xffff), (shl i32:$b, (i32 16)))),
          (V_PERM_B32_e64 $b, $a, (S_MOV_B32 (i32 0x05040100)))>;

// Fields: (x >> n) & (2^w - 1).
def LowMask : ImmLeaf<i32, [{ imm > 0 && (imm & (imm + 1)) == 0 }]>;
def MaskWidth : SDNodeXForm<imm, [{ dag.target_constant(i128::from(imm.count_ones()), ValueType::I32) }]>;
def : Pat<(i32 (DivergentBinFrag<and> (OneUseBinFrag<srl> i32:$x, i32:$n), LowMask:$mask)),
          (V_BFE_U32_e64 $x, $n, (MaskWidth $mask))>;

//===- 64-bit integers --------------------------------------------------------------------------------------------===//

// Counts in pairs; the high dword of the result is zero.
class ScalarCount64<SDPatternOperator op, Instruction s>
  : Pat<(i64 (UniformUnaryFrag<op> i64:$a)), (REG_SEQUENCE SReg_64, (s $a), sub0, (S_MOV_B32 (i32 0)), sub1)>;
def : ScalarCount64<cttz_zero_undef, S_FF1_I32_B64>;
def : ScalarCount64<ctlz_zero_undef, S_FLBIT_I32_B64>;
def : ScalarCount64<ctpop, S_BCNT1_I32_B64>;
def : Pat<(i64 (UniformUnaryFrag<bitreverse> i64:$a)), (S_BREV_B64 $a)>;

def : Pat<(i64 (UniformBinFrag<add> i64:$a, i64:$b)), (S_ADD_U64_PSEUDO $a, $b)>;
def : Pat<(i64 (UniformBinFrag<sub> i64:$a, i64:$b)), (S_SUB_U64_PSEUDO $a, $b)>;
def : Pat<(i64 (DivergentBinFrag<add> i64:$a, i64:$b)), (V_LSHL_ADD_U64_e64 $a, (i32 0), $b)>;
def : Pat<(i64 (DivergentBinFrag<add> i64:$a, i64:$b)), (V_ADD_U64_PSEUDO $a, $b)>;
def : Pat<(i64 (DivergentBinFrag<sub> i64:$a, i64:$b)), (V_SUB_U64_PSEUDO $a, $b)>;
def ShiftOf4 : ImmLeaf<i32, [{ (0..=4).contains(&imm) }]>;
def : Pat<(i64 (DivergentBinFrag<add> (OneUseBinFrag<shl> i64:$a, ShiftOf4:$n), i64:$b)),
          (V_LSHL_ADD_U64_e64 $a, (Imm32 $n), $b)>;

multiclass BitPat64<SDPatternOperator op, Instruction s, Instruction v> {
  def : Pat<(i64 (UniformBinFrag<op> i64:$a, i64:$b)), (s $a, $b)>;
  def : Pat<(i64 (DivergentBinFrag<op> i64:$a, i64:$b)),
            (REG_SEQUENCE VReg_64_Align2,
              (v (i32 (EXTRACT_SUBREG $a, sub0)), (i32 (EXTRACT_SUBREG $b, sub0))), sub0,
              (v (i32 (EXTRACT_SUBREG $a, sub1)), (i32 (EXTRACT_SUBREG $b, sub1))), sub1)>;
}
defm : BitPat64<and, S_AND_B64, V_AND_B32_e64>;
defm : BitPat64<or, S_OR_B64, V_OR_B32_e64>;
defm : BitPat64<xor, S_XOR_B64, V_XOR_B32_e64>;

multiclass ShiftPat64<SDPatternOperator op, Instruction s, Instruction v> {
  def : Pat<(i64 (UniformBinFrag<op> i64:$a, i32:$b)), (s $a, $b)>;
  def : Pat<(i64 (DivergentBinFrag<op> i64:$a, i32:$b)), (v $b, $a)>;
  def : Pat<(i64 (UniformBinFrag<op> i64:$a, (and i32:$b, KeepsSixBits))), (s $a, $b)>;
  def : Pat<(i64 (DivergentBinFrag<op> i64:$a, (and i32:$b, KeepsSixBits))), (v $b, $a)>;
}
defm : ShiftPat64<shl, S_LSHL_B64, V_LSHLREV_B64_e64>;
defm : ShiftPat64<srl, S_LSHR_B64, V_LSHRREV_B64_e64>;
defm : ShiftPat64<sra, S_ASHR_I64, V_ASHRREV_I64_e64>;

def : Pat<(i32 (UniformUnaryFrag<trunc> i64:$a)), (EXTRACT_SUBREG $a, sub0)>;
def : Pat<(i32 (DivergentUnaryFrag<trunc> i64:$a)), (EXTRACT_SUBREG $a, sub0)>;
def : Pat<(i64 (UniformUnaryFrag<zext> i32:$a)), (REG_SEQUENCE SReg_64, $a, sub0, (S_MOV_B32 (i32 0)), sub1)>;
def : Pat<(i64 (DivergentUnaryFrag<zext> i32:$a)),
          (REG_SEQUENCE VReg_64_Align2, $a, sub0, (V_MOV_B32_e32 (i32 0)), sub1)>;
def : Pat<(i64 (UniformUnaryFrag<anyext> i32:$a)), (REG_SEQUENCE SReg_64, $a, sub0, (i32 (IMPLICIT_DEF)), sub1)>;
def : Pat<(i64 (DivergentUnaryFrag<anyext> i32:$a)),
          (REG_SEQUENCE VReg_64_Align2, $a, sub0, (i32 (IMPLICIT_DEF)), sub1)>;
def : Pat<(i64 (UniformUnaryFrag<sext> i32:$a)),
          (REG_SEQUENCE SReg_64, $a, sub0, (S_ASHR_I32 $a, (i32 31)), sub1)>;
def : Pat<(i64 (DivergentUnaryFrag<sext> i32:$a)),
          (REG_SEQUENCE VReg_64_Align2, $a, sub0, (V_ASHRREV_I32_e64 (i32 31), $a), sub1)>;

//===- Conditions: uniform ones are 0 or 1 in an SGPR, divergent ones a lane mask -----------------------------------===//

multiclass BoolBinPat<SDPatternOperator op, Instruction s, Instruction m> {
  def : Pat<(i1 (UniformBinFrag<op> i1:$a, i1:$b)), (s $a, $b)>;
  def : Pat<(i1 (DivergentBinFrag<op> i1:$a, i1:$b)), (m $a, $b)>;
}
defm : BoolBinPat<and, S_AND_B32, SI_MASK_AND>;
defm : BoolBinPat<or, S_OR_B32, SI_MASK_OR>;
defm : BoolBinPat<xor, S_XOR_B32, SI_MASK_XOR>;
def : Pat<(i1 (UniformBinFrag<xor> i1:$a, -1)), (S_XOR_B32 $a, (i32 1))>;
def : Pat<(i1 (DivergentBinFrag<xor> i1:$a, -1)), (SI_MASK_NOT $a)>;
def : Pat<(i1 (DivergentBinFrag<and> i1:$a, (OneUseBinFrag<xor> i1:$b, -1))), (SI_MASK_ANDN2 $a, $b)>;

def : Pat<(i32 (UniformUnaryFrag<zext> i1:$a)), (COPY_TO_REGCLASS $a, SReg_32)>;
def : Pat<(i32 (UniformUnaryFrag<anyext> i1:$a)), (COPY_TO_REGCLASS $a, SReg_32)>;
// Most conditions are comparisons, which are selected together with their user.
def : Pat<(i32 (UniformUnaryFrag<sext> i1:$a)), (SI_SELECT_B32 $a, (i32 -1), (i32 0))>;
def : Pat<(i32 (DivergentUnaryFrag<zext> i1:$a)), (V_CNDMASK_B32_e64 0, (i32 0), 0, (i32 1), $a)>;
def : Pat<(i32 (DivergentUnaryFrag<anyext> i1:$a)), (V_CNDMASK_B32_e64 0, (i32 0), 0, (i32 1), $a)>;
def : Pat<(i32 (DivergentUnaryFrag<sext> i1:$a)), (V_CNDMASK_B32_e64 0, (i32 0), 0, (i32 -1), $a)>;
// A condition that is added or subtracted is a carry.
class OwnMask<SDPatternOperator op> : OneUseUnaryFrag<op> { let IsDivergent = true; }
def : Pat<(i32 (DivergentBinFrag<add> i32:$a, (OwnMask<zext> i1:$c))), (V_ADDC_CO_U32_e64 (i32 0), $a, $c)>;
def : Pat<(i32 (DivergentBinFrag<sub> i32:$a, (OwnMask<sext> i1:$c))), (V_ADDC_CO_U32_e64 (i32 0), $a, $c)>;
def : Pat<(i32 (DivergentBinFrag<sub> i32:$a, (OwnMask<zext> i1:$c))), (V_SUBB_CO_U32_e64 $a, (i32 0), $c)>;
def : Pat<(i32 (DivergentBinFrag<add> i32:$a, (OwnMask<sext> i1:$c))), (V_SUBB_CO_U32_e64 $a, (i32 0), $c)>;
def : Pat<(i64 (UniformUnaryFrag<anyext> i1:$a)),
          (REG_SEQUENCE SReg_64, (COPY_TO_REGCLASS $a, SReg_32), sub0, (i32 (IMPLICIT_DEF)), sub1)>;
def : Pat<(i64 (DivergentUnaryFrag<anyext> i1:$a)),
          (REG_SEQUENCE VReg_64_Align2, (V_CNDMASK_B32_e64 0, (i32 0), 0, (i32 1), $a), sub0,
                        (i32 (IMPLICIT_DEF)), sub1)>;
def : Pat<(i64 (UniformUnaryFrag<zext> i1:$a)),
          (REG_SEQUENCE SReg_64, (COPY_TO_REGCLASS $a, SReg_32), sub0, (S_MOV_B32 (i32 0)), sub1)>;
def : Pat<(i64 (DivergentUnaryFrag<zext> i1:$a)),
          (REG_SEQUENCE VReg_64_Align2, (V_CNDMASK_B32_e64 0, (i32 0), 0, (i32 1), $a), sub0,
                                        (V_MOV_B32_e32 (i32 0)), sub1)>;
def : Pat<(i64 (DivergentUnaryFrag<sext> i1:$a)),
          (REG_SEQUENCE VReg_64_Align2, (V_CNDMASK_B32_e64 0, (i32 0), 0, (i32 -1), $a), sub0,
                                        (V_CNDMASK_B32_e64 0, (i32 0), 0, (i32 -1), $a), sub1)>;
def : Pat<(i64 (UniformUnaryFrag<sext> i1:$a)),
          (REG_SEQUENCE SReg_64, (S_SUB_I32 (i32 0), $a), sub0, (S_SUB_I32 (i32 0), $a), sub1)>;
def : Pat<(i1 (UniformUnaryFrag<trunc> i32:$a)), (S_AND_B32 $a, (i32 1))>;
def : Pat<(i1 (UniformUnaryFrag<trunc> i64:$a)), (S_AND_B32 (i32 (EXTRACT_SUBREG $a, sub0)), (i32 1))>;
def : Pat<(i1 (DivergentUnaryFrag<trunc> i32:$a)), (V_CMP_EQ_U32_e64 (V_AND_B32_e64 (i32 1), $a), (i32 1))>;
def : Pat<(i1 (DivergentUnaryFrag<trunc> i64:$a)),
          (V_CMP_EQ_U32_e64 (V_AND_B32_e64 (i32 1), (i32 (EXTRACT_SUBREG $a, sub0))), (i32 1))>;

// Integer comparisons.
def uniform_setcc : PatFrag<(ops node:$a, node:$b, node:$cc), (setcc $a, $b, $cc)> { let IsUniform = true; }
def divergent_setcc : PatFrag<(ops node:$a, node:$b, node:$cc), (setcc $a, $b, $cc)> { let IsDivergent = true; }
multiclass CmpPat32<CondCode cc, Instruction s, Instruction v> {
  def : Pat<(i1 (uniform_setcc i32:$a, i32:$b, cc)), (s $a, $b)>;
  def : Pat<(i1 (divergent_setcc i32:$a, i32:$b, cc)), (v $a, $b)>;
}
defm : CmpPat32<SETEQ, SI_CMP_EQ_U32, V_CMP_EQ_U32_e64>;
defm : CmpPat32<SETNE, SI_CMP_LG_U32, V_CMP_NE_U32_e64>;
defm : CmpPat32<SETGT, SI_CMP_GT_I32, V_CMP_GT_I32_e64>;
defm : CmpPat32<SETGE, SI_CMP_GE_I32, V_CMP_GE_I32_e64>;
defm : CmpPat32<SETLT, SI_CMP_LT_I32, V_CMP_LT_I32_e64>;
defm : CmpPat32<SETLE, SI_CMP_LE_I32, V_CMP_LE_I32_e64>;
defm : CmpPat32<SETUGT, SI_CMP_GT_U32, V_CMP_GT_U32_e64>;
defm : CmpPat32<SETUGE, SI_CMP_GE_U32, V_CMP_GE_U32_e64>;
defm : CmpPat32<SETULT, SI_CMP_LT_U32, V_CMP_LT_U32_e64>;
defm : CmpPat32<SETULE, SI_CMP_LE_U32, V_CMP_LE_U32_e64>;

// Halves of dwords need not be extended.
def setcc_i16 : PatFrag<(ops node:$a, node:$b, node:$cc), (setcc $a, $b, $cc),
                        [{ target.is_16_bit_comparison(dag, n, true) }]>;
def setcc_u16 : PatFrag<(ops node:$a, node:$b, node:$cc), (setcc $a, $b, $cc),
                        [{ target.is_16_bit_comparison(dag, n, false) }]>;
def Low16 : ComplexPattern<i32, 1, "select_low_16">;
class CmpPat16<SDPatternOperator op, CondCode cc, Instruction v>
  : Pat<(i1 (op (Low16 i32:$a), (Low16 i32:$b), cc)), (v 0, $a, 0, $b)>;
let AddedComplexity = 5 in {
def : CmpPat16<setcc_i16, SETEQ, V_CMP_EQ_U16_e64>;
def : CmpPat16<setcc_i16, SETNE, V_CMP_NE_U16_e64>;
def : CmpPat16<setcc_i16, SETGT, V_CMP_GT_I16_e64>;
def : CmpPat16<setcc_i16, SETGE, V_CMP_GE_I16_e64>;
def : CmpPat16<setcc_i16, SETLT, V_CMP_LT_I16_e64>;
def : CmpPat16<setcc_i16, SETLE, V_CMP_LE_I16_e64>;
def : CmpPat16<setcc_u16, SETEQ, V_CMP_EQ_U16_e64>;
def : CmpPat16<setcc_u16, SETNE, V_CMP_NE_U16_e64>;
def : CmpPat16<setcc_u16, SETUGT, V_CMP_GT_U16_e64>;
def : CmpPat16<setcc_u16, SETUGE, V_CMP_GE_U16_e64>;
def : CmpPat16<setcc_u16, SETULT, V_CMP_LT_U16_e64>;
def : CmpPat16<setcc_u16, SETULE, V_CMP_LE_U16_e64>;
}

// The scalar unit compares 64-bit values only for equality; the vector unit compares their order.
def : Pat<(i1 (uniform_setcc i64:$a, i64:$b, SETEQ)), (SI_CMP_EQ_U64 $a, $b)>;
def : Pat<(i1 (uniform_setcc i64:$a, i64:$b, SETNE)), (SI_CMP_LG_U64 $a, $b)>;
def : Pat<(i1 (divergent_setcc i64:$a, i64:$b, SETEQ)), (V_CMP_EQ_U64_e64 $a, $b)>;
def : Pat<(i1 (divergent_setcc i64:$a, i64:$b, SETNE)), (V_CMP_NE_U64_e64 $a, $b)>;
multiclass CmpPat64<CondCode cc, Instruction v> {
  def : Pat<(i1 (uniform_setcc i64:$a, i64:$b, cc)), (SI_MASK_TO_BOOL (v $a, $b))>;
  def : Pat<(i1 (divergent_setcc i64:$a, i64:$b, cc)), (v $a, $b)>;
}
defm : CmpPat64<SETGT, V_CMP_GT_I64_e64>;
defm : CmpPat64<SETGE, V_CMP_GE_I64_e64>;
defm : CmpPat64<SETLT, V_CMP_LT_I64_e64>;
defm : CmpPat64<SETLE, V_CMP_LE_I64_e64>;
defm : CmpPat64<SETUGT, V_CMP_GT_U64_e64>;
defm : CmpPat64<SETUGE, V_CMP_GE_U64_e64>;
defm : CmpPat64<SETULT, V_CMP_LT_U64_e64>;
defm : CmpPat64<SETULE, V_CMP_LE_U64_e64>;

// Floating-point comparisons: always on the vector unit.
multiclass CmpPatFP<CondCode cc, ValueType ty, Instruction v> {
  def : Pat<(i1 (uniform_setcc (VOP3Mods ty:$a, i32:$am), (VOP3Mods ty:$b, i32:$bm), cc)),
            (SI_MASK_TO_BOOL (v $am, $a, $bm, $b))>;
  def : Pat<(i1 (divergent_setcc (VOP3Mods ty:$a, i32:$am), (VOP3Mods ty:$b, i32:$bm), cc)),
            (v $am, $a, $bm, $b)>;
}
defvar FPConditions = [
  ["SETOEQ", "EQ"], ["SETOGT", "GT"], ["SETOGE", "GE"], ["SETOLT", "LT"], ["SETOLE", "LE"], ["SETONE", "LG"],
  ["SETO", "O"], ["SETUO", "U"], ["SETUEQ", "NLG"], ["SETUGT", "NLE"], ["SETUGE", "NLT"], ["SETULT", "NGE"],
  ["SETULE", "NGT"], ["SETUNE", "NEQ"], ["SETEQ", "EQ"], ["SETNE", "NEQ"], ["SETGT", "GT"], ["SETGE", "GE"],
  ["SETLT", "LT"], ["SETLE", "LE"]];
foreach ty = ["F16", "F32", "F64"] in foreach pair = FPConditions in
  defm : CmpPatFP<!cast<CondCode>(pair[0]), !cast<ValueType>(!tolower(ty)),
                  !cast<Instruction>("V_CMP_"#pair[1]#"_"#ty#"_e64")>;

// Selections. The mask of a vector selection may come from a uniform condition, which is converted.
foreach vt = [i32, f32] in {
  def : Pat<(vt (UniformTriFrag<select> i1:$c, vt:$a, vt:$b)), (SI_SELECT_B32 $c, $a, $b)>;
}
def : Pat<(i32 (DivergentTriFrag<select> i1:$c, i32:$a, i32:$b)), (V_CNDMASK_B32_e64 0, $b, 0, $a, $c)>;
def : Pat<(f32 (DivergentTriFrag<select> i1:$c, (VOP3Mods f32:$a, i32:$am), (VOP3Mods f32:$b, i32:$bm))),
          (V_CNDMASK_B32_e64 $bm, $b, $am, $a, $c)>;
foreach vt = [i64, f64] in {
  def : Pat<(vt (UniformTriFrag<select> i1:$c, vt:$a, vt:$b)), (SI_SELECT_B64 $c, $a, $b)>;
  def : Pat<(vt (DivergentTriFrag<select> i1:$c, vt:$a, vt:$b)),
            (REG_SEQUENCE VReg_64_Align2,
              (V_CNDMASK_B32_e64 0, (i32 (EXTRACT_SUBREG $b, sub0)), 0, (i32 (EXTRACT_SUBREG $a, sub0)), $c), sub0,
              (V_CNDMASK_B32_e64 0, (i32 (EXTRACT_SUBREG $b, sub1)), 0, (i32 (EXTRACT_SUBREG $a, sub1)), $c), sub1)>;
}

// Branches.
def brcond_divergent : PatFrag<(ops node:$c, node:$bb), (brcond $c, $bb), [{ dag.is_divergent(n.operand(1)) }]>;
def brcond_uniform : PatFrag<(ops node:$c, node:$bb), (brcond $c, $bb), [{ !dag.is_divergent(n.operand(1)) }]>;
def : Pat<(brcond_divergent i1:$c, bb:$target), (SI_BRCOND $c, $target)>;
def : Pat<(brcond_uniform i1:$c, bb:$target), (SI_BRCOND_UNIFORM $c, $target)>;
def : Pat<(br bb:$target), (S_BRANCH $target)>;

//===- Floating point ---------------------------------------------------------------------------------------------===//

class FPBin<SDPatternOperator op, ValueType ty, Instruction v>
  : Pat<(ty (op (VOP3Mods ty:$a, i32:$am), (VOP3Mods ty:$b, i32:$bm))), (v $am, $a, $bm, $b)>;
class FPUnary<SDPatternOperator op, ValueType ty, ValueType from, Instruction v>
  : Pat<(ty (op (VOP3Mods from:$a, i32:$am))), (v $am, $a)>;
class FPTernary<SDPatternOperator op, ValueType ty, Instruction v>
  : Pat<(ty (op (VOP3Mods ty:$a, i32:$am), (VOP3Mods ty:$b, i32:$bm), (VOP3Mods ty:$c, i32:$cm))),
        (v $am, $a, $bm, $b, $cm, $c)>;

def : FPBin<fadd, f32, V_ADD_F32_e64>;
def : FPBin<fsub, f32, V_SUB_F32_e64>;
def : FPBin<fmul, f32, V_MUL_F32_e64>;
def : FPBin<fminnum, f32, V_MIN_F32_e64>;
def : FPBin<fmaxnum, f32, V_MAX_F32_e64>;
def : FPBin<fminnum_ieee, f32, V_MIN_F32_e64>;
def : FPBin<fmaxnum_ieee, f32, V_MAX_F32_e64>;
// Three operands at once, and clamping to zero to one, which is an output modifier: NaN becomes zero in both cases.
class FPMinMax3<SDPatternOperator op, ValueType ty, Instruction v>
  : Pat<(ty (op (OneUseBinFrag<op> (VOP3Mods ty:$a, i32:$am), (VOP3Mods ty:$b, i32:$bm)), (VOP3Mods ty:$c, i32:$cm))),
        (v $am, $a, $bm, $b, $cm, $c)>;
foreach op = [fminnum, fminnum_ieee] in def : FPMinMax3<op, f32, V_MIN3_F32_e64>;
foreach op = [fmaxnum, fmaxnum_ieee] in def : FPMinMax3<op, f32, V_MAX3_F32_e64>;
// NaN becomes the lower constant in both cases.
class FPBetween<SDPatternOperator least, SDPatternOperator most, ValueType ty, Instruction v>
  : Pat<(ty (Between<least, most> (VOP3Mods ty:$a, i32:$am), ty:$low, ty:$high)), (v $am, $a, 0, $low, 0, $high)> {
  let AddedComplexity = 15;
}
foreach ty = ["F16", "F32"] in {
  defvar vt = !cast<ValueType>(!tolower(ty));
  def : FPBetween<fminnum, fmaxnum, vt, !cast<Instruction>("V_MED3_"#ty#"_e64")>;
  def : FPBetween<fminnum_ieee, fmaxnum_ieee, vt, !cast<Instruction>("V_MED3_"#ty#"_e64")>;
}
def fp_zero : FPImmLeaf<f32, [{ bits == 0 }]>;
def fp_one : FPImmLeaf<f32, [{ bits == 0x3f80_0000 }]>;
let AddedComplexity = 30 in
foreach ops = [[fminnum, fmaxnum], [fminnum_ieee, fmaxnum_ieee]] in
def : Pat<(f32 (ops[0] (OneUseBinFrag<ops[1]> (VOP3Mods f32:$a, i32:$am), fp_zero), fp_one)),
          (V_MAX_F32_e64 $am, $a, $am, $a, 1)>;
def : FPBin<fadd, f64, V_ADD_F64_e64>;
def : FPBin<fmul, f64, V_MUL_F64_e64>;
def : FPBin<fminnum, f64, V_MIN_F64_e64>;
def : FPBin<fmaxnum, f64, V_MAX_F64_e64>;
def : FPBin<fminnum_ieee, f64, V_MIN_F64_e64>;
def : FPBin<fmaxnum_ieee, f64, V_MAX_F64_e64>;
// There is no 64-bit subtraction: the second source is negated.
def NegatedMods : SDNodeXForm<timm, [{ dag.target_constant(i128::from(imm ^ 1), ValueType::I32) }]>;
def : Pat<(f64 (fsub (VOP3Mods f64:$a, i32:$am), (VOP3Mods f64:$b, i32:$bm))),
          (V_ADD_F64_e64 $am, $a, (NegatedMods $bm), $b)>;
def : FPTernary<fma, f32, V_FMA_F32_e64>;
def : FPTernary<fma, f64, V_FMA_F64_e64>;
def : FPTernary<int_amdgcn_fmad_ftz, f32, V_MAD_F32_e64>;
def : FPTernary<int_amdgcn_fmad_ftz, f16, V_MAD_F16_e64>;

foreach ty = ["F16", "F32", "F64"] in {
  defvar vt = !cast<ValueType>(!tolower(ty));
  def : FPUnary<ffloor, vt, vt, !cast<Instruction>("V_FLOOR_"#ty#"_e64")>;
  def : FPUnary<fceil, vt, vt, !cast<Instruction>("V_CEIL_"#ty#"_e64")>;
  def : FPUnary<ftrunc, vt, vt, !cast<Instruction>("V_TRUNC_"#ty#"_e64")>;
  def : FPUnary<frint, vt, vt, !cast<Instruction>("V_RNDNE_"#ty#"_e64")>;
  def : FPUnary<fnearbyint, vt, vt, !cast<Instruction>("V_RNDNE_"#ty#"_e64")>;
  def : FPUnary<froundeven, vt, vt, !cast<Instruction>("V_RNDNE_"#ty#"_e64")>;
  // Maximum of a number and itself: quiets NaNs, and flushes denormals if the mode says so.
  def : Pat<(vt (fcanonicalize (VOP3Mods vt:$a, i32:$am))), (!cast<Instruction>("V_MAX_"#ty#"_e64") $am, $a, $am, $a)>;
  if !ne(ty, "F16") then
  def : Pat<(vt (fldexp (VOP3Mods vt:$a, i32:$am), i32:$n)), (!cast<Instruction>("V_LDEXP_"#ty#"_e64") $am, $a, $n)>;
  defvar compare = !cast<Instruction>("V_CMP_CLASS_"#ty#"_e64");
  // The mask of an f16 is half of a register on some processors: it has modifiers.
  defvar compared = !if(!eq(ty, "F16"), (compare $am, $a, 0, $mask), (compare $am, $a, $mask));
  def : Pat<(i1 (UniformBinFrag<is_fpclass> (VOP3Mods vt:$a, i32:$am), i32:$mask)), (SI_MASK_TO_BOOL compared)>;
  def : Pat<(i1 (DivergentBinFrag<is_fpclass> (VOP3Mods vt:$a, i32:$am), i32:$mask)), compared>;
}

// Sign operations.
multiclass SignPat<SDPatternOperator op, ValueType ty, Instruction s, Instruction v, int mask> {
  let AddedComplexity = 1 in
  def : Pat<(ty (ScalarUnaryFrag<op> ty:$a)), (s $a, (S_MOV_B32 (i32 mask)))>;
  def : Pat<(ty (op ty:$a)), (v (S_MOV_B32 (i32 mask)), $a)>;
}
defm : SignPat<fneg, f32, S_XOR_B32, V_XOR_B32_e64, 0x80000000>;
defm : SignPat<fabs, f32, S_AND_B32, V_AND_B32_e64, 0x7fffffff>;
def : Pat<(f32 (fcopysign f32:$a, f32:$s)), (V_BFI_B32_e64 (S_MOV_B32 (i32 0x7fffffff)), $a, $s)>;
def : Pat<(f64 (fneg f64:$a)),
          (REG_SEQUENCE VReg_64_Align2, (i32 (EXTRACT_SUBREG $a, sub0)), sub0,
            (V_XOR_B32_e64 (S_MOV_B32 (i32 0x80000000)), (i32 (EXTRACT_SUBREG $a, sub1))), sub1)>;
def : Pat<(f64 (fabs f64:$a)),
          (REG_SEQUENCE VReg_64_Align2, (i32 (EXTRACT_SUBREG $a, sub0)), sub0,
            (V_AND_B32_e64 (S_MOV_B32 (i32 0x7fffffff)), (i32 (EXTRACT_SUBREG $a, sub1))), sub1)>;
def : Pat<(f64 (fcopysign f64:$a, f64:$s)),
          (REG_SEQUENCE VReg_64_Align2, (i32 (EXTRACT_SUBREG $a, sub0)), sub0,
            (V_BFI_B32_e64 (S_MOV_B32 (i32 0x7fffffff)), (i32 (EXTRACT_SUBREG $a, sub1)),
                           (i32 (EXTRACT_SUBREG $s, sub1))), sub1)>;

// Conversions. Integer sources have no modifiers.
class FromInt<SDPatternOperator op, ValueType ty, Instruction v> : Pat<(ty (op i32:$a)), (v $a)>;
def : FromInt<sint_to_fp, f32, V_CVT_F32_I32_e64>;
def : FromInt<uint_to_fp, f32, V_CVT_F32_U32_e64>;
def : FromInt<sint_to_fp, f64, V_CVT_F64_I32_e64>;
def : FromInt<uint_to_fp, f64, V_CVT_F64_U32_e64>;
def : FPUnary<fp_to_sint, i32, f32, V_CVT_I32_F32_e64>;
def : FPUnary<fp_to_uint, i32, f32, V_CVT_U32_F32_e64>;
def : FPUnary<fp_to_sint, i32, f64, V_CVT_I32_F64_e64>;
def : FPUnary<fp_to_uint, i32, f64, V_CVT_U32_F64_e64>;
def : FPUnary<fpround, f32, f64, V_CVT_F32_F64_e64>;
def : FPUnary<fpextend, f64, f32, V_CVT_F64_F32_e64>;
def : Pat<(f32 (f16_to_fp i32:$a)), (V_CVT_F32_F16_e64 0, $a)>;
def : FPUnary<fp_to_f16, i32, f32, V_CVT_F16_F32_e64>;
// Bytes of a dword as floats.
def : Pat<(f32 (uint_to_fp (and i32:$a, 255))), (V_CVT_F32_UBYTE0_e64 $a)>;
def : Pat<(f32 (uint_to_fp (and (srl i32:$a, (i32 8)), 255))), (V_CVT_F32_UBYTE1_e64 $a)>;
def : Pat<(f32 (uint_to_fp (and (srl i32:$a, (i32 16)), 255))), (V_CVT_F32_UBYTE2_e64 $a)>;
def : Pat<(f32 (uint_to_fp (srl i32:$a, (i32 24)))), (V_CVT_F32_UBYTE3_e64 $a)>;
