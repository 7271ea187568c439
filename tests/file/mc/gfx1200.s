// Temporal hints and scopes of RDNA 4, and what it no longer has.
// RUN: not wavec mc --mcpu=gfx1200 --show-encoding %s 2>&1 | FileCheck %s
// CHECK-DAG: global_load_b32 v0, v[2:3], off th:TH_LOAD_NT scope:SCOPE_DEV {{.*}}encoding: [0x7c,0x00,0x05,0xee,0x00,0x00,0x18,0x00,0x02,0x00,0x00,0x00]
global_load_b32 v0, v[2:3], off scope:SCOPE_DEV th:TH_LOAD_NT
// CHECK-DAG: global_store_b32 v[2:3], v0, off th:TH_STORE_BYPASS scope:SCOPE_SYS
global_store_b32 v[2:3], v0, off th:TH_STORE_BYPASS scope:SCOPE_SYS
// CHECK-DAG: global_atomic_add_u32 v0, v[2:3], v4, off th:TH_ATOMIC_RETURN scope:SCOPE_DEV
global_atomic_add_u32 v0, v[2:3], v4, off th:TH_ATOMIC_RT_RETURN scope:SCOPE_DEV
// A register alone is one with an offset of 0.
// CHECK-DAG: encoding: [0x02,0x01,0x00,0xf4,0x00,0x00,0x00,0x0c]
s_load_b32 s4, s[4:5], s6
// CHECK-DAG: s_barrier_wait -1 {{.*}}encoding: [0xff,0xff,0x94,0xbf]
s_barrier_wait -1
// CHECK-DAG: s_add_co_u32 s0, s1, s2
s_add_u32 s0, s1, s2

// CHECK-DAG: :[[@LINE+1]]:33: error: scope and th combination is not valid
global_load_b32 v0, v[2:3], off th:TH_LOAD_BYPASS
// CHECK-DAG: :[[@LINE+1]]:36: error: invalid th value for load instructions
global_load_b32 v0, v[2:3], off th:TH_STORE_NT
// CHECK-DAG: :[[@LINE+1]]:39: error: invalid scope value
global_load_b32 v0, v[2:3], off scope:SCOPE_FOO
// CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: instruction must use th:TH_ATOMIC_RETURN
global_atomic_add_u32 v0, v[2:3], v4, off
// CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: instruction must not use th:TH_ATOMIC_RETURN
global_atomic_add_u32 v[2:3], v4, off th:TH_ATOMIC_RETURN
// CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: expected a 24-bit signed offset
s_load_b32 s4, s[4:5], 8388608
// CHECK-DAG: :[[@LINE+1]]:1: error: 's_barrier' is not supported on gfx1200
s_barrier
// CHECK-DAG: :[[@LINE+4]]:{{[0-9]+}}: error: .amdhsa_ieee_mode is not supported from gfx12 on
.amdhsa_kernel k
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 1
.amdhsa_ieee_mode 1
.end_amdhsa_kernel
