// Images and samplers as arguments of `wavec run`.
// RUN: wavec run %s --kernel invert --global 3,2 --local 3,1 --arg image2d:rgba_unorm8,3x2:iota --arg image2d:bgra_unorm8,3x2 --dump 1 --dump 0:1 | FileCheck %s
// RUN: wavec run %s --kernel halfway --global 3 --local 3 --arg image1d:r_float,4:iota --arg sampler:linear,normalized,clamp_to_edge --arg buf:f32[3] --dump 2 | FileCheck %s --check-prefix=LINEAR
// RUN: wavec run %s --kernel halfway --global 3 --local 3 --arg image1d:r_float,4:iota --arg sampler:normalized --arg buf:f32[3] --dump 2 -mcpu=gfx1030 | FileCheck %s --check-prefix=NEAREST
// RUN: not wavec run %s --kernel invert --global 3,2 --local 3,1 --arg image2d:rgba_unorm8,3x2:iota --arg image3d:rgba_unorm8,3x2x1 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not wavec run %s --kernel invert --global 3,2 --local 3,1 --arg image2d:rgba_unorm8,3x2:iota --arg buf:f32[1] 2>&1 | FileCheck %s --check-prefix=BUFFER

kernel void invert(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, 1 - read_imagef(in, at));
}

kernel void halfway(read_only image1d_t in, sampler_t sampler, global float *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(in, sampler, (i + 1) / 4.0f).x;
}

// CHECK: 253,254,255,252 249,250,251,248 245,246,247,244 241,242,243,240 237,238,239,236 233,234,235,232
// CHECK-NEXT: {{^}}0,1,2,3{{$}}
// LINEAR: 0.5 1.5 2.5
// NEAREST: 1 2 3
// SHAPE: error: argument 1 ('out') is of type 'image2d_t': expected image2d:FORMAT,SIZE, found image3d:FORMAT,SIZE
// BUFFER: error: kernel 'invert': cannot launch: argument 1 ('out') is an image, not a buffer
