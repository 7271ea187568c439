; Builtin functions that a module only declares, under the names of clang and of AMD's device libraries, are defined by the
; builtin library.
; RUN: wavec run %s --verify-each --kernel k --global 4 --local 4 --arg 'buf:f32[16]:zero' --arg 'buf:i32[24]:zero' --dump 0:16 --dump 1:24 | FileCheck %s
; RUN: wavec run %s -O0 --verify-each --kernel k --global 4 --local 4 --arg 'buf:f32[16]:zero' --arg 'buf:i32[24]:zero' --dump 0:16 --dump 1:24 | FileCheck %s
; RUN: wavec run %s -mcpu=gfx1100 --kernel k --global 4 --local 4 --arg 'buf:f32[16]:zero' --arg 'buf:i32[24]:zero' --dump 0:16 --dump 1:24 | FileCheck %s

; CHECK: 0 1 4 9 2 2 2 2 0.5 0.5 0.5 0.5 0 1 8 27
; CHECK: 6 0 0 0 0 1 2 3 4 3 2 1 0 1 2 3 3 2 1 0 -1 0 1 2
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-n32:64-S32-A5-G1"
target triple = "amdgcn-amd-amdhsa"

@shared = internal addrspace(3) global [4 x i32] poison, align 4

declare i64 @_Z13get_global_idj(i32) #0
declare i64 @__ockl_get_local_id(i32) #0
declare float @_Z4pownfi(float, i32) #0
declare float @_Z4sqrtf(float) #0
declare float @__ocml_cos_f32(float) #0
declare float @__ocml_frexp_f32(float, ptr addrspace(5)) #0
declare <2 x float> @_Z3maxDv2_fS_(<2 x float>, <2 x float>) #0
declare <4 x i32> @_Z6vload4mPU3AS1Ki(i64, ptr addrspace(1)) #0
declare <4 x i32> @_Z3absDv4_i(<4 x i32>) #0
declare void @_Z7vstore4Dv4_imPU3AS1i(<4 x i32>, i64, ptr addrspace(1)) #0
declare i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1), i32) #1
declare void @_Z7barrierj(i32) #1

define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %i = trunc i64 %id to i32
  %float = uitofp i32 %i to float
  %square = call float @_Z4pownfi(float %float, i32 2)
  %out = getelementptr float, ptr addrspace(1) %x, i64 %id
  store float %square, ptr addrspace(1) %out, align 4

  %v0 = insertelement <2 x float> poison, float %float, i32 0
  %v1 = insertelement <2 x float> %v0, float 4.0, i32 1
  %most = call <2 x float> @_Z3maxDv2_fS_(<2 x float> %v1, <2 x float> zeroinitializer)
  %four = extractelement <2 x float> %most, i32 1
  %two = call float @_Z4sqrtf(float %four)
  %out1 = getelementptr float, ptr addrspace(1) %out, i64 4
  store float %two, ptr addrspace(1) %out1, align 4

  %exponent = alloca i32, align 4, addrspace(5)
  %zero = fsub float %float, %float
  %one = call float @__ocml_cos_f32(float %zero)
  %fraction = call float @__ocml_frexp_f32(float %one, ptr addrspace(5) %exponent)
  %out2 = getelementptr float, ptr addrspace(1) %out, i64 8
  store float %fraction, ptr addrspace(1) %out2, align 4
  %power = load i32, ptr addrspace(5) %exponent, align 4
  %three = add i32 %power, 2
  %cube = call float @_Z4pownfi(float %float, i32 %three)
  %out3 = getelementptr float, ptr addrspace(1) %out, i64 12
  store float %cube, ptr addrspace(1) %out3, align 4

  %old = call i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %y, i32 %i)

  %lane = call i64 @__ockl_get_local_id(i32 0)
  %slot = getelementptr i32, ptr addrspace(3) @shared, i64 %lane
  store i32 %i, ptr addrspace(3) %slot, align 4
  call void @_Z7barrierj(i32 1)
  %opposite = sub i64 3, %lane
  %place = getelementptr i32, ptr addrspace(3) @shared, i64 %opposite
  %other = load i32, ptr addrspace(3) %place, align 4
  %group = getelementptr i32, ptr addrspace(1) %y, i64 4
  %minus = sub i32 %i, 4
  %w0 = insertelement <4 x i32> poison, i32 %i, i32 0
  %w1 = insertelement <4 x i32> %w0, i32 %minus, i32 1
  %w2 = insertelement <4 x i32> %w1, i32 %other, i32 2
  %w3 = insertelement <4 x i32> %w2, i32 -1, i32 3
  %positive = call <4 x i32> @_Z3absDv4_i(<4 x i32> %w3)
  %e0 = extractelement <4 x i32> %positive, i32 0
  %e1 = extractelement <4 x i32> %positive, i32 1
  %e2 = extractelement <4 x i32> %positive, i32 2
  %at0 = getelementptr i32, ptr addrspace(1) %group, i64 %id
  store i32 %e0, ptr addrspace(1) %at0, align 4
  %at1 = getelementptr i32, ptr addrspace(1) %at0, i64 4
  store i32 %e1, ptr addrspace(1) %at1, align 4
  %at2 = getelementptr i32, ptr addrspace(1) %at0, i64 12
  store i32 %e2, ptr addrspace(1) %at2, align 4
  call void @_Z7barrierj(i32 2)
  %loaded = call <4 x i32> @_Z6vload4mPU3AS1Ki(i64 0, ptr addrspace(1) %group)
  call void @_Z7vstore4Dv4_imPU3AS1i(<4 x i32> %loaded, i64 2, ptr addrspace(1) %group)
  %last = getelementptr i32, ptr addrspace(1) %at0, i64 16
  %less = sub i32 %i, 1
  store i32 %less, ptr addrspace(1) %last, align 4
  ret void
}

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind }
