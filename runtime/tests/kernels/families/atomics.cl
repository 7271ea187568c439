// Atomic operations on global and local memory.

#include "common.h"

K(atomic)
{
    volatile global atomic_uint*a = (volatile global atomic_uint*)(out+1024);
    __opencl_atomic_fetch_add(a, in[GID]&7, __ATOMIC_RELAXED, 2);
    __opencl_atomic_fetch_max(a+1, in[GID], __ATOMIC_SEQ_CST, 2);
    __opencl_atomic_fetch_xor(a+2, in[GID], __ATOMIC_ACQ_REL, 1);
    out[GID] = 1;
}

K(cas)
{
    volatile global atomic_uint*a = (volatile global atomic_uint*)(out+1024);
    uint o = __opencl_atomic_load(a, __ATOMIC_RELAXED, 2); while (!__opencl_atomic_compare_exchange_weak(a, &o,
        o*1+(in[GID]&3), __ATOMIC_ACQ_REL, __ATOMIC_RELAXED, 2));
    out[GID] = 2;
}

K(atomic64)
{
    volatile global atomic_ulong*a = (volatile global atomic_ulong*)(out+1024);
    __opencl_atomic_fetch_add(a, (ulong)in[GID]<<8, __ATOMIC_RELAXED, 2);
    ulong e = 5;
    __opencl_atomic_compare_exchange_strong(a+1+GID, &e, (ulong)7, __ATOMIC_RELAXED, __ATOMIC_RELAXED, 2);
    out[GID] = (uint)e;
}

K(ldsatomic)
{
    local uint h[16];
    if (LID<16)h[LID] = 0;
    BAR;
    __opencl_atomic_fetch_add((volatile local atomic_uint*)&h[in[GID]&15], 1, __ATOMIC_RELAXED, 1);
    BAR;
    if (LID<16)out[GRP*16+LID] = h[LID];
}

K(fadd)
{
    volatile global atomic_uint*a = (volatile global atomic_uint*)(out+2048);
    __builtin_amdgcn_global_atomic_fadd_f32((global float*)(out+2100), 1.0f);
    out[GID] = 0;
}

K(ldsf)
{
    local float t[4];
    if (LID<4)t[LID] = 0;
    BAR;
    __builtin_amdgcn_ds_faddf((local float*)&t[LID&3], (float)(in[GID]&7), 0, 0, 0);
    BAR;
    if (LID<4)out[GRP*4+LID] = as_uint(t[LID]);
}
