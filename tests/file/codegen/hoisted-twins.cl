// Equal constants hoisted out of a loop from several of its blocks share one register before it.
// RUN: wavec %s -O2 --verify-each --stop-after=machine-licm -o - | FileCheck %s

// CHECK-LABEL: --- twins
// CHECK: S_MOV_B32 1431655766
// CHECK-NOT: S_MOV_B32 1431655766
// CHECK: V_MUL_HI_I32
// CHECK-NOT: S_MOV_B32 1431655766
// CHECK: V_MUL_HI_I32
kernel void twins(global int *a, global int *b, int n)
{
    int i = get_local_id(0), k = 0;
#pragma unroll 1
    do {
        if (a[k + i] > 3)
            b[k + i] = a[k + i] / 3;
        if (b[k + i] > 5)
            a[k + i + 7] = b[i + k * 2] / 3;
    } while (++k < n);
}
