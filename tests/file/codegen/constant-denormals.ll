; The result of folding denormal constants depends on the denormal mode of the function.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s --kernel flushed --global 1 --local 1 --arg buf:f32[2]:const=7 --dump 0:2 | FileCheck %s --check-prefix=FLUSHED
; RUN: wavec run %s --kernel kept --global 1 --local 1 --arg buf:i32[2]:zero --dump 0:2 | FileCheck %s --check-prefix=KEPT
target triple = "amdgcn-amd-amdhsa"

; FLUSHED: 0 0
; CHECK-LABEL: flushed:
; CHECK-DAG: v_max_f32
; CHECK-DAG: v_add_f32
define amdgpu_kernel void @flushed(ptr addrspace(1) %p) #0 {
  %c = call float @llvm.canonicalize.f32(float bitcast (i32 8388607 to float))
  %s = fadd float bitcast (i32 1 to float), bitcast (i32 2 to float)
  %q = getelementptr float, ptr addrspace(1) %p, i32 1
  store float %c, ptr addrspace(1) %p
  store float %s, ptr addrspace(1) %q
  ret void
}

; KEPT: 8388607 3
; CHECK-LABEL: kept:
; CHECK-NOT: v_max_f32
; CHECK-NOT: v_add_f32
; CHECK: s_endpgm
define amdgpu_kernel void @kept(ptr addrspace(1) %p) {
  %c = call float @llvm.canonicalize.f32(float bitcast (i32 8388607 to float))
  %s = fadd float bitcast (i32 1 to float), bitcast (i32 2 to float)
  %q = getelementptr float, ptr addrspace(1) %p, i32 1
  store float %c, ptr addrspace(1) %p
  store float %s, ptr addrspace(1) %q
  ret void
}
declare float @llvm.canonicalize.f32(float)
attributes #0 = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" }
