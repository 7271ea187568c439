// --gen-register-bank
include "Target.td"

def low : SubRegIndex<16>;
def P : Register<"p">;
def A : Register<"a"> { let SubRegs = [P, P]; let SubRegIndices = [low]; }
def Set : RegisterClass<"Toy", [i32], 32, (add A)>;
