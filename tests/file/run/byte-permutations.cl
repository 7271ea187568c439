// Words composed of bytes of two others.
// RUN: wavec run %s -O0 --verify-each --kernel bytes --global 4 --local 4 --arg buf:u32[16]:zero --dump 0:16 | FileCheck %s
// RUN: wavec run %s -O2 --verify-each --kernel bytes --global 4 --local 4 --arg buf:u32[16]:zero --dump 0:16 | FileCheck %s
// RUN: wavec %s -O2 -S -o - | FileCheck --check-prefix=ASM %s
// CHECK: 287454148 285247522 3291742037 571565619 304231364 302024738 3291742036 571631155 321008580 318801954 3291742035 571696691 337785796 335579170 3291742034 571762227
// ASM-LABEL: bytes:
// ASM-COUNT-4: v_perm_b32
kernel void bytes(global uint *out) {
    uint i = get_local_id(0), x = 0xc4332211 + i, y = 0x88776655 - i;
    uint4 r;
    r.x = (x & 0xff) << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
    r.y = (x >> 8 & 0xff) | y >> 24 << 8 | (x & 0xff) << 24;
    r.z = 0xff00 | (y & 0xff) | (x >> 16 & 0xff) << 16 | (x & 0xff000000);
    r.w = ((int)x >> 16 & 0xff) | (y & 0xff00) | x << 16;
    vstore4(r, i, out);
}
