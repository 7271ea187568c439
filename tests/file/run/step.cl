// Commands from standard input: stops at lines, symbols and addresses, steps, values.
// RUN: printf 'where\nlane 5\nprint v0\nprint exec\nnext\nquit\n' | wavec run %s --global 64 --local 64 --arg 'buf:i32[64]:iota' --break step.cl:16 --dump 0 | FileCheck %s
// RUN: printf 'step\n\nprint s0\nprint x9\nlane 64\njump\nhelp\ncontinue\n' | wavec run %s --global 64 --local 64 --arg 'buf:i32[64]:iota' --step --dump 0:3 | FileCheck %s --check-prefix=STEP
// RUN: printf 'print pc\nbreak 16\nbreak 99\ncontinue\nquit\n' | wavec run %s --global 64 --local 64 --arg 'buf:i32[64]:iota' --break k | FileCheck %s --check-prefix=SYMBOL
// RUN: printf 'print pc\n' | wavec run %s --global 64 --local 64 --arg 'buf:i32[64]:iota' --break +0x8 --dump 0 | FileCheck %s --check-prefix=OFFSET
// RUN: printf 'continue\ncontinue\ncontinue\n' | wavec run %s --global 128 --local 64 --arg 'buf:i32[128]:iota' --break 16 --dump 0:2 | FileCheck %s --check-prefix=WAVES
// RUN: not wavec run %s --global 64 --local 64 --arg 'buf:i32[64]:iota' --break 1 2>&1 | FileCheck %s --check-prefix=NO-LINE
// RUN: not wavec run %s --global 64 --local 64 --arg 'buf:i32[64]:iota' --break nowhere 2>&1 | FileCheck %s --check-prefix=NO-SYMBOL
// RUN: not wavec run %s --global 64 --local 64 --arg 'buf:i32[64]:iota' --break 0xg 2>&1 | FileCheck %s --check-prefix=NO-ADDRESS

int twice(int x) { return 2 * x; }

kernel void k(global int *x) {
  int i = get_global_id(0);
  int y = twice(x[i]);
  x[i] = y + 1;
}

// CHECK: step.cl:16:
// CHECK: (wavec) wave 0: wave 0 of work-group (0, 0, 0)
// CHECK:   in k at {{.*}}step.cl:16:
// CHECK:   at 0x{{[0-9a-f]+}}, kernel+0x{{[0-9a-f]+}}:
// CHECK:   active lanes: 0xffffffffffffffff
// CHECK: lane 0: work-item (0, 0, 0) of its work-group, active
// CHECK: (wavec) lane 5: work-item (5, 0, 0) of its work-group, active
// CHECK: (wavec) v0 in lane 5 = {{0x[0-9a-f]+, [0-9]+ as an integer, .* as a float}}
// CHECK: (wavec) exec = 0xffffffffffffffff
// CHECK: (wavec) step.cl:{{1[0-9]}}:
// CHECK-NOT: 1 3 5

// STEP: step.cl:14: int i = get_global_id(0);
// STEP-NEXT: 0x{{[0-9a-f]+}}:
// STEP: (wavec) step.cl:
// STEP: (wavec) step.cl:
// STEP: (wavec) s0 = 0x
// STEP-NEXT: (wavec) there is no register or variable 'x9' here
// STEP-NEXT: (wavec) '64' is not a lane: the wave has 64
// STEP-NEXT: (wavec) unknown command 'jump'; help lists them
// STEP-NEXT: (wavec) next
// STEP: (wavec) 1 3 5

// SYMBOL: step.cl:14: int i = get_global_id(0);
// SYMBOL: (wavec) pc = 0x
// SYMBOL-NEXT: (wavec) (wavec) no code comes from line '99'
// SYMBOL-NEXT: (wavec) step.cl:16: x[i] = y + 1;

// OFFSET: 0x{{[0-9a-f]*}}8: 
// OFFSET: (wavec) pc = 0x{{[0-9a-f]*}}8
// OFFSET: (wavec)
// OFFSET-NOT: 1 3 5

// WAVES-COUNT-2: step.cl:16: x[i] = y + 1;
// WAVES: 1 3

// NO-LINE: no code comes from line '1'
// NO-SYMBOL: there is no symbol 'nowhere'
// NO-ADDRESS: '0xg' is not an address
