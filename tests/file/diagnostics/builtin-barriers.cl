// The target's own barrier under conditions that differ between work-items, also in a function that is called.
// RUN: wavec %s -o %t.co 2>&1 | FileCheck %s --implicit-check-not=warning:

void all(global int *x) {
  x[0] += 1;
  __builtin_amdgcn_s_barrier();
}

kernel void k(global int *x, int n) {
  int i = get_local_id(0);
  if (n > 3)
    __builtin_amdgcn_s_barrier();
  // CHECK: builtin-barriers.cl:[[@LINE+4]]:5: warning: not all work-items of the work-group may reach '__builtin_amdgcn_s_barrier' [-Wdivergent-barrier]
  // CHECK: builtin-barriers.cl:[[@LINE+2]]:7: note: this condition depends on the work-item
  // CHECK: builtin-barriers.cl:[[@LINE-5]]:{{[0-9]+}}: note: 'i' gets a value that depends on the work-item here
  if (i > 3)
    __builtin_amdgcn_s_barrier();
  // CHECK: builtin-barriers.cl:[[@LINE+2]]:5: warning: not all work-items of the work-group may reach '__builtin_amdgcn_s_barrier', which 'all' calls [-Wdivergent-barrier]
  if (x[i])
    all(x);
}
