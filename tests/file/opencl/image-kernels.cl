// Kernels as programs for photographs, vision and neural networks have them compile for every processor.
// RUN: wavec %s -mcpu=gfx900 -S --verify-each -o - | FileCheck %s --check-prefixes=CHECK,GFX9
// RUN: wavec %s -mcpu=gfx908 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX9
// RUN: wavec %s -mcpu=gfx90a -S -o - | FileCheck %s --check-prefixes=CHECK,SOFTWARE
// RUN: wavec %s -mcpu=gfx942 -S --verify-each -o - | FileCheck %s --check-prefixes=CHECK,SOFTWARE
// RUN: wavec %s -mcpu=gfx950 -S -o - | FileCheck %s --check-prefixes=CHECK,SOFTWARE
// RUN: wavec %s -mcpu=gfx1030 -S --verify-each -o - | FileCheck %s --check-prefixes=CHECK,HARDWARE
// RUN: wavec %s -mcpu=gfx1030 -mwavefrontsize64 -S -o - | FileCheck %s --check-prefixes=CHECK,HARDWARE

// CHECK-LABEL: {{^}}basecurve:
// HARDWARE: image_sample_lz {{.*}} dim:SQ_RSRC_IMG_2D
// GFX9: image_sample_lz
// HARDWARE: image_store {{.*}} dim:SQ_RSRC_IMG_2D
// GFX9: image_store
// CHECK-LABEL: {{^}}blur5x5:
// CHECK-LABEL: {{^}}sharpen:
// CHECK-LABEL: {{^}}warp:
// CHECK-LABEL: {{^}}conv_2d_1x1:
// CHECK-LABEL: {{^}}histogram:
// CHECK-LABEL: {{^}}volume:
// HARDWARE: image_sample_lz {{.*}} dim:SQ_RSRC_IMG_3D
// SOFTWARE-NOT: {{^\t}}image_
// CHECK: s_endpgm

constant sampler_t sampleri = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t samplerf = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
constant sampler_t samplerA = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

static inline float lookup(read_only image2d_t lut, const float x)
{
  const int xi = clamp((int)(x * 0x10000ul), 0, 0xffff);
  const int2 p = (int2)((xi & 0xff), (xi >> 8));
  return read_imagef(lut, sampleri, p).x;
}
kernel void basecurve(read_only image2d_t in, write_only image2d_t out, const int width, const int height,
    read_only image2d_t table, global const float *a)
{
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float4 pixel = read_imagef(in, sampleri, (int2)(x, y));
  pixel.x = pixel.x < 1.0f ? lookup(table, pixel.x) : a[1] * native_powr(pixel.x * a[0], a[2]);
  pixel.y = pixel.y < 1.0f ? lookup(table, pixel.y) : a[1] * native_powr(pixel.y * a[0], a[2]);
  pixel.z = pixel.z < 1.0f ? lookup(table, pixel.z) : a[1] * native_powr(pixel.z * a[0], a[2]);
  write_imagef(out, (int2)(x, y), fmax(pixel, 0.f));
}
kernel void blur5x5(read_only image2d_t in, write_only image2d_t out, const int width, const int height,
    constant float *m)
{
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float4 sum = 0;
  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++)
      sum += read_imagef(in, sampleri, (int2)(x + i, y + j)) * m[(j + 2) * 5 + i + 2];
  write_imagef(out, (int2)(x, y), sum);
}
kernel void sharpen(read_only image2d_t in, write_only image2d_t out)
{
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  float4 c = read_imagef(in, samplerA, p);
  float4 s = read_imagef(in, samplerA, p + (int2)(1, 0)) + read_imagef(in, samplerA, p - (int2)(1, 0)) +
      read_imagef(in, samplerA, p + (int2)(0, 1)) + read_imagef(in, samplerA, p - (int2)(0, 1));
  write_imagef(out, p, mad(c, 5.0f, -s));
}
kernel void warp(read_only image2d_t src, write_only image2d_t dst, float8 m, int2 size)
{
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  if (any(p >= size)) return;
  float2 q = (float2)(m.s0 * p.x + m.s1 * p.y + m.s2, m.s3 * p.x + m.s4 * p.y + m.s5) + 0.5f;
  write_imagef(dst, p, read_imagef(src, samplerf, q));
}
#define RI_F(image, coord) read_imagef((image), (samplerA), (coord))
kernel void conv_2d_1x1(private const int out_w_blocks, read_only image2d_t input, read_only image2d_t weights,
    read_only image2d_t bias, write_only image2d_t output, private const int in_c_block, private const int out_h,
    private const int out_w)
{
  const int out_c_w_idx = get_global_id(0), out_b_h_idx = get_global_id(1);
  const int out_c_idx = out_c_w_idx / out_w_blocks, out_w_idx = out_c_w_idx % out_w_blocks;
  const int w4 = out_w_idx << 2;
  float4 out0 = RI_F(bias, (int2)(out_c_idx, 0)), out1 = out0, out2 = out0, out3 = out0;
  for (int k = 0; k < in_c_block; ++k) {
    const int base = mul24(k, out_w);
    float4 in0 = RI_F(input, (int2)(base + w4, out_b_h_idx)), in1 = RI_F(input, (int2)(base + w4 + 1, out_b_h_idx));
    float4 in2 = RI_F(input, (int2)(base + w4 + 2, out_b_h_idx)), in3 = RI_F(input, (int2)(base + w4 + 3,
        out_b_h_idx));
    float4 wt0 = RI_F(weights, (int2)(4 * k, out_c_idx)), wt1 = RI_F(weights, (int2)(4 * k + 1, out_c_idx));
    float4 wt2 = RI_F(weights, (int2)(4 * k + 2, out_c_idx)), wt3 = RI_F(weights, (int2)(4 * k + 3, out_c_idx));
    out0 = mad(in0.x, wt0, out0); out0 = mad(in0.y, wt1, out0); out0 = mad(in0.z, wt2, out0);
    out0 = mad(in0.w, wt3, out0);
    out1 = mad(in1.x, wt0, out1); out1 = mad(in1.y, wt1, out1); out1 = mad(in1.z, wt2, out1);
    out1 = mad(in1.w, wt3, out1);
    out2 = mad(in2.x, wt0, out2); out2 = mad(in2.y, wt1, out2); out2 = mad(in2.z, wt2, out2);
    out2 = mad(in2.w, wt3, out2);
    out3 = mad(in3.x, wt0, out3); out3 = mad(in3.y, wt1, out3); out3 = mad(in3.z, wt2, out3);
    out3 = mad(in3.w, wt3, out3);
  }
  const int o = mul24(out_c_idx, out_w) + w4;
  write_imagef(output, (int2)(o, out_b_h_idx), out0);
  write_imagef(output, (int2)(o + 1, out_b_h_idx), out1);
  write_imagef(output, (int2)(o + 2, out_b_h_idx), out2);
  write_imagef(output, (int2)(o + 3, out_b_h_idx), out3);
}
kernel void histogram(read_only image2d_t image, global uint *bins, const sampler_t sampler)
{
  uint4 t = read_imageui(image, sampler, (int2)(get_global_id(0), get_global_id(1)));
  atomic_inc(bins + t.x); 
}
kernel void volume(read_only image3d_t v, sampler_t s, global float *out, float4 step)
{
  float4 at = (float4)(get_global_id(0) * 0.01f, get_global_id(1) * 0.01f, 0, 0);
  float sum = 0;
  while (all(at < 1)) { sum += read_imagef(v, s, at).x; at += step; }
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum;
}
