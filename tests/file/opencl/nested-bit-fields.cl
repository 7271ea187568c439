// RUN: wavec %s -emit-ll -O0 -o - | FileCheck %s
// RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:u32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=VALUES
// RUN: wavec run %s -O2 --kernel k --global 1 --local 1 --arg buf:u32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=VALUES
// A struct with bit-fields is packed in IR; in another one it still lies where its alignment wants it.

#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

typedef struct { uint4 wide; uint low : 3; uint high : 5; } fields;
typedef struct { uint first; fields inner; uint last; } outer;
typedef union { uint word; fields inner; } either;
typedef struct { uint first; either inner; } other;

// CHECK-DAG: %struct.outer = type <{ i32, [12 x i8], %struct.fields, i32, [12 x i8] }>
// CHECK-DAG: %struct.other = type <{ i32, [12 x i8], %union.either }>

constant outer table = {1, {(uint4)(2, 3, 4, 5), 6, 7}, 8};

kernel void k(global uint *out)
{
    outer o = table;
    o.inner.high += 1;
    other u;
    u.inner.inner = o.inner;
    u.first = (uint)((private char *)&u.inner.inner.wide - (private char *)&u);
    // VALUES: 8 16 5 68
    out[0] = o.last;
    out[1] = u.first;
    out[2] = u.inner.inner.wide.w;
    out[3] = u.inner.inner.high * 8 + (uint)sizeof(outer) - 60;
}
