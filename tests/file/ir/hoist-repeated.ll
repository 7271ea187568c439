; Integers and addresses that several conditional blocks compute are computed once before them, if lanes may execute
; more than one of the blocks: the condition is divergent, or one block follows the other. Other values stay, and so do
; alternatives of a uniform condition, constant offsets, and what would move into a loop.
; RUN: wavec opt %s -passes=hoist-repeated -S | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: @guarded
; CHECK: %m = mul i32 %y, 132
; CHECK-NEXT: %p = getelementptr i8, ptr addrspace(3) %t, i32 %m
; CHECK-NEXT: br i1 %c
; CHECK: a:
; CHECK-NEXT: store i32 0, ptr addrspace(3) %p
; CHECK: b:
; CHECK-NEXT: %r = getelementptr i8, ptr addrspace(3) %p, i32 8
; CHECK-NEXT: store i32 1, ptr addrspace(3) %r
define void @guarded(ptr addrspace(3) %t, i32 %y, i1 inreg %c, i1 inreg %d) {
  br i1 %c, label %a, label %next

a:
  %m = mul nsw i32 %y, 132
  %p = getelementptr inbounds i8, ptr addrspace(3) %t, i32 %m
  store i32 0, ptr addrspace(3) %p
  br label %next

next:
  br i1 %d, label %b, label %end

b:
  %n = mul i32 %y, 132
  %q = getelementptr i8, ptr addrspace(3) %t, i32 %n
  %r = getelementptr i8, ptr addrspace(3) %q, i32 8
  store i32 1, ptr addrspace(3) %r
  br label %end

end:
  ret void
}

; CHECK-LABEL: @divergent_alternatives
; CHECK: %m = mul i32 %y, %y
; CHECK-NEXT: br i1 %c
define i32 @divergent_alternatives(i32 %y, i1 %c) {
  br i1 %c, label %a, label %b

a:
  %m = mul i32 %y, %y
  %s = add i32 %m, 1
  br label %end

b:
  %n = mul i32 %y, %y
  %t = xor i32 %n, 5
  br label %end

end:
  %r = phi i32 [ %s, %a ], [ %t, %b ]
  ret i32 %r
}

; CHECK-LABEL: @uniform_alternatives
; CHECK-NEXT: br i1 %c
; CHECK: a:
; CHECK-NEXT: mul i32 %y, %y
; CHECK: b:
; CHECK-NEXT: mul i32 %y, %y
define amdgpu_kernel void @uniform_alternatives(ptr addrspace(1) %p, i32 %y, i1 %c) {
  br i1 %c, label %a, label %b

a:
  %m = mul i32 %y, %y
  store i32 %m, ptr addrspace(1) %p
  br label %end

b:
  %n = mul i32 %y, %y
  %t = xor i32 %n, 5
  store i32 %t, ptr addrspace(1) %p
  br label %end

end:
  ret void
}

; CHECK-LABEL: @floats_and_offsets
; CHECK: a:
; CHECK-NEXT: fadd
; CHECK-NEXT: getelementptr
; CHECK: b:
; CHECK-NEXT: fadd
; CHECK-NEXT: getelementptr
define void @floats_and_offsets(ptr addrspace(3) %t, float %x, i1 %c) {
  br i1 %c, label %a, label %b

a:
  %m = fadd float %x, %x
  %p = getelementptr i8, ptr addrspace(3) %t, i32 8
  store float %m, ptr addrspace(3) %p
  br label %end

b:
  %n = fadd float %x, %x
  %q = getelementptr i8, ptr addrspace(3) %t, i32 8
  %s = fmul float %n, %n
  store float %s, ptr addrspace(3) %q
  br label %end

end:
  ret void
}

; Before the loop, not in it.
; CHECK-LABEL: @after_loop
; CHECK: loop:
; CHECK-NOT: mul
; CHECK: a:
; CHECK-NEXT: mul
; CHECK: b:
; CHECK-NEXT: mul
define void @after_loop(ptr addrspace(3) %t, i32 %y) {
  br label %loop

loop:
  %i = phi i32 [ 0, %0 ], [ %next, %rest ]
  %c = icmp eq i32 %i, %y
  br i1 %c, label %a, label %rest

rest:
  %next = add i32 %i, 1
  %d = icmp eq i32 %next, 100
  br i1 %d, label %b, label %loop

a:
  %m = mul i32 %y, %y
  store i32 %m, ptr addrspace(3) %t
  ret void

b:
  %n = mul i32 %y, %y
  %s = add i32 %n, 1
  store i32 %s, ptr addrspace(3) %t
  ret void
}
