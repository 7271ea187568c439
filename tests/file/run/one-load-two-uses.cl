// A short is loaded once, before the store to its location, although it is used as a part of a vector.
// RUN: wavec run %s --verify-each --kernel k --global 2 --local 2 --arg buf:u16[8]:const=7 --arg buf:u32[256]:iota --arg buf:u32[2]:zero --dump 2:2 -O0 | FileCheck %s
// RUN: wavec run %s --verify-each --kernel k --global 2 --local 2 --arg buf:u16[8]:const=7 --arg buf:u32[256]:iota --arg buf:u32[2]:zero --dump 2:2 -O2 | FileCheck %s
// CHECK: 7 7
kernel void k(global ushort *p, global ulong *b, global ushort2 *out) {
    int i = get_local_id(0);
    ushort v = p[2];
    ushort2 e = (ushort2)(v, 0);
    barrier(CLK_GLOBAL_MEM_FENCE);
    *(global ulong *)p = 0;
    b[i + 64] = b[i];
    out[i] = e;
}
