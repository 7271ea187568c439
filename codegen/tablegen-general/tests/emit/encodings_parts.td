// --gen-encodings
include "Target.td"

// Operands of several parts: in the bits as one, by hooks, or by their parts.
foreach i = 0...7 in def X#i : Register<"x"#i> { let HWEncoding = i; }
def GPR : RegisterClass<"Parts", [i32], 32, (sequence "X%u", 0, 7)>;
def imm8 : Operand<i32>;
def address : Operand<i32> {
  let MIOperandInfo = (ops GPR:$base, imm8:$offset);
  let EncoderMethod = "encodeAddress";
  let DecoderMethod = "decodeAddress";
}
// A part of its own: the class is that of the operand, the code that of the whole.
def odd : Operand<i32> {
  let MIOperandInfo = (ops GPR);
  let EncoderMethod = "encodeOdd";
  let DecoderMethod = "decodeOdd";
}
// Nothing of it is encoded but the register that it shares.
def kept : Operand<i32> {
  let MIOperandInfo = (ops imm8:$how, GPR:$old);
  let DecoderMethod = "decodeKept";
}

class Inst<bits<4> op, dag outs, dag ins, string name> : Instruction {
  let Size = 4;
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = name;
  bits<32> Inst;
  let Inst{31-28} = op;
}
def LOAD : Inst<1, (outs GPR:$d), (ins address:$from, GPR:$mask), "load $d, $from, $mask"> {
  bits<3> d;
  bits<11> from;
  bits<3> mask;
  let Inst{2-0} = d;
  let Inst{13-3} = from;
  let Inst{16-14} = mask;
  let Inst{27-17} = 0;
}
// The address comes back in its register.
def UPDATE : Inst<2, (outs GPR:$wb), (ins (address $base, $offset):$at), "update $at"> {
  let Constraints = "$at.base = $wb";
  bits<3> base;
  bits<8> offset;
  let Inst{2-0} = base;
  let Inst{10-3} = offset;
  let Inst{27-11} = 0;
}
def NEXT : Inst<4, (outs GPR:$d, GPR:$wb), (ins address:$at), "next $d, $at"> {
  let Constraints = "$at.base = $wb";
  bits<3> d;
  bits<11> at;
  let Inst{2-0} = d;
  let Inst{13-3} = at;
  let Inst{27-14} = 0;
}
def TWICE : Inst<3, (outs GPR:$d), (ins odd:$s), "twice $d, $s"> {
  bits<3> d;
  bits<2> s;
  let Inst{2-0} = d;
  let Inst{4-3} = s;
  let Inst{27-5} = 0;
}
def SELECT : Inst<5, (outs GPR:$d), (ins GPR:$s, kept:$k), "select $d, $s, $k"> {
  let Constraints = "$k.old = $d";
  bits<3> d;
  bits<3> s;
  let Inst{2-0} = d;
  let Inst{5-3} = s;
  let Inst{27-6} = 0;
}
// Bit 0 of an operand is set and not encoded, another is all known.
def FLUSH : Inst<6, (outs), (ins imm8:$policy, imm8:$scope), "flush $policy, $scope"> {
  bits<5> policy = {?, ?, ?, ?, 1};
  bits<5> scope = {?, ?, 1, 0, ?};
  let Inst{3-0} = policy{4-1};
  let Inst{27-4} = 0;
}
