// RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s
// RUN: wavec %s -DGOOD -S -o - | FileCheck %s --check-prefix=GOOD

#ifdef GOOD
#define SQUARE(x) ((x) * (x))
#else
#error "say GOOD"
#include "no-such-file.h"
#endif

#ifdef SQUARE
// GOOD-LABEL: good:
// GOOD: v_mul_lo_u32
kernel void good(global int *p)
{
    int i = get_global_id(0);
    p[i] = SQUARE(p[i]);
}
#endif

// CHECK: preprocessor.cl:7:2: error: {{.*}}say GOOD
// CHECK: preprocessor.cl:8:{{[0-9]+}}: error: {{.*}}no-such-file.h
