// Values selected by the same two conditions are each selected once, by the combined condition.
// RUN: wavec %s -O2 -S -o - | FileCheck %s

// CHECK-LABEL: nearest:
// CHECK: s_and_b64 vcc
// CHECK-COUNT-2: v_cndmask_b32
// CHECK-NOT: v_cndmask_b32
// CHECK: s_endpgm
kernel void nearest(global const float *in, global float *distance, global int *number)
{
    int i = get_global_id(0);
    float t = in[i], d = distance[i];
    int n = number[i];
    if (t > 0 && t < d) {
        d = t;
        n = i;
    }
    distance[i] = d;
    number[i] = n;
}
