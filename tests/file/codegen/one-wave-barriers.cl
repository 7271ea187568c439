// In a work-group of one wave, a barrier waits for nobody; memory is still ordered.
// RUN: wavec %s -O2 -S -o - | FileCheck %s

// CHECK-LABEL: one_wave:
// CHECK: ds_write_b32
// CHECK-NOT: s_barrier
// CHECK: ds_read_b32
// CHECK: s_endpgm
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void one_wave(global uint *p) {
  local uint t[64];
  uint id = get_local_id(0);
  t[id] = p[id];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[id] = t[63 - id];
}

// CHECK-LABEL: two_waves:
// CHECK: ds_write_b32
// CHECK: s_barrier
// CHECK: ds_read_b32
__attribute__((reqd_work_group_size(128, 1, 1)))
kernel void two_waves(global uint *p) {
  local uint t[128];
  uint id = get_local_id(0);
  t[id] = p[id];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[id] = t[127 - id];
}
