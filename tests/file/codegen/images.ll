; Image instructions take as many registers as mask and dimension say.
; RUN: wavec %s -mcpu=gfx1030 -O2 -S --verify-each -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx1100 -O2 -S --verify-each -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx1200 -O2 -S --verify-each -o - | FileCheck %s --check-prefix=LISTS
; RUN: wavec %s -mcpu=gfx906 -O2 -S --verify-each -o - | FileCheck %s --check-prefix=GFX9
; RUN: wavec %s -mcpu=gfx908 -O2 -S --verify-each -o - | FileCheck %s --check-prefix=GFX9
; RUN: not wavec %s -mcpu=gfx942 -o %t.o 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: not wavec %S/../inputs/image-mask.ll -mcpu=gfx1030 -o %t.o 2>&1 | FileCheck %s --check-prefix=MASK

; CHECK-LABEL: {{^}}accesses:
; CHECK-DAG: image_load v[{{[0-9]+:[0-9]+}}], v[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0xf dim:SQ_RSRC_IMG_2D unorm{{$}}
; CHECK-DAG: image_load v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm glc{{$}}
; CHECK-DAG: image_sample_lz v[{{[0-9]+:[0-9]+}}], v[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0x7 dim:SQ_RSRC_IMG_2D_ARRAY{{$}}
; CHECK-DAG: image_sample_lz v[{{[0-9]+:[0-9]+}}], v[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0xf dim:SQ_RSRC_IMG_1D_ARRAY unorm{{$}}
; CHECK: image_store v[{{[0-9]+:[0-9]+}}], v[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0xf dim:SQ_RSRC_IMG_3D unorm{{$}}
; Where addresses are lists of registers, one alone stands without brackets.
; LISTS-LABEL: {{^}}accesses:
; LISTS-DAG: image_load v[{{[0-9]+:[0-9]+}}], [v{{[0-9]+}}, v{{[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0xf dim:SQ_RSRC_IMG_2D{{$}}
; LISTS-DAG: image_load v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}] dmask:0x1 dim:SQ_RSRC_IMG_1D th:TH_LOAD_NT{{$}}
; LISTS-DAG: image_sample_lz v[{{[0-9]+:[0-9]+}}], [v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}], s[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0x7 dim:SQ_RSRC_IMG_2D_ARRAY{{$}}
; LISTS-DAG: image_sample_lz v[{{[0-9]+:[0-9]+}}], [v{{[0-9]+}}, v{{[0-9]+}}], s[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0xf dim:SQ_RSRC_IMG_1D_ARRAY unorm{{$}}
; LISTS: image_store v[{{[0-9]+:[0-9]+}}], [v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0xf dim:SQ_RSRC_IMG_3D{{$}}
; Where the resource alone has the dimension, instructions say whether it is an array.
; GFX9-LABEL: {{^}}accesses:
; GFX9-DAG: image_load v[{{[0-9]+:[0-9]+}}], v[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0xf unorm{{$}}
; GFX9-DAG: image_load v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}] dmask:0x1 unorm glc{{$}}
; GFX9-DAG: image_sample_lz v[{{[0-9]+:[0-9]+}}], v[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0x7 da{{$}}
; GFX9-DAG: image_sample_lz v[{{[0-9]+:[0-9]+}}], v[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0xf unorm da{{$}}
; GFX9: image_store v[{{[0-9]+:[0-9]+}}], v[{{[0-9]+:[0-9]+}}], s[{{[0-9]+:[0-9]+}}] dmask:0xf unorm{{$}}
; MISSING: :[[@LINE+5]]:3: error: intrinsic 'llvm.amdgcn.image.load.2d' is not available on gfx942
define amdgpu_kernel void @accesses(ptr addrspace(4) %image, ptr addrspace(4) %sampler, i32 %x, float %f) {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %s = load <4 x i32>, ptr addrspace(4) %sampler
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %a = call <4 x float> @llvm.amdgcn.image.load.2d.v4f32.i32.v8i32(i32 15, i32 %x, i32 %id, <8 x i32> %r, i32 0, i32 0)
  %b = call float @llvm.amdgcn.image.load.1d.f32.i32.v8i32(i32 1, i32 %id, <8 x i32> %r, i32 0, i32 1)
  %c = call <3 x float> @llvm.amdgcn.image.sample.lz.2darray.v3f32.f32.v8i32.v4i32(i32 7, float %f, float %f, float 1.0, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  %d = call <4 x float> @llvm.amdgcn.image.sample.lz.1darray.v4f32.f32.v8i32.v4i32(i32 15, float %f, float 1.0, <8 x i32> %r, <4 x i32> %s, i1 true, i32 0, i32 0)
  %e = fadd <4 x float> %a, %d
  %g = extractelement <3 x float> %c, i32 2
  %h = fadd float %b, %g
  %i = insertelement <4 x float> %e, float %h, i32 0
  call void @llvm.amdgcn.image.store.3d.v4f32.i32.v8i32(<4 x float> %i, i32 15, i32 %x, i32 %id, i32 3, <8 x i32> %r, i32 0, i32 0)
  ret void
}

; What is read through a sampler has a counter of its own on RDNA 4.
; LISTS-LABEL: {{^}}sampled:
; LISTS: image_sample_lz
; LISTS-NOT: s_wait_loadcnt
; LISTS: s_wait_samplecnt 0x0
; LISTS: global_store_b32
define amdgpu_kernel void @sampled(<8 x i32> inreg %r, <4 x i32> inreg %s, ptr addrspace(1) %out) {
  %v = call float @llvm.amdgcn.image.sample.lz.1d.f32.f32.v8i32.v4i32(i32 1, float 1.0, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  store float %v, ptr addrspace(1) %out
  ret void
}

; LISTS-LABEL: {{^}}loaded:
; LISTS: image_load
; LISTS-NOT: s_wait_samplecnt
; LISTS: s_wait_loadcnt 0x0
; LISTS: global_store_b32
define amdgpu_kernel void @loaded(<8 x i32> inreg %r, ptr addrspace(1) %out) {
  %v = call float @llvm.amdgcn.image.load.1d.f32.i32.v8i32(i32 1, i32 1, <8 x i32> %r, i32 0, i32 0)
  store float %v, ptr addrspace(1) %out
  ret void
}

; The data of a store may be overwritten at once, since images have resources of 256 bits.
; GFX9-LABEL: {{^}}overwritten:
; GFX9: image_store v[0:3]
; GFX9-NEXT: v_mov_b32_e32 v3, 0
; GFX9-NEXT: ;;#ASMSTART
define amdgpu_kernel void @overwritten(<8 x i32> inreg %r) {
  %v = call <4 x float> asm "; $0", "={v[0:3]}"()
  call void @llvm.amdgcn.image.store.1d.v4f32.i32.v8i32(<4 x float> %v, i32 15, i32 1, <8 x i32> %r, i32 0, i32 0)
  call void asm sideeffect "; $0", "{v3}"(i32 0)
  ret void
}

; Resources that differ between lanes are taken one by one.
; CHECK-LABEL: {{^}}divergent:
; CHECK: v_readfirstlane_b32
; CHECK: s_and_saveexec_b32
; CHECK: image_load
; CHECK: s_cbranch
define amdgpu_kernel void @divergent(ptr addrspace(1) %images, ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <8 x i32>, ptr addrspace(1) %images, i32 %id
  %r = load <8 x i32>, ptr addrspace(1) %at
  %v = call <4 x float> @llvm.amdgcn.image.load.1d.v4f32.i32.v8i32(i32 15, i32 %id, <8 x i32> %r, i32 0, i32 0)
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %id
  store <4 x float> %v, ptr addrspace(1) %to
  ret void
}

; MASK: :4:3: error: intrinsic 'llvm.amdgcn.image.load.1d' is not supported: the mask has as many bits as there are channels
