// --gen-asm-writer
include "machine.td"

def : MnemonicAlias<"plus", "add">;
def : MnemonicAlias<"plus", "sub">;
