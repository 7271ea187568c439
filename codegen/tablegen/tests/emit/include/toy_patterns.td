// Patterns of the small machine.

include "machine.td"
include "toy_intrinsics.td"

def Small : ImmLeaf<i32, [{ (-32768..=32767).contains(&imm) }]>;
def Negate : SDNodeXForm<imm, [{ dag.target_constant(-i128::from(imm), vt) }]>;
def Offset : ComplexPattern<i64, 2, "select_offset">;
def HasMul : Predicate<"target.has_mul">;

def : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;
def : Pat<(add i32:$a, Small:$b), (ADDI $a, $b)>;
def : Pat<(sub i32:$a, Small:$b), (ADDI $a, (Negate $b))>;
let Predicates = [HasMul] in
def : Pat<(mul i32:$a, i32:$b), (MUL $a, $b)>;
def : Pat<(i32 (load (Offset i64:$p, i32:$offset))), (LD $p, $offset)>;
def : Pat<(store i32:$v, i64:$p), (ST $v, $p)>;
// Two operators at once.
def either : PatFrags<(ops node:$a, node:$b), [(or $a, $b), (xor $a, $b)]>;
def : Pat<(i32 (either i32:$a, i32:$b)), (SUB $a, $b)>;
// A product and 99, on either side of it.
def product_with_99 : PatFrag<(ops node:$a, node:$b, node:$c), (mul (mul $a, $b), $c), [{
  dag.constant_i64(operands[2]) == Some(99)
}]> {
  let PredicateCodeUsesOperands = true;
}
def : Pat<(i32 (product_with_99 i32:$a, i32:$b, i32:$c)), (SUB $a, $b)>;
// One after the first, which matches whatever it does.
def Late : Pat<(add i32:$x, i32:$y), (SUB $x, $y)>;
// Choices by opcode of an operand, by type of a result, by intrinsic.
def : Pat<(sub i32:$a, (shl i32:$b, i32:$c)), (ADD $a, $b)>;
def : Pat<(sub i32:$a, (srl i32:$b, i32:$c)), (SUB $a, $b)>;
def : Pat<(sub i32:$a, (sra i32:$b, i32:$c)), (MUL $a, $b)>;
def : Pat<(i32 (bitconvert f32:$a)), (COPY_TO_REGCLASS $a, GPRLow)>;
def : Pat<(f32 (bitconvert i32:$a)), (COPY_TO_REGCLASS $a, GPR)>;
def int_toy_turn : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty]>;
def : Pat<(int_toy_turn i32:$a, i32:$b), (SUB $a, $b)>;
def : Pat<(i32 (int_toy_shift i32:$a, i32:$b, 1)), (ADD $a, $b)>;
