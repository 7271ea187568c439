; The blocks of cases that the condition cannot have are removed, with their entries in phis.
; RUN: wavec opt %s -passes=lower-switch -o - | FileCheck %s
; RUN: wavec opt %s -passes=lower-switch,loop-addresses -o - | FileCheck %s

; CHECK-LABEL: define i32 @impossible(
; CHECK-NOT: label %large
; CHECK: phi i32 [ 1, %one ], [ 2, %other ]
; CHECK: load float
define i32 @impossible(ptr addrspace(1) %p, i32 %x, i32 %n) {
entry:
  %low = and i32 %x, 3
  switch i32 %low, label %other [
    i32 1, label %one
    i32 7, label %large
  ]
one:
  br label %end
large:
  br label %end
other:
  br label %end
end:
  %r = phi i32 [ 1, %one ], [ 7, %large ], [ 2, %other ]
  br label %loop
loop:
  %i = phi i32 [ %r, %end ], [ %next, %loop ]
  %w = sext i32 %i to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  %v = load float, ptr addrspace(1) %a
  store volatile float %v, ptr addrspace(1) %a
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %r
}
