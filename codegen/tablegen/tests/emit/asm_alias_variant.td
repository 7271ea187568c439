// --gen-asm-writer
include "machine.td"

def : MnemonicAlias<"plus", "add", "loud">;
