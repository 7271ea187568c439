// Patterns of instruction selection: their components, and the nodes that they may use. Target.td includes it. Names
// and meaning are LLVM's; additions are marked [wavec]. `codegen/tablegen/src/emit/isel.rs` translates patterns to the
// byte-code table that `codegen/src/dag/select.rs` interprets.
//
// HOW CODE IN DESCRIPTIONS IS WRITTEN. Code is Rust: always an expression (a block `{ let x = ..; .. }` is one). The
// generated file is included in a module of the target that has in scope
//     type Target = ..;      the type that implements TargetLowering
//     use wavec_codegen::dag::*;   SelectionDag, NodeValue, NodeRef, ValueType, isd, NodeFlags, CondCode, LoadExt, ...
//     opcodes, regs, classes, subregs   modules (or imports) with the generated constants of the machine tables
//     intrinsics                        module with the intrinsics' constants: int_amdgcn_foo is AMDGCN_FOO
// and every expression sees `target: &Target`. Besides:
//   predicate of a PatFrag, PatLeaf:   n: NodeRef (the matched node), dag: &SelectionDag, and with
//                                      PredicateCodeUsesOperands = true also operands: &[NodeValue], those that the
//                                      fragment's (ops ..) name, in that order. Gives bool.
//   predicate of an ImmLeaf, TImmLeaf: imm: i64 (sign-extended), n, dag. Gives bool.
//   predicate of an FPImmLeaf:         imm: f64, bits: u64 (the pattern of the type), n, dag. Gives bool.
//   SDNodeXForm:                       dag: &mut SelectionDag, value: NodeValue, vt: ValueType (its type), imm: i64 (0
//                                      if it is no integer constant). Gives NodeValue.
//   ComplexPattern's function:         the name of a method of Target:
//                                        fn select_foo(&self, dag: &mut SelectionDag, value: NodeValue,
//                                                      out: &mut ComplexOperands) -> bool
//                                      that pushes the operands. With SDNPWantParent, `parent: NodeId` comes before
//                                      `value`. Operands it pushes that are not target nodes get selected afterwards.
//   Predicate's CondString:            an expression of type bool over `target`.
//
// EXAMPLES
//
// 1. Divergence: a uniform and a divergent form of a binary operator, and a multiclass-like use of them.
//      class UniformBinFrag<SDPatternOperator op>
//          : PatFrag<(ops node:$a, node:$b), (op $a, $b), [{ n.is_uniform() }]>;
//      class DivergentBinFrag<SDPatternOperator op>
//          : PatFrag<(ops node:$a, node:$b), (op $a, $b), [{ n.is_divergent() }]>;
//      def : Pat<(i32 (UniformBinFrag<add> i32:$a, i32:$b)), (S_ADD_I32 $a, $b)>;
//    (defined below; PatFrag's fields IsDivergent and IsUniform say the same without code.)
//
// 2. An immediate leaf, and a pattern that uses it; a node transform of an immediate.
//      def InlineImm32 : ImmLeaf<i32, [{ (-16..=64).contains(&imm) }]>;
//      def NegateImm   : SDNodeXForm<imm, [{ dag.target_constant(-i128::from(imm), vt) }]>;
//      def NegInline   : ImmLeaf<i32, [{ (1..=16).contains(&-imm) }], NegateImm>;
//      def : Pat<(add i32:$a, NegInline:$imm), (V_SUB_U32_e64 $a, (NegateImm $imm), 0)>;
//
// 3. Loads by address space, extension and alignment, without code.
//      def load_local_align8 : PatFrag<(ops node:$ptr), (load node:$ptr)> {
//        let AddressSpaces = [3];
//        let MinAlignment = 8;
//      }
//      def : Pat<(i64 (load_local_align8 (DS1Addr1Offset i32:$ptr, i32:$offset))), (DS_READ_B64 $ptr, $offset, 0)>;
//
// 4. Complex patterns with several results; modifiers. Trailing optional operands (`IsOptional` operands of the
//    instruction, here clamp and omod) may be left out of the output: they get their `DefaultValue`.
//      def VOP3Mods : ComplexPattern<untyped, 2, "select_vop3_mods">;
//      def : Pat<(f32 (fma (VOP3Mods f32:$a, i32:$am), (VOP3Mods f32:$b, i32:$bm), (VOP3Mods f32:$c, i32:$cm))),
//                (V_FMA_F32_e64 $am, $a, $bm, $b, $cm, $c)>;
//
// 5. Output of several instructions, sub-registers, classes; predicates and complexity; a multiclass.
//      let Predicates = [HasFoo], AddedComplexity = 10 in
//      def : Pat<(i64 (zext i32:$x)), (REG_SEQUENCE SReg_64, $x, sub0, (i32 (S_MOV_B32 0)), sub1)>;
//      def : Pat<(i32 (trunc i64:$x)), (EXTRACT_SUBREG $x, sub0)>;
//      def : Pat<(i32 (bitconvert f32:$x)), (COPY_TO_REGCLASS $x, SReg_32)>;
//      multiclass BinPat<SDPatternOperator op, Instruction s, Instruction v> {
//        def : Pat<(i32 (UniformBinFrag<op> i32:$a, i32:$b)), (s $a, $b)>;
//        def : Pat<(i32 (DivergentBinFrag<op> i32:$a, i32:$b)), (v $a, $b)>;
//      }
//      defm : BinPat<and, S_AND_B32, V_AND_B32_e64>;
//    What is tried first: patterns of scalars before those of vectors, of integers before floats; then those that ask more
//    (LLVM's numbers and AddedComplexity), then fewer instructions, then the order here. Operators that commute or
//    associate are tried in each order of their operands.
//    Several results: explicit ones first, then registers of the instruction's `Defs` list that the pattern's root
//    still has results for (`uaddo` with a carry in SCC: the second result is read from SCC after the instruction).
//    A physical register as a leaf of the input, (op $x, M0): the operand is copied to the register first, glued.

//===- Operators -------------------------------------------------------------------------------------------------===//

// Possible operators of a pattern's dag: a node, a fragment, an intrinsic, a complex pattern.
class SDPatternOperator;

class SDNodeProperty;
def SDNPCommutative : SDNodeProperty;   // X op Y == Y op X (operands 0 and 1, the chain not counted)
def SDNPAssociative : SDNodeProperty;
def SDNPHasChain    : SDNodeProperty;   // the first operand and the last result (before glue) are a chain
def SDNPOutGlue     : SDNodeProperty;   // the last result is glue
def SDNPInGlue      : SDNodeProperty;   // the last operand is glue
def SDNPOptInGlue   : SDNodeProperty;   // the last operand may be glue
def SDNPMayStore    : SDNodeProperty;
def SDNPMayLoad     : SDNodeProperty;
def SDNPSideEffect  : SDNodeProperty;
def SDNPMemOperand  : SDNodeProperty;   // has a memory operand, which the instruction gets
def SDNPVariadic    : SDNodeProperty;   // more operands than the profile says
def SDNPWantRoot    : SDNodeProperty;   // of a ComplexPattern: accepted for familiarity, the same as SDNPWantParent
def SDNPWantParent  : SDNodeProperty;   // of a ComplexPattern: the function gets the user of the value too

//===- Types of nodes --------------------------------------------------------------------------------------------===//

// A constraint on the types of a node. Numbers count results first, then operands; chains and glue are not counted.
class SDTypeConstraint<int operand, int other = -1> {
  int OperandNum = operand;
  int OtherOperandNum = other;
  ValueType VT = ?;
}
class SDTCisVT<int op, ValueType vt> : SDTypeConstraint<op> { let VT = vt; }
class SDTCisPtrTy<int op> : SDTypeConstraint<op>;
class SDTCisInt<int op> : SDTypeConstraint<op>;
class SDTCisFP<int op> : SDTypeConstraint<op>;
class SDTCisVec<int op> : SDTypeConstraint<op>;
class SDTCisSameAs<int op, int other> : SDTypeConstraint<op, other>;
// Operand `op` is a VALUE_TYPE operand smaller than the type of `other`.
class SDTCisVTSmallerThanOp<int op, int other> : SDTypeConstraint<op, other>;
class SDTCisOpSmallerThanOp<int op, int other> : SDTypeConstraint<op, other>;
class SDTCisEltOfVec<int op, int other> : SDTypeConstraint<op, other>;
class SDTCisSubVecOfVec<int op, int other> : SDTypeConstraint<op, other>;
class SDTCVecEltisVT<int op, ValueType vt> : SDTypeConstraint<op> { let VT = vt; }
class SDTCisSameNumEltsAs<int op, int other> : SDTypeConstraint<op, other>;
class SDTCisSameSizeAs<int op, int other> : SDTypeConstraint<op, other>;

class SDTypeProfile<int results, int operands, list<SDTypeConstraint> constraints> {
  int NumResults = results;
  int NumOperands = operands;      // -1: any number
  list<SDTypeConstraint> Constraints = constraints;
}

def SDTIntLeaf : SDTypeProfile<1, 0, [SDTCisInt<0>]>;
def SDTFPLeaf : SDTypeProfile<1, 0, [SDTCisFP<0>]>;
def SDTPtrLeaf : SDTypeProfile<1, 0, [SDTCisPtrTy<0>]>;
def SDTOther : SDTypeProfile<1, 0, [SDTCisVT<0, OtherVT>]>;
def SDTUNDEF : SDTypeProfile<1, 0, []>;
def SDTUnaryOp : SDTypeProfile<1, 1, []>;
def SDTNone : SDTypeProfile<0, 0, []>;
def SDTIntUnaryOp : SDTypeProfile<1, 1, [SDTCisSameAs<0, 1>, SDTCisInt<0>]>;
def SDTIntBitCountUnaryOp : SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisInt<1>]>;
def SDTIntBinOp : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisInt<0>]>;
def SDTIntShiftOp : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisInt<0>, SDTCisInt<2>]>;
def SDTIntShiftDOp : SDTypeProfile<1, 3, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisInt<0>, SDTCisInt<3>]>;
def SDTIntShiftPairOp : SDTypeProfile<2, 3, [SDTCisInt<0>, SDTCisSameAs<1, 0>, SDTCisSameAs<2, 0>,
                                             SDTCisSameAs<3, 0>, SDTCisInt<4>]>;
def SDTIntBinHiLoOp : SDTypeProfile<2, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisSameAs<0, 3>,
                                           SDTCisInt<0>]>;
// Result and a flag.
def SDTIntOverflowOp : SDTypeProfile<2, 2, [SDTCisSameAs<0, 2>, SDTCisSameAs<0, 3>, SDTCisInt<0>, SDTCisInt<1>]>;
def SDTIntCarryOp : SDTypeProfile<2, 3, [SDTCisSameAs<0, 2>, SDTCisSameAs<0, 3>, SDTCisInt<0>, SDTCisInt<1>,
                                         SDTCisSameAs<1, 4>]>;
def SDTIntTernaryOp : SDTypeProfile<1, 3, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisSameAs<0, 3>,
                                           SDTCisInt<0>]>;
def SDTIntExtendOp : SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisInt<1>, SDTCisOpSmallerThanOp<1, 0>,
                                          SDTCisSameNumEltsAs<0, 1>]>;
def SDTIntTruncOp : SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisInt<1>, SDTCisOpSmallerThanOp<0, 1>,
                                         SDTCisSameNumEltsAs<0, 1>]>;
def SDTExtInreg : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisInt<0>, SDTCisVT<2, OtherVT>,
                                       SDTCisVTSmallerThanOp<2, 1>]>;
def SDTFPUnaryOp : SDTypeProfile<1, 1, [SDTCisSameAs<0, 1>, SDTCisFP<0>]>;
def SDTFPBinOp : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisFP<0>]>;
def SDTFPSignOp : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisFP<0>, SDTCisFP<2>]>;
def SDTFPTernaryOp : SDTypeProfile<1, 3, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisSameAs<0, 3>,
                                          SDTCisFP<0>]>;
def SDTFPRoundOp : SDTypeProfile<1, 1, [SDTCisFP<0>, SDTCisFP<1>, SDTCisOpSmallerThanOp<0, 1>,
                                        SDTCisSameNumEltsAs<0, 1>]>;
def SDTFPExtendOp : SDTypeProfile<1, 1, [SDTCisFP<0>, SDTCisFP<1>, SDTCisOpSmallerThanOp<1, 0>,
                                         SDTCisSameNumEltsAs<0, 1>]>;
def SDTIntToFPOp : SDTypeProfile<1, 1, [SDTCisFP<0>, SDTCisInt<1>, SDTCisSameNumEltsAs<0, 1>]>;
def SDTFPToIntOp : SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisFP<1>, SDTCisSameNumEltsAs<0, 1>]>;
def SDTFPExpOp : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisFP<0>, SDTCisInt<2>]>;
def SDTSetCC : SDTypeProfile<1, 3, [SDTCisInt<0>, SDTCisSameAs<1, 2>, SDTCisVT<3, OtherVT>]>;
def SDTSelect : SDTypeProfile<1, 3, [SDTCisInt<1>, SDTCisSameAs<0, 2>, SDTCisSameAs<2, 3>]>;
def SDTVSelect : SDTypeProfile<1, 3, [SDTCisVec<0>, SDTCisInt<1>, SDTCisSameAs<0, 2>, SDTCisSameAs<2, 3>,
                                      SDTCisSameNumEltsAs<0, 1>]>;
def SDTSelectCC : SDTypeProfile<1, 5, [SDTCisSameAs<1, 2>, SDTCisSameAs<3, 4>, SDTCisSameAs<0, 3>,
                                       SDTCisVT<5, OtherVT>]>;
def SDTBr : SDTypeProfile<0, 1, [SDTCisVT<0, OtherVT>]>;
def SDTBrCC : SDTypeProfile<0, 4, [SDTCisVT<0, OtherVT>, SDTCisSameAs<1, 2>, SDTCisVT<3, OtherVT>]>;
def SDTBrcond : SDTypeProfile<0, 2, [SDTCisInt<0>, SDTCisVT<1, OtherVT>]>;
def SDTLoad : SDTypeProfile<1, 1, [SDTCisPtrTy<1>]>;
def SDTStore : SDTypeProfile<0, 2, [SDTCisPtrTy<1>]>;
def SDTAtomicLoad : SDTypeProfile<1, 1, [SDTCisPtrTy<1>]>;
def SDTAtomicStore : SDTypeProfile<0, 2, [SDTCisPtrTy<1>]>;
def SDTAtomic2 : SDTypeProfile<1, 2, [SDTCisSameAs<0, 2>, SDTCisPtrTy<1>]>;
def SDTAtomic3 : SDTypeProfile<1, 3, [SDTCisSameAs<0, 2>, SDTCisSameAs<0, 3>, SDTCisPtrTy<1>]>;
def SDTAtomicFence : SDTypeProfile<0, 2, [SDTCisSameAs<0, 1>, SDTCisInt<0>]>;
def SDTVecExtract : SDTypeProfile<1, 2, [SDTCisEltOfVec<0, 1>, SDTCisInt<2>]>;
def SDTVecInsert : SDTypeProfile<1, 3, [SDTCisSameAs<0, 1>, SDTCisEltOfVec<2, 1>, SDTCisInt<3>]>;
def SDTVecBuild : SDTypeProfile<1, -1, [SDTCisVec<0>]>;
def SDTSubVecExtract : SDTypeProfile<1, 2, [SDTCisSubVecOfVec<0, 1>, SDTCisInt<2>]>;
def SDTSubVecInsert : SDTypeProfile<1, 3, [SDTCisSubVecOfVec<2, 1>, SDTCisSameAs<0, 1>, SDTCisInt<3>]>;
def SDTIsFPClass : SDTypeProfile<1, 2, [SDTCisInt<0>, SDTCisFP<1>, SDTCisVT<2, i32>]>;

//===- Nodes -----------------------------------------------------------------------------------------------------===//

// `opcode` is NAMESPACE::NAME. ISD names are those of codegen/src/dag/isd.rs. A target picks a namespace for its own
// nodes (AMDGPUISD): the emitter numbers them and writes a module with the namespace's name in lower case
// (amdgpuisd::NAME), so several records may share one opcode.
class SDNode<string opcode, SDTypeProfile profile, list<SDNodeProperty> properties = []> : SDPatternOperator {
  string Opcode = opcode;
  SDTypeProfile TypeProfile = profile;
  list<SDNodeProperty> Properties = properties;
}

// Operators with a special meaning.
def set : SDPatternOperator;        // in an instruction's Pattern: (set result, ..., value)
def implicit : SDPatternOperator;   // in an instruction's Pattern: (implicit REGISTER)
def node : SDPatternOperator;       // an operand in (ops node:$x)
def srcvalue : SDPatternOperator;   // any operand, not checked

def imm : SDNode<"ISD::CONSTANT", SDTIntLeaf>;
def timm : SDNode<"ISD::TARGET_CONSTANT", SDTIntLeaf>;
def fpimm : SDNode<"ISD::CONSTANT_FP", SDTFPLeaf>;
def tfpimm : SDNode<"ISD::TARGET_CONSTANT_FP", SDTFPLeaf>;
def vt : SDNode<"ISD::VALUE_TYPE", SDTOther>;
def bb : SDNode<"ISD::BASIC_BLOCK", SDTOther>;
def cond : SDNode<"ISD::CONDCODE", SDTOther>;
def undef : SDNode<"ISD::UNDEF", SDTUNDEF>;
def globaladdr : SDNode<"ISD::GLOBAL_ADDRESS", SDTPtrLeaf>;
def tglobaladdr : SDNode<"ISD::TARGET_GLOBAL_ADDRESS", SDTPtrLeaf>;
def frameindex : SDNode<"ISD::FRAME_INDEX", SDTPtrLeaf>;
def tframeindex : SDNode<"ISD::TARGET_FRAME_INDEX", SDTPtrLeaf>;
def externalsym : SDNode<"ISD::EXTERNAL_SYMBOL", SDTPtrLeaf>;
def texternalsym : SDNode<"ISD::TARGET_EXTERNAL_SYMBOL", SDTPtrLeaf>;

// Integers. `add`, `sub`, `and`, `shl`, `trunc`, `rotl`, `rotr` are the operators of register lists too.
def add : SDNode<"ISD::ADD", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def mul : SDNode<"ISD::MUL", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def and : SDNode<"ISD::AND", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def or : SDNode<"ISD::OR", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def xor : SDNode<"ISD::XOR", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def smin : SDNode<"ISD::SMIN", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def smax : SDNode<"ISD::SMAX", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def umin : SDNode<"ISD::UMIN", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def umax : SDNode<"ISD::UMAX", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def mulhu : SDNode<"ISD::MULHU", SDTIntBinOp, [SDNPCommutative]>;
def mulhs : SDNode<"ISD::MULHS", SDTIntBinOp, [SDNPCommutative]>;
def saddsat : SDNode<"ISD::SADDSAT", SDTIntBinOp, [SDNPCommutative]>;
def uaddsat : SDNode<"ISD::UADDSAT", SDTIntBinOp, [SDNPCommutative]>;
def sub : SDNode<"ISD::SUB", SDTIntBinOp>;
def sdiv : SDNode<"ISD::SDIV", SDTIntBinOp>;
def udiv : SDNode<"ISD::UDIV", SDTIntBinOp>;
def srem : SDNode<"ISD::SREM", SDTIntBinOp>;
def urem : SDNode<"ISD::UREM", SDTIntBinOp>;
def ssubsat : SDNode<"ISD::SSUBSAT", SDTIntBinOp>;
def usubsat : SDNode<"ISD::USUBSAT", SDTIntBinOp>;
def umullohi : SDNode<"ISD::UMUL_LOHI", SDTIntBinHiLoOp, [SDNPCommutative]>;
def smullohi : SDNode<"ISD::SMUL_LOHI", SDTIntBinHiLoOp, [SDNPCommutative]>;
def udivrem : SDNode<"ISD::UDIVREM", SDTIntBinHiLoOp>;
def sdivrem : SDNode<"ISD::SDIVREM", SDTIntBinHiLoOp>;
def uaddo : SDNode<"ISD::UADDO", SDTIntOverflowOp, [SDNPCommutative]>;
def saddo : SDNode<"ISD::SADDO", SDTIntOverflowOp, [SDNPCommutative]>;
def umulo : SDNode<"ISD::UMULO", SDTIntOverflowOp, [SDNPCommutative]>;
def smulo : SDNode<"ISD::SMULO", SDTIntOverflowOp, [SDNPCommutative]>;
def usubo : SDNode<"ISD::USUBO", SDTIntOverflowOp>;
def ssubo : SDNode<"ISD::SSUBO", SDTIntOverflowOp>;
def uaddo_carry : SDNode<"ISD::UADDO_CARRY", SDTIntCarryOp, [SDNPCommutative]>;
def usubo_carry : SDNode<"ISD::USUBO_CARRY", SDTIntCarryOp>;
def shl : SDNode<"ISD::SHL", SDTIntShiftOp>;
def srl : SDNode<"ISD::SRL", SDTIntShiftOp>;
def sra : SDNode<"ISD::SRA", SDTIntShiftOp>;
def rotl : SDNode<"ISD::ROTL", SDTIntShiftOp>;
def rotr : SDNode<"ISD::ROTR", SDTIntShiftOp>;
def fshl : SDNode<"ISD::FSHL", SDTIntShiftDOp>;
def fshr : SDNode<"ISD::FSHR", SDTIntShiftDOp>;
def shl_parts : SDNode<"ISD::SHL_PARTS", SDTIntShiftPairOp>;
def srl_parts : SDNode<"ISD::SRL_PARTS", SDTIntShiftPairOp>;
def sra_parts : SDNode<"ISD::SRA_PARTS", SDTIntShiftPairOp>;
def abs : SDNode<"ISD::ABS", SDTIntUnaryOp>;
def bswap : SDNode<"ISD::BSWAP", SDTIntUnaryOp>;
def bitreverse : SDNode<"ISD::BITREVERSE", SDTIntUnaryOp>;
def ctpop : SDNode<"ISD::CTPOP", SDTIntBitCountUnaryOp>;
def ctlz : SDNode<"ISD::CTLZ", SDTIntBitCountUnaryOp>;
def cttz : SDNode<"ISD::CTTZ", SDTIntBitCountUnaryOp>;
def ctlz_zero_undef : SDNode<"ISD::CTLZ_ZERO_UNDEF", SDTIntBitCountUnaryOp>;
def cttz_zero_undef : SDNode<"ISD::CTTZ_ZERO_UNDEF", SDTIntBitCountUnaryOp>;
def sext : SDNode<"ISD::SIGN_EXTEND", SDTIntExtendOp>;
def zext : SDNode<"ISD::ZERO_EXTEND", SDTIntExtendOp>;
def anyext : SDNode<"ISD::ANY_EXTEND", SDTIntExtendOp>;
def trunc : SDNode<"ISD::TRUNCATE", SDTIntTruncOp>;
def sext_inreg : SDNode<"ISD::SIGN_EXTEND_INREG", SDTExtInreg>;
def assertsext : SDNode<"ISD::ASSERT_SEXT", SDTExtInreg>;
def assertzext : SDNode<"ISD::ASSERT_ZEXT", SDTExtInreg>;
def bitconvert : SDNode<"ISD::BITCAST", SDTUnaryOp>;
def addrspacecast : SDNode<"ISD::ADDRSPACECAST", SDTUnaryOp>;
def freeze : SDNode<"ISD::FREEZE", SDTypeProfile<1, 1, [SDTCisSameAs<0, 1>]>>;

// Floats.
def fadd : SDNode<"ISD::FADD", SDTFPBinOp, [SDNPCommutative]>;
def fmul : SDNode<"ISD::FMUL", SDTFPBinOp, [SDNPCommutative]>;
def fsub : SDNode<"ISD::FSUB", SDTFPBinOp>;
def fdiv : SDNode<"ISD::FDIV", SDTFPBinOp>;
def frem : SDNode<"ISD::FREM", SDTFPBinOp>;
def fminnum : SDNode<"ISD::FMINNUM", SDTFPBinOp, [SDNPCommutative, SDNPAssociative]>;
def fmaxnum : SDNode<"ISD::FMAXNUM", SDTFPBinOp, [SDNPCommutative, SDNPAssociative]>;
def fminnum_ieee : SDNode<"ISD::FMINNUM_IEEE", SDTFPBinOp, [SDNPCommutative, SDNPAssociative]>;
def fmaxnum_ieee : SDNode<"ISD::FMAXNUM_IEEE", SDTFPBinOp, [SDNPCommutative, SDNPAssociative]>;
def fminimum : SDNode<"ISD::FMINIMUM", SDTFPBinOp, [SDNPCommutative, SDNPAssociative]>;
def fmaximum : SDNode<"ISD::FMAXIMUM", SDTFPBinOp, [SDNPCommutative, SDNPAssociative]>;
def fminimumnum : SDNode<"ISD::FMINIMUMNUM", SDTFPBinOp, [SDNPCommutative, SDNPAssociative]>;
def fmaximumnum : SDNode<"ISD::FMAXIMUMNUM", SDTFPBinOp, [SDNPCommutative, SDNPAssociative]>;
def fma : SDNode<"ISD::FMA", SDTFPTernaryOp, [SDNPCommutative]>;
def fmad : SDNode<"ISD::FMAD", SDTFPTernaryOp, [SDNPCommutative]>;
def fneg : SDNode<"ISD::FNEG", SDTFPUnaryOp>;
def fabs : SDNode<"ISD::FABS", SDTFPUnaryOp>;
def fsqrt : SDNode<"ISD::FSQRT", SDTFPUnaryOp>;
def fsin : SDNode<"ISD::FSIN", SDTFPUnaryOp>;
def fcos : SDNode<"ISD::FCOS", SDTFPUnaryOp>;
def ftan : SDNode<"ISD::FTAN", SDTFPUnaryOp>;
def fexp : SDNode<"ISD::FEXP", SDTFPUnaryOp>;
def fexp2 : SDNode<"ISD::FEXP2", SDTFPUnaryOp>;
def fexp10 : SDNode<"ISD::FEXP10", SDTFPUnaryOp>;
def flog : SDNode<"ISD::FLOG", SDTFPUnaryOp>;
def flog2 : SDNode<"ISD::FLOG2", SDTFPUnaryOp>;
def flog10 : SDNode<"ISD::FLOG10", SDTFPUnaryOp>;
def ftrunc : SDNode<"ISD::FTRUNC", SDTFPUnaryOp>;
def ffloor : SDNode<"ISD::FFLOOR", SDTFPUnaryOp>;
def fceil : SDNode<"ISD::FCEIL", SDTFPUnaryOp>;
def frint : SDNode<"ISD::FRINT", SDTFPUnaryOp>;
def fnearbyint : SDNode<"ISD::FNEARBYINT", SDTFPUnaryOp>;
def fround : SDNode<"ISD::FROUND", SDTFPUnaryOp>;
def froundeven : SDNode<"ISD::FROUNDEVEN", SDTFPUnaryOp>;
def fcanonicalize : SDNode<"ISD::FCANONICALIZE", SDTFPUnaryOp>;
def fpow : SDNode<"ISD::FPOW", SDTFPBinOp>;
def fpowi : SDNode<"ISD::FPOWI", SDTFPExpOp>;
def fldexp : SDNode<"ISD::FLDEXP", SDTFPExpOp>;
def ffrexp : SDNode<"ISD::FFREXP", SDTypeProfile<2, 1, [SDTCisFP<0>, SDTCisInt<1>, SDTCisSameAs<0, 2>]>>;
def fcopysign : SDNode<"ISD::FCOPYSIGN", SDTFPSignOp>;
def is_fpclass : SDNode<"ISD::IS_FPCLASS", SDTIsFPClass>;
// The flag operand of FP_ROUND is not part of the pattern.
def fpround : SDNode<"ISD::FP_ROUND", SDTFPRoundOp>;
def fpextend : SDNode<"ISD::FP_EXTEND", SDTFPExtendOp>;
def sint_to_fp : SDNode<"ISD::SINT_TO_FP", SDTIntToFPOp>;
def uint_to_fp : SDNode<"ISD::UINT_TO_FP", SDTIntToFPOp>;
def fp_to_sint : SDNode<"ISD::FP_TO_SINT", SDTFPToIntOp>;
def fp_to_uint : SDNode<"ISD::FP_TO_UINT", SDTFPToIntOp>;
def f16_to_fp : SDNode<"ISD::FP16_TO_FP", SDTIntToFPOp>;
def fp_to_f16 : SDNode<"ISD::FP_TO_FP16", SDTFPToIntOp>;
def bf16_to_fp : SDNode<"ISD::BF16_TO_FP", SDTIntToFPOp>;
def fp_to_bf16 : SDNode<"ISD::FP_TO_BF16", SDTFPToIntOp>;

// Comparisons, control flow.
def setcc : SDNode<"ISD::SETCC", SDTSetCC>;
def select : SDNode<"ISD::SELECT", SDTSelect>;
def vselect : SDNode<"ISD::VSELECT", SDTVSelect>;
def selectcc : SDNode<"ISD::SELECT_CC", SDTSelectCC>;
def br : SDNode<"ISD::BR", SDTBr, [SDNPHasChain]>;
def brcond : SDNode<"ISD::BRCOND", SDTBrcond, [SDNPHasChain]>;
def brcc : SDNode<"ISD::BR_CC", SDTBrCC, [SDNPHasChain]>;
def trap : SDNode<"ISD::TRAP", SDTNone, [SDNPHasChain, SDNPSideEffect]>;
def debugtrap : SDNode<"ISD::DEBUGTRAP", SDTNone, [SDNPHasChain, SDNPSideEffect]>;
def readcyclecounter : SDNode<"ISD::READCYCLECOUNTER", SDTIntLeaf, [SDNPHasChain, SDNPSideEffect]>;
def readsteadycounter : SDNode<"ISD::READSTEADYCOUNTER", SDTIntLeaf, [SDNPHasChain, SDNPSideEffect]>;

// Vectors.
def build_vector : SDNode<"ISD::BUILD_VECTOR", SDTVecBuild, [SDNPVariadic]>;
def scalar_to_vector : SDNode<"ISD::SCALAR_TO_VECTOR", SDTypeProfile<1, 1, [SDTCisEltOfVec<1, 0>]>>;
def extractelt : SDNode<"ISD::EXTRACT_VECTOR_ELT", SDTVecExtract>;
def insertelt : SDNode<"ISD::INSERT_VECTOR_ELT", SDTVecInsert>;
def concat_vectors : SDNode<"ISD::CONCAT_VECTORS", SDTypeProfile<1, -1, [SDTCisVec<0>]>, [SDNPVariadic]>;
def extract_subvector : SDNode<"ISD::EXTRACT_SUBVECTOR", SDTSubVecExtract>;
def insert_subvector : SDNode<"ISD::INSERT_SUBVECTOR", SDTSubVecInsert>;
defvar vector_extract = extractelt;
defvar vector_insert = insertelt;
def build_pair : SDNode<"ISD::BUILD_PAIR", SDTypeProfile<1, 2, [SDTCisInt<0>, SDTCisInt<1>, SDTCisSameAs<1, 2>]>>;

// Memory.
// `ld` and `st` are any load and store; patterns use the fragments below.
def ld : SDNode<"ISD::LOAD", SDTLoad, [SDNPHasChain, SDNPMayLoad, SDNPMemOperand]>;
def st : SDNode<"ISD::STORE", SDTStore, [SDNPHasChain, SDNPMayStore, SDNPMemOperand]>;
def atomic_load : SDNode<"ISD::ATOMIC_LOAD", SDTAtomicLoad, [SDNPHasChain, SDNPMayLoad, SDNPMemOperand]>;
// Operands: value, address.
// Operands: value, address.
def atomic_store : SDNode<"ISD::ATOMIC_STORE", SDTypeProfile<0, 2, [SDTCisPtrTy<1>]>,
                          [SDNPHasChain, SDNPMayStore, SDNPMemOperand]>;
def atomic_fence : SDNode<"ISD::ATOMIC_FENCE", SDTAtomicFence, [SDNPHasChain, SDNPSideEffect]>;
// Operands: address, value.
class AtomicBinNode<string name, SDTypeProfile profile = SDTAtomic2>
    : SDNode<"ISD::"#name, profile, [SDNPHasChain, SDNPMayLoad, SDNPMayStore, SDNPMemOperand]>;
def atomic_swap : AtomicBinNode<"ATOMIC_SWAP">;
def atomic_load_add : AtomicBinNode<"ATOMIC_LOAD_ADD">;
def atomic_load_sub : AtomicBinNode<"ATOMIC_LOAD_SUB">;
def atomic_load_and : AtomicBinNode<"ATOMIC_LOAD_AND">;
def atomic_load_or : AtomicBinNode<"ATOMIC_LOAD_OR">;
def atomic_load_xor : AtomicBinNode<"ATOMIC_LOAD_XOR">;
def atomic_load_nand : AtomicBinNode<"ATOMIC_LOAD_NAND">;
def atomic_load_min : AtomicBinNode<"ATOMIC_LOAD_MIN">;
def atomic_load_max : AtomicBinNode<"ATOMIC_LOAD_MAX">;
def atomic_load_umin : AtomicBinNode<"ATOMIC_LOAD_UMIN">;
def atomic_load_umax : AtomicBinNode<"ATOMIC_LOAD_UMAX">;
def atomic_load_fadd : AtomicBinNode<"ATOMIC_LOAD_FADD">;
def atomic_load_fsub : AtomicBinNode<"ATOMIC_LOAD_FSUB">;
def atomic_load_fmin : AtomicBinNode<"ATOMIC_LOAD_FMIN">;
def atomic_load_fmax : AtomicBinNode<"ATOMIC_LOAD_FMAX">;
def atomic_load_uinc_wrap : AtomicBinNode<"ATOMIC_LOAD_UINC_WRAP">;
def atomic_load_udec_wrap : AtomicBinNode<"ATOMIC_LOAD_UDEC_WRAP">;
def atomic_load_usub_cond : AtomicBinNode<"ATOMIC_LOAD_USUB_COND">;
def atomic_load_usub_sat : AtomicBinNode<"ATOMIC_LOAD_USUB_SAT">;
// Operands: address, expected, new.
def atomic_cmp_swap : AtomicBinNode<"ATOMIC_CMP_SWAP", SDTAtomic3>;

// Intrinsics as operators: a pattern names the Intrinsic record itself, (int_amdgcn_foo $a, timm:$b). Its operands are
// the call's arguments; whether it has a chain follows from its properties: none with IntrNoMem alone.

//===- Fragments -------------------------------------------------------------------------------------------------===//

// Does nothing.
class SDNodeXForm<SDNode opc, code function> {
  SDNode Opcode = opc;
  code XFormFunction = function;
}
def NOOP_SDNodeXForm : SDNodeXForm<imm, [{}]>;

// A pattern with parameters `ops`: the first of `frags` that matches, under a predicate of the matched node. The fields
// after it are predicates without code; -1 and ? mean no constraint.
class PatFrags<dag ops, list<dag> frags, code pred = [{}], SDNodeXForm xform = NOOP_SDNodeXForm> : SDPatternOperator {
  dag Operands = ops;
  list<dag> Fragments = frags;
  code PredicateCode = pred;
  bit PredicateCodeUsesOperands = false;
  code ImmediateCode = [{}];
  SDNodeXForm OperandTransform = xform;

  // [wavec] Whether the node's value is divergent, or uniform.
  bit IsDivergent = false;
  bit IsUniform = false;
  // Whether result 0 is unused, or used once.
  bit HasNoUse = false;
  bit HasOneUse = false;
  // Loads and stores.
  bit IsLoad = false;
  bit IsStore = false;
  bit IsNonExtLoad = false;
  bit IsAnyExtLoad = false;
  bit IsSignExtLoad = false;
  bit IsZeroExtLoad = false;
  bit IsTruncStore = false;
  bit IsNonTruncStore = false;
  bit IsAtomic = false;
  bit IsNonAtomic = false;
  // The type in memory, or its element type.
  ValueType MemoryVT = ?;
  ValueType ScalarMemoryVT = ?;
  // Any of these.
  list<int> AddressSpaces = ?;
  // In bytes.
  int MinAlignment = ?;
}
class PatFrag<dag ops, dag frag, code pred = [{}], SDNodeXForm xform = NOOP_SDNodeXForm>
    : PatFrags<ops, [frag], pred, xform>;
// A fragment for outputs.
class OutPatFrag<dag ops, dag frag> : PatFrag<ops, frag>;
// A fragment without parameters.
class PatLeaf<dag frag, code pred = [{}], SDNodeXForm xform = NOOP_SDNodeXForm> : PatFrag<(ops), frag, pred, xform>;

// An integer constant that satisfies a predicate on `imm`.
class ImmLeaf<ValueType ty, code pred, SDNodeXForm xform = NOOP_SDNodeXForm, SDNode leaf = imm>
    : PatFrag<(ops), (ty leaf), [{}], xform> {
  let ImmediateCode = pred;
  bit IsFloat = false;
}
class TImmLeaf<ValueType ty, code pred, SDNodeXForm xform = NOOP_SDNodeXForm> : ImmLeaf<ty, pred, xform, timm>;
class IntImmLeaf<ValueType ty, code pred, SDNodeXForm xform = NOOP_SDNodeXForm> : ImmLeaf<ty, pred, xform>;
// A floating-point constant that satisfies a predicate on `imm` (f64) or `bits` (u64).
class FPImmLeaf<ValueType ty, code pred, SDNodeXForm xform = NOOP_SDNodeXForm> : ImmLeaf<ty, pred, xform, fpimm> {
  let IsFloat = true;
}

// Matched by a method of the target that returns `numops` operands. Type: of the value; `untyped` is any. `complexity`
// -1 is 3 for each operand.
class ComplexPattern<ValueType ty, int numops, string fn, list<SDNode> roots = [], list<SDNodeProperty> props = [],
                     int complexity = -1> : SDPatternOperator {
  ValueType Ty = ty;
  int NumOperands = numops;
  string SelectFunc = fn;
  list<SDNode> RootNodes = roots;
  list<SDNodeProperty> Properties = props;
  int Complexity = complexity;
}

// Operators by divergence.
class UniformBinFrag<SDPatternOperator op> : PatFrag<(ops node:$a, node:$b), (op $a, $b)> { let IsUniform = true; }
class DivergentBinFrag<SDPatternOperator op> : PatFrag<(ops node:$a, node:$b), (op $a, $b)> { let IsDivergent = true; }
class UniformUnaryFrag<SDPatternOperator op> : PatFrag<(ops node:$a), (op $a)> { let IsUniform = true; }
class DivergentUnaryFrag<SDPatternOperator op> : PatFrag<(ops node:$a), (op $a)> { let IsDivergent = true; }
class UniformTernaryFrag<SDPatternOperator op> : PatFrag<(ops node:$a, node:$b, node:$c), (op $a, $b, $c)> {
  let IsUniform = true;
}
class DivergentTernaryFrag<SDPatternOperator op> : PatFrag<(ops node:$a, node:$b, node:$c), (op $a, $b, $c)> {
  let IsDivergent = true;
}
class UniformSetccFrag : PatFrag<(ops node:$a, node:$b, node:$cc), (setcc $a, $b, $cc)> { let IsUniform = true; }
class DivergentSetccFrag : PatFrag<(ops node:$a, node:$b, node:$cc), (setcc $a, $b, $cc)> { let IsDivergent = true; }
// One use only: for operators that are folded into their user.
class OneUseBinFrag<SDPatternOperator op> : PatFrag<(ops node:$a, node:$b), (op $a, $b)> { let HasOneUse = true; }
class OneUseUnaryFrag<SDPatternOperator op> : PatFrag<(ops node:$a), (op $a)> { let HasOneUse = true; }

// All bits inverted; negated; constants by value.
def immAllOnes : ImmLeaf<untyped, [{ imm == -1 }]>;
def immZero : ImmLeaf<untyped, [{ imm == 0 }]>;
def not : PatFrag<(ops node:$x), (xor $x, -1)>;
def ineg : PatFrag<(ops node:$x), (sub 0, $x)>;

// Loads.
def load : PatFrag<(ops node:$ptr), (ld node:$ptr)> {
  let IsLoad = true;
  let IsNonExtLoad = true;
}
def extload : PatFrag<(ops node:$ptr), (ld node:$ptr)> {
  let IsLoad = true;
  let IsAnyExtLoad = true;
}
def sextload : PatFrag<(ops node:$ptr), (ld node:$ptr)> {
  let IsLoad = true;
  let IsSignExtLoad = true;
}
def zextload : PatFrag<(ops node:$ptr), (ld node:$ptr)> {
  let IsLoad = true;
  let IsZeroExtLoad = true;
}
foreach ext = ["ext", "sext", "zext"] in {
  foreach width = [1, 8, 16, 32] in
    def ext#"loadi"#width : PatFrag<(ops node:$ptr), (!cast<PatFrag>(ext#"load") node:$ptr)> {
      let IsLoad = true;
      let MemoryVT = !cast<ValueType>("i"#width);
    }
}
foreach ty = ["f16", "f32"] in
  def extload#ty : PatFrag<(ops node:$ptr), (extload node:$ptr)> {
    let IsLoad = true;
    let MemoryVT = !cast<ValueType>(ty);
  }

// Stores. Operands: value, address.
def store : PatFrag<(ops node:$val, node:$ptr), (st node:$val, node:$ptr)> {
  let IsStore = true;
  let IsNonTruncStore = true;
}
def truncstore : PatFrag<(ops node:$val, node:$ptr), (st node:$val, node:$ptr)> {
  let IsStore = true;
  let IsTruncStore = true;
}
foreach ty = ["i1", "i8", "i16", "i32", "f16", "f32"] in
  def truncstore#ty : PatFrag<(ops node:$val, node:$ptr), (truncstore node:$val, node:$ptr)> {
    let IsStore = true;
    let MemoryVT = !cast<ValueType>(ty);
  }

// Atomics by type in memory: atomic_load_add_i32, atomic_swap_i64, atomic_load_fadd_f32, atomic_load_16, ...
foreach op = ["swap", "load_add", "load_sub", "load_and", "load_or", "load_xor", "load_nand", "load_min", "load_max",
              "load_umin", "load_umax", "load_uinc_wrap", "load_udec_wrap", "load_usub_cond", "load_usub_sat"] in
  foreach width = [8, 16, 32, 64] in
    def atomic_#op#_i#width : PatFrag<(ops node:$ptr, node:$val),
                                      (!cast<SDNode>("atomic_"#op) node:$ptr, node:$val)> {
      let IsAtomic = true;
      let MemoryVT = !cast<ValueType>("i"#width);
    }
foreach op = ["load_fadd", "load_fsub", "load_fmin", "load_fmax"] in
  foreach ty = ["f16", "f32", "f64", "v2f16", "v2bf16"] in
    def atomic_#op#_#ty : PatFrag<(ops node:$ptr, node:$val), (!cast<SDNode>("atomic_"#op) node:$ptr, node:$val)> {
      let IsAtomic = true;
      let MemoryVT = !cast<ValueType>(ty);
    }
foreach width = [8, 16, 32, 64] in {
  def atomic_cmp_swap_i#width : PatFrag<(ops node:$ptr, node:$cmp, node:$val),
                                        (atomic_cmp_swap node:$ptr, node:$cmp, node:$val)> {
    let IsAtomic = true;
    let MemoryVT = !cast<ValueType>("i"#width);
  }
  def atomic_load_#width : PatFrag<(ops node:$ptr), (atomic_load node:$ptr)> {
    let IsAtomic = true;
    let MemoryVT = !cast<ValueType>("i"#width);
  }
  def atomic_store_#width : PatFrag<(ops node:$val, node:$ptr), (atomic_store node:$val, node:$ptr)> {
    let IsAtomic = true;
    let MemoryVT = !cast<ValueType>("i"#width);
  }
}

// Conditions as leaves, and comparisons by condition: (setcc $a, $b, SETULT) and (setult $a, $b). Conditions without O
// and U compare integers, or floats that are not NaN.
class CondCode<string name> { string Name = name; }
foreach cc = ["OEQ", "OGT", "OGE", "OLT", "OLE", "ONE", "O", "UO", "UEQ", "UGT", "UGE", "ULT", "ULE", "UNE", "EQ", "GT",
              "GE", "LT", "LE", "NE"] in {
  def SET#cc : CondCode<cc>;
  def set#!tolower(cc) : PatFrag<(ops node:$lhs, node:$rhs), (setcc node:$lhs, node:$rhs, !cast<CondCode>("SET"#cc))>;
}

//===- Patterns --------------------------------------------------------------------------------------------------===//

// If the input matches and the predicates hold, the output replaces it. Higher complexity is tried first: a sum over
// the pattern's nodes (3 each, 5 for a constant, a ComplexPattern's own, 1 for a predicate) plus AddedComplexity; then
// fewer output instructions; then the order of the description.
class Pattern<dag pattern, list<dag> results> {
  dag PatternToMatch = pattern;
  list<dag> ResultInstrs = results;
  list<Predicate> Predicates = [];
  int AddedComplexity = 0;
}
class Pat<dag pattern, dag result> : Pattern<pattern, [result]>;
