// Clang's builtin that fetches lines of a buffer into the scalar cache.
// RUN: wavec %s -mcpu=gfx1200 -S --verify-each -o - | FileCheck %s
// RUN: not wavec %s -mcpu=gfx1100 -o %t.o 2>&1 | FileCheck %s --check-prefix=MISSING

// CHECK-LABEL: fetched:
// CHECK: s_buffer_prefetch_data s[{{[0-9:]+}}], 0x80, s{{[0-9]+}}, 0
// MISSING: :[[@LINE+4]]:5: error: '__builtin_amdgcn_s_buffer_prefetch_data' is not available on gfx1100: it needs target feature gfx12
kernel void fetched(global int *p, uint lines)
{
    __amdgpu_buffer_rsrc_t buffer = __builtin_amdgcn_make_buffer_rsrc(p, 0, 4096, 0);
    __builtin_amdgcn_s_buffer_prefetch_data(buffer, 128, lines);
}
