// More values than VGPRs are kept in AGPRs, which memory instructions read and write, too; only what is computed with
// moves.
// RUN: wavec -O3 -S %s -o - | FileCheck %s
// RUN: wavec run %s --kernel reversed --global 64 --local 64 --arg buf:f32[18432]:iota --arg buf:f32[256]:zero --dump 0:4 --dump 1:4 | FileCheck %s --check-prefix=VALUES
// VALUES: 18176 18177 18178 18179
// VALUES: 73728 73737 73746 73755

// CHECK-LABEL: reversed:
// CHECK-NOT: scratch_
// CHECK: global_load_dwordx4 a[
// CHECK: global_store_dwordx4 v{{.*}}, a[
// CHECK-NOT: scratch_
// CHECK: .private_segment_fixed_size: 0
#define COUNT 72

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void reversed(global float4 *data, global float4 *sums) {
  const int id = get_local_id(0);
  float4 values[COUNT];
#pragma unroll
  for (int i = 0; i < COUNT; i++)
    values[i] = data[id + i * 64];
  barrier(CLK_GLOBAL_MEM_FENCE);
  float4 sum = 0;
#pragma unroll
  for (int i = 0; i < COUNT; i++) {
    data[id + (COUNT - 1 - i) * 64] = values[i];
    if (i % 8 == 0)
      sum += values[i];
  }
  sums[id] = sum;
}
