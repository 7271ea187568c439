// --gen-asm-writer
include "machine.td"
