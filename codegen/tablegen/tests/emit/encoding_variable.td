// --gen-emitter
include "Target.td"

def R0 : Register<"r0">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def descend;
def LONG : Instruction {
  let OutOperandList = (outs);
  let InOperandList = (ins GPR:$a);
  let AsmString = "long";
  dag Inst = (descend 0b0001, 3);
}
