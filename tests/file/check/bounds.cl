// Accesses outside of the object that the pointer was made from, even where there is another object.
// RUN: not wavec check %s --kernel buffer --global 64 --local 64 --arg 'buf:u32[63]' 2>&1 | FileCheck %s --check-prefix=BUFFER
// RUN: not wavec check %s --kernel before --global 64 --local 64 --arg 'buf:u32[64]' --arg 'buf:u32[64]' 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: not wavec check %s --kernel private_array --global 1 --local 1 --arg 'buf:u32[1]' --arg u32:4 2>&1 | FileCheck %s --check-prefix=PRIVATE
// RUN: not wavec check %s --kernel neighbour --global 1 --local 1 --arg 'buf:u32[1]' --arg u32:20 2>&1 | FileCheck %s --check-prefix=NEIGHBOUR
// RUN: not wavec check %s --kernel local_array --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: not wavec check %s --kernel local_argument --global 4 --local 4 --arg local:12 --arg local:64 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not wavec check %s --kernel member --global 1 --local 1 --arg 'buf:u32[5]' --arg u32:3 2>&1 | FileCheck %s --check-prefix=MEMBER
// RUN: not wavec check %s --kernel inner --global 1 --local 1 --arg 'buf:u32[1]' --arg u32:4 2>&1 | FileCheck %s --check-prefix=INNER
// RUN: not wavec check %s --kernel called --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: not wavec check %s --kernel library --global 2 --local 2 --arg 'buf:f32[7]' 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: not wavec check %s --kernel table --global 1 --local 1 --arg 'buf:u32[1]' --arg u32:3 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: not wavec check %s --kernel block --global 1 --local 1 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=BLOCK

kernel void buffer(global uint *x) { x[get_global_id(0)] = 1; }
// BUFFER: bounds.cl:[[@LINE-1]]:38: error: write of 4 bytes at offset 252 of argument 'x', which has 252 bytes [out-of-bounds]
// BUFFER-NEXT: kernel void buffer(
// BUFFER-NEXT: ^
// BUFFER-NEXT: wavec: note: work-item (63, 0, 0) of work-group (0, 0, 0)
// BUFFER-NEXT: wavec: note: 1 finding

kernel void before(global uint *x, global uint *y) { x[0] = y[(int)get_global_id(0) - 1]; }
// BEFORE: bounds.cl:[[@LINE-1]]:61: error: read of 4 bytes 4 bytes before argument 'y' of 256 bytes [out-of-bounds]
// BEFORE: wavec: note: work-item (0, 0, 0)

kernel void private_array(global uint *x, uint n) {
  uint a[4] = {1, 2, 3, 4};
  x[0] = a[n];
}
// PRIVATE: bounds.cl:[[@LINE-2]]:10: error: read of 4 bytes at offset 16 of variable 'a', which has 16 bytes [out-of-bounds]
// PRIVATE: bounds.cl:[[@LINE-4]]:8: note: it is declared here

// Far enough to be inside of another variable.
kernel void neighbour(global uint *x, uint n) {
  uint a[4] = {1, 2, 3, 4};
  uint b[64];
  for (uint i = 0; i < 64; i++)
    b[i] = i;
  x[0] = a[n] + b[3];
}
// NEIGHBOUR: bounds.cl:[[@LINE-2]]:10: error: read of 4 bytes at offset 80 of variable 'a', which has 16 bytes [out-of-bounds]

kernel void local_array(global uint *x) {
  local uint a[4], b[4];
  uint i = get_local_id(0);
  a[i] = i;
  b[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  x[i] = a[i + 1];
}
// LOCAL: bounds.cl:[[@LINE-2]]:10: error: read of 4 bytes at offset 16 of local variable 'a', which has 16 bytes [out-of-bounds]

kernel void local_argument(local uint *a, local uint *b) { a[get_local_id(0)] = b[0] = 1; }
// ARGUMENT: error: write of 4 bytes at offset 12 of argument 'a', which has 12 bytes [out-of-bounds]

struct s {
  uint before;
  uint array[3];
  uint after;
};

kernel void member(global struct s *x, uint n) { x->array[n] = 1; }
// MEMBER: error: write of 4 bytes at offset 12 of an array of 12 bytes inside of argument 'x' [out-of-bounds]

kernel void inner(global uint *x, uint n) {
  uint a[4][4];
  for (uint i = 0; i < 16; i++)
    a[i / 4][i % 4] = i;
  x[0] = a[1][n];
}
// INNER: bounds.cl:[[@LINE-2]]:10: error: read of 4 bytes at offset 16 of an array of 16 bytes inside of variable 'a' [out-of-bounds]

void set(global uint *p, uint i) { p[i] = i; }
void fill(global uint *p) {
  for (uint i = 0; i < 2; i++)
    set(p, i);
}
kernel void called(global uint *x) { fill(x); }
// CALLED: bounds.cl:[[@LINE-6]]:36: error: write of 4 bytes at offset 4 of argument 'x', which has 4 bytes [out-of-bounds]
// CALLED: bounds.cl:[[@LINE-4]]:5: note: in 'set', called here
// CALLED: bounds.cl:[[@LINE-3]]:38: note: in 'fill', called here

kernel void library(global float *x) { vstore4((float4)(1), get_global_id(0), x); }
// LIBRARY: bounds.cl:[[@LINE-1]]:40: error: write of 16 bytes at offset 16 is beyond the end of argument 'x', which has 28 bytes [out-of-bounds]

constant uint numbers[3] = {1, 2, 3};
kernel void table(global uint *x, uint n) { x[0] = numbers[n]; }
// TABLE: error: read of 4 bytes at offset 12 of {{.*}}numbers', which has 12 bytes [out-of-bounds]

struct big {
  uint a[8];
};
kernel void block(global struct big *x) { struct big y = *x; x->a[0] = y.a[1]; }
// BLOCK: error: read of 32 bytes at offset 0 is beyond the end of argument 'x', which has 16 bytes [out-of-bounds]
