// --gen-encodings
include "Target.td"

def X0 : Register<"x0">;
def GPR : RegisterClass<"Wide", [i64], 64, (add X0)>;
class Inst<string name> : Instruction {
  let Size = 12;
  let AsmString = name;
  bits<96> Inst;
}
def A : Inst<"a"> { let Inst{95-88} = 1; let Inst{87-80} = 7; }
def B : Inst<"b"> { let Inst{95-88} = 1; let Inst{70-64} = 9; let Inst{0} = 1; }
// A special case of A.
def C : Inst<"c"> { let Inst{95-88} = 1; let Inst{87-80} = 7; let Inst{70-64} = 8; let Inst{63-0} = 0; }
// The same as A, twice.
def D : Inst<"d"> { let Inst{95-88} = 1; let Inst{87-80} = 7; }
