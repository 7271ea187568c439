; Instructions that do not increase register pressure move to the block that uses them.
; RUN: wavec opt %s -passes=sink -S | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.readfirstlane.i32(i32)

; CHECK-LABEL: @chain
; CHECK-NEXT: load i32
; CHECK-NEXT: br i1
; CHECK: then:
; CHECK-NEXT: lshr i32
; CHECK-NEXT: trunc i32
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store i16
define void @chain(ptr addrspace(1) %p, i1 %c) {
  %x = load i32, ptr addrspace(1) %p
  %upper = lshr i32 %x, 16
  %half = trunc i32 %upper to i16
  %next = getelementptr i8, ptr addrspace(1) %p, i64 64
  br i1 %c, label %then, label %end
then:
  store i16 %half, ptr addrspace(1) %next
  br label %end
end:
  ret void
}

; Two variable operands, more registers than the result, and users in several blocks stay, and so does what another loop
; or a call that converges uses.
; CHECK-LABEL: @stays
; CHECK: add i32 %x, %y
; CHECK-NEXT: trunc i64
; CHECK-NEXT: add i32 %y, 1
; CHECK-NEXT: xor i32 %x, 5
; CHECK-NEXT: xor i32 %x, 6
; CHECK-NEXT: br i1
define void @stays(ptr addrspace(1) %p, i64 %w, i32 %x, i32 %y, i1 %c) {
  %sum = add i32 %x, %y
  %low = trunc i64 %w to i32
  %twice = add i32 %y, 1
  %looped = xor i32 %x, 5
  %uniform = xor i32 %x, 6
  br i1 %c, label %then, label %loop
then:
  store i32 %sum, ptr addrspace(1) %p
  store i32 %low, ptr addrspace(1) %p
  store i32 %twice, ptr addrspace(1) %p
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %uniform)
  store i32 %first, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ 0, %then ], [ %j, %loop ]
  %j = add i32 %i, %looped
  store i32 %j, ptr addrspace(1) %p
  %more = icmp ult i32 %j, 100
  br i1 %more, label %loop, label %end
end:
  store i32 %twice, ptr addrspace(1) %p
  ret void
}

; Values that accesses fold as an offset move into loops, to each block with such an access.
@lds = external addrspace(3) global [0 x i8]

; CHECK-LABEL: @addresses
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-DAG: getelementptr i8, ptr addrspace(3) getelementptr
; CHECK-DAG: getelementptr i8, ptr addrspace(1) %p, i64 64
; CHECK: load i32
; CHECK: end:
; CHECK: getelementptr i8, ptr addrspace(1) %p, i64 64
define void @addresses(ptr addrspace(1) %p, i32 %x, i32 %n) {
  %near = getelementptr i8, ptr addrspace(1) %p, i64 64
  %local = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @lds, i32 4096), i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %v = load i32, ptr addrspace(3) %local
  store i32 %v, ptr addrspace(1) %near
  %j = add i32 %i, %v
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  store i32 1, ptr addrspace(1) %near
  ret void
}

; Too large for an offset, or with other uses.
; CHECK-LABEL: @far_addresses
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) %p, i64 65536
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) %p, i64 32
; CHECK-NEXT: br label %loop
define void @far_addresses(ptr addrspace(1) %p, i32 %n) {
  %far = getelementptr i8, ptr addrspace(1) %p, i64 65536
  %kept = getelementptr i8, ptr addrspace(1) %p, i64 32
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %v = load i32, ptr addrspace(1) %far
  store ptr addrspace(1) %kept, ptr addrspace(1) %kept
  %j = add i32 %i, %v
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; An address that is an offset is copied to the blocks that access it or an offset from it, with the latter.
; CHECK-LABEL: @offset_from_offset
; CHECK-NEXT: br i1
; CHECK: then:
; CHECK-NEXT: [[A:%.*]] = getelementptr i8, ptr addrspace(3) @array, i32 %bytes
; CHECK-NEXT: [[B:%.*]] = getelementptr i8, ptr addrspace(3) [[A]], i32 128
; CHECK-NEXT: store i32 1, ptr addrspace(3) [[A]]
; CHECK-NEXT: store i32 2, ptr addrspace(3) [[B]]
; CHECK: end:
; CHECK-NEXT: [[C:%.*]] = getelementptr i8, ptr addrspace(3) @array, i32 %bytes
; CHECK-NEXT: [[D:%.*]] = getelementptr i8, ptr addrspace(3) [[C]], i32 128
; CHECK-NEXT: store i32 3, ptr addrspace(3) [[D]]
define void @offset_from_offset(i32 %bytes, i1 %c) {
  %a = getelementptr i8, ptr addrspace(3) @array, i32 %bytes
  %b = getelementptr i8, ptr addrspace(3) %a, i32 128
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr addrspace(3) %a
  store i32 2, ptr addrspace(3) %b
  br label %end
end:
  store i32 3, ptr addrspace(3) %b
  ret void
}

@array = internal addrspace(3) global [64 x i32] poison
