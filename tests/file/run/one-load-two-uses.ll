; A loaded value of an illegal type is used twice, with a store to the same location, and a barrier, between the load and
; the uses: both uses see the old value.
; RUN: wavec run %s --verify-each --kernel shorts --global 1 --local 1 --arg buf:u32[4]:const=305419896 --arg buf:u32[4]:zero --dump 1:4 -O0 | FileCheck %s --check-prefix=SHORTS
; RUN: wavec run %s --verify-each --kernel shorts --global 1 --local 1 --arg buf:u32[4]:const=305419896 --arg buf:u32[4]:zero --dump 1:4 -O2 | FileCheck %s --check-prefix=SHORTS
; SHORTS: 22136 1450704896 22136 0
; RUN: wavec run %s --verify-each --kernel bytes --global 1 --local 1 --arg buf:u32[4]:const=305419896 --arg buf:u32[4]:zero --dump 1:4 -O0 | FileCheck %s --check-prefix=BYTES
; RUN: wavec run %s --verify-each --kernel bytes --global 1 --local 1 --arg buf:u32[4]:const=305419896 --arg buf:u32[4]:zero --dump 1:4 -O2 | FileCheck %s --check-prefix=BYTES
; BYTES: 120 7864440 120 0
; RUN: wavec run %s --verify-each --kernel brains --global 1 --local 1 --arg buf:u32[4]:const=1065369472 --arg buf:u32[4]:zero --dump 1:4 -O0 | FileCheck %s --check-prefix=BRAINS
; RUN: wavec run %s --verify-each --kernel brains --global 1 --local 1 --arg buf:u32[4]:const=1065369472 --arg buf:u32[4]:zero --dump 1:4 -O2 | FileCheck %s --check-prefix=BRAINS
; BRAINS: 16256 1065353216 1065353216 0
; RUN: wavec run %s --verify-each --kernel halves --global 1 --local 1 --arg buf:u32[4]:const=1006648320 --arg buf:u32[4]:zero --dump 1:4 -O0 | FileCheck %s --check-prefix=HALVES
; RUN: wavec run %s --verify-each --kernel halves --global 1 --local 1 --arg buf:u32[4]:const=1006648320 --arg buf:u32[4]:zero --dump 1:4 -O2 | FileCheck %s --check-prefix=HALVES
; HALVES: 15360 1006632960 1065353216 0
; RUN: wavec run %s --verify-each --kernel odd --global 1 --local 1 --arg buf:u32[4]:const=305419896 --arg buf:u32[4]:zero --dump 1:4 -O0 | FileCheck %s --check-prefix=ODD
; RUN: wavec run %s --verify-each --kernel odd --global 1 --local 1 --arg buf:u32[4]:const=305419896 --arg buf:u32[4]:zero --dump 1:4 -O2 | FileCheck %s --check-prefix=ODD
; ODD: 305419896 22136 22136 4660
; RUN: wavec run %s --verify-each --kernel local --global 2 --local 2 --arg buf:u32[4]:const=65538 --arg buf:u32[4]:zero --dump 1:4 -O0 | FileCheck %s --check-prefix=LOCAL
; RUN: wavec run %s --verify-each --kernel local --global 2 --local 2 --arg buf:u32[4]:const=65538 --arg buf:u32[4]:zero --dump 1:4 -O2 | FileCheck %s --check-prefix=LOCAL
; LOCAL: 1 65536 1 65536

target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
@lds = internal addrspace(3) global [4 x i16] undef, align 8

define amdgpu_kernel void @shorts(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %v = load i16, ptr addrspace(1) %p
  store i64 0, ptr addrspace(1) %p
  %a = insertelement <2 x i16> zeroinitializer, i16 %v, i32 0
  %b = insertelement <2 x i16> zeroinitializer, i16 %v, i32 1
  %w = zext i16 %v to i32
  store <2 x i16> %a, ptr addrspace(1) %out
  %out1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store <2 x i16> %b, ptr addrspace(1) %out1
  %out2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  store i32 %w, ptr addrspace(1) %out2
  ret void
}

define amdgpu_kernel void @bytes(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %v = load i8, ptr addrspace(1) %p
  fence seq_cst
  store i64 0, ptr addrspace(1) %p
  %a = insertelement <4 x i8> zeroinitializer, i8 %v, i32 0
  %b = insertelement <4 x i8> %a, i8 %v, i32 2
  %w = zext i8 %v to i32
  store <4 x i8> %a, ptr addrspace(1) %out
  %out1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store <4 x i8> %b, ptr addrspace(1) %out1
  %out2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  store i32 %w, ptr addrspace(1) %out2
  ret void
}

define amdgpu_kernel void @brains(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %v = load bfloat, ptr addrspace(1) %p
  store i64 0, ptr addrspace(1) %p
  %a = insertelement <2 x bfloat> zeroinitializer, bfloat %v, i32 0
  %b = insertelement <2 x bfloat> zeroinitializer, bfloat %v, i32 1
  %w = fpext bfloat %v to float
  store <2 x bfloat> %a, ptr addrspace(1) %out
  %out1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store <2 x bfloat> %b, ptr addrspace(1) %out1
  %out2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  store float %w, ptr addrspace(1) %out2
  ret void
}

define amdgpu_kernel void @halves(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %v = load half, ptr addrspace(1) %p
  store i64 0, ptr addrspace(1) %p
  %a = insertelement <2 x half> zeroinitializer, half %v, i32 0
  %b = insertelement <2 x half> zeroinitializer, half %v, i32 1
  %w = fpext half %v to float
  store <2 x half> %a, ptr addrspace(1) %out
  %out1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store <2 x half> %b, ptr addrspace(1) %out1
  %out2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  store float %w, ptr addrspace(1) %out2
  ret void
}

; Three elements of 16 bits.
define amdgpu_kernel void @odd(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %v = load <3 x i16>, ptr addrspace(1) %p, align 2
  store i64 0, ptr addrspace(1) %p
  %e0 = extractelement <3 x i16> %v, i32 0
  %e1 = extractelement <3 x i16> %v, i32 1
  store <3 x i16> %v, ptr addrspace(1) %out, align 2
  %out2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  %w0 = zext i16 %e0 to i32
  store i32 %w0, ptr addrspace(1) %out2
  %out3 = getelementptr i32, ptr addrspace(1) %out, i32 3
  %w1 = zext i16 %e1 to i32
  store i32 %w1, ptr addrspace(1) %out3
  ret void
}

; Each work-item reads the other's element and writes it only after the barrier.
define amdgpu_kernel void @local(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i16, ptr addrspace(3) @lds, i32 %t
  store i16 1, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %o = xor i32 %t, 1
  %other = getelementptr i16, ptr addrspace(3) @lds, i32 %o
  %v = load i16, ptr addrspace(3) %other
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i16 7, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %a = insertelement <2 x i16> zeroinitializer, i16 %v, i32 0
  %b = insertelement <2 x i16> zeroinitializer, i16 %v, i32 1
  %i = shl i32 %t, 1
  %out0 = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store <2 x i16> %a, ptr addrspace(1) %out0
  %out1 = getelementptr i32, ptr addrspace(1) %out0, i32 1
  store <2 x i16> %b, ptr addrspace(1) %out1
  ret void
}
