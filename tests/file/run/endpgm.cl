// The wave ends at `endpgm`: the code after it is not executed, neither in its block nor after the join, and in a branch
// that no lane takes it has no effect.
// RUN: wavec run %s -O0 --kernel k --global 192 --local 64 --arg buf:i32[6]:zero --arg i32:7 --dump 0:6 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 192 --local 64 --arg buf:i32[6]:zero --arg i32:7 --dump 0:6 | FileCheck %s
// CHECK: 1 7 1 0 1 7
// RUN: wavec %s -S -o - | FileCheck %s --check-prefix=ASM
// ASM: s_cbranch_execz
// ASM: s_endpgm
// ASM: global_store_dword
// ASM: s_endpgm

kernel void k(global int *out, int n)
{
    int group = get_group_id(0);
    out[2 * group] = 1;
    if (get_local_id(0) > 31 && group == 1) {
        __builtin_amdgcn_endpgm();
        out[2 * group] = 2;
    }
    out[2 * group + 1] = n;
}
