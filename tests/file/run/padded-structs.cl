// Copying a structure copies its padding, which was never written: not a fault. Storing only unwritten data is one.
// RUN: wavec run %s -O0 --kernel copy --global 4 --local 4 --arg buf:i32[12]:zero --arg buf:i32[4]:iota --arg buf:i32[4]:zero --dump 2:4 | FileCheck %s
// RUN: wavec run %s -O1 --kernel copy --global 4 --local 4 --arg buf:i32[12]:zero --arg buf:i32[4]:iota --arg buf:i32[4]:zero --dump 2:4 | FileCheck %s
// RUN: wavec run %s -O2 --kernel copy --global 4 --local 4 --arg buf:i32[12]:zero --arg buf:i32[4]:iota --arg buf:i32[4]:zero --dump 2:4 | FileCheck %s
// RUN: wavec run %s -O3 --kernel copy --global 4 --local 4 --arg buf:i32[12]:zero --arg buf:i32[4]:iota --arg buf:i32[4]:zero --dump 2:4 | FileCheck %s
// RUN: not wavec run %s -O2 --kernel nothing --global 4 --local 4 --arg buf:i32[4]:zero --arg buf:i32[4]:iota 2>&1 | FileCheck %s --check-prefix=NOTHING

typedef struct
{
    char low;
    int middle;
    char high;
} Padded;

// CHECK: 104 195 110 237
kernel void copy(global Padded *out, global int *choice, global int *sum)
{
    int i = get_global_id(0);
    Padded both[2];
    both[0].low = 1;
    both[0].middle = i;
    both[0].high = 3;
    both[1].low = 2;
    both[1].middle = 7 * i;
    both[1].high = 5;
    out[i] = both[choice[i] & 1];
    sum[i] = 100 * out[i].high / 3 + 3 * out[i].middle + 4 * out[i].low;
}

// NOTHING: error: kernel 'nothing': {{.*}} never written
kernel void nothing(global int *out, global int *choice)
{
    int i = get_global_id(0);
    int values[64];
    values[choice[i] & 1] = i;
    out[i] = values[32 + (choice[i] & 1)];
}
