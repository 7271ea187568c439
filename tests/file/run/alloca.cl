// Stack memory of unknown size: `__builtin_alloca`, in a function that is inlined into a loop and in one that is called.
// RUN: wavec run %s -O0 --verify-each --kernel k --global 64 --local 64 --arg buf:i32[64]:iota --dump 0:8 | FileCheck %s
// RUN: wavec run %s -O1 --verify-each --kernel k --global 64 --local 64 --arg buf:i32[64]:iota --dump 0:8 | FileCheck %s
// RUN: wavec run %s -O2 --verify-each --kernel k --global 64 --local 64 --arg buf:i32[64]:iota --dump 0:8 | FileCheck %s
// RUN: wavec run %s -O3 --verify-each --kernel k --global 64 --local 64 --arg buf:i32[64]:iota --dump 0:8 | FileCheck %s
// CHECK: 0 2 10 28 60 110 182 280
// RUN: not wavec %s -DWRONG -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: requested alignment is not a power of 2
int sum_of_squares(int n)
{
    private int *squares = __builtin_alloca(n * sizeof(int));
    for (int i = 0; i < n; i++)
        squares[i] = i * i;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += squares[i];
    return sum;
}

__attribute__((noinline)) int called(int n)
{
    private long *a = __builtin_alloca_with_align((n + 1) * sizeof(long), 512);
    a[n] = sum_of_squares(n + 1) + ((uint)a & 63);
    return (int)a[n];
}

kernel void k(global int *x)
{
    int id = get_global_id(0);
    int total = 0;
    for (int turn = 0; turn < 100; turn++)
        total = called(x[id]) + sum_of_squares(x[id] + 1);
    x[id] = total;
#ifdef WRONG
    __builtin_alloca_with_align(4, 24);
#endif
}
