; Atomic operations on texels.
; RUN: wavec run %s -mcpu=gfx908 --kernel atomics --global 4 --local 4 --arg image1d:r_uint32,4:iota --arg buf:i32[4] --dump 1 --dump 0 | FileCheck %s --check-prefix=ATOMICS
; RUN: wavec check %s -mcpu=gfx908 --kernel atomics --global 4 --local 4 --arg image1d:r_uint32,4:iota --arg buf:i32[4] --dump 1 --dump 0 | FileCheck %s --check-prefix=ATOMICS
; RUN: wavec run %s -mcpu=gfx90a --kernel atomics --global 4 --local 4 --arg image1d:r_uint32,4:iota --arg buf:i32[4] --dump 1 --dump 0 | FileCheck %s --check-prefix=ATOMICS
; RUN: wavec check %s -mcpu=gfx90a --kernel atomics --global 4 --local 4 --arg image1d:r_uint32,4:iota --arg buf:i32[4] --dump 1 --dump 0 | FileCheck %s --check-prefix=ATOMICS
; RUN: wavec run %s -mcpu=gfx1200 --kernel atomics --global 4 --local 4 --arg image1d:r_uint32,4:iota --arg buf:i32[4] --dump 1 --dump 0 | FileCheck %s --check-prefix=ATOMICS
; RUN: wavec check %s -mcpu=gfx1200 --kernel atomics --global 4 --local 4 --arg image1d:r_uint32,4:iota --arg buf:i32[4] --dump 1 --dump 0 | FileCheck %s --check-prefix=ATOMICS
; RUN: wavec run %s -mcpu=gfx1030 --kernel atomics --global 4 --local 4 --arg image1d:r_uint32,4:iota --arg buf:i32[4] --dump 1 --dump 0 | FileCheck %s --check-prefix=ATOMICS
; RUN: wavec check %s -mcpu=gfx1030 --kernel atomics --global 4 --local 4 --arg image1d:r_uint32,4:iota --arg buf:i32[4] --dump 1 --dump 0 | FileCheck %s --check-prefix=ATOMICS
target triple = "amdgcn-amd-amdhsa"

; ATOMICS: 10 1011 2012 3013
; ATOMICS-NEXT: {{^}}10 77 12 13{{$}}
define amdgpu_kernel void @atomics(ptr addrspace(4) %image, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %a = call i32 @llvm.amdgcn.image.atomic.add.1d.i32.i32(i32 10, i32 %id, <8 x i32> %r, i32 0, i32 0)
  %b = call i32 @llvm.amdgcn.image.atomic.cmpswap.1d.i32.i32(i32 77, i32 11, i32 %id, <8 x i32> %r, i32 0, i32 0)
  ; Outside of the image.
  %outside = add i32 %id, 4
  %c = call i32 @llvm.amdgcn.image.atomic.swap.1d.i32.i32(i32 1, i32 %outside, <8 x i32> %r, i32 0, i32 0)
  %thousand = mul i32 %a, 1000
  %ab = add i32 %thousand, %b
  %abc = add i32 %ab, %c
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %abc, ptr addrspace(1) %to
  ret void
}

!0 = !{i32 1, i32 1}
!1 = !{!"read_write", !"none"}
!2 = !{!"image1d_t", !"int*"}
!3 = !{!"", !""}
