// --gen-dag-isel
// Types that depend on a mode of the hardware are an error.
include "machine.td"

class ValueTypeByHwMode : ValueType<0, 0>;
def WordVT : ValueTypeByHwMode;
