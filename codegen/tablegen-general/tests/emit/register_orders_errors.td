// --gen-register-bank
include "Target.td"

foreach i = 0...3 in def X#i : Register<"x"#i>;
def Low : RegisterClass<"Orders", [i32], 32, (add X0, X1)> { let AltOrders = [(add X1), (add X1, X2)]; }
