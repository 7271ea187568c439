// Accesses of two work-items that nothing orders.
// RUN: not wavec check %s --kernel in_group --global 64 --local 64 --arg 'buf:u32[64]' 2>&1 | FileCheck %s --check-prefix=GROUP
// RUN: not wavec check %s --kernel between --global 8 --local 4 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: wavec check %s --kernel between --global 8 --local 8 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: not wavec check %s --kernel all_write --global 8 --local 8 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: wavec check %s --kernel same --global 8 --local 8 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: not wavec check %s --kernel same --global 8 --local 8 --arg 'buf:u32[8]' --uniform-writes 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not wavec check %s --kernel half_atomic --global 8 --local 8 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=ATOMIC
// RUN: wavec check %s --kernel counted --global 64 --local 8 --arg 'buf:u32[2]' 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: not wavec check %s --kernel early --global 8 --local 8 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not wavec check %s --kernel bytes --global 8 --local 8 --arg 'buf:u8[8]' 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: wavec check %s --kernel flag -cl-std=CL2.0 --global 2 --local 1 --arg 'buf:u32[2]' 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: not wavec check %s --kernel flag -cl-std=CL2.0 -DRELAXED --global 2 --local 1 --arg 'buf:u32[2]' 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not wavec check %s --kernel fenced -DFENCE=CLK_LOCAL_MEM_FENCE --global 8 --local 8 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=FENCED
// RUN: wavec check %s --kernel fenced -DFENCE=CLK_GLOBAL_MEM_FENCE --global 8 --local 8 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: {{.}}

kernel void in_group(global uint *x) {
  local uint a[64];
  uint i = get_local_id(0);
  a[i] = i;
  x[i] = a[i / 2];
}
// GROUP: races.cl:[[@LINE-2]]:10: error: read of byte 0 of local variable 'a' races with a write by work-item (0, 0, 0) of the same work-group [data-race]
// GROUP: races.cl:[[@LINE-4]]:3: note: the other access is here
// GROUP: work-item (1, 0, 0) of work-group (0, 0, 0), and 62 times more

kernel void between(global uint *x) {
  uint i = get_global_id(0);
  x[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  uint y = x[i ^ 4];
  barrier(CLK_GLOBAL_MEM_FENCE);
  x[i] = y;
}
// BETWEEN: races with {{.*}} of another work-group [data-race]

kernel void all_write(global uint *x) { x[0] = get_global_id(0); }
// WRITE: error: write of byte 0 of argument 'x' races with a write by work-item (0, 0, 0) of the same work-group [data-race]
// WRITE: work-item (1, 0, 0) of work-group (0, 0, 0), and 6 times more

kernel void same(global uint *x) { x[0] = 5; }
// SAME: races with a write

kernel void half_atomic(global uint *x) {
  atomic_inc(x);
  if (get_global_id(0) == 7)
    x[1] = x[0];
}
// ATOMIC: races.cl:[[@LINE-2]]:12: error: read of byte 0 of argument 'x' races with an atomic write

kernel void counted(global uint *x) {
  local uint n;
  if (get_local_id(0) == 0)
    n = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&n);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_add(x, n);
}

// The second iteration overwrites what others still read.
kernel void early(global uint *x) {
  local uint a[8];
  uint i = get_local_id(0), sum = 0;
  for (uint round = 0; round < 2; round++) {
    a[i] = round;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += a[7 - i];
  }
  x[i] = sum;
}
// EARLY: races.cl:[[@LINE-6]]:5: error: write of byte {{[0-9]+}} of local variable 'a' races with a read
// EARLY: races.cl:[[@LINE-5]]:12: note: the other access is here

// Neighbouring bytes are no race, the same ones are.
kernel void bytes(global uchar *x) {
  uint i = get_local_id(0);
  x[i] = i;
  if (i == 7)
    x[6] = 1;
}
// BYTES: races.cl:[[@LINE-2]]:5: error: write of byte 6 of argument 'x' races with a write by work-item (6, 0, 0)
// BYTES: 1 finding

// A barrier orders accesses to the memory that it names.
#ifdef FENCE
kernel void fenced(global uint *x) {
  uint i = get_local_id(0);
  x[i] = i;
  barrier(FENCE);
  uint y = x[7 - i];
  barrier(FENCE);
  x[i] = y;
}
#endif
// FENCED: races.cl:[[@LINE-5]]:12: error: read of byte {{[0-9]+}} of argument 'x' races with a write by work-item

#if __OPENCL_C_VERSION__ >= 200
#ifdef RELAXED
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_acquire
#endif
kernel void flag(global uint *x) {
  volatile global atomic_uint *ready = (volatile global atomic_uint *)(x + 1);
  if (get_global_id(0) == 0) {
    x[0] = 7;
    atomic_store_explicit(ready, 1, memory_order_release, memory_scope_device);
  } else {
    while (atomic_load_explicit(ready, ORDER, memory_scope_device) == 0)
      ;
    x[0] += 1;
  }
}
#endif
// FLAG: error: read of byte 0 of argument 'x' races with a write by work-item (0, 0, 0) of another work-group
