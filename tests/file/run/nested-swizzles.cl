// Nested swizzles: three of four elements, some of which are selected again; the fourth of three is undefined.
// RUN: wavec run %s -O0 --kernel nested --global 1 --local 1 --arg buf:u32[8]:zero --arg buf:u32[4]:iota --dump 0:8 | FileCheck %s
// RUN: wavec run %s -O2 --kernel nested --global 1 --local 1 --arg buf:u32[8]:zero --arg buf:u32[4]:iota --dump 0:8 | FileCheck %s

// CHECK: 3 2 3 1 3 13 12 0
kernel void nested(global uint *out, global const uint *in)
{
    uint4 v = (uint4)(in[0], in[1], in[2], in[3]);
    uint2 a = v.s132.s12;
    out[0] = a.s0;
    out[1] = a.s1;
    out[2] = v.wyz.x;
    out[3] = v.wyx.s1;
    out[4] = v.xzw.hi.s0;
    v.wzy.xy += (uint2)(10);
    out[5] = v.w;
    out[6] = v.z;
    out[7] = v.x;
}
