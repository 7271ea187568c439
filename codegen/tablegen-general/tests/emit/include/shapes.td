// Registers that are no runs of equal units: halves of 8 bits, a high part without a name, overlapping pairs and
// quadruples, an alias.
include "Target.td"

def low : SubRegIndex<8, 0>;
def high : SubRegIndex<8, 8>;
def word : SubRegIndex<16, 0>;

// A and B are 32 bits wide; only their lower 16 bits have parts.
foreach r = ["A", "B"] in {
  def r#L : Register<!tolower(r)#"l">;
  def r#H : Register<!tolower(r)#"h">;
  let SubRegs = [!cast<Register>(r#"L"), !cast<Register>(r#"H")], SubRegIndices = [low, high], CoveredBySubRegs = true in
    def r#X : Register<!tolower(r)#"x">;
  let SubRegs = [!cast<Register>(r#"X")], SubRegIndices = [word], CostPerUse = [!eq(r, "B")] in
    def E#r#X : Register<"e"#!tolower(r)#"x">;
}

def GR8 : RegisterClass<"Shapes", [i8], 8, (add AL, AH, BL, BH)>;
def GR16 : RegisterClass<"Shapes", [i16], 16, (add AX, BX)>;
def GR32 : RegisterClass<"Shapes", [i32], 32, (add EBX, EAX)>;
// Without the second byte.
def GR8Low : RegisterClass<"Shapes", [i8], 8, (add AL, BL)>;

// Four vectors, two neighbours, and two pairs of them.
def part0 : SubRegIndex<64, 0>;
def part1 : SubRegIndex<64, 64>;
def pair0 : SubRegIndex<128, 0>;
def pair1 : SubRegIndex<128, 128>;
def part2 : ComposedSubRegIndex<pair1, part0>;
def part3 : ComposedSubRegIndex<pair1, part1>;
foreach i = 0...5 in def V#i : Register<"v"#i>, DwarfRegNum<[!add(i, 64)]> { let HWEncoding = i; }
def Pairs : RegisterTuples<[part0, part1], [(sequence "V%u", 0, 4), (sequence "V%u", 1, 5)]>;
def Quads : RegisterTuples<[pair0, pair1], [(decimate Pairs, 2), (decimate (shl Pairs, 2), 2)], ["q0", "q1"]>;

def VR : RegisterClass<"Shapes", [i64], 64, (sequence "V%u", 0, 5)>;
def VRLow : RegisterClass<"Shapes", [i64], 64, (trunc VR, 2)>;
def VRPair : RegisterClass<"Shapes", [v2i64], 64, (add Pairs)>;
def VRQuad : RegisterClass<"Shapes", [v4i64], 64, (add Quads)> { let isAllocatable = false; }

// Parts of a status register that instructions know by two names.
def STATUS : Register<"status">;
def FLAGS : Register<"flags"> { let Aliases = [STATUS]; let isConstant = true; }
def Special : RegisterClass<"Shapes", [i32], 32, (add STATUS, FLAGS)> { let isAllocatable = false; }
