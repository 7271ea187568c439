// Short library functions are inlined. Fast-math options of the program do not apply to them, and each call has its own
// variables.
// RUN: wavec %s -cl-fast-relaxed-math -O0 -emit-ll -o - | FileCheck %s

// CHECK-LABEL: define {{.*}} @twice
// CHECK-NOT: call {{.*}} @{{(__)?}}native_exp
// CHECK: fmul float %{{.*}}, 0x3FF7154760000000
// CHECK-NEXT: call float @llvm.amdgcn.exp2.f32
// CHECK: fmul float %{{.*}}, 0x3FF7154760000000
// CHECK-NEXT: call float @llvm.amdgcn.exp2.f32
// CHECK: fmul fast float
kernel void twice(global float *p)
{
    p[0] = native_exp(native_exp(p[0])) * p[1];
}

// CHECK-LABEL: define {{.*}} @places
// CHECK-DAG: call i32 @llvm.amdgcn.workgroup.id.x
// CHECK-DAG: call i32 @llvm.amdgcn.workgroup.id.y
// CHECK-NOT: call {{.*}}get_global_id
// CHECK: ret void
kernel void places(global int *p)
{
    p[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_global_id(0);
}
