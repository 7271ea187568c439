// --gen-register-info
include "Target.td"

// Registers that are runs overlap by their units alone.
def : RegisterRuns;
def P : Register<"p">;
def A : Register<"a"> { let Aliases = [P]; }
def Set : RegisterClass<"Toy", [i32], 32, (add A)>;
