// Kernels with one defect each, of every kind that Oclgrind finds and of some that it does not. What Oclgrind 21.10 says of
// them (`oclgrind-kernel --data-races --uninitialized`) is recorded above each: all that it finds is found here, too.
// RUN: not wavec check %s --kernel global_read --global 4 --local 4 --arg 'buf:u32[4]' --arg 'buf:u32[3]' 2>&1 | FileCheck %s --check-prefix=GLOBAL-READ
// RUN: not wavec check %s --kernel global_before --global 4 --local 4 --arg 'buf:u32[4]' --arg i32:-1 2>&1 | FileCheck %s --check-prefix=GLOBAL-BEFORE
// RUN: not wavec check %s --kernel global_vector --global 4 --local 4 --arg 'buf:f32[12]' 2>&1 | FileCheck %s --check-prefix=GLOBAL-VECTOR
// RUN: not wavec check %s --kernel global_part --global 1 --local 1 --arg 'buf:u32[5]' 2>&1 | FileCheck %s --check-prefix=GLOBAL-PART
// RUN: not wavec check %s --kernel global_struct --global 1 --local 1 --arg 'buf:u32[7]' 2>&1 | FileCheck %s --check-prefix=GLOBAL-STRUCT
// RUN: not wavec check %s --kernel global_loop --global 1 --local 1 --arg 'buf:u32[8]' --arg u32:8 2>&1 | FileCheck %s --check-prefix=GLOBAL-LOOP
// RUN: not wavec check %s --kernel global_called --global 1 --local 1 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=GLOBAL-CALLED
// RUN: not wavec check %s --kernel local_variable --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=LOCAL-VARIABLE
// RUN: not wavec check %s --kernel local_argument --global 4 --local 4 --arg 'buf:u32[4]' --arg local:12 2>&1 | FileCheck %s --check-prefix=LOCAL-ARGUMENT
// RUN: not wavec check %s --kernel private_write --global 1 --local 1 --arg 'buf:u32[1]' --arg u32:4 2>&1 | FileCheck %s --check-prefix=PRIVATE-WRITE
// RUN: not wavec check %s --kernel private_read --global 1 --local 1 --arg 'buf:u32[1]' --arg u32:7 2>&1 | FileCheck %s --check-prefix=PRIVATE-READ
// RUN: not wavec check %s --kernel private_called --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=PRIVATE-CALLED
// RUN: not wavec check %s --kernel constant_argument --global 4 --local 4 --arg 'buf:u32[4]' --arg 'buf:u32[3]' 2>&1 | FileCheck %s --check-prefix=CONSTANT-ARGUMENT
// RUN: not wavec check %s --kernel constant_table --global 1 --local 1 --arg 'buf:u32[1]' --arg u32:3 2>&1 | FileCheck %s --check-prefix=CONSTANT-TABLE
// RUN: not wavec check %s --kernel by_value --global 1 --local 1 --arg 'buf:u32[1]' --arg u32:6 2>&1 | FileCheck %s --check-prefix=BY-VALUE
// RUN: not wavec check %s --kernel vload_after --global 1 --local 1 --arg 'buf:f32[4]' --arg 'buf:f32[7]' 2>&1 | FileCheck %s --check-prefix=VLOAD-AFTER
// RUN: not wavec check %s --kernel vstore_after --global 1 --local 1 --arg 'buf:f32[7]' 2>&1 | FileCheck %s --check-prefix=VSTORE-AFTER
// RUN: not wavec check %s --kernel vload_local --global 1 --local 1 --arg 'buf:f32[3]' 2>&1 | FileCheck %s --check-prefix=VLOAD-LOCAL
// RUN: not wavec check %s --kernel vload_private --global 1 --local 1 --arg 'buf:f32[2]' 2>&1 | FileCheck %s --check-prefix=VLOAD-PRIVATE
// RUN: not wavec check %s --kernel vload_half_after --global 1 --local 1 --arg 'buf:f32[1]' --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=VLOAD-HALF-AFTER
// RUN: not wavec check %s --kernel atomic_global --global 4 --local 4 --arg 'buf:u32[3]' 2>&1 | FileCheck %s --check-prefix=ATOMIC-GLOBAL
// RUN: not wavec check %s --kernel atomic_local --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=ATOMIC-LOCAL
// RUN: not wavec check %s --kernel atomic_exchange --global 1 --local 1 --arg 'buf:u32[2]' 2>&1 | FileCheck %s --check-prefix=ATOMIC-EXCHANGE
// RUN: not wavec check %s --kernel copy_from --global 4 --local 4 --arg 'buf:u32[7]' --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=COPY-FROM
// RUN: not wavec check %s --kernel copy_to --global 4 --local 4 --arg 'buf:u32[7]' 2>&1 | FileCheck %s --check-prefix=COPY-TO
// RUN: not wavec check %s --kernel copy_strided --global 4 --local 4 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=COPY-STRIDED
// RUN: not wavec check %s --kernel struct_copy --global 1 --local 1 --arg 'buf:u32[7]' --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=STRUCT-COPY
// RUN: not wavec check %s --kernel null_read --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=NULL-READ
// RUN: not wavec check %s --kernel null_write --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=NULL-WRITE
// RUN: not wavec check %s --kernel misaligned_cast --global 1 --local 1 --arg 'buf:u8[16]' 2>&1 | FileCheck %s --check-prefix=MISALIGNED-CAST
// RUN: not wavec check %s --kernel misaligned_vector --global 1 --local 1 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=MISALIGNED-VECTOR
// RUN: not wavec check %s --kernel misaligned_vload --global 1 --local 1 --arg 'buf:u8[32]' 2>&1 | FileCheck %s --check-prefix=MISALIGNED-VLOAD
// RUN: not wavec check %s --kernel constant_write --global 1 --local 1 --arg 'buf:u32[1]' --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=CONSTANT-WRITE
// RUN: not wavec check %s --kernel race_global --global 4 --local 4 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=RACE-GLOBAL
// RUN: not wavec check %s --kernel race_read --global 4 --local 4 --arg 'buf:u32[5]' 2>&1 | FileCheck %s --check-prefix=RACE-READ
// RUN: not wavec check %s --kernel race_groups --global 4 --local 2 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=RACE-GROUPS
// RUN: not wavec check %s --kernel race_across_barrier --global 4 --local 2 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=RACE-ACROSS-BARRIER
// RUN: not wavec check %s --kernel race_local --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=RACE-LOCAL
// RUN: not wavec check %s --kernel race_before_write --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=RACE-BEFORE-WRITE
// RUN: not wavec check %s --kernel race_atomic_plain --global 4 --local 4 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=RACE-ATOMIC-PLAIN
// RUN: not wavec check %s --kernel race_bytes --global 4 --local 4 --arg 'buf:u8[4]' 2>&1 | FileCheck %s --check-prefix=RACE-BYTES
// RUN: not wavec check %s --kernel race_vector --global 4 --local 4 --arg 'buf:u32[8]' 2>&1 | FileCheck %s --check-prefix=RACE-VECTOR
// RUN: not wavec check %s --kernel race_reduction --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=RACE-REDUCTION
// RUN: not wavec check %s --kernel race_copy --global 4 --local 4 --arg 'buf:u32[4]' --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=RACE-COPY
// RUN: not wavec check %s --kernel barrier_if --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=BARRIER-IF
// RUN: not wavec check %s --kernel barrier_loop --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=BARRIER-LOOP
// RUN: not wavec check %s --kernel barrier_return --global 4 --local 4 --arg 'buf:u32[4]' --arg u32:3 2>&1 | FileCheck %s --check-prefix=BARRIER-RETURN
// RUN: not wavec check %s --kernel barrier_sides --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=BARRIER-SIDES
// RUN: not wavec check %s --kernel copy_if --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=COPY-IF
// RUN: not wavec check %s --kernel copy_sizes --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=COPY-SIZES
// RUN: not wavec check %s --kernel uninit_store --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=UNINIT-STORE
// RUN: not wavec check %s --kernel uninit_array --global 1 --local 1 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=UNINIT-ARRAY
// RUN: not wavec check %s --kernel uninit_branch --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=UNINIT-BRANCH
// RUN: not wavec check %s --kernel uninit_index --global 1 --local 1 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=UNINIT-INDEX
// RUN: not wavec check %s --kernel uninit_local --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=UNINIT-LOCAL
// RUN: not wavec check %s --kernel uninit_local_argument --global 4 --local 4 --arg 'buf:u32[4]' --arg local:16 2>&1 | FileCheck %s --check-prefix=UNINIT-LOCAL-ARGUMENT
// RUN: not wavec check %s --kernel uninit_member --global 1 --local 1 --arg 'buf:u32[2]' 2>&1 | FileCheck %s --check-prefix=UNINIT-MEMBER
// RUN: not wavec check %s --kernel uninit_arithmetic --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=UNINIT-ARITHMETIC
// RUN: not wavec check %s --kernel uninit_vector --global 1 --local 1 --arg 'buf:f32[4]' 2>&1 | FileCheck %s --check-prefix=UNINIT-VECTOR
// RUN: not wavec check %s --kernel uninit_atomic --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=UNINIT-ATOMIC
// RUN: not wavec check %s --kernel uninit_loop --global 1 --local 1 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=UNINIT-LOOP
// RUN: not wavec check %s --kernel after_function --global 1 --local 1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=AFTER-FUNCTION
// RUN: not wavec check %s --kernel division_by_zero --global 1 --local 1 --arg 'buf:i32[1]' --arg i32:0 2>&1 | FileCheck %s --check-prefix=DIVISION-BY-ZERO
// RUN: not wavec check %s --kernel never_ends --global 1 --local 1 --arg 'buf:u32[1]' --arg u32:1 --max-steps 100000 2>&1 | FileCheck %s --check-prefix=NEVER-ENDS

// Oclgrind: Invalid read of size 4 at global memory
kernel void global_read(global uint *x, global uint *y) { x[get_global_id(0)] = y[get_global_id(0)]; }
// GLOBAL-READ: planted.cl:[[@LINE-1]]:81: error: read of 4 bytes at offset 12 of argument 'y', which has 12 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 4 at global memory
kernel void global_before(global uint *x, int n) { x[(int)get_global_id(0) + n] = 1; }
// GLOBAL-BEFORE: planted.cl:[[@LINE-1]]:52: error: write of 4 bytes 4 bytes before argument 'x' of 16 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 16 at global memory
kernel void global_vector(global float4 *x) { x[get_global_id(0)] = (float4)(1); }
// GLOBAL-VECTOR: planted.cl:[[@LINE-1]]:47: error: write of 16 bytes at offset 48 of argument 'x', which has 48 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 8 at global memory
kernel void global_part(global ulong *x) { x[2] = 1; }
// GLOBAL-PART: planted.cl:[[@LINE-1]]:44: error: write of 8 bytes at offset 16 is beyond the end of argument 'x', which has 20 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 4 at global memory
struct pair { uint a, b; };
kernel void global_struct(global struct pair *x) { x[3].b = 1; }
// GLOBAL-STRUCT: planted.cl:[[@LINE-1]]:52: error: write of 4 bytes at offset 28 of argument 'x', which has 28 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 4 at global memory
kernel void global_loop(global uint *x, uint n) { for (uint i = 0; i <= n; i++) x[i] = i; }
// GLOBAL-LOOP: planted.cl:[[@LINE-1]]:81: error: write of 4 bytes at offset 32 of argument 'x', which has 32 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 4 at global memory
static void put(global uint *x, uint i) { x[i] = 1; }
kernel void global_called(global uint *x) { put(x, 4); }
// GLOBAL-CALLED: planted.cl:[[@LINE-2]]:43: error: write of 4 bytes at offset 16 of argument 'x', which has 16 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 4 at local memory
kernel void local_variable(global uint *x) {
  local uint a[4];
  a[get_local_id(0) + 1] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_local_id(0)] = a[1];
}
// LOCAL-VARIABLE: planted.cl:[[@LINE-4]]:3: error: write of 4 bytes at offset 16 of local variable 'a', which has 16 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 4 at local memory
kernel void local_argument(global uint *x, local uint *a) { a[get_local_id(0)] = 1; x[get_local_id(0)] = a[get_local_id(0)]; }
// LOCAL-ARGUMENT: planted.cl:[[@LINE-1]]:61: error: write of 4 bytes at offset 12 of argument 'a', which has 12 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 4 at private memory
kernel void private_write(global uint *x, uint n) {
  uint a[4] = {0};
  a[n] = 1;
  x[0] = a[0];
}
// PRIVATE-WRITE: planted.cl:[[@LINE-3]]:3: error: write of 4 bytes at offset 16 of variable 'a', which has 16 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 4 at global memory
kernel void private_read(global uint *x, uint n) {
  uint a[4] = {1, 2, 3, 4};
  x[0] = a[n];
}
// PRIVATE-READ: planted.cl:[[@LINE-2]]:10: error: read of 4 bytes at offset 28 of variable 'a', which has 16 bytes [out-of-bounds]

// Oclgrind: nothing
static uint last(uint *a, uint n) { return a[n]; }
kernel void private_called(global uint *x) {
  uint a[3] = {1, 2, 3};
  x[0] = last(a, 3);
}
// PRIVATE-CALLED: planted.cl:[[@LINE-5]]:44: error: read of 4 bytes at offset 12 of variable 'a', which has 12 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 4 at global memory
kernel void constant_argument(global uint *x, constant uint *t) { x[get_global_id(0)] = t[get_global_id(0)]; }
// CONSTANT-ARGUMENT: planted.cl:[[@LINE-1]]:89: error: read of 4 bytes at offset 12 of argument 't', which has 12 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 4 at global memory
constant uint primes[3] = {2, 3, 5};
kernel void constant_table(global uint *x, uint n) { x[0] = primes[n]; }
// CONSTANT-TABLE: planted.cl:[[@LINE-1]]:61: error: read of 4 bytes at offset 12 of global variable '@primes', which has 12 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 4 at global memory
typedef struct { uint v[4]; } four;
kernel void by_value(global uint *x, uint n) {
  four f = {{1, 2, 3, 4}};
  x[0] = f.v[n];
}
// BY-VALUE: planted.cl:[[@LINE-2]]:10: error: read of 4 bytes at offset 24 of variable 'f', which has 16 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 16 at global memory
kernel void vload_after(global float *x, global float *y) { vstore4(vload4(1, y), 0, x); }
// VLOAD-AFTER: planted.cl:[[@LINE-1]]:69: error: read of 16 bytes at offset 16 is beyond the end of argument 'y', which has 28 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 16 at global memory
kernel void vstore_after(global float *x) { vstore4((float4)(1), 1, x); }
// VSTORE-AFTER: planted.cl:[[@LINE-1]]:45: error: write of 16 bytes at offset 16 is beyond the end of argument 'x', which has 28 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 12 at local memory
kernel void vload_local(global float *x) {
  local float a[4];
  a[0] = a[1] = a[2] = a[3] = 1;
  vstore3(vload3(1, a), 0, x);
}
// VLOAD-LOCAL: planted.cl:[[@LINE-2]]:11: error: read of 12 bytes at offset 12 is beyond the end of local variable 'a', which has 16 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 8 at private memory
kernel void vload_private(global float *x) {
  float a[3] = {1, 2, 3};
  vstore2(vload2(1, a), 0, x);
}
// VLOAD-PRIVATE: planted.cl:[[@LINE-2]]:11: error: read of 8 bytes at offset 8 is beyond the end of variable 'a', which has 12 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 2 at global memory
kernel void vload_half_after(global float *x, global half *h) { x[0] = vload_half(2, h); }
// VLOAD-HALF-AFTER: planted.cl:[[@LINE-1]]:72: error: read of 2 bytes at offset 4 of argument 'h', which has 4 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 4 at global memory
kernel void atomic_global(global uint *x) { atomic_inc(&x[get_global_id(0)]); }
// ATOMIC-GLOBAL: planted.cl:[[@LINE-1]]:45: error: atomic read of 4 bytes at offset 12 of argument 'x', which has 12 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 4 at local memory
kernel void atomic_local(global uint *x) {
  local uint a[2];
  a[0] = a[1] = 0;
  atomic_add(&a[2], 1);
  x[0] = a[0];
}
// ATOMIC-LOCAL: planted.cl:[[@LINE-3]]:3: error: atomic read of 4 bytes at offset 8 of local variable 'a', which has 8 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 4 at global memory
kernel void atomic_exchange(global uint *x) { atomic_cmpxchg(x + 2, 0, 1); }
// ATOMIC-EXCHANGE: planted.cl:[[@LINE-1]]:47: error: atomic read of 4 bytes at offset 8 of argument 'x', which has 8 bytes [out-of-bounds]

// Oclgrind: Uninitialized value written to local memory address 0x100000000001c
kernel void copy_from(global uint *y, global uint *x) {
  local uint a[8];
  event_t e = async_work_group_copy(a, y, 8, 0);
  wait_group_events(1, &e);
  x[get_local_id(0)] = a[get_local_id(0)];
}
// COPY-FROM: planted.cl:[[@LINE-4]]:15: error: read of 4 bytes at offset 28 of argument 'y', which has 28 bytes [out-of-bounds]

// Oclgrind: Invalid write of size 4 at global memory
kernel void copy_to(global uint *x) {
  local uint a[8];
  a[get_local_id(0)] = a[get_local_id(0) + 4] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(x, a, 8, 0);
  wait_group_events(1, &e);
}
// COPY-TO: planted.cl:[[@LINE-3]]:15: error: write of 4 bytes at offset 28 of argument 'x', which has 28 bytes [out-of-bounds]

// Oclgrind: Uninitialized value written to global memory address 0x1000000000018
kernel void copy_strided(global uint *x) {
  local uint a[4];
  a[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(x, a, 4, 3, 0);
  wait_group_events(1, &e);
}
// COPY-STRIDED: planted.cl:[[@LINE-3]]:15: error: write of 4 bytes at offset 36 of argument 'x', which has 32 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 16 at global memory
typedef struct { uint v[4]; } block;
kernel void struct_copy(global block *y, global block *x) { x[0] = y[1]; }
// STRUCT-COPY: planted.cl:[[@LINE-1]]:61: error: read of 16 bytes at offset 16 is beyond the end of argument 'y', which has 28 bytes [out-of-bounds]

// Oclgrind: Invalid read of size 4 at global memory
kernel void null_read(global uint *x) {
  global uint *y = x[0] ? x : (global uint *)0;
  x[0] = *y;
}
// NULL-READ: planted.cl:[[@LINE-2]]:10: error: read of 4 bytes through a null pointer [null-pointer]

// Oclgrind: Invalid write of size 4 at global memory
kernel void null_write(global uint *x) {
  global uint *y = x[0] ? x : (global uint *)0;
  y[0] = 1;
}
// NULL-WRITE: planted.cl:[[@LINE-2]]:3: error: write of 4 bytes through a null pointer [null-pointer]

// Oclgrind: Invalid memory store - source pointer is not aligned to the pointed type
kernel void misaligned_cast(global uchar *x) { *(global uint *)(x + 1) = 1; }
// MISALIGNED-CAST: planted.cl:[[@LINE-1]]:48: error: write of 4 bytes at offset 1 of argument 'x' is not aligned to 4 bytes [misaligned]

// Oclgrind: Invalid memory store - source pointer is not aligned to the pointed type
kernel void misaligned_vector(global uint *x) { *(global uint4 *)(x + 1) = (uint4)(1); }
// MISALIGNED-VECTOR: planted.cl:[[@LINE-1]]:49: error: write of 16 bytes at offset 4 of argument 'x' is not aligned to 16 bytes [misaligned]

// Oclgrind: nothing
kernel void misaligned_vload(global uchar *x) { vstore2((uint2)(1), 0, (global uint *)(x + 2)); }
// MISALIGNED-VLOAD: planted.cl:[[@LINE-1]]:49: error: write of 8 bytes at offset 2 of argument 'x' is not aligned to 4 bytes [misaligned]

// Oclgrind: nothing
kernel void constant_write(global uint *x, constant uint *t) {
  uint *y = (uint *)(size_t)t;
  x[0] = t[0];
  *(global uint *)(size_t)t = 2;
}
// CONSTANT-WRITE: planted.cl:[[@LINE-2]]:3: error: write to argument 't', which is constant [read-only]

// Oclgrind: Write-write data race at global memory
kernel void race_global(global uint *x) { x[0] = get_global_id(0); }
// RACE-GLOBAL: planted.cl:[[@LINE-1]]:43: error: write of byte 0 of argument 'x' races with a write by work-item (0, 0, 0) of the same work-group [data-race]

// Oclgrind: Read-write data race at global memory
kernel void race_read(global uint *x) { x[get_global_id(0)] = x[get_global_id(0) + 1]; }
// RACE-READ: planted.cl:[[@LINE-1]]:41: error: write of byte 4 of argument 'x' races with a read by work-item (0, 0, 0) of the same work-group [data-race]

// Oclgrind: Write-write data race at global memory
kernel void race_groups(global uint *x) {
  if (get_local_id(0) == 0) x[0] = get_group_id(0);
}
// RACE-GROUPS: planted.cl:[[@LINE-2]]:29: error: write of byte 0 of argument 'x' races with a write by work-item (0, 0, 0) of another work-group [data-race]

// Oclgrind: Read-write data race at global memory
kernel void race_across_barrier(global uint *x) {
  uint i = get_global_id(0);
  x[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  uint v = x[3 - i];
  if (v == 9) x[i] = 1;
}
// RACE-ACROSS-BARRIER: planted.cl:[[@LINE-5]]:3: error: write of byte 8 of argument 'x' races with a read by work-item (1, 0, 0) of another work-group [data-race]

// Oclgrind: Uninitialized value written to global memory address 0x1000000000000
kernel void race_local(global uint *x) {
  local uint a[4];
  uint i = get_local_id(0);
  a[i] = i;
  x[i] = a[3 - i];
}
// RACE-LOCAL: planted.cl:[[@LINE-3]]:3: error: write of byte 8 of local variable 'a' races with a read by work-item (1, 0, 0) of the same work-group [data-race]

// Oclgrind: Read-write data race at local memory
kernel void race_before_write(global uint *x) {
  local uint a[4];
  uint i = get_local_id(0);
  a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint v = a[3 - i];
  a[i] = v;
  x[i] = a[i];
}
// RACE-BEFORE-WRITE: planted.cl:[[@LINE-4]]:12: error: read of byte 4 of local variable 'a' races with a write by work-item (1, 0, 0) of the same work-group [data-race]

// Oclgrind: Read-write data race at global memory
kernel void race_atomic_plain(global uint *x) {
  if (get_global_id(0) == 0) x[0] = 1;
  else atomic_inc(x);
}
// RACE-ATOMIC-PLAIN: planted.cl:[[@LINE-2]]:8: error: read of byte 0 of argument 'x' races with a write by work-item (0, 0, 0) of the same work-group [data-race]

// Oclgrind: Write-write data race at global memory
kernel void race_bytes(global uchar *x) { x[get_global_id(0) / 2] = get_global_id(0); }
// RACE-BYTES: planted.cl:[[@LINE-1]]:43: error: write of byte 0 of argument 'x' races with a write by work-item (0, 0, 0) of the same work-group [data-race]

// Oclgrind: Write-write data race at global memory
kernel void race_vector(global uint *x) { vstore4((uint4)(get_global_id(0)), 0, x + get_global_id(0)); }
// RACE-VECTOR: planted.cl:[[@LINE-1]]:43: error: write of byte 4 of argument 'x' races with a write by work-item (0, 0, 0) of the same work-group [data-race]

// Oclgrind: Read-write data race at local memory
kernel void race_reduction(global uint *x) {
  local uint a[4];
  uint i = get_local_id(0);
  a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 2; s > 0; s /= 2)
    if (i < s) a[i] += a[i + s];
  x[i] = a[i];
}
// RACE-REDUCTION: planted.cl:[[@LINE-3]]:16: error: write of byte 4 of local variable 'a' races with a read by work-item (0, 0, 0) of the same work-group [data-race]

// Oclgrind: Read-write data race at local memory
kernel void race_copy(global uint *y, global uint *x) {
  local uint a[4];
  event_t e = async_work_group_copy(a, y, 4, 0);
  x[get_local_id(0)] = a[get_local_id(0)];
  wait_group_events(1, &e);
}
// RACE-COPY: planted.cl:[[@LINE-3]]:24: error: read of byte 0 of local variable 'a' races with a write by work-item (0, 0, 0) of the same work-group, a copy that is not waited for [data-race]

// Oclgrind: Work-group divergence detected (barrier)
kernel void barrier_if(global uint *x) {
  if (get_local_id(0) < 2) barrier(CLK_LOCAL_MEM_FENCE);
  x[get_local_id(0)] = 1;
}
// BARRIER-IF: planted.cl:[[@LINE-3]]:28: error: only 2 of 4 work-items of work-group (0, 0, 0) reached the barrier [divergent-barrier]

// Oclgrind: Work-group divergence detected (barrier)
kernel void barrier_loop(global uint *x) {
  for (uint i = 0; i < get_local_id(0); i++) barrier(CLK_LOCAL_MEM_FENCE);
  x[get_local_id(0)] = 1;
}
// BARRIER-LOOP: planted.cl:[[@LINE-3]]:46: error: only 3 of 4 work-items of work-group (0, 0, 0) reached the barrier [divergent-barrier]

// Oclgrind: Work-group divergence detected (barrier)
kernel void barrier_return(global uint *x, uint n) {
  if (get_global_id(0) >= n) return;
  barrier(CLK_GLOBAL_MEM_FENCE);
  x[get_global_id(0)] = 1;
}
// BARRIER-RETURN: planted.cl:[[@LINE-3]]:3: error: only 3 of 4 work-items of work-group (0, 0, 0) reached the barrier [divergent-barrier]

// Oclgrind: nothing
kernel void barrier_sides(global uint *x) {
  if (get_local_id(0) == 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  x[get_local_id(0)] = 1;
}
// BARRIER-SIDES: planted.cl:[[@LINE-6]]:5: error: only 1 of 4 work-items of work-group (0, 0, 0) reached the barrier [divergent-barrier]

// Oclgrind: Work-group divergence detected (barrier)
kernel void copy_if(global uint *x) {
  local uint a[4];
  event_t e = 0;
  if (get_local_id(0) < 2) e = async_work_group_copy(a, x, 4, 0);
  wait_group_events(1, &e);
}
// COPY-IF: planted.cl:[[@LINE-3]]:32: error: work-item (2, 0, 0) does not make the copy of work-item (0, 0, 0) [divergent-copy]

// Oclgrind: Work-group divergence detected (async copy)
kernel void copy_sizes(global uint *x) {
  local uint a[4];
  event_t e = async_work_group_copy(a, x, get_local_id(0) + 1, 0);
  wait_group_events(1, &e);
}
// COPY-SIZES: planted.cl:[[@LINE-3]]:15: error: work-item (1, 0, 0) makes the copy of work-item (0, 0, 0) with other arguments [divergent-copy]

// Oclgrind: nothing
kernel void uninit_store(global uint *x) {
  uint v;
  uint *p = &v;
  x[0] = *p;
}
// UNINIT-STORE: planted.cl:[[@LINE-2]]:3: error: a value that is stored in global memory depends on memory that was never written [uninitialized]

// Oclgrind: Uninitialized value written to global memory address 0x100000000000c
kernel void uninit_array(global uint *x) {
  uint a[4];
  for (uint i = 0; i < 3; i++) a[i] = i;
  for (uint i = 0; i < 4; i++) x[i] = a[i];
}
// UNINIT-ARRAY: planted.cl:[[@LINE-2]]:32: error: a value that is stored in global memory depends on memory that was never written [uninitialized]

// Oclgrind: nothing
kernel void uninit_branch(global uint *x) {
  uint a[2];
  a[0] = x[0];
  if (a[1]) x[0] = 2;
}
// UNINIT-BRANCH: planted.cl:[[@LINE-2]]:7: error: the condition of a branch depends on memory that was never written [uninitialized]

// Oclgrind: nothing
kernel void uninit_index(global uint *x) {
  uint a[2];
  a[0] = 1;
  x[a[1] & 3] = a[0];
}
// UNINIT-INDEX: planted.cl:[[@LINE-2]]:3: error: an address depends on memory that was never written [uninitialized]

// Oclgrind: Uninitialized value written to global memory address 0x100000000000c
kernel void uninit_local(global uint *x) {
  local uint a[8];
  a[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_local_id(0)] = a[get_local_id(0) + 1];
}
// UNINIT-LOCAL: planted.cl:[[@LINE-2]]:3: error: a value that is stored in global memory depends on memory that was never written [uninitialized]

// Oclgrind: Uninitialized value written to global memory address 0x1000000000000
kernel void uninit_local_argument(global uint *x, local uint *a) { x[get_local_id(0)] = a[get_local_id(0)]; }
// UNINIT-LOCAL-ARGUMENT: planted.cl:[[@LINE-1]]:68: error: a value that is stored in global memory depends on memory that was never written [uninitialized]

// Oclgrind: nothing
typedef struct { uint a, b; } two;
kernel void uninit_member(global two *x) {
  two t;
  t.a = 1;
  x[0] = t;
}
// UNINIT-MEMBER: planted.cl:[[@LINE-2]]:3: error: byte 4 of variable 't', which is copied to global memory, was never written [uninitialized]

// Oclgrind: nothing
kernel void uninit_arithmetic(global uint *x) {
  uint a[2];
  a[0] = 3;
  uint v = a[0] * 2 + a[1];
  x[0] = v;
}
// UNINIT-ARITHMETIC: planted.cl:[[@LINE-2]]:3: error: a value that is stored in global memory depends on memory that was never written [uninitialized]

// Oclgrind: nothing
kernel void uninit_vector(global float4 *x) {
  float4 v[2];
  v[0] = (float4)(1);
  v[1].x = 2;
  x[0] = v[0] + v[1];
}
// UNINIT-VECTOR: planted.cl:[[@LINE-2]]:3: error: a value that is stored in global memory depends on memory that was never written [uninitialized]

// Oclgrind: Uninitialized value written to global memory address 0x1000000000000
kernel void uninit_atomic(global uint *x) {
  uint a[2];
  a[0] = 1;
  atomic_add(x, a[1]);
}
// UNINIT-ATOMIC: planted.cl:[[@LINE-2]]:3: error: a value that is stored in global memory depends on memory that was never written [uninitialized]

// Oclgrind: nothing
kernel void uninit_loop(global uint *x) {
  uint a[2];
  a[0] = 0;
  for (uint i = a[0]; i < (a[1] & 3); i++) x[i] = 1;
}
// UNINIT-LOOP: planted.cl:[[@LINE-2]]:23: error: the condition of a branch depends on memory that was never written [uninitialized]

// Oclgrind: nothing
static uint *leak(void) {
  uint v = 1;
  uint *p = &v;
  return p;
}
kernel void after_function(global uint *x) { x[0] = *leak(); }
// AFTER-FUNCTION: planted.cl:[[@LINE-1]]:53: error: read of variable 'v' of a function that has returned [use-after-scope]

// Oclgrind: nothing
kernel void division_by_zero(global int *x, int n) { x[0] = 5 / n; }
// DIVISION-BY-ZERO: planted.cl:[[@LINE-1]]:61: error: division by zero [division]

// Oclgrind: (does not end)
kernel void never_ends(global volatile uint *x, uint n) { while (n) x[0] = n; }
// NEVER-ENDS: planted.cl:[[@LINE-1]]:66: error: more than 100000 operations executed [endless-loop]
