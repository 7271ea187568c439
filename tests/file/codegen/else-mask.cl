// An else is one instruction on EXEC: the saved lanes without those of the condition. No flag is kept in a vector
// register, and the mask is not restored before s_endpgm.
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

// EXEC is saved and narrowed at once, although a value that only one side computes starts undefined there.
// CHECK-LABEL: both_sides:
// CHECK: s_and_saveexec_b64 [[SAVED:s\[[0-9]+:[0-9]+\]]], [[COND:vcc|s\[[0-9]+:[0-9]+\]]]
// CHECK-NEXT: s_cbranch_execz
// CHECK: s_andn2_b64 exec, [[SAVED]], [[COND]]
// CHECK-NEXT: s_cbranch_execz
// CHECK: s_mov_b64 exec, [[SAVED]]
kernel void both_sides(global float *p, global float *q) {
  int i = get_global_id(0);
  float x = p[i], y;
  if (fabs(x) < 1.0f) {
    y = x * x + 3.0f;
    q[i + 1000] = y;
  } else {
    y = 1.0f / (x + 2.0f);
    q[i + 2000] = y;
  }
  q[i] = y;
}
