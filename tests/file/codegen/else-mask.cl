// An else is one instruction on EXEC: the lanes saved, without those of the condition. No flag is kept in a vector register,
// and the mask is not restored in front of s_endpgm.
// RUN: wavec %s -S -o - | FileCheck %s

// CHECK-LABEL: either:
// CHECK: s_and_saveexec_b64 [[SAVED:s\[[0-9:]+\]]], [[CONDITION:s\[[0-9:]+\]|vcc]]
// CHECK-NOT: v_cmp
// CHECK: s_andn2_b64 exec, [[SAVED]], [[CONDITION]]
// CHECK-NOT: exec, [[SAVED]]
// CHECK: s_endpgm
kernel void either(global int *a, global int *b, int n)
{
    int i = get_local_id(0);
    if (i < n)
        a[i] = a[i] * b[i] + a[i + n] * b[i + n];
    else
        b[i] = b[2 * i] / (a[2 * i] | 1);
}
