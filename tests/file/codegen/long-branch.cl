// Branches whose target is out of range use a pair of registers.
// RUN: wavec %s --branch-bits=4 -S -o - | FileCheck %s
// RUN: wavec %s -S -o - | FileCheck %s --check-prefix=SHORT
// RUN: wavec run %s --branch-bits=4 --global 64 --local 64 --arg 'buf:i32[64]:iota' --dump 0:4 | FileCheck %s --check-prefix=SUMS

// A conditional branch is inverted to jump over the long one.
// CHECK-LABEL: f:
// CHECK: s_cbranch_execnz [[BODY:\.LBB0_[0-9]+]]
// CHECK-NEXT: s_getpc_b64 s{{\[}}[[LOW:[0-9]+]]:[[HIGH:[0-9]+]]]
// CHECK-NEXT: [[HERE:\.LBB0_[0-9]+]]:
// CHECK-NEXT: s_add_u32 s[[LOW]], s[[LOW]], ([[JOIN:\.LBB0_[0-9]+]]-[[HERE]])&4294967295
// CHECK-NEXT: s_addc_u32 s[[HIGH]], s[[HIGH]], ([[JOIN]]-[[HERE]])>>32
// CHECK-NEXT: s_setpc_b64 s{{\[}}[[LOW]]:[[HIGH]]]
// CHECK-NEXT: [[BODY]]:

// A loop's back edge is as long.
// CHECK: [[LOOP:\.LBB0_[0-9]+]]:
// CHECK: ([[LOOP]]-[[BACK:\.LBB0_[0-9]+]])&4294967295

// SHORT: s_cbranch_execz
// SHORT-NOT: s_setpc_b64

// SUMS: 0 1 3 6
kernel void f(global int *p)
{
    int i = get_global_id(0), s = 0;
    for (int k = 0; k <= i; k++) {
        s += p[k & 63];
        s ^= s >> 20;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    p[i] = s;
}
