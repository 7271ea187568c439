// Bitwise selection between words, bytes and halves of words as operands, parts of 64-bit words.
// RUN: wavec run %s -O0 --kernel words --global 64 --local 64 --arg buf:u32[12]:zero --dump 0:12 | FileCheck %s --check-prefix=WORDS
// RUN: wavec run %s -O2 --verify-each --kernel words --global 64 --local 64 --arg buf:u32[12]:zero --dump 0:12 | FileCheck %s --check-prefix=WORDS
// RUN: wavec run %s -O0 --kernel longs --global 64 --local 64 --arg buf:u64[8]:zero --dump 0:8 | FileCheck %s --check-prefix=LONGS
// RUN: wavec run %s -O2 --verify-each --kernel longs --global 64 --local 64 --arg buf:u64[8]:zero --dump 0:8 | FileCheck %s --check-prefix=LONGS
// RUN: wavec %s -S -o - | FileCheck %s --check-prefix=ASM
// WORDS: 4176804863 4176804863 2256654276 2256654276 1692562064 3438833167 2246209950 1944776969 3433531567 974258006 744343385 1370611245
// LONGS: 16737212534190072548 16737212534190072548 11616733532745290514 11616733532745290514 5405320430827047384 8850176316561352142 7272619595974640689 10537816543375571722

// ASM-LABEL: words:
// ASM-DAG: v_bfi_b32
// ASM-DAG: v_add_u32_sdwa {{.*}} src1_sel:BYTE_1
// ASM-DAG: v_xor_b32_sdwa {{.*}} src1_sel:BYTE_0
// ASM-DAG: v_or_b32_sdwa {{.*}} src0_sel:WORD_1 src1_sel:BYTE_2
// ASM-DAG: v_sub_u32_sdwa {{.*}} src0_sel:WORD_0 src1_sel:BYTE_3
// ASM-DAG: v_lshlrev_b32_sdwa {{.*}} src1_sel:BYTE_1
// ASM-DAG: v_add_u32_sdwa {{.*}} sext({{v[0-9]+}}) {{.*}} src1_sel:BYTE_2
// ASM: s_endpgm
kernel void words(global uint *out)
{
    uint i = get_local_id(0);
    uint x = i * 2654435761u, y = (i * 40503u + 12345678u) * 69069u, z = x ^ rotate(y, 7u);
    local uint all[12];
    if (i < 12)
        all[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint n = i & 31;
    atomic_xor(&all[0], rotate(z ^ (x & (y ^ z)), n));
    atomic_xor(&all[1], rotate((x & y) | (~x & z), n));
    atomic_xor(&all[2], rotate((x & y) | (z & (x ^ y)), n));
    atomic_xor(&all[3], rotate((x & z) | (y & (x | z)), n));
    atomic_xor(&all[4], rotate(x + ((y >> 8) & 255), n));
    atomic_xor(&all[5], rotate(x ^ (y & 255), n));
    atomic_xor(&all[6], rotate((x >> 16) | ((y >> 16) & 255), n));
    atomic_xor(&all[7], rotate((x & 0xffff) - (y >> 24), n));
    atomic_xor(&all[8], rotate(((x >> 8) & 255) << 5, n));
    atomic_xor(&all[9], rotate(x + (uint)(char)(y >> 16), n));
    atomic_xor(&all[10], rotate((uint)(short)(x >> 16) - (uint)(char)y, n));
    atomic_xor(&all[11], rotate((uint)(short)x << 3, n));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 12)
        out[i] = all[i];
}

// ASM-LABEL: longs:
// ASM-NOT: v_lshrrev_b64 {{.*}}, 40,
// ASM-NOT: v_lshrrev_b64 {{.*}}, 8,
// ASM: s_endpgm
kernel void longs(global ulong *out)
{
    uint i = get_local_id(0);
    ulong x = i * 0x9e3779b97f4a7c15ul, y = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9ul, z = y + x * 3;
    local ulong values[8][64];
    ulong n = i;
    values[0][i] = rotate(z ^ (x & (y ^ z)), n);
    values[1][i] = rotate((x & y) | (~x & z), n);
    values[2][i] = rotate((x & y) | (z & (x ^ y)), n);
    values[3][i] = rotate((x & z) | (y & (x | z)), n);
    values[4][i] = rotate((ulong)((uint)(x >> 40) & 255), n);
    values[5][i] = rotate((ulong)((uint)(x >> 8) & 0xffff), n);
    values[6][i] = rotate((ulong)(uint)(x >> 52), n);
    values[7][i] = rotate((ulong)((uint)(x >> 20) & 0xfff), n);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 8) {
        ulong all = 0;
        for (int k = 0; k < 64; k++)
            all ^= values[i][k];
        out[i] = all;
    }
}

// An instruction that writes a whole register needs no wait state before its reader.
// ASM-LABEL: chain:
// ASM: v_xor_b32_sdwa
// ASM-NOT: s_nop
// ASM: v_xor_b32_sdwa
// ASM: s_endpgm
kernel void chain(global uint *p)
{
    uint i = get_local_id(0), x = p[i], y = p[i + 64];
    p[i] = x ^ (y & 255) ^ ((y >> 8) & 255);
}
