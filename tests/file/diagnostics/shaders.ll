; What shaders cannot do is refused by name.
; RUN: not wavec %s -mcpu=gfx1030 -S -o - 2>&1 | FileCheck %s

; CHECK:      [[@LINE+2]]:3: error: intrinsic 'llvm.amdgcn.workitem.id.x' in a shader is not supported: only kernels are given this
define amdgpu_cs void @ids(ptr addrspace(1) inreg %p) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %i, ptr addrspace(1) %p
  ret void
}

; CHECK:      error: a call of 'other' in a shader is not supported
define amdgpu_cs void @calls() {
  call void @other()
  ret void
}
declare void @other()

; CHECK:      error: intrinsic 'llvm.amdgcn.image.sample.2d' in a shader is not supported: it needs whole-quad mode
define amdgpu_ps float @differences(<8 x i32> inreg %image, <4 x i32> inreg %sampler, float %x, float %y) {
  %v = call float @llvm.amdgcn.image.sample.2d.f32.f32(i32 1, float %x, float %y, <8 x i32> %image, <4 x i32> %sampler, i1 false, i32 0, i32 0)
  ret float %v
}
declare float @llvm.amdgcn.image.sample.2d.f32.f32(i32, float, float, <8 x i32>, <4 x i32>, i1, i32, i32)

; CHECK:      error: shader 'many' has more arguments than registers
define amdgpu_vs float @many([137 x float] %a) {
  %x = extractvalue [137 x float] %a, 0
  ret float %x
}

; CHECK:      error: shader 'results' has more results than registers
define amdgpu_vs [45 x i32] @results([44 x i32] inreg %a) {
  %x = extractvalue [44 x i32] %a, 0
  %r = insertvalue [45 x i32] zeroinitializer, i32 %x, 44
  ret [45 x i32] %r
}

; CHECK:      error: {{.*}}scratch memory of shaders
define amdgpu_vs void @stack(i32 %i, ptr addrspace(1) %out) {
  %a = alloca [64 x i32], addrspace(5)
  %p = getelementptr i32, ptr addrspace(5) %a, i32 %i
  store volatile i32 1, ptr addrspace(5) %p
  ret void
}
