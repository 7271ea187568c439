; RUN: wavec %s -mcpu=gfx900 -S -o - | FileCheck %s --check-prefixes=CHECK,W64
; RUN: wavec %s -mcpu=gfx1030 -S -o - | FileCheck %s --check-prefixes=CHECK,W32
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s --check-prefixes=CHECK,W32
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s --check-prefixes=CHECK,W32
; RUN: wavec %s -mcpu=gfx1030 -mattr=+wavefrontsize64 -S -o - | FileCheck %s --check-prefixes=CHECK,W64
; RUN: wavec %s -mcpu=gfx1100 -O0 -verify-each -S -o /dev/null
; Images whose level depends on differences between pixels: in pixel shaders their coordinates are computed in whole quads.

; CHECK-LABEL: {{^}}sample:
; W64:        s_mov_b64 [[LIVE:s\[[0-9:]+\]]], exec
; W64-NEXT:   s_wqm_b64 exec, exec
; W32:        s_mov_b32 [[LIVE:s[0-9]+]], exec_lo
; W32-NEXT:   s_wqm_b32 exec_lo, exec_lo
; CHECK:      v_mul_f32
; W64:        s_and_b64 exec, exec, [[LIVE]]
; W32:        s_and_b32 exec_lo, exec_lo, [[LIVE]]
; CHECK:      image_sample
; CHECK:      .size
define amdgpu_ps <4 x float> @sample(<8 x i32> inreg %r, <4 x i32> inreg %s, float %a, float %b) {
  %y = fmul float %a, %b
  %v = call <4 x float> @llvm.amdgcn.image.sample.2d.v4f32.f32(i32 15, float %a, float %y, <8 x i32> %r, <4 x i32> %s, i1 0, i32 0, i32 0)
  ret <4 x float> %v
}

; Between two of them, a store is of live lanes alone; after the last one, all is.
; CHECK-LABEL: {{^}}store_between:
; W64:        s_wqm_b64 exec, exec
; W64:        image_sample
; W64:        s_and_saveexec_b64 [[SAVED:s\[[0-9:]+\]]], [[LIVE:s\[[0-9:]+\]]]
; W64:        buffer_store
; W64-NEXT:   s_mov_b64 exec, [[SAVED]]
; W64:        s_and_b64 exec, exec, [[LIVE]]
; W32:        s_wqm_b32 exec_lo, exec_lo
; W32:        image_sample
; W32:        s_and_saveexec_b32 [[SAVED:s[0-9]+]], [[LIVE:s[0-9]+]]
; W32:        buffer_store
; W32-NEXT:   s_mov_b32 exec_lo, [[SAVED]]
; W32:        s_and_b32 exec_lo, exec_lo, [[LIVE]]
; CHECK:      image_sample
; CHECK-NOT:  exec
; CHECK:      buffer_store
; CHECK-NOT:  exec
; CHECK:      .size
define amdgpu_ps float @store_between(<8 x i32> inreg %r, <4 x i32> inreg %s, ptr addrspace(8) inreg %b, float %x, float %y) {
  %v = call float @llvm.amdgcn.image.sample.2d.f32.f32(i32 1, float %x, float %y, <8 x i32> %r, <4 x i32> %s, i1 0, i32 0, i32 0)
  call void @llvm.amdgcn.raw.ptr.buffer.store.f32(float %v, ptr addrspace(8) %b, i32 0, i32 0, i32 0)
  %w = call float @llvm.amdgcn.image.sample.2d.f32.f32(i32 1, float %v, float %y, <8 x i32> %r, <4 x i32> %s, i1 0, i32 0, i32 0)
  call void @llvm.amdgcn.raw.ptr.buffer.store.f32(float %w, ptr addrspace(8) %b, i32 0, i32 0, i32 0)
  ret float %w
}

; A level that is given needs no quads; nor do other shaders.
; CHECK-LABEL: {{^}}level:
; CHECK-NOT:  s_wqm
; CHECK:      image_sample_l
; CHECK-LABEL: {{^}}compute:
; CHECK-NOT:  s_wqm
; CHECK:      image_sample
define amdgpu_ps float @level(<8 x i32> inreg %r, <4 x i32> inreg %s, float %x, float %y, float %l) {
  %v = call float @llvm.amdgcn.image.sample.l.2d.f32.f32(i32 1, float %x, float %y, float %l, <8 x i32> %r, <4 x i32> %s, i1 0, i32 0, i32 0)
  ret float %v
}
define amdgpu_cs float @compute(<8 x i32> inreg %r, <4 x i32> inreg %s, float %x, float %y) {
  %v = call float @llvm.amdgcn.image.sample.2d.f32.f32(i32 1, float %x, float %y, <8 x i32> %r, <4 x i32> %s, i1 0, i32 0, i32 0)
  ret float %v
}

; `softwqm` needs whole quads only if something else does.
; CHECK-LABEL: {{^}}soft:
; CHECK-NOT:  s_wqm
; CHECK:      v_add_f32
; CHECK-NOT:  exec
; CHECK-LABEL: {{^}}soft_and_hard:
; CHECK:      s_wqm
; CHECK:      v_mul_f32
; CHECK:      s_and_b{{32|64}} exec
define amdgpu_ps float @soft(float %a, float %b) {
  %x = fadd float %a, %b
  %w = call float @llvm.amdgcn.softwqm.f32(float %x)
  ret float %w
}
define amdgpu_ps float @soft_and_hard(float %a, float %b) {
  %x = fadd float %a, %b
  %h = call float @llvm.amdgcn.wqm.f32(float %x)
  %y = fmul float %h, %b
  %w = call float @llvm.amdgcn.softwqm.f32(float %y)
  ret float %w
}
declare <4 x float> @llvm.amdgcn.image.sample.2d.v4f32.f32(i32, float, float, <8 x i32>, <4 x i32>, i1, i32, i32)
declare float @llvm.amdgcn.image.sample.2d.f32.f32(i32, float, float, <8 x i32>, <4 x i32>, i1, i32, i32)
declare float @llvm.amdgcn.image.sample.l.2d.f32.f32(i32, float, float, float, <8 x i32>, <4 x i32>, i1, i32, i32)
declare void @llvm.amdgcn.raw.ptr.buffer.store.f32(float, ptr addrspace(8), i32, i32, i32)
declare float @llvm.amdgcn.wqm.f32(float)
declare float @llvm.amdgcn.softwqm.f32(float)
