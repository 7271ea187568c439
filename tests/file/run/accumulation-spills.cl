// More values are live than there are VGPRs: the others are kept in AGPRs, unless that is disabled.
// RUN: wavec %s -O2 -S -o - | FileCheck %s
// RUN: wavec %s -O2 -S --disable accumulation-spills -o - | FileCheck %s --check-prefix=MEMORY
// RUN: wavec run %s -O0 --global 64 --local 64 --arg 'buf:u32[16640]:iota' --dump 0:8 | FileCheck %s --check-prefix=RESULT
// RUN: wavec run %s -O2 --global 64 --local 64 --arg 'buf:u32[16640]:iota' --dump 0:8 | FileCheck %s --check-prefix=RESULT
// RUN: wavec run %s -O2 --global 64 --local 64 --disable accumulation-spills --arg 'buf:u32[16640]:iota' --dump 0:8 | FileCheck %s --check-prefix=RESULT

// CHECK: v_accvgpr_write_b32
// CHECK: v_accvgpr_read_b32
// CHECK-NOT: scratch_
// CHECK: .amdhsa_next_free_vgpr {{2[6-9][0-9]|[34][0-9][0-9]}}
// CHECK: .amdhsa_accum_offset 256
// CHECK: .agpr_count: {{ *[1-9]}}
// CHECK: .private_segment_fixed_size: 0
// MEMORY: scratch_store
// MEMORY: .agpr_count: {{ *}}0

// RESULT: 241688704 158190045 74691386 4286160023 4202661364 4119162705 4035664046 3952165387

#define T 260

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global uint *p) {
  uint id = get_local_id(0);
  uint v[T];
#pragma unroll
  for (int i = 0; i < T; i++)
    v[i] = p[64 * i + id];
  barrier(CLK_GLOBAL_MEM_FENCE);
  uint sum = 0;
#pragma unroll
  for (int i = T - 1; i >= 0; i--) {
    p[64 * i + id] = sum + i;
    sum = sum * 5 + 3 * v[i];
  }
}
