; Accesses to images with levels, derivatives, values of 16 bits and a word of status, as llc-22 writes them.
; RUN: wavec %s -mcpu=gfx1030 -S -o - | FileCheck %s --check-prefixes=ALL,RDNA2
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s --check-prefixes=ALL,RDNA4
; RUN: wavec %s -mcpu=gfx900 -S -o - | FileCheck %s --check-prefixes=ALL,GFX9
; RUN: not wavec %S/../inputs/image-status.ll -mcpu=gfx90a -o %t.o 2>&1 | FileCheck %s --check-prefix=STATUS
; RUN: not wavec %S/../inputs/image-derivatives.ll -mcpu=gfx900 -o %t.o 2>&1 | FileCheck %s --check-prefix=MIXED
; STATUS: :2:3: error: intrinsic 'llvm.amdgcn.image.load.1d' returns no status on gfx90a
; MIXED: :2:3: error: intrinsic 'llvm.amdgcn.image.sample.d.1d' is not supported: coordinates and derivatives are of one size, 16 or 32 bits
target triple = "amdgcn-amd-amdhsa"

; ALL-LABEL: level:
; GFX9: image_load_mip v[{{[0-9:]+}}], v[{{[0-9:]+}}], s[{{[0-9:]+}}] dmask:0xf unorm{{$}}
; RDNA2: image_load_mip v[{{[0-9:]+}}], v[{{[0-9:]+}}], s[{{[0-9:]+}}] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
; RDNA4: image_load_mip v[{{[0-9:]+}}], [v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}], s[{{[0-9:]+}}] dmask:0xf dim:SQ_RSRC_IMG_2D
define amdgpu_kernel void @level(ptr addrspace(1) %out, <8 x i32> %image, i32 %x, i32 %y, i32 %mip) {
  %v = call <4 x float> @llvm.amdgcn.image.load.mip.2d.v4f32.i32(i32 15, i32 %x, i32 %y, i32 %mip, <8 x i32> %image, i32 0, i32 0)
  store <4 x float> %v, ptr addrspace(1) %out
  ret void
}

; The derivatives of 16 bits are two words, and so are the coordinates.
; ALL-LABEL: narrow:
; GFX9: image_sample_d v[{{[0-9:]+}}], v[{{[0-9:]+}}], s[{{[0-9:]+}}], s[{{[0-9:]+}}] dmask:0xf a16 d16{{$}}
; RDNA2: image_sample_d_g16 v[{{[0-9:]+}}], v[{{[0-9:]+}}], s[{{[0-9:]+}}], s[{{[0-9:]+}}] dmask:0xf dim:SQ_RSRC_IMG_2D a16 d16
; RDNA4: image_sample_d_g16 v[{{[0-9:]+}}], [v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}], s[{{[0-9:]+}}], s[{{[0-9:]+}}] dmask:0xf dim:SQ_RSRC_IMG_2D a16 d16
define amdgpu_kernel void @narrow(ptr addrspace(1) %out, <8 x i32> %image, <4 x i32> %sampler, half %a, half %b) {
  %v = call <4 x half> @llvm.amdgcn.image.sample.d.2d.v4f16.f16.f16(i32 15, half %a, half %b, half %b, half %a, half %a, half %b, <8 x i32> %image, <4 x i32> %sampler, i1 false, i32 0, i32 0)
  store <4 x half> %v, ptr addrspace(1) %out
  ret void
}

; ALL-LABEL: status:
; GFX9: image_load v[{{[0-9:]+}}], v{{[0-9]+}}, s[{{[0-9:]+}}] dmask:0x3 unorm tfe{{$}}
; RDNA2: image_load v[{{[0-9:]+}}], v{{[0-9]+}}, s[{{[0-9:]+}}] dmask:0x3 dim:SQ_RSRC_IMG_1D unorm tfe
; RDNA4: image_load v[{{[0-9:]+}}], v{{[0-9]+}}, s[{{[0-9:]+}}] dmask:0x3 dim:SQ_RSRC_IMG_1D tfe
define amdgpu_kernel void @status(ptr addrspace(1) %out, <8 x i32> %image, i32 %x) {
  %v = call { <2 x float>, i32 } @llvm.amdgcn.image.load.1d.sl_v2f32i32s.i32(i32 3, i32 %x, <8 x i32> %image, i32 1, i32 0)
  store { <2 x float>, i32 } %v, ptr addrspace(1) %out
  ret void
}

; The old value comes back.
; ALL-LABEL: exchange:
; GFX9: image_atomic_cmpswap v[{{[0-9:]+}}], v[{{[0-9:]+}}], s[{{[0-9:]+}}] dmask:0x3 unorm glc{{$}}
; RDNA2: image_atomic_cmpswap v[{{[0-9:]+}}], v[{{[0-9:]+}}], s[{{[0-9:]+}}] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm glc
; RDNA4: image_atomic_cmpswap v[{{[0-9:]+}}], [v{{[0-9]+}}, v{{[0-9]+}}], s[{{[0-9:]+}}] dmask:0x3 dim:SQ_RSRC_IMG_2D th:TH_ATOMIC_RETURN
define amdgpu_kernel void @exchange(ptr addrspace(1) %out, <8 x i32> %image, i32 %x, i32 %y, i32 %new, i32 %old) {
  %v = call i32 @llvm.amdgcn.image.atomic.cmpswap.2d.i32.i32(i32 %new, i32 %old, i32 %x, i32 %y, <8 x i32> %image, i32 0, i32 0)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
