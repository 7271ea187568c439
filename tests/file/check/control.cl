// Barriers that not all reach, endless loops, pointers that point nowhere.
// RUN: not wavec check %s --kernel divergent --global 64 --local 64 --arg 'buf:u32[64]' 2>&1 | FileCheck %s --check-prefix=DIVERGENT
// RUN: not wavec check %s --kernel returned --global 128 --local 64 --arg 'buf:u32[128]' --arg u32:100 2>&1 | FileCheck %s --check-prefix=RETURNED
// RUN: not wavec check %s --kernel different --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// RUN: not wavec check %s --kernel endless --global 4 --local 4 --arg 'buf:u32[4]' --max-steps=1000 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not wavec check %s --kernel scope --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: not wavec check %s --kernel earlier --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=EARLIER
// RUN: not wavec check %s --kernel some_lanes -cl-std=CL2.0 --global 64 --local 64 --arg 'buf:u32[64]' 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: wavec check %s --kernel any_lanes -cl-std=CL2.0 --global 64 --local 64 --arg 'buf:u32[64]'
// RUN: not wavec check %s --kernel returned_pointer -w --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=POINTER
// RUN: not wavec check %s --kernel null -w --global 1 --local 1 --arg 'buf:u32[1]' --arg i32:0 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: not wavec check %s --kernel misaligned --global 1 --local 1 --arg 'buf:u8[16]' 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: not wavec check %s --kernel constant_write -w --global 1 --local 1 --arg 'buf:u32[1]' --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=READONLY
// RUN: not wavec check %s --kernel library_barrier -cl-std=CL2.0 --global 64 --local 64 --arg 'buf:u32[64]' 2>&1 | FileCheck %s --check-prefix=LIBRARY

kernel void divergent(global uint *x) {
  if (get_local_id(0) < 32)
    barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = 1;
}
// DIVERGENT: control.cl:[[@LINE-3]]:5: error: only 32 of 64 work-items of work-group (0, 0, 0) reached the barrier [divergent-barrier]
// DIVERGENT: note: work-item (32, 0, 0) has ended
// DIVERGENT: 1 finding

kernel void returned(global uint *x, uint n) {
  uint i = get_global_id(0);
  if (i >= n)
    return;
  x[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  x[i] += 1;
}
// RETURNED: control.cl:[[@LINE-3]]:3: error: only 36 of 64 work-items of work-group (1, 0, 0) reached the barrier

kernel void different(global uint *x) {
  uint i = get_local_id(0);
  if (i == 0)
    barrier(CLK_LOCAL_MEM_FENCE);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  x[i] = i;
}
// DIFFERENT: error: only 1 of 4 work-items
// DIFFERENT: control.cl:[[@LINE-4]]:5: note: work-item (1, 0, 0) waits at another barrier

kernel void endless(global uint *x) {
  for (uint i = 0; i < 10; x[get_global_id(0)]++)
    ;
}
// ENDLESS: control.cl:[[@LINE-3]]:{{[0-9]+}}: error: more than 1000 operations executed [endless-loop]

kernel void scope(global uint *x) {
  private uint *p;
  {
    uint inside = 3;
    p = &inside;
  }
  x[0] = *p;
}
// SCOPE: control.cl:[[@LINE-2]]:{{[0-9]+}}: error: read of variable 'inside' which is not in scope [use-after-scope]
// SCOPE: control.cl:[[@LINE-6]]:10: note: it is declared here

// The variable of another iteration is another one, even if it is in the same place.
kernel void earlier(global uint *x) {
  private uint *last = 0;
  uint sum = 0;
  for (uint i = 0; i < 3; i++) {
    uint inside = i;
    private uint *p = &inside;
    sum += *p;
    if (last)
      sum += *last;
    last = p;
  }
  x[0] = sum;
}
// EARLIER: control.cl:[[@LINE-5]]:{{[0-9]+}}: error: read of variable 'inside' whose scope has been left since the pointer was made [use-after-scope]
// EARLIER: work-item (0, 0, 0) of work-group (0, 0, 0), and once more
// EARLIER: 1 finding

#if __OPENCL_C_VERSION__ >= 200
kernel void some_lanes(global uint *x) {
  uint i = get_local_id(0), sum = 0;
  if (i & 1)
    sum = sub_group_reduce_add(i);
  x[i] = sum;
}

kernel void any_lanes(global uint *x) {
  uint i = get_local_id(0), sum = sub_group_reduce_add(i);
  if (i & 1)
    sum += sub_group_non_uniform_reduce_add(i) + sub_group_shuffle_xor(i, 2) + sub_group_ballot(i > 3).x;
  x[i] = sum;
}
#endif
// LANES: control.cl:[[@LINE-11]]:{{[0-9]+}}: error: only 32 of 64 work-items of a sub-group call the function together [divergent-sub-group]
// LANES: 1 finding

__attribute__((noinline)) private uint *address(uint n) {
  uint value = n;
  return &value;
}
kernel void returned_pointer(global uint *x) { x[0] = *address(3); }
// POINTER: error: read of variable 'value' of a function that has returned [use-after-scope]

kernel void null(global uint *x, int n) {
  global uint *p = n ? x : 0;
  p[4] = 1;
}
// NULL: control.cl:[[@LINE-2]]:3: error: write of 4 bytes through a null pointer [null-pointer]

kernel void misaligned(global uchar *x) { *(global uint *)(x + 2) = 1; }
// MISALIGNED: error: write of 4 bytes at offset 2 of argument 'x' is not aligned to 4 bytes [misaligned]

kernel void constant_write(global uint *x, constant uint *y) { *(global uint *)(ulong)y = x[0]; }
// READONLY: error: write to argument 'y', which is constant [read-only]

#if __OPENCL_C_VERSION__ >= 200
kernel void library_barrier(global uint *x) {
  if (get_local_id(0) < 10)
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  x[get_global_id(0)] = 1;
}
#endif
// LIBRARY: control.cl:[[@LINE-4]]:5: error: only 10 of 64 work-items of work-group (0, 0, 0) reached the barrier
