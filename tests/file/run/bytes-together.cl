// Words composed of bytes of three and four others, and bytes that are shifted together.
// RUN: wavec run %s -O0 --kernel words --global 8 --local 8 --arg buf:u32[32]:rand=3 --arg buf:u32[16]:zero --dump 1:16 | FileCheck %s --check-prefix=WORDS
// RUN: wavec run %s -O2 --verify-each --kernel words --global 8 --local 8 --arg buf:u32[32]:rand=3 --arg buf:u32[16]:zero --dump 1:16 | FileCheck %s --check-prefix=WORDS
// RUN: wavec run %s -O0 --kernel shifts --global 4 --local 4 --arg buf:u8[64]:rand=3 --arg buf:u8[64]:zero --arg buf:u8[64]:zero --dump 1:64 --dump 2:64 | FileCheck %s --check-prefix=SHIFTS
// RUN: wavec run %s -O2 --verify-each --kernel shifts --global 4 --local 4 --arg buf:u8[64]:rand=3 --arg buf:u8[64]:zero --arg buf:u8[64]:zero --dump 1:64 --dump 2:64 | FileCheck %s --check-prefix=SHIFTS
// RUN: wavec %s -S -o - | FileCheck %s
// WORDS: 1194741703 2915545010 3325594562 599968914 2010061166 980339686 982523612 3487340233 2506269106 3383916986 1498132630 3734393125 2775403452 3384557216 2842389637 2424689771
// SHIFTS: 227 129 1 195 159 7 179 23 125 117 192 120 251 207 89 228 232 250 162 47 49 202 154 220 157 250 217 182 218 85 118 171 39 128 195 155 41 25 38 221 237 51 225 153 17 33 161 254 63 151 49 45 103 210 232 82 70 139 4 192 60 8 45 133
// SHIFTS-NEXT: 124 76 8 125 177 57 212 177 213 145 100 253 176 25 228 85 49 184 84 124 145 49 153 136 160 184 160 252 185 128 152 24 56 68 125 145 93 196 48 128 25 144 125 128 128 25 93 152 244 245 145 125 24 253 49 185 17 25 32 100 253 68 125 108

// CHECK-LABEL: words:
// CHECK: v_perm_b32
// CHECK: v_perm_b32
// CHECK: s_endpgm
kernel void words(global const uint *in, global uint *out)
{
    int i = get_global_id(0);
    uint a = in[i * 4] * 3, b = in[i * 4 + 1] * 5, c = in[i * 4 + 2] * 7, d = in[i * 4 + 3] * 9;
    out[i * 2] = (a & 0xff) | (b >> 8 & 0xff) << 8 | (c >> 16 & 0xff) << 16 | (d & 0xff) << 24;
    out[i * 2 + 1] = (c >> 24) | (a & 0xff00) | (b & 0xff) << 24 | (a & 0xff) << 16;
}

// CHECK-LABEL: shifts:
// CHECK: 0xf0f0f0f
// CHECK-NOT: v_bfe_u32
// CHECK: s_endpgm
kernel void shifts(global const uchar16 *in, global uchar16 *out, global uchar16 *more)
{
    int i = get_global_id(0);
    uchar16 v = in[i];
    out[i] = v >> (uchar16)(4) ^ v;
    uchar16 w = v << (uchar16)(3);
    more[i] = w | (v >> (uchar16)(1) & (uchar16)(0x15));
}
