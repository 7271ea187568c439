; Builtin functions that a module only declares are those of the library, with the same rules.
; RUN: not wavec check %s --kernel barriers --global 64 --local 64 --arg 'buf:u32[64]' 2>&1 | FileCheck %s --check-prefix=BARRIERS
; RUN: not wavec check %s --kernel images --global 3 --local 3 --arg 'buf:f32x4[3]' --arg image2d:rgba_float,2x2 2>&1 | FileCheck %s --check-prefix=IMAGES
; RUN: not wavec check %s --target=gfx1100 --kernel images --global 3 --local 3 --arg 'buf:f32x4[3]' --arg image2d:rgba_float,2x2 2>&1 | FileCheck %s --check-prefix=IMAGES
; RUN: not wavec check %s --kernel lanes --global 64 --local 64 --arg 'buf:u32[64]' 2>&1 | FileCheck %s --check-prefix=LANES
target triple = "amdgcn-amd-amdhsa"

declare i64 @_Z12get_local_idj(i32)
declare void @_Z7barrierj(i32)
declare <4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i(ptr addrspace(4), <2 x i32>)
declare i32 @_Z20sub_group_reduce_addj(i32)

; A fence of local memory does not order global memory.
define amdgpu_kernel void @barriers(ptr addrspace(1) %x) {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %x, i64 %i
  store i32 1, ptr addrspace(1) %p
  call void @_Z7barrierj(i32 1)
  %j = xor i64 %i, 1
  %q = getelementptr i32, ptr addrspace(1) %x, i64 %j
  %v = load i32, ptr addrspace(1) %q
; BARRIERS: declared.ll:[[@LINE-1]]:3: error: read of byte {{[0-9]+}} of argument 'x' races with a write by work-item
  ret void
}

define amdgpu_kernel void @images(ptr addrspace(1) %x, ptr addrspace(4) %image) {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %n = trunc i64 %i to i32
  %at = insertelement <2 x i32> <i32 0, i32 1>, i32 %n, i32 0
  %v = call <4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i(ptr addrspace(4) %image, <2 x i32> %at)
; IMAGES: declared.ll:[[@LINE-1]]:3: error: read at (2, 1) of argument 'image', which has 2 x 2 texels [out-of-bounds]
  %p = getelementptr <4 x float>, ptr addrspace(1) %x, i64 %i
  store <4 x float> %v, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @lanes(ptr addrspace(1) %x) {
  %i = call i64 @_Z12get_local_idj(i32 0)
  %n = trunc i64 %i to i32
  %odd = trunc i64 %i to i1
  br i1 %odd, label %then, label %end
then:
  %sum = call i32 @_Z20sub_group_reduce_addj(i32 %n)
; LANES: declared.ll:[[@LINE-1]]:3: error: only 32 of 64 work-items of a sub-group call the function together [divergent-sub-group]
  %p = getelementptr i32, ptr addrspace(1) %x, i64 %i
  store i32 %sum, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
