// Buffer elements with formats, in the descriptor and in the instruction; scalar stores and atomics; a conditional exchange.
// RUN: wavec run %s --kernel formats --global 4 --local 4 --arg buf:u32[16]:zero --arg buf:u32[4]:iota --dump 0:16 | FileCheck %s
// RUN: wavec run %s --kernel stores --global 2 --local 2 --arg buf:u32[8]:zero --dump 0:8 | FileCheck %s --check-prefix=STORES
// RUN: wavec run %s --kernel scalar --global 2 --local 2 --arg buf:u32[8]:iota --dump 0:8 | FileCheck %s --check-prefix=SCALAR
// RUN: wavec run %s --kernel exchange --global 1 --local 1 --arg buf:u32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=EXCHANGE
// RUN: not wavec run %s --kernel invalid --global 1 --local 1 --arg buf:u32[4]:zero 2>&1 | FileCheck %s --check-prefix=INVALID

typedef uint uint4_ __attribute__((ext_vector_type(4)));

uint4_ descriptor(global uint *memory, uint bytes, uint word3)
{
    ulong address = (ulong)memory;
    return (uint4_)((uint)address, (uint)(address >> 32) & 0xffff, bytes, word3);
}

// Data format 10 (8_8_8_8): unsigned integers, then with the channels in the opposite order; two of 16 bits by the
// instruction; floats of unsigned bytes.
// CHECK: 3 0 0 0 0 0 0 3 3 0 0 1 0 0 0 1065353216
kernel void formats(global uint *out, global uint *in)
{
    uint i = get_local_id(0);
    uint4_ in_order = descriptor(in, 16, 10 << 15 | 4 << 12 | 7 << 9 | 6 << 6 | 5 << 3 | 4);
    uint4_ reversed = descriptor(in, 16, 10 << 15 | 4 << 12 | 4 << 9 | 5 << 6 | 6 << 3 | 7);
    uint4 a, b, c, d;
    __asm__ volatile("buffer_load_format_xyzw %0, %1, %2, 0 offen" : "=v"(a) : "v"(12), "s"(in_order));
    __asm__ volatile("buffer_load_format_xyzw %0, %1, %2, 0 offen" : "=v"(b) : "v"(12), "s"(reversed));
    __asm__ volatile("tbuffer_load_format_xyzw %0, %1, %2, 0 format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_UINT] offen"
                     : "=v"(c) : "v"(12), "s"(in_order));
    __asm__ volatile("tbuffer_load_format_xyzw %0, %1, %2, 0 format:[BUF_DATA_FORMAT_8_8,BUF_NUM_FORMAT_UNORM] offen"
                     : "=v"(d) : "v"(0), "s"(in_order));
    __asm__ volatile("s_waitcnt vmcnt(0)" ::: "memory");
    if (i == 0) {
        vstore4(a, 0, out);
        vstore4(b, 1, out);
        vstore4(c, 2, out);
        vstore4(d, 3, out);
    }
}

// STORES: 2164326144 0 15360 0 1006632960 0 0 0
kernel void stores(global uint *out)
{
    uint4_ bytes = descriptor(out, 32, 10 << 15);
    float4 color = (float4)(0.0f, 1.0f, -3.0f, 0.505f);
    float2 pair = (float2)(0.0f, 1.0f);
    uint half_one = 0x3c00;
    if (get_local_id(0) == 0) {
        __asm__ volatile("buffer_store_format_xyzw %0, off, %1, 0" :: "v"(color), "s"(bytes));
        __asm__ volatile("tbuffer_store_format_xy %0, off, %1, 0 format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_FLOAT] offset:16"
                         :: "v"(pair), "s"(bytes));
        __asm__ volatile("tbuffer_store_format_d16_x %0, off, %1, 0 format:[BUF_DATA_FORMAT_16,BUF_NUM_FORMAT_FLOAT] offset:8"
                         :: "v"(half_one), "s"(bytes));
        // Out of bounds: discarded.
        __asm__ volatile("buffer_store_format_xyzw %0, off, %1, 0 offset:32" :: "v"(color), "s"(bytes));
        __asm__ volatile("s_waitcnt vmcnt(0)" ::: "memory");
    }
}

// SCALAR: 77 1 2 1003 4 3 12 7
kernel void scalar(global uint *out)
{
    uint old;
    __asm__ volatile("s_store_dword %0, %1, 0x0" :: "s"(77), "s"(out));
    __asm__ volatile("s_atomic_add %0, %1, 0xc glc\n\ts_waitcnt lgkmcnt(0)" : "=s"(old) : "s"(out), "0"(1000) : "memory");
    __asm__ volatile("s_store_dword %0, %1, 0x14" :: "s"(old), "s"(out));
    __asm__ volatile("s_buffer_atomic_umax %0, %1, 0x18" :: "s"(12), "s"(descriptor(out, 28, 0)));
    __asm__ volatile("s_buffer_store_dword %0, %1, 0x1c" :: "s"(55), "s"(descriptor(out, 28, 0)));
    __asm__ volatile("s_waitcnt lgkmcnt(0)" ::: "memory");
}

// EXCHANGE: 5 6 9 6
kernel void exchange(global uint *out)
{
    local uint words[2];
    words[0] = 5;
    words[1] = 6;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint2 data = (uint2)(0x80000009, 7), old;
    __asm__ volatile("ds_condxchg32_rtn_b64 %0, %1, %2\n\ts_waitcnt lgkmcnt(0)"
                     : "=v"(old) : "v"((uint)(ulong)words), "v"(data) : "memory");
    out[0] = old.x;
    out[1] = old.y;
    out[2] = words[0];
    out[3] = words[1];
}

// INVALID: a buffer format that does not exist
kernel void invalid(global uint *out)
{
    uint a;
    __asm__ volatile("buffer_load_format_x %0, off, %1, 0" : "=v"(a) : "s"(descriptor(out, 16, 0)));
    out[0] = a;
}
