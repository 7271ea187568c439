; Powers with constant and variable integer exponents, of every type.
; RUN: wavec run %s --kernel known --global 1 --local 1 --arg buf:f32[3]:zero --arg f32:1.5 --dump 0:3 -O0 | FileCheck %s --check-prefix=KNOWN
; RUN: wavec run %s --kernel known --global 1 --local 1 --arg buf:f32[3]:zero --arg f32:1.5 --dump 0:3 | FileCheck %s --check-prefix=KNOWN
; RUN: wavec run %s --kernel unknown --global 4 --local 4 --arg buf:f32[4]:zero --arg f32:2 --arg i32:-1 --dump 0:4 -O0 | FileCheck %s --check-prefix=UNKNOWN
; RUN: wavec run %s --kernel unknown --global 4 --local 4 --arg buf:f32[4]:zero --arg f32:2 --arg i32:-1 --dump 0:4 | FileCheck %s --check-prefix=UNKNOWN

; KNOWN: 3.375 1 0.4444{{[0-9]*}}
define amdgpu_kernel void @known(ptr addrspace(1) %out, float %x) {
  %cube = call float @llvm.powi.f32.i32(float %x, i32 3)
  %one = call float @llvm.powi.f32.i32(float %x, i32 0)
  %inverse = call float @llvm.powi.f32.i32(float %x, i32 -2)
  %p1 = getelementptr float, ptr addrspace(1) %out, i32 1
  %p2 = getelementptr float, ptr addrspace(1) %out, i32 2
  store float %cube, ptr addrspace(1) %out
  store float %one, ptr addrspace(1) %p1
  store float %inverse, ptr addrspace(1) %p2
  ret void
}

; Lanes leave the loop one by one: exponents -1, 4, 9 and 14.
; UNKNOWN: 0.5 16 512 16384
define amdgpu_kernel void @unknown(ptr addrspace(1) %out, float %x, i32 %first) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %step = mul i32 %id, 5
  %n = add i32 %step, %first
  %half = fptrunc float %x to half
  %power = call half @llvm.powi.f16.i32(half %half, i32 %n)
  %wide = fpext half %power to float
  %at = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %wide, ptr addrspace(1) %at
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
