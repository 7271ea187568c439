// --gen-emitter
include "machine.td"

// The bits of ADDI, again.
def AGAIN : RRI<4, "again">;

// Each fixes bits that the other does not, which is no error: SPECIAL, with the lowest, comes first.
def SPECIAL : Inst32<1, "special", "", (outs), (ins imm16:$imm), "$imm"> {
  bits<16> imm;
  let Inst{2-0} = 7;
  let Inst{18-3} = imm;
  let Inst{24-19} = ?;
  let Inst{25} = 0;
}
// A special case of MUL, which is fine.
def MUL0 : Inst32<2, "mul0", "", (outs GPR:$d), (ins GPR:$a), "$d, $a"> {
  bits<3> d;
  bits<3> a;
  let Inst{2-0} = d;
  let Inst{5-3} = a;
  let Inst{25-6} = 0;
}
