/* What the programs of csmith include: a checksum of all their variables, printed on the host, and stored by a kernel on the
 * GPU. There they are C or OpenCL C. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
#define fabsf fabs
typedef char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef uchar uint8_t;
typedef ushort uint16_t;
typedef uint uint32_t;
typedef ulong uint64_t;
#define INT8_MIN CHAR_MIN
#define INT8_MAX CHAR_MAX
#define UINT8_MAX UCHAR_MAX
#define INT16_MIN SHRT_MIN
#define INT16_MAX SHRT_MAX
#define UINT16_MAX USHRT_MAX
#define INT32_MIN INT_MIN
#define INT32_MAX INT_MAX
#define UINT32_MAX UINT_MAX
#define INT64_MIN LONG_MIN
#define INT64_MAX LONG_MAX
#define UINT64_MAX ULONG_MAX
#else
#include <float.h>
#include <limits.h>
#include <stdint.h>
#endif
#ifdef __AMDGCN__
#ifndef __OPENCL_VERSION__
#define fabs __builtin_fabs
#define fabsf __builtin_fabsf
#define kernel __attribute__((amdgpu_kernel))
#define global __attribute__((address_space(1)))
#endif
#define printf(...) 0
#define assert(condition)
static inline int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *(const unsigned char *)a - *(const unsigned char *)b;
}
#else
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#endif

#define STATIC static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(name) (safe_##name)
#include "safe_math.h"
#undef FUNC_NAME
#define _CSMITH_BITFIELD(width) ((width) > 32 ? (width) % 32 : (width))

static uint64_t crc32_context = 0x1234567;

static inline void platform_main_begin(void) {}
static inline void crc32_gentab(void) {}

#define transparent_crc(value, name, flag) add_to_checksum(value)
static void add_to_checksum(uint64_t value)
{
    crc32_context = (crc32_context ^ value) * 0x9e3779b97f4a7c15;
    crc32_context ^= crc32_context >> 29;
}

#define transparent_crc_bytes(object, count, name, flag) add_bytes_to_checksum(object, count)
static void add_bytes_to_checksum(const void *object, int count)
{
    for (int i = 0; i < count; i++)
        add_to_checksum(((const unsigned char *)object)[i]);
}

#ifdef __AMDGCN__
static inline void platform_main_end(uint64_t checksum, int flag) {}
int main(void);
kernel void k(global uint64_t *out)
{
    main();
    *out = crc32_context;
}
#else
static inline void platform_main_end(uint64_t checksum, int flag)
{
    printf("%llu", (unsigned long long)crc32_context);
}
#endif
