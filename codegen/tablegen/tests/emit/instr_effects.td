// --gen-instr-info
include "machine.td"
include "IntrinsicsBase.td"

// What instructions do is left to patterns: their own, those of others, or none.
def Guess : InstrInfo { let guessInstructionProperties = true; }
class Open<dag outs, dag ins, list<dag> pattern = []> : ToyInst<"", "", outs, ins, ""> {
  let isPseudo = true;
  let Pattern = pattern;
  let mayLoad = ?;
  let mayStore = ?;
  let hasSideEffects = ?;
}
def trap_if : SDNode<"ToyISD::TRAP", SDTypeProfile<0, 1, []>, [SDNPHasChain, SDNPSideEffect]>;
def address : ComplexPattern<i64, 2, "select_address", [], [SDNPMayLoad]>;
def int_toy_quiet : Intrinsic<[llvm_i32_ty], [llvm_i32_ty], [IntrNoMem]>;
def int_toy_read : Intrinsic<[llvm_i32_ty], [llvm_i64_ty], [IntrReadMem, IntrArgMemOnly]>;
def int_toy_any : Intrinsic<[llvm_i32_ty], [llvm_i32_ty], []>;
def null_frag : SDPatternOperator;
// The first alternative that is there.
def nothing_or_load : PatFrags<(ops node:$p), [(null_frag node:$p), (ld node:$p)]>;

def PLUS : Open<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add i32:$a, i32:$b))]>;
def LOADS : Open<(outs GPR:$d), (ins GPR64:$p), [(set GPR:$d, (i32 (nothing_or_load i64:$p)))]>;
def STORES : Open<(outs), (ins GPR:$v, GPR64:$p), [(st i32:$v, i64:$p)]>;
def TRAPS : Open<(outs), (ins GPR:$a), [(trap_if i32:$a)]>;
def FETCHES : Open<(outs GPR:$d), (ins GPR64:$p)>;
def QUIET : Open<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (int_toy_quiet i32:$a))]>;
def READS : Open<(outs GPR:$d), (ins GPR64:$p), [(set GPR:$d, (int_toy_read i64:$p))]>;
def ANYTHING : Open<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (int_toy_any i32:$a))]>;
// Nothing says what it does, as one says it of two instructions and the other is no pattern.
def UNKNOWN : Open<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (null_frag i32:$a))]>;
// What is said stays.
def CAREFUL : Open<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (not i32:$a))]> { let hasSideEffects = true; }

def : Pat<(i32 (ld (address i64:$p))), (FETCHES $p)>;
def : Pat<(i32 (sub i32:$a, i32:$b)), (PLUS (UNKNOWN $a), $b)>;
// Not the first that is about it.
def : Pat<(i32 (ld i64:$p)), (QUIET (EXTRACT_SUBREG $p, sub0))>;
