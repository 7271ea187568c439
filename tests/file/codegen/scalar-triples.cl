// Three uniform dwords are part of a scalar load of four if the fourth is in the same 16 bytes, otherwise loads of two
// and one.
// RUN: wavec %s -S -o - | FileCheck %s

// CHECK-LABEL: whole:
// CHECK: s_load_dwordx4 s[{{[0-9:]+}}], s[{{[0-9:]+}}], 0x20
// CHECK-NOT: global_load
// CHECK: s_endpgm
kernel void whole(constant float3 *in, global float *out)
{
    float3 v = in[2];
    out[get_global_id(0)] = v.x * v.y + v.z;
}

// CHECK-LABEL: unaligned:
// CHECK-NOT: global_load
// CHECK-DAG: s_load_dwordx2 s[{{[0-9:]+}}], s[{{[0-9:]+}}], 0x18
// CHECK-DAG: s_load_dword s{{[0-9]+}}, s[{{[0-9:]+}}], 0x20
// CHECK: s_endpgm
kernel void unaligned(constant float *in, global float *out)
{
    float3 v = vload3(2, in);
    out[get_global_id(0)] = v.x * v.y + v.z;
}
