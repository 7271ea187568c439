// Values that were never written, and what C leaves undefined.
// RUN: not wavec check %s --kernel branch --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=BRANCH
// RUN: not wavec check %s --kernel index --global 1 --local 1 --arg 'buf:u32[9]:uninit' 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: wavec check %s --kernel index --global 1 --local 1 --arg 'buf:u32[9]' 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: not wavec check %s --kernel stored --global 8 --local 8 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=STORED
// RUN: not wavec check %s --kernel again --global 1 --local 1 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not wavec check %s --kernel divide --global 4 --local 4 --arg 'buf:i32[4]:iota' 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not wavec check %s --kernel divide_least --global 1 --local 1 --arg 'buf:i32[1]:const=-1' 2>&1 | FileCheck %s --check-prefix=LEAST
// RUN: not wavec check %s --kernel overflow --global 2 --local 2 --arg 'buf:i32[2]:const=2147483647' 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// RUN: not wavec check %s --kernel convert --global 1 --local 1 --arg 'buf:i32[1]' --arg f32:3e9 2>&1 | FileCheck %s --check-prefix=CONVERT
// RUN: not wavec check %s --kernel nan --global 1 --local 1 --arg 'buf:f32[1]' --check-nan 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: wavec check %s --kernel nan --global 1 --local 1 --arg 'buf:f32[1]' 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: not wavec check %s --kernel copied --global 1 --local 1 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=COPIED
// RUN: not wavec check %s --kernel two --global 4 --local 4 --arg 'buf:i32[4]' 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not wavec check %s --kernel two --global 4 --local 4 --arg 'buf:i32[4]' --max-errors=1 2>&1 | FileCheck %s --check-prefix=ONE
// NONE-NOT: {{.}}

kernel void branch(global uint *x) {
  uint n;
  if (n)
    x[0] = 1;
}
// BRANCH: values.cl:[[@LINE-3]]:7: error: the condition of a branch depends on memory that was never written [uninitialized]

kernel void index(global uint *x) { x[x[1]] = 1; }
// INDEX: values.cl:[[@LINE-1]]:37: error: an address depends on memory that was never written [uninitialized]
// INDEX: values.cl:[[@LINE-2]]:39: note: it was read here

kernel void stored(global uint *x) {
  local uint a[8];
  uint i = get_local_id(0);
  if (i < 7)
    a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = a[i] + 1;
  x[i] = sum;
}
// STORED: values.cl:[[@LINE-2]]:3: error: a value that is stored in global memory depends on memory that was never written [uninitialized]
// STORED: values.cl:[[@LINE-4]]:14: note: it was read here
// STORED: work-item (7, 0, 0) of work-group (0, 0, 0){{$}}

// A variable has no value when its scope is entered again.
kernel void again(global uint *x) {
  for (uint i = 0; i < 2; i++) {
    uint n;
    if (i == 0)
      n = 5;
    x[i] = n;
  }
}
// AGAIN: values.cl:[[@LINE-3]]:5: error: a value that is stored in global memory depends on memory that was never written

kernel void divide(global int *x) { x[get_global_id(0)] = 10 / x[get_global_id(0)]; }
// DIVIDE: values.cl:[[@LINE-1]]:59: error: division by zero [division]
// DIVIDE: work-item (0, 0, 0)

kernel void divide_least(global int *x) { x[0] = (-2147483647 - 1) / x[0]; }
// LEAST: error: overflow in signed division [division]

kernel void overflow(global int *x) { x[get_global_id(0)] += 1; }
// OVERFLOW: error: 2147483647 + 1 does not fit a signed integer of 32 bits [signed-overflow]
// OVERFLOW: work-item (0, 0, 0) of work-group (0, 0, 0), and once more

kernel void convert(global int *x, float f) { x[0] = f; }
// CONVERT: error: 3000000000 does not fit a signed integer of 32 bits [float-conversion]

kernel void nan(global float *x) { x[0] = (x[0] + 1) / x[0]; }
// NAN: error: the result is inf, of 1 and 0 [not-finite]

// Members, but not the bytes between them.
struct padded {
  uchar small;
  uint large, other;
};
kernel void copied(global struct padded *x) {
  struct padded a, b;
  a.small = 1;
  a.large = 2;
  a.other = 3;
  x[0] = a;
  b.small = b.other = 1;
  x[1] = b;
}
// COPIED: values.cl:[[@LINE-2]]:{{[0-9]+}}: error: byte 4 of variable 'b', which is copied to global memory, was never written [uninitialized]
// COPIED: 1 finding

kernel void two(global int *x) {
  x[4] = 1;
  x[get_global_id(0)] = 1 / x[get_global_id(0)];
}
// TWO: values.cl:[[@LINE-3]]:3: error: write of 4 bytes at offset 16
// TWO: and 3 times more
// TWO: values.cl:[[@LINE-4]]:{{[0-9]+}}: error: division by zero
// TWO: 2 findings
// ONE: error: write of 4 bytes
// ONE-NOT: division
// ONE: 1 finding
