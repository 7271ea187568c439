// --gen-register-info
include "Target.td"
def : RegisterRuns;

foreach i = 0...3 in def R#i : Register<"r"#i>;
def sub0 : SubRegIndex<32, 0>;
def sub1 : SubRegIndex<32, 32>;
// R0 and R2 are no neighbours.
def Pairs : RegisterTuples<[sub0, sub1], [(add R0, R1), (add R2, R3)]>;
def Set : RegisterClass<"Toy", [i32], 32, (add R0)>;
