// In .altmacro mode, arguments may be computed or in brackets, and parameter names need no mark.
// RUN: wavec mc -mcpu=gfx942 %s -o - | FileCheck %s

count = 5
.macro words first, second
.long first, \second
.endm
.macro label name, number
name&number: .long 1
\name&x\number: .long 2
.endm
.macro each values:vararg
.irp value, \values
.byte value
.endr
.endm
.macro text string
.ascii "string"
.endm

.altmacro
// CHECK: .long 8
// CHECK: .long -3
words %count + 3, %(2 - count)
// CHECK: .long 1
// CHECK: .long 6
words <1>, <1 + count>
// CHECK: v5:
// CHECK: vx5:
label v, %count
// CHECK: .byte 1
// CHECK: .byte 2
each 1, 2
// CHECK: .ascii "a>b"
text <a!>b>
.noaltmacro

// CHECK: .long 9-first
.macro plain first
.long \first - first
first = 3
.endm
plain 9
