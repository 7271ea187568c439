// Files of assembly and of bytes inside of others, found in the directories of -I; a file may be included twice.
// RUN: wavec mc -mcpu=gfx942 -I %S/inputs --show-encoding %s -o - | FileCheck %s
// RUN: wavec mc -mcpu=gfx942 -I%S/inputs --filetype=obj %s -o %t.o
// RUN: wavec -I %S/inputs -c %s -o %t2.o
// RUN: cmp %t.o %t2.o
// RUN: not wavec mc -mcpu=gfx942 %s -o - 2>&1 | FileCheck --check-prefix=MISSING %s

.include "common.inc"
.include "common.inc"
// CHECK: .long 286331153
// CHECK-NOT: .long 286331153
// CHECK: s_load_dword s4, s[0:1], 0x8
// CHECK: s_load_dword s5, s[0:1], 0xc
load_twice s[0:1], 8
// CHECK: .long 7
.long COMMON
// CHECK: .byte 46
// CHECK: .byte 111
.incbin "nested.inc", 0, 1
.incbin "nested.inc", 2, 1
.incbin "nested.inc", 1000

// MISSING: includes.s:8:10: error: cannot find 'common.inc'
// MISSING: includes.s:{{[0-9]+}}:9: error: cannot find 'nested.inc'
