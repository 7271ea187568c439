// --gen-asm-writer
include "machine.td"

def MODIFIER : ToyInst<"modifier", "", (outs), (ins GPR:$a), "${b:hex}">;
