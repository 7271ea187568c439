// Much of the language in one kernel: what people write must compile at every level.
// RUN: wavec %s -w -O0 -S -o - | FileCheck %s
// RUN: wavec %s -w -O2 -S -o - | FileCheck %s
// CHECK: everything:
// CHECK: s_endpgm

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION all : disable
#pragma OPENCL FP_CONTRACT ON
#define V2(x) x##2
typedef float real; typedef float4 vec4_t; typedef unsigned char u8; typedef struct { float x, y; int n[3]; } __attribute__((packed, aligned(16))) S;
typedef union { uint u; float f; uchar4 c; struct { ushort lo, hi; } s; } U;
enum E { A, B = 5, C } ; typedef enum E E_t;
enum { N = 4, M = N * 2 + (1 << 3) };
struct Node; struct Node { struct Node *next; global float *p; };
__constant float tab[N] = { 1.f, 2.f, [3] = 4.f };
__constant struct { int a; float2 b; } cs[] = { {1, (float2)(1, 2)}, { .a = 2, .b = {3, 4} } };
__constant char names[] = "abc" "def";
constant uint3 c3 = (uint3)(1, 2, 3);
static inline float sq(const float x) __attribute__((always_inline));
static inline float sq(const float x) { return x * x; }
inline float cube(float x) { return x * sq(x); }
float later(float, int);
float4 __attribute__((overloadable)) ov(float4 a) { return a; } float __attribute__((overloadable)) ov(float a) { return a; }
void swap_(float *a, float *b) { float t = *a; *a = *b; *b = t; }
__kernel __attribute__((reqd_work_group_size(16, 4, 1))) __attribute__((vec_type_hint(float4)))
void everything(__global const float * restrict a, __global float * __restrict b, const int n, __local float * tmp, S s, U u, float4 v4, constant float *c, volatile global int *vi, global S *ps, E_t e, ulong sz, uchar uc, int flag)
{
    float4 v = v4; v.xyz = v.zyx; v.lo.x += 1; v.s01 = v.hi; v.even = v.odd; v.w = v.s3; v.xy *= 2; v = v.wzyx;
    float8 w = (float8)(v, v.lo, 1, 2); w.s0246 = v; w.lo.hi.y = 3.f; float16 h = (float16)(w, w); h.sA = 1; h.sf0 = (float2)(2);
    int4 cmp = v > v4; v = cmp ? v : v4; v = select(v, v4, cmp); v = -v; cmp = !cmp; cmp = ~cmp & (v == v4); cmp = cmp && (int4)(1); if (any(cmp) || all(cmp)) v += 1;
    float arr[2][3] = {{1, 2}, {3}}; float (*pa)[3] = arr; arr[1][2] = pa[0][1] + tab[n & 3] + cs[1].b.y + names[2] + c3.z;
    for (int i = 0, j = 10; i < n; i++, --j) { if (i == 3) continue; if (j < 0) break; arr[0][0] += i; }
    #pragma unroll
    for (uint i = 0; i < 4; ++i) { arr[0][1] += ((float *)&v)[i]; }
    #pragma unroll 4
    while (e != C) { e = (E_t)(e + 1); }
    __attribute__((opencl_unroll_hint(2))) do { sz >>= 1; } while (sz);
    switch (n) { case 0: case 1: arr[0][0] = 1; break; case A + 7: { arr[0][0] = 2; } default: arr[0][0] = 3; }
    goto end; arr[0][0] = 5;
end: ;
    s.n[1] = s.x > 2 ? n : -n; u.c.y = uc; u.s.hi ^= 3; ps[0] = s; ps->n[2] = u.u; (*ps).y = u.f;
    swap_(&arr[0][0], &arr[1][1]);
    S lit = (S){ .x = 1, .n = {1, 2, 3} }; int sz2 = sizeof(S) + sizeof lit + sizeof(int[3]) + sizeof(v) + __alignof__(S);
    uint m = 0xFFu | 0777 | 'a' | '\n' | '\x41' | 10UL | 1u << 31; float f = 1e3f + .5 + 0x1p-2f + 1.f + 5 / 2;
    b[get_global_id(0)] = later(sq(a[0]) + cube(arr[1][1]) + ov(v).x + ov(f) + m + sz2, n) + lit.x + convert_float(u.c.x) + as_float(m) + tmp[get_local_id(0)] + (flag ? 1 : 0) + *c + vi[0] + h.s5 + v.x;
    vi[1]++; atomic_inc(vi); barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    { int4 z = (int4)(n, 1, 2, 3), *pz = &z; vstore4(convert_float4_rte(*pz), 0, b); vstore3(vload3(0, a), 1, b); int k = (n, 3); k = k ?: 4; b[k] = (float)(int)f; }
    event_t ev = async_work_group_copy(tmp, a, 16, 0); wait_group_events(1, &ev); prefetch(a, 4); mem_fence(CLK_GLOBAL_MEM_FENCE);
    const float4 *cv = &v; b[0] = cv->x + (*cv).y + cv[0].z; char c1 = 300; unsigned ui = -1; long long_ = 1L << 40; b[1] = c1 + ui + long_; uint2 u2 = (uint2)(1, 2) << 3; b[2] = u2.x + (u2 >> (uint2)(1)).y; double d = n; d = d * 2.0 + sqrt(d); b[3] = d; ulong ul = mul_hi(1UL, 2UL); b[4] = ul; b[5] = vload_half(0, (global half*)b);
    float4 tv = v; b[6] = tv.x; b[7] = ({ int q = 3; q + 1; }); int2 i2 = { 1, 2 }; int3 i3 = { i2, 3 }; b[8] = i3.z + __builtin_popcount(n) + __FILE__[0] + __LINE__ + sizeof(__func__);
}
float later(float x, int n) { int q[2] = {1, 2}; return x + q[n & 1]; }

// CHECK: small_things:
__kernel __attribute__((qcom_reqd_sub_group_size("half"))) __attribute__((unknown)) void small_things(global float *f)
{
    f[0] = (float4)(1).x + (float2)(f[1], 2).yx.x;
    _Pragma("unroll 4")
    for (int i = 0; i < 8; i++)
        f[i] += convert_float(as_uint(f[i]) >> 3);
}
