; Byte types in code: arguments, calls, vectors, loops, pointers made of bytes.
; RUN: wavec run %s -O0 --kernel bytes --global 4 --local 4 --arg buf:u32[8]:iota --arg buf:u32[16]:zero --arg u32:2147483907 --dump 1:16 | FileCheck %s
; RUN: wavec run %s -O1 --kernel bytes --global 4 --local 4 --arg buf:u32[8]:iota --arg buf:u32[16]:zero --arg u32:2147483907 --dump 1:16 | FileCheck %s
; RUN: wavec run %s -O3 --kernel bytes --global 4 --local 4 --arg buf:u32[8]:iota --arg buf:u32[16]:zero --arg u32:2147483907 --dump 1:16 | FileCheck %s
; RUN: wavec check %s --kernel bytes --global 4 --local 4 --arg buf:u32[8]:iota --arg buf:u32[16]:zero --arg u32:2147483907
; CHECK: 0 0 0 0 16777219 16777219 16777219 16777219 2 4 6 8 66306 66306 66306 66306
target triple = "amdgcn-amd-amdhsa"

%pair = type { b32, [2 x b16] }
@table = internal addrspace(1) global %pair { b32 16777219, [2 x b16] [b16 770, b16 1] }

define b32 @middle(<4 x b8> %v) noinline {
  %swapped = shufflevector <4 x b8> %v, <4 x b8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %b = bitcast <4 x b8> %swapped to b32
  ret b32 %b
}

define amdgpu_kernel void @bytes(ptr addrspace(1) %in, ptr addrspace(1) %out, b32 %n) {
entry:
  %slot = alloca ptr addrspace(1), addrspace(5)
  %copy = alloca ptr addrspace(1), addrspace(5)
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %in, i32 %id
  store ptr addrspace(1) %at, ptr addrspace(5) %slot
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %source = getelementptr inbounds i8, ptr addrspace(5) %slot, i32 %i
  %byte = load b8, ptr addrspace(5) %source
  %target = getelementptr inbounds i8, ptr addrspace(5) %copy, i32 %i
  store b8 %byte, ptr addrspace(5) %target
  %next = add nuw i32 %i, 1
  %done = icmp eq i32 %next, 8
  br i1 %done, label %end, label %loop
end:
  %whole = load b64, ptr addrspace(5) %copy
  %p = bitcast b64 %whole to ptr addrspace(1)
  %two = load <2 x b32>, ptr addrspace(1) %p, align 4
  %sum.parts = bitcast <2 x b32> %two to <2 x i32>
  %x = extractelement <2 x i32> %sum.parts, i32 0
  %y = extractelement <2 x i32> %sum.parts, i32 1
  %minus = sub i32 %y, %x
  %one.less = sub i32 %minus, 1
  %row0 = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %one.less, ptr addrspace(1) %row0
  %first = load b32, ptr addrspace(1) @table
  %row1 = getelementptr i8, ptr addrspace(1) %row0, i32 16
  store b32 %first, ptr addrspace(1) %row1
  %n.bytes = bitcast b32 %n to <4 x b8>
  %mirror = call b32 @middle(<4 x b8> %n.bytes)
  %mirror.number = bitcast b32 %mirror to i32
  %low = lshr i32 %mirror.number, 24
  %is.low = icmp eq i32 %low, 3
  %double = shl i32 %id, 1
  %even = add i32 %double, 2
  %even.bytes = bitcast i32 %even to b32
  %chosen = select i1 %is.low, b32 %even.bytes, b32 0
  %row2 = getelementptr i8, ptr addrspace(1) %row0, i32 32
  store b32 %chosen, ptr addrspace(1) %row2
  %halves = getelementptr i8, ptr addrspace(1) @table, i32 4
  %both = load <2 x b16>, ptr addrspace(1) %halves
  %row3 = getelementptr i8, ptr addrspace(1) %row0, i32 48
  store <2 x b16> %both, ptr addrspace(1) %row3
  ret void
}
