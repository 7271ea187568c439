// Builtins of RDNA 4: bytes and pairs of small floats, additions of pairs in memory, halves of barriers, the clock.
// RUN: wavec run %s --mcpu=gfx1200 -cl-std=CL2.0 --kernel bytes --global 32 --local 32 --arg 'buf:f32[4]:zero' --arg 'buf:u32[1]:zero' --dump 0:4 --dump 1:1 | FileCheck %s --check-prefix=BYTES
// RUN: wavec run %s --mcpu=gfx1200 -cl-std=CL2.0 --kernel sums --global 32 --local 32 --arg 'buf:u32[4]:zero' --dump 0:4 | FileCheck %s --check-prefix=SUMS
// RUN: wavec run %s --mcpu=gfx1200 -cl-std=CL2.0 --kernel halves --global 64 --local 64 --arg 'buf:i32[64]:zero' --dump 0:4 | FileCheck %s --check-prefix=HALVES
// RUN: wavec run %s --mcpu=gfx1200 -cl-std=CL2.0 --kernel clock --global 32 --local 32 --arg 'buf:u32[1]:zero' --dump 0:1 | FileCheck %s --check-prefix=CLOCK
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// 1, 2, -1 and 0.5 with four bits of exponent, whose bias is 7.
// BYTES: -1 0.5 1 2
// BYTES-NEXT: 3225419776
kernel void bytes(global float *x, global uint *y) {
  uint four = 0x30b84038;
  x[0] = __builtin_amdgcn_cvt_f32_fp8(four, 2);
  float2 upper = __builtin_amdgcn_cvt_pk_f32_fp8(four, 1);
  x[1] = upper.y;
  float2 lower = __builtin_amdgcn_cvt_pk_f32_fp8(four, 0);
  x[2] = lower.x;
  x[3] = lower.y;
  // 2 and -2 with five bits of exponent in the upper half.
  y[0] = __builtin_amdgcn_cvt_pk_bf8_f32(2.0f, -2.0f, 0, true);
}

// 32 times 0.5 and 1, as halves and as bfloats.
// SUMS: 1342196736 1342196736 1107313024 1107313024
kernel void sums(global half2 *x) {
  local half2 sum;
  local short2 other;
  if (get_local_id(0) == 0) {
    sum = (half2)(0.0h, 0.0h);
    other = (short2)(0, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  __builtin_amdgcn_global_atomic_fadd_v2f16(x, (half2)(0.5h, 1.0h));
  __builtin_amdgcn_ds_atomic_fadd_v2f16(&sum, (half2)(0.5h, 1.0h));
  short2 bfloats = (short2)(0x3f00, 0x3f80);
  __builtin_amdgcn_flat_atomic_fadd_v2bf16((generic short2 *)(global short2 *)(x + 2), bfloats);
  __builtin_amdgcn_ds_atomic_fadd_v2bf16(&other, bfloats);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    x[1] = sum, ((global short2 *)x)[3] = other;
}

// HALVES: 63 62 61 60
kernel void halves(global int *x) {
  local int values[64];
  int i = get_local_id(0);
  values[i] = i;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier_signal(-1);
  __builtin_amdgcn_s_barrier_wait(-1);
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  x[i] = values[63 - i];
}

// CLOCK: 1
kernel void clock(global uint *x) {
  ulong before = __builtin_readcyclecounter();
  x[0] = 0;
  ulong after = __builtin_readcyclecounter();
  x[0] = after > before;
}
