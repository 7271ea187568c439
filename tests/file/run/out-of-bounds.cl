// RUN: not wavec run %s --global 64 --local 64 --arg 'buf:i32[32]' 2>&1 | FileCheck %s

kernel void f(global int *p)
{
    p[get_global_id(0)] = 1;
}

// CHECK: error: kernel 'f': global write of 4 bytes at 0x{{[0-9a-f]+}} is out of bounds
// CHECK: at f+0x{{[0-9a-f]+}}: global_store_dword
// CHECK: work-item (32, 0, 0)
