// --gen-asm-writer
include "machine.td"

def : InstAlias<"unknown $x", (SUB GPR:$d, GPR:$a, GPR:$b, 0)>;
def : InstAlias<"lacking $d", (SUB GPR:$d, GPR:$a, GPR:$b, 0)>;
def : InstAlias<"few $d", (SUB GPR:$d)>;
def : InstAlias<"nothing", (add)>;
def : InstAlias<"how ${d:loud}", (SUB GPR:$d, GPR:$d, GPR:$d, 0)>;
