// --gen-register-bank
include "Target.td"

def R0 : Register<"r0">;
// What its registers hold is not said, and its size does not tell.
def Typeless : RegisterClass<"Toy", [], 32, (add R0)> { let Size = 32; }
