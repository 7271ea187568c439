; Memory accessed through a pointer and through a buffer resource made from it, or from its address: each sees what the
; other writes.
; RUN: wavec run %s -O0 --kernel k --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[512]:zero --arg i32:5 --dump 1:16 | FileCheck %s
; RUN: wavec run %s -O1 --kernel k --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[512]:zero --arg i32:5 --dump 1:16 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[512]:zero --arg i32:5 --dump 1:16 | FileCheck %s
; RUN: wavec run %s -O3 --kernel k --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[512]:zero --arg i32:5 --dump 1:16 | FileCheck %s
; CHECK: 77 1003 3003 3013 3017 0 0 0 77 1004 3004 3014 3018 0 0 0
; RUN: wavec %s -O2 -S -o - | FileCheck %s --check-prefix=SCALAR
; SCALAR: {{^}}previous:
; SCALAR: global_load_dword v
; SCALAR: global_store_dword

target triple = "amdgcn-amd-amdhsa"

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32, ptr addrspace(8), i32, i32, i32)
declare i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8), i32, i32, i32)
declare void @llvm.amdgcn.raw.buffer.store.i32(i32, <4 x i32>, i32, i32, i32)
declare i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32>, i32, i32, i32)
declare i32 @llvm.amdgcn.workitem.id.x()

; Results of work-item i are at 8 * i. Each has a word of its own.
define amdgpu_kernel void @k(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %o = shl i32 %id, 2
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %p, i16 0, i64 256, i32 159744)
  %wide = ptrtoint ptr addrspace(8) %r to i128
  %v4 = bitcast i128 %wide to <4 x i32>
  %out0 = shl i32 %id, 3
  %out = getelementptr i32, ptr addrspace(1) %q, i32 %out0

  ; A store that is overwritten, but read before.
  store i32 77, ptr addrspace(1) %a
  %r0 = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 %o, i32 0, i32 0)
  store i32 %id, ptr addrspace(1) %a
  store i32 %r0, ptr addrspace(1) %out

  ; The value in memory is known, and overwritten.
  %old = load i32, ptr addrspace(1) %a
  %new = add i32 %old, 1003
  call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 %new, ptr addrspace(8) %r, i32 %o, i32 0, i32 0)
  %r1 = load i32, ptr addrspace(1) %a
  %out1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %r1, ptr addrspace(1) %out1

  %more = add i32 %r1, 2000
  call void @llvm.amdgcn.raw.buffer.store.i32(i32 %more, <4 x i32> %v4, i32 %o, i32 0, i32 0)
  %r2 = load i32, ptr addrspace(1) %a
  %out2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  store i32 %r2, ptr addrspace(1) %out2
  br label %loop

; A load that the loop's store changes; a store that the loop's load reads.
loop:
  %i = phi i32 [ 1, %entry ], [ %j, %loop ]
  %now = load i32, ptr addrspace(1) %a
  %next = add i32 %now, %i
  call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 %next, ptr addrspace(8) %r, i32 %o, i32 0, i32 0)
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %after

after:
  %last = load i32, ptr addrspace(1) %a
  %out3 = getelementptr i32, ptr addrspace(1) %out, i32 3
  store i32 %next, ptr addrspace(1) %out3
  br label %sink

sink:
  %k = phi i32 [ 0, %after ], [ %l, %sink ]
  %add = add i32 %last, %k
  store i32 %add, ptr addrspace(1) %a
  %read = call i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32> %v4, i32 %o, i32 0, i32 0)
  %l = add i32 %k, 1
  %d = icmp slt i32 %l, %n
  br i1 %d, label %sink, label %done

done:
  %out4 = getelementptr i32, ptr addrspace(1) %out, i32 4
  store i32 %read, ptr addrspace(1) %out4
  ret void
}

; A word written in the previous iteration is not read through the scalar cache, which may be stale.
define amdgpu_kernel void @previous(ptr addrspace(1) noalias %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %w = mul i32 %v, 3
  %j = add i64 %i, 1
  %b = getelementptr i32, ptr addrspace(1) %a, i64 1
  store i32 %w, ptr addrspace(1) %b
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
