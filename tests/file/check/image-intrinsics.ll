; Accesses to images by intrinsics, on the descriptors of the processor.
; RUN: wavec check %s -mcpu=gfx1030 --kernel copy --global 4,4 --local 4,4 --arg image2d:rgba_unorm8,4x4:iota --arg image2d:rgba_float,4x4:uninit --dump 1:4 | FileCheck %s --check-prefix=COPY
; RUN: wavec check %s -mcpu=gfx1200 --kernel copy --global 4,4 --local 4,4 --arg image2d:rgba_unorm8,4x4:iota --arg image2d:rgba_float,4x4:uninit --dump 1:4 | FileCheck %s --check-prefix=COPY
; RUN: not wavec check %s -mcpu=gfx1030 --kernel race --global 4 --local 4 --arg image1d:r_uint32,8 2>&1 | FileCheck %s --check-prefix=RACE
; RUN: wavec check %s -mcpu=gfx1100 --kernel count --global 64 --local 32 --arg image1d:r_uint32,1 --dump 0 | FileCheck %s --check-prefix=COUNT
; RUN: not wavec check %s -mcpu=gfx1100 --kernel unwritten --global 1 --local 1 --arg image1d:r_uint32,8:uninit --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
; RUN: not wavec check %s -mcpu=gfx1100 --kernel undefined --global 1 --local 1 --arg image1d:r_uint32,8 2>&1 | FileCheck %s --check-prefix=UNDEFINED
; RUN: not wavec check %s -mcpu=gfx1100 --kernel beyond --global 1 --local 1 --arg image1d:r_uint32,8 2>&1 | FileCheck %s --check-prefix=BEYOND
; RUN: not wavec check %s -mcpu=gfx1100 --kernel dimension --global 1 --local 1 --arg image1d:r_uint32,8 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=DIMENSION
; RUN: wavec check %s -mcpu=gfx1100 --kernel level --global 4 --local 4 --arg image2d:r_float,8x8 --arg sampler:nearest,normalized,clamp_to_edge --arg 'buf:f32[4]' --dump 2 | FileCheck %s --check-prefix=LEVEL
; RUN: not wavec check %s -mcpu=gfx1100 --kernel level --global 2 --local 2 --arg image2d:r_float,8x8 --arg sampler:nearest,normalized,clamp_to_edge --arg 'buf:f32[4]' 2>&1 | FileCheck %s --check-prefix=ALONE
; RUN: not wavec check %s -mcpu=gfx942 --kernel count --global 1 --local 1 --arg image1d:r_uint32,1 2>&1 | FileCheck %s --check-prefix=NONE
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()

; Bytes become numbers from 0 to 1. Texels outside of the image are not written.
; COPY: {{^}}0,0.003921569,0.007843138,0.011764706 0.015686275,0.019607844,0.023529412,0.02745098 {{.*}}0.05882353{{$}}
define amdgpu_kernel void @copy(ptr addrspace(4) %from, ptr addrspace(4) %to) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %f = load <8 x i32>, ptr addrspace(4) %from
  %t = load <8 x i32>, ptr addrspace(4) %to
  %v = call <4 x float> @llvm.amdgcn.image.load.2d.v4f32.i32.v8i32(i32 15, i32 %x, i32 %y, <8 x i32> %f, i32 0, i32 0)
  call void @llvm.amdgcn.image.store.2d.v4f32.i32.v8i32(<4 x float> %v, i32 15, i32 %x, i32 %y, <8 x i32> %t, i32 0, i32 0)
  %out = call <4 x float> @llvm.amdgcn.image.load.2d.v4f32.i32.v8i32(i32 15, i32 %x, i32 4, <8 x i32> %t, i32 0, i32 0)
  call void @llvm.amdgcn.image.store.2d.v4f32.i32.v8i32(<4 x float> %out, i32 15, i32 %x, i32 -1, <8 x i32> %t, i32 0, i32 0)
  ret void
}

define amdgpu_kernel void @race(ptr addrspace(4) %image) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %r = load <8 x i32>, ptr addrspace(4) %image
  %half = lshr i32 %x, 1
  call void @llvm.amdgcn.image.store.1d.i32.i32.v8i32(i32 %x, i32 1, i32 %half, <8 x i32> %r, i32 0, i32 0)
; RACE: image-intrinsics.ll:[[@LINE-1]]:3: error: write of byte 0 of the texels of argument 'image' races with a write by work-item (0, 0, 0) of the same work-group [data-race]
  ret void
}

; Atomic operations do not race.
; COUNT: {{^}}64{{$}}
define amdgpu_kernel void @count(ptr addrspace(4) %image) {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %old = call i32 @llvm.amdgcn.image.atomic.add.1d.i32.i32.v8i32(i32 1, i32 0, <8 x i32> %r, i32 0, i32 0)
  ret void
}

define amdgpu_kernel void @unwritten(ptr addrspace(4) %image, ptr addrspace(1) %out) {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %v = call i32 @llvm.amdgcn.image.load.1d.i32.i32.v8i32(i32 1, i32 3, <8 x i32> %r, i32 0, i32 0)
  store i32 %v, ptr addrspace(1) %out
; UNWRITTEN: image-intrinsics.ll:[[@LINE-1]]:3: error: a value that is stored in global memory depends on memory that was never written [uninitialized]
; UNWRITTEN: image-intrinsics.ll:[[@LINE-3]]:3: note: it was read here
  ret void
}

define amdgpu_kernel void @undefined(ptr addrspace(4) %image) {
  %r = load <8 x i32>, ptr addrspace(4) %image
  call void @llvm.amdgcn.image.store.1d.i32.i32.v8i32(i32 poison, i32 1, i32 0, <8 x i32> %r, i32 0, i32 0)
; UNDEFINED: image-intrinsics.ll:[[@LINE-1]]:3: error: an argument of the intrinsic is undefined [undefined-value]
  ret void
}

; The descriptor says that the image is larger.
define amdgpu_kernel void @beyond(ptr addrspace(4) %image) {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %w = extractelement <8 x i32> %r, i32 2
  %larger = or i32 %w, 255
  %s = insertelement <8 x i32> %r, i32 %larger, i32 2
  call void @llvm.amdgcn.image.store.1d.i32.i32.v8i32(i32 1, i32 1, i32 64, <8 x i32> %s, i32 0, i32 0)
; BEYOND: image-intrinsics.ll:[[@LINE-1]]:3: error: write of 4 bytes at offset 256 of the texels of argument 'image', which has 256 bytes [out-of-bounds]
  ret void
}

define amdgpu_kernel void @dimension(ptr addrspace(4) %image, ptr addrspace(1) %out) {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %v = call i32 @llvm.amdgcn.image.load.2d.i32.i32.v8i32(i32 1, i32 3, i32 0, <8 x i32> %r, i32 0, i32 0)
; DIMENSION: image-intrinsics.ll:[[@LINE-1]]:3: error: an image of type 8 is accessed as one of dimension 1 [image-access]
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; The level at which a texel is as large as the distance of lanes: a quarter of eight texels.
; LEVEL: {{^}}1 1 1 1{{$}}
; ALONE: error: a level that follows from lanes of a quad that do not take part [image-access]
define amdgpu_kernel void @level(ptr addrspace(4) %image, ptr addrspace(4) %sampler, ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %r = load <8 x i32>, ptr addrspace(4) %image
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %column = and i32 %id, 1
  %row = lshr i32 %id, 1
  %column.float = uitofp i32 %column to float
  %row.float = uitofp i32 %row to float
  %x = fmul float %column.float, 0.25
  %y = fmul float %row.float, 0.25
  %l = call float @llvm.amdgcn.image.getlod.2d.f32.f32.v8i32.v4i32(i32 2, float %x, float %y, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  %to = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %l, ptr addrspace(1) %to
  ret void
}

; NONE: intrinsic 'llvm.amdgcn.image.atomic.add.1d' cannot be interpreted
