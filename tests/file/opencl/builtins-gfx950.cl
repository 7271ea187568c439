// Builtin functions that gfx950 adds.
// RUN: wavec %s -mcpu=gfx950 -O0 -emit-ll -o - | FileCheck %s

typedef unsigned int uint2_t __attribute__((ext_vector_type(2)));
typedef short short2_t __attribute__((ext_vector_type(2)));

// CHECK-LABEL: @swapped
// CHECK: [[BOTH:%.*]] = call { i32, i32 } @llvm.amdgcn.permlane16.swap({{.*}}, /*fi=*/i1 false, /*bound_ctrl=*/i1 true)
// CHECK: [[FIRST:%.*]] = extractvalue { i32, i32 } [[BOTH]], 0
// CHECK: insertelement <2 x i32> poison, i32 [[FIRST]], i32 0
// CHECK: extractvalue { i32, i32 } [[BOTH]], 1
kernel void swapped(global uint2_t *out, uint a, uint b)
{
    out[0] = __builtin_amdgcn_permlane16_swap(a, b, false, true);
}

// CHECK-LABEL: @products
// CHECK: call float @llvm.amdgcn.fdot2.f32.bf16(
// CHECK: call i16 @llvm.amdgcn.ashr.pk.i8.i32(
kernel void products(global float *out, short2_t a, short2_t b, float c, uint x, uint y)
{
    out[0] = __builtin_amdgcn_fdot2_f32_bf16(a, b, c, false);
    out[1] = __builtin_amdgcn_ashr_pk_i8_i32(x, y, 3);
}
