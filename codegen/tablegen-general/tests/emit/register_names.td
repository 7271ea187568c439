// --gen-register-bank
include "Target.td"

// The same part by two names, and a part without a name.
def low : SubRegIndex<16>;
def lower : SubRegIndex<16>;
def P : Register<"p">;
def A : Register<"a"> { let SubRegs = [P, P]; let SubRegIndices = [low, lower]; }
def Set : RegisterClass<"Toy", [i32], 32, (add A)>;
