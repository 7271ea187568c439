// More accumulators than there are accumulation registers, two of which change places: on gfx908, where these are a file of
// their own, they are moved and spilled through a VGPR.
// RUN: wavec run %s -O2 --global 64 --local 64 --arg 'buf:u32[12800]:iota' --arg i32:3 --dump 0:8 | FileCheck %s
// RUN: wavec run %s -mcpu=gfx908 -O0 --global 64 --local 64 --arg 'buf:u32[12800]:iota' --arg i32:3 --dump 0:8 | FileCheck %s
// RUN: wavec run %s -mcpu=gfx908 -O2 --global 64 --local 64 --arg 'buf:u32[12800]:iota' --arg i32:3 --dump 0:8 | FileCheck %s
// RUN: wavec %s -mcpu=gfx908 -O2 -S -o - | FileCheck %s --check-prefix=SPILL
// CHECK: 2288885360 2121559376 1954233392 1786907408 1619581424 1452255440 1284929456 1117603472
// SPILL: v_accvgpr_read_b32 v255, a{{[0-9]+}}
// SPILL-NEXT: s_nop 1
// SPILL-NEXT: scratch_store_dword off, v255, s{{[0-9]+}}
// SPILL: scratch_load_dword v255, off, s{{[0-9]+}}
// SPILL: v_accvgpr_write_b32 a{{[0-9]+}}, v255

typedef float f32x16 __attribute__((ext_vector_type(16)));
#define N 18

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global uint *p, int n) {
  uint id = get_local_id(0);
  f32x16 a[N];
#pragma unroll
  for (int i = 0; i < N; i++)
    a[i] = (f32x16)(0);
#pragma unroll 1
  for (int j = 0; j < n; j++) {
    uint sum = p[id + j];
#pragma unroll
    for (int i = 0; i < N; i++)
      a[i] = __builtin_amdgcn_mfma_f32_32x32x2f32((float)(sum & 7), (float)(id + i), a[i], 0, 0, 0);
    f32x16 t = a[0];
    a[0] = a[1];
    a[1] = t;
  }
  uint total = 0;
#pragma unroll
  for (int i = 0; i < N; i++)
#pragma unroll
    for (int l = 0; l < 16; l++)
      total = total * 3 + (uint)a[i][l];
  p[id] = total;
}
