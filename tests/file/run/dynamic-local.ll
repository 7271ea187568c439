; Local memory whose size is known only at launch follows all other local memory of a kernel, also of functions that are
; not inlined and of kernels that it calls. An argument of local memory gives it its size.
; RUN: wavec run %s -O0 --verify-each --kernel small --global 64 --local 64 --arg buf:i32[64]:zero --arg local:256 --dump 0:64 | FileCheck %s
; RUN: wavec run %s -O2 --verify-each --kernel small --global 64 --local 64 --arg buf:i32[64]:zero --arg local:256 --dump 0:64 | FileCheck %s
; RUN: wavec run %s -O0 --verify-each --kernel large --global 64 --local 64 --arg buf:i32[64]:zero --arg local:256 --dump 0:64 | FileCheck %s
; RUN: wavec run %s -O2 --verify-each --kernel large --global 64 --local 64 --arg buf:i32[64]:zero --arg local:256 --dump 0:64 | FileCheck %s
; RUN: wavec run %s -O0 --verify-each --kernel alone --global 64 --local 64 --arg buf:i32[64]:zero --arg local:256 --dump 0:64 | FileCheck %s
; RUN: wavec run %s -O2 --verify-each --kernel alone --global 64 --local 64 --arg buf:i32[64]:zero --arg local:256 --dump 0:64 | FileCheck %s
; CHECK: 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64
target triple = "amdgcn-amd-amdhsa"

@rest = external addrspace(3) global [0 x i32], align 16
@few = internal addrspace(3) global [3 x i32] poison, align 4
@many = internal addrspace(3) global [64 x i32] poison, align 4

; rest[i] = i
define void @fill(i32 %i) noinline {
  %p = getelementptr i32, ptr addrspace(3) @rest, i32 %i
  store i32 %i, ptr addrspace(3) %p
  ret void
}

; rest[63 - i]
define i32 @read(i32 %i) noinline {
  %j = sub i32 63, %i
  %p = getelementptr i32, ptr addrspace(3) @rest, i32 %j
  %v = load i32, ptr addrspace(3) %p
  ret i32 %v
}

define amdgpu_kernel void @small(ptr addrspace(1) %out, ptr addrspace(3) %space) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  call void @fill(i32 %i)
  store i32 1, ptr addrspace(3) @few
  call void @llvm.amdgcn.s.barrier()
  %v = call i32 @read(i32 %i)
  %one = load i32, ptr addrspace(3) @few
  %w = add i32 %v, %i
  %x = add i32 %w, %one
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %x, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @large(ptr addrspace(1) %out, ptr addrspace(3) %space) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %m = getelementptr i32, ptr addrspace(3) @many, i32 %i
  store i32 1, ptr addrspace(3) %m
  call void @fill(i32 %i)
  call void @llvm.amdgcn.s.barrier()
  %v = call i32 @read(i32 %i)
  %j = sub i32 63, %i
  %n = getelementptr i32, ptr addrspace(3) @many, i32 %j
  %one = load i32, ptr addrspace(3) %n
  %w = add i32 %v, %i
  %x = add i32 %w, %one
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; Its own local memory is less aligned, and larger than what follows it.
define amdgpu_kernel void @alone(ptr addrspace(1) %out, ptr addrspace(3) %space) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %r = getelementptr i32, ptr addrspace(3) @rest, i32 %i
  store i32 %i, ptr addrspace(3) %r
  %m = getelementptr i32, ptr addrspace(3) @many, i32 %i
  store i32 1, ptr addrspace(3) %m
  call void @llvm.amdgcn.s.barrier()
  %j = sub i32 63, %i
  %s = getelementptr i32, ptr addrspace(3) @rest, i32 %j
  %v = load i32, ptr addrspace(3) %s
  %n = getelementptr i32, ptr addrspace(3) @many, i32 %j
  %one = load i32, ptr addrspace(3) %n
  %w = add i32 %v, %i
  %x = add i32 %w, %one
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %x, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
