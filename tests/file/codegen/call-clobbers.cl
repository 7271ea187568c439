// A call overwrites both halves of VCC. In waves of 32 the upper half is no part of a lane mask: it holds any scalar value,
// and functions that are called do not keep it.
// RUN: wavec %s -mcpu=gfx1100 --emit=mir -o - | FileCheck %s --check-prefix=WAVE32
// RUN: wavec %s -mcpu=gfx1100 -mwavefrontsize64 --emit=mir -o - | FileCheck %s --check-prefix=WAVE64
// RUN: wavec %s -mcpu=gfx942 --emit=mir -o - | FileCheck %s --check-prefix=WAVE64

// WAVE32: SI_CALL {{.*}} implicit-def $vcc_lo, {{.*}} implicit-def dead $vcc_hi
// WAVE64: SI_CALL {{.*}} implicit-def $vcc,
__attribute__((noinline)) uint triple(uint x) { return x * 3; }
kernel void k(global uint *p) { p[get_group_id(0)] = triple(p[0]) + get_group_id(0); }
