// --gen-encodings
include "Target.td"

def X0 : Register<"x0">;
def X1 : Register<"x1">;
def GPR : RegisterClass<"Wide", [i64], 64, (add X0, X1)>;
def Source : RegisterOperand<GPR> { let ConstantBits = 32; }
class Inst<dag ins> : Instruction {
  let Size = 2;
  let InOperandList = ins;
  bits<16> Inst;
}
// Each lacks something.
def LOST : Inst<(ins GPR:$a)> { let Inst = 1; }
def WIDTH : Inst<(ins)> { let Size = 4; let Inst = 2; }
def UNKNOWN : Inst<(ins)> { bits<2> a; let Inst{15-2} = 3; let Inst{1-0} = a; }
def SOFT : Inst<(ins)> { let Inst = 4; bits<24> SoftFail = 0x10000; }
def CONSTANT : Inst<(ins Source:$s)> { bits<8> s; let Inst{15-8} = 5; let Inst{7-0} = s; }
def FAR : Inst<(ins i64imm:$i)> { bits<80> i; let Inst{15-2} = 6; let Inst{1-0} = i{79-78}; }
class Odd;
def odd : Odd;
def Cond : Predicate<"">, AssemblerPredicate<(all_of odd)>;
let Predicates = [Cond] in
def CONDITION : Inst<(ins)> { let Inst = 7; }
def Or : Predicate<"">, AssemblerPredicate<(add)>;
let Predicates = [Or] in
def OPERATOR : Inst<(ins)> { let Inst = 8; }
