// --gen-instr-info
include "machine.td"
