// --gen-register-info
include "Target.td"

def Use : RegAltNameIndex;
def Short : RegAltNameIndex;
def X0 : Register<"x0", ["zero"]> { let RegAltNameIndices = [Use, Short]; }
def GPR : RegisterClass<"Named", [i32], 32, (add X0)>;
