// --gen-emitter
include "Target.td"

def R0 : Register<"r0">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def other;
class Inst<dag inst> : Instruction {
  let OutOperandList = (outs);
  let InOperandList = (ins GPR:$a);
  let AsmString = "long";
  dag Inst = inst;
}
def NUMBER : Inst<(descend 0b0001, 3)>;
def OPERATOR : Inst<(descend 0b0001, (other "$a", 4))>;
def BYTES : Inst<(ascend 0b0001, (operand "$a", 3))>;
def UNKNOWN : Inst<(ascend 0b0001, (operand "$b", 4))>;
def PART : Inst<(ascend 0b0001, (operand "$a.low", 4))>;
def WIDE : Inst<(ascend (slice "$a", 63, 64))>;
def NAMELESS : Inst<(ascend (operand 4))>;
def HOOK : Inst<(ascend (operand "$a", 8, (other "hook")))>;
def OPEN : Inst<(ascend (operand "$a", 4), { ?, ?, ?, 1 })>;
