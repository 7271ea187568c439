// Bitwise checksums, in both directions and of several widths, become table lookups.
// RUN: wavec run %s -O0 --kernel sums --global 4 --local 4 --arg buf:u32[4]:zero --arg buf:u32[4]:zero --arg buf:u64[4]:zero --arg buf:u8[64]:rand=7 --dump 0:4 --dump 1:4 --dump 2:4 | FileCheck %s
// RUN: wavec run %s -O3 --verify-each --kernel sums --global 4 --local 4 --arg buf:u32[4]:zero --arg buf:u32[4]:zero --arg buf:u64[4]:zero --arg buf:u8[64]:rand=7 --dump 0:4 --dump 1:4 --dump 2:4 | FileCheck %s
// RUN: wavec run %s -O0 --kernel masked --global 4 --local 4 --arg buf:u32[4]:zero --arg buf:u8[64]:rand=7 --dump 0:4 | FileCheck %s --check-prefix=MASKED
// RUN: wavec run %s -O3 --verify-each --kernel masked --global 4 --local 4 --arg buf:u32[4]:zero --arg buf:u8[64]:rand=7 --dump 0:4 | FileCheck %s --check-prefix=MASKED
// RUN: wavec %s -O3 -S -o - | FileCheck %s --check-prefix=ASM
// CHECK: 3952227815 4255375209 3284504833 722672232
// CHECK-NEXT: 3345350777 1472004254 2405302421 1501888605
// CHECK-NEXT: 14839511585607791839 8132285475924474886 15703863391804999301 16115586242793220
// MASKED: 77536911 990615733 63979435 817346227

// ASM-LABEL: sums:
// ASM: bit.table.0@rel32@lo
// ASM-LABEL: masked:
// ASM: bit.table.{{[0-9]}}@rel32@lo
// ASM-LABEL: one_step:
// ASM-NOT: bit.table
// ASM: s_endpgm

uint crc32(uint crc, uchar byte)
{
    crc ^= byte;
    for (int k = 0; k < 8; k++) {
        if (crc & 1)
            crc = (crc >> 1) ^ 0xedb88320;
        else
            crc >>= 1;
    }
    return crc;
}

uint crc32_left(uint crc, uchar byte)
{
    crc ^= (uint)byte << 24;
    for (int k = 0; k < 8; k++)
        crc = (crc << 1) ^ ((int)crc < 0 ? 0x04c11db7 : 0);
    return crc;
}

ushort crc16(ushort crc, uchar byte)
{
    crc ^= byte;
    for (int k = 0; k < 8; k++)
        crc = (crc >> 1) ^ (0xa001 & -(crc & 1));
    return crc;
}

uchar crc8(uchar crc, uchar byte)
{
    crc ^= byte;
    for (int k = 0; k < 8; k++)
        crc = (crc & 0x80) ? (crc << 1) ^ 0x07 : crc << 1;
    return crc;
}

ulong crc64(ulong crc, uchar byte)
{
    crc ^= byte;
    for (int k = 0; k < 8; k++)
        crc = (crc >> 1) ^ ((crc & 1) * 0xc96c5795d7870f42ul);
    return crc;
}

kernel void sums(global uint *out, global uint *small, global ulong *wide, global const uchar *data)
{
    int t = get_global_id(0);
    uint a = ~0u, b = ~0u;
    ushort c = 0xffff;
    uchar d = 0;
    ulong e = ~0ul;
    for (int i = 0; i < 16; i++) {
        uchar byte = data[t * 16 + i];
        a = crc32(a, byte);
        b = crc32_left(b, byte);
        c = crc16(c, byte);
        d = crc8(d, byte);
        e = crc64(e, byte);
    }
    out[t] = a ^ rotate(b, 5u);
    small[t] = (uint)c << 16 | d;
    wide[t] = e;
}

// Five of the eight bits are looked up with the bits below; the rest is shifted by three and loses its top.
kernel void masked(global uint *out, global const uchar *data)
{
    int t = get_global_id(0);
    uint x = t * 0x9e3779b9;
    for (int i = 0; i < 16; i++) {
        x ^= data[t * 16 + i];
        for (int k = 0; k < 8; k++) {
            uint bit = x & 1;
            x = (x >> 1 & 0x3fffffff) ^ (bit ? 0x23456789 : 0x00c0ffee);
        }
    }
    out[t] = x;
}

// Short loops remain.
kernel void one_step(global uint *out)
{
    uint x = out[get_global_id(0)];
    out[get_global_id(0)] = (x >> 1) ^ (0xedb88320 & -(x & 1));
}
