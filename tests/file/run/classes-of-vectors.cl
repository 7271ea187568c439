// Class tests of vectors, whose result type is not the operand's type, are done per element.
// RUN: wavec run %s -O0 --global 4 --local 4 --arg buf:i32[4]:zero --arg buf:f32[16]:iota --dump 0:4 | FileCheck %s
// RUN: wavec run %s -O2 --global 4 --local 4 --arg buf:i32[4]:zero --arg buf:f32[16]:iota --dump 0:4 | FileCheck %s

kernel void classes(global int *out, global float4 *in)
{
    int i = get_global_id(0);
    float4 v = in[i];
    if (i == 1)
        v.y = INFINITY;
    if (i == 2)
        v.w = NAN;
    out[i] = all(isfinite(v.xyz)) + 2 * any(isnan(v)) + 4 * all(isnormal(v)) + 8 * any(isinf(v.zw));
}

// CHECK: 1 0 3 5
