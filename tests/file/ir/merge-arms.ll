; Operations that both arms of an if perform are executed once after it.
; RUN: wavec opt -passes=merge-arms %s -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; The address of the object is that of its first element.
; CHECK-LABEL: @elements(
; CHECK: phi i64 [ %i, %a ], [ 0, %b ]
; CHECK: getelementptr inbounds float, ptr addrspace(1) %in, i64
; CHECK: load float, ptr addrspace(1) %{{.*}}, align 4
; CHECK: fadd float
; CHECK-NOT: load
; CHECK-NOT: fadd
; CHECK: ret float
define float @elements(i1 %c, ptr addrspace(1) %in, i64 %i, float %s) {
  br i1 %c, label %a, label %b
a:
  %p = getelementptr inbounds float, ptr addrspace(1) %in, i64 %i
  %x = load float, ptr addrspace(1) %p, align 4
  %u = fadd float %x, %s
  br label %join
b:
  %y = load float, ptr addrspace(1) %in, align 4
  %v = fadd float %y, %s
  br label %join
join:
  %r = phi float [ %u, %a ], [ %v, %b ]
  ret float %r
}

; Only flags that hold for both are on the sum.
; CHECK-LABEL: @stores(
; CHECK: phi i32 [ %x, %a ], [ %y, %b ]
; CHECK-NEXT: add i32 %{{.*}}, 1
; CHECK-NEXT: store i32
; CHECK-NOT: store
; CHECK: ret void
define void @stores(i1 %c, ptr addrspace(1) %p, i32 %x, i32 %y) {
  br i1 %c, label %a, label %b
a:
  %u = add nsw i32 %x, 1
  store i32 %u, ptr addrspace(1) %p, align 4
  br label %join
b:
  %v = add i32 %y, 1
  store i32 %v, ptr addrspace(1) %p, align 4
  br label %join
join:
  ret void
}

; A store is merged even if it is not the last instruction, as long as it may move to the end.
; CHECK-LABEL: @earlier(
; CHECK: a:
; CHECK-NEXT: br
; CHECK: load i32, ptr addrspace(3) @second
; CHECK: store i32 %{{.*}}, ptr addrspace(3) @first
; CHECK: store i32 %{{.*}}, ptr addrspace(3) @second
; CHECK-NOT: store
; CHECK: ret void
@first = internal addrspace(3) global i32 poison
@second = internal addrspace(3) global i32 poison
define void @earlier(i1 %c, i32 %x, i32 %y) {
  br i1 %c, label %a, label %b
a:
  store i32 %x, ptr addrspace(3) @first, align 4
  store i32 %y, ptr addrspace(3) @second, align 4
  br label %join
b:
  store i32 %y, ptr addrspace(3) @first, align 4
  %u = load i32, ptr addrspace(3) @second, align 4
  %v = add i32 %u, 1
  store i32 %v, ptr addrspace(3) @second, align 4
  br label %join
join:
  ret void
}

; A load may read what is stored before it.
; CHECK-LABEL: @read_back(
; CHECK: a:
; CHECK-NEXT: store i32
; CHECK: b:
; CHECK-NEXT: store i32
; CHECK-NEXT: load i32
; CHECK: ret void
define void @read_back(i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %x, i32 %y) {
  br i1 %c, label %a, label %b
a:
  store i32 %x, ptr addrspace(1) %p, align 4
  br label %join
b:
  store i32 %y, ptr addrspace(1) %p, align 4
  %u = load i32, ptr addrspace(1) %q, align 4
  store i32 %u, ptr addrspace(1) %q, align 4
  br label %join
join:
  ret void
}

; Loads do not move across stores.
; CHECK-LABEL: @written(
; CHECK: a:
; CHECK: load i32
; CHECK: store i32
; CHECK: b:
; CHECK: load i32
; CHECK: ret i32
define i32 @written(i1 %c, ptr addrspace(1) %p, i64 %i, i64 %j) {
  br i1 %c, label %a, label %b
a:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q, align 4
  store i32 0, ptr addrspace(1) %q, align 4
  br label %join
b:
  %s = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %y = load i32, ptr addrspace(1) %s, align 4
  br label %join
join:
  %r = phi i32 [ %x, %a ], [ %y, %b ]
  ret i32 %r
}

; Addresses of two objects stay apart; so do volatile accesses, divisions by constants, and what needs more choices than it
; saves.
; CHECK-LABEL: @apart(
; CHECK: a:
; CHECK: load i32
; CHECK: load volatile i32
; CHECK: udiv
; CHECK: xor
; CHECK: b:
; CHECK: load i32
; CHECK: load volatile i32
; CHECK: udiv
; CHECK: xor
; CHECK: ret i32
define i32 @apart(i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %d, i32 %e, i32 %f, i32 %g) {
  br i1 %c, label %a, label %b
a:
  %x = load i32, ptr addrspace(1) %p, align 4
  %xv = load volatile i32, ptr addrspace(1) %p, align 4
  %xd = udiv i32 %d, 3
  %xx = xor i32 %d, %e
  br label %join
b:
  %y = load i32, ptr addrspace(1) %q, align 4
  %yv = load volatile i32, ptr addrspace(1) %p, align 4
  %yd = udiv i32 %e, 5
  %yx = xor i32 %f, %g
  br label %join
join:
  %r = phi i32 [ %x, %a ], [ %y, %b ]
  %rv = phi i32 [ %xv, %a ], [ %yv, %b ]
  %rd = phi i32 [ %xd, %a ], [ %yd, %b ]
  %rx = phi i32 [ %xx, %a ], [ %yx, %b ]
  %s = add i32 %r, %rv
  %t = add i32 %rd, %rx
  %w = add i32 %s, %t
  ret i32 %w
}

; A stack object can be registers as long as no index is a choice.
; CHECK-LABEL: @stack(
; CHECK-COUNT-2: load i32
; CHECK: ret i32
define i32 @stack(i1 %c, i32 %i, i32 %x) {
  %o = alloca [8 x i32], align 4, addrspace(5)
  store i32 %x, ptr addrspace(5) %o, align 4
  br i1 %c, label %a, label %b
a:
  %p = getelementptr i32, ptr addrspace(5) %o, i32 %i
  %u = load i32, ptr addrspace(5) %p, align 4
  br label %join
b:
  %v = load i32, ptr addrspace(5) %o, align 4
  br label %join
join:
  %r = phi i32 [ %u, %a ], [ %v, %b ]
  ret i32 %r
}

; Cross-lane operations in each arm.
; CHECK-LABEL: @convergent(
; CHECK-COUNT-2: call i32 @llvm.amdgcn.readfirstlane
; CHECK: ret i32
define i32 @convergent(i1 %c, i32 %x, i32 %y) {
  br i1 %c, label %a, label %b
a:
  %u = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)
  br label %join
b:
  %v = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %y)
  br label %join
join:
  %r = phi i32 [ %u, %a ], [ %v, %b ]
  ret i32 %r
}
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)

; Nested `if`s: merged instructions of the inner one do not count as operations of the outer one's arm.
; CHECK-LABEL: define float @nested
; CHECK: fmul float
; CHECK: fmul float
; CHECK: ret float
define float @nested(i1 %c, i1 %d, float %x, float %y, float %z) {
  br i1 %c, label %outer, label %other
outer:
  br i1 %d, label %a, label %b
a:
  %p = fmul float %x, %y
  br label %inner
b:
  %q = fmul float %x, %z
  br label %inner
inner:
  %r = phi float [ %p, %a ], [ %q, %b ]
  br label %join
other:
  %s = fmul float %y, %z
  br label %join
join:
  %t = phi float [ %r, %inner ], [ %s, %other ]
  ret float %t
}
