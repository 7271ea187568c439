// Atomic functions and comparisons that programs know from GNU C.
// RUN: wavec run %s -O0 --kernel atomics --global 64 --local 64 --arg buf:i32[9]:const=5 --arg buf:u64[1]:zero --dump 0:9 --dump 1:1 | FileCheck %s
// RUN: wavec run %s -O2 --kernel atomics --global 64 --local 64 --arg buf:i32[9]:const=5 --arg buf:u64[1]:zero --dump 0:9 --dump 1:1 | FileCheck %s
// CHECK: 2021 -2011 0 63 58 -20 63 9 5
// CHECK: 128
// RUN: wavec run %s -O0 --kernel orders --global 1 --local 1 --arg buf:i32[6]:zero --arg f32:1.0 --arg f64:2.0 --dump 0:6 | FileCheck %s --check-prefix=ORDERS
// RUN: wavec run %s -O2 --kernel orders --global 1 --local 1 --arg buf:i32[6]:zero --arg f32:1.0 --arg f64:2.0 --dump 0:6 | FileCheck %s --check-prefix=ORDERS
// ORDERS: 0 0 1 1 1 0
// RUN: wavec %s -O0 -emit-ll -o - | FileCheck %s --check-prefix=IR
// RUN: not wavec %s -DWRONG_SIGN -o /dev/null 2>&1 | FileCheck %s --check-prefix=SIGN

// IR: atomicrmw add ptr addrspace(1) {{.*}}, i32 {{.*}} seq_cst
// IR: cmpxchg ptr addrspace(1) {{.*}} seq_cst seq_cst
kernel void atomics(global int *x, global ulong *y)
{
    int i = get_local_id(0);
    __sync_fetch_and_add(&x[0], i);
    __sync_fetch_and_sub_4(&x[1], i);
    __sync_fetch_and_and(&x[2], ~i);
    __sync_fetch_and_or(&x[3], i);
    if (i == 0)
        __sync_fetch_and_xor(&x[4], 63);
    __sync_fetch_and_min(&x[5], i - 20);
    __sync_fetch_and_umax((global uint *)&x[6], i);
    if (i == 7)
        __sync_val_compare_and_swap(&x[7], 5, i + 2);
    if (i == 8)
        x[8] = __sync_lock_test_and_set(&x[8], 3);
    __sync_fetch_and_add_8(y, 2ul);
#ifdef WRONG_SIGN
    // SIGN: error: no matching function for call to '__sync_fetch_and_umin'
    __sync_fetch_and_umin(&x[0], i);
#endif
}

kernel void orders(global int *x, float a, double b)
{
    x[0] = __builtin_isgreater(a, b);
    x[1] = __builtin_isgreaterequal(a, b);
    x[2] = __builtin_isless(a, b);
    x[3] = __builtin_islessequal(a, a);
    x[4] = __builtin_islessgreater(a, b);
    x[5] = __builtin_isunordered(a, b);
}
