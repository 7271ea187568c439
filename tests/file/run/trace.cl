// Every instruction with the registers that it writes, of all waves or of one.
// RUN: wavec run %s --global 64 --local 64 --arg 'buf:i32[64]:iota' --trace | FileCheck %s
// RUN: wavec run %s --global 256 --local 128 --arg 'buf:i32[256]:iota' --trace=3 | FileCheck %s --check-prefix=LAST
// RUN: not wavec run %s --global 64 --local 64 --arg 'buf:i32[64]:iota' --trace=x 2>&1 | FileCheck %s --check-prefix=WRONG

kernel void k(global int *x) {
  int i = get_global_id(0);
  if (i > 60)
    x[i] = 7;
}

// CHECK: wave 0: wave 0 of work-group (0, 0, 0)
// CHECK: v_cmp_lt_i32_e32 vcc, 60, v0
// CHECK-NEXT: vcc_lo = 0x0
// CHECK-NEXT: vcc_hi = 0xe0000000
// CHECK: s_and_saveexec_b64
// CHECK: exec_hi = 0xe0000000
// CHECK: v_mov_b32_e32 [[V:v[0-9]+]], 7  (3 of 64 lanes)
// CHECK-NEXT:  [[V]] = 0x7 in all active lanes
// CHECK: global_store_dword
// CHECK: s_endpgm
// CHECK-NOT: wave
// LAST-NOT: wave {{[012]}}:
// LAST: wave 3: wave 1 of work-group (1, 0, 0)
// LAST: s_endpgm
// LAST-NOT: {{.}}
// WRONG: trace
