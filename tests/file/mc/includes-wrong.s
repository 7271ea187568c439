// What is wrong in an included file is reported there, with the way to it; files that include themselves end.
// RUN: not wavec mc -mcpu=gfx942 -I %S/inputs %s -o - 2>&1 | FileCheck %s
.include "wrong.inc"
.include "itself.inc"
// CHECK: Included from {{.*}}includes-wrong.s:3:
// CHECK: inputs/wrong.inc:2:1: error: invalid instruction
// CHECK: inputs/itself.inc:1:10: error: files include each other too deeply
