// Vega and MI100: tuples of vector registers start anywhere, results of matrix instructions are in AGPRs, and there is global
// data share.
// RUN: wavec mc --mcpu=gfx908 --show-encoding %s -o - | FileCheck %s
// RUN: wavec mc --mcpu=gfx908 --filetype=obj %s -o %t.o
// RUN: wavec objdump -d %t.o | FileCheck --check-prefix=OBJ %s
// RUN: not wavec mc --mcpu=gfx900 --show-encoding %s -o - 2>&1 | FileCheck --check-prefix=GFX900 %s

// CHECK: v_add_f64 v[1:2], v[3:4], v[5:6] ; encoding: [0x01,0x00,0x80,0xd2,0x03,0x0b,0x02,0x00]
// OBJ: v_add_f64 v[1:2], v[3:4], v[5:6]
v_add_f64 v[1:2], v[3:4], v[5:6]
// CHECK: v_mfma_f32_32x32x1f32 a[0:31], v0, v1, a[0:31] ; encoding: [0x00,0x00,0xc0,0xd3,0x00,0x03,0x02,0x04]
// OBJ: v_mfma_f32_32x32x1f32 a[0:31], v0, v1, a[0:31]
// GFX900: error: 'v_mfma_f32_32x32x1f32' is not supported on gfx900; gfx908, gfx90a, gfx942, gfx950 have it
v_mfma_f32_32x32x1f32 a[0:31], v0, v1, a[0:31]
// CHECK: ds_add_u32 v1, v2 gds ; encoding: [0x00,0x00,0x01,0xd8,0x01,0x02,0x00,0x00]
// OBJ: ds_add_u32 v1, v2 gds
ds_add_u32 v1, v2 gds
// CHECK: buffer_load_dword v[0:1], off, s[4:7], 0 glc tfe ; encoding: [0x00,0x40,0x50,0xe0,0x00,0x00,0x81,0x80]
// OBJ: buffer_load_dword v[0:1], off, s[4:7], 0 glc tfe
buffer_load_dword v[0:1], off, s[4:7], 0 glc tfe
