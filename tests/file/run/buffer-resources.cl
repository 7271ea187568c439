// Divergent resources are processed one after the other; at -O0 all are, as variables are in memory.
// RUN: wavec run %s -O0 --global 64 --local 64 --arg buf:u32[64]:zero --arg buf:u32[64]:iota --arg buf:u32[64]:const=7 --dump 0:10 --dump 1:6 | FileCheck %s
// RUN: wavec run %s -O2 --global 64 --local 64 --arg buf:u32[64]:zero --arg buf:u32[64]:iota --arg buf:u32[64]:const=7 --dump 0:10 --dump 1:6 | FileCheck %s

kernel void odd_and_even(global uint *x, global uint *even, global uint *odd)
{
    uint i = get_global_id(0);
    __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(even, 0, 256, 0x27000);
    if (i & 1)
        r = __builtin_amdgcn_make_buffer_rsrc(odd, 0, 256, 0x27000);
    x[i] = __builtin_amdgcn_raw_buffer_load_b32(r, 4 * i, 0, 0);
    __builtin_amdgcn_raw_buffer_store_b32(x[i] + 1, r, 4 * i, 0, 0);
}

// CHECK: 0 7 2 7 4 7 6 7 8 7
// CHECK-NEXT: 1 1 3 3 5 5
