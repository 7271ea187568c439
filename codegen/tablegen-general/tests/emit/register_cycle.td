// --gen-register-bank
include "Target.td"

// A register can not be a part of itself.
def half : SubRegIndex<16>;
def A : Register<"a"> { let SubRegs = [A]; let SubRegIndices = [half]; }
def Set : RegisterClass<"Toy", [i32], 32, (add A)>;
