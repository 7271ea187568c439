// Assembly statements compute the expected results at every level, with the compiler's code around them.
// RUN: wavec run %s -O0 --kernel k --global 8 --local 8 --arg buf:i32[8]:iota --arg i32:3 --arg buf:f32[32]:iota --dump 0:8 --dump 2:8 | FileCheck %s
// RUN: wavec run %s -O1 --kernel k --global 8 --local 8 --arg buf:i32[8]:iota --arg i32:3 --arg buf:f32[32]:iota --dump 0:8 --dump 2:8 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 8 --local 8 --arg buf:i32[8]:iota --arg i32:3 --arg buf:f32[32]:iota --dump 0:8 --dump 2:8 | FileCheck %s
// RUN: wavec run %s -O3 --kernel k --global 8 --local 8 --arg buf:i32[8]:iota --arg i32:3 --arg buf:f32[32]:iota --dump 0:8 --dump 2:8 | FileCheck %s
// CHECK: 5008 5019 5030 5041 5052 5063 5074 5085
// CHECK-NEXT: 2 1 2 3 10 5 6 7
// RUN: wavec run %s -O0 --kernel diverge --global 128 --local 128 --arg buf:i32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=DIVERGE
// RUN: wavec run %s -O2 --kernel diverge --global 128 --local 128 --arg buf:i32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=DIVERGE
// DIVERGE: 20 38 13 20

kernel void k(global int *out, int n, global float4 *f)
{
    int i = get_local_id(0);
    int a, b = 5;
    __asm__ volatile ("v_add_u32 %0, %1, %2" : "=v"(a) : "s"(n), "v"(i));
    asm ("v_lshlrev_b32 %0, %[count], %0" : "+v"(b) : [count] "n"(3));
    uint2 two;
    asm volatile ("v_mov_b32 %0, %2\n\tv_mov_b32 %1, %3"
                  : "=&v"(two.x), "={v9}"(two.y) : "v"(i), "i"(1000) : "v10", "s[20:21]", "memory");
    float4 v = f[i];
    asm("v_mul_f32 %0, 2.0, %1 // {x|y} %% %=" : "=v"(v.x) : "v"(v.y));
    f[i] = v;
    ulong mask;
    asm volatile("v_cmp_lt_u32 vcc, %1, %2\n\ts_mov_b64 %0, vcc" : "=s"(mask) : "v"(i), "v"(n) : "vcc");
    int loaded;
    asm volatile("global_load_dword %0, %1, off" : "=v"(loaded) : "v"(out + i) : "memory");
    asm volatile("s_nop 0");
    out[i] = a + 100 * b + two.x + two.y + (int)v.x + popcount(mask) + loaded;
}

// Statements in branches and loops that some lanes leave; a scalar result is uniform for all that execute it.
kernel void diverge(global int *out)
{
    int i = get_local_id(0), sum = 0;
    for (int k = 0; k < (i & 7) + 1; k++)
        asm volatile("v_add_u32 %0, %1, %0" : "+v"(sum) : "v"(k));
    int first = 0;
    if (i & 1) {
        ulong lanes;
        asm volatile("s_mov_b64 %0, exec" : "=s"(lanes));
        first = popcount(lanes);
    }
    if (i == 100)
        out[0] = sum + 10;
    if (i == 101)
        out[1] = sum + first - 9;
    if (i == 70)
        out[2] = sum - 8;
    if (i == 36)
        out[3] = sum + 10;
}
