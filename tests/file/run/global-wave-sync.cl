// The global wave sync unit: workgroups wait for each other at barriers and semaphores.
// RUN: wavec run %s --kernel rotate --global 320 --local 64 --arg buf:u32[5]:zero --arg buf:u32[5]:zero --dump 1:5 | FileCheck %s
// RUN: wavec run %s --kernel chain --global 192 --local 64 --arg buf:u32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=CHAIN
// RUN: wavec run %s --kernel waves --global 256 --local 256 --arg buf:u32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=WAVES
// RUN: not wavec run %s --kernel alone --global 64 --local 64 2>&1 | FileCheck %s --check-prefix=ALONE

#define RESOURCE 3

// Each group writes a word, and after the barrier reads the next group's, twice.
// CHECK: 102 103 104 105 101
kernel void rotate(global volatile uint *words, global uint *out)
{
    uint groups = get_num_groups(0), group = get_group_id(0);
    if (group == 0)
        __builtin_amdgcn_ds_gws_init(groups - 1, RESOURCE);
    words[group] = group + 1;
    __builtin_amdgcn_ds_gws_barrier(groups - 1, RESOURCE);
    uint next = words[(group + 1) % groups];
    __builtin_amdgcn_ds_gws_barrier(groups - 1, RESOURCE);
    words[group] = 0;
    __builtin_amdgcn_ds_gws_barrier(groups - 1, RESOURCE);
    out[group] = 100 + next + words[(group + 1) % groups];
}

// The last group releases the others, each of which counts.
// CHAIN: 2 1 0 0
kernel void chain(global volatile uint *counts)
{
    if (get_group_id(0) == 2) {
        if (get_local_id(0) == 0)
            counts[1] = 1;
        __builtin_amdgcn_ds_gws_sema_br(1, RESOURCE);
        __builtin_amdgcn_ds_gws_sema_v(RESOURCE);
    } else {
        __builtin_amdgcn_ds_gws_sema_p(RESOURCE);
        if (get_local_id(0) == 0)
            counts[0] += counts[1];
    }
}

// Waves of one group; all waiting ones are released at once.
// WAVES: 3 0 0 0
kernel void waves(global volatile uint *counts)
{
    if (get_local_id(0) >= 192) {
        __builtin_amdgcn_ds_gws_sema_release_all(RESOURCE);
    } else {
        __builtin_amdgcn_ds_gws_sema_p(RESOURCE);
        if (get_local_id(0) % 64 == 0)
            atomic_inc((global uint *)counts);
    }
}

// ALONE: kernel 'alone': resource 3 of the global wave sync unit is waited for, but no wave can release it
// ALONE-NEXT: at alone+{{.*}}: ds_gws_sema_p offset:3 gds
kernel void alone(void)
{
    __builtin_amdgcn_ds_gws_sema_p(RESOURCE);
}
