// Errors in an included file are reported there, with the include stack; recursive includes end.
// RUN: not wavec mc -mcpu=gfx942 -I %S/inputs %s -o - 2>&1 | FileCheck %s
.include "wrong.inc"
.include "itself.inc"
// CHECK: Included from {{.*}}includes-wrong.s:3:
// CHECK: inputs/wrong.inc:2:1: error: invalid instruction
// CHECK: inputs/itself.inc:1:10: error: files include each other too deeply
