// Warnings about valid files; ignored directives are reported once.
// RUN: wavec mc -mcpu=gfx942 %s --filetype=obj -o %t.o 2>&1 | FileCheck %s
// RUN: wavec %s -c -o %t2.o 2>&1 | FileCheck %s
// RUN: wavec mc -mcpu=gfx942 %s -o %t.s 2>&1 | FileCheck %s

// CHECK: warnings.s:7:1: warning: careful
.warning "careful"
// CHECK: warnings.s:9:1: note: hello
.print "hello"
.file "kernel.cl"
// CHECK: warnings.s:12:1: warning: no profile of calls is written
.cg_profile a, b, 1
s_nop 0
.cg_profile b, a, 1
// CHECK-NOT: warning
