// --gen-asm-writer
include "machine.td"

def BRACE : ToyInst<"brace", "", (outs), (ins GPR:$a), "{$a|x">;
