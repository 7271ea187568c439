// Loops whose counters determine the trip counts of inner loops are unrolled with them.
// RUN: wavec %s -O3 -S -o - | FileCheck %s
// RUN: wavec run %s -O0 --kernel sort --global 16 --local 16 --arg buf:u32[16]:rand=5 --dump 0:16 | FileCheck %s --check-prefix=SORTED
// RUN: wavec run %s -O3 --verify-each --kernel sort --global 16 --local 16 --arg buf:u32[16]:rand=5 --dump 0:16 | FileCheck %s --check-prefix=SORTED
// SORTED: 110751531 275497287 426842710 466361121 628934311 1226926615 1426433852 1553255181 1620694883 2220329723 2476160760 2666129896 2743714650 2852216261 2953265220 3657808197

// CHECK-LABEL: sort:
// CHECK-NOT: s_cbranch_scc1
// CHECK: s_endpgm
kernel void sort(global uint *data)
{
    local uint keys[16];
    int t = get_local_id(0);
    keys[t] = data[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 2; k <= 16; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int p = t ^ j;
            uint a = keys[t], b = keys[p];
            barrier(CLK_LOCAL_MEM_FENCE);
            if ((p > t) == ((t & k) == 0))
                keys[t] = min(a, b);
            else
                keys[t] = max(a, b);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    data[t] = keys[t];
}
