// Words composed of bytes of two others.
// RUN: wavec run %s -O0 --verify-each --kernel bytes --global 4 --local 4 --arg buf:u32[16]:zero --dump 0:16 | FileCheck %s
// RUN: wavec run %s -O2 --verify-each --kernel bytes --global 4 --local 4 --arg buf:u32[16]:zero --dump 0:16 | FileCheck %s
// RUN: wavec %s -O2 -S -o - | FileCheck --check-prefix=ASM %s
// CHECK: 287454148 285247522 3291742037 571565619 574908040 570459972 2288451566 1143087206 862361932 855672422 1285160839 1714674585 1149815824 1140884872 281870112 2286196428
// ASM-LABEL: bytes:
// ASM-COUNT-4: v_perm_b32
kernel void bytes(global uint *out) {
    uint i = get_local_id(0), x = 0xc4332211 * (i + 1), y = 0x88776655 - i * 0x1234567;
    uint4 r;
    r.x = (x & 0xff) << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
    r.y = (x >> 8 & 0xff) | y >> 24 << 8 | (x & 0xff) << 24;
    r.z = 0xff00 | (y & 0xff) | (x >> 16 & 0xff) << 16 | (x & 0xff000000);
    r.w = ((int)x >> 16 & 0xff) | (y & 0xff00) | x << 16;
    vstore4(r, i, out);
}
