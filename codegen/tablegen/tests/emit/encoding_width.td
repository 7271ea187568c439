// --gen-emitter
include "machine.td"

def NARROW : ToyInst<"narrow", "", (outs), (ins), ""> {
  let Size = 4;
  bits<16> Inst = 0;
}
def UNKNOWN : Inst32<20, "unknown", "", (outs), (ins GPR:$a), "$a"> {
  bits<3> b;
  let Inst{2-0} = b;
  let Inst{25-3} = 0;
}
