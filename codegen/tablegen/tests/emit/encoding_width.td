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
// The first source is nowhere.
def LOST : Inst32<21, "lost", "", (outs GPR:$d), (ins GPR:$a, GPR:$b), "$d, $a, $b"> {
  bits<3> d;
  bits<3> b;
  let Inst{2-0} = d;
  let Inst{5-3} = b;
  let Inst{25-6} = 0;
}
// A condition between values of different widths has no value.
def OPEN : ToyInst<"open", "", (outs), (ins GPR:$a), "$a"> {
  let Size = 4;
  field bits<32> Inst;
  bits<1> a;
  bit has_a = 1;
  let Inst{2-0} = 0;
  let Inst{3} = !if(has_a, a, 0);
  let Inst{31-4} = 0;
}
