// The output of kernels is printed after the run, in the order in which it was written.
// RUN: wavec run %s --kernel report --global 3 --local 3 --arg 'buf:i32[3]:zero' --arg 'buf:f32[4]:iota' --dump 0:3 | FileCheck %s

kernel void report(global int *o, global float4 *f)
{
    int i = get_global_id(0);
    o[i] = 5 + printf("i=%d f=%5.2f v=%v4hlf s=%s c=%c%%\n", i, 1.5f * i, f[0], "a:b", 'x');
    if (i == 2)
        printf("%lu %v3d %v2hhu %#x\n", (ulong)i << 40, (int3)(1, -2, 3), (uchar2)(7, 8), 255);
}

// CHECK: i=0 f= 0.00 v=0.000000,1.000000,2.000000,3.000000 s=a:b c=x%
// CHECK-NEXT: i=1 f= 1.50 v=0.000000,1.000000,2.000000,3.000000 s=a:b c=x%
// CHECK-NEXT: i=2 f= 3.00 v=0.000000,1.000000,2.000000,3.000000 s=a:b c=x%
// CHECK-NEXT: 2199023255552 1,-2,3 7,8 0xff
// CHECK-NEXT: 5 5 5
