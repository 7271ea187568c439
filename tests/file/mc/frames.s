// Call frame information as text, in objects and in code objects.
// RUN: wavec mc -mcpu=gfx942 %s | FileCheck %s
// RUN: wavec mc -mcpu=gfx1100 %s | FileCheck %s --check-prefix=WAVE32
// RUN: wavec mc -mcpu=gfx942 %s -o %t.s
// RUN: wavec mc -mcpu=gfx942 %t.s | FileCheck %s
// RUN: wavec mc -mcpu=gfx942 %s --filetype=obj -o %t.o
// RUN: wavec objdump -h %t.o | FileCheck %s --check-prefix=SECTIONS
// SECTIONS: .eh_frame
// SECTIONS: .debug_frame

// CHECK: .cfi_sections .eh_frame, .debug_frame
.cfi_sections .eh_frame, .debug_frame
f:
// CHECK: .cfi_startproc
.cfi_startproc
// CHECK-NEXT: .cfi_escape 0x0f, 0x03
.cfi_escape 15, 3
s_nop 0
// CHECK: .cfi_def_cfa 64, 8
.cfi_def_cfa s32, 8
// CHECK-NEXT: .cfi_offset 2600, 4
// WAVE32: .cfi_offset 1576, 4
.cfi_offset v40, 4
// CHECK-NEXT: .cfi_undefined 17
.cfi_undefined exec
// CHECK-NEXT: .cfi_register 66, 3079
.cfi_register s34, a7
// CHECK-NEXT: .cfi_personality 155, handler
.cfi_personality 0x9b, handler
// CHECK-NEXT: .cfi_endproc
.cfi_endproc

// CHECK: .text 2
.text 2
s_nop 2
// CHECK: .section .foo,"a",@progbits
// CHECK-NEXT: .section .foo,"a",@progbits
// CHECK-NEXT: .subsection 3
.section .foo,"a"
.subsection 3
.long 3
// CHECK: .symver f, f@V1
.symver f, f@V1
// CHECK: .weakref a, b
.weakref a, b
