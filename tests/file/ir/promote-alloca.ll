; RUN: wavec opt %s -passes=promote-alloca -S | FileCheck %s
; RUN: wavec opt %s -passes=amdgpu-promote-alloca -S | FileCheck %s
; Stack objects that are accessed by changing indices become vectors.

declare void @llvm.memset.p5.i32(ptr addrspace(5), i8, i32, i1)
declare void @llvm.memcpy.p5.p4.i32(ptr addrspace(5), ptr addrspace(4), i32, i1)
declare void @llvm.lifetime.start.p5(ptr addrspace(5))
declare void @escape(ptr addrspace(5))

; CHECK-LABEL: @array(
; CHECK-NOT: alloca
; CHECK: [[V:%[0-9a-z]+]] = insertelement <4 x i32> undef, i32 %x, i32 %i
; CHECK: [[E:%[0-9a-z]+]] = extractelement <4 x i32> [[V]], i32 %j
; CHECK: ret i32 [[E]]
define i32 @array(i32 %x, i32 %i, i32 %j) {
  %a = alloca [4 x i32], addrspace(5)
  call void @llvm.lifetime.start.p5(ptr addrspace(5) %a)
  %p = getelementptr inbounds [4 x i32], ptr addrspace(5) %a, i32 0, i32 %i
  store i32 %x, ptr addrspace(5) %p
  %q = getelementptr inbounds i32, ptr addrspace(5) %a, i32 %j
  %y = load i32, ptr addrspace(5) %q
  ret i32 %y
}

; An index of 64 bits counts as far as an address does.
; CHECK-LABEL: @floats(
; CHECK: [[I:%[0-9a-z]+]] = trunc i64 %i to i32
; CHECK: insertelement <6 x float> undef, float %x, i32 [[I]]
define float @floats(float %x, i64 %i, i32 %j) {
  %a = alloca float, i32 6, addrspace(5)
  %p = getelementptr inbounds float, ptr addrspace(5) %a, i64 %i
  store float %x, ptr addrspace(5) %p
  %q = getelementptr inbounds float, ptr addrspace(5) %a, i32 %j
  %y = load float, ptr addrspace(5) %q
  ret float %y
}

; What is not said to stay inside is counted in bytes first.
; CHECK-LABEL: @wrapping(
; CHECK: [[BYTES:%[0-9a-z]+]] = mul i32 %i, 4
; CHECK: [[I:%[0-9a-z]+]] = lshr i32 [[BYTES]], 2
; CHECK: insertelement <4 x i32> undef, i32 %x, i32 [[I]]
define i32 @wrapping(i32 %x, i32 %i) {
  %a = alloca [4 x i32], addrspace(5)
  %p = getelementptr i32, ptr addrspace(5) %a, i32 %i
  store i32 %x, ptr addrspace(5) %p
  %y = load i32, ptr addrspace(5) %a
  ret i32 %y
}

; Small elements fill a register each.
; CHECK-LABEL: @bytes(
; CHECK: [[W:%[0-9a-z]+]] = zext i8 %x to i32
; CHECK: [[V:%[0-9a-z]+]] = insertelement <8 x i32> {{%[0-9a-z]+}}, i32 [[W]], i32 %i
; CHECK: [[E:%[0-9a-z]+]] = extractelement <8 x i32> [[V]], i32 5
; CHECK: trunc i32 [[E]] to i8
define i8 @bytes(i8 %x, i32 %i) {
  %a = alloca [8 x i8], addrspace(5)
  call void @llvm.memset.p5.i32(ptr addrspace(5) align 8 %a, i8 0, i32 8, i1 false)
  %p = getelementptr inbounds i8, ptr addrspace(5) %a, i32 %i
  store i8 %x, ptr addrspace(5) %p
  %q = getelementptr inbounds i8, ptr addrspace(5) %a, i32 5
  %y = load i8, ptr addrspace(5) %q
  ret i8 %y
}

; Fields of structs, each at a multiple of its size after the struct's.
; CHECK-LABEL: @structs(
; CHECK: [[A:%[0-9a-z]+]] = mul i32 %i, 2
; CHECK: [[B:%[0-9a-z]+]] = add i32 [[A]], 1
; CHECK: insertelement <6 x i32> undef, i32 %x, i32 [[B]]
; CHECK: extractelement <6 x i32> {{%[0-9a-z]+}}, i32 {{%[0-9a-z]+}}
; CHECK: bitcast i32 {{%[0-9a-z]+}} to float
define float @structs(i32 %x, i32 %i, i32 %j) {
  %a = alloca [3 x {float, i32}], addrspace(5)
  %p = getelementptr inbounds {float, i32}, ptr addrspace(5) %a, i32 %i, i32 1
  store i32 %x, ptr addrspace(5) %p
  %q = getelementptr inbounds {float, i32}, ptr addrspace(5) %a, i32 %j
  %y = load float, ptr addrspace(5) %q
  ret float %y
}

; Several elements at once.
; CHECK-LABEL: @wide(
; CHECK-NOT: alloca
; CHECK: insertelement <4 x i32>
; CHECK: insertelement <4 x i32>
; CHECK: extractelement <4 x i32>
; CHECK: extractelement <4 x i32>
; CHECK: bitcast <2 x i32> {{%[0-9a-z]+}} to i64
define i64 @wide(<2 x i32> %x, i32 %i, i32 %j) {
  %a = alloca [4 x i32], addrspace(5)
  %p = getelementptr inbounds [4 x i32], ptr addrspace(5) %a, i32 0, i32 %i
  store <2 x i32> %x, ptr addrspace(5) %p, align 4
  %q = getelementptr inbounds i32, ptr addrspace(5) %a, i32 %j
  %y = load i64, ptr addrspace(5) %q, align 4
  ret i64 %y
}

; A copy is loads of the other side.
; CHECK-LABEL: @copied(
; CHECK-NOT: alloca
; CHECK: load i32, ptr addrspace(4) %from, align 4
; CHECK: load i32
; CHECK: load i32
; CHECK: load i32
; CHECK: extractelement <4 x i32>
define i32 @copied(ptr addrspace(4) %from, i32 %i) {
  %a = alloca [4 x i32], addrspace(5)
  call void @llvm.memcpy.p5.p4.i32(ptr addrspace(5) align 4 %a, ptr addrspace(4) align 4 %from, i32 16, i1 false)
  %p = getelementptr inbounds i32, ptr addrspace(5) %a, i32 %i
  %y = load i32, ptr addrspace(5) %p
  ret i32 %y
}

; Not these: too large, volatile, seen by others, between elements, beyond the end.
; CHECK-LABEL: @large(
; CHECK: alloca
define i32 @large(i32 %x, i32 %i) {
  %a = alloca [33 x i32], addrspace(5)
  %p = getelementptr inbounds i32, ptr addrspace(5) %a, i32 %i
  store i32 %x, ptr addrspace(5) %p
  %y = load i32, ptr addrspace(5) %a
  ret i32 %y
}

; CHECK-LABEL: @volatile(
; CHECK: alloca
define i32 @volatile(i32 %x, i32 %i) {
  %a = alloca [4 x i32], addrspace(5)
  %p = getelementptr inbounds i32, ptr addrspace(5) %a, i32 %i
  store volatile i32 %x, ptr addrspace(5) %p
  %y = load i32, ptr addrspace(5) %a
  ret i32 %y
}

; CHECK-LABEL: @escapes(
; CHECK: alloca
define i32 @escapes(i32 %x, i32 %i) {
  %a = alloca [4 x i32], addrspace(5)
  %p = getelementptr inbounds i32, ptr addrspace(5) %a, i32 %i
  store i32 %x, ptr addrspace(5) %p
  call void @escape(ptr addrspace(5) %p)
  %y = load i32, ptr addrspace(5) %a
  ret i32 %y
}

; CHECK-LABEL: @unaligned(
; CHECK: alloca [8 x i32]
define i32 @unaligned(i32 %x, i32 %i) {
  %a = alloca [8 x i32], addrspace(5)
  %p = getelementptr inbounds i8, ptr addrspace(5) %a, i32 %i
  store i32 %x, ptr addrspace(5) %p, align 1
  %y = load i32, ptr addrspace(5) %a
  ret i32 %y
}

; CHECK-LABEL: @beyond(
; CHECK: alloca
define i32 @beyond(i32 %x, i32 %i) {
  %a = alloca [4 x i32], addrspace(5)
  %p = getelementptr inbounds i32, ptr addrspace(5) %a, i32 %i
  store i32 %x, ptr addrspace(5) %p
  %q = getelementptr i32, ptr addrspace(5) %a, i32 4
  %y = load i32, ptr addrspace(5) %q
  ret i32 %y
}

; Where an index is the same in all lanes, those of a size that there are registers of.
; CHECK-LABEL: @kernel(
; CHECK-NOT: alloca
; CHECK: insertelement <32 x i32> undef, i32 %x, i32 %i
define amdgpu_kernel void @kernel(ptr addrspace(1) %out, i32 %x, i32 %i, i32 %j) {
  %a = alloca [20 x i32], addrspace(5)
  %p = getelementptr inbounds i32, ptr addrspace(5) %a, i32 %i
  store i32 %x, ptr addrspace(5) %p
  %q = getelementptr inbounds i32, ptr addrspace(5) %a, i32 %j
  %y = load i32, ptr addrspace(5) %q
  store i32 %y, ptr addrspace(1) %out
  ret void
}

; What is copied to itself stays in memory.
; CHECK-LABEL: @copied_to_itself(
; CHECK: alloca [4 x i32]
define i32 @copied_to_itself(i32 %x, i32 %i, i32 %j) {
  %a = alloca [4 x i32], addrspace(5)
  %p = getelementptr inbounds [4 x i32], ptr addrspace(5) %a, i32 0, i32 %i
  store i32 %x, ptr addrspace(5) %p
  call void @llvm.memmove.p5.p5.i32(ptr addrspace(5) %a, ptr addrspace(5) %a, i32 16, i1 false)
  %q = getelementptr inbounds i32, ptr addrspace(5) %a, i32 %j
  %y = load i32, ptr addrspace(5) %q
  ret i32 %y
}
