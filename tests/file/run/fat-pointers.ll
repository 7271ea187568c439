; Fat buffer pointers (address space 7): resources with offsets. Accesses of all sizes, out of bounds, in loops, selected,
; compared, stored in memory; atomic operations; copies.
; RUN: wavec run %s --kernel sizes --global 1 --local 1 --arg buf:i32[8]:zero --arg buf:i32[8]:iota --dump 0:8 | FileCheck %s --check-prefix=SIZES
; RUN: wavec run %s --kernel sizes --global 1 --local 1 --arg buf:i32[8]:zero --arg buf:i32[8]:iota --dump 0:8 -O0 | FileCheck %s --check-prefix=SIZES
; RUN: wavec run %s --kernel walks --global 4 --local 4 --arg buf:i32[4]:zero --arg buf:i32[16]:iota --arg i32:16 --dump 0:4 | FileCheck %s --check-prefix=WALKS
; RUN: wavec run %s --kernel walks --global 4 --local 4 --arg buf:i32[4]:zero --arg buf:i32[16]:iota --arg i32:16 --dump 0:4 -O0 | FileCheck %s --check-prefix=WALKS
; RUN: wavec run %s --kernel adds --global 64 --local 64 --arg buf:i32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=ADDS
; RUN: wavec run %s --kernel adds --global 64 --local 64 --arg buf:i32[4]:zero --dump 0:4 -O0 | FileCheck %s --check-prefix=ADDS
; RUN: wavec run %s --kernel kept --global 2 --local 2 --arg buf:i32[2]:zero --arg buf:i32[4]:iota --dump 0:2 | FileCheck %s --check-prefix=KEPT
; RUN: wavec run %s --kernel kept --global 2 --local 2 --arg buf:i32[2]:zero --arg buf:i32[4]:iota --dump 0:2 -O0 | FileCheck %s --check-prefix=KEPT
; RUN: wavec run %s --kernel unreachable --global 1 --local 1 --arg buf:i32[2]:zero --dump 0:2 -O0 --verify-each | FileCheck %s --check-prefix=UNREACHABLE

; Four dwords at once, a byte, two bytes, a dword by bytes, and zero from past the end.
; SIZES: 10 3 3 66051 0 1 0 2
define amdgpu_kernel void @sizes(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %source = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %in, i16 0, i64 32, i32 159744)
  %target = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %out, i16 0, i64 32, i32 159744)
  %from = addrspacecast ptr addrspace(8) %source to ptr addrspace(7)
  %to = addrspacecast ptr addrspace(8) %target to ptr addrspace(7)
  %p4 = getelementptr i8, ptr addrspace(7) %from, i32 4
  %four = load <4 x i32>, ptr addrspace(7) %p4, align 4
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %four)
  store i32 %sum, ptr addrspace(7) %to, align 4
  %p12 = getelementptr inbounds i32, ptr addrspace(7) %from, i32 3
  %byte = load i8, ptr addrspace(7) %p12, align 1
  %wide = zext i8 %byte to i32
  %to1 = getelementptr i32, ptr addrspace(7) %to, i32 1
  store i32 %wide, ptr addrspace(7) %to1, align 4
  %short = load half, ptr addrspace(7) %p12, align 2
  %bits = bitcast half %short to i16
  %widebits = zext i16 %bits to i32
  %to2 = getelementptr i32, ptr addrspace(7) %to, i32 2
  store i32 %widebits, ptr addrspace(7) %to2, align 4
  %to3 = getelementptr i32, ptr addrspace(7) %to, i32 3
  store <4 x i8> <i8 3, i8 2, i8 1, i8 0>, ptr addrspace(7) %to3, align 1
  %behind = getelementptr i8, ptr addrspace(7) %from, i32 32
  %zero = load i32, ptr addrspace(7) %behind, align 4
  %to4 = getelementptr i32, ptr addrspace(7) %to, i32 4
  store i32 %zero, ptr addrspace(7) %to4, align 4
  %to5 = getelementptr i32, ptr addrspace(7) %to, i32 5
  %from1 = getelementptr i32, ptr addrspace(7) %from, i32 1
  %copied = load { i32 }, ptr addrspace(7) %from1, align 4
  store { i32 } %copied, ptr addrspace(7) %to5, align 4
  %to7 = getelementptr i32, ptr addrspace(7) %to, i32 7
  %from2 = getelementptr i32, ptr addrspace(7) %from, i32 2
  call void @llvm.memcpy.p7.p7.i32(ptr addrspace(7) align 4 %to7, ptr addrspace(7) align 4 %from2, i32 4, i1 false)
  ret void
}

; Every lane walks from its own word to the end in steps of four: sums of 0 4 8 12, 1 5 9 13 and so on.
; WALKS: 24 28 32 36
define amdgpu_kernel void @walks(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %count) {
entry:
  %source = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %in, i16 0, i64 64, i32 159744)
  %from = addrspacecast ptr addrspace(8) %source to ptr addrspace(7)
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %first = getelementptr i32, ptr addrspace(7) %from, i32 %id
  %end = getelementptr i32, ptr addrspace(7) %first, i32 %count
  br label %turn

turn:
  %at = phi ptr addrspace(7) [ %first, %entry ], [ %next, %turn ]
  %sum = phi i32 [ 0, %entry ], [ %added, %turn ]
  %value = load i32, ptr addrspace(7) %at, align 4
  %added = add i32 %sum, %value
  %next = getelementptr i32, ptr addrspace(7) %at, i32 4
  %done = icmp eq ptr addrspace(7) %next, %end
  br i1 %done, label %exit, label %turn

exit:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %added, ptr addrspace(1) %to, align 4
  ret void
}

; ADDS: 64 63 2016 5
define amdgpu_kernel void @adds(ptr addrspace(1) %out) {
  %target = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %out, i16 0, i64 16, i32 159744)
  %p0 = addrspacecast ptr addrspace(8) %target to ptr addrspace(7)
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %old0 = atomicrmw add ptr addrspace(7) %p0, i32 1 syncscope("agent") monotonic
  %p1 = getelementptr i32, ptr addrspace(7) %p0, i32 1
  %old1 = atomicrmw umax ptr addrspace(7) %p1, i32 %id syncscope("agent") seq_cst
  %p2 = getelementptr i32, ptr addrspace(7) %p0, i32 2
  %old2 = atomicrmw add ptr addrspace(7) %p2, i32 %old0 syncscope("agent") acq_rel
  %p3 = getelementptr i32, ptr addrspace(7) %p0, i32 3
  %pair = cmpxchg ptr addrspace(7) %p3, i32 0, i32 5 syncscope("agent") seq_cst seq_cst
  ret void
}

; Lane 0 reads word 1, lane 1 word 2, by a pointer that was in the stack.
; KEPT: 1 2
define amdgpu_kernel void @kept(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %slot = alloca ptr addrspace(7), addrspace(5)
  %source = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %in, i16 0, i64 16, i32 159744)
  %from = addrspacecast ptr addrspace(8) %source to ptr addrspace(7)
  %one = getelementptr i32, ptr addrspace(7) %from, i32 1
  %two = getelementptr i32, ptr addrspace(7) %from, i32 2
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %is_first = icmp eq i32 %id, 0
  %chosen = select i1 %is_first, ptr addrspace(7) %one, ptr addrspace(7) %two
  store volatile ptr addrspace(7) %chosen, ptr addrspace(5) %slot
  %read = load volatile ptr addrspace(7), ptr addrspace(5) %slot
  %value = load i32, ptr addrspace(7) %read, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %value, ptr addrspace(1) %to, align 4
  ret void
}

; Unreachable blocks also use fat pointers, some of them before their definition.
; UNREACHABLE: 0 2
define amdgpu_kernel void @unreachable(ptr addrspace(1) %out) {
entry:
  %resource = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %out, i16 0, i64 8, i32 159744)
  %p = addrspacecast ptr addrspace(8) %resource to ptr addrspace(7)
  %p1 = getelementptr i32, ptr addrspace(7) %p, i32 1
  br label %end

dead:
  %a = getelementptr i8, ptr addrspace(7) %b, i32 4
  %b = getelementptr i8, ptr addrspace(7) %a, i32 4
  store i32 1, ptr addrspace(7) %p
  br label %end

end:
  %to = phi ptr addrspace(7) [ %p1, %entry ], [ %b, %dead ]
  store i32 2, ptr addrspace(7) %to
  ret void
}
