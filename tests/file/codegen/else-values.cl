// Both sides of an if with an else change the same variables: no side copies variables that it does not change, and a
// side that is not reached has no values that would be copied either.
// RUN: wavec %s -S -o - --verify-each | FileCheck %s
// RUN: wavec run %s --kernel both --global 64 --local 64 --arg buf:i32[128]:zero --arg buf:i32[640]:rand=1 --arg i32:10 --dump 0:8 > %t.2
// RUN: wavec run %s -O0 --kernel both --global 64 --local 64 --arg buf:i32[128]:zero --arg buf:i32[640]:rand=1 --arg i32:10 --dump 0:8 | diff - %t.2

// CHECK-LABEL: both:
// CHECK: [[LOOP:.LBB0_[0-9]+]]:
// CHECK: global_load_dword
// CHECK-NOT: v_mov_b32
// CHECK: s_cbranch_scc1 [[LOOP]]
// CHECK: s_endpgm
kernel void both(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), top = 0, sum = 1;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        int next = in[i * n + k];
        if (next > 0) {
            if (top < 8) {
                top++;
                sum += next;
                out[64 + i] = sum;
            }
        } else if (top > 0) {
            top--;
            out[64 + i] += top + sum;
        }
    }
    out[i] = top * 1000 + sum;
}
