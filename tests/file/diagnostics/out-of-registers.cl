// RUN: not wavec %s --max-vgprs=3 -o %t.co 2>&1 | FileCheck %s
// RUN: not wavec %s --max-vgprs=0 -o %t.co 2>&1 | FileCheck %s --check-prefix=NONE

// A limit that no splitting or spilling can meet is an error that says how many registers there were.
kernel void f(global int4 *p)
{
    int i = get_global_id(0);
    p[i] = p[i + 1];
}

// CHECK: error: function 'f' needs more VGPRs than 3 (no room for 4 in a row)
// CHECK: in kernel 'f'
// NONE: error: function 'f' needs more VGPRs than 0 (no room for 4 in a row)
