// --gen-emitter
include "Target.td"

// Instructions of 2, 4 and 6 bytes, as their operands need.
foreach i = 0...7 in def X#i : Register<"x"#i> { let HWEncoding = i; }
def GPR : RegisterClass<"Vary", [i32], 32, (sequence "X%u", 0, 7)>;
// An address of several parts.
def memory : Operand<i32> {
  let MIOperandInfo = (ops GPR:$base, i32imm:$disp);
}

class Inst<dag outs, dag ins, string name, dag inst> : Instruction {
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = name;
  dag Inst = inst;
}
// Parts of encodings that several instructions have.
class First<bits<8> op, string low, dag high = (operand "$a", 5)> {
  dag Value = (descend op, (operand low, 3), high);
}
def MOVE : Inst<(outs GPR:$d), (ins GPR:$a), "move", First<0x12, "$d">.Value>;
// Bits that nothing says anything of; a constant with its halves exchanged.
def LOAD : Inst<(outs GPR:$d), (ins i32imm:$imm), "load", (ascend
  (descend 0b00110100, (operand "$d", 3), { ?, ?, 0 }, 0b00),
  (descend (slice "$imm", 0, 7), (slice "$imm", 15, 8)))>;
// Two words after the first, of which one is a part of an address; hooks.
def STORE : Inst<(outs), (ins GPR:$a, memory:$to, i32imm:$by), "store", (ascend
  First<0x56, "$to.base">.Value,
  (operand "$to.disp", 16, (encoder "encodeDistance<16>"), (decoder "decodeDistance")),
  (descend (ascend), (operand "$by", 15, (encoder "encodeOdd"), (decoder "decodeOdd")), 0b1))>;
// A jump whose distance is 0 is a longer one.
def JUMP : Inst<(outs), (ins i32imm:$to), "jump", (descend 0b01111000, (operand "$to", 8))>;
def FAR : Inst<(outs), (ins i32imm:$to), "far", (ascend (descend 0b01111000, 0b00000000), (operand "$to", 16))>;
// No bits: no encoding.
def NOTHING : Inst<(outs), (ins), "nothing", (ascend)> { let isPseudo = true; }
