// What programs written for other compilers contain.
// RUN: wavec %s -cl-std=CL2.0 -O0 -emit-ll -o - | FileCheck %s
int printf(constant const char *format, ...);
int pixels(image2d_t image);
float overloaded(image2d_t image) __attribute__((overloadable));
float overloaded(image3d_t image) __attribute__((overloadable));

struct list { int count; int items[]; };
_Static_assert(sizeof(struct list) == 4, "no items");
_Static_assert(sizeof(__INT64_TYPE__) == 8 && sizeof(__PTRDIFF_TYPE__) == sizeof(size_t), "types");
_Static_assert(__INT_FAST16_MAX__ == 32767 && __UINT64_MAX__ == ULONG_MAX && __LONG_WIDTH__ == 64, "limits");
#ifndef cl_clang_storage_class_specifiers
#error "static is there"
#endif

// CHECK-LABEL: define {{.*}} @difference
// CHECK: sub i64
kernel void difference(global int *p, global long *out)
{
    int *any = p + 3;
    out[0] = any - p;
}

// CHECK-LABEL: define {{.*}} @items
// CHECK: getelementptr inbounds i32, ptr addrspace(1)
kernel void items(global struct list *l) { l->items[l->count] = 1; }

// CHECK-LABEL: define {{.*}} @hinted
// CHECK: [[V:%.*]] = load i32, ptr addrspace(1)
// CHECK: store i32 [[V]], ptr addrspace(1)
kernel void hinted(global int *a, global int *b)
{
    __builtin_nontemporal_store(__builtin_nontemporal_load(a), b);
}

// CHECK-LABEL: define {{.*}} @halves
// CHECK: fptrunc float %{{.*}} to half
// CHECK: fpext half %{{.*}} to float
kernel void halves(global half *h, global float *f)
{
    __builtin_store_halff(f[0], h);
    f[1] = __builtin_load_halff(h + 1);
}

// CHECK-LABEL: define {{.*}} @prints
kernel void prints(int x) { printf("%d\n", x); }

// CHECK-LABEL: define {{.*}} @attributed
// CHECK: alloca [4 x float], align 32, addrspace(5)
kernel void attributed(global float *out, int i)
{
    __attribute__((aligned(32))) float t[4];
    __attribute__((unused)) private int *global *none = 0;
    __attribute__((opencl_unroll_hint(2))) for (int j = 0; j < 4; j++) t[j] = j;
    out[0] = t[i];
}

// CHECK-LABEL: define {{.*}} @clang_atomics
// CHECK: atomicrmw add ptr addrspace(1) %{{.*}}, i32 2 syncscope("workgroup") monotonic
// CHECK: load atomic i32, ptr addrspace(1) %{{.*}} syncscope("agent") acquire
kernel void clang_atomics(global atomic_int *a, global int *out)
{
    out[0] = __opencl_atomic_fetch_add(a, 2, memory_order_relaxed, memory_scope_work_group);
    out[1] = __opencl_atomic_load(a, memory_order_acquire, memory_scope_device);
}

// The fourth element of three that `.odd` and `.hi` name is not written.
// CHECK-LABEL: define {{.*}} @three
// CHECK: insertelement <3 x i32> {{.*}}, i32 {{.*}}, i32 1
// CHECK: insertelement <3 x i32> {{.*}}, i32 {{.*}}, i32 2
// CHECK-NOT: insertelement <3 x i32>
// CHECK: ret void
kernel void three(global int3 *out, int2 v)
{
    int3 t = 7;
    t.odd = v;
    t.hi = v;
    *out = t;
}

// Null is null in every address space.
local int *constant no_local = (local int *)(generic float *)0;
