// --gen-register-info
include "Target.td"

// Other names and other orders. Names by what registers are for, and short ones for some.
def Use : RegAltNameIndex;
def Short : RegAltNameIndex { let FallbackRegAltNameIndex = Use; }
def Plain : RegAltNameIndex { let FallbackRegAltNameIndex = NoRegAltName; }
def low : SubRegIndex<32, 0>;
def high : SubRegIndex<32, 32>;
class Named<string name, list<string> names, list<RegAltNameIndex> indices> : Register<name, names> {
  let RegAltNameIndices = indices;
}
def X0 : Named<"x0", ["zero"], [Use]>;
def X1 : Named<"x1", ["return", "ra"], [Use, Short]>;
def X2 : Named<"x2", ["stack", "", "sp"], [Use, NoRegAltName, Short]>;
def X3 : Register<"x3">;
def Pairs : RegisterTuples<[low, high], [(add X0, X1, X2), (add X1, X2, X3)]>;
def GPR : RegisterClass<"Named", [i32], 32, (sequence "X%u", 0, 3)>;
// Orders for functions that call no other, and for short encodings.
def Leaf : RegisterClass<"Named", [i32], 32, (add GPR)> { let AltOrders = [(rotl GPR, 2), (add X3, X2)]; }
def GPR64 : RegisterClass<"Named", [i64], 64, (add Pairs)>;
