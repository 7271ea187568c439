// Instructions that have another encoding or another name on gfx90a, and what only one of the two processors has.
// RUN: wavec mc --mcpu=gfx90a --show-encoding %s -o - | FileCheck %s
// RUN: wavec mc --mcpu=gfx90a --filetype=obj %s -o %t.o
// RUN: wavec objdump -d %t.o | FileCheck --check-prefix=OBJ %s
// RUN: not wavec mc --mcpu=gfx942 --show-encoding %s -o - 2>&1 | FileCheck --check-prefix=OTHER %s


f:
// CHECK: v_mfma_f32_32x32x4bf16_1k a[0:31], v[0:1], v[2:3], a[0:31] ; encoding: [0x00,0x80,0xe3,0xd3,
// OBJ: v_mfma_f32_32x32x4bf16_1k a[0:31], v[0:1], v[2:3], a[0:31]
v_mfma_f32_32x32x4bf16_1k a[0:31], v[0:1], v[2:3], a[0:31]
// CHECK: v_mfma_f32_32x32x4bf16 a[0:15], v0, v1, a[0:15] ; encoding: [0x00,0x80,0xec,0xd3,
v_mfma_f32_32x32x4bf16 a[0:15], v0, v1, a[0:15]
// CHECK: v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[2:3] blgp:1
// OTHER: error: invalid operand for instruction
v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[2:3] blgp:1
// CHECK: scratch_load_dword v2, v6, off offset:16 glc ; encoding: [0x10,0x40,0x51,0xdc,
// OBJ: scratch_load_dword v2, v6, off offset:16 glc
scratch_load_dword v2, v6, off offset:16 glc
// CHECK: global_load_dword v2, s[2:3] offset:4 lds ; encoding: [0x04,0xa0,0x50,0xdc,
global_load_dword v2, s[2:3] offset:4 lds
// CHECK: buffer_store_lds_dword s[4:7], 0.5 offset:4 lds glc slc ; encoding: [0x04,0x40,0xf7,0xe0,0x00,0x00,0x01,0xf0]
// OBJ: buffer_store_lds_dword s[4:7], 0.5 offset:4 lds glc slc
// OTHER: error: 'buffer_store_lds_dword' is not supported on gfx942; gfx900, gfx908, gfx90a have it
buffer_store_lds_dword s[4:7], 0.5 offset:4 lds glc slc
// CHECK: buffer_wbl2 ; encoding: [0x00,0x00,0xa0,0xe0,
buffer_wbl2
// OBJ: buffer_wbl2 // {{.*}}E0A0C000
// LLVM's code generator sets the bits of a writeback that are its scope on later processors.
.long 0xe0a0c000, 0
// CHECK: buffer_wbinvl1_vol ; encoding:
// OTHER: error: 'buffer_wbinvl1_vol' is not supported on gfx942; gfx900, gfx908, gfx90a have it
buffer_wbinvl1_vol
// CHECK: v_mad_f32 v1, -v2, v3, |s4| mul:2 ; encoding:
// OTHER: error: 'v_mad_f32' is not supported on gfx942; gfx900, gfx908, gfx90a have it
v_mad_f32 v1, -v2, v3, |s4| mul:2
// CHECK: s_getreg_b32 s0, hwreg(20)
s_getreg_b32 s0, hwreg(20)
