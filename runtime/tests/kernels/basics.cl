// Kernels that exercise the emulator on code of another compiler.

#define LID ((int)__builtin_amdgcn_workitem_id_x())
#define GRP ((int)__builtin_amdgcn_workgroup_id_x())
#define LSZ ((int)__builtin_amdgcn_workgroup_size_x())
#define GID (GRP * LSZ + LID)

void barrier_local(void) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

kernel void saxpy(float a, global const float *x, global float *y, int n) {
  int i = GID;
  if (i < n) y[i] = a * x[i] + y[i];
}

typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float2 __attribute__((ext_vector_type(2)));
typedef int int4 __attribute__((ext_vector_type(4)));

kernel void add4(global const float4 *a, global const float4 *b, global float4 *c) {
  c[GID] = a[GID] + b[GID] * 2.0f;
}

#define TILE 16
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void matmul(global const float *a, global const float *b, global float *c, int n) {
  local float ta[TILE][TILE];
  local float tb[TILE][TILE];
  int lx = __builtin_amdgcn_workitem_id_x(), ly = __builtin_amdgcn_workitem_id_y();
  int x = __builtin_amdgcn_workgroup_id_x() * TILE + lx, y = __builtin_amdgcn_workgroup_id_y() * TILE + ly;
  float sum = 0;
  for (int t = 0; t < n; t += TILE) {
    ta[ly][lx] = a[y * n + t + lx];
    tb[ly][lx] = b[(t + ly) * n + x];
    barrier_local();
    for (int k = 0; k < TILE; k++) sum += ta[ly][k] * tb[k][lx];
    barrier_local();
  }
  c[y * n + x] = sum;
}

kernel void reduce(global const int *in, global int *out, local int *scratch) {
  int l = LID;
  scratch[l] = in[GID];
  barrier_local();
  for (int s = LSZ / 2; s > 0; s >>= 1) {
    if (l < s) scratch[l] += scratch[l + s];
    barrier_local();
  }
  if (l == 0) __opencl_atomic_fetch_add((global atomic_int *)out, scratch[0], __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
}

kernel void mandelbrot(global int *out, int width, int height, int limit) {
  int i = GID;
  int px = i % width, py = i / width;
  float cx = -2.0f + 3.0f * px / width, cy = -1.0f + 2.0f * py / height;
  float x = 0, y = 0;
  int n = 0;
  for (; n < limit; n++) {
    float xx = x * x, yy = y * y;
    if (xx + yy > 4.0f) break;
    y = 2 * x * y + cy;
    x = xx - yy + cx;
  }
  out[i] = n;
}

kernel void divide(global const float *a, global const float *b, global float *q, global float *r) {
  int i = GID;
  q[i] = a[i] / b[i];
  r[i] = __builtin_sqrtf(__builtin_fabsf(a[i]));
}

kernel void divide64(global const double *a, global const double *b, global double *q, global double *r) {
  int i = GID;
  q[i] = a[i] / b[i];
  r[i] = __builtin_sqrt(__builtin_fabs(a[i]));
}

kernel void int_divide(global const uint *a, global const uint *b, global uint *out) {
  int i = GID;
  uint x = a[i], y = b[i] | 1;
  out[4 * i] = x / y;
  out[4 * i + 1] = x % y;
  out[4 * i + 2] = (int)x / (int)y;
  out[4 * i + 3] = (int)x % (int)y;
}

kernel void int_divide64(global const ulong *a, global const ulong *b, global ulong *out) {
  int i = GID;
  ulong x = a[i], y = b[i] | 1;
  out[4 * i] = x / y;
  out[4 * i + 1] = x % y;
  out[4 * i + 2] = (long)x / (long)y;
  out[4 * i + 3] = (long)x % (long)y;
}

kernel void convert(global const float *f, global const uint *u, global uint *out, global ulong *wide, global double *d) {
  int i = GID;
  out[4 * i] = (uint)(int)f[i];
  out[4 * i + 1] = (uint)__builtin_fabsf(f[i]);
  out[4 * i + 2] = __builtin_astype((float)u[i], uint);
  out[4 * i + 3] = __builtin_astype((float)(int)u[i], uint);
  wide[2 * i] = (ulong)((float)u[i] * 65536.0f);
  wide[2 * i + 1] = (ulong)(long)(f[i] * 1e6f);
  d[i] = (double)f[i] * (double)u[i];
}

kernel void narrow(global const char *c, global const uchar *uc, global const short *s, global const ushort *us,
                   global int *out, global short *so, global uchar *co) {
  int i = GID;
  out[i] = c[i] + uc[i] * 3 + s[i] * 5 + us[i] * 7;
  so[i] = (short)(s[i] * c[i]);
  co[i] = (uchar)(uc[i] + 200);
}

// A private array with computed indices lives in scratch memory.
kernel void private_array(global const int *in, global int *out, int n) {
  int a[32];
  int i = GID;
  for (int k = 0; k < 32; k++) a[k] = in[k] * i;
  int s = 0;
  for (int k = 0; k < n; k++) s = s * 31 + a[(in[k] + i) & 31];
  out[i] = s;
}

// Generic pointers lead to local, private and global memory.
__attribute__((noinline)) int through(int *p, int v) {
  *p += v;
  return *p * 2;
}
kernel void flat_pointers(global int *g, global int *out) {
  local int l[256];
  int p = LID;
  l[LID] = LID * 3;
  int r = through(l + LID, 1) + through(&p, 2) + through(g + GID, 3);
  out[GID] = r + l[LID] + p;
}

kernel void histogram(global const uint *in, global uint *bins, int n) {
  local uint h[64];
  if (LID < 64) h[LID] = 0;
  barrier_local();
  for (int i = LID; i < n; i += LSZ)
    __opencl_atomic_fetch_add((local atomic_uint *)&h[in[i] & 63], 1u, __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_WORK_GROUP);
  barrier_local();
  if (LID < 64) __opencl_atomic_fetch_add((global atomic_uint *)&bins[LID], h[LID], __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
}

kernel void atomics(global int *a, global uint *b, global ulong *w, global int *ret) {
  int v = GID;
  ret[8 * v] = __opencl_atomic_fetch_add((global atomic_int *)&a[0], v, __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
  ret[8 * v + 1] = __opencl_atomic_fetch_min((global atomic_int *)&a[1], -v, __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
  ret[8 * v + 2] = __opencl_atomic_fetch_max((global atomic_int *)&a[2], v, __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
  ret[8 * v + 3] = __opencl_atomic_fetch_xor((global atomic_int *)&a[3], v, __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
  ret[8 * v + 4] = __opencl_atomic_exchange((global atomic_int *)&a[4], v, __ATOMIC_ACQ_REL, __OPENCL_MEMORY_SCOPE_DEVICE);
  int expected = v - 1;
  ret[8 * v + 5] = __opencl_atomic_compare_exchange_strong((global atomic_int *)&a[5], &expected, v, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST, __OPENCL_MEMORY_SCOPE_DEVICE);
  ret[8 * v + 6] = expected;
  ret[8 * v + 7] = (int)__opencl_atomic_fetch_add((global atomic_ulong *)&w[0], 0x100000001ul * v, __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
  __opencl_atomic_fetch_or((global atomic_uint *)&b[0], 1u << (v & 31), __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
}

kernel void bits(global const uint *in, global uint *out) {
  int i = GID;
  uint x = in[i], y = in[i + 1];
  uint r = 0;
  r += __builtin_popcount(x);
  r ^= (x << 7) | (x >> 25);
  r += __builtin_clz(x | 1);
  r ^= __builtin_bitreverse32(y);
  r += (x >> 5) & 0x3f;
  r ^= (uint)((int)(y << 3) >> 9);
  r += __builtin_amdgcn_perm(x, y, 0x01070206);
  r ^= __builtin_amdgcn_alignbit(x, y, x & 31);
  r += __builtin_amdgcn_sad_u8(x, y, r);
  r ^= __builtin_amdgcn_mbcnt_hi(x, __builtin_amdgcn_mbcnt_lo(y, 0));
  r += x > y ? x - y : y - x;
  out[i] = r;
}

kernel void lanes(global const int *in, global int *out) {
  int i = GID;
  int x = in[i];
  out[8 * i] = __builtin_amdgcn_update_dpp(-1, x, 0x111, 0xf, 0xf, false); // row_shr:1
  out[8 * i + 1] = __builtin_amdgcn_update_dpp(0, x, 0x101, 0xf, 0xf, true); // row_shl:1
  out[8 * i + 2] = __builtin_amdgcn_update_dpp(0, x, 0x1b, 0xf, 0xf, true); // quad_perm:[3,2,1,0]
  out[8 * i + 3] = __builtin_amdgcn_ds_swizzle(x, 0x041f);
  out[8 * i + 4] = __builtin_amdgcn_ds_bpermute((LID ^ 5) * 4, x);
  out[8 * i + 5] = __builtin_amdgcn_readlane(x, 17);
  out[8 * i + 6] = __builtin_amdgcn_readfirstlane(x);
  ulong m = __builtin_amdgcn_ballot_w64(x & 1);
  out[8 * i + 7] = (int)(m >> 32) ^ (int)m;
}

kernel void transcendental(global const float *in, global float *out) {
  int i = GID;
  float x = in[i];
  out[8 * i] = __builtin_amdgcn_rcpf(x);
  out[8 * i + 1] = __builtin_amdgcn_rsqf(x);
  out[8 * i + 2] = __builtin_amdgcn_exp2f(x);
  out[8 * i + 3] = __builtin_amdgcn_logf(x);
  out[8 * i + 4] = __builtin_amdgcn_sinf(x);
  out[8 * i + 5] = __builtin_amdgcn_cosf(x);
  out[8 * i + 6] = __builtin_exp2f(x);
  out[8 * i + 7] = __builtin_log2f(x);
}

kernel void rounding(global const float *in, global float *out) {
  int i = GID;
  float x = in[i];
  out[8 * i] = __builtin_floorf(x);
  out[8 * i + 1] = __builtin_ceilf(x);
  out[8 * i + 2] = __builtin_truncf(x);
  out[8 * i + 3] = __builtin_rintf(x);
  out[8 * i + 4] = __builtin_roundf(x);
  out[8 * i + 5] = __builtin_fmaf(x, x, -1.0f);
  out[8 * i + 6] = __builtin_fminf(__builtin_fmaxf(x, -3.0f), 5.0f);
  out[8 * i + 7] = __builtin_ldexpf(x, i & 15);
}

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half half2 __attribute__((ext_vector_type(2)));
kernel void halves(global const half2 *a, global const half2 *b, global half2 *out, global float *f) {
  int i = GID;
  half2 x = a[i], y = b[i];
  out[4 * i] = x + y;
  out[4 * i + 1] = x * y - x;
  out[4 * i + 2] = __builtin_elementwise_fma(x, y, y);
  out[4 * i + 3] = (half2)(x.x / y.x, (half)(float)(short)(x.y));
  f[i] = (float)x.x + (float)y.y;
}

kernel void doubles(global const double *a, global const double *b, global double *out) {
  int i = GID;
  double x = a[i], y = b[i];
  out[4 * i] = x + y * 3.0;
  out[4 * i + 1] = __builtin_fma(x, y, 1.0);
  out[4 * i + 2] = __builtin_floor(x) + __builtin_rint(y);
  out[4 * i + 3] = x > y ? x - 1.5 : (double)(long)y;
}

struct Params { int a; float b; short c[3]; long d; };
kernel void by_value(struct Params p, int4 v, global long *out) {
  out[GID] = p.a + (long)p.b + p.c[GID % 3] + p.d + v.x * v.w;
}

kernel void packed(global const float2 *a, global const float2 *b, global float2 *out) {
  out[GID] = __builtin_elementwise_fma(a[GID], b[GID], a[GID] * (float2)(3.0f, 0.5f));
}

kernel void cases(global const int *in, global int *out) {
  int r = 0;
  switch (in[GID]) {
  case 0: r = 10; break;
  case 1: r = 21;
  case 2: r += 5; break;
  case 3: { for (int k = 0; k < GID; k++) { if (k == 7) continue; r += k; if (r > 100) goto done; } break; }
  default: r = -in[GID];
  }
done:
  out[GID] = r;
}

constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
kernel void lookup(global const int *in, global int *out) {
  out[GID] = table[in[GID] & 7];
}

typedef float float16 __attribute__((ext_vector_type(16)));
typedef half half4 __attribute__((ext_vector_type(4)));
#ifdef __GFX9__
// D = A * B with 32x32x8: A and B row-major 32x8 and 8x32.
kernel void matrix(global const half *a, global const half *b, global float *d) {
  int l = LID & 63;
  half4 x, y;
  for (int k = 0; k < 4; k++) {
    x[k] = a[(l & 31) * 8 + (l >> 5) * 4 + k];
    y[k] = b[((l >> 5) * 4 + k) * 32 + (l & 31)];
  }
  float16 c = 0.0f;
  c = __builtin_amdgcn_mfma_f32_32x32x8f16(x, y, c, 0, 0, 0);
  for (int r = 0; r < 16; r++) d[((r / 4) * 8 + (l >> 5) * 4 + r % 4) * 32 + (l & 31)] = c[r];
}
#endif

// Vectors of three occupy four words, the last of which nobody writes.
typedef float float3 __attribute__((ext_vector_type(3)));
kernel void three(global const float3 *in, global float3 *out) {
  local float3 swap[64];
  float3 a = in[GID];
  swap[LID ^ 1].xyz = (float3)(a.z, a.y * 2.0f, a.x);
  barrier_local();
  float3 kept[4];
  kept[LID & 3] = swap[LID];
  kept[(LID + 1) & 3] = a;
  float3 r;
  r = kept[LID & 3];
  out[GID] = r;
}
