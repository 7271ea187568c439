; Addresses in lists of many registers, levels that are asked for, and faces of cubes.
; RUN: sed '/@list1[12]/,/^}/d' %s > %t.list10.ll
; RUN: wavec run %t.list10.ll -mcpu=gfx1030 --kernel list10 --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[4] --dump 2 | FileCheck %s --check-prefix=LIST
; RUN: sed '/@list1[02]/,/^}/d' %s > %t.list11.ll
; RUN: wavec run %t.list11.ll -mcpu=gfx1100 --kernel list11 --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[4] --dump 2 | FileCheck %s --check-prefix=LIST
; RUN: sed '/@list1[01]/,/^}/d' %s > %t.list12.ll
; RUN: wavec run %t.list12.ll -mcpu=gfx1200 --kernel list12 --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[4] --dump 2 | FileCheck %s --check-prefix=LIST
; RUN: sed '/@list/,/^}/d' %s > %t.levels.ll
; RUN: wavec run %t.levels.ll -mcpu=gfx906 --kernel levels --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=LEVELS
; RUN: wavec check %t.levels.ll -mcpu=gfx906 --kernel levels --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=LEVELS
; RUN: wavec run %t.levels.ll -mcpu=gfx1030 --kernel levels --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=LEVELS
; RUN: wavec check %t.levels.ll -mcpu=gfx1030 --kernel levels --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=LEVELS
; RUN: wavec run %t.levels.ll -mcpu=gfx1100 --kernel levels --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=LEVELS
; RUN: wavec check %t.levels.ll -mcpu=gfx1100 --kernel levels --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=LEVELS
; RUN: wavec run %t.levels.ll -mcpu=gfx1200 --kernel levels --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=LEVELS
; RUN: wavec check %t.levels.ll -mcpu=gfx1200 --kernel levels --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=LEVELS
; RUN: sed '/@list/,/^}/d' %s > %t.cube.ll
; RUN: wavec run %t.cube.ll -mcpu=gfx900 --kernel cube --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=CUBE
; RUN: wavec check %t.cube.ll -mcpu=gfx900 --kernel cube --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=CUBE
; RUN: wavec run %t.cube.ll -mcpu=gfx1030 --kernel cube --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=CUBE
; RUN: wavec check %t.cube.ll -mcpu=gfx1030 --kernel cube --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=CUBE
; RUN: wavec run %t.cube.ll -mcpu=gfx1100 --kernel cube --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=CUBE
; RUN: wavec check %t.cube.ll -mcpu=gfx1100 --kernel cube --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=CUBE
; RUN: wavec run %t.cube.ll -mcpu=gfx1200 --kernel cube --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=CUBE
; RUN: wavec check %t.cube.ll -mcpu=gfx1200 --kernel cube --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:nearest,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=CUBE
; RUN: sed '/@list/,/^}/d' %s > %t.middle.ll
; RUN: wavec run %t.middle.ll -mcpu=gfx1100 --kernel middle --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:linear,normalized,clamp_to_edge --arg buf:f32[4] --dump 2 | FileCheck %s --check-prefix=MIDDLE
; RUN: wavec check %t.middle.ll -mcpu=gfx1100 --kernel middle --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:linear,normalized,clamp_to_edge --arg buf:f32[4] --dump 2 | FileCheck %s --check-prefix=MIDDLE
; RUN: sed '/@list/,/^}/d' %s > %t.edge.ll
; RUN: not wavec run %t.edge.ll -mcpu=gfx1100 --kernel edge --global 4 --local 4 --arg image2d_array:r_float,2x2x6:iota --arg sampler:linear,normalized,clamp_to_edge --arg buf:f32[4] 2>&1 | FileCheck %s --check-prefix=EDGE
target triple = "amdgcn-amd-amdhsa"

; The offset, a reference, derivatives, and the place: whether 2 is at most the texel to the right.
; LIST: 0 1 1 1
define amdgpu_kernel void @list10(ptr addrspace(4) %image, ptr addrspace(4) %sampler, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %s.first = extractelement <4 x i32> %s, i32 0
  %s.compares = or i32 %s.first, 12288
  %s.compared = insertelement <4 x i32> %s, i32 %s.compares, i32 0
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %id.float = sitofp i32 %id to float
  %id.half = fadd float %id.float, 0.5
  %at = fmul float %id.half, 0.25
  %a = call float asm sideeffect "image_sample_c_d_o $0, [$1, $2, $3, $4, $5, $6, $7, $8], $9, $10 dmask:0x1 dim:SQ_RSRC_IMG_2D\0As_waitcnt vmcnt(0)", "=v,v,v,v,v,v,v,v,v,s,s"(i32 1, float 2.0, float 0.25, float 0.0, float 0.0, float 0.25, float %at, float 0.125, <8 x i32> %r, <4 x i32> %s.compared)
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %a, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @list11(ptr addrspace(4) %image, ptr addrspace(4) %sampler, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %s.first = extractelement <4 x i32> %s, i32 0
  %s.compares = or i32 %s.first, 12288
  %s.compared = insertelement <4 x i32> %s, i32 %s.compares, i32 0
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %id.float = sitofp i32 %id to float
  %id.half = fadd float %id.float, 0.5
  %at = fmul float %id.half, 0.25
  %last = insertelement <4 x float> <float 0.0, float 0.25, float 0.0, float 0.125>, float %at, i32 2
  %a = call float asm sideeffect "image_sample_c_d_o $0, [$1, $2, $3, $4, $5], $6, $7 dmask:0x1 dim:SQ_RSRC_IMG_2D\0As_waitcnt vmcnt(0)", "=v,v,v,v,v,v,s,s"(i32 1, float 2.0, float 0.25, float 0.0, <4 x float> %last, <8 x i32> %r, <4 x i32> %s.compared)
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %a, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @list12(ptr addrspace(4) %image, ptr addrspace(4) %sampler, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %s.first = extractelement <4 x i32> %s, i32 0
  %s.compares = or i32 %s.first, 12288
  %s.compared = insertelement <4 x i32> %s, i32 %s.compares, i32 0
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %id.float = sitofp i32 %id to float
  %id.half = fadd float %id.float, 0.5
  %at = fmul float %id.half, 0.25
  %last = insertelement <5 x float> <float 0.0, float 0.0, float 0.25, float 0.0, float 0.125>, float %at, i32 3
  %a = call float asm sideeffect "image_sample_c_d_o $0, [$1, $2, $3, $4], $5, $6 dmask:0x1 dim:SQ_RSRC_IMG_2D\0As_wait_samplecnt 0x0", "=v,v,v,v,v,s,s"(i32 1, float 2.0, float 0.25, <5 x float> %last, <8 x i32> %r, <4 x i32> %s.compared)
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %a, ptr addrspace(1) %to
  ret void
}

; Neighbours are two texels apart: level 1, but there is only the first.
; LEVELS: 0 0 0 0 1 1 1 1
define amdgpu_kernel void @levels(ptr addrspace(4) %image, ptr addrspace(4) %sampler, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %column = and i32 %id, 1
  %column.float = sitofp i32 %column to float
  %at = fmul float %column.float, 0.5
  %a = call <2 x float> @llvm.amdgcn.image.getlod.2d.v2f32.f32(i32 3, float %at, float 0.5, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  %clamped = extractelement <2 x float> %a, i32 0
  %asked = extractelement <2 x float> %a, i32 1
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %clamped, ptr addrspace(1) %to
  %then = getelementptr float, ptr addrspace(1) %to, i32 4
  store float %asked, ptr addrspace(1) %then
  ret void
}

; The right upper texel of each face by its place, and the left lower ones of later faces by their numbers.
; CUBE: 1 5 9 13 10 14 18 22
define amdgpu_kernel void @cube(ptr addrspace(4) %image, ptr addrspace(4) %sampler, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !4 !kernel_arg_base_type !4 !kernel_arg_type_qual !3 {
  %array = load <8 x i32>, ptr addrspace(4) %image
  %kind = extractelement <8 x i32> %array, i32 3
  %other = and i32 %kind, 268435455
  %is.cube = or i32 %other, -1342177280
  %r = insertelement <8 x i32> %array, i32 %is.cube, i32 3
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %face = sitofp i32 %id to float
  %a = call float @llvm.amdgcn.image.sample.lz.cube.f32.f32(i32 1, float 1.75, float 1.25, float %face, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %a, ptr addrspace(1) %to
  %later = add i32 %id, 2
  %b = call float @llvm.amdgcn.image.load.cube.f32.i32(i32 1, i32 0, i32 1, i32 %later, <8 x i32> %r, i32 0, i32 0)
  %then = getelementptr float, ptr addrspace(1) %to, i32 4
  store float %b, ptr addrspace(1) %then
  ret void
}

; MIDDLE: 1.5 5.5 9.5 13.5
define amdgpu_kernel void @middle(ptr addrspace(4) %image, ptr addrspace(4) %sampler, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !4 !kernel_arg_base_type !4 !kernel_arg_type_qual !3 {
  %array = load <8 x i32>, ptr addrspace(4) %image
  %kind = extractelement <8 x i32> %array, i32 3
  %other = and i32 %kind, 268435455
  %is.cube = or i32 %other, -1342177280
  %r = insertelement <8 x i32> %array, i32 %is.cube, i32 3
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %face = sitofp i32 %id to float
  %a = call float @llvm.amdgcn.image.sample.lz.cube.f32.f32(i32 1, float 1.5, float 1.5, float %face, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %a, ptr addrspace(1) %to
  ret void
}

; EDGE: a filter takes texels of several faces of a cube
define amdgpu_kernel void @edge(ptr addrspace(4) %image, ptr addrspace(4) %sampler, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !4 !kernel_arg_base_type !4 !kernel_arg_type_qual !3 {
  %array = load <8 x i32>, ptr addrspace(4) %image
  %kind = extractelement <8 x i32> %array, i32 3
  %other = and i32 %kind, 268435455
  %is.cube = or i32 %other, -1342177280
  %r = insertelement <8 x i32> %array, i32 %is.cube, i32 3
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %face = sitofp i32 %id to float
  %a = call float @llvm.amdgcn.image.sample.lz.cube.f32.f32(i32 1, float 1.125, float 1.5, float %face, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %a, ptr addrspace(1) %to
  ret void
}

!0 = !{i32 1, i32 0, i32 1}
!1 = !{!"read_only", !"none", !"none"}
!2 = !{!"image2d_t", !"sampler_t", !"float*"}
!3 = !{!"", !"", !""}
!4 = !{!"image2d_array_t", !"sampler_t", !"float*"}
