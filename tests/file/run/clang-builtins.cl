// Builtins and types that programs know from clang and GNU C: the results are those of clang's code (at -O0 where it
// reads a carry that it never computed).
// RUN: wavec run %s -O0 -cl-std=CL2.0 --kernel atomics --global 1 --local 1 --arg buf:i32[40]:iota --arg buf:u64[4]:iota --arg buf:f32[4]:iota --dump 0:40 --dump 1:4 --dump 2:4 | FileCheck %s --check-prefix=ATOMICS
// RUN: wavec run %s -O2 -cl-std=CL2.0 --kernel atomics --global 1 --local 1 --arg buf:i32[40]:iota --arg buf:u64[4]:iota --arg buf:f32[4]:iota --dump 0:40 --dump 1:4 --dump 2:4 | FileCheck %s --check-prefix=ATOMICS
// RUN: wavec run %s -O0 -cl-std=CL2.0 --kernel small_atomics --global 4 --local 4 --arg buf:u32[4]:const=4294901760 --dump 0:4 | FileCheck %s --check-prefix=SMALL
// RUN: wavec run %s -O2 -cl-std=CL2.0 --kernel small_atomics --global 4 --local 4 --arg buf:u32[4]:const=4294901760 --dump 0:4 | FileCheck %s --check-prefix=SMALL
// RUN: wavec run %s -O0 -cl-std=CL2.0 --kernel wide --global 4 --local 4 --arg buf:u64[64]:zero --arg buf:i64[4]:iota --arg buf:f32[8]:zero --dump 0:40 --dump 2:8 | FileCheck %s --check-prefix=WIDE
// RUN: wavec run %s -O2 -cl-std=CL2.0 --kernel wide --global 4 --local 4 --arg buf:u64[64]:zero --arg buf:i64[4]:iota --arg buf:f32[8]:zero --dump 0:40 --dump 2:8 | FileCheck %s --check-prefix=WIDE
// RUN: wavec run %s -O0 -cl-std=CL2.0 --kernel bits --global 1 --local 1 --arg buf:i32[64]:zero --arg i32:-40 --arg f32:-1.5 --dump 0:62 | FileCheck %s --check-prefix=BITS
// RUN: wavec run %s -O2 -cl-std=CL2.0 --kernel bits --global 1 --local 1 --arg buf:i32[64]:zero --arg i32:-40 --arg f32:-1.5 --dump 0:62 | FileCheck %s --check-prefix=BITS
// RUN: wavec run %s -O0 -cl-std=CL2.0 --kernel language --global 1 --local 1 --arg buf:i32[48]:zero --arg i32:7 --arg f32:2.5 --dump 0:31 | FileCheck %s --check-prefix=LANGUAGE
// RUN: wavec run %s -O2 -cl-std=CL2.0 --kernel language --global 1 --local 1 --arg buf:i32[48]:zero --arg i32:7 --arg f32:2.5 --dump 0:31 | FileCheck %s --check-prefix=LANGUAGE
// RUN: wavec %s -O0 -cl-std=CL2.0 -emit-ll -o - | FileCheck %s --check-prefix=IR

// IR: atomicrmw add ptr addrspace(1) {{.*}} monotonic
// IR: atomicrmw nand ptr addrspace(1) {{.*}} syncscope("workgroup") release
// ATOMICS: 1 6 3 -3 -4 -4 -4 -4 -3 -3 200 200 12 12 1 99 0 17 0 1 88 0 22 22 240 240 27 270 281 3 31 63 32 33 34 35 36 37 38 39
// ATOMICS-NEXT: 1099511627777 1099511627777 0 3
// ATOMICS-NEXT: 1 1.5 7.5 7.5
kernel void atomics(global int *x, global ulong *y, global float *z)
{
    x[0] = __atomic_fetch_add(&x[1], 5, __ATOMIC_RELAXED);
    x[2] = __scoped_atomic_fetch_nand(&x[3], 6, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
    x[4] = __atomic_sub_fetch(&x[5], 9, __ATOMIC_SEQ_CST);
    x[6] = __atomic_nand_fetch(&x[7], 3, __ATOMIC_ACQ_REL);
    x[8] = __atomic_min_fetch(&x[9], -3, __ATOMIC_RELAXED);
    x[10] = __atomic_max_fetch((global uint *)&x[11], 200u, __ATOMIC_RELAXED);
    x[12] = __sync_xor_and_fetch(&x[13], 1);
    x[14] = __sync_bool_compare_and_swap(&x[15], 15, 99);
    x[16] = __sync_bool_compare_and_swap(&x[17], 15, 99);
    __sync_lock_release(&x[18]);
    int expected = 20, value = 77, old;
    x[19] = __atomic_compare_exchange_n(&x[20], &expected, 88, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    x[21] = __hip_atomic_compare_exchange_strong(&x[22], &expected, 88, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED, 3);
    x[23] = expected;
    __atomic_store_n(&x[24], 240, __ATOMIC_RELEASE);
    x[25] = __atomic_load_n(&x[24], __ATOMIC_ACQUIRE);
    x[26] = __atomic_exchange_n(&x[27], 270, __ATOMIC_ACQ_REL);
    global int *volatile *pointers = (global int *volatile *)&y[2];
    (void)pointers;
    global int *global *places = (global int *global *)&y[2];
    __atomic_store_n(places, &x[28], __ATOMIC_RELAXED);
    *__atomic_load_n(places, __ATOMIC_RELAXED) = 280;
    *__atomic_exchange_n(places, (global int *)0, __ATOMIC_RELAXED) += 1;
    x[29] = __atomic_always_lock_free(4, 0) + 2 * __c11_atomic_is_lock_free(8);
    x[30] = __c11_atomic_fetch_or((global atomic_int *)&x[31], 32, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __scoped_atomic_thread_fence(__ATOMIC_ACQUIRE, __MEMORY_SCOPE_WVFRNT);
    __sync_synchronize();
    y[0] = __atomic_add_fetch(&y[1], 1ul << 40, __ATOMIC_RELAXED);
    z[0] = __atomic_fetch_add(&z[1], 0.5f, __ATOMIC_RELAXED);
    z[2] = __atomic_max_fetch(&z[3], 7.5f, __ATOMIC_RELAXED);
}

// SMALL: 4294902784 4294377472 0 1
kernel void small_atomics(global uint *x)
{
    int i = get_local_id(0);
    global uchar *bytes = (global uchar *)&x[0];
    global ushort *words = (global ushort *)&x[1];
    __atomic_fetch_add(bytes + 1, 1, __ATOMIC_RELAXED);
    __atomic_fetch_sub(words + 1, 2, __ATOMIC_RELAXED);
    if (i == 0) {
        x[2] = __atomic_test_and_set(bytes + 8, __ATOMIC_RELAXED);
        __atomic_clear(bytes + 9, __ATOMIC_RELAXED);
        x[3] = __atomic_test_and_set(bytes + 14, __ATOMIC_RELAXED);
    }
}

// WIDE: 19927038351228 19927038351229 19927038351230 19927038351231 10822091279936152512 10740105750719665616 10658120221503178720 10576134692286691824 18446744073709551488 18446744073709551552 0 64 12345 12345 12345 12345 18446744073709001864 18446744073709276740 0 274875 18446744073708831916 18446744073708697935 12345 878371 1 1 8 0 18446744073709551610 18446744073709551615 0 0 32 32 160 32 0 0 0 1
// WIDE-NEXT: -2361183200000000000000 -1180591600000000000000 12345 1180591600000000000000 0 3 6 9
kernel void wide(global ulong *x, global const long *in, global float *f)
{
    int i = get_local_id(0);
    __int128 a = in[i] - 2;
    __uint128_t u = (__uint128_t)0xfedcba9876543210ul * (ulong)(in[i] + 0x123456789abcul);
    x[i] = u >> 64;
    x[4 + i] = u;
    a = a * ((__int128)1 << 70) + 12345;
    x[8 + i] = a >> 64;
    x[12 + i] = a;
    x[16 + i] = (a / 1000007) >> 32;
    x[20 + i] = a % 1000007;
    x[24 + i] = (a < 0) + 2 * (u > (__uint128_t)-5) + 4 * !a + 8 * (a == (__int128)12345);
    global unsigned __int128 *place = (global unsigned __int128 *)&x[28];
    if (i == 1)
        *place = ~(unsigned __int128)5;
    x[32 + i] = sizeof(__int128) + _Alignof(__int128) + (i == 2 ? __builtin_popcountg((unsigned __int128)-1) : 0);
    __int128 sum;
    x[36 + i] = __builtin_add_overflow(a, ((__int128)0x7fffffffffffffffl << 64) + in[i], &sum);
    f[i] = (float)a;
    f[4 + i] = (float)(long)(__int128)(float)(in[i] * 3);
}

struct pair { short a, b; };
union number { int i; float f; };

// BITS: -1077936128 -40 -1 1065353216 -32 -48 1 64 0 1 1305 -697 6064 412 929 5 9 2 5 10 12345 282800 1 -40 1341 -22 481 41 11 38 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void bits(global int *x, int n, float v)
{
    int k = 0;
    x[k++] = __builtin_bit_cast(int, v);
    struct pair p = __builtin_bit_cast(struct pair, n);
    x[k++] = p.a;
    x[k++] = p.b;
    x[k++] = __builtin_bit_cast(long, (float2)(v, 1.0f)) >> 32;
    x[k++] = __builtin_align_up(n, 16);
    x[k++] = __builtin_align_down(n, 16);
    x[k++] = __builtin_is_aligned(n, 8) + 2 * __builtin_is_aligned(n, 16);
    x[k++] = __builtin_align_up((uchar)(n + 100), 32);
    global int *q = __builtin_align_up(x + 1, 32);
    x[k++] = __builtin_align_down(q + 1, 8) - q;
    x[k++] = __builtin_is_aligned(q, 32);
    x[k++] = __builtin_clzg((uchar)(n + 44)) + 100 * __builtin_clzg((ushort)4);
    x[k++] = __builtin_ctzg((ulong)n) + 100 * __builtin_ctzg((uint)(n + 40), -7);
    x[k++] = __builtin_clzg((ulong)(n + 40), 64) + 1000 * __builtin_clzg((uchar)3, 8);
    x[k++] = __builtin_popcountg((ushort)n) + 100 * __builtin_popcountg((uchar)n);
    int2 counts = __builtin_elementwise_clzg((int2)(n + 40, 5), (int2)(9));
    x[k++] = counts.x * 100 + counts.y;
    float zero = v + 1.5f, infinity = v / zero, nan = zero / zero, small = 1e-40f;
    x[k++] = __builtin_iszero(zero) + 2 * __builtin_iszero(v) + 4 * __builtin_issubnormal(small);
    x[k++] = __builtin_isinf_sign(infinity) + 10 * __builtin_isinf_sign(-infinity) + 100 * __builtin_isinf_sign(v);
    x[k++] = __builtin_issignaling(nan) + 2 * __builtin_issignaling(__builtin_nansf(""));
    x[k++] = __builtin_isfpclass(infinity, 4) + 2 * __builtin_isfpclass(infinity, 0x200) + 4 * __builtin_isfpclass(nan, 3);
    int2 classes = __builtin_isfpclass((float2)(v, zero), 0x60);
    x[k++] = classes.x + 10 * classes.y;
    x[k++] = __builtin_fpclassify(1, 2, 3, 4, 5, nan) * 10000 + __builtin_fpclassify(1, 2, 3, 4, 5, infinity) * 1000
             + __builtin_fpclassify(1, 2, 3, 4, 5, v) * 100 + __builtin_fpclassify(1, 2, 3, 4, 5, small) * 10
             + __builtin_fpclassify(1, 2, 3, 4, 5, zero);
    struct { char a; int b[10]; } object;
    object.b[3] = n;
    x[k++] = __builtin_object_size(&object.b[3], 0) * 10000 + __builtin_object_size(&object.b[3], 1) * 100
             + __builtin_object_size(x, 2);
    x[k++] = __builtin_object_size(x, 0) == -1ul;
    x[k++] = object.b[(n & 1) + 3];
    int from[6] = {1, 2, 3, 4, 5, 6};
    __builtin_memmove(from + 1, from, 16);
    __builtin_memset_inline(from + 5, 1, 4);
    x[k++] = from[1] * 1000 + from[3] * 100 + from[4] * 10 + (from[5] == 0x01010101);
    x[k++] = __builtin_lroundf(v) * 10 + __builtin_lrintf(v - 1);
    x[k++] = __builtin_strlen("four") * 100 + __builtin_classify_type(v) * 10 + __builtin_classify_type(n);
    x[k++] = __builtin_vectorelements(int4) * 10 + __builtin_flt_rounds();
    x[k++] = __builtin_reduce_maximum((float4)(v, 2, 3, 1)) + __builtin_elementwise_pow(2.0f, 3.0f);
    // Operands are evaluated once.
    int count = 0;
    x[k++] = __builtin_align_up(count++ + 5, 4) + __builtin_isinf_sign((count++, v)) + __builtin_clzg((uint)count++, 3);
    x[k++] = count;
}

enum small : uchar { FIRST = 3, SECOND };
enum later;
enum later *pointer_to_later(enum later *p) { return p; }
enum later { LATER = 5 };
#define SUM(first, ...) (first __VA_OPT__(+) __VA_ARGS__)
#define LIST(name, ...) name##__VA_OPT__(_rest)

// LANGUAGE: 14 30 104 5 1075838976 3478 21 7 51 45 12 2 43 0 108 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void language(global int *x, int n, float v)
{
    int k = 0;
    __auto_type a = n * 2;
    const __auto_type b = v, c = v * 2;
    __auto_type p = &x[k];
    *p = a;
    k++;
    x[k++] = b * 10 + c;
    x[k++] = sizeof(enum small) * 100 + SECOND;
    enum later e = LATER;
    x[k++] = *pointer_to_later(&e);
    x[k++] = ((union number)v).i;
    struct pair named = {b: 4, a: 3};
    int array[4] = {[2] 7, 8};
    x[k++] = named.a * 1000 + named.b * 100 + array[2] * 10 + array[3];
    x[k++] = _Generic(int, int: 1, float: 2) + 10 * _Generic(v, int: 1, float: 2);
    x[k++] = __real__ n + __imag__ n;
    x[k++] = SUM(1) + 10 * SUM(2, 3);
    int LIST(word) = 4, LIST(word, 1) = 5;
    x[k++] = word * 10 + word_rest;
    int größe = 6;
    x[k++] = gr\u00f6\u00dfe + größe;
    int brackets<:2:> = <%1, 2%>;
    x[k++] = brackets<:1:>;
    x[k++] = _Countof(array) * 10 + _Countof(int[3]);
    x[k++] = __builtin_LINE() - __LINE__;
    x[k++] = __builtin_FUNCTION()[0];
    __int128 wide = 1;
    switch (wide << 40) {
    case 1l << 40: x[k++] = 1; break;
    default: x[k++] = 2;
    }
}
