; Equal leading instructions of both sides of a branch are executed once before it, except for loads after possible
; stores, and for code after a loop.
; RUN: wavec opt %s -passes=hoist-twins -S | FileCheck %s

; CHECK-LABEL: @both
; CHECK: %x = load i32, ptr addrspace(1) %p
; CHECK-NEXT: %s = add i32 %x, 5
; CHECK-NEXT: br i1 %c
; CHECK: a:
; CHECK-NEXT: %u = mul i32 %s, 3
; CHECK: b:
; CHECK-NEXT: store i32 %s
; CHECK-NEXT: %z = load i32
define i32 @both(i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q) {
  br i1 %c, label %a, label %b

a:
  %x = load i32, ptr addrspace(1) %p
  %s = add nsw i32 %x, 5
  %u = mul i32 %s, 3
  %v = load i32, ptr addrspace(1) %q
  %w = add i32 %u, %v
  br label %end

b:
  %y = load i32, ptr addrspace(1) %p
  %t = add i32 %y, 5
  store i32 %t, ptr addrspace(1) %q
  %z = load i32, ptr addrspace(1) %q
  br label %end

end:
  %r = phi i32 [ %w, %a ], [ %z, %b ]
  ret i32 %r
}

; CHECK-LABEL: @after_loop
; CHECK: %m = mul i32 %n, %n
; CHECK: %k = mul i32 %n, %n
define i32 @after_loop(i32 %n) {
entry:
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %end

body:
  %m = mul i32 %n, %n
  %j = add i32 %i, %m
  br label %head

end:
  %k = mul i32 %n, %n
  ret i32 %k
}
