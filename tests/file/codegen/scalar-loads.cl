// RUN: wavec %s -S -o - | FileCheck %s
// Uniform loads are scalar loads if the scalar cache cannot be stale, and hidden arguments smaller than a dword are
// extracted from the dword that contains them.

// CHECK-LABEL: block_size:
// CHECK-NOT: global_load
// CHECK: s_endpgm
kernel void block_size(global int *out)
{
    out[get_local_id(0)] = get_local_size(1);
}

// CHECK-LABEL: only_read:
// CHECK: s_load_dword s{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}], 0xc
// CHECK: global_store_dword
// CHECK: s_endpgm
kernel void only_read(global const int *in, global int *out)
{
    out[get_local_id(0)] = in[3];
}

// The loads follow a store that may alias, except for those with a noalias pointer.
// CHECK-LABEL: written_before:
// CHECK: global_store_dword
// CHECK: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}] offset:16
// CHECK: s_endpgm
kernel void written_before(global const int *in, global int *out)
{
    out[get_local_id(0)] = 1;
    out[get_local_id(0) + 64] = in[4];
}

// CHECK-LABEL: written_elsewhere:
// CHECK-NOT: global_load
// CHECK: s_endpgm
kernel void written_elsewhere(global const int *restrict in, global int *restrict out)
{
    out[get_local_id(0)] = 1;
    out[get_local_id(0) + 64] = in[4];
}

// Memory stored to in the previous iteration.
// CHECK-LABEL: written_in_loop:
// CHECK: global_load_dword
// CHECK: s_endpgm
kernel void written_in_loop(global int *x, int n)
{
    for (int i = 0; i < n; i++) {
        int old = x[i];
        x[get_local_id(0)] = old + 1;
    }
}
