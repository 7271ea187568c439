// RUN: wavec %s -mcpu=gfx942 -O1 -emit-ll -o - | FileCheck %s
// Attributes and pragmas that place members, as the GNU compilers and clang know them.

#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

typedef int unaligned __attribute__((aligned(1)));
typedef float4 words __attribute__((aligned(4)));

struct member_packed { char a; int b __attribute__((packed)); };
struct member_aligned { char a; unaligned b; char c; int d __attribute__((aligned(8))); };
struct __attribute__((packed)) packed { char a; int b : 12; int c : 7; short d[2]; float4 e; };
#pragma pack(push, 2)
struct pushed { char a; int b; double c; };
#pragma pack(pop)
struct popped { char a; int b; };
#define PACKED(declaration) _Pragma("pack(1)") declaration _Pragma("pack()")
PACKED(struct in_macro { char a; long b; };)
struct after_macro { char a; long b; };
enum __attribute__((packed)) small { one, two };
enum wide { minus_one = -1, large = 0xffffffff };

// CHECK-LABEL: @sizes(
// CHECK: store i32 5, ptr addrspace(1)
// CHECK: store i32 16, ptr addrspace(1)
// CHECK: store i32 24, ptr addrspace(1)
// CHECK: store i32 14, ptr addrspace(1)
// CHECK: store i32 8, ptr addrspace(1)
// CHECK: store i32 9, ptr addrspace(1)
// CHECK: store i32 16, ptr addrspace(1)
// CHECK: store i32 1, ptr addrspace(1)
// CHECK: store i32 8, ptr addrspace(1)
kernel void sizes(global int *out) {
  out[0] = sizeof(struct member_packed);
  out[1] = sizeof(struct member_aligned);
  out[2] = sizeof(struct packed);
  out[3] = sizeof(struct pushed);
  out[4] = sizeof(struct popped);
  out[5] = sizeof(struct in_macro);
  out[6] = sizeof(struct after_macro);
  out[7] = sizeof(enum small);
  out[8] = sizeof(enum wide);
}

// What is known of the alignment of a type or an object holds for its elements, too.
// CHECK-LABEL: @accesses(
// CHECK: load i32, ptr addrspace(1) %{{.*}}, align 1
// CHECK: load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
// CHECK: load i16, ptr addrspace(1) %{{.*}}, align 1
// CHECK: load float, ptr addrspace(1) %{{.*}}, align 1
kernel void accesses(global unaligned *p, global float *f, global struct packed *s, int i, global int *out) {
  out[0] = p[i];
  out[1] = dot(*(global words *)(f + i), (float4)(1));
  out[2] = s->d[i];
  out[3] = s->e[i];
}

// A bit-field that shares no byte with other members is read with its neighbours, others alone.
// CHECK-LABEL: @bits(
// CHECK: load i16, ptr addrspace(1) %{{.*}}, align 1
// CHECK: load i16, ptr addrspace(1) %{{.*}}, align 1
kernel void bits(global struct packed *s, global int *out) {
  out[0] = s->b;
  out[1] = s->c;
}
