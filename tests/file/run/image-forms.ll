; Image instructions beyond those that OpenCL needs: levels, sizes, gathered and compared texels, elements and coordinates of
; 16 bits, and a word of status.
; RUN: wavec run %s -mcpu=gfx900 --kernel forms --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,clamp_to_edge --arg buf:f32[28] --dump 2 | FileCheck %s --check-prefix=FORMS
; RUN: wavec check %s -mcpu=gfx900 --kernel forms --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,clamp_to_edge --arg buf:f32[28] --dump 2 | FileCheck %s --check-prefix=FORMS
; RUN: wavec run %s -mcpu=gfx1030 --kernel forms --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,clamp_to_edge --arg buf:f32[28] --dump 2 | FileCheck %s --check-prefix=FORMS
; RUN: wavec check %s -mcpu=gfx1030 --kernel forms --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,clamp_to_edge --arg buf:f32[28] --dump 2 | FileCheck %s --check-prefix=FORMS
; RUN: wavec run %s -mcpu=gfx1100 --kernel forms --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,clamp_to_edge --arg buf:f32[28] --dump 2 | FileCheck %s --check-prefix=FORMS
; RUN: wavec check %s -mcpu=gfx1100 --kernel forms --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,clamp_to_edge --arg buf:f32[28] --dump 2 | FileCheck %s --check-prefix=FORMS
; RUN: wavec run %s -mcpu=gfx1200 --kernel forms --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,clamp_to_edge --arg buf:f32[28] --dump 2 | FileCheck %s --check-prefix=FORMS
; RUN: wavec check %s -mcpu=gfx1200 --kernel forms --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg sampler:nearest,clamp_to_edge --arg buf:f32[28] --dump 2 | FileCheck %s --check-prefix=FORMS
; RUN: wavec run %s -mcpu=gfx906 --kernel derivatives --global 4 --local 4 --arg image1d:r_float,4:iota --arg sampler:linear,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=SLOPES
; RUN: wavec check %s -mcpu=gfx906 --kernel derivatives --global 4 --local 4 --arg image1d:r_float,4:iota --arg sampler:linear,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=SLOPES
; RUN: wavec run %s -mcpu=gfx1100 --kernel derivatives --global 4 --local 4 --arg image1d:r_float,4:iota --arg sampler:linear,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=SLOPES
; RUN: wavec check %s -mcpu=gfx1100 --kernel derivatives --global 4 --local 4 --arg image1d:r_float,4:iota --arg sampler:linear,normalized,clamp_to_edge --arg buf:f32[8] --dump 2 | FileCheck %s --check-prefix=SLOPES
; RUN: wavec run %s -mcpu=gfx906 --kernel halves --global 4 --local 4 --arg image1d_array:rg_float,4x2 --dump 0 | FileCheck %s --check-prefix=HALVES
; RUN: wavec check %s -mcpu=gfx906 --kernel halves --global 4 --local 4 --arg image1d_array:rg_float,4x2 --dump 0 | FileCheck %s --check-prefix=HALVES
; RUN: wavec run %s -mcpu=gfx1030 --kernel halves --global 4 --local 4 --arg image1d_array:rg_float,4x2 --dump 0 | FileCheck %s --check-prefix=HALVES
; RUN: wavec check %s -mcpu=gfx1030 --kernel halves --global 4 --local 4 --arg image1d_array:rg_float,4x2 --dump 0 | FileCheck %s --check-prefix=HALVES
; RUN: wavec run %s -mcpu=gfx1100 --kernel halves --global 4 --local 4 --arg image1d_array:rg_float,4x2 --dump 0 | FileCheck %s --check-prefix=HALVES
; RUN: wavec check %s -mcpu=gfx1100 --kernel halves --global 4 --local 4 --arg image1d_array:rg_float,4x2 --dump 0 | FileCheck %s --check-prefix=HALVES
; RUN: wavec run %s -mcpu=gfx1200 --kernel halves --global 4 --local 4 --arg image1d_array:rg_float,4x2 --dump 0 | FileCheck %s --check-prefix=HALVES
; RUN: wavec check %s -mcpu=gfx1200 --kernel halves --global 4 --local 4 --arg image1d_array:rg_float,4x2 --dump 0 | FileCheck %s --check-prefix=HALVES
; RUN: not wavec run %s -mcpu=gfx906 --kernel level --global 4 --local 4 --arg image2d:r_float,4x3:iota --arg buf:f32[4] 2>&1 | FileCheck %s --check-prefix=LEVEL
target triple = "amdgcn-amd-amdhsa"

; FORMS: 4 5 6 7 8 9 10 11 43 43 43 43 9 10 6 5 1 2 3 3 0 0 1 1 0 1 2 3
define amdgpu_kernel void @forms(ptr addrspace(4) %image, ptr addrspace(4) %sampler, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  ; A level.
  %a = call float @llvm.amdgcn.image.load.mip.2d.f32.i32(i32 1, i32 %id, i32 1, i32 0, <8 x i32> %r, i32 0, i32 0)
  store float %a, ptr addrspace(1) %to
  ; Elements and coordinates of 16 bits.
  %short = trunc i32 %id to i16
  %b = call half @llvm.amdgcn.image.load.2d.f16.i16(i32 1, i16 %short, i16 2, <8 x i32> %r, i32 0, i32 0)
  %b.float = fpext half %b to float
  %b.to = getelementptr float, ptr addrspace(1) %to, i32 4
  store float %b.float, ptr addrspace(1) %b.to
  ; Ten times the width, and the height.
  %c = call <2 x float> @llvm.amdgcn.image.getresinfo.2d.v2f32.i32(i32 3, i32 0, <8 x i32> %r, i32 0, i32 0)
  %c.int = bitcast <2 x float> %c to <2 x i32>
  %c.width = extractelement <2 x i32> %c.int, i32 0
  %c.height = extractelement <2 x i32> %c.int, i32 1
  %c.ten = mul i32 %c.width, 10
  %c.both = add i32 %c.ten, %c.height
  %c.float = sitofp i32 %c.both to float
  %c.to = getelementptr float, ptr addrspace(1) %to, i32 8
  store float %c.float, ptr addrspace(1) %c.to
  ; The texels around a place.
  %d = call <4 x float> @llvm.amdgcn.image.gather4.lz.2d.v4f32.f32(i32 1, float 2.0, float 1.5, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  %d.one = extractelement <4 x float> %d, i32 %id
  %d.to = getelementptr float, ptr addrspace(1) %to, i32 12
  store float %d.one, ptr addrspace(1) %d.to
  ; A place that is moved by a texel.
  %id.float = sitofp i32 %id to float
  %at = fadd float %id.float, 0.5
  %e = call float @llvm.amdgcn.image.sample.lz.o.2d.f32.f32(i32 1, i32 1, float %at, float 0.5, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  %e.to = getelementptr float, ptr addrspace(1) %to, i32 16
  store float %e, ptr addrspace(1) %e.to
  ; Whether 2 is at most the texel.
  %s.first = extractelement <4 x i32> %s, i32 0
  %s.compares = or i32 %s.first, 12288
  %s.compared = insertelement <4 x i32> %s, i32 %s.compares, i32 0
  %f = call float @llvm.amdgcn.image.sample.c.lz.2d.f32.f32(i32 1, float 2.0, float %at, float 0.5, <8 x i32> %r, <4 x i32> %s.compared, i1 false, i32 0, i32 0)
  %f.to = getelementptr float, ptr addrspace(1) %to, i32 20
  store float %f, ptr addrspace(1) %f.to
  ; With a word of status.
  %g = call { float, i32 } @llvm.amdgcn.image.load.2d.sl_f32i32s.i32(i32 1, i32 %id, i32 0, <8 x i32> %r, i32 1, i32 0)
  %g.value = extractvalue { float, i32 } %g, 0
  %g.status = extractvalue { float, i32 } %g, 1
  %g.float = sitofp i32 %g.status to float
  %g.both = fadd float %g.value, %g.float
  %g.to = getelementptr float, ptr addrspace(1) %to, i32 24
  store float %g.both, ptr addrspace(1) %g.to
  ret void
}

; Derivatives decide the level, of which there is one.
; SLOPES: 0 0.5 1.5 2.5 0 0.5 1.5 2.5
define amdgpu_kernel void @derivatives(ptr addrspace(4) %image, ptr addrspace(4) %sampler, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !4 !kernel_arg_base_type !4 !kernel_arg_type_qual !3 {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %id.float = sitofp i32 %id to float
  %at = fmul float %id.float, 0.25
  %a = call float @llvm.amdgcn.image.sample.d.1d.f32.f32.f32(i32 1, float 0.25, float 0.0, float %at, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %a, ptr addrspace(1) %to
  ; With both of 16 bits.
  %short = fptrunc float %at to half
  %b = call float @llvm.amdgcn.image.sample.d.1d.f32.f16.f16(i32 1, half 1.0, half 0.0, half %short, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  %b.to = getelementptr float, ptr addrspace(1) %to, i32 4
  store float %b, ptr addrspace(1) %b.to
  ret void
}

; HALVES: 0,0 0,0 0,0 0,0 0,2 1,2 2,2 3,2
define amdgpu_kernel void @halves(ptr addrspace(4) %image) !kernel_arg_addr_space !9 !kernel_arg_access_qual !10 !kernel_arg_type !11 !kernel_arg_base_type !11 !kernel_arg_type_qual !12 {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %short = trunc i32 %id to i16
  %x = uitofp i32 %id to half
  %v0 = insertelement <2 x half> poison, half %x, i32 0
  %v = insertelement <2 x half> %v0, half 2.0, i32 1
  call void @llvm.amdgcn.image.store.1darray.v2f16.i16(<2 x half> %v, i32 3, i16 %short, i16 1, <8 x i32> %r, i32 0, i32 0)
  ret void
}

; LEVEL: an access to a mip level that the image does not have
define amdgpu_kernel void @level(ptr addrspace(4) %image, ptr addrspace(1) %out) !kernel_arg_addr_space !5 !kernel_arg_access_qual !6 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !8 {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %a = call float @llvm.amdgcn.image.load.mip.2d.f32.i32(i32 1, i32 %id, i32 1, i32 1, <8 x i32> %r, i32 0, i32 0)
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %a, ptr addrspace(1) %to
  ret void
}

!0 = !{i32 1, i32 0, i32 1}
!1 = !{!"read_only", !"none", !"none"}
!2 = !{!"image2d_t", !"sampler_t", !"float*"}
!3 = !{!"", !"", !""}
!4 = !{!"image1d_t", !"sampler_t", !"float*"}
!5 = !{i32 1, i32 1}
!6 = !{!"read_write", !"none"}
!8 = !{!"", !""}
!9 = !{i32 1}
!10 = !{!"write_only"}
!11 = !{!"image1d_array_t"}
!12 = !{!""}
!13 = !{!"image2d_t", !"float*"}
