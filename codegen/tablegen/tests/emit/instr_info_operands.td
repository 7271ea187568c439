// --gen-instr-info
include "machine.td"

// Two kinds of operands, operands and instructions whose names differ in case only.
def amount : Operand<i32> { let Syntax = "some_amount"; }
def Amount : Operand<i32> { let Syntax = "someAmount"; }
// A kind that says by which function it is written, as LLVM's do.
def percent : Operand<i32> { let Syntax = ""; string PrintMethod = "printPercent"; }
// An address of two parts, and a condition.
def address : Operand<i32> { let MIOperandInfo = (ops GPR:$base, imm16:$offset); }
def condition : Operand<i32>, PredicateOp { let Syntax = "condition"; }

class Pseudo<string text, dag ins> : ToyInst<"", "", (outs GPR:$d), ins, ""> {
  let isPseudo = true;
  let AsmString = text;
}
def SCALE : Pseudo<"scale $d, $n, $N", (ins amount:$n, Amount:$N)>;
def Scale : Pseudo<"scale.percent $d, $n", (ins percent:$n)>;
// The parts have names, text says what is done with the whole.
def LDUPD : Pseudo<"ld${at:mode} $d, $offset($base)", (ins (address $base, $offset):$at)> {
  let Constraints = "$at.base = $d";
}
def CALLV : Pseudo<"callv $d", (ins GPR:$callee, variable_ops)>;
def ADDIF : Pseudo<"add.if $d, $a", (ins GPR:$a, condition:$if)>;
def ADDNEVER : Pseudo<"add.never $d, $a", (ins GPR:$a, condition:$if)> { bit isUnpredicable = true; }

// The first of two exceptions counts, and lists may be inside of lists.
def WriteOne : SchedWrite;
def WriteAny : SchedWrite;
def LooseModel : SchedMachineModel { let FullInstRWOverlapCheck = false; let CompleteModel = false; }
let SchedModel = LooseModel in {
  def : InstRW<[WriteOne], (instrs SCALE)>;
  def : InstRW<[WriteAny], (instrs CALLV, (instregex "^S", "ADDIF$"))>;
}
