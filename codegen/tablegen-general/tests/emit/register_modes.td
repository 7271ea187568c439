// --gen-register-bank
// Sizes of registers that depend on a mode of the hardware are an error.
include "Target.td"

class RegInfoByHwMode;
def WordSizes : RegInfoByHwMode;

def A : Register<"a">;
def Words : RegisterClass<"Test", [i32], 32, (add A)> {
  RegInfoByHwMode RegInfos = WordSizes;
}
