// Images are accessed in software on every processor; what OpenCL leaves undefined of them is found.
// RUN: not wavec check %s --kernel write --global 9 --local 9 --arg image2d:rgba_float,8x4 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: wavec check %s --kernel write --global 8 --local 8 --arg image2d:rgba_float,8x4 --dump 0:32 | FileCheck %s --check-prefix=WRITTEN
// RUN: not wavec check %s --target=gfx1100 --kernel write --global 9 --local 9 --arg image2d:rgba_float,8x4 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not wavec check %s --kernel before --global 4 --local 4 --arg image1d_array:r_uint8,4x2:iota --arg 'buf:u32x4[4]' 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: not wavec check %s --kernel buffer --global 4 --local 4 --arg image1d_buffer:r_float,3 2>&1 | FileCheck %s --check-prefix=BUFFER
// RUN: not wavec check %s --kernel unaddressed --global 4 --local 4 --arg image2d:rgba_unorm8,4x4:iota --arg sampler:normalized,none --arg 'buf:f32x4[4]' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: wavec check %s --kernel unaddressed --global 4 --local 4 --arg image2d:rgba_unorm8,4x4:iota --arg sampler:normalized,clamp --arg 'buf:f32x4[4]' 2>&1 | FileCheck %s --check-prefix=RIGHT --allow-empty
// RUN: not wavec check %s --kernel unaddressed --global 4 --local 4 --arg image2d:rgba_unorm8,4x4:iota --arg sampler:unnormalized,repeat --arg 'buf:f32x4[4]' 2>&1 | FileCheck %s --check-prefix=REPEAT
// RUN: not wavec check %s --kernel literal --global 4 --local 4 --arg image3d:r_sint32,2x2x2:iota --arg 'buf:i32x4[4]' 2>&1 | FileCheck %s --check-prefix=LITERAL
// RUN: not wavec check %s --kernel integers --global 1 --local 1 --arg image2d:r_uint8,2x2 --arg sampler:normalized --arg 'buf:u32x4[1]' 2>&1 | FileCheck %s --check-prefix=INTEGERS
// RUN: not wavec check %s --kernel integers --global 1 --local 1 --arg image2d:r_uint8,2x2 --arg sampler:linear --arg 'buf:u32x4[1]' 2>&1 | FileCheck %s --check-prefix=LINEAR
// RUN: not wavec check %s --kernel integers --global 1 --local 1 --arg image2d:r_sint8,2x2 --arg sampler:clamp --arg 'buf:u32x4[1]' 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not wavec check %s --kernel race --global 4 --local 4 --arg image2d:rgba_float,8x4 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not wavec check %s --kernel integers --global 1 --local 1 --arg image2d:r_uint8,2x2:uninit --arg sampler:clamp --arg 'buf:u32x4[1]' 2>&1 | FileCheck %s --check-prefix=UNINIT
// RUN: wavec check %s --kernel blur --global 8,4 --local 8,4 --arg image2d:rgba_unorm8,8x4:iota --arg image2d:rgba_unorm8,8x4:uninit 2>&1 | FileCheck %s --check-prefix=RIGHT --allow-empty
// RUN: wavec check %s --kernel blur --target=gfx1201 -mattr=+wavefrontsize64 --global 8,4 --local 8,4 --arg image2d:rgba_unorm8,8x4:iota --arg image2d:rgba_unorm8,8x4:uninit 2>&1 | FileCheck %s --check-prefix=RIGHT --allow-empty
// RIGHT-NOT: {{.}}

kernel void write(write_only image2d_t image) { write_imagef(image, (int2)(get_global_id(0), 3), (float4)(get_global_id(0))); }
// WRITE: images.cl:[[@LINE-1]]:49: error: write at (8, 3) of argument 'image', which has 8 x 4 texels [out-of-bounds]
// WRITE: work-item (8, 0, 0) of work-group (0, 0, 0)
// WRITE: 1 finding
// WRITTEN: 0,0,0,0 0,0,0,0 1,1,1,1 2,2,2,2

kernel void before(read_only image1d_array_t image, global uint4 *x) {
  int i = get_global_id(0);
  x[i] = read_imageui(image, (int2)(i, i - 1));
}
// BEFORE: images.cl:[[@LINE-2]]:10: error: read at (0, -1) of argument 'image', which has 4 x 2 texels [out-of-bounds]
// BEFORE: and once more

kernel void buffer(write_only image1d_buffer_t image) { write_imagef(image, get_global_id(0), (float4)(1)); }
// BUFFER: error: write at (3) of argument 'image', which has 3 texels [out-of-bounds]

kernel void unaddressed(read_only image2d_t image, sampler_t s, global float4 *x) {
  int i = get_global_id(0);
  x[i] = read_imagef(image, s, (float2)(i * 0.4f, 0.5f));
}
// NONE: images.cl:[[@LINE-2]]:10: error: read at (1.2{{[0-9]*}}, 0.5) of argument 'image', which has 4 x 4 texels [out-of-bounds]
// REPEAT: images.cl:[[@LINE-3]]:10: error: the sampler of argument 'image' repeats it, but has no normalized coordinates [image-access]

constant sampler_t none = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
kernel void literal(read_only image3d_t image, global int4 *x) {
  int i = get_global_id(0);
  x[i] = read_imagei(image, none, (int4)(i, 0, 0, 0));
}
// LITERAL: error: read at (2, 0, 0) of argument 'image', which has 2 x 2 x 2 texels [out-of-bounds]

kernel void integers(read_only image2d_t image, sampler_t s, global uint4 *x) { x[0] = read_imageui(image, s, (int2)(1)); }
// INTEGERS: error: the sampler of argument 'image' has normalized coordinates, but integers are given [image-access]
// LINEAR: error: the sampler of argument 'image' has a linear filter, but integers are given [image-access]
// TYPE: error: argument 'image' is read as uint4, but its texels are signed integers [image-access]
// UNINIT: error: a value that is stored in global memory depends on memory that was never written [uninitialized]

kernel void race(write_only image2d_t image) {
  int i = get_global_id(0);
  write_imagef(image, (int2)(i / 2, 0), (float4)(i));
}
// RACE: images.cl:[[@LINE-2]]:3: error: write of byte 0 of the texels of argument 'image' races with a write by work-item (0, 0, 0) of the same work-group [data-race]

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void blur(read_only image2d_t in, write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++)
      sum += read_imagef(in, edge, at + (int2)(x, y));
  write_imagef(out, at, sum / 9);
}
