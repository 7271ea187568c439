// Library functions on all integer types and their vectors, as OpenCL's specification defines them (6.12.3, 6.12.6, 6.2.3),
// so that clang makes code objects of generated programs without a device library. Included behind clang_builtins.h.

#define wavec_function static inline __attribute__((overloadable))

#define WAVEC_VECTORS(result, function, type)                                                                          \
    wavec_function result##2 function(type##2 a, type##2 b)                                                            \
    {                                                                                                                  \
        return (result##2)(function(a.s0, b.s0), function(a.s1, b.s1));                                                \
    }                                                                                                                  \
    wavec_function result##3 function(type##3 a, type##3 b)                                                            \
    {                                                                                                                  \
        return (result##3)(function(a.s0, b.s0), function(a.s1, b.s1), function(a.s2, b.s2));                          \
    }                                                                                                                  \
    wavec_function result##4 function(type##4 a, type##4 b)                                                            \
    {                                                                                                                  \
        return (result##4)(function(a.s0, b.s0), function(a.s1, b.s1), function(a.s2, b.s2), function(a.s3, b.s3));    \
    }

// `wide` holds every sum and product of two values.
#define WAVEC_INTEGER(type, unsigned_type, wide, bits)                                                                 \
    wavec_function type wavec_min(type a, type b) { return a < b ? a : b; }                                            \
    wavec_function type wavec_max(type a, type b) { return a > b ? a : b; }                                            \
    wavec_function type wavec_add_sat(type a, type b) { return __builtin_elementwise_add_sat(a, b); }                  \
    wavec_function type wavec_sub_sat(type a, type b) { return __builtin_elementwise_sub_sat(a, b); }                  \
    wavec_function type wavec_hadd(type a, type b) { return (type)(((wide)a + (wide)b) >> 1); }                        \
    wavec_function type wavec_rhadd(type a, type b) { return (type)(((wide)a + (wide)b + 1) >> 1); }                   \
    wavec_function type wavec_mul_hi(type a, type b) { return (type)(((wide)a * (wide)b) >> bits); }                   \
    wavec_function type wavec_rotate(type a, type b)                                                                   \
    {                                                                                                                  \
        unsigned_type x = (unsigned_type)a;                                                                            \
        uint n = (uint)b & (bits - 1);                                                                                 \
        return n == 0 ? a : (type)(unsigned_type)((x << n) | (x >> (bits - n)));                                       \
    }                                                                                                                  \
    wavec_function unsigned_type wavec_abs_diff(type a, type b)                                                        \
    {                                                                                                                  \
        return a < b ? (unsigned_type)b - (unsigned_type)a : (unsigned_type)a - (unsigned_type)b;                      \
    }                                                                                                                  \
    wavec_function unsigned_type wavec_abs(type a) { return a < 0 ? -(unsigned_type)a : (unsigned_type)a; }            \
    wavec_function type wavec_clz(type a) { return (type)__builtin_clzg((unsigned_type)a, bits); }                     \
    wavec_function type wavec_popcount(type a) { return (type)__builtin_popcountg((unsigned_type)a); }                 \
    WAVEC_VECTORS(type, wavec_min, type)                                                                               \
    WAVEC_VECTORS(type, wavec_max, type)                                                                               \
    WAVEC_VECTORS(type, wavec_add_sat, type)                                                                           \
    WAVEC_VECTORS(type, wavec_sub_sat, type)                                                                           \
    WAVEC_VECTORS(type, wavec_mul_hi, type)                                                                            \
    WAVEC_VECTORS(type, wavec_rotate, type)

WAVEC_INTEGER(char, uchar, int, 8)
WAVEC_INTEGER(uchar, uchar, uint, 8)
WAVEC_INTEGER(short, ushort, int, 16)
WAVEC_INTEGER(ushort, ushort, uint, 16)
WAVEC_INTEGER(int, uint, long, 32)
WAVEC_INTEGER(uint, uint, ulong, 32)
WAVEC_INTEGER(long, ulong, __int128, 64)
WAVEC_INTEGER(ulong, ulong, unsigned __int128, 64)

#define min wavec_min
#define max wavec_max
#define add_sat wavec_add_sat
#define sub_sat wavec_sub_sat
#define hadd wavec_hadd
#define rhadd wavec_rhadd
#define mul_hi wavec_mul_hi
#undef rotate
#define rotate wavec_rotate
#define abs_diff wavec_abs_diff
#define abs wavec_abs
#define clz wavec_clz
#define popcount wavec_popcount

#define WAVEC_PLAIN_CONVERSION(to, from)                                                                               \
    wavec_function to##2 wavec_convert_##to##2(from##2 a) { return __builtin_convertvector(a, to##2); }                \
    wavec_function to##3 wavec_convert_##to##3(from##3 a) { return __builtin_convertvector(a, to##3); }                \
    wavec_function to##4 wavec_convert_##to##4(from##4 a) { return __builtin_convertvector(a, to##4); }                \
    wavec_function to##8 wavec_convert_##to##8(from##8 a) { return __builtin_convertvector(a, to##8); }                \
    wavec_function to##16 wavec_convert_##to##16(from##16 a) { return __builtin_convertvector(a, to##16); }

#define WAVEC_CONVERSION(to, least, most, from)                                                                        \
    wavec_function to wavec_convert_##to##_sat(from a)                                                                 \
    {                                                                                                                  \
        __int128 value = a;                                                                                            \
        return value < (__int128)(least) ? (to)(least) : value > (__int128)(most) ? (to)(most) : (to)a;                \
    }                                                                                                                  \
    wavec_function to##2 wavec_convert_##to##2_sat(from##2 a)                                                          \
    {                                                                                                                  \
        return (to##2)(wavec_convert_##to##_sat(a.s0), wavec_convert_##to##_sat(a.s1));                                \
    }                                                                                                                  \
    wavec_function to##3 wavec_convert_##to##3_sat(from##3 a)                                                          \
    {                                                                                                                  \
        return (to##3)(wavec_convert_##to##2_sat(a.s01), wavec_convert_##to##_sat(a.s2));                              \
    }                                                                                                                  \
    wavec_function to##4 wavec_convert_##to##4_sat(from##4 a)                                                          \
    {                                                                                                                  \
        return (to##4)(wavec_convert_##to##2_sat(a.s01), wavec_convert_##to##2_sat(a.s23));                            \
    }                                                                                                                  \
    WAVEC_PLAIN_CONVERSION(to, from)

#define WAVEC_CONVERSIONS(to, least, most)                                                                             \
    WAVEC_CONVERSION(to, least, most, char)                                                                            \
    WAVEC_CONVERSION(to, least, most, uchar)                                                                           \
    WAVEC_CONVERSION(to, least, most, short)                                                                           \
    WAVEC_CONVERSION(to, least, most, ushort)                                                                          \
    WAVEC_CONVERSION(to, least, most, int)                                                                             \
    WAVEC_CONVERSION(to, least, most, uint)                                                                            \
    WAVEC_CONVERSION(to, least, most, long)                                                                            \
    WAVEC_CONVERSION(to, least, most, ulong)

WAVEC_CONVERSIONS(char, CHAR_MIN, CHAR_MAX)
WAVEC_CONVERSIONS(uchar, 0, UCHAR_MAX)
WAVEC_CONVERSIONS(short, SHRT_MIN, SHRT_MAX)
WAVEC_CONVERSIONS(ushort, 0, USHRT_MAX)
WAVEC_CONVERSIONS(int, INT_MIN, INT_MAX)
WAVEC_CONVERSIONS(uint, 0, UINT_MAX)
WAVEC_CONVERSIONS(long, LONG_MIN, LONG_MAX)
WAVEC_CONVERSIONS(ulong, 0, ULONG_MAX)

#define WAVEC_FLOAT_CONVERSIONS(type)                                                                                  \
    WAVEC_PLAIN_CONVERSION(char, type)                                                                                 \
    WAVEC_PLAIN_CONVERSION(short, type)                                                                                \
    WAVEC_PLAIN_CONVERSION(int, type)                                                                                  \
    WAVEC_PLAIN_CONVERSION(long, type)                                                                                 \
    WAVEC_PLAIN_CONVERSION(type, char)                                                                                 \
    WAVEC_PLAIN_CONVERSION(type, uchar)                                                                                \
    WAVEC_PLAIN_CONVERSION(type, short)                                                                                \
    WAVEC_PLAIN_CONVERSION(type, ushort)                                                                               \
    WAVEC_PLAIN_CONVERSION(type, int)                                                                                  \
    WAVEC_PLAIN_CONVERSION(type, uint)                                                                                 \
    WAVEC_PLAIN_CONVERSION(type, long)                                                                                 \
    WAVEC_PLAIN_CONVERSION(type, ulong)

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
WAVEC_FLOAT_CONVERSIONS(half)
WAVEC_FLOAT_CONVERSIONS(float)
WAVEC_FLOAT_CONVERSIONS(double)

#define convert_char_sat wavec_convert_char_sat
#define convert_char2 wavec_convert_char2
#define convert_char2_sat wavec_convert_char2_sat
#define convert_char3 wavec_convert_char3
#define convert_char3_sat wavec_convert_char3_sat
#define convert_char4 wavec_convert_char4
#define convert_char4_sat wavec_convert_char4_sat
#define convert_char8 wavec_convert_char8
#define convert_char16 wavec_convert_char16
#define convert_uchar_sat wavec_convert_uchar_sat
#define convert_uchar2 wavec_convert_uchar2
#define convert_uchar2_sat wavec_convert_uchar2_sat
#define convert_uchar3 wavec_convert_uchar3
#define convert_uchar3_sat wavec_convert_uchar3_sat
#define convert_uchar4 wavec_convert_uchar4
#define convert_uchar4_sat wavec_convert_uchar4_sat
#define convert_uchar8 wavec_convert_uchar8
#define convert_uchar16 wavec_convert_uchar16
#define convert_short_sat wavec_convert_short_sat
#define convert_short2 wavec_convert_short2
#define convert_short2_sat wavec_convert_short2_sat
#define convert_short3 wavec_convert_short3
#define convert_short3_sat wavec_convert_short3_sat
#define convert_short4 wavec_convert_short4
#define convert_short4_sat wavec_convert_short4_sat
#define convert_short8 wavec_convert_short8
#define convert_short16 wavec_convert_short16
#define convert_ushort_sat wavec_convert_ushort_sat
#define convert_ushort2 wavec_convert_ushort2
#define convert_ushort2_sat wavec_convert_ushort2_sat
#define convert_ushort3 wavec_convert_ushort3
#define convert_ushort3_sat wavec_convert_ushort3_sat
#define convert_ushort4 wavec_convert_ushort4
#define convert_ushort4_sat wavec_convert_ushort4_sat
#define convert_ushort8 wavec_convert_ushort8
#define convert_ushort16 wavec_convert_ushort16
#define convert_int_sat wavec_convert_int_sat
#define convert_int2 wavec_convert_int2
#define convert_int2_sat wavec_convert_int2_sat
#define convert_int3 wavec_convert_int3
#define convert_int3_sat wavec_convert_int3_sat
#define convert_int4 wavec_convert_int4
#define convert_int4_sat wavec_convert_int4_sat
#define convert_int8 wavec_convert_int8
#define convert_int16 wavec_convert_int16
#define convert_uint_sat wavec_convert_uint_sat
#define convert_uint2 wavec_convert_uint2
#define convert_uint2_sat wavec_convert_uint2_sat
#define convert_uint3 wavec_convert_uint3
#define convert_uint3_sat wavec_convert_uint3_sat
#define convert_uint4 wavec_convert_uint4
#define convert_uint4_sat wavec_convert_uint4_sat
#define convert_uint8 wavec_convert_uint8
#define convert_uint16 wavec_convert_uint16
#define convert_long_sat wavec_convert_long_sat
#define convert_long2 wavec_convert_long2
#define convert_long2_sat wavec_convert_long2_sat
#define convert_long3 wavec_convert_long3
#define convert_long3_sat wavec_convert_long3_sat
#define convert_long4 wavec_convert_long4
#define convert_long4_sat wavec_convert_long4_sat
#define convert_long8 wavec_convert_long8
#define convert_long16 wavec_convert_long16
#define convert_ulong_sat wavec_convert_ulong_sat
#define convert_ulong2 wavec_convert_ulong2
#define convert_ulong2_sat wavec_convert_ulong2_sat
#define convert_ulong3 wavec_convert_ulong3
#define convert_ulong3_sat wavec_convert_ulong3_sat
#define convert_ulong4 wavec_convert_ulong4
#define convert_ulong4_sat wavec_convert_ulong4_sat
#define convert_ulong8 wavec_convert_ulong8
#define convert_ulong16 wavec_convert_ulong16

#define convert_half2 wavec_convert_half2
#define convert_half3 wavec_convert_half3
#define convert_half4 wavec_convert_half4
#define convert_half8 wavec_convert_half8
#define convert_half16 wavec_convert_half16
#define convert_float2 wavec_convert_float2
#define convert_float3 wavec_convert_float3
#define convert_float4 wavec_convert_float4
#define convert_float8 wavec_convert_float8
#define convert_float16 wavec_convert_float16
#define convert_double2 wavec_convert_double2
#define convert_double3 wavec_convert_double3
#define convert_double4 wavec_convert_double4
#define convert_double8 wavec_convert_double8
#define convert_double16 wavec_convert_double16

// Of vectors the sign bits count.
#define WAVEC_RELATIONAL(type)                                                                                         \
    wavec_function int wavec_any(type##2 a) { return (a.s0 | a.s1) < 0; }                                              \
    wavec_function int wavec_any(type##3 a) { return (a.s0 | a.s1 | a.s2) < 0; }                                       \
    wavec_function int wavec_any(type##4 a) { return (a.s0 | a.s1 | a.s2 | a.s3) < 0; }                                \
    wavec_function int wavec_all(type##2 a) { return (a.s0 & a.s1) < 0; }                                              \
    wavec_function int wavec_all(type##3 a) { return (a.s0 & a.s1 & a.s2) < 0; }                                       \
    wavec_function int wavec_all(type##4 a) { return (a.s0 & a.s1 & a.s2 & a.s3) < 0; }

WAVEC_RELATIONAL(char)
WAVEC_RELATIONAL(short)
WAVEC_RELATIONAL(int)
WAVEC_RELATIONAL(long)

#define any wavec_any
#define all wavec_all

#define atomic_sub(p, v) __scoped_atomic_fetch_sub((p), (v), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_xor(p, v) __scoped_atomic_fetch_xor((p), (v), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
