// The dispatcher gives a work-item at most 131,056 bytes of stack, of which large frames keep four; more is an error that says how many were asked for.
// RUN: wavec %s -DBYTES=131040 -o %t.co
// RUN: not wavec %s -DBYTES=131072 -o %t.co 2>&1 | FileCheck %s
// RUN: not wavec %s -DBYTES=1048576 -o %t.co 2>&1 | FileCheck %s --check-prefix=MORE

kernel void f(global int *out, int n)
{
    char a[BYTES];
    volatile char *p = a;
    p[n] = n;
    out[0] = p[n + 1];
}

// CHECK: error: the stack frame of 'f' has 131076 bytes a work-item, more than 131056
// MORE: error: the stack frame of 'f' has 1048580 bytes a work-item, more than 131056
