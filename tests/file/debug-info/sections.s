// Lines of several sections, one of which ends in the middle of a word.
// RUN: wavec mc -mcpu=gfx942 -filetype=obj %s -o %t.o
// RUN: wavec objdump -d %t.o | FileCheck %s

// CHECK-LABEL: Disassembly of section .text:
// CHECK: s_nop 0
.file 1 "a.c"
.loc 1 1
s_nop 0
.section .text.other,"ax",@progbits
// CHECK-LABEL: Disassembly of section .text.other:
// CHECK: s_nop 1
.loc 1 2
s_nop 1
.byte 1
.text
.loc 1 3
s_nop 2
