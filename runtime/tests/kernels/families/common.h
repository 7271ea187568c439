// What the kernels of this folder share. Each kernel is a line of work on two buffers, in groups of 128 work-items.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

#define LID __builtin_amdgcn_workitem_id_x()
#define GRP __builtin_amdgcn_workgroup_id_x()
#define GID (GRP * 128 + LID)
#define BAR                                                                                                            \
    do {                                                                                                               \
        __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");                                                         \
        __builtin_amdgcn_s_barrier();                                                                                  \
        __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");                                                         \
    } while (0)
#define K(name) kernel __attribute__((reqd_work_group_size(128, 1, 1))) void k_##name(global uint *in, global uint *out)

typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f2 __attribute__((ext_vector_type(2)));
typedef float f16v __attribute__((ext_vector_type(16)));
typedef half h4 __attribute__((ext_vector_type(4)));
typedef half h2 __attribute__((ext_vector_type(2)));
typedef half h8 __attribute__((ext_vector_type(8)));
typedef short s2 __attribute__((ext_vector_type(2)));
typedef short s4 __attribute__((ext_vector_type(4)));
typedef uint u2 __attribute__((ext_vector_type(2)));
typedef uint u3 __attribute__((ext_vector_type(3)));
typedef uint u4 __attribute__((ext_vector_type(4)));
typedef uint u16v __attribute__((ext_vector_type(16)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef uchar c4 __attribute__((ext_vector_type(4)));
typedef uchar c3 __attribute__((ext_vector_type(3)));
typedef uchar c8 __attribute__((ext_vector_type(8)));
typedef double d4 __attribute__((ext_vector_type(4)));
typedef ulong l2 __attribute__((ext_vector_type(2)));
typedef float f3 __attribute__((ext_vector_type(3)));
typedef half h3 __attribute__((ext_vector_type(3)));
typedef half h16 __attribute__((ext_vector_type(16)));
typedef short s3 __attribute__((ext_vector_type(3)));
typedef short s8 __attribute__((ext_vector_type(8)));
typedef ushort us2 __attribute__((ext_vector_type(2)));
typedef int i2 __attribute__((ext_vector_type(2)));
typedef uchar c16 __attribute__((ext_vector_type(16)));
typedef double d2 __attribute__((ext_vector_type(2)));
