; Images with several levels: which texel is where, how levels are chosen, and how they are interpolated. The memory is that of
; 8 rows of 64 texels, whose values are their numbers, and the words are changed to those of an image of 4 by 4 texels with two
; smaller levels. GFX9 has the levels in this order, and 64 texels in each of their rows; later ones have the smallest one first.
; RUN: wavec run %s -mcpu=gfx906 --kernel levels --global 4 --local 4 --arg image2d:r_float,64x8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg i32:0 --arg i32:49155 --arg i32:131072 --arg i32:536870912 --arg buf:f32[36] --dump 6 | FileCheck %s --check-prefix=OLD
; RUN: wavec check %s -mcpu=gfx906 --kernel levels --global 4 --local 4 --arg image2d:r_float,64x8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg i32:0 --arg i32:49155 --arg i32:131072 --arg i32:536870912 --arg buf:f32[36] --dump 6 | FileCheck %s --check-prefix=OLD
; RUN: wavec run %s -mcpu=gfx1030 --kernel levels --global 4 --local 4 --arg image2d:r_float,64x8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg i32:0 --arg i32:-2147434496 --arg i32:131072 --arg i32:32 --arg buf:f32[36] --dump 6 | FileCheck %s --check-prefix=NEW
; RUN: wavec check %s -mcpu=gfx1030 --kernel levels --global 4 --local 4 --arg image2d:r_float,64x8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg i32:0 --arg i32:-2147434496 --arg i32:131072 --arg i32:32 --arg buf:f32[36] --dump 6 | FileCheck %s --check-prefix=NEW
; RUN: wavec run %s -mcpu=gfx1100 --kernel levels --global 4 --local 4 --arg image2d:r_float,64x8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg i32:131072 --arg i32:49152 --arg i32:131072 --arg i32:0 --arg buf:f32[36] --dump 6 | FileCheck %s --check-prefix=NEW
; RUN: wavec check %s -mcpu=gfx1100 --kernel levels --global 4 --local 4 --arg image2d:r_float,64x8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg i32:131072 --arg i32:49152 --arg i32:131072 --arg i32:0 --arg buf:f32[36] --dump 6 | FileCheck %s --check-prefix=NEW
; RUN: wavec run %s -mcpu=gfx1200 --kernel levels --global 4 --local 4 --arg image2d:r_float,64x8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg i32:8192 --arg i32:49152 --arg i32:65536 --arg i32:0 --arg buf:f32[36] --dump 6 | FileCheck %s --check-prefix=NEW
; RUN: wavec check %s -mcpu=gfx1200 --kernel levels --global 4 --local 4 --arg image2d:r_float,64x8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg i32:8192 --arg i32:49152 --arg i32:65536 --arg i32:0 --arg buf:f32[36] --dump 6 | FileCheck %s --check-prefix=NEW
; RUN: not wavec run %s -mcpu=gfx1100 --kernel levels --global 4 --local 4 --arg image2d:r_float,64x8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg i32:65536 --arg i32:49152 --arg i32:131072 --arg i32:0 --arg buf:f32[36] 2>&1 | FileCheck %s --check-prefix=BEYOND
; RUN: not wavec run %s -mcpu=gfx1100 --kernel levels --global 4 --local 4 --arg image2d:r_float,64x8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg i32:131072 --arg i32:49152 --arg i32:1610612736 --arg i32:0 --arg buf:f32[36] 2>&1 | FileCheck %s --check-prefix=SAMPLES
target triple = "amdgcn-amd-amdhsa"

; OLD: 0 256 384 384 195 258 321 352.5 195 321 321 384 256 257 256 256 384 384 384 384 384 384 384 384 11 11 11 11 43 23 13 13 1000 1001 1002 1003
; NEW: 192 64 0 0 387 258 129 64.5 387 129 129 0 64 65 64 64 0 0 0 0 0 0 0 0 11 11 11 11 43 23 13 13 1000 1001 1002 1003
; SAMPLES: the emulator does not execute accesses of images with several samples
; BEYOND: levels 0 to 2 of an image whose last one is 1
define amdgpu_kernel void @levels(ptr addrspace(4) %image, ptr addrspace(4) %sampler, i32 %more1, i32 %word2, i32 %more3, i32 %more5, ptr addrspace(1) %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %plain = load <8 x i32>, ptr addrspace(4) %image
  %old1 = extractelement <8 x i32> %plain, i32 1
  %new1 = or i32 %old1, %more1
  %r1 = insertelement <8 x i32> %plain, i32 %new1, i32 1
  %r2 = insertelement <8 x i32> %r1, i32 %word2, i32 2
  %old3 = extractelement <8 x i32> %plain, i32 3
  %new3 = or i32 %old3, %more3
  %r3 = insertelement <8 x i32> %r2, i32 %new3, i32 3
  %old5 = extractelement <8 x i32> %plain, i32 5
  %new5 = or i32 %old5, %more5
  %r = insertelement <8 x i32> %r3, i32 %new5, i32 5
  ; Samplers that take the nearest level, and that interpolate levels.
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %filter = extractelement <4 x i32> %s, i32 2
  %filter.nearest = or i32 %filter, 67108864
  %nearest = insertelement <4 x i32> %s, i32 %filter.nearest, i32 2
  %filter.linear = or i32 %filter, 134217728
  %linear = insertelement <4 x i32> %s, i32 %filter.linear, i32 2
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  ; A level of one's own.
  %number = call i32 @llvm.umin.i32(i32 %id, i32 2)
  %a = call float @llvm.amdgcn.image.load.mip.2d.f32.i32(i32 1, i32 0, i32 0, i32 %number, <8 x i32> %r, i32 0, i32 0)
  store float %a, ptr addrspace(1) %to
  ; Levels 0, 0.5, 1 and 1.5.
  %id.float = uitofp i32 %id to float
  %half = fmul float %id.float, 0.5
  %b = call float @llvm.amdgcn.image.sample.l.2d.f32.f32(i32 1, float 0.75, float 0.75, float %half, <8 x i32> %r, <4 x i32> %linear, i1 false, i32 0, i32 0)
  %b.to = getelementptr float, ptr addrspace(1) %to, i32 4
  store float %b, ptr addrspace(1) %b.to
  %c = call float @llvm.amdgcn.image.sample.l.2d.f32.f32(i32 1, float 0.75, float 0.75, float %half, <8 x i32> %r, <4 x i32> %nearest, i1 false, i32 0, i32 0)
  %c.to = getelementptr float, ptr addrspace(1) %to, i32 8
  store float %c, ptr addrspace(1) %c.to
  ; Two texels to the right, so level 1; with a bias, level 2; with derivatives of four texels, level 2.
  %is.right = icmp eq i32 %id, 1
  %x = select i1 %is.right, float 0.5, float 0.0
  %d = call float @llvm.amdgcn.image.sample.2d.f32.f32(i32 1, float %x, float 0.0, <8 x i32> %r, <4 x i32> %nearest, i1 false, i32 0, i32 0)
  %d.to = getelementptr float, ptr addrspace(1) %to, i32 12
  store float %d, ptr addrspace(1) %d.to
  %e = call float @llvm.amdgcn.image.sample.b.2d.f32.f32.f32(i32 1, float 1.0, float %x, float 0.0, <8 x i32> %r, <4 x i32> %nearest, i1 false, i32 0, i32 0)
  %e.to = getelementptr float, ptr addrspace(1) %to, i32 16
  store float %e, ptr addrspace(1) %e.to
  %f = call float @llvm.amdgcn.image.sample.d.2d.f32.f32.f32(i32 1, float 0.0, float 1.0, float 0.5, float 0.0, float %x, float 0.0, <8 x i32> %r, <4 x i32> %nearest, i1 false, i32 0, i32 0)
  %f.to = getelementptr float, ptr addrspace(1) %to, i32 20
  store float %f, ptr addrspace(1) %f.to
  ; The level that is taken, and ten times the one that is asked for.
  %g = call <2 x float> @llvm.amdgcn.image.getlod.2d.v2f32.f32(i32 3, float %x, float 0.0, <8 x i32> %r, <4 x i32> %nearest, i1 false, i32 0, i32 0)
  %g.taken = extractelement <2 x float> %g, i32 0
  %g.asked = extractelement <2 x float> %g, i32 1
  %g.ten = fmul float %g.asked, 10.0
  %g.both = fadd float %g.ten, %g.taken
  %g.to = getelementptr float, ptr addrspace(1) %to, i32 24
  store float %g.both, ptr addrspace(1) %g.to
  ; Ten times the width of a level, and the number of levels.
  %h = call <2 x float> @llvm.amdgcn.image.getresinfo.2d.v2f32.i32(i32 9, i32 %number, <8 x i32> %r, i32 0, i32 0)
  %h.int = bitcast <2 x float> %h to <2 x i32>
  %h.width = extractelement <2 x i32> %h.int, i32 0
  %h.count = extractelement <2 x i32> %h.int, i32 1
  %h.ten = mul i32 %h.width, 10
  %h.both = add i32 %h.ten, %h.count
  %h.float = uitofp i32 %h.both to float
  %h.to = getelementptr float, ptr addrspace(1) %to, i32 28
  store float %h.float, ptr addrspace(1) %h.to
  ; The four texels of level 1, stored and loaded again.
  fence syncscope("workgroup") seq_cst
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") seq_cst
  %stored = fadd float %id.float, 1000.0
  %column = and i32 %id, 1
  %row = lshr i32 %id, 1
  call void @llvm.amdgcn.image.store.mip.2d.f32.i32(float %stored, i32 1, i32 %column, i32 %row, i32 1, <8 x i32> %r, i32 0, i32 0)
  fence syncscope("workgroup") seq_cst
  %i = call float @llvm.amdgcn.image.load.mip.2d.f32.i32(i32 1, i32 %column, i32 %row, i32 1, <8 x i32> %r, i32 0, i32 0)
  %i.to = getelementptr float, ptr addrspace(1) %to, i32 32
  store float %i, ptr addrspace(1) %i.to
  ret void
}

!0 = !{i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1}
!1 = !{!"read_write", !"none", !"none", !"none", !"none", !"none", !"none"}
!2 = !{!"image2d_t", !"sampler_t", !"int", !"int", !"int", !"int", !"float*"}
!3 = !{!"", !"", !"", !"", !"", !"", !""}
