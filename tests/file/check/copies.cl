// Copies by a whole work-group, which go on until they are waited for.
// RUN: not wavec check %s --kernel early --global 64 --local 64 --arg 'buf:f32[64]' 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not wavec check %s --kernel only_barrier --global 64 --local 64 --arg 'buf:f32[64]' 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not wavec check %s --kernel source --global 64 --local 64 --arg 'buf:f32[64]' 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: not wavec check %s --kernel sizes --global 64 --local 64 --arg 'buf:f32[64]' 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not wavec check %s -Wno-divergent-barrier --kernel some --global 64 --local 64 --arg 'buf:f32[64]' 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: wavec check %s -Wno-divergent-barrier --kernel pipeline --global 16 --local 16 --arg 'buf:f32[64]' --arg 'buf:f32[64]' 2>&1 | FileCheck %s --check-prefix=RIGHT --allow-empty
// RIGHT-NOT: {{.}}

kernel void early(global float *x) {
  local float a[64];
  event_t e = async_work_group_copy(a, x, 64, 0);
  x[get_local_id(0)] = a[get_local_id(0)];
  wait_group_events(1, &e);
}
// EARLY: copies.cl:[[@LINE-3]]:24: error: read of byte 0 of local variable 'a' races with a write by work-item (0, 0, 0) of the same work-group, a copy that is not waited for [data-race]
// EARLY: copies.cl:[[@LINE-5]]:15: note: the other access is here
// EARLY: copies.cl:[[@LINE-5]]:3: error: write of byte 0 of argument 'x' races with a read

kernel void only_barrier(global float *x) {
  local float a[64];
  event_t e = async_work_group_copy(a, x, 64, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  float y = a[get_local_id(0)];
  wait_group_events(1, &e);
  x[get_local_id(0)] = y;
}
// BARRIER: copies.cl:[[@LINE-4]]:13: error: read of byte 0 of local variable 'a' races with a write by work-item (0, 0, 0) of the same work-group, a copy that is not waited for
// BARRIER: 1 finding

kernel void source(global float *x) {
  local float a[64];
  event_t e = async_work_group_copy(a, x, 64, 0);
  x[get_local_id(0)] = 1;
  wait_group_events(1, &e);
}
// SOURCE: copies.cl:[[@LINE-3]]:3: error: write of byte 0 of argument 'x' races with a read by work-item (0, 0, 0) of the same work-group, a copy that is not waited for

kernel void sizes(global float *x) {
  local float a[64];
  event_t e = async_work_group_copy(a, x, get_local_id(0) == 9 ? 32 : 64, 0);
  wait_group_events(1, &e);
}
// SIZES: copies.cl:[[@LINE-3]]:15: error: work-item (9, 0, 0) makes the copy of work-item (0, 0, 0) with other arguments [divergent-copy]
// SIZES: 1 finding

kernel void some(global float *x) {
  local float a[64];
  event_t e = 0;
  if (get_local_id(0) > 7)
    e = async_work_group_copy(a, x, 64, 0);
  wait_group_events(1, &e);
}
// SOME: copies.cl:[[@LINE-3]]:9: error: work-item (0, 0, 0) does not make the copy of work-item (8, 0, 0) [divergent-copy]

kernel void pipeline(global float *x, global float *y) {
  local float a[2][16];
  event_t e[2];
  e[0] = async_work_group_copy(a[0], x, 16, 0);
  for (int i = 0; i < 4; i++) {
    if (i < 3)
      e[1 - i % 2] = async_work_group_copy(a[1 - i % 2], x + 16 * (i + 1), 16, 0);
    wait_group_events(1, &e[i % 2]);
    y[16 * i + get_local_id(0)] = a[i % 2][15 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
