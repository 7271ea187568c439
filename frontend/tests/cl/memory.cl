#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define OUT(i) out[__builtin_amdgcn_workitem_id_x() * 64 + (i)]
#define IN(i) in[__builtin_amdgcn_workitem_id_x() * 8 + (i)]
#define F(x) __builtin_astype((float)(x), int)
typedef struct { int a; float4 v; char c[3]; } item;

kernel void vectors_in_memory(global int *out, global const int *in)
{
    int id = __builtin_amdgcn_workitem_id_x(); global float4 *f = (global float4 *)(out + id * 64); f[0] = (float4)(1, 2, 3, 4); f[0].y = IN(1); f[1].xz = f[0].wy; f[1].w += 3; f[2] = f[0] + f[1]; f[2].lo = f[2].hi; f[3][IN(3) & 3] = 7; OUT(16) = F(f[2].w); OUT(17) = F(f[3][IN(3) & 3]);
    global item *it = (global item *)(out + id * 64 + 20); it->a = 3; it->v = f[2].wzyx; it->c[1] = 5; item local_copy = *it; local_copy.a++; local_copy.v.x = 9; it[0] = local_copy; OUT(50) = it->c[1] + sizeof(item);
    global uchar *b = (global uchar *)(out + id * 64 + 52); b[0] = 1; b[1] = IN(0); *(global ushort *)(b + 2) = 0x1234; global bool *t = (global bool *)(b + 4); t[0] = IN(1) > 0; t[1] = !t[0]; global uchar4 *u4 = (global uchar4 *)(b + 8); *u4 = (uchar4)(1, 2, 3, 4); u4->z += 250; global short3 *s3 = (global short3 *)(b + 16); *s3 = (short3)(1, -2, 3); OUT(60) = s3->y;
}

kernel void atomics(global int *out, global const int *in)
{
    local int count; local uint cells[8]; int id = __builtin_amdgcn_workitem_id_x(); if (id == 0) count = 0; if (id < 8) cells[id] = 0; __builtin_amdgcn_s_barrier(); volatile int first = 3; OUT(0) = first; __builtin_amdgcn_s_barrier(); OUT(1) = count + cells[id & 7];
}

kernel void half_storage(global int *out, global const int *in)
{
    global half *h = (global half *)(out + __builtin_amdgcn_workitem_id_x() * 64); float f = __builtin_astype(IN(2), float); h[0] = (half)f; h[1] = (half)1.5f; h[2] = h[1] * h[0]; float g = h[2]; OUT(2) = F(g); h[10] = (half)(IN(1)); OUT(6) = (int)h[10];
}
