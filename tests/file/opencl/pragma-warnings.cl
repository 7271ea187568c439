// RUN: rm -rf %t && mkdir %t && printf '#pragma clang system_header\n#define SYSTEM\nint from_header(void) { int unused; return 1; }\n' > %t/system.h
// RUN: wavec %s -I %t -Wall -mcpu=gfx942 -o %t/out.co 2>&1 | FileCheck %s
// Pragmas about warnings hold from their place on, and system headers have none.

#include "system.h"

#pragma clang diagnostic push
#pragma clang diagnostic error "-Wunused-variable"
#pragma clang diagnostic ignored "-Wall"
int silent(void) { int a; return 1; }
#pragma clang diagnostic pop

// CHECK-NOT: warning
// CHECK: pragma-warnings.cl:[[@LINE+1]]:22: warning: unused variable 'b' [-Wunused-variable]
int loud(void) { int b; return 1; }
// CHECK-NOT: warning:
// CHECK: 1 warning generated.

kernel void k(global int *out) { out[0] = from_header() + silent() + loud(); }
