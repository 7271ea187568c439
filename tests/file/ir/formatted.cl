// RUN: wavec %s -emit-ll -o - | FileCheck %s
// RUN: wavec %s -emit-ll --print-formatted-intrinsics=false -o - | FileCheck %s --check-prefix=RAW
// RUN: wavec %s -emit-ll -o %t.ll && wavec %t.ll -S -o - | FileCheck %s --check-prefix=ASM
// Names and formats of intrinsic arguments are comments, which can be parsed again.

kernel void f(global int *p)
{
    __builtin_amdgcn_s_sleep(3);
    __builtin_amdgcn_s_waitcnt(0);
    p[0] = __builtin_amdgcn_ds_swizzle(p[0], 0x401f);
}

// CHECK-LABEL: define {{.*}}amdgpu_kernel void @f(
// CHECK: call void @llvm.amdgcn.s.sleep(/*
// CHECK: call void @llvm.amdgcn.s.waitcnt(/*
// CHECK: call i32 @llvm.amdgcn.ds.swizzle(

// RAW: call void @llvm.amdgcn.s.sleep(i32 3)
// RAW: call void @llvm.amdgcn.s.waitcnt(i32 0)
// RAW-NOT: /*

// ASM: s_sleep 3
// ASM: s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
// ASM: ds_swizzle_b32 v{{[0-9]+}}, v{{[0-9]+}} offset:
