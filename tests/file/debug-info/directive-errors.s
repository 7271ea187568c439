// RUN: not wavec mc -mcpu=gfx942 %s -o - 2>&1 | FileCheck %s --implicit-check-not=error:
.file 1 "a.c"
// CHECK: :[[@LINE+1]]:1: error: file number is already used
.file 1 "b.c"
// CHECK: :[[@LINE+1]]:1: error: file number 7 has no '.file'
.loc 7 1
// CHECK: :[[@LINE+1]]:10: error: unknown sub-directive in '.loc' directive
.loc 1 1 nothing
// CHECK: :[[@LINE+1]]:10: error: is_stmt value not 0 or 1
.loc 1 1 is_stmt 2
// CHECK: :[[@LINE+1]]:6: error: expected a number of 32 bits that is not negative
.loc -1 1
// CHECK: :[[@LINE+1]]:17: error: expected a digest of 128 bits
.file 2 "a" md5 7
// CHECK: :[[@LINE+1]]:1: error: file numbers are below 65536
.file 70000 "a.c"
