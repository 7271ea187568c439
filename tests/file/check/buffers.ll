; Accesses through buffer resources are accesses to the object that the resource is of.
; RUN: not wavec check %s --kernel race --global 4 --local 4 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=RACE
; RUN: not wavec check %s --kernel beyond --global 1 --local 1 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=BEYOND
; RUN: not wavec check %s --kernel undefined --global 1 --local 1 --arg 'buf:u32[4]:uninit' --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=UNDEFINED
; RUN: wavec check %s --kernel written --global 4 --local 4 --arg 'buf:u32[4]:uninit' --arg 'buf:u32[4]' --dump 1 | FileCheck %s --check-prefix=WRITTEN
; RUN: wavec check %s --kernel atomic --global 4 --local 4 --arg 'buf:u32[4]' --dump 0 | FileCheck %s --check-prefix=ATOMIC
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32, ptr addrspace(8), i32, i32, i32)
declare i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8), i32, i32, i32)
declare i32 @llvm.amdgcn.raw.ptr.buffer.atomic.add.i32(i32, ptr addrspace(8), i32, i32, i32)

define amdgpu_kernel void @race(ptr addrspace(1) %x) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 16, i32 159744)
  call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 %i, ptr addrspace(8) %r, i32 4, i32 0, i32 0)
; RACE: buffers.ll:[[@LINE-1]]:3: error: write of byte 4 of argument 'x' races with a write by work-item (0, 0, 0) of the same work-group [data-race]
  ret void
}

; The resource says that the buffer is larger.
define amdgpu_kernel void @beyond(ptr addrspace(1) %x) {
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 64, i32 159744)
  call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 1, ptr addrspace(8) %r, i32 16, i32 0, i32 0)
; BEYOND: buffers.ll:[[@LINE-1]]:3: error: write of 4 bytes at offset 16 of argument 'x', which has 16 bytes [out-of-bounds]
  ret void
}

define amdgpu_kernel void @undefined(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 16, i32 159744)
  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 4, i32 0, i32 0)
  store i32 %v, ptr addrspace(1) %y
; UNDEFINED: buffers.ll:[[@LINE-1]]:3: error: a value that is stored in global memory depends on memory that was never written [uninitialized]
; UNDEFINED: buffers.ll:[[@LINE-3]]:3: note: it was read here
  ret void
}

define amdgpu_kernel void @written(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %offset = mul i32 %i, 4
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 16, i32 159744)
  call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 %i, ptr addrspace(8) %r, i32 %offset, i32 0, i32 0)
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %i
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %y, i32 %i
  store i32 %v, ptr addrspace(1) %q
  ret void
}
; WRITTEN: 0 1 2 3

define amdgpu_kernel void @atomic(ptr addrspace(1) %x) {
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 16, i32 159744)
  %old = call i32 @llvm.amdgcn.raw.ptr.buffer.atomic.add.i32(i32 2, ptr addrspace(8) %r, i32 4, i32 0, i32 0)
  ret void
}
; ATOMIC: 0 8 0 0
