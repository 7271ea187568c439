// RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s
// CHECK: too-much-local-memory.cl:[[@LINE+2]]:13: error: kernel 'k' needs 80000 bytes of local memory
// CHECK-NEXT: kernel void k
kernel void k(global int *p) {
  local int big[20000];
  big[get_local_id(0)] = p[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = big[5];
}
