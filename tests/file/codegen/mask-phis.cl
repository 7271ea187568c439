// A condition that lanes carry around an arm, or compute in it, is a mask in scalar registers, not a vector register.
// RUN: wavec %s -O2 -S -o - | FileCheck %s

// CHECK-LABEL: common_prefix:
// CHECK-NOT: v_cndmask
// CHECK: s_not_b64 [[STOPS:s\[[0-9:]+\]]], [[EQUAL:vcc|s\[[0-9:]+\]]]
// CHECK: s_and_saveexec_b64 [[SAVED:s\[[0-9:]+\]]], [[EQUAL]]
// CHECK: s_or_b64 [[STOPS]], [[STOPS]], {{vcc|s\[[0-9:]+\]}}
// CHECK: s_andn2_b64 exec, [[SAVED]], [[STOPS]]
// CHECK-NOT: v_cndmask
// CHECK: s_endpgm
kernel void common_prefix(global const int *a, global int *b, global const int *limits, global int *out)
{
    int g = get_global_id(0);
    int length = 0, limit = limits[g];
    while (a[g * 16 + length] == 7) {
        b[g * 16 + length] = length;
        if (++length >= limit)
            break;
    }
    out[g] = length;
}
