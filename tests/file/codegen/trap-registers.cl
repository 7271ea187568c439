// On RDNA 4, work-group ids are in registers of the trap handler, which instructions read in place.
// RUN: wavec %s -S -o - -mcpu=gfx1200 --verify-each | FileCheck %s

// CHECK-LABEL: rows:
// CHECK-NOT: s_mov_b32
// CHECK: s_mul_i32 s{{[0-9]+}}, ttmp9, s{{[0-9]+}}
// CHECK-NOT: s_mov_b32
// CHECK: s_endpgm
kernel void rows(global int *p, int k)
{
    p[get_group_id(0) * (uint)k + get_local_id(0)] = k;
}

// CHECK-LABEL: columns:
// CHECK-NOT: s_mov_b32
// CHECK: s_and_b32 s{{[0-9]+}}, ttmp7, 0xffff
// CHECK-NOT: s_mov_b32
// CHECK: s_endpgm
kernel void columns(global int *p)
{
    p[get_group_id(1) * 3 + get_local_id(0)] = 1;
}
