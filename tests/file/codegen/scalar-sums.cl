// Uniform values are first added by the scalar unit; indices scaled by up to 16 are added in one instruction, and so are
// products of dwords to pairs and of 24 bits.
// RUN: wavec %s -S -o - | FileCheck %s

// CHECK-LABEL: sums:
// CHECK: s_add_i32
// CHECK: v_add_u32_e32
// CHECK-NOT: v_add3_u32
kernel void sums(global int *a, int n, int m)
{
    int i = get_local_id(0);
    a[i] = (i + n) + m;
}

// CHECK-LABEL: scaled:
// CHECK: s_lshl3_add_u32
kernel void scaled(global int *a, int n, int m)
{
    a[get_local_id(0)] = n * 8 + m;
}

// CHECK-LABEL: rows:
// CHECK: v_mad_i64_i32
// CHECK-NOT: v_mul_hi
// CHECK: s_endpgm
kernel void rows(global float3 *a, global float *b, int n)
{
    int i = b[get_local_id(0)];
    b[get_local_id(0)] = vload3(i, b).x;
}

// CHECK-LABEL: small:
// CHECK: v_mad_u32_u24
kernel void small(global uint *a)
{
    uint i = get_local_id(0), j = a[i] & 0xffff, k = a[i + 64] & 0xffffff;
    a[i] = j * k + a[i + 128];
}

// A work-group size that the kernel requires is not loaded.
// CHECK-LABEL: demanded:
// CHECK-NOT: s_load_dword s
// CHECK: s_lshl_b64 s[{{[0-9:]+}}], s[{{[0-9:]+}}], 6
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void demanded(global uint *a)
{
    a[get_group_id(0) * get_local_size(0) + get_local_id(0)] = 1;
}

// Divisions by constants are multiplications.
// CHECK-LABEL: seventh:
// CHECK: v_mul_f32_e32 v{{[0-9]+}}, 0x3e124925
// CHECK-NOT: v_rcp_f32
// CHECK: s_endpgm
kernel void seventh(global float *a)
{
    a[get_local_id(0)] /= 7.0f;
}

// Adjacent bytes are loaded together, whatever their address.
// CHECK-LABEL: unaligned:
// CHECK: global_load_dword v
// CHECK-NOT: global_load_ubyte
// CHECK: s_endpgm
typedef struct __attribute__((packed)) { char c; int i; } record;
kernel void unaligned(global record *r, global int *a)
{
    a[get_local_id(0)] = r[get_local_id(0)].i;
}
