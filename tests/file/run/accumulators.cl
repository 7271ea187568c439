// A loop whose values need more VGPRs than there are: the accumulators of its matrix instructions are in AGPRs.
// RUN: wavec %s -O2 -S -o - | FileCheck %s
// RUN: wavec %s -O2 -S --disable accumulators -o - | FileCheck %s --check-prefix=WITHOUT
// RUN: wavec run %s -O0 --global 64 --local 64 --arg 'buf:u32[12800]:iota' --arg i32:3 --dump 0:8 | FileCheck %s --check-prefix=RESULT
// RUN: wavec run %s -O2 --global 64 --local 64 --arg 'buf:u32[12800]:iota' --arg i32:3 --dump 0:8 | FileCheck %s --check-prefix=RESULT
// RUN: wavec run %s -O2 --disable accumulators --global 64 --local 64 --arg 'buf:u32[12800]:iota' --arg i32:3 --dump 0:8 | FileCheck %s --check-prefix=RESULT
// RUN: wavec %s -mcpu=gfx908 -O2 -S -o - | FileCheck %s --check-prefix=FILE
// RUN: wavec run %s -mcpu=gfx908 -O0 --global 64 --local 64 --arg 'buf:u32[12800]:iota' --arg i32:3 --dump 0:8 | FileCheck %s --check-prefix=RESULT
// RUN: wavec run %s -mcpu=gfx908 -O2 --global 64 --local 64 --arg 'buf:u32[12800]:iota' --arg i32:3 --dump 0:8 | FileCheck %s --check-prefix=RESULT

// CHECK: v_accvgpr_write_b32 a0, 0
// CHECK-NOT: v_mfma_f32_32x32x2_f32 v[
// CHECK: v_mfma_f32_32x32x2_f32 a[0:15], {{v[0-9]+, v[0-9]+}}, a[0:15]
// CHECK: s_cbranch_scc
// CHECK-NOT: v_mfma
// CHECK: v_accvgpr_read_b32 v{{[0-9]+}}, a0
// FILE: v_accvgpr_write_b32 a{{[0-9]+}}, 0
// FILE: v_mfma_f32_32x32x2f32 a[0:15], {{v[0-9]+, v[0-9]+}}, a[0:15]
// FILE-NOT: v_accvgpr
// FILE: s_cbranch_scc
// FILE: v_accvgpr_read_b32 v{{[0-9]+}}, a0
// WITHOUT: v_mfma_f32_32x32x2_f32 v[
// WITHOUT-NOT: v_mfma_f32_32x32x2_f32 a[

// RESULT: 3602724480 411705728 1515654272 2619602816 3723551360 532532608 1636481152 2740429696

typedef float f32x16 __attribute__((ext_vector_type(16)));
#define T 100

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global uint *p, int n) {
  uint id = get_local_id(0);
  f32x16 a[8];
#pragma unroll
  for (int i = 0; i < 8; i++)
    a[i] = (f32x16)(0);
#pragma unroll 1
  for (int j = 0; j < n; j++) {
    uint v[T];
#pragma unroll
    for (int i = 0; i < T; i++)
      v[i] = p[64 * i + id];
    barrier(CLK_GLOBAL_MEM_FENCE);
    uint sum = j;
#pragma unroll
    for (int i = T - 1; i >= 0; i--) {
      p[64 * i + id] = sum + i;
      sum = sum * 5 + 3 * v[i];
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
      a[i] = __builtin_amdgcn_mfma_f32_32x32x2f32((float)(sum & 7), (float)(id + i), a[i], 0, 0, 0);
  }
  uint total = 0;
#pragma unroll
  for (int i = 0; i < 8; i++)
#pragma unroll
    for (int l = 0; l < 16; l++)
      total = total * 3 + (uint)a[i][l];
  p[id] = total;
}
