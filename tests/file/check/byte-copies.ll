; A pointer that is copied as bytes, or by `memcpy`, is still one to the object that it was made from; copied as
; integers, it is one of which nothing is known. Poison is copied byte by byte, too.
; RUN: not wavec check %s --kernel bytes --global 1 --local 1 --arg 'buf:u32[4]' --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=BYTES
; RUN: not wavec check %s --kernel intrinsic --global 1 --local 1 --arg 'buf:u32[4]' --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=INTRINSIC
; RUN: wavec check %s --kernel integers --global 1 --local 1 --arg 'buf:u32[4]' --arg 'buf:u32[4]'
; RUN: wavec check %s --kernel unrestricted --global 1 --local 1 --arg 'buf:u32[4]' --arg 'buf:u32[4]'
; RUN: wavec check %s --kernel half --global 1 --local 1 --arg 'buf:u32[4]'
; RUN: not wavec check %s --kernel half_as_integer --global 1 --local 1 --arg 'buf:u32[4]' 2>&1 | FileCheck %s --check-prefix=HALF
target triple = "amdgcn-amd-amdhsa"

define void @copy_bytes(ptr addrspace(5) %to, ptr addrspace(5) %from, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %source = getelementptr inbounds i8, ptr addrspace(5) %from, i32 %i
  %byte = load b8, ptr addrspace(5) %source
  %target = getelementptr inbounds i8, ptr addrspace(5) %to, i32 %i
  store b8 %byte, ptr addrspace(5) %target
  %next = add nuw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

define void @copy_integers(ptr addrspace(5) %to, ptr addrspace(5) %from, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %source = getelementptr inbounds i8, ptr addrspace(5) %from, i32 %i
  %byte = load i8, ptr addrspace(5) %source
  %target = getelementptr inbounds i8, ptr addrspace(5) %to, i32 %i
  store i8 %byte, ptr addrspace(5) %target
  %next = add nuw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; What is at the address of `y`, through a pointer made from `x`.
define void @reach(ptr addrspace(1) %p, ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %x.address = ptrtoint ptr addrspace(1) %x to i64
  %y.address = ptrtoint ptr addrspace(1) %y to i64
  %distance = sub i64 %y.address, %x.address
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %distance
  store i32 1, ptr addrspace(1) %q
  ret void
}
; BYTES: byte-copies.ll:[[@LINE-3]]:3: error: write of 4 bytes at offset {{[0-9]+}} of argument 'x', which has 16 bytes [out-of-bounds]
; INTRINSIC: byte-copies.ll:[[@LINE-4]]:3: error: write of 4 bytes at offset {{[0-9]+}} of argument 'x', which has 16 bytes [out-of-bounds]

define amdgpu_kernel void @bytes(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %slot = alloca ptr addrspace(1), addrspace(5)
  %copy = alloca ptr addrspace(1), addrspace(5)
  store ptr addrspace(1) %x, ptr addrspace(5) %slot
  call void @copy_bytes(ptr addrspace(5) %copy, ptr addrspace(5) %slot, i32 8)
  %p = load ptr addrspace(1), ptr addrspace(5) %copy
  call void @reach(ptr addrspace(1) %p, ptr addrspace(1) %x, ptr addrspace(1) %y)
  ret void
}

define amdgpu_kernel void @intrinsic(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %slot = alloca ptr addrspace(1), addrspace(5)
  %copy = alloca ptr addrspace(1), addrspace(5)
  store ptr addrspace(1) %x, ptr addrspace(5) %slot
  call void @llvm.memcpy.p5.p5.i32(ptr addrspace(5) %copy, ptr addrspace(5) %slot, i32 8, i1 false)
  %p = load ptr addrspace(1), ptr addrspace(5) %copy
  call void @reach(ptr addrspace(1) %p, ptr addrspace(1) %x, ptr addrspace(1) %y)
  ret void
}

define amdgpu_kernel void @integers(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %slot = alloca ptr addrspace(1), addrspace(5)
  %copy = alloca ptr addrspace(1), addrspace(5)
  store ptr addrspace(1) %x, ptr addrspace(5) %slot
  call void @copy_integers(ptr addrspace(5) %copy, ptr addrspace(5) %slot, i32 8)
  %p = load ptr addrspace(1), ptr addrspace(5) %copy
  call void @reach(ptr addrspace(1) %p, ptr addrspace(1) %x, ptr addrspace(1) %y)
  ret void
}

; The same without a copy, on purpose.
define amdgpu_kernel void @unrestricted(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %p = call ptr addrspace(1) @llvm.unrestrict.p1(ptr addrspace(1) %x)
  call void @reach(ptr addrspace(1) %p, ptr addrspace(1) %x, ptr addrspace(1) %y)
  ret void
}

; Two of the four bytes were never written. The others are copied with them as a byte type, but not as an integer.
define amdgpu_kernel void @half(ptr addrspace(1) %x) {
  %from = alloca i32, addrspace(5)
  %to = alloca i32, addrspace(5)
  store i16 5, ptr addrspace(5) %from
  %four = load b32, ptr addrspace(5) %from
  store b32 %four, ptr addrspace(5) %to
  %low = load i16, ptr addrspace(5) %to
  %small = icmp ult i16 %low, 9
  br i1 %small, label %then, label %end
then:
  store i16 %low, ptr addrspace(1) %x
  br label %end
end:
  ret void
}

define amdgpu_kernel void @half_as_integer(ptr addrspace(1) %x) {
  %from = alloca i32, addrspace(5)
  %to = alloca i32, addrspace(5)
  store i16 5, ptr addrspace(5) %from
  %four = load i32, ptr addrspace(5) %from
  store i32 %four, ptr addrspace(5) %to
  %low = load i16, ptr addrspace(5) %to
  %small = icmp ult i16 %low, 9
  br i1 %small, label %then, label %end
; HALF: byte-copies.ll:[[@LINE-1]]:3: error: the condition of a branch depends on memory that was never written [uninitialized]
then:
  store i16 %low, ptr addrspace(1) %x
  br label %end
end:
  ret void
}
