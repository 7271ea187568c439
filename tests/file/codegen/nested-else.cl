// A mask that is replaced before anything runs under it is not assigned, neither at the ends of nested branches nor at
// the end of the kernel; and a switch over all possible values has no default.
// RUN: wavec %s -O2 -S -o - | FileCheck %s
// RUN: wavec run %s -O0 --kernel cases --global 8 --local 8 --arg buf:i32[8]:iota --arg i32:5 --dump 0:8 | FileCheck %s --check-prefix=VALUES
// RUN: wavec run %s -O2 --kernel cases --global 8 --local 8 --arg buf:i32[8]:iota --arg i32:5 --dump 0:8 | FileCheck %s --check-prefix=VALUES

// VALUES: 5 -4 10 6 4 5 192 0

// CHECK-LABEL: cases:
// CHECK-COUNT-7: s_and_saveexec_b64
// CHECK-NOT: v_cmp
// CHECK: s_mov_b64 exec
// CHECK-NEXT: global_store_dword
// CHECK: s_endpgm
kernel void cases(global int *a, int y)
{
    global int *p = a + get_global_id(0);
    int x = *p, r = 0;
    switch (x & 7) {
    case 0: r = x + y; break;
    case 1: r = x - y; break;
    case 2: r = x * y; break;
    case 3: r = x ^ y; break;
    case 4: r = x & y; break;
    case 5: r = x | y; break;
    case 6: r = x << y; break;
    default: r = x >> y; break;
    }
    *p = r;
}

// CHECK-LABEL: returns:
// CHECK-NOT: s_mov_b64 exec
// CHECK: s_endpgm
kernel void returns(global const int *a, global int *o, int n)
{
    int id = get_global_id(0);
    if (id >= n)
        return;
    if (a[id] < 3)
        return;
    if (a[id + 1] < 4)
        return;
    o[id] = 1;
}
