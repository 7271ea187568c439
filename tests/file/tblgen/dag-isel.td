// RUN: wavec tblgen %s -I codegen/td --gen-dag-isel | FileCheck %s
// RUN: not wavec tblgen %s -I codegen/td -D WRONG --gen-dag-isel 2>&1 | FileCheck %s --check-prefix=WRONG
// The listing: patterns by root, values numbered, what is never used.

include "Target.td"

def R0 : Register<"r0">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
class Binary : Instruction {
  let OutOperandList = (outs GPR:$d);
  let InOperandList = (ins GPR:$a, GPR:$b);
}
def ADD : Binary;
def SUB : Binary;

def Product : Pat<(add i32:$a, (sub i32:$b, i32:$c)), (ADD $a, (SUB $b, $c))>;
def Plain : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;
def Late : Pat<(add i32:$x, i32:$y), (SUB $x, $y)>;
#ifdef WRONG
def Wrong : Pat<(add i32:$a, i32:$b), (ADD $a)>;
#endif

// CHECK: warning: pattern 'Late' is never used
// CHECK-NEXT: Late: (add i32:$x, i32:$y)
// CHECK-NEXT: comes first and matches whatever it matches: Plain: (add i32:$a, i32:$b)
// CHECK: {{^}}isd::ADD:
// CHECK-NEXT: | try
// CHECK: operand 1:
// CHECK-NEXT: opcode isd::SUB
// CHECK: [[SUB:#[0-9]+]] = SUB {{#[0-9]+, #[0-9]+}}: i32
// CHECK-NEXT: => ADD {{#[0-9]+}}, [[SUB]]
// CHECK-NEXT: Product: (add i32:$a, (sub i32:$b, i32:$c))

// WRONG: dag-isel.td:20:5: error: pattern 'Wrong': 'ADD' takes 2 operands
