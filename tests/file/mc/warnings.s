// Warnings about valid files; ignored directives are reported once.
// RUN: wavec mc -mcpu=gfx942 %s --filetype=obj -o %t.o 2>&1 | FileCheck %s
// RUN: wavec %s -c -o %t2.o 2>&1 | FileCheck %s
// RUN: wavec mc -mcpu=gfx942 %s -o %t.s 2>&1 | FileCheck %s

// CHECK: warnings.s:7:1: warning: careful
.warning "careful"
// CHECK: warnings.s:9:1: note: hello
.print "hello"
// CHECK-NOT: line tables
// CHECK: warnings.s:13:1: warning: no line tables are written
.file "kernel.cl"
.file 1 "kernel.cl"
.loc 1 5 3
// CHECK-NOT: line tables
// CHECK: warnings.s:17:1: warning: no unwind information is written
.cfi_startproc
s_nop 0
.cfi_endproc
// CHECK-NOT: warning
